//! Plays the matches that the viewer's browser tests open: `fixtures DIRECTORY`.
//!
//! For every game there is one match of built-in players, as record and as result file, in
//! which one player talks and draws and another one breaks down, and one match with another
//! seed to compare it with. `expected.json` says what the engine counts.

use engine::record::{Recorder, Seated};
use engine::{Cause, DynGame, Ending, Film, Freeze, Match, Notes, Player, Ruleset, Setup, Turn};
use serde_json::{Value, json};
use std::{env, fs, path::Path};

/// Plays like another, and writes and draws while it does.
struct Talker(Box<dyn Player>);

impl Player for Talker {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        let round = turn.round();
        let lines = format!(
            "round {round}: I have a plan\n@viz cell 2 3 warn\n@viz line 2 3 8 9\n\
             @viz text 4 5 \"here in {round}\"\n@viz nonsense\n"
        );
        turn.said.extend_from_slice(lines.as_bytes());
        self.0.play(turn)
    }
    fn fuel(&self) -> u64 {
        1_000_000
    }
}

/// Plays like another until it breaks.
struct Breaker(Box<dyn Player>, i32);

impl Player for Breaker {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        if turn.round() < self.1 {
            return self.0.play(turn);
        }
        turn.said.extend_from_slice(b"thinking about unit 7\nindex is 4096\n");
        let mut freeze = Freeze::new(Cause::Trap, "read beyond the end of memory");
        freeze.backtrace = vec!["choose (AIBreaker.cc:41)".into(), "play (AIBreaker.cc:88)".into()];
        (freeze.fuel, freeze.memory) = (123_456_789, 4 << 20);
        Err(freeze)
    }
}

const NAMES: [&str; 4] = ["Talker", "Demo", "Breaker", "Demo"];

fn seat(game: &dyn DynGame, seat: usize, intro: &[u8]) -> Box<dyn Player> {
    let demo = || {
        let known = ["Demo", "Null"].iter().find_map(|name| game.builtin(name, intro));
        known.expect("every game has Null")
    };
    match NAMES[seat] {
        "Talker" => Box::new(Talker(demo())),
        "Breaker" => Box::new(Breaker(demo(), 20)),
        _ => demo(),
    }
}

fn play(game: &dyn DynGame, seed: &str) -> (Vec<u8>, Box<dyn Film>) {
    let (_, settings) = game.facts().boards[0];
    let seats = game.check_settings(settings.as_bytes()).expect("our own board is right");
    let names = NAMES[..seats].iter().map(|name| (*name).into()).collect();
    let setup = Setup { seed: seed.into(), ruleset: Ruleset::Statement, names, judged: false };
    let state = game
        .start(settings.as_bytes(), &setup, &mut Notes::default())
        .expect("our own board starts");
    let players = (0..seats)
        .map(|s| {
            let mut intro = Vec::new();
            state.write_intro(s, &mut intro);
            seat(game, s, &intro)
        })
        .collect();
    let seated = |name: &&str| Seated { name: (*name).into(), ..Seated::default() };
    let seated = NAMES[..seats].iter().map(seated).collect();
    let mut recorder = Recorder::new(&*state, &setup, settings.as_bytes(), seated);
    let mut film = game.film(&*state).expect("a film of the same game");
    let mut played = Match::new(state, players, Ruleset::Statement, false);
    while !played.over() {
        played.play_round().expect("built-in players do not abort matches");
        recorder.round(&played);
        film.push(played.state());
    }
    let outcome = played.outcome(Ending::Finished);
    (recorder.finish(outcome).to_bytes(), film)
}

fn write(game: &dyn DynGame, to: &Path) -> Value {
    let id = game.facts().id;
    let (record, film) = play(game, "1234");
    let (other, _) = play(game, "4321");
    let result = film.write_res();
    let save = |name: &str, bytes: &[u8]| fs::write(to.join(name), bytes).expect("can write");
    save(&format!("{id}.match"), &record);
    save(&format!("{id}-other.match"), &other);
    save(&format!("{id}.res"), &result);
    save(&format!("{id}-cut.res"), &result[..result.len() / 2]);
    let text = String::from_utf8_lossy(&result).replace('\n', "\r\n");
    save(&format!("{id}-windows.res"), text.as_bytes());
    let last = film.len() - 1;
    json!({
        "id": id,
        "title": game.facts().title,
        "rounds": last,
        "scores": film.scores(last),
        "middle": film.scores(last / 2),
    })
}

fn main() {
    let to = env::args().nth(1).expect("a directory");
    let to = Path::new(&to);
    fs::create_dir_all(to).expect("can make the directory");
    let expected: Vec<Value> = games::ALL.iter().map(|game| write(*game, to)).collect();
    let text = serde_json::to_string_pretty(&expected).expect("numbers and texts");
    fs::write(to.join("expected.json"), text).expect("can write");
}
