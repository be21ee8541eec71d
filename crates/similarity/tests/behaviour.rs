//! Players that do the same are told from those that do not, whatever their sources say.

use engine::record::{Record, Recorder, Seated};
use engine::{DynGame, Ending, Freeze, Match, Notes, Order, Player, Ruleset, Setup, Turn};
use similarity::behaviour::{self, Answer};

fn game() -> &'static dyn DynGame {
    games::by_id("dominator").expect("the game is there")
}

/// A match of the game's own players.
fn record(seed: &str) -> Record {
    let names = ["Dummy", "Demo", "Dummy", "Demo"];
    let setup = Setup {
        seed: seed.into(),
        ruleset: Ruleset::Statement,
        names: names.map(String::from).to_vec(),
        judged: false,
    };
    let settings = game().facts().boards[0].1.as_bytes();
    let state = game().start(settings, &setup, &mut Notes::default()).expect("the board is fine");
    let seated =
        names.map(|n| Seated { name: n.into(), kind: "builtin".into(), ..Seated::default() });
    let mut recorder = Recorder::new(&*state, &setup, settings, seated.to_vec());
    let players = (0..4).map(|seat| {
        let mut intro = Vec::new();
        state.write_intro(seat, &mut intro);
        game().builtin(names[seat], &intro).expect("the player is there")
    });
    let players = players.collect();
    let mut played = Match::new(state, players, Ruleset::Statement, false);
    for _ in 0..60 {
        played.play_round().expect("nothing goes wrong");
        recorder.round(&played);
    }
    recorder.finish(played.outcome(Ending::Finished))
}

/// A copy that leaves out every fifth order and changes every seventh.
struct Copy(Box<dyn Player>);

impl Player for Copy {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        self.0.play(turn)?;
        let mut count = 0;
        turn.orders.retain_mut(|order: &mut Order| {
            count += 1;
            if count % 7 == 0 {
                order.a = (order.a + 2) % 8;
            }
            count % 5 != 0
        });
        Ok(())
    }
}

/// Orders the same for everybody, whatever happens.
struct Stubborn(i32);

impl Player for Stubborn {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        for unit in 0..60 {
            turn.orders.push(Order::new(unit, self.0));
        }
        Ok(())
    }
}

/// Fails in its first round.
struct Failing;

impl Player for Failing {
    fn play(&mut self, _: &mut Turn<'_>) -> Result<(), Freeze> {
        Err(Freeze::new(engine::Cause::Trap, "on purpose"))
    }
}

fn answers(record: &Record, make: &mut dyn FnMut(&[u8]) -> Box<dyn Player>) -> Vec<Answer> {
    behaviour::answers(game(), record, make).expect("the record can be replayed")
}

#[test]
fn a_copy_answers_alike_and_independent_players_do_not() {
    let record = record("7");
    let builtin = |name: &'static str| {
        move |intro: &[u8]| game().builtin(name, intro).expect("the player is there")
    };
    let all = [
        answers(&record, &mut builtin("Dummy")),
        answers(&record, &mut |intro| Box::new(Copy(builtin("Dummy")(intro)))),
        answers(&record, &mut builtin("Demo")),
        answers(&record, &mut |_| Box::new(Stubborn(2))),
        answers(&record, &mut |_| Box::new(Stubborn(4))),
        answers(&record, &mut |_| Box::new(Failing)),
    ];
    let situations = behaviour::situations(&record);
    assert_eq!(situations.len(), 240, "sixty rounds of four seats");
    assert!(all.iter().all(|a| a.len() == 240));
    let names = ["Dummy", "Copy", "Demo", "Stubborn", "Other", "Failing"].map(String::from);
    let found = behaviour::compare(&names, &situations, &all);
    for a in &found {
        println!("{:?} {:.2} {}", a.names, a.alike, a.situations);
    }
    assert_eq!((found[0].left, found[0].right), (0, 1), "the copy comes first");
    assert!(found[0].alike > 0.6, "{}", found[0].alike);
    assert!(found[1..].iter().all(|a| a.alike < 0.35), "the others are independent");
    assert!((found[0].p - 1.0 / found.len() as f64).abs() < 1e-9);
    assert!(found[0].rounds.len() > 10);
    assert!(found.iter().all(|a| a.right != 5), "who never orders agrees with nobody");
}

#[test]
fn a_player_answers_the_same_twice() {
    let record = record("8");
    let mut make = |intro: &[u8]| game().builtin("Demo", intro).expect("the player is there");
    assert_eq!(answers(&record, &mut make), answers(&record, &mut make));
}

#[test]
fn what_everybody_orders_is_no_evidence() {
    let record = record("9");
    let all: Vec<Vec<Answer>> =
        (0..4).map(|_| answers(&record, &mut |_| Box::new(Stubborn(2)))).collect();
    let names: Vec<String> = (0..4).map(|k| k.to_string()).collect();
    assert!(behaviour::compare(&names, &behaviour::situations(&record), &all).is_empty());
}
