//! `palestra verify`: replays a match record, compares the state after every round, and checks the
//! signature if the call says where the key comes from.

#[cfg(feature = "players")]
mod keys;

use crate::failure::{DONE, Done, Failure, OURS, SIGNATURE};
use crate::files;
use crate::options::Verify;
use crate::paint::Paint;
use engine::record::{Record, Unusable};
use engine::signature::{self, Parts, Signature};
use serde_json::{Value, json};

/// The knowledge of this program about the signature of a record.
#[cfg_attr(
    not(feature = "players"),
    expect(dead_code, reason = "programs without players have no signatures")
)]
enum Signed<'a> {
    /// The record has none.
    Not,
    /// Nobody gave a key.
    Unchecked(&'a Signature),
    /// It fits a key from this source.
    By(&'a Signature, String),
    /// It does not count: the reason, and the source of the keys.
    Refused(String, String),
}

/// Verifies a record.
pub fn run(options: &Verify) -> Done {
    let path = &options.file;
    let name = path.display();
    let bytes = files::read(path)?;
    let unusable = |e: &dyn std::fmt::Display| Failure::usage(format!("{name}: {e}"));
    let parts = signature::split(&bytes).map_err(|e| unusable(&e))?;
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
    let signed = signed(&parts, options)?;
    let verdict = record.verify(game);
    if let Some(output) = &options.output {
        let film = record.film(game).map_err(|e| unusable(&e))?;
        files::write(output, film.write_res())?;
    }
    match options.json {
        true => anstream::println!("{:#}", in_json(&record, &verdict, &signed)),
        false => tell(&record, &verdict, &signed),
    }
    Ok(match (&verdict, &signed) {
        (Err(_), _) => OURS,
        (Ok(()), Signed::Refused(..)) => SIGNATURE,
        (Ok(()), _) => DONE,
    })
}

#[cfg(feature = "players")]
fn signed<'a>(parts: &'a Parts<'_>, options: &Verify) -> Result<Signed<'a>, Failure> {
    match keys::given(options)? {
        None => Ok(unchecked(parts)),
        Some(given) => Ok(match signing::check(parts, &given.keys, given.host.as_deref()) {
            Ok(line) => Signed::By(line, given.source),
            Err(why) => Signed::Refused(why.to_string(), given.source),
        }),
    }
}

#[cfg(not(feature = "players"))]
fn signed<'a>(parts: &'a Parts<'_>, options: &Verify) -> Result<Signed<'a>, Failure> {
    if options.key.is_some() || options.from.is_some() {
        return Err(crate::lacking::signatures());
    }
    Ok(unchecked(parts))
}

fn unchecked<'a>(parts: &'a Parts<'_>) -> Signed<'a> {
    parts.signature.as_ref().map_or(Signed::Not, Signed::Unchecked)
}

fn tell(record: &Record, verdict: &Result<(), Unusable>, signed: &Signed<'_>) {
    let rounds = record.rounds.len();
    let paint = Paint::stdout();
    match verdict {
        Ok(()) => anstream::println!("{}, {rounds} rounds equal", paint.bold("Consistent")),
        Err(why) => anstream::println!("{}: {why}", paint.bold("Not verified")),
    }
    match signed {
        Signed::Not => {
            anstream::println!("{}: anybody could have made this record", paint.bold("Not signed"));
        }
        Signed::Unchecked(Signature { host, season, .. }) => anstream::println!(
            "{}: the record names season {season} at {host}, but anybody can write such a line. \
             Check it with the keys of that judge, for example --from https://{host}",
            paint.bold("Signature not checked")
        ),
        Signed::By(Signature { key, host, season, match_id, .. }, source) => anstream::println!(
            "{} by {season} at {host}, match {match_id}\nKey {key} is from {source}",
            paint.bold("Signed")
        ),
        Signed::Refused(why, source) => anstream::println!(
            "{}: {why}. The keys are from {source}",
            paint.bold("Signature refused")
        ),
    }
}

fn in_json(record: &Record, verdict: &Result<(), Unusable>, signed: &Signed<'_>) -> Value {
    let first = match verdict {
        Err(Unusable::Differs { round, .. }) => Some(*round),
        _ => None,
    };
    let names: Vec<&str> = record.players.iter().map(|p| p.name.as_str()).collect();
    json!({
        "consistent": verdict.is_ok(),
        "reason": verdict.as_ref().err().map(ToString::to_string),
        "first_difference": first,
        "signature": signature_in_json(signed),
        "game": record.game,
        "engine": record.engine,
        "rules": record.ruleset,
        "seed": record.seed,
        "players": names,
        "rounds": record.rounds.len(),
        "scores": record.outcome.as_ref().map(|o| &o.scores),
    })
}

fn signature_in_json(signed: &Signed<'_>) -> Value {
    let line = |state: &str, source: Option<&String>, line: &Signature| {
        let Signature { key, host, season, match_id, .. } = line;
        json!({
            "state": state, "key": key, "host": host, "season": season, "match": match_id,
            "key_source": source,
        })
    };
    match signed {
        Signed::Not => json!({ "state": "none" }),
        Signed::Unchecked(found) => line("unchecked", None, found),
        Signed::By(found, source) => line("valid", Some(source), found),
        Signed::Refused(why, source) => {
            json!({ "state": "refused", "reason": why, "key_source": source })
        }
    }
}
