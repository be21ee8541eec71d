//! `palestra games`: lists the games, and the parameters of each game.

use crate::failure::{DONE, Done, Failure};
use crate::input;
use crate::options::Games;
use crate::paint::Paint;
use engine::{DynGame, Facts, HousePlayer};
use serde_json::{Value, json};

/// Lists the games or describes one.
pub fn run(options: &Games) -> Done {
    let Some(name) = &options.game else {
        list(options.json);
        return Ok(DONE);
    };
    let game = input::game(name)?;
    let facts = game.facts();
    if let Some(board) = &options.board {
        print_board(facts, board)?;
    } else if options.manual {
        anstream::print!("{}", facts.manual);
    } else if options.json {
        anstream::println!("{:#}", as_json(game));
    } else {
        describe(facts);
        show_house_players(game.house_players());
    }
    Ok(DONE)
}

fn list(as_array: bool) {
    if as_array {
        let all: Vec<Value> = games::ALL.iter().map(|game| as_json(*game)).collect();
        anstream::println!("{:#}", Value::Array(all));
        return;
    }
    let facts = games::ALL.iter().map(|g| g.facts());
    let paint = Paint::stdout();
    let width = facts.clone().map(|f| f.id.len()).max().unwrap_or(0);
    for f in facts {
        anstream::println!("{}  {}", paint.bold(format!("{:width$}", f.id)), f.summary);
    }
    let example = games::ALL.first().map_or("GAME", |g| g.facts().id);
    anstream::println!();
    anstream::println!(
        "Parameters of a game: {}. Its manual: {}.",
        paint.command(format!("palestra games {example}")),
        paint.command(format!("palestra games {example} --manual"))
    );
}

fn describe(facts: &Facts) {
    let paint = Paint::stdout();
    anstream::println!("{}   {}", paint.bold(facts.title), facts.summary);
    anstream::println!();
    let width = |cell: fn(&engine::Parameter) -> String, head: &str| {
        let widest = facts.parameters.iter().map(|p| cell(p).chars().count()).max();
        widest.unwrap_or(0).max(head.len())
    };
    let name = width(|p| p.key.into(), "parameter");
    let default = width(|p| p.default.to_string(), "default");
    let allowed = width(|p| p.range.to_string(), "allowed");
    let head =
        format!("{:name$}  {:>default$}  {:allowed$}  meaning", "parameter", "default", "allowed");
    anstream::println!("{}", paint.dim(head));
    for p in facts.parameters {
        anstream::println!(
            "{:name$}  {:>default$}  {:allowed$}  {}",
            p.key,
            p.default.to_string(),
            p.range.to_string(),
            p.meaning
        );
    }
    let boards: Vec<&str> = facts.boards.iter().map(|(name, _)| *name).collect();
    anstream::println!();
    anstream::println!("{} {}", paint.dim("players"), facts.players.join(" "));
    anstream::println!("{} {}", paint.dim("boards "), boards.join(" "));
}

/// The house players, the weakest first.
fn show_house_players(all: &[HousePlayer]) {
    if all.is_empty() {
        return;
    }
    let width = all.iter().map(|house| house.name.len()).max().unwrap_or(0);
    anstream::println!();
    anstream::println!("{}", Paint::stdout().dim("house players, the weakest first"));
    for house in all {
        anstream::println!("{:width$}  {}", house.name, house.idea);
    }
}

fn print_board(facts: &Facts, board: &str) -> Result<(), Failure> {
    let names = || facts.boards.iter().map(|(name, _)| *name);
    let Some((_, text)) = facts.boards.iter().find(|(name, _)| *name == board) else {
        let all: Vec<&str> = names().collect();
        let failure = Failure::usage(format!("{} has no board `{board}`", facts.title));
        return Err(failure.help(format!("its boards are {}", all.join(", "))));
    };
    anstream::print!("{text}");
    Ok(())
}

fn as_json(game: &dyn DynGame) -> Value {
    let facts = game.facts();
    let house: Vec<Value> = game
        .house_players()
        .iter()
        .map(|house| json!({ "name": house.name, "idea": house.idea }))
        .collect();
    let parameters: Vec<Value> = facts
        .parameters
        .iter()
        .map(|p| {
            json!({
                "name": p.key, "default": p.default.to_string(), "allowed": p.range.to_string(),
                "meaning": p.meaning,
            })
        })
        .collect();
    let boards: Vec<&str> = facts.boards.iter().map(|(name, _)| *name).collect();
    json!({
        "id": facts.id,
        "title": facts.title,
        "version": facts.version,
        "summary": facts.summary,
        "rules_version": facts.rules_version,
        "players": facts.players,
        "house_players": house,
        "boards": boards,
        "parameters": parameters,
    })
}
