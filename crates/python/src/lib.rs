//! The native part of the Python package `palestra`.
//!
//! `learning.rs` steps matches and writes into arrays of NumPy; `record.rs` reads match records;
//! `sight.rs` makes the inputs of networks that play.
//! What people import is written in Python, in `palestra/`.

mod learning;
mod record;
mod sight;

use engine::DynGame;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// An exception with these words.
fn refused(why: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// The game with this name.
fn game(id: &str) -> PyResult<&'static dyn DynGame> {
    let found = games::ALL.iter().find(|game| game.facts().id == id);
    found.copied().ok_or_else(|| {
        let known: Vec<&str> = games::ALL.iter().map(|game| game.facts().id).collect();
        refused(format!("there is no game `{id}`; the games are {}", known.join(", ")))
    })
}

/// The games as JSON: a list of objects with `id`, `title`, `summary`, `version`, `players` and
/// `boards`.
#[pyfunction]
fn games_json() -> String {
    let games = games::ALL.iter().map(|game| {
        let facts = game.facts();
        let boards: Vec<&str> = facts.boards.iter().map(|(name, _)| *name).collect();
        serde_json::json!({
            "id": facts.id, "title": facts.title, "summary": facts.summary,
            "version": facts.version, "players": facts.players, "boards": boards,
        })
    });
    serde_json::Value::from_iter(games).to_string()
}

/// The native part of the package.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<learning::Native>()?;
    module.add_class::<record::NativeRecord>()?;
    module.add_class::<sight::NativeSight>()?;
    module.add_function(wrap_pyfunction!(games_json, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
