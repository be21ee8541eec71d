//! One rule at a time: each switch of section j in both rulesets, and the traps of section m.

use crate::battle_royale::settings::Settings;
use crate::battle_royale::state::{Dir, State};
use crate::battle_royale::stream::{self, Stream};
use crate::testing;
use engine::Ruleset::{self, Kit, Statement};
use engine::{Notes, Order, Pos, Rules, Settings as _, Streams};

/// A settings file: parameters in a few words, a board, units.
pub(super) struct File {
    pub(super) players: usize,
    pub(super) damage: (i32, i32),
    pub(super) regen: i32,
    pub(super) units: String,
    /// Farmers and knights of each player.
    pub(super) team: (i32, i32),
    pub(super) rows: Vec<&'static str>,
}

/// Two players on a board of 12 by 12 without walls; a farmer has 20 health, a knight 30.
pub(super) fn file(team: (i32, i32), units: &str) -> File {
    let rows = vec!["............"; 12];
    File { players: 2, damage: (10, 20), regen: 3, units: units.into(), team, rows }
}

impl File {
    fn text(&self) -> String {
        let (n, (farmers, knights), regen) = (self.players, self.team, self.regen);
        let (min, max) = self.damage;
        let (rows, cols, board) = (self.rows.len(), self.rows[0].len(), self.rows.join("\n"));
        let (names, zeros) = (" ?".repeat(n), " 0".repeat(n));
        format!(
            "battleroyale v1.1\nnb_players {n}\nnb_rounds 10\nnb_farmers {farmers}\n\
             nb_knights {knights}\nfarmers_health 20\nknights_health 30\nfarmers_regen {regen}\n\
             knights_regen {regen}\ndamage_min {min}\ndamage_max {max}\nrows {rows}\ncols {cols}\n\
             secgame false\nnames{names}\nround 0\n{board}\nscore{zeros}\nstatus{zeros}\n{}",
            self.units
        )
    }

    fn start(&self, ruleset: Ruleset, seed: &str) -> Result<State, String> {
        let names = &["A", "B", "C", "D"][..self.players];
        let settings = Settings::read(self.text().as_bytes()).expect("the file is legal");
        let setup = testing::setup(seed, names, ruleset);
        State::start(&settings, &setup, &mut Notes::default()).map_err(|fatal| fatal.message)
    }

    pub(super) fn begin(&self, ruleset: Ruleset, seed: &str) -> State {
        self.start(ruleset, seed).expect("the match begins")
    }
}

/// Orders by seat, as `0 r, 1 n` each.
fn orders(seats: &[&str]) -> Vec<Vec<Order>> {
    let one = |order: &str| {
        let (id, dir) = order.trim().split_once(' ').expect("ID DIR");
        let dir = Dir::from_letter(dir.as_bytes()[0]).expect("a direction");
        Order::new(id.parse().expect("an id"), dir as i32)
    };
    let all = |seat: &&str| seat.split(',').filter(|o| !o.trim().is_empty()).map(one).collect();
    seats.iter().map(all).collect()
}

/// Plays one round; gives what the rules said.
pub(super) fn play(state: &mut State, seats: &[&str]) -> String {
    let mut notes = Notes::default();
    state.step(&orders(seats), &[false; 4], &mut notes).expect("the round is played");
    notes.text
}

fn draws(before: &Stream, after: &Stream) -> u32 {
    let bytes = |stream: &Stream| {
        let mut out = Vec::new();
        stream.write(&mut out);
        out
    };
    State::stream_steps(&bytes(before), &bytes(after)).expect("only draws lie between")
}

fn health(state: &State, id: usize) -> i32 {
    state.field.units[id].health
}

