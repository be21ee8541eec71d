//! The bytes between the rules and players, and the secrets that they keep.

use super::{FORUM, GAME};
use crate::agora::settings::Settings;
use crate::agora::state::State;
use crate::agora::view::{Intro, View};
use engine::laws::{Sample, Scatter};
use engine::{Board as _, DynGame, Notes, Order, Rules, Ruleset, Settings as _, Views};

/// A state after some rounds of senseless orders.
fn some_state() -> State {
    let sample = Sample::new(&GAME, FORUM.as_bytes(), 4, Ruleset::Statement);
    let settings = Settings::read(&sample.settings).expect("legal settings");
    let mut notes = Notes::default();
    let mut state = State::start(&settings, &sample.setup, &mut notes).expect("it begins");
    let mut source = Scatter::new(9);
    let mut orders: Vec<Vec<Order>> = vec![Vec::new(); 4];
    for _ in 0..30 {
        orders.iter_mut().for_each(|calls| source.orders(calls));
        state.step(&orders, &[false; 4], &mut notes).expect("a round");
    }
    state
}

#[test]
fn a_view_says_what_the_state_is() {
    let state = some_state();
    let (mut intro, mut bytes) = (Vec::new(), Vec::new());
    state.write_intro(3, &mut intro);
    state.write_view(3, &mut bytes);
    let known = Intro::read(&intro).expect("a whole intro");
    assert_eq!((known.me, known.parameters), (3, state.head.parameters));
    assert_eq!((known.trade, &known.goods), (state.head.trades[3], &state.head.goods));
    let mut view = View::new(known.parameters.cells());
    view.read(&bytes).expect("a whole view");
    assert_eq!((view.round, view.coins, view.stalls), (30, state.board.coins, state.board.stalls));
    assert_eq!(
        (view.owners, view.prices),
        (state.board.owners.clone(), state.board.prices.clone())
    );
    assert_eq!(view.score, state.board.total_score[3]);
    assert!(view.score > 0, "nothing was sold");
}

/// The trades of others, and the scores that would give them away, change no byte.
#[test]
fn trades_and_scores_of_others_are_secret() {
    let state = some_state();
    let mut other = state.clone();
    other.head.trades.swap(0, 2);
    other.board.total_score[0] += 77;
    for (seat, secret) in [(0, false), (1, true), (2, false), (3, true)] {
        let all = |state: &State| {
            let mut bytes = Vec::new();
            state.write_intro(seat, &mut bytes);
            state.write_view(seat, &mut bytes);
            bytes
        };
        assert_eq!(all(&state) == all(&other), secret, "seat {seat}");
    }
    let sight = state.board.sight(&state.head, 1);
    assert_eq!(sight.scene.seats[0].score, 0);
    assert_eq!(sight.scene.seats[1].score, i64::from(state.board.total_score[1]));
    let told = |seat: usize| sight.scene.seats[seat].facts.iter().any(|f| f.label == "Trade");
    assert_eq!([0, 1, 2, 3].map(told), [false, true, false, false]);
}

#[test]
fn views_and_intros_that_are_not_whole_are_not_read() {
    let state = some_state();
    let (mut intro, mut bytes) = (Vec::new(), Vec::new());
    state.write_intro(0, &mut intro);
    state.write_view(0, &mut bytes);
    let mut view = View::new(state.head.parameters.cells());
    for cut in 0..bytes.len() {
        assert_eq!(view.read(&bytes[..cut]), None);
    }
    for cut in 0..intro.len() {
        assert!(Intro::read(&intro[..cut]).is_none(), "{cut}");
    }
    intro[8] = 0;
    assert!(Intro::read(&intro).is_none(), "no rounds at all");
}

#[test]
fn programs_are_told_the_same_as_json() {
    let state = some_state();
    let (mut intro, mut bytes) = (Vec::new(), Vec::new());
    state.write_intro(2, &mut intro);
    state.write_view(2, &mut bytes);
    let told = GAME.tell_intro(&intro).expect("an intro");
    assert_eq!(told["trade"], char::from(state.head.trades[2]).to_string());
    assert_eq!(told["market"][0], "BOWCB..OBCWO");
    assert_eq!(told["settings"]["bids"], 4);
    let told = GAME.tell_view(&intro, &bytes).expect("a view");
    assert_eq!(told["score"], state.board.total_score[2]);
    assert_eq!(told["prices"][11][11], state.board.prices[143]);
    assert_eq!(told["status"], zeros());
    for (word, [verb, coins, b]) in GAME.order_words() {
        assert_eq!((*verb, coins.to_string().as_str(), *b), (0, *word, 0));
    }
}

fn zeros() -> engine::tell::Value {
    engine::tell::json!([0.0, 0.0, 0.0, 0.0])
}
