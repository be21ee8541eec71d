//! `cargo xtask test "tests with another game"`: every test of the project in a copy that has one
//! more game.
//!
//! The game is Gold, of the page "Add a sixth game". The test of that page builds the copy, file by
//! file as the page tells, so this step shows that nothing else in the project must change.

use anyhow::Result;
use harness::run::{cargo_for_tests, run, target};
use std::process::Command;

/// Where the test of the page leaves the copy, below the target folder.
const COPY: &str = "tmp/book-sixth-game/palestra";
/// The folder of cargo's build. Cargo would take the crates of the copy for ours in our own
/// folder.
const BUILT: &str = "tmp/book-sixth-target";

/// Makes the copy and runs its tests.
///
/// # Errors
/// If the page cannot be followed, or a test fails.
pub fn test() -> Result<()> {
    let page = ["--test", "book", "--", "the_sixth_game_is_built_from_its_page"];
    run(cargo_for_tests("test").args(page))?;
    // No reference data lies beside the copy. The project's own tests use it.
    run(Command::new("cargo")
        .args(["xtask", "test", "rules with overflow checks", "parts of the program", "all tests"])
        .current_dir(target().join(COPY))
        .env("CARGO_TARGET_DIR", target().join(BUILT))
        .env_remove("CI")
        .env_remove(needs::SKIPS))
}
