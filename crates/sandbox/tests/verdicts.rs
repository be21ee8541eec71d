//! Every way to end a player, and what its receipt says.

mod common;

use common::{alone, freeze, play_out, player};
use engine::Cause;

#[test]
fn an_honest_player_is_left_alone() {
    let mut played = alone(&player("", ""));
    play_out(&mut played);
    assert_eq!(played.frozen(0), None);
}

#[test]
fn endless_loop() {
    let receipt = freeze(&player("", "(loop $for_ever (br $for_ever))"));
    assert_eq!((receipt.cause, receipt.round), (Cause::Fuel, 0));
    assert_eq!(receipt.fuel, common::judge().fuel_max.unwrap());
    assert_eq!(receipt.memory, 2 << 16);
    assert!(receipt.backtrace[0].contains("palestra_play"), "{:?}", receipt.backtrace);
}
