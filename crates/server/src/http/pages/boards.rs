//! Game and boards of a season, which organisers choose before anything is played.

use super::{Form, Page};
use crate::app::settings::{self, Choice};
use crate::http::request::InSeason;

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
    Ok(request.back("/organise"))
}
