//! The tables of players that come first against three copies of the Dummy of their game. The
//! committed tables have the matches that `palestra qualify` plays.
#![cfg(unix)]

mod common;

use arena::qualify::{MEASURED_HEAD, Measured, REFERENCE, measured};
use common::{Folder, PALESTRA};
use std::fmt::Write;
use std::process::Command;

/// Rehearsals of a row: each has a match from every seat.
const REHEARSALS: u64 = 50;

/// The house players of a game in their order, then its other built-in players.
fn players(game: &dyn engine::DynGame) -> Vec<&'static str> {
    let mut all: Vec<&str> = game.house_players().iter().map(|house| house.name).collect();
    let others = game.facts().players.iter().filter(|name| !all.contains(name));
    let others: Vec<&str> = others.copied().collect();
    all.extend(others);
    all
}

/// Plays the matches of a row.
fn play(folder: &Folder, game: &str, player: &str) -> Measured {
    let command = format!(
        "qualify {player} --rival {REFERENCE} -g {game} --rehearsals {REHEARSALS} -s 1 --json"
    );
    let text = folder.palestra(&command).ends(0).out;
    let result: serde_json::Value = serde_json::from_str(&text).expect("prints JSON");
    let sum = |what: &str| {
        let seats = result["seats"].as_array().expect("the seats");
        seats.iter().map(|seat| seat[what].as_u64().expect("a number")).sum()
    };
    Measured { player: player.into(), matches: sum("matches"), first: sum("first") }
}

/// `PALESTRA_BLESS=1 cargo test --release -p palestra-cli --test qualification` plays all rows
/// and writes the tables. Otherwise this test plays the built-in players of the fastest game,
/// and one of a contest's game.
#[test]
fn tables_have_the_matches_that_the_command_plays() {
    let folder = Folder::shared_cache("qualification");
    let bless = std::env::var_os("PALESTRA_BLESS").is_some();
    if bless {
        let done = Command::new(PALESTRA).args(["toolchain", "install"]).output();
        assert!(done.expect("starts").status.success(), "the compiler cannot be installed");
    }
    let mut played = 0;
    for game in games::ALL {
        let (facts, names) = (game.facts(), players(*game));
        if bless {
            let mut table = MEASURED_HEAD.to_string();
            for name in names {
                let Measured { player, matches, first } = play(&folder, facts.id, name);
                writeln!(table, "{player}\t{matches}\t{first}").expect("writes to text");
            }
            let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/");
            let path = format!("{games}{}/qualification.tsv", facts.id.replace('-', "_"));
            std::fs::write(path, table).expect("written");
            continue;
        }
        // A game without a table is one that nobody has measured.
        let rows = measured(facts.qualification);
        if rows.is_empty() {
            continue;
        }
        let found: Vec<&str> = rows.iter().map(|row| row.player.as_str()).collect();
        assert_eq!(found, names, "{}: run it with PALESTRA_BLESS=1", facts.id);
        let is_fast = |row: &&Measured| match facts.id {
            "agora" => facts.players.contains(&row.player.as_str()),
            "battle-royale" => row.player == REFERENCE,
            _ => false,
        };
        for row in rows.iter().filter(is_fast) {
            let again = play(&folder, facts.id, &row.player);
            assert_eq!(row, &again, "{}: run it with PALESTRA_BLESS=1", facts.id);
            played += 1;
        }
    }
    assert!(bless || played > 3, "{played}");
}
