//! The bytes between the rules and players.

use super::{GAME, OASIS};
use crate::mad_max::settings::Settings;
use crate::mad_max::state::State;
use crate::mad_max::view::{Intro, View};
use engine::laws::{Sample, Scatter};
use engine::{Notes, Order, Rules, Ruleset, Settings as _, Streams, Views};

/// A state after some rounds of senseless orders.
fn some_state() -> State {
    let sample = Sample::new(&GAME, OASIS.as_bytes(), 4, Ruleset::Statement);
    let settings = Settings::read(&sample.settings).expect("legal settings");
    let mut notes = Notes::default();
    let mut state = State::start(&settings, &sample.setup, &mut notes).expect("it begins");
    let mut source = Scatter::new(9);
    let mut orders: Vec<Vec<Order>> = vec![Vec::new(); 4];
    for _ in 0..60 {
        orders.iter_mut().for_each(|calls| source.orders(calls));
        state.step(&orders, &[false; 4], &mut notes).expect("a round");
    }
    state
}

#[test]
fn a_view_says_what_the_state_is() {
    let mut state = some_state();
    state.status()[2] = 0.25;
    let (mut intro, mut bytes) = (Vec::new(), Vec::new());
    state.write_intro(3, &mut intro);
    state.write_view(3, &mut bytes);
    let intro = Intro::read(&intro).expect("a whole intro");
    assert_eq!((intro.me, intro.parameters), (3, state.head.parameters));
    let mut view = View::new(&intro.parameters);
    view.read(&bytes).expect("a whole view");
    assert_eq!((view.round, &view.land), (60, &state.board.land));
    assert_eq!((view.units, view.ids), (state.board.units, state.ids));
    let status: Vec<u8> = [0.0, 0.0, 0.25, 0.0].into_iter().flat_map(f64::to_le_bytes).collect();
    assert_eq!(bytes[40..72], status);
}

#[test]
fn views_that_are_cut_short_are_not_read() {
    let state = some_state();
    let mut bytes = Vec::new();
    state.write_view(0, &mut bytes);
    let mut view = View::new(&state.head.parameters);
    for cut in (0..bytes.len()).step_by(61) {
        assert_eq!(view.read(&bytes[..cut]), None);
    }
    // A number of units that cannot be.
    bytes[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(view.read(&bytes), None);
    assert!(Intro::read(&bytes[..43]).is_none());
}

#[test]
fn streams_go_out_and_come_back() {
    let mut state = some_state();
    let mut bytes = Vec::new();
    state.write_stream(1, &mut bytes);
    assert_eq!(bytes, 6_u32.to_le_bytes(), "seed 4, seat 1: 4 + 1 + 1");
    state.read_stream(1, &123_u32.to_le_bytes());
    state.read_stream(1, &[1, 2]);
    assert_eq!(state.streams[1].state(), 123);
}
