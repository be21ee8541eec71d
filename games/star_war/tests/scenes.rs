//! The scenes for the viewer.

use super::drawn::{Drawn, step};
use crate::star_war::{scene, story};
use engine::Ruleset;
use engine::scene::{Event, EventKind, Scene};

/// The picture after one round of a drawing.
fn shown(before: &str, orders: &str, seed: i32) -> Scene {
    let mut state = Drawn::new(before, seed).state(Ruleset::Statement);
    let old = state.board.clone();
    step(&mut state, orders).expect("plays");
    scene::scene(&state.board, &state.head, Some((&old, &state.moves)))
}

fn told(scene: &Scene) -> Vec<String> {
    let line = |e: &Event| format!("{:?} {} {} {}", e.kind, e.seat, e.id, e.text);
    scene.events.iter().map(line).collect()
}

#[test]
fn a_round_is_told_as_it_happened() {
    let scene = shown(
        ".a.c........
         ..eP........
         gX...b......
         .....d......
         0...X.......",
        "a:shoot c:0,0 e:0,1 b:0,0 d:-1,0",
        1,
    );
    let mut events = told(&scene);
    events.sort();
    let expected = [
        "Bonus 2 4 takes 10 points",
        "Dead -1 -1 starship 1 is lost in the crash with starship 3",
        "Dead -1 -1 starship 3 crashes into starship 1",
        "Dead -1 -1 starship 6 crashes into an asteroid",
        "Dead 0 0 shoots down starship 2",
        "Shot 0 0 shoots",
    ];
    assert_eq!(events, expected);
    let dead = scene.events.iter().filter(|e| e.kind == EventKind::Dead).map(|e| e.other);
    assert_eq!(dead.sum::<i32>(), 1 + 2 + 3 + 6);
    let flying = scene.pieces.iter().find(|p| p.kind == "missile").expect("one flies");
    assert_eq!((flying.i, flying.j, flying.from), (4, 2, Some([4, 0])));
    let e = scene.pieces.iter().find(|p| p.kind == "starship" && p.id == 4).expect("it lives");
    assert_eq!((e.seat, e.from), (2, Some([1, 2])));
    assert_eq!(scene.seats[0].pips, [true, false]);
}

#[test]
fn the_order_of_the_players_is_found_out() {
    // Whoever moves first survives: the shooter hits only a rival that has not left yet.
    let mut outcomes = [0, 0];
    for seed in 0..20 {
        let scene = shown(".a.c.... ........", "a:shoot c:1,0", seed);
        let events = told(&scene);
        let hit = events.contains(&"Dead 0 0 shoots down starship 2".to_string());
        assert_eq!(events.len(), 1 + usize::from(hit), "{events:?}");
        assert_eq!(scene.seats[0].score == 30, hit, "seed {seed}");
        outcomes[usize::from(hit)] += 1;
    }
    assert!(outcomes.iter().all(|&n| n > 0), "both happen");
}

#[test]
fn orders_are_shown_with_their_outcome() {
    let mut drawn = Drawn::new("a...b..c..", 1);
    drawn.settings.board.ships[2].missiles = 0;
    let mut state = drawn.with(|s| s.parameters.nb_win_cols = 9).state(Ruleset::Statement);
    let old = state.board.clone();
    step(&mut state, "a:0,0 b:1,1 c:shoot d:0,1").expect("plays");
    let scene = scene::scene(&state.board, &state.head, Some((&old, &state.moves)));
    let orders = scene.orders.iter().map(|o| (o.text.to_string(), o.done, o.why.to_string()));
    let expected = [
        ("stay in the cell", false, "that is outside the window"),
        ("move down", false, "that is outside the window"),
        ("shoot", false, "it has no missile"),
        ("move ahead", false, "it is dead"),
    ];
    let expected = expected.map(|(text, done, why)| (text.into(), done, why.into()));
    assert_eq!(orders.collect::<Vec<_>>(), expected);
}

#[test]
fn the_window_follows_the_round() {
    let mut state = Drawn::new(&".".repeat(12), 1).state(Ruleset::Statement);
    for round in 0..30 {
        let scene = scene::scene(&state.board, &state.head, None);
        assert_eq!(scene.window, Some([round % 12, 12]));
        step(&mut state, "").expect("plays");
    }
}

#[test]
fn a_board_that_nothing_explains_has_no_story() {
    let mut state = Drawn::new("a.....c.....", 1).state(Ruleset::Statement);
    let old = state.board.clone();
    step(&mut state, "").expect("plays");
    let mut forged = state.board.clone();
    forged.scores[3] += 1;
    assert!(story::tell(&state.head, &old, &state.moves, &forged).is_none());
}

#[test]
fn the_inspector_speaks_of_the_universe() {
    let state = Drawn::new("a.....cX....", 1).with(|s| s.parameters.nb_win_cols = 10);
    let state = state.state(Ruleset::Statement);
    let facts = |j| {
        let facts = scene::inspect(&state.board, &state.head, 0, j);
        facts.iter().map(|f| format!("{}={}", f.label, f.value)).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(
        facts(6),
        "=Starship 2, Player=B, Missiles=3, Cell=row 0, column 6, Window=column 6 of 10"
    );
    assert_eq!(facts(11), "Content=nothing, Cell=row 0, column 11, Window=outside");
    assert_eq!(facts(12), "");
}
