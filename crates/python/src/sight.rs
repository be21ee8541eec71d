//! The inputs of networks that play: `crates/neural`.

use crate::{game, refused};
use engine::features::{self, SCALARS, Space};
use engine::{Notes, Ruleset, Setup};
use neural::{Board, Network, Sight, has_choice};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// Row and unit of each unit that has a choice, and the inputs of each, one after the other.
type Seen<'py> = (Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<f32>>);

/// The view of the units of a game.
#[pyclass(frozen)]
pub(crate) struct NativeSight {
    id: &'static str,
    /// Fields and columns count; boards have sizes of their own.
    space: Space,
    sight: Sight,
    actions: usize,
}

#[pymethods]
impl NativeSight {
    #[new]
    fn new(id: &str, reach: usize) -> PyResult<Self> {
        let game = game(id)?;
        if reach > neural::REACH_MAX {
            let most = neural::REACH_MAX;
            return Err(refused(format!("reach is {reach}, it must be from 0 to {most}")));
        }
        let facts = game.facts();
        let setup = Setup {
            seed: "1".into(),
            ruleset: Ruleset::Statement,
            names: vec![String::new(); engine::SEATS],
            judged: false,
        };
        let board = facts.boards[0].1.as_bytes();
        let state = game.start(board, &setup, &mut Notes::default()).map_err(refused)?;
        let space = state.space().ok_or_else(|| {
            refused(format!("{} has nothing for programs that learn", facts.title))
        })?;
        let actions = features::actions(game).len() + 1;
        Ok(Self { id: facts.id, sight: Sight::new(&space, reach), space, actions })
    }

    /// The names of the channels of a cell.
    fn channels(&self) -> Vec<String> {
        self.sight.channels().to_vec()
    }

    /// How many inputs a network has: channels × side × side, then the scalars.
    fn inputs(&self) -> usize {
        self.sight.inputs()
    }

    /// How many actions a unit has.
    fn actions(&self) -> usize {
        self.actions
    }

    /// The views of all units with a choice, in observations that stand one behind the other.
    fn see<'py>(
        &self,
        py: Python<'py>,
        cells: PyReadonlyArrayDyn<'py, u8>,
        units: PyReadonlyArrayDyn<'py, i16>,
        mask: PyReadonlyArrayDyn<'py, u8>,
        scalars: PyReadonlyArrayDyn<'py, i32>,
    ) -> PyResult<Seen<'py>> {
        let (&[n, planes, rows, cols], &[_, count, _]) = (cells.shape(), units.shape()) else {
            return Err(refused("cells must have four dimensions, and units three"));
        };
        let space = Space { rows, cols, units: count, ..self.space };
        let fits = planes == space.planes()
            && units.shape() == [n, count, space.columns.len()]
            && mask.shape() == [n, count, self.actions]
            && scalars.shape() == [n, SCALARS];
        if !fits {
            return Err(refused(format!("these are not compact observations of {}", self.id)));
        }
        let arrays = (cells.as_slice()?, units.as_slice()?, mask.as_slice()?, scalars.as_slice()?);
        let (at, inputs) = py.detach(|| self.look(&space, n, arrays));
        Ok((at.into_pyarray(py), inputs.into_pyarray(py)))
    }

    /// Checks that the bytes of a network are one for this game and reach.
    fn check(&self, network: &[u8]) -> PyResult<()> {
        let network = Network::read(network).map_err(refused)?;
        network.check(self.sight.channels().len(), self.actions).map_err(refused)
    }
}

impl NativeSight {
    fn look(
        &self,
        space: &Space,
        n: usize,
        (cells, units, mask, scalars): (&[u8], &[i16], &[u8], &[i32]),
    ) -> (Vec<i32>, Vec<f32>) {
        let mut sight = self.sight.clone();
        let (mut at, mut inputs) = (Vec::new(), Vec::new());
        for k in 0..n {
            let table = space.units * space.columns.len();
            let board = Board {
                space,
                cells: &cells[k * space.cells()..][..space.cells()],
                units: &units[k * table..][..table],
                scalars: &scalars[k * SCALARS..][..SCALARS],
            };
            sight.look(&board);
            let masks = mask[k * space.units * self.actions..].chunks_exact(self.actions);
            let masks = masks.take(space.units).enumerate();
            for (unit, _) in masks.filter(|(_, mask)| has_choice(mask)) {
                at.extend([k as i32, unit as i32]);
                let begin = inputs.len();
                inputs.resize(begin + sight.inputs(), 0.0);
                sight.see(&board, unit, |to, value| inputs[begin + to] = value);
            }
        }
        (at, inputs)
    }
}
