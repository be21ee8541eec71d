//! Matches that Python steps.

use crate::{game, refused};
use arena::learning::{Buffers, Chair, Learning, Reward, Task};
use arena::roster::{self, Entrant, Found};
use engine::features::{self, Space};
use engine::{DynGame, Ruleset};
use numpy::{PyReadonlyArrayDyn, PyReadwriteArrayDyn};
use pyo3::prelude::*;
use sandbox::{Limits, Sandbox};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The shapes of the arrays of these seats, as JSON.
pub(crate) fn shape(game: &dyn DynGame, space: &Space, learners: &[usize]) -> String {
    let field = |field: &features::Field| {
        let (name, plane, shift) = (field.name, field.plane, field.shift);
        serde_json::json!({ "name": name, "plane": plane, "shift": shift, "values": field.values })
    };
    let fields: Vec<_> = space.fields.iter().map(field).collect();
    serde_json::json!({
        "planes": space.planes(), "rows": space.rows, "cols": space.cols, "fields": fields,
        "units": space.units, "columns": space.columns,
        "actions": arena::learning::words(game).collect::<Vec<_>>(),
        "learners": learners, "scalars": arena::learning::SCALARS,
    })
    .to_string()
}

/// Matches that are stepped together. See `arena::learning`.
#[pyclass(frozen)]
pub(crate) struct Native {
    learning: Mutex<Learning>,
    /// The last action.
    last: i32,
}

#[pymethods]
impl Native {
    /// `players` has one entry per seat: `None` for a learner, else a house player or a `.wasm`
    /// file.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "Python passes them by name")]
    #[pyo3(signature = (*, id, board, players, seeds, ruleset, reward, restarts, records, threads))]
    fn new(
        id: &str,
        board: Option<&str>,
        players: Vec<Option<String>>,
        seeds: Vec<u32>,
        ruleset: &str,
        reward: &str,
        restarts: bool,
        records: bool,
        threads: usize,
    ) -> PyResult<Self> {
        let game = game(id)?;
        let task = Task {
            settings: settings(game, board)?,
            ruleset: match ruleset {
                "statement" => Ruleset::Statement,
                "kit" => Ruleset::Kit,
                other => return Err(unknown("rules", other, "`statement` or `kit`")),
            },
            chairs: players
                .iter()
                .map(|word| word.as_deref().map_or(Ok(Chair::Learner), |word| player(game, word)))
                .collect::<PyResult<_>>()?,
            reward: match reward {
                "score" => Reward::ScoreDifference,
                "place" => Reward::Place,
                other => return Err(unknown("reward", other, "`score` or `place`")),
            },
            restarts,
            records,
            threads,
        };
        let learning = Learning::new(game, task, &seeds).map_err(refused)?;
        let last = learning.actions().count() as i32 - 1;
        Ok(Self { learning: Mutex::new(learning), last })
    }

    /// The shapes of the arrays, as JSON.
    fn shape(&self) -> String {
        let learning = self.learning();
        shape(learning.game(), &learning.space(), learning.learners())
    }

    /// Begins match `k` anew.
    fn reset(&self, k: usize, seed: u32) -> PyResult<()> {
        self.with(k)?.reset(k, seed).map_err(refused)
    }

    /// Writes where all matches stand.
    fn observe(
        &self,
        mut cells: PyReadwriteArrayDyn<'_, u8>,
        mut units: PyReadwriteArrayDyn<'_, i16>,
        mut mask: PyReadwriteArrayDyn<'_, u8>,
        mut scalars: PyReadwriteArrayDyn<'_, i32>,
        mut rewards: PyReadwriteArrayDyn<'_, f32>,
        mut over: PyReadwriteArrayDyn<'_, u8>,
    ) -> PyResult<()> {
        self.learning().observe(&mut Buffers {
            cells: cells.as_slice_mut()?,
            units: units.as_slice_mut()?,
            mask: mask.as_slice_mut()?,
            scalars: scalars.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            over: over.as_slice_mut()?,
        });
        Ok(())
    }

