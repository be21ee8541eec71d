//! The decisions of organisers about a season: creation, settings, dates, game and boards.

use crate::app::Shared;
use crate::app::accounts;
use crate::app::actor::Actor;
use crate::app::fail::{Fail, within};
use crate::app::house_players::house_players;
use crate::app::keys;
use crate::app::refusal::Refusal;
use crate::db::seasons::{self, Options, Season, SeasonBoard};
use crate::db::{self, audit, submissions};
use crate::ids::SeasonId;
use crate::secret;
use arena::qualify::{self, Measured, REFERENCE, Rule};
use engine::{DynGame, SEATS};
use serde::Serialize;
use utoipa::ToSchema;

/// Bytes of a KB.
pub const KB: f64 = 1024.0;
/// Bytes of an MB.
pub const MB: f64 = 1024.0 * KB;
/// Boards of one season.
const BOARDS_MAX: usize = 40;
/// Name of a settings file that an organiser pasted.
const OWN: &str = "own";

/// The data of a new season.
pub struct New {
    /// Its address.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// Its game's id.
    pub game: String,
    /// The text of a settings file; blank: the game's first board.
    pub settings: String,
    /// Whether its ladder plays at once.
    pub ladder: bool,
}

/// Makes a season with its house players.
///
/// # Errors
/// When the actor does not administer; else what of it cannot be.
pub async fn create(app: &Shared, actor: &Actor, new: New) -> Result<Season, Fail> {
    actor.must_administer()?;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if new.slug.is_empty() || new.slug.len() > 40 || !new.slug.chars().all(plain) {
        return Err(Fail::bad(Refusal::Address));
    }
    let game = games::by_id(&new.game)
        .ok_or_else(|| Fail::bad(Refusal::Game { game: new.game.clone() }))?;
    let (name, default) = game.facts().boards.first().copied().unwrap_or_default();
    let own = new.settings.replace("\r\n", "\n");
    let board =
        if own.trim().is_empty() { board(name, default) } else { board("season.cnf", &own) };
    check_board(game, &board)?;
    let options = Options { ladder: new.ladder, ..Options::default() };
    let season = Season {
        id: SeasonId::random(),
        slug: new.slug,
        title: accounts::name(&new.title)?,
        game: new.game,
        settings_name: board.name,
        settings: board.settings,
        secret: secret::token(),
        options: serde_json::to_string(&options)?,
    };
    let mut transaction = db::begin(&app.db).await?;
    if let Err(error) = seasons::insert(&mut transaction, &season).await {
        let taken = error.as_database_error().is_some_and(|e| e.is_unique_violation());
        return Err(if taken { Fail::bad(Refusal::AddressTaken) } else { error.into() });
    }
    house_players(&mut transaction, &season).await?;
    audit::add(&mut transaction, actor.login(), "new season", &season.slug, &season.game).await?;
    transaction.commit().await?;
    keys::current(app, &season).await?;
    Ok(season)
}

/// Whether a season may be run with these options.
fn check(season: &Season, options: &Options) -> Result<(), Fail> {
    let players = season.game().ok_or(Fail::Ours)?.facts().players;
    if !players.contains(&options.qualification_rival.as_str()) {
        return Err(Fail::bad(Refusal::Rival { rivals: players.join(", ") }));
    }
    if options.languages.is_empty() {
        return Err(Fail::bad(Refusal::LanguagesNone));
    }
    let second = sandbox::Limits::FUEL_PER_SECOND as f64;
    let amounts = [
        ("organise-fuel", options.fuel_max, second, (0.001, 1000.0)),
        ("common-memory-mb", options.memory_bytes_max, MB, (1.0, 1024.0)),
        ("common-source-kb", options.source_bytes_max, KB, (1.0, 2048.0)),
        ("organise-stderr", options.stderr_bytes_max, KB, (0.0, 16384.0)),
    ];
    for (what, value, unit, bounds) in amounts {
        // In thousandths of the unit: nobody reads more digits.
        within(what, (value as f64 / unit * 1000.0).round() / 1000.0, bounds)?;
    }
    let matches = options.qualification_matches;
    within("organise-matches-number", matches, (1, 40))?;
    within("organise-wins-number", options.qualification_wins, (0, matches))?;
    match (options.opens, options.freezes) {
        (Some(opens), Some(freezes)) if opens >= freezes => Err(Fail::bad(Refusal::FreezesEarly)),
        _ => Ok(()),
    }
}

/// How likely a player of the game passes the qualification of a season.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Chance {
    /// The player.
    pub player: String,
    /// Matches against three reference opponents on the game's first board.
    pub matches: u64,
    /// Matches in which the player came first.
    pub first: u64,
    /// Probability to pass with the season's settings, over the seeds that a season may draw.
    pub passes: f64,
    /// Lower end of the 95 % interval of this probability.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// How likely the game's own players pass the qualification of a season, in the order of the
/// game's table. Empty when the season has another opponent than the reference opponent, or
/// nobody measured the game.
#[must_use]
pub fn chances(season: &Season) -> Vec<Chance> {
    let options = season.options();
    let Some(game) = season.game() else { return Vec::new() };
    if options.qualification_rival != REFERENCE {
        return Vec::new();
    }
    let rule = Rule {
        matches: options.qualification_matches as usize,
        needed: options.qualification_wins as usize,
    };
    let chance = |row: Measured| {
        let (passes, low, high) = row.passes(rule);
        let Measured { player, matches, first } = row;
        Chance { player, matches, first, passes, low, high }
    };
    qualify::measured(game.facts().qualification).into_iter().map(chance).collect()
}