/// Damages of one hit over many seeds.
fn damages(file: &File, ruleset: Ruleset) -> Vec<i32> {
    let hit = |seed: i32| {
        let mut state = file.begin(ruleset, &seed.to_string());
        play(&mut state, &["0 r", "1 n"]);
        30 - health(&state, 1)
    };
    let mut all: Vec<i32> = (0..200).map(hit).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn two_knights() -> File {
    let mut file = file((0, 1), "k 0 5 5 30\nk 1 5 6 30\n");
    file.regen = 0;
    file
}

#[test]
fn s1_the_greatest_damage_is_reached_in_the_statement_only() {
    let mut file = two_knights();
    file.damage = (3, 6);
    assert_eq!(damages(&file, Statement), [3, 4, 5, 6]);
    assert_eq!(damages(&file, Kit), [3, 4, 5]);
}

#[test]
fn s1_equal_bounds_are_one_damage_in_the_statement_and_fatal_in_the_kit() {
    let mut file = two_knights();
    file.damage = (7, 7);
    assert_eq!(damages(&file, Statement), [7]);
    let mut state = file.begin(Kit, "1");
    let hit = state.step(&orders(&["0 r", ""]), &[false; 2], &mut Notes::default());
    assert!(hit.is_err_and(|fatal| fatal.message.contains("damage_max")));
}

#[test]
fn s1_reversed_bounds_are_refused_by_the_statement_and_reflected_by_the_kit() {
    let mut file = two_knights();
    file.damage = (6, 3);
    let refusal = file.start(Statement, "1").expect_err("the bounds are reversed");
    assert!(refusal.contains("`damage_max` 3 must not be smaller than `damage_min` 6"));
    assert_eq!(damages(&file, Kit), [6, 7, 8]);
}

/// Four farmers of player 0 that want the tile in their midst, and one far away.
fn crossing() -> File {
    file(
        (5, 0),
        "f 0 4 5 20\nf 0 6 5 20\nf 0 5 4 20\nf 0 5 6 20\nf 0 1 1 20\n\
                  f 1 9 9 20\nf 1 9 1 20\nf 1 8 1 20\nf 1 8 9 20\nf 1 7 9 20\n",
    )
}

#[test]
fn s2_all_orders_are_shuffled_in_the_statement_and_kept_in_the_kit() {
    let file = crossing();
    let first = |ruleset, seed: i32| {
        let mut state = file.begin(ruleset, &seed.to_string());
        play(&mut state, &["0 b, 1 t, 2 r, 3 l", ""]);
        state.occupant[Pos::new(5, 5)]
    };
    assert!((0..30).all(|seed| first(Kit, seed) == 0));
    let mut winners: Vec<i32> = (0..60).map(|seed| first(Statement, seed)).collect();
    winners.sort_unstable();
    winners.dedup();
    assert_eq!(winners, [0, 1, 2, 3]);
}

#[test]
fn s2_draws_one_less_than_orders_instead_of_one_less_than_players() {
    let cases = [("", "", 0), ("0 b", "", 0), ("0 b, 0 t, 77 l, 1 t", "5 n", 2)];
    for (zero, one, in_statement) in cases {
        for (ruleset, expected) in [(Statement, in_statement), (Kit, 1)] {
            let mut state = crossing().begin(ruleset, "5");
            let before = state.stream.clone();
            play(&mut state, &[zero, one]);
            assert_eq!(draws(&before, &state.stream), expected, "{ruleset:?} `{zero}` `{one}`");
        }
    }
}

#[test]
fn s3_to_stay_on_purpose_heals_in_the_statement_only() {
    let file = file((1, 0), "f 0 5 5 10\nf 1 8 8 10\n");
    for (ruleset, expected) in [(Statement, 13), (Kit, 10)] {
        let mut state = file.begin(ruleset, "1");
        play(&mut state, &["0 n", ""]);
        assert_eq!(health(&state, 0), expected, "{ruleset:?}");
        assert_eq!(health(&state, 1), 13, "no order heals in both");
        assert!(state.moves.done.is_empty());
    }
}

#[test]
fn s4_orders_for_units_of_others_freeze_them_in_the_kit_only() {
    let file = file((1, 0), "f 0 5 5 10\nf 1 8 8 10\n");
    let mut outcomes = Vec::new();
    for seed in 0..20 {
        let mut state = file.begin(Kit, &seed.to_string());
        let said = play(&mut state, &["1 l", "1 r"]);
        assert_eq!(said, "");
        outcomes.push(state.moves.done.len());
    }
    // Whoever comes first in the round decides.
    assert!(outcomes.contains(&0) && outcomes.contains(&1));
    for seed in 0..20 {
        let mut state = file.begin(Statement, &seed.to_string());
        let said = play(&mut state, &["1 l", "1 r"]);
        assert_eq!(said, "warning: unit 1 is not of player 0: its order is dropped\n");
        assert_eq!(state.moves.done, [(1, Dir::Right)]);
        assert_eq!(state.moves.orders[0], [(1, Dir::Left)], "the file still shows the order");
    }
}

#[test]
fn s5_tiles_count_before_the_first_round_in_the_statement_only() {
    let mut file = file((4, 0), "");
    file.players = 4;
    file.rows = vec!["1...........", "............", "............", "............"];
    file.rows.extend(vec!["............"; 8]);
    let scores = |ruleset| file.begin(ruleset, "3").field.scores;
    assert_eq!(scores(Statement), [4, 5, 4, 4]);
    assert_eq!(scores(Kit), [0, 0, 0, 0]);
    let mut state = file.begin(Kit, "3");
    play(&mut state, &["", "", "", ""]);
    assert_eq!(state.field.scores, [4, 5, 4, 4]);
}

#[test]
fn a_converted_unit_acts_for_its_new_owner_in_the_kit() {
    // Player 0 hits the farmer and has an order for it later in its list.
    let mut file = file((1, 1), "f 0 9 2 20\nk 0 6 5 30\nf 1 6 6 1\nk 1 9 9 30\n");
    file.damage = (5, 6);
    let play_with = |ruleset, seed: i32| {
        let mut state = file.begin(ruleset, &seed.to_string());
        play(&mut state, &["1 r, 2 b", ""]);
        assert_eq!((state.field.units[2].player, health(&state, 2)), (0, 20));
        state.moves.done
    };
    assert!((0..20).all(|seed| play_with(Kit, seed).len() == 2));
    assert!((0..20).all(|seed| play_with(Statement, seed) == [(1, Dir::Right)]));
}

#[test]
fn a_converted_unit_appears_healed_in_the_quadrant_of_its_new_owner() {
    let mut file = file((1, 1), "f 0 9 2 20\nk 0 5 5 30\nf 1 5 6 1\nk 1 9 9 30\n");
    file.damage = (5, 6);
    for ruleset in [Statement, Kit] {
        for seed in 0..30 {
            let mut state = file.begin(ruleset, &seed.to_string());
            let before = state.field.tiles[Pos::new(5, 6)];
            play(&mut state, &["1 r", ""]);
            let unit = state.field.units[2];
            assert!((1..=4).contains(&unit.pos.i) && (1..=4).contains(&unit.pos.j));
            assert_eq!(state.field.tiles[unit.pos], b'0', "it colours its new tile");
            assert_eq!(state.field.tiles[Pos::new(5, 6)], before, "its old one keeps its colour");
            assert_eq!(state.occupant[Pos::new(5, 6)], -1);
            assert_eq!(state.field.units[1].pos, Pos::new(5, 5), "the attacker stays");
        }
    }
}

#[test]
fn walls_stop_units_and_edges_do_not() {
    let mut file = file((1, 0), "f 0 0 5 10\nf 1 11 11 20\n");
    file.rows[1] = ".....X......";
    for ruleset in [Statement, Kit] {
        let mut state = file.begin(ruleset, "1");
        play(&mut state, &["0 b", "1 r"]);
        assert_eq!(state.field.units[0].pos, Pos::new(0, 5));
        assert_eq!(health(&state, 0), 10, "an order that fails does not heal");
        assert_eq!(state.field.units[1].pos, Pos::new(11, 0));
        play(&mut state, &["0 t", ""]);
        assert_eq!(state.field.units[0].pos, Pos::new(11, 5));
        assert_eq!(state.field.scores, [1, 1]);
    }
}

#[test]
fn farmers_and_friends_do_not_fight() {
    let file = file((1, 1), "f 0 5 5 10\nk 0 5 6 30\nf 1 5 4 20\nk 1 9 9 30\n");
    for ruleset in [Statement, Kit] {
        let mut state = file.begin(ruleset, "1");
        play(&mut state, &["0 l, 1 l", ""]);
        assert!(state.moves.done.is_empty());
        assert_eq!((health(&state, 0), health(&state, 2)), (10, 20));
    }
}

#[test]
fn only_the_first_order_for_a_unit_counts_and_strange_numbers_are_told() {
    let file = file((1, 0), "f 0 5 5 20\nf 1 8 8 20\n");
    let mut state = file.begin(Kit, "1");
    let said = play(&mut state, &["0 l, 0 r, -7 t, 2147483647 t, -7 b", ""]);
    let repeated = "warning: action alread requested for unit";
    let told = "Id out of range\n";
    assert_eq!(said, format!("{repeated} 0\n{repeated} -7\n{told}{told}"));
    let accepted = [(0, Dir::Left), (-7, Dir::Top), (i32::MAX, Dir::Top)];
    assert_eq!(state.moves.orders[0], accepted);
    assert_eq!(state.moves.done, [(0, Dir::Left)]);
}

#[test]
fn a_wrong_direction_ends_the_match_in_the_kit_and_only_the_order_in_the_statement() {
    let file = file((1, 0), "f 0 5 5 20\nf 1 8 8 20\n");
    let orders = vec![vec![Order::new(0, 5)], vec![Order::new(1, 4)]];
    let mut notes = Notes::default();
    let mut state = file.begin(Kit, "1");
    assert!(state.step(&orders, &[false; 2], &mut notes).is_err());
    let mut state = file.begin(Statement, "1");
    state.step(&orders, &[false; 2], &mut notes).expect("the match goes on");
    assert_eq!(state.moves.done, [(1, Dir::Right)]);
    assert!(notes.text.contains("gave unit 0 the direction 5"));
}

#[test]
fn no_room_for_a_unit_is_fatal_when_it_is_needed_and_not_before() {
    // Rows 1 and 2 of the upper left are walls but for one tile.
    let mut file = file((1, 1), "f 0 9 2 20\nk 0 5 5 30\nf 1 5 6 1\nk 1 9 9 30\n");
    for k in 1..=4 {
        file.rows[k] = "XXXXXX......";
    }
    file.damage = (5, 6);
    for ruleset in [Statement, Kit] {
        let mut state = file.begin(ruleset, "1");
        play(&mut state, &["", ""]);
        let mut notes = Notes::default();
        let hit = state.step(&orders(&["1 r", ""]), &[false; 2], &mut notes);
        assert!(hit.is_err_and(|fatal| fatal.message.contains("no free tile")));
    }
}

#[test]
fn a_stuck_stream_cannot_hang_the_match() {
    let mut file = file((2, 2), "");
    file.rows[1] = ".X..........";
    let mut state = file.begin(Statement, "1");
    // All draws of this stream are 0, so the first tile of the quadrant comes up for ever.
    state.read_stream(0, &[0; stream::BYTES]);
    state.field.units[0].health = 1;
    let victim = state.field.units[0].pos;
    let id = state.field.units.iter().position(|u| u.player == 1 && u.kind as u8 == 0);
    let id = id.expect("player 1 has a knight");
    let old = std::mem::replace(&mut state.field.units[id].pos, victim + Dir::Left.offset());
    state.occupant[old] = -1;
    state.occupant[victim + Dir::Left.offset()] = id as i32;
    let order = format!("{id} r");
    play(&mut state, &["", &order]);
    assert_eq!(state.field.units[0].player, 1);
}

#[test]
fn files_may_begin_late_and_the_old_header_is_kept() {
    let text = file((1, 0), "").text().replace("v1.1", "v1").replace("secgame false\n", "");
    let text = text.replace("round 0", "round -5");
    let settings = Settings::read(text.as_bytes()).expect("an old file is read");
    let state =
        State::start(&settings, &testing::setup("1", &["A", "B"], Kit), &mut Notes::default());
    let state = state.expect("the match begins");
    assert_eq!((state.field.round, state.rounds_left), (-5, 10));
    let mut out = Vec::new();
    <crate::battle_royale::state::Field as engine::Board>::write_head(&state.head, &mut out);
    let head = String::from_utf8(out).expect("text");
    assert!(head.starts_with("battleroyale v1\nnb_players 2\n"));
    assert!(head.ends_with("cols 12\nnames A B\n\n"));
}
