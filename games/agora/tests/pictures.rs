//! The pictures of the manual.

use super::rules::round;
use crate::agora::settings::Settings;
use crate::agora::state::State;
use crate::pictures::{Album, Strip};
use engine::{Notes, Rules, Ruleset, Settings as _};

const MARKET: &str = "Agora 1.0\nnb_players 4\nnb_rounds 9\npurse 20\nincome 10\nbids 5\nfavour 3\n\
                      rows 3\ncols 5\nFIXED\nBOWCB\nW.BOC\nOCBW.\n";
const COLS: i32 = 5;

/// The first state, with trades in the order of the seats, and stalls that seats own already.
fn begin(owned: &[(usize, i32)]) -> State {
    let settings = Settings::read(MARKET.as_bytes()).expect("legal settings");
    let setup = crate::testing::setup("1", &["A", "B", "C", "D"], Ruleset::Statement);
    let mut state = State::start(&settings, &setup, &mut Notes::default()).expect("it begins");
    state.head.trades = *b"BOWC";
    for &(seat, cell) in owned {
        state.board.owners[cell as usize] = b'0' + seat as u8;
        state.board.stalls[seat] += 1;
    }
    state
}

/// Labels of bids: seat, cell, coins.
fn labelled(strip: Strip, bids: &[(usize, i32, i32)]) -> Strip {
    let mut cells: Vec<(i32, Vec<String>)> = Vec::new();
    for &(_, cell, coins) in bids {
        match cells.iter_mut().find(|(known, _)| *known == cell) {
            Some((_, all)) => all.push(coins.to_string()),
            None => cells.push((cell, vec![coins.to_string()])),
        }
    }
    let text = |coins: &[String]| coins.join(" ");
    cells.iter().fold(strip, |strip, (cell, coins)| strip.label(place(*cell), text(coins)))
}

/// Labels of prices.
fn priced(strip: Strip, state: &State) -> Strip {
    let prices = (0..).zip(&state.board.prices).filter(|(_, price)| **price > 0);
    prices.fold(strip, |strip, (cell, price)| strip.label(place(cell), price))
}

fn place(cell: i32) -> [i32; 2] {
    [cell / COLS, cell % COLS]
}

#[test]
fn pictures_of_the_manual_show_what_the_rules_do() {
    let mut album = Album::new("agora");

    // Beside its stall, across a corner, and any stall for those without one.
    let mut state = begin(&[(0, 7)]);
    let bids = [(0, 2, 4), (0, 8, 5), (0, 3, 6), (1, 10, 7)];
    let strip = labelled(Strip::new(&state, 0..3, 0..5), &bids);
    let strip = strip.play(&mut state, |state| round(state, &bids));
    album.add("reach", &strip);

    let mut state = begin(&[(0, 7)]);
    let bids = [(0, 2, 6), (1, 2, 9), (2, 2, 8)];
    let strip = labelled(Strip::new(&state, 0..3, 0..5), &bids);
    let strip = strip.play(&mut state, |state| round(state, &bids));
    let strip = priced(strip, &state);
    album.add("award", &strip);

    let mut state = begin(&[(0, 7)]);
    let bids = [(1, 2, 9), (2, 2, 9), (0, 2, 8)];
    let strip = labelled(Strip::new(&state, 0..3, 0..5), &bids);
    let strip = strip.play(&mut state, |state| round(state, &bids));
    album.add("equal-bids", &strip);

    let mut state = begin(&[(0, 7), (0, 2), (1, 10), (1, 1)]);
    let strip = Strip::new(&state, 0..3, 0..5).with_scores();
    let strip = strip.play(&mut state, |state| round(state, &[]));
    album.add("takings", &strip);

    let mut state = begin(&[(0, 7)]);
    (state.board.prices[7], state.board.coins[1]) = (3, 30);
    let mut strip = priced(Strip::new(&state, 0..3, 0..5), &state);
    for bids in [&[(1, 7, 3)][..], &[(1, 7, 3)][..]] {
        strip = strip.play(&mut state, |state| round(state, bids));
        strip = priced(strip, &state);
    }
    album.add("price", &strip);

    album.finish();
}
