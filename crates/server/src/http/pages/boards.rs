//! Game and boards of a season, which organisers choose before anything is played.

use super::organise::all_games;
use super::{Form, Layout, Page, page};
use crate::app::fail::Fail;
use crate::app::seasons;
use crate::app::settings::{self, Choice, Offer};
use crate::http::request::InSeason;
use askama::Template;

#[derive(Template)]
#[template(path = "boards.html")]
struct Boards {
    l: Layout,
    game: &'static str,
    games: Vec<(&'static str, &'static str)>,
    offers: Vec<Offer>,
    played: i64,
}

/// The game and the boards of the season, as a form while they can be changed.
///
/// # Errors
/// When the database fails.
pub async fn show(request: InSeason) -> Page {
    let season = &request.season;
    let progress = seasons::progress(&request.app, &request.actor, season).await?;
    page(&Boards {
        l: request.layout(request.t("common-game-and-boards"), "organise"),
        game: season.game().ok_or(Fail::Ours)?.facts().title,
        games: all_games(),
        offers: settings::offers(season),
        played: progress.matches,
    })
}

/// Changes game or boards: all fields of the form, boards as often as they are chosen.
///
/// # Errors
/// When something has been played, or a board cannot be used.
pub async fn change(request: InSeason, Form(form): Form<Vec<(String, String)>>) -> Page {
    let mut choice = Choice::default();
    for (field, value) in form {
        match field.as_str() {
            "game" => choice.game = value,
            "own" => choice.own = value,
            "board" => choice.boards.push(value),
            _ => {}
        }
    }
    settings::choose(&request.app, &request.actor, &request.season, &choice).await?;
    Ok(request.saved("/organise/boards"))
}
