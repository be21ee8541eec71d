//! Matches for programs that learn go as all other matches do.

use arena::Entrant;
use arena::learning::{Buffers, Chair, Learning, Reward, SCALARS, Task};
use arena::lessons::{Lessons, lessons};
use engine::{Cause, DynGame, Freeze, Lcg, Ruleset};

/// What a step writes.
struct Arrays {
    cells: Vec<u8>,
    units: Vec<i16>,
    mask: Vec<u8>,
    scalars: Vec<i32>,
    rewards: Vec<f32>,
    over: Vec<u8>,
}

impl Arrays {
    fn of(learning: &Learning) -> Self {
        let (space, actions) = (learning.space(), learning.actions().count());
        let n = learning.len() * learning.learners().len();
        Self {
            cells: vec![0; n * space.cells()],
            units: vec![0; n * space.units * space.columns.len()],
            mask: vec![0; n * space.units * actions],
            scalars: vec![0; n * SCALARS],
            rewards: vec![0.0; n],
            over: vec![0; n],
        }
    }

    fn buffers(&mut self) -> Buffers<'_> {
        let Self { cells, units, mask, scalars, rewards, over } = self;
        Buffers { cells, units, mask, scalars, rewards, over }
    }
}

fn game(id: &str) -> &'static dyn DynGame {
    *games::ALL.iter().find(|game| game.facts().id == id).expect("there is such a game")
}

/// The games that have features.
fn learnable() -> Vec<&'static dyn DynGame> {
    let chairs = vec![Chair::Learner; 4];
    let all = games::ALL.iter().copied();
    all.filter(|game| Learning::new(*game, task(*game, chairs.clone()), &[1]).is_ok()).collect()
}

fn task(game: &dyn DynGame, chairs: Vec<Chair>) -> Task {
    Task {
        settings: game.facts().boards[0].1.as_bytes().to_vec(),
        ruleset: Ruleset::Statement,
        chairs,
        reward: Reward::ScoreDifference,
        restarts: false,
        records: true,
        threads: 1,
    }
}

/// One accepted action per unit, drawn at random.
fn draw(mask: &[u8], actions: usize, dice: &mut Lcg) -> Vec<i32> {
    let choose = |row: &[u8]| {
        let accepted: Vec<i32> = (0..).zip(row).filter(|(_, a)| **a == 1).map(|(k, _)| k).collect();
        accepted[dice.draw(0, accepted.len() as i32 - 1) as usize]
    };
    mask.chunks_exact(actions).map(choose).collect()
}

#[test]
fn records_of_learners_verify() {
    let games = learnable();
    assert!(games.len() >= 5, "{} games can be learned", games.len());
    for game in games {
        let chairs = vec![
            Chair::Learner,
            Chair::Player(Entrant::built_in(game, "Demo")),
            Chair::Learner,
            Chair::Player(Entrant::built_in(game, "Null")),
        ];
        let mut learning = Learning::new(game, task(game, chairs), &[5]).expect("it begins");
        let (mut arrays, mut dice) = (Arrays::of(&learning), Lcg::new(9));
        let (actions, mut grown) = (learning.actions().count(), 0.0);
        learning.observe(&mut arrays.buffers());
        while arrays.over[0] == 0 {
            let chosen = draw(&arrays.mask, actions, &mut dice);
            learning.step(&chosen, &mut arrays.buffers());
            grown += f64::from(arrays.rewards[0]);
        }
        let record = learning.record(0).expect("records are kept");
        record.verify(game).expect("the record is consistent");
        let orders = record.rounds.iter().map(|round| round.seats[2].orders.len()).sum::<usize>();
        assert!(orders > 100, "{}: {orders} orders", game.facts().id);
        // The rewards add up to the difference at the end; all scores begin alike.
        let scores = record.outcome.expect("it is over").scores;
        let others = (scores[1] + scores[2] + scores[3]) as f64 / 3.0;
        let (first, last) = (scores[0] as f64 - others, arrays.scalars[2]);
        assert_eq!(i64::from(last), scores[0]);
        let start = Learning::new(game, task(game, vec![Chair::Learner; 4]), &[5]);
        let start = start.expect("it begins").played(0).state().scores();
        let begun = start[0] as f64 - (start[1] + start[2] + start[3]) as f64 / 3.0;
        assert!((grown - (first - begun)).abs() < 0.1, "{grown} {first} {begun}");
    }
}

