//! Result files: their contents, and the conclusions from them.

use super::drawn::{self, put};
use crate::pandemic::Pandemic;
use crate::pandemic::settings::Settings;
use crate::pandemic::state::Board;
use crate::pandemic::state::State;
use crate::testing;
use engine::film::{Film, Recorded};
use engine::laws::Scatter;
use engine::scene::Tag;
use engine::{DynGame, Game, Notes, Rules, Ruleset, Settings as _};

/// A match of senseless orders: its result file, and the state after every round.
fn scattered(seed: &str) -> (Vec<u8>, Vec<Board>) {
    let game = Pandemic;
    let setup = testing::setup(seed, &["Ann", "Bob", "Cid", "Dot"], Ruleset::Statement);
    let settings = Settings::read(Pandemic::FACTS.boards[0].1.as_bytes()).expect("legal");
    let mut notes = Notes::default();
    let mut state = State::start(&settings, &setup, &mut notes).expect("the match begins");
    let mut twin = game
        .start(Pandemic::FACTS.boards[0].1.as_bytes(), &setup, &mut notes)
        .expect("the match begins");
    let (mut text, mut boards) = (Vec::new(), vec![state.board.clone()]);
    twin.write_head(&mut text);
    twin.write_board(&mut text);
    let mut source = Scatter::new(1);
    let mut orders = vec![Vec::new(); 4];
    while Rules::rounds_left(&state) > 0 {
        orders.iter_mut().for_each(|o| source.orders(o));
        state.step(&orders, &[false; 4], &mut notes).expect("played");
        twin.step(&orders, &[false; 4], &mut notes).expect("played");
        twin.write_moves(&mut text);
        twin.write_board(&mut text);
        boards.push(state.board.clone());
    }
    (text, boards)
}

/// Share of the units whose infection a film from a result file tells rightly.
#[test]
fn films_from_result_files_know_who_is_infected_and_masked() {
    let (text, boards) = scattered("11");
    let film = Recorded::<Board>::read(&text).expect("its own file");
    let (mut all, mut right, mut masked) = (0, 0, 0);
    for (k, board) in boards.iter().enumerate().skip(1) {
        let scene = film.scene(k).expect("a scene");
        for piece in scene.pieces.iter().filter(|p| p.id >= 0) {
            let unit = board.units[piece.id as usize];
            let told = [Tag::Infected, Tag::Masked].map(|tag| piece.tags.contains(&tag));
            all += 1;
            right += usize::from(told == [unit.damage > 0, unit.mask]);
            masked += usize::from(unit.mask);
        }
    }
    assert!(masked > 0, "somebody wears a mask in this match");
    assert!(right * 1000 >= all * 995, "{right} of {all}");
}

#[test]
fn scenes_show_towns_owners_and_virus() {
    let drawing = ["WWWWWWWWW", "W;;,,;d.W", "WWWWWWWWW"];
    let lists = "cities 2 2 1 1 1 2 1 1 5 paths 1 0 1 2 1 3 1 4 masks 1 5 5";
    let mut state = drawn::start(&drawn::settings(&drawing, lists), 1, Ruleset::Statement);
    put(&mut state, 2, 1, 1);
    state.board.path_owners[0] = 2;
    state.board.city_owners.fill(2);
    state.board.virus[20 + 5] = 10;
    let scene = engine::Board::scene(&state.board, &state.head, None);
    assert_eq!(&scene.ground[20..29], "W;;,,;..W");
    assert_eq!(&scene.owner[20..29], ".22222...");
    assert_eq!(&scene.amount[25..27], [4, 4]);
    assert_eq!((scene.areas.len(), scene.areas[0].cells.len()), (1, 5));
    assert!(scene.pieces.iter().any(|p| p.kind == "mask" && (p.i, p.j) == (5, 5)));
    let facts = engine::Board::inspect(&state.board, &state.head, 1, 1);
    let values: Vec<String> = facts.iter().map(|f| f.value.to_string()).collect();
    for told in ["Unit 2", "city 0"] {
        assert!(values.iter().any(|value| value == told), "{values:?}");
    }
}
