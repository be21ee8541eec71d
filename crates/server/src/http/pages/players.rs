//! A player that competes.

use super::history::{self, History};
use super::matches::{Shown, shown};
use super::standings::{percent, rated, shades};
use super::{Layout, Page, gained, page};
use crate::app::{matches, seasons};
use crate::db::matches::Only;
use crate::db::standings::{Opponent, Version};
use crate::http::request::{InSeason, Name, Path};
use crate::ids::MatchId;
use crate::ranking::table::{Placed, rating, rating_half_width};
use crate::time;
use askama::Template;

/// Matches that are listed, and that make up the form.
const LATEST: i64 = 20;
/// Opponents in a list of the best or the worst.
const OPPONENTS: usize = 5;

/// How a player did in a match.
pub struct Form {
    /// The match.
    pub id: MatchId,
    /// Its place, from 1.
    pub place: usize,
    /// Whether it was frozen.
    pub frozen: bool,
}

/// A version as it is shown.
pub struct ShownVersion {
    /// Its name.
    pub name: String,
    /// When it was submitted.
    pub when: String,
    /// Matches of the ladder.
    pub matches: i64,
    /// Its rating with the interval.
    pub rated: String,
}

#[derive(Template)]
#[template(path = "player.html")]
struct One {
    l: Layout,
    name: String,
    author: Option<String>,
    house: bool,
    standing: Option<Placed>,
    /// The rating with its interval.
    rated: String,
    /// Rating it gained in 24 hours.
    gained: Option<String>,
    /// Players with a place.
    placed: usize,
    /// The chance of the top four, in percent.
    chance: Option<String>,
    chart: Option<History>,
    ranks: Vec<(usize, String)>,
    /// The latest matches, the newest last.
    form: Vec<Form>,
    /// The mean place in them.
    mean: String,
    list: Vec<Shown>,
    best: Vec<Opponent>,
    worst: Vec<Opponent>,
    opponents: Vec<Opponent>,
    versions: Vec<ShownVersion>,
}

/// The page of a player.
///
/// # Errors
/// When no such player competes.
pub async fn one(request: InSeason, Path(Name { name }): Path<Name>) -> Page {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let player = seasons::player(app, actor, season, &name).await?;
    let name = player.version.name;
    let version = Only::Of(&player.version.id);
    let mut list = shown(matches::listed(app, actor, season, version, (0, LATEST)).await?);
    let seats = list.iter_mut().flat_map(|one| &mut one.seats);
    seats.filter(|seat| seat.name == name).for_each(|seat| seat.own = true);
    let form = form(&list);
    let standing = player.standing.as_ref();
    let chances = standing.map(|row| row.s.rank_chances()).unwrap_or_default();
    let (best, worst) = best_and_worst(&player.opponents);
    let mean = form.iter().map(|one| one.place).sum::<usize>() as f64 / form.len().max(1) as f64;
    page(&One {
        l: request.layout(&name, "standings"),
        author: standing.and_then(|row| row.s.author.clone()),
        house: player.version.user_id.is_none(),
        rated: standing
            .map_or_else(String::new, |row| rated(row.rating(), row.rating_half_width())),
        gained: standing.and_then(Placed::rating_24h).map(gained),
        placed: player.placed,
        chance: standing.and_then(|row| row.s.chance).map(percent),
        chart: history::of_player(&name, &player.history),
        ranks: shades(&chances, player.placed),
        mean: format!("{mean:.1}"),
        form,
        list,
        best,
        worst,
        opponents: player.opponents,
        versions: player.versions.into_iter().map(version_shown).collect(),
        standing: player.standing,
        name,
    })
}

fn version_shown(version: Version) -> ShownVersion {
    ShownVersion {
        when: time::shown(version.created),
        matches: version.matches,
        rated: rated(rating(version.strength), rating_half_width(version.half)),
        name: version.name,
    }
}

/// How the player did in these matches, the newest last.
fn form(list: &[Shown]) -> Vec<Form> {
    let one = |shown: &Shown| {
        let own = shown.seats.iter().find(|seat| seat.own)?;
        Some(Form { id: shown.m.id.clone(), place: own.place, frozen: own.frozen })
    };
    list.iter().rev().filter_map(one).collect()
}

/// The opponents that the player outscores most often, and those that it outscores least often.
/// House players are left out, unless it met nobody else.
fn best_and_worst(all: &[Opponent]) -> (Vec<Opponent>, Vec<Opponent>) {
    let alone = all.iter().all(|one| one.house);
    let mut list: Vec<Opponent> = all.iter().filter(|one| alone || !one.house).cloned().collect();
    // One match more of each outcome: a single match tells little.
    let share = |one: &Opponent| (one.won + 1) as f64 / (one.matches + 2) as f64;
    list.sort_by(|a, b| share(b).total_cmp(&share(a)).then(a.name.cmp(&b.name)));
    let (best, worst): (Vec<_>, Vec<_>) = list.into_iter().partition(|one| share(one) >= 0.5);
    let best = best.into_iter().take(OPPONENTS).collect();
    (best, worst.into_iter().rev().take(OPPONENTS).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lucky_match_is_no_best_opponent_and_house_players_are_left_out() {
        let met = |name: &str, won: i64, matches: i64, house: bool| Opponent {
            name: name.into(),
            matches,
            won,
            house,
        };
        let names = |all: &[Opponent]| all.iter().map(|o| o.name.clone()).collect::<Vec<_>>();
        let all = [
            met("Often", 18, 20, false),
            met("Once", 1, 1, false),
            met("Never", 0, 12, false),
            met("Rarely", 2, 10, false),
            met("Dummy", 30, 30, true),
        ];
        let (best, worst) = best_and_worst(&all);
        assert_eq!(names(&best), ["Often", "Once"]);
        assert_eq!(names(&worst), ["Never", "Rarely"]);
        let (best, worst) = best_and_worst(&all[4..]);
        assert_eq!((names(&best), worst.len()), (vec!["Dummy".to_string()], 0));
    }
}
