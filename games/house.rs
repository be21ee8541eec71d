//! House players: each one exists, and the book lists it with its share of matches won.
#![expect(clippy::disallowed_methods, reason = "the test reads the book")]

use engine::DynGame;

/// A game has at least so many house players.
const PLAYERS_MIN: usize = 6;

fn with_house_players() -> impl Iterator<Item = &'static dyn DynGame> {
    crate::ALL.iter().copied().filter(|game| !game.house_players().is_empty())
}

#[test]
fn every_game_has_six_house_players_from_null_on() {
    let mut games = 0;
    for game in with_house_players() {
        let (id, house) = (game.facts().id, game.house_players());
        let names: Vec<&str> = house.iter().map(|player| player.name).collect();
        assert!(house.len() >= PLAYERS_MIN, "{id}: {names:?}");
        assert_eq!(names[..2], ["Null", "Demo"], "{id}");
        let mut sorted = names.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), names.len(), "{id} lists a player twice: {names:?}");
        games += 1;
    }
    assert_eq!(games, 6, "every game has house players");
}

/// A house player is built in, or has a C++ source that is a player of this name. The lower half
/// of the list has sources that everybody gets with a kit.
#[test]
fn every_house_player_can_be_made() {
    for game in with_house_players() {
        let facts = game.facts();
        for (step, house) in game.house_players().iter().enumerate() {
            let place = format!("{}: {}", facts.id, house.name);
            let built_in = facts.players.contains(&house.name);
            assert!(!(built_in && house.source.is_some()), "{place} has two forms");
            let Some((file, text)) = house.cpp(facts) else {
                assert!(
                    built_in && 2 * step >= game.house_players().len(),
                    "{place} has no source"
                );
                continue;
            };
            assert_eq!(file, format!("AI{}.cc", house.name));
            let name = format!("#define PLAYER_NAME {}\n", house.name);
            assert!(text.contains(&name), "{place}: {file} is another player");
            let in_kit = facts.sdk.iter().any(|(path, _)| *path == file);
            assert_eq!(in_kit, house.source.is_none(), "{place}: kits give away strong players");
        }
    }
}

#[test]
fn the_book_lists_every_step_with_its_idea_and_a_share_of_seven_tenths() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/src/house-players.md");
    let page = std::fs::read_to_string(path).expect("the book has the page");
    for game in with_house_players() {
        let facts = game.facts();
        let (_, section) = page.split_once(&format!("## {}\n", facts.title)).expect(facts.id);
        let section = section.split("\n## ").next().unwrap_or_default();
        let rows: Vec<Vec<&str>> = section
            .lines()
            .filter(|line| line.starts_with("| "))
            .skip(2)
            .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
            .collect();
        assert_eq!(
            rows.len(),
            game.house_players().len(),
            "{}: house players in the book",
            facts.id
        );
        for (step, (row, house)) in rows.iter().zip(game.house_players()).enumerate() {
            assert_eq!(row[..2], [house.name, house.idea], "{}", facts.id);
            if step == 0 {
                continue;
            }
            let share = row[2].trim_end_matches(" %").parse::<u32>().expect("a share in percent");
            assert!((70..=100).contains(&share), "{}: {} wins {share} %", facts.id, house.name);
        }
    }
}
