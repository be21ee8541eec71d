//! The measured work: whole matches of built-in players.

use engine::record::{Record, Recorder, Seated};
use engine::{DynGame, Match, Notes, Ruleset, Setup};

/// The measured actions with a game; the game's players are further cases, each with a result
/// file.
pub const EXTRA: [&str; 3] = ["no file", "views", "record"];

/// The cases of a game: the name of a player, or one of [`EXTRA`].
pub fn cases(game: &dyn DynGame) -> impl Iterator<Item = &'static str> {
    game.facts().players.iter().copied().chain(EXTRA)
}

/// Does one case; answers a number that depends on all of it, so that nothing is left out.
pub fn run(game: &dyn DynGame, case: &str) -> usize {
    match case {
        "no file" => play(game, "Null", |_| 0, None).0,
        "views" => play(game, "Null", views, None).0,
        "record" => record(game),
        player => {
            let mut text = Vec::with_capacity(1 << 20);
            let write = |played: &Match| {
                text.clear();
                played.state().write_moves(&mut text);
                played.state().write_board(&mut text);
                text.len()
            };
            play(game, player, write, None).0
        }
    }
}

/// The bytes of all seats' views.
fn views(played: &Match) -> usize {
    let state = played.state();
    let mut view = Vec::new();
    (0..state.seats())
        .map(|seat| {
            view.clear();
            state.write_view(seat, &mut view);
            view.len()
        })
        .sum()
}

fn record(game: &dyn DynGame) -> usize {
    let seated = vec![Seated::default(); seats(game)];
    let (_, record) = play(game, "Demo", |_| 0, Some(seated));
    let bytes = record.map(|record| record.to_bytes()).unwrap_or_default();
    let back = Record::from_bytes(&bytes).expect("a record is read back");
    back.verify(game).expect("a record verifies");
    bytes.len()
}

fn settings(game: &dyn DynGame) -> &'static [u8] {
    game.facts().boards[0].1.as_bytes()
}

fn seats(game: &dyn DynGame) -> usize {
    game.check_settings(settings(game)).expect("the default settings are good")
}

fn play(
    game: &dyn DynGame,
    player: &str,
    mut after: impl FnMut(&Match) -> usize,
    recorded: Option<Vec<Seated>>,
) -> (usize, Option<Record>) {
    let names = vec![player.to_string(); seats(game)];
    let setup = Setup { seed: "30".into(), ruleset: Ruleset::Statement, names, judged: false };
    let mut notes = Notes::default();
    let state = game.start(settings(game), &setup, &mut notes).expect("the match begins");
    let mut recorder =
        recorded.map(|seated| Recorder::new(&*state, &setup, settings(game), seated));
    let mut intro = Vec::new();
    let players = (0..state.seats()).map(|seat| {
        intro.clear();
        state.write_intro(seat, &mut intro);
        game.builtin(player, &intro).expect("it is a player of the game")
    });
    let players = players.collect();
    let mut played = Match::new(state, players, setup.ruleset, false);
    let mut sum = 0;
    while !played.over() {
        played.play_round().expect("the round is played");
        sum += after(&played);
        if let Some(recorder) = &mut recorder {
            recorder.round(&played);
        }
    }
    let outcome = played.outcome(engine::Ending::Finished);
    (sum, recorder.map(|recorder| recorder.finish(outcome)))
}
