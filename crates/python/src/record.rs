//! Match records.

use crate::learning::shape;
use crate::{game, refused};
use engine::record::Record;
use engine::signature::{self, Signature};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

/// See [`NativeRecord::lessons`].
type Lessons<'py> = (
    String,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<i16>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<i32>>,
);

/// A match record.
#[pyclass(frozen)]
pub(crate) struct NativeRecord {
    record: Record,
    signature: Option<Signature>,
}

#[pymethods]
impl NativeRecord {
    /// Reads the bytes of a `.match` file.
    #[new]
    fn new(bytes: &[u8]) -> PyResult<Self> {
        let signature = signature::split(bytes).map_err(refused)?.signature;
        let record = Record::from_bytes(bytes).map_err(refused)?;
        game(&record.game)?;
        Ok(Self { record, signature })
    }

    /// The contents of the record without the rounds, as JSON.
    fn facts(&self) -> PyResult<String> {
        let Record { game, seed, ruleset, judged, players, outcome, rounds, .. } = &self.record;
        let facts = serde_json::json!({
            "game": game, "seed": seed, "rules": ruleset, "judged": judged, "players": players,
            "outcome": outcome, "rounds": rounds.len(),
            "signature": self.signature.as_ref().map(|line| serde_json::json!({
                "key": line.key, "host": line.host, "season": line.season,
                "match": line.match_id,
            })),
        });
        Ok(facts.to_string())
    }

    /// Replays the match and compares every digest.
    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        let game = game(&self.record.game)?;
        py.detach(|| self.record.verify(game)).map_err(refused)
    }

    /// The pictures of the match, each as JSON: what viewers draw before and after each round.
    fn frames(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let game = game(&self.record.game)?;
        py.detach(|| {
            let film = self.record.film(game).map_err(refused)?;
            let scenes = (0..film.len()).filter_map(|k| film.scene(k));
            scenes.map(|scene| serde_json::to_string(&scene).map_err(refused)).collect()
        })
    }

    /// The observations and actions of the player at a seat, turn by turn: the shapes as JSON,
    /// then cells, units, masks, scalars and actions.
    fn lessons<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Lessons<'py>> {
        let game = game(&self.record.game)?;
        let read = py.detach(|| arena::lessons::lessons(&self.record, game, seat));
        let (space, read) = read.map_err(refused)?;
        Ok((
            shape(game, &space, &[seat]),
            read.cells.into_pyarray(py),
            read.units.into_pyarray(py),
            read.mask.into_pyarray(py),
            read.scalars.into_pyarray(py),
            read.actions.into_pyarray(py),
        ))
    }

    /// All orders, six numbers each: round from 0, seat, verb, unit, first and second argument.
    fn orders<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        let mut numbers = Vec::new();
        for (round, turns) in (0..).zip(&self.record.rounds) {
            for (seat, turn) in (0..).zip(&turns.seats) {
                let orders = turn.orders.iter();
                numbers.extend(orders.flat_map(|o| [round, seat, o.verb, o.unit, o.a, o.b]));
            }
        }
        numbers.into_pyarray(py)
    }
}
