//! `palestra rounds`, `friendly`: a judge's tournaments, and matches on demand.

use super::judge::{Client, text, understood, wait, word};
use crate::failure::{DONE, Done, Failure};
use crate::options::{Friendly, Rounds};
use crate::paint::Paint;
use serde_json::{Value, json};

/// Prints the tournaments: who is in, who is out.
pub fn rounds(options: &Rounds) -> Done {
    let client = Client::new(&options.judge)?;
    let list = client.json(&format!("{}/tournaments", client.season()?))?;
    if options.judge.json {
        anstream::println!("{list:#}");
        return Ok(DONE);
    }
    let list = list.as_array().cloned().unwrap_or_default();
    if list.is_empty() {
        anstream::println!("There is no tournament yet.");
    }
    for one in &list {
        tell(one);
    }
    Ok(DONE)
}

fn tell(one: &Value) {
    let state = match (one["over"] == true, one["held"] == true) {
        (true, _) => "over",
        (false, true) => "results are withheld",
        (false, false) => "being played",
    };
    anstream::println!("{} ({state})", Paint::stdout().bold(text(one, "title")));
    for entry in one["entries"].as_array().into_iter().flatten() {
        let place = entry["place"].as_i64().map_or("in".to_string(), |place| place.to_string());
        let round = match (entry["round"].as_i64(), text(entry, "reason")) {
            (Some(_), "order") | (None, _) => String::new(),
            (Some(round), why) => format!("out in round {round} ({why})"),
        };
        let (player, author) = (text(entry, "player"), text(entry, "author"));
        anstream::println!("{place:>4}  {player:<12}  {round:<30}  {author}");
    }
}

/// Asks for a friendly match and waits for its result.
pub fn friendly(options: &Friendly) -> Done {
    let client = Client::new(&options.judge)?;
    let path = format!("{}/friendlies", client.season()?);
    let wanted = json!({
        "player": options.player.clone().unwrap_or_default(),
        "rivals": options.rivals,
        "seed": options.seed,
    });
    let asked = understood(&client.post(&path, wanted.to_string().as_bytes())?)?;
    let id = word(text(&asked, "id"))?.to_string();
    let one = wait(|| {
        let list = client.json(&path)?;
        let found = list.as_array().into_iter().flatten().find(|m| text(m, "id") == id);
        let one = found.ok_or_else(|| {
            Failure::usage(
                "the judge does not list the match any more: \
         run `palestra friendly` again",
            )
        })?;
        let waits = matches!(text(one, "state"), "planned" | "running");
        Ok((!waits || one["held"] == true || options.no_wait).then(|| one.clone()))
    })?;
    shown(&one, options.judge.json);
    Ok(DONE)
}

fn shown(one: &Value, as_json: bool) {
    if as_json {
        anstream::println!("{one:#}");
        return;
    }
    let state = text(one, "state");
    anstream::println!("match {}, seed {}: {state}", text(one, "id"), one["seed"]);
    if one["held"] == true {
        anstream::println!("The result is withheld until the organisers release it.");
    } else if state == "done" {
        let column = |name: &str, k: usize| one[name][k].clone();
        let players = one["players"].as_array().cloned().unwrap_or_default();
        let mut best_first: Vec<usize> = (0..players.len()).collect();
        best_first.sort_by_key(|k| one["places"][*k].as_i64());
        for k in best_first {
            let player = players[k].as_str().unwrap_or_default();
            let (place, score) = (column("places", k), column("scores", k));
            let frozen = column("status", k).as_f64().is_some_and(|status| status < 0.0);
            let frozen = if frozen { "  frozen" } else { "" };
            anstream::println!("  {place}.  {player:<12}  {score:>10}{frozen}");
        }
    }
}
