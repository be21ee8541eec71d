//! A whole toy keeps every law; each law rejects the toy that breaks it.

use super::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[path = "toy.rs"]
mod toy;

fn sample(game: &dyn DynGame) -> Sample {
    Sample::new(game, b"", 1, Ruleset::Statement)
}

fn rejects(fault: u8, law: impl Fn(&dyn DynGame, &Sample)) {
    let whole = toy::TOYS[usize::from(toy::WHOLE)];
    law(whole, &sample(whole));
    let broken = toy::TOYS[usize::from(fault)];
    let verdict = catch_unwind(AssertUnwindSafe(|| law(broken, &sample(broken))));
    assert!(verdict.is_err(), "the law accepts a toy with fault {fault}");
}

#[test]
fn a_match_that_looks_outside_is_rejected() {
    rejects(toy::LOOKS_OUTSIDE, same_inputs_same_digests);
}

#[test]
fn a_clone_that_shares_memory_is_rejected() {
    rejects(toy::SHARES, clones_step_alike);
}

#[test]
fn a_panic_is_rejected() {
    rejects(toy::PANICS, |game, sample| any_orders_step(game, sample, 1));
}

#[test]
fn a_writer_that_forgets_is_rejected() {
    rejects(toy::FORGETS, result_files_read_back);
}

#[test]
fn a_state_that_leaks_into_replays_is_rejected() {
    rejects(toy::LEAKS, records_replay);
}
