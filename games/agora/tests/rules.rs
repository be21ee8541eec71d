//! One rule each, on a small market: three stalls of bread in a row, then paving, then oil.

use crate::agora::settings::Settings;
use crate::agora::state::State;
use engine::{Notes, Order, Rules, Ruleset, Settings as _};

const SMALL: &str = "Agora 1.0\nnb_players 4\nnb_rounds 9\npurse 20\nincome 7\nbids 3\nfavour 5\n\
                     rows 2\ncols 5\nFIXED\nBBB.O\nWWCCO\n";

fn begin() -> State {
    let settings = Settings::read(SMALL.as_bytes()).expect("legal settings");
    let setup = crate::testing::setup("1", &["A", "B", "C", "D"], Ruleset::Statement);
    State::start(&settings, &setup, &mut Notes::default()).expect("it begins")
}

/// Plays a round in which players bid: seat, cell, coins.
pub(super) fn round(state: &mut State, bids: &[(usize, i32, i32)]) {
    let mut orders = vec![Vec::new(); 4];
    bids.iter().for_each(|&(seat, cell, coins)| orders[seat].push(Order::new(cell, coins)));
    state.step(&orders, &[false; 4], &mut Notes::default()).expect("a round");
}

fn owners(state: &State) -> &str {
    std::str::from_utf8(&state.board.owners).expect("letters")
}

#[test]
fn the_highest_bid_wins_and_only_it_is_paid() {
    let mut state = begin();
    round(&mut state, &[(0, 1, 6), (1, 1, 9), (2, 1, 8)]);
    assert_eq!(owners(&state), ".1........");
    assert_eq!(state.board.coins, [27, 18, 27, 27]);
    assert_eq!(state.board.stalls, [0, 1, 0, 0]);
}

#[test]
fn of_equal_highest_bids_none_wins() {
    let mut state = begin();
    round(&mut state, &[(0, 1, 9), (1, 1, 9), (2, 1, 8)]);
    assert_eq!(owners(&state), "..........");
    assert_eq!(state.board.coins, [27; 4]);
}

#[test]
fn a_bid_must_be_above_the_price_which_falls_by_one_each_round() {
    let mut state = begin();
    round(&mut state, &[(0, 1, 5)]);
    assert_eq!(state.board.prices[1], 4);
    round(&mut state, &[(1, 1, 4)]);
    assert_eq!((owners(&state), state.board.prices[1]), (".0........", 3));
    round(&mut state, &[(1, 1, 4)]);
    assert_eq!((owners(&state), state.board.prices[1]), (".1........", 3));
    assert_eq!(state.board.stalls, [0, 1, 0, 0]);
    (0..5).for_each(|_| round(&mut state, &[]));
    assert_eq!(state.board.prices[1], 0);
}

#[test]
fn owners_bid_beside_their_stalls_and_the_others_anywhere() {
    let mut state = begin();
    round(&mut state, &[(0, 0, 1)]);
    // Not across a corner, a row's end or paving.
    round(&mut state, &[(0, 6, 1), (0, 4, 1), (0, 2, 1), (1, 4, 1)]);
    assert_eq!(owners(&state), "0...1.....");
    round(&mut state, &[(0, 5, 1), (0, 1, 1), (0, 0, 9)]);
    assert_eq!((owners(&state), state.board.prices[0]), ("00..10....", 8));
}

#[test]
fn bids_for_what_is_no_stall_or_for_no_coins_do_not_count() {
    let mut state = begin();
    round(&mut state, &[(0, 3, 1), (0, -1, 1), (0, 10, 1), (0, i32::MAX, 1)]);
    round(&mut state, &[(0, 1, 0), (0, 2, -4), (0, 0, i32::MIN)]);
    assert_eq!(owners(&state), "..........");
    assert!(state.moves.bids.is_empty());
}

#[test]
fn coins_are_set_aside_for_each_bid() {
    let mut state = begin();
    round(&mut state, &[(0, 0, 12), (0, 1, 9), (0, 2, 8)]);
    assert_eq!(owners(&state), "0.0.......");
    assert_eq!(state.board.coins[0], 7);
}

#[test]
fn the_first_bid_for_a_stall_counts_and_so_many_in_all() {
    let mut state = begin();
    round(&mut state, &[(0, 0, 2), (0, 0, 9), (0, 1, 1), (0, 2, 1), (0, 4, 1)]);
    assert_eq!(owners(&state), "000.......");
    assert_eq!(state.board.coins[0], 20 - 4 + 7);
}

#[test]
fn stalls_of_the_own_trade_give_more_points() {
    let mut state = begin();
    state.head.trades = *b"BOWC";
    round(&mut state, &[(0, 0, 1), (1, 1, 1), (2, 4, 1)]);
    assert_eq!(state.board.total_score, [5, 1, 1, 0]);
    round(&mut state, &[(1, 0, 2)]);
    assert_eq!(state.board.total_score, [5, 3, 2, 0]);
}

#[test]
fn every_player_has_another_trade_and_seeds_deal_them_anew() {
    let settings = Settings::read(SMALL.as_bytes()).expect("legal settings");
    let mut dealt = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let setup = crate::testing::setup(&seed.to_string(), &["A"; 4], Ruleset::Statement);
        let state = State::start(&settings, &setup, &mut Notes::default()).expect("it begins");
        let mut trades = state.head.trades;
        dealt.insert(trades);
        trades.sort_unstable();
        assert_eq!(&trades, b"BCOW");
    }
    assert!(dealt.len() > 10, "{dealt:?}");
}

#[test]
fn drawn_markets_have_as_many_stalls_of_each_good() {
    let (_, board) = <super::Agora as engine::Game>::FACTS.boards[0];
    let settings = Settings::read(board.as_bytes()).expect("legal settings");
    let setup = crate::testing::setup("5", &["A"; 4], Ruleset::Statement);
    let state = State::start(&settings, &setup, &mut Notes::default()).expect("it begins");
    let count = |good: u8| state.head.goods.cells().iter().filter(|&&cell| cell == good).count();
    assert_eq!(b"BOWC.".map(count), [22, 22, 22, 22, 12]);
}
