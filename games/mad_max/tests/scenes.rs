//! The scenes for the viewer.

use super::{GAME, OASIS};
use engine::laws::Sample;
use engine::scene::{EventKind, Scene, Tag};
use engine::{DynGame, Film, Notes, Order, Ruleset};

/// Crowded and dry: somebody dies in every other round.
const DROUGHT: &str = include_str!("../boards/drought.cnf");

/// A film of one round on the oasis with the given orders of seat 0.
fn one_round(orders: Vec<Order>) -> (Box<dyn Film>, Scene) {
    let sample = Sample::new(&GAME, OASIS.as_bytes(), 3, Ruleset::Statement);
    let mut notes = Notes::default();
    let mut state = GAME.start(&sample.settings, &sample.setup, &mut notes).expect("it begins");
    let mut film = GAME.film(&*state).expect("its own state");
    let all = [orders, Vec::new(), Vec::new(), Vec::new()];
    state.step(&all, &[false; 4], &mut notes).expect("a round");
    assert!(film.push(&*state));
    let scene = film.scene(1).expect("a scene");
    (film, scene)
}

#[test]
fn the_stage_knows_the_board_and_the_names() {
    let (film, scene) = one_round(Vec::new());
    let stage = film.stage();
    assert_eq!((stage.rows, stage.cols, stage.scenes), (40, 40, 2));
    assert_eq!(stage.names, ["P0", "P1", "P2", "P3"]);
    assert_eq!(stage.series[0].values[1], [2.0; 4]);
    assert!(scene.ground.chars().all(|l| stage.legend.iter().any(|g| g.letter == l)));
    let owned = |seat| scene.owner.chars().filter(|&c| c == seat).count();
    assert_eq!(owned('0'), owned('3'));
    assert_eq!(scene.areas.len(), 4);
    assert_eq!(scene.pieces.len(), 4 * (8 + 2));
    assert_eq!(scene.seats[1].facts[0].value.to_string(), "1");
}

#[test]
fn orders_tell_what_became_of_them() {
    let (_, scene) =
        one_round(vec![Order::new(0, 4), Order::new(1, 4), Order::new(500, 4), Order::new(4, 17)]);
    let whys: Vec<(bool, String)> =
        scene.orders.iter().map(|o| (o.done, o.why.to_string())).collect();
    for why in ["not its own unit", "there is no such unit", "no such direction"] {
        assert!(whys.contains(&(false, why.into())), "{whys:?}");
    }
    assert_eq!(whys.len(), 4);
    assert_eq!(scene.orders[0].text.to_string(), "move up");
}

#[test]
fn inspecting_tells_about_units_and_ground() {
    let (film, scene) = one_round(Vec::new());
    let car = scene.pieces.iter().find(|p| p.kind == "car").expect("a car");
    let facts = film.inspect(1, car.i, car.j);
    assert_eq!(facts[1].value.to_string(), format!("car {} of P{}", car.id, car.seat));
    assert!(
        facts.iter().any(|f| f.label == "Fuel" && f.value.to_string() == "99 of 100"),
        "{facts:?}"
    );
    let facts = film.inspect(1, 18, 18);
    assert_eq!(facts[0].value.to_string(), "row 18, column 18, water");
    let city = film.inspect(1, 6, 18);
    for (label, value) in [("Owner", "P0"), ("Warriors inside", "8 of P0")] {
        let told = |f: &engine::scene::Fact| f.label == label && f.value.to_string() == value;
        assert!(city.iter().any(told), "{city:?}");
    }
    assert!(film.inspect(1, -1, 0).is_empty());
}

/// Every event of a long match names units and cells that exist, and nobody changes hands
/// without a story.
#[test]
fn every_change_of_hands_is_told() {
    let sample = Sample::new(&GAME, DROUGHT.as_bytes(), 8, Ruleset::Statement);
    let (text, _) = engine::laws::scattered_match(&GAME, &sample);
    let film = GAME.read_res(&text).expect("its own file");
    let (mut deaths, mut bites) = (0, 0);
    for k in 1..film.len() {
        let (old, now) = (film.scene(k - 1).expect("old"), film.scene(k).expect("now"));
        let changed = old.pieces.iter().zip(&now.pieces).filter(|(o, n)| o.seat != n.seat).count();
        let told = |kind| now.events.iter().filter(|e| e.kind == kind).count();
        assert_eq!(
            (told(EventKind::Dead), told(EventKind::Reborn)),
            (changed, changed),
            "round {k}"
        );
        assert!(now.events.iter().all(|e| (0..60).contains(&e.cell[0]) && !e.text.is_empty()));
        deaths += changed;
        bites += told(EventKind::Hit);
        // A bite is seen in the levels of the bitten, or it died of it.
        for event in now.events.iter().filter(|e| e.kind == EventKind::Hit) {
            let other = event.other as usize;
            assert!(now.pieces[other].tags.contains(&Tag::Hit));
        }
    }
    assert!(deaths > 50 && bites > 3, "{deaths} deaths and {bites} bites");
}