/// Changes title and options of a season; the audit log calls it `action`.
///
/// # Errors
/// When the actor does not organise, a setting cannot be, or somebody else changed the season
/// since it was read.
pub async fn change(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    action: &str,
    (title, options): (&str, &Options),
) -> Result<(), Fail> {
    actor.must_organise(&season.id)?;
    check(season, options)?;
    let before = season.options();
    if options.forward && !before.forward && !app.build_service.has_forward() {
        return Err(Fail::bad(Refusal::NoForward));
    }
    let title = accounts::name(title)?;
    let mut detail = audit::changes(&before, options)?;
    if title != season.title {
        detail = format!("title: {title}; {detail}");
    }
    let mut transaction = db::begin(&app.db).await?;
    let now = seasons::by_id_in(&mut transaction, &season.id).await?.ok_or(Fail::NotFound)?;
    if (&now.title, &now.options) != (&season.title, &season.options) {
        return Err(Fail::bad(Refusal::Changed));
    }
    seasons::change(&mut transaction, &season.id, &title, options).await?;
    audit::add(&mut transaction, actor.login(), action, &season.slug, &detail).await?;
    transaction.commit().await?;
    app.wake();
    Ok(())
}

/// A board as the form offers it.
pub struct Offer {
    /// The board.
    pub board: SeasonBoard,
    /// Whether the season plays on it.
    pub chosen: bool,
}

/// The boards that a season may choose from: those of its game, then its own.
#[must_use]
pub fn offers(season: &Season) -> Vec<Offer> {
    let chosen = season.boards();
    let own = season.game().map_or(&[][..], |game| game.facts().boards);
    let of_game: Vec<SeasonBoard> = own.iter().map(|(name, text)| board(name, text)).collect();
    let others = chosen.iter().filter(|one| !of_game.contains(one)).cloned();
    let all: Vec<SeasonBoard> = of_game.iter().cloned().chain(others).collect();
    let offer = |board: SeasonBoard| Offer { chosen: chosen.contains(&board), board };
    all.into_iter().map(offer).collect()
}

fn board(name: &str, settings: &str) -> SeasonBoard {
    SeasonBoard { name: name.into(), settings: settings.into() }
}

/// Checks a settings file.
///
/// # Errors
/// What is wrong with it, and in which line.
pub fn check_board(game: &dyn DynGame, board: &SeasonBoard) -> Result<(), Fail> {
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

/// The game and boards that organisers choose.
#[derive(Default)]
pub struct Choice {
    /// Id of a game; empty: the same as before.
    pub game: String,
    /// Names of boards that are offered.
    pub boards: Vec<String>,
    /// The text of one more settings file; may be blank.
    pub own: String,
}

/// Changes game or boards.
///
/// # Errors
/// When the actor does not organise, something has been played, or a board cannot be used.
pub async fn choose(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    choice: &Choice,
) -> Result<(), Fail> {
    actor.must_organise(&season.id)?;
    let mut transaction = db::begin(&app.db).await?;
    // As it stands now: somebody else may have changed it since the address was read.
    let found = seasons::by_id_in(&mut transaction, &season.id).await?;
    let mut season = found.ok_or(Fail::NotFound)?;
    let count = seasons::matches(&mut transaction, &season.id).await?;
    if count > 0 {
        return Err(Fail::bad(Refusal::Played { count: count.to_string() }));
    }
    if choice.game.is_empty() || choice.game == season.game {
        let boards = chosen(&season, choice)?;
        put(&mut season, boards, |_| ())?;
    } else {
        let count = submissions::count_of_people(&mut transaction, &season.id).await?;
        if count > 0 {
            return Err(Fail::bad(Refusal::Sent { count: count.to_string() }));
        }
        switch(&mut season, &choice.game)?;
        submissions::delete_house(&mut transaction, &season.id).await?;
        house_players(&mut transaction, &season).await?;
    }
    seasons::change_game(&mut transaction, &season).await?;
    let names: Vec<String> = season.boards().into_iter().map(|board| board.name).collect();
    let (subject, detail) = (format!("{} {}", season.slug, season.game), names.join(" "));
    audit::add(&mut transaction, actor.login(), "boards", &subject, &detail).await?;
    transaction.commit().await?;
    app.wake();
    Ok(())
}

/// The boards that are named, and the one whose text comes with them.
fn chosen(season: &Season, choice: &Choice) -> Result<Vec<SeasonBoard>, Fail> {
    let offers = offers(season);
    let mut boards = Vec::new();
    for name in &choice.boards {
        let offer = offers.iter().find(|offer| offer.board.name == *name);
        let unknown = || Fail::bad(Refusal::Board { name: name.clone() });
        boards.push(offer.ok_or_else(unknown)?.board.clone());
    }
    boards.dedup();
    if !choice.own.trim().is_empty() {
        let free = |name: &String| offers.iter().all(|offer| offer.board.name != *name);
        let name = (1..).map(|k| format!("{OWN}{k}.cnf")).find(free).unwrap_or_default();
        let new = board(&name, &choice.own.replace("\r\n", "\n"));
        check_board(season.game().ok_or(Fail::Ours)?, &new)?;
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
    mut boards: Vec<SeasonBoard>,
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
