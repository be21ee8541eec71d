//! `palestra verify`: replays a match record and compares the state after every round.

use crate::failure::{DONE, Done, Failure, OURS};
use crate::files;
use crate::options::Verify;
use crate::paint::Paint;
use engine::record::{Record, Unusable};
use serde_json::json;

/// Verifies a record.
pub fn run(options: &Verify) -> Done {
    let path = &options.file;
    let name = path.display();
    let bytes = std::fs::read(path).map_err(|e| Failure::file("read", &name, &e))?;
    let unusable = |e: &dyn std::fmt::Display| Failure::usage(format!("{name}: {e}"));
    let record = Record::from_bytes(&bytes).map_err(|e| unusable(&e))?;
    let game = games::by_id(&record.game)
        .ok_or_else(|| unusable(&format!("there is no game `{}` in this program", record.game)))?;
    let ours = game.facts().rules_version;
    if record.rules_version != ours {
        let (title, theirs) = (game.facts().title, record.rules_version);
        let message = format!(
            "the record has version {theirs} of {title}'s rules; this program has version \
             {ours}"
        );
        return Err(unusable(&message));
    }
    let verdict = record.verify(game);
    if let Some(output) = &options.output {
        let film = record.film(game).map_err(|e| unusable(&e))?;
        files::write(output, film.write_res())?;
    }
    tell(&record, &verdict, options.json);
    Ok(if verdict.is_ok() { DONE } else { OURS })
}

fn tell(record: &Record, verdict: &Result<(), Unusable>, as_json: bool) {
    let rounds = record.rounds.len();
    if as_json {
        let first = match verdict {
            Err(Unusable::Differs { round, .. }) => Some(*round),
            _ => None,
        };
        let names: Vec<&str> = record.players.iter().map(|p| p.name.as_str()).collect();
        anstream::println!(
            "{:#}",
            json!({
                "verified": verdict.is_ok(),
                "reason": verdict.as_ref().err().map(ToString::to_string),
                "first_difference": first,
                "game": record.game,
                "engine": record.engine,
                "rules": record.ruleset,
                "seed": record.seed,
                "players": names,
                "rounds": rounds,
                "scores": record.outcome.as_ref().map(|o| &o.scores),
            })
        );
        return;
    }
    let paint = Paint::stdout();
    match verdict {
        Ok(()) => anstream::println!("{}, {rounds} rounds equal", paint.bold("Verified")),
        Err(why) => anstream::println!("{}: {why}", paint.bold("Not verified")),
    }
}
