//! Game and boards of a season, which organisers choose before anything is played.

use super::{Form, Page, back};
use crate::access::Cx;
use crate::db::seasons::{self, Board, Options, Season};
use crate::db::{self, audit, submissions};
use crate::demo;
use crate::fail::Fail;
use crate::refusal::Refusal;
use engine::{DynGame, SEATS};

/// Boards of one season.
const BOARDS_MAX: usize = 40;
/// Name of a settings file that an organiser pasted.
const OWN: &str = "own";

/// A board as the form offers it.
pub struct Offer {
    /// The board.
    pub board: Board,
    /// Whether the season plays on it.
    pub chosen: bool,
}

/// The boards that a season may choose from: those of its game, then its own.
#[must_use]
pub fn offers(season: &Season) -> Vec<Offer> {
    let chosen = season.boards();
    let own = season.game().map_or(&[][..], |game| game.facts().boards);
    let of_game: Vec<Board> = own.iter().map(|(name, text)| board(name, text)).collect();
    let others = chosen.iter().filter(|one| !of_game.contains(one)).cloned();
    let all: Vec<Board> = of_game.iter().cloned().chain(others).collect();
    let offer = |board: Board| Offer { chosen: chosen.contains(&board), board };
    all.into_iter().map(offer).collect()
}

fn board(name: &str, settings: &str) -> Board {
    Board { name: name.into(), settings: settings.into() }
}

/// Checks a settings file.
///
/// # Errors
/// What is wrong with it, and in which line.
pub fn check(game: &dyn DynGame, board: &Board) -> Result<(), Fail> {
    let name = board.name.clone();
    let wrong = |refusal: engine::Refusal| {
        let (line, name) = (refusal.line.to_string(), name.clone());
        let (found, allowed) = (refusal.found, refusal.allowed);
        Fail::bad(Refusal::Settings { name, line, found, allowed })
    };
    let seats = game.check_settings(board.settings.as_bytes()).map_err(wrong)?;
    if seats != SEATS {
        let (count, seats) = (seats.to_string(), SEATS.to_string());
        return Err(Fail::bad(Refusal::Seats { name, count, seats }));
    }
    Ok(())
}

/// Changes game or boards: all fields of the form, boards as often as they are chosen.
///
/// # Errors
/// When something has been played, or a board cannot be used.
pub async fn change(cx: Cx, Form(form): Form<Vec<(String, String)>>) -> Page {
    let mut transaction = db::begin(&cx.app.db).await?;
    // As it stands now: somebody else may have changed it since the address was read.
    let found = seasons::by_id_in(&mut transaction, &cx.season()?.id).await?;
    let mut season = found.ok_or(Fail::NotFound)?;
    let count = seasons::matches(&mut transaction, &season.id).await?;
    if count > 0 {
        return Err(Fail::bad(Refusal::Played { count: count.to_string() }));
    }
    let game = form.iter().find(|(field, _)| field == "game").map_or("", |(_, game)| game.as_str());
    if game.is_empty() || game == season.game {
        let boards = chosen(&season, &form)?;
        put(&mut season, boards, |_| ())?;
    } else {
        let count = submissions::count_of_people(&mut transaction, &season.id).await?;
        if count > 0 {
            return Err(Fail::bad(Refusal::Sent { count: count.to_string() }));
        }
        switch(&mut season, game)?;
        submissions::delete_house(&mut transaction, &season.id).await?;
        demo::house_players(&mut transaction, &season).await?;
    }
    seasons::change_game(&mut transaction, &season).await?;
    let names: Vec<String> = season.boards().into_iter().map(|board| board.name).collect();
    let (actor, detail) = (&cx.visitor.user()?.login, names.join(" "));
    let subject = format!("{} {}", season.slug, season.game);
    audit::add(&mut transaction, actor, "boards", &subject, &detail).await?;
    transaction.commit().await?;
    cx.app.wake.notify_waiters();
    Ok(back(&format!("/s/{}/organise", season.slug)))
}

/// The boards that the form names, and the one whose text it brings.
fn chosen(season: &Season, form: &[(String, String)]) -> Result<Vec<Board>, Fail> {
    let offers = offers(season);
    let mut boards = Vec::new();
    for (_, name) in form.iter().filter(|(field, _)| field == "board") {
        let offer = offers.iter().find(|offer| offer.board.name == *name);
        let unknown = || Fail::bad(Refusal::Board { name: name.clone() });
        boards.push(offer.ok_or_else(unknown)?.board.clone());
    }
    boards.dedup();
    let own = form.iter().find(|(field, _)| field == OWN).map_or("", |(_, text)| text.as_str());
    if !own.trim().is_empty() {
        let free = |name: &String| offers.iter().all(|offer| offer.board.name != *name);
        let name = (1..).map(|k| format!("{OWN}{k}.cnf")).find(free).unwrap_or_default();
        let new = board(&name, &own.replace("\r\n", "\n"));
        check(season.game().ok_or(Fail::Ours)?, &new)?;
        boards.push(new);
    }
    match boards.len() {
        0 => Err(Fail::bad(Refusal::BoardsNone)),
        1..=BOARDS_MAX => Ok(boards),
        _ => Err(Fail::bad(Refusal::BoardsMany { most: BOARDS_MAX.to_string() })),
    }
}

/// Gives the season these boards.
fn put(
    season: &mut Season,
    mut boards: Vec<Board>,
    other: impl FnOnce(&mut Options),
) -> Result<(), Fail> {
    let first = boards.remove(0);
    (season.settings_name, season.settings) = (first.name, first.settings);
    let mut options = Options { boards, ..season.options() };
    other(&mut options);
    season.options = serde_json::to_string(&options)?;
    Ok(())
}

/// Makes it a season of another game, on that game's first board.
fn switch(season: &mut Season, id: &str) -> Result<(), Fail> {
    let unknown = || Fail::bad(Refusal::Game { game: id.into() });
    let facts = games::by_id(id).ok_or_else(unknown)?.facts();
    let (name, text) = facts.boards.first().ok_or(Fail::Ours)?;
    season.game = id.into();
    put(season, vec![board(name, text)], |options| {
        let rival = &mut options.qualification_rival;
        if !facts.players.contains(&rival.as_str()) {
            *rival = facts.players.first().copied().unwrap_or_default().into();
        }
    })
}
