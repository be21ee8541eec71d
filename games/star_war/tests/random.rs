//! The test vectors of section c.3.

use crate::star_war::random::Lehmer;
use crate::star_war::tests::drawn::Drawn;
use engine::{Rules, Ruleset, Streams};

fn rolls(seed: i32) -> Vec<i32> {
    let mut dice = Lehmer::new(seed);
    (0..6).map(|_| dice.roll()).collect()
}

#[test]
fn draws_are_the_published_ones() {
    let one = [96_541, 365_211_587, 435_306_124, 1_681_957_626, 2_009_854_434, 814_711_365];
    assert_eq!((Lehmer::new(1).state(), rolls(1)), (2, one.to_vec()));
    let two = [2_075_652, 1_409_598_200, 1_842_888_922, 728_608_804, 1_335_939_235, 336_425_192];
    assert_eq!((Lehmer::new(42).state(), rolls(42)), (43, two.to_vec()));
    assert_eq!(rolls(123_456_789)[0], 115_589_664);
    assert_eq!(Lehmer::new(i32::MAX).state(), 2);
    let mut dice = Lehmer::new(-77);
    assert_eq!((dice.roll(), dice.draw(-5, 9)), (3_765_137, 9));
}

#[test]
fn upside_down_ranges_count_by_their_width_and_empty_ones_answer_their_first_bound() {
    let mut dice = Lehmer::new(1);
    assert_eq!([(); 5].map(|()| dice.draw(9, 2)), [10, 14, 13, 9, 9]);
    let before = dice;
    assert_eq!(dice.draw(5, 4), 5);
    assert_ne!(dice, before, "it costs a draw all the same");
    assert_eq!(dice.draw(i32::MIN, i32::MAX), i32::MIN);
}

#[test]
fn any_number_is_a_safe_state() {
    for state in [0, 1, 2_147_483_646, 2_147_483_647, u32::MAX] {
        let mut dice = Lehmer::from_state(state);
        assert!((1..=2_147_483_646).contains(&dice.state()), "{state}");
        assert!((0..=2_147_483_645).contains(&dice.roll()), "{state}");
    }
    assert_eq!(Lehmer::from_state(77).state(), 77);
}

/// Seed 42: the states of the board's stream, the orders of the players, and player 1's luck.
#[test]
fn a_match_uses_its_streams_as_the_kit_does() {
    let mut state = Drawn::new("a.b.c.d.....", 42).state(Ruleset::Statement);
    let states = [43, 1_335_939_236, 2_085_282_676, 971_753_084, 1_211_800_558];
    let orders = [[0, 3, 2, 1], [0, 1, 3, 2], [3, 2, 0, 1], [2, 1, 3, 0]];
    let none = vec![Vec::new(); 4];
    for (round, expected) in states.into_iter().enumerate() {
        assert_eq!(state.dice.state(), expected, "round {round}");
        if let Some(order) = orders.get(round) {
            assert_eq!(state.dice.clone().permute_seats(), *order, "round {round}");
        }
        state.step(&none, &[false; 4], &mut Default::default()).expect("plays");
    }
    assert_eq!(state.streams[1].state(), 44);
    let mut stream = Vec::new();
    state.write_stream(1, &mut stream);
    let mut dice = Lehmer::from_state(u32::from_le_bytes(stream[..].try_into().expect("4 bytes")));
    assert_eq!(dice.state(), 2_123_923 + 1, "one number is lost in every round");
    assert_eq!([(); 3].map(|()| dice.roll()), [1_592_203_994, 986_800_161, 495_845_794]);
    state.read_stream(1, &dice.state().to_le_bytes());
    assert_eq!(state.streams[1], dice);
    for junk in [&[][..], &[1, 2, 3], &[0; 5]] {
        state.read_stream(1, junk);
        assert_eq!(state.streams[1], dice, "what is no stream is ignored");
    }
}