/// What a learner saw and did is read back from the record of its match.
#[test]
fn lessons_are_what_a_learner_saw_and_did() {
    for game in learnable() {
        let demo = || Chair::Player(Entrant::built_in(game, "Demo"));
        let chairs = vec![demo(), demo(), Chair::Learner, demo()];
        let mut learning = Learning::new(game, task(game, chairs), &[5]).expect("it begins");
        let (mut arrays, mut dice) = (Arrays::of(&learning), Lcg::new(9));
        let count = learning.actions().count();
        let mut seen = Lessons::default();
        learning.observe(&mut arrays.buffers());
        while arrays.over[0] == 0 {
            let chosen = draw(&arrays.mask, count, &mut dice);
            seen.cells.extend(&arrays.cells);
            seen.units.extend(&arrays.units);
            seen.mask.extend(&arrays.mask);
            seen.scalars.extend(&arrays.scalars);
            seen.actions.extend(&chosen);
            learning.step(&chosen, &mut arrays.buffers());
        }
        let record = learning.record(0).expect("records are kept");
        let (space, read) = lessons(&record, game, 2).expect("a seat with units");
        assert_eq!(space, learning.space());
        assert!(read == seen, "{}", game.facts().id);
        assert!(lessons(&record, game, 4).is_err(), "there is no seat 4");
        // A frozen player has no turns any more.
        let mut frozen = record;
        let round = seen.scalars[5 * SCALARS];
        let freeze = Freeze { seat: 2, round, ..Freeze::new(Cause::Trap, "it broke") };
        frozen.outcome.as_mut().expect("it is over").freezes.push(freeze);
        let (_, read) = lessons(&frozen, game, 2).expect("a seat with units");
        assert_eq!(read.scalars, seen.scalars[..5 * SCALARS]);
    }
}

/// Neither the number of matches nor that of threads changes a match.
#[test]
fn every_match_goes_as_if_it_were_alone() {
    for game in learnable() {
        let seeds: Vec<u32> = (1..=5).collect();
        let digests = |seeds: &[u32], threads: usize| -> Vec<[u8; 32]> {
            let task = Task { threads, ..task(game, vec![Chair::Learner; 4]) };
            let mut learning = Learning::new(game, task, seeds).expect("it begins");
            let mut arrays = Arrays::of(&learning);
            let row = learning.space().units * learning.learners().len();
            while arrays.over.contains(&0) {
                // The same actions in every match: unit k does action k mod 4.
                let chosen: Vec<i32> =
                    (0..row * seeds.len()).map(|k| (k % row % 4) as i32).collect();
                learning.step(&chosen, &mut arrays.buffers());
            }
            (0..seeds.len()).map(|k| learning.record(k).expect("it is kept").whole).collect()
        };
        let together = digests(&seeds, 2);
        let alone: Vec<[u8; 32]> = seeds.iter().flat_map(|&seed| digests(&[seed], 1)).collect();
        assert_eq!(together, alone, "{}", game.facts().id);
        assert_ne!(together[0], together[1], "seeds change the match");
    }
}

#[test]
fn matches_begin_anew_with_other_seeds() {
    let game = game("dominator");
    let task =
        Task { restarts: true, reward: Reward::Place, ..task(game, vec![Chair::Learner; 4]) };
    let mut learning = Learning::new(game, task, &[3]).expect("it begins");
    let mut arrays = Arrays::of(&learning);
    let rounds = learning.played(0).state().rounds_left();
    for round in 1..=rounds {
        assert!(arrays.rewards.iter().all(|reward| *reward == 0.0));
        learning.step(&[], &mut arrays.buffers());
        assert_eq!(arrays.over, [u8::from(round == rounds); 4]);
    }
    // Place points of a match have the mean ½.
    assert!((arrays.rewards.iter().sum::<f32>() - 2.0).abs() < 1e-6, "{:?}", arrays.rewards);
    learning.step(&[], &mut arrays.buffers());
    assert_eq!(arrays.over, [0; 4]);
    assert_eq!(learning.played(0).state().rounds_left(), rounds);
    assert_ne!(learning.seed(0), 3);
}

#[test]
fn what_cannot_be_learned_is_refused_in_words() {
    let game = game("dominator");
    let refusal = |chairs: Vec<Chair>| {
        let refused = Learning::new(game, task(game, chairs), &[1]);
        refused.err().expect("it is refused").message
    };
    let said = refusal(vec![Chair::Learner; 3]);
    assert!(said.contains("seats 4 players, not 3"), "{said}");
    let null = Chair::Player(Entrant::built_in(game, "Null"));
    let said = refusal(vec![null; 4]);
    assert!(said.contains("no seat for a learner"), "{said}");
}