    /// Plays a round of every match, without the interpreter's lock, and writes where all stand.
    #[expect(clippy::too_many_arguments, reason = "one array each")]
    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArrayDyn<'_, i32>,
        mut cells: PyReadwriteArrayDyn<'_, u8>,
        mut units: PyReadwriteArrayDyn<'_, i16>,
        mut mask: PyReadwriteArrayDyn<'_, u8>,
        mut scalars: PyReadwriteArrayDyn<'_, i32>,
        mut rewards: PyReadwriteArrayDyn<'_, f32>,
        mut over: PyReadwriteArrayDyn<'_, u8>,
    ) -> PyResult<()> {
        let actions = actions.as_slice()?;
        self.known(actions)?;
        let mut buffers = Buffers {
            cells: cells.as_slice_mut()?,
            units: units.as_slice_mut()?,
            mask: mask.as_slice_mut()?,
            scalars: scalars.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            over: over.as_slice_mut()?,
        };
        py.detach(|| self.learning().step(actions, &mut buffers));
        Ok(())
    }

    /// The scores of match `k`, by seat.
    fn scores(&self, k: usize) -> PyResult<Vec<i64>> {
        Ok(self.with(k)?.played(k).state().scores())
    }

    /// The seed of match `k`.
    fn seed(&self, k: usize) -> PyResult<u32> {
        Ok(self.with(k)?.seed(k))
    }

    /// The board of match `k` as result files show it.
    fn text(&self, k: usize) -> PyResult<String> {
        let mut text = Vec::new();
        self.with(k)?.played(k).state().write_board(&mut text);
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// The record of match `k` up to now.
    fn record(&self, k: usize) -> PyResult<Vec<u8>> {
        let record = self.with(k)?.record(k);
        let record = record.ok_or_else(|| refused("no records are kept: pass records=True"))?;
        Ok(record.to_bytes())
    }
}

impl Native {
    /// The matches. A panic in another thread leaves them as they were before its step.
    fn learning(&self) -> MutexGuard<'_, Learning> {
        self.learning.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refuses actions that the game does not have.
    fn known(&self, actions: &[i32]) -> PyResult<()> {
        let last = self.last;
        // No branch, so that many are compared at once: a number beyond both ends is negative.
        if actions.iter().fold(0, |bits, &action| bits | action | last.wrapping_sub(action)) >= 0 {
            return Ok(());
        }
        let wrong = actions.iter().find(|&&action| action < 0 || action > last);
        let wrong = wrong.copied().unwrap_or_default();
        Err(refused(format!("there is no action {wrong}: actions are 0 to {last}")))
    }

    /// The same, once it is clear that there is a match `k`.
    fn with(&self, k: usize) -> PyResult<MutexGuard<'_, Learning>> {
        let learning = self.learning();
        let n = learning.len();
        if k < n { Ok(learning) } else { Err(refused(format!("there is no match {k}, only {n}"))) }
    }
}

fn unknown(what: &str, found: &str, allowed: &str) -> PyErr {
    refused(format!("`{found}` is not allowed for {what}: it must be {allowed}"))
}

/// The text of a settings file: one of the game's boards by name, a path, or the default.
fn settings(game: &dyn DynGame, board: Option<&str>) -> PyResult<Vec<u8>> {
    let boards = game.facts().boards;
    let Some(word) = board else { return Ok(boards[0].1.as_bytes().to_vec()) };
    if let Some((_, text)) = boards.iter().find(|(name, _)| *name == word) {
        return Ok(text.as_bytes().to_vec());
    }
    std::fs::read(word).map_err(|e| {
        let names: Vec<&str> = boards.iter().map(|(name, _)| *name).collect();
        let title = game.facts().title;
        refused(format!("{word}: {e}; the boards of {title} are {}", names.join(", ")))
    })
}

fn player(game: &'static dyn DynGame, word: &str) -> PyResult<Chair> {
    let here = std::env::current_dir()?;
    let found = roster::find(game, word, &here).map_err(refused)?;
    let name = found.name();
    Ok(Chair::Player(match found {
        Found::BuiltIn(name) => Entrant::built_in(game, name),
        Found::Module(path) => module(&path, name)?,
        Found::House { file, .. } => {
            let id = game.facts().id;
            return Err(refused(format!(
                "{name} is a house player in C++: name a module. Its source is {file} of {id}"
            )));
        }
        Found::Source(path) => {
            let path = path.display();
            return Err(refused(format!("{path} is a source: run `palestra build` first")));
        }
    }))
}

fn module(path: &Path, name: String) -> PyResult<Entrant> {
    let bytes = std::fs::read(path)?;
    let sandbox = Sandbox::new().map_err(refused)?;
    let program = sandbox.compile(&bytes);
    let program = program.map_err(|e| refused(format!("{}: {e}", path.display())))?;
    Ok(Entrant::module(name, program, Limits::local()))
}
