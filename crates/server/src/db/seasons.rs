//! Seasons and the decisions of their organisers.

use super::{Connection, Db, Result, row};
use crate::ids::{RoundId, SeasonId};
use crate::states::Language;
use engine::Ruleset;
use serde::{Deserialize, Serialize};

/// A season.
#[derive(Clone, Debug)]
pub struct Season {
    /// Its id.
    pub id: SeasonId,
    /// Its name in addresses.
    pub slug: String,
    /// Its name for people.
    pub title: String,
    /// Id of its game.
    pub game: String,
    /// Name of its settings file.
    pub settings_name: String,
    /// Text of its settings file.
    pub settings: String,
    /// The secret that seeds and ids of matches follow from.
    pub secret: String,
    /// The organisers' decisions, as JSON.
    pub options: String,
}
row!(Season { id, slug, title, game, settings_name, settings, secret, options });

/// A settings file: parameters, and a board or what draws one afresh for every seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct SeasonBoard {
    /// Its name.
    pub name: String,
    /// Its text.
    pub settings: String,
}

impl SeasonBoard {
    /// Whether each seed draws a board of its own.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        self.settings.lines().any(|line| line.trim_start().starts_with("GENERATOR"))
    }
}

/// The decisions of organisers about a season.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Which rules hold.
    pub rules: Ruleset,
    /// Units of fuel for one player in one match.
    pub fuel_max: u64,
    /// Bytes of memory.
    pub memory_bytes_max: u64,
    /// Bytes of standard error that are kept of one player in one match.
    pub stderr_bytes_max: u64,
    /// Bytes of a source.
    pub source_bytes_max: u64,
    /// Submissions of one author within an hour.
    pub submissions_per_hour: u32,
    /// Friendly matches that one author may ask for within an hour.
    pub friendlies_per_hour: u32,
    /// Whether versions may keep the name of their author's earlier ones.
    pub keep_names: bool,
    /// Matches of the qualification, one per seat in turn.
    pub qualification_matches: u32,
    /// How many of them must be won.
    pub qualification_wins: u32,
    /// Name of the player that must be beaten; one of the game's own.
    pub qualification_rival: String,
    /// Whether the ladder plays.
    pub ladder: bool,
    /// Rounds of the ladder at most.
    pub ladder_rounds_max: u32,
    /// Matches of every player after which the ladder rests until somebody new comes.
    pub ladder_matches_enough: u32,
    /// Whether new results are withheld until they are released.
    pub hold: bool,
    /// Whether submissions are closed and nobody may change who stands for them.
    pub frozen: bool,
    /// Whether people may register without an invitation.
    pub registration: bool,
    /// Words that no player's name may contain.
    pub banned_words: Vec<String>,
    /// Further boards: each group of matches plays on one of all.
    pub boards: Vec<SeasonBoard>,
    /// The languages in which players are taken, at least one.
    pub languages: Vec<Language>,
    /// Whether players may look ahead: their sources are built with the rules.
    pub forward: bool,
    /// When submissions open and freeze, and the day of the final, for people to read.
    pub dates: String,
    /// When submissions open, in milliseconds since 1970.
    pub opens: Option<i64>,
    /// When the season freezes by itself.
    pub freezes: Option<i64>,
    /// When the final is, for people to know.
    pub finals: Option<i64>,
    /// Whether only organisers see the season.
    pub hidden: bool,
}

impl Default for Options {
    /// The judge's limits, players in C++, and four matches against the Dummy, of which three must
    /// be won.
    fn default() -> Self {
        let limits = sandbox::Limits::judge();
        Self {
            rules: Ruleset::Statement,
            fuel_max: limits.fuel_max.unwrap_or(u64::MAX),
            memory_bytes_max: limits.memory_bytes_max as u64,
            stderr_bytes_max: limits.stderr_bytes_max as u64,
            source_bytes_max: worker::rules::SOURCE_BYTES_MAX,
            submissions_per_hour: 20,
            friendlies_per_hour: 12,
            keep_names: true,
            qualification_matches: 4,
            qualification_wins: 3,
            qualification_rival: arena::qualify::REFERENCE.into(),
            ladder: true,
            ladder_rounds_max: 500,
            ladder_matches_enough: 240,
            hold: false,
            frozen: false,
            registration: false,
            banned_words: Vec::new(),
            boards: Vec::new(),
            languages: vec![Language::Cpp],
            forward: false,
            dates: String::new(),
            opens: None,
            freezes: None,
            finals: None,
            hidden: false,
        }
    }
}

impl Options {
    /// Nothing is played, taken or shown.
    fn closed() -> Self {
        Self { hidden: true, hold: true, frozen: true, ladder: false, ..Self::default() }
    }

    /// Whether submissions are closed at this time, by switch or by date.
    #[must_use]
    pub fn frozen_at(&self, now: i64) -> bool {
        self.frozen || self.freezes.is_some_and(|at| now >= at)
    }

    /// The files that are taken, such as `AIName.cc / AIName.js`.
    #[must_use]
    pub fn files(&self) -> String {
        self.languages.iter().map(|one| one.file("Name")).collect::<Vec<_>>().join(" / ")
    }

    /// When submissions open, if that is still to come.
    #[must_use]
    pub fn opens_later(&self, now: i64) -> Option<i64> {
        self.opens.filter(|at| now < *at)
    }
}

impl Season {
    /// The decisions of its organisers.
    #[must_use]
    pub fn options(&self) -> Options {
        // What an older program did not know has its default. What a newer one wrote, which this
        // one cannot read, may say that nobody shall see the season.
        serde_json::from_str(&self.options).unwrap_or_else(|_| Options::closed())
    }

    /// Its game.
    #[must_use]
    pub fn game(&self) -> Option<&'static dyn engine::DynGame> {
        games::by_id(&self.game)
    }

    /// Its boards: the one of its own columns, then those of its options.
    #[must_use]
    pub fn boards(&self) -> Vec<SeasonBoard> {
        let first =
            SeasonBoard { name: self.settings_name.clone(), settings: self.settings.clone() };
        std::iter::once(first).chain(self.options().boards).collect()
    }

    /// The season as a group of matches sees it: on the board that is its own. A round begins
    /// with a board that follows from its number, with which its id begins, and its groups take
    /// them in turn.
    #[must_use]
    pub fn on_board(&self, round: &RoundId, cluster: i64) -> Self {
        let mut boards = self.boards();
        let id = round.as_str().get(..8).and_then(|head| u64::from_str_radix(head, 16).ok());
        let turn = id.unwrap_or(0).wrapping_add(cluster.unsigned_abs());
        let own = boards.swap_remove((turn % boards.len() as u64) as usize);
        Self { settings_name: own.name, settings: own.settings, ..self.clone() }
    }

    /// The limits of a player.
    #[must_use]
    pub fn limits(&self) -> sandbox::Limits {
        let options = self.options();
        let bytes = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        sandbox::Limits {
            fuel_max: Some(options.fuel_max),
            memory_bytes_max: bytes(options.memory_bytes_max),
            stderr_bytes_max: bytes(options.stderr_bytes_max),
            ..sandbox::Limits::judge()
        }
    }
}

/// Adds a season.
///
/// # Errors
/// When its address is taken.
pub async fn insert(db: &mut Connection, season: &Season) -> Result<()> {
    sqlx::query(
        "INSERT INTO seasons (id, slug, title, game, settings_name, settings, secret, options, \
         created, pin) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(&season.id)
    .bind(&season.slug)
    .bind(&season.title)
    .bind(&season.game)
    .bind(&season.settings_name)
    .bind(&season.settings)
    .bind(&season.secret)
    .bind(&season.options)
    .bind(crate::time::now())
    .bind(crate::version::pin())
    .execute(db)
    .await
    .map(drop)
}

/// All seasons, newest first.
///
/// # Errors
/// When the database fails.
pub async fn all(db: &Db) -> Result<Vec<Season>> {
    sqlx::query_as("SELECT * FROM seasons ORDER BY created DESC, slug").fetch_all(db).await
}

/// The season at this address.
///
/// # Errors
/// When the database fails.
pub async fn by_slug(db: &Db, slug: &str) -> Result<Option<Season>> {
    sqlx::query_as("SELECT * FROM seasons WHERE slug = $1").bind(slug).fetch_optional(db).await
}

/// The season with this id.
///
/// # Errors
/// When the database fails.
pub async fn by_id(db: &Db, id: &SeasonId) -> Result<Option<Season>> {
    sqlx::query_as("SELECT * FROM seasons WHERE id = $1").bind(id).fetch_optional(db).await
}

/// The season with this id, as a transaction sees it.
///
/// # Errors
/// When the database fails.
pub async fn by_id_in(db: &mut Connection, id: &SeasonId) -> Result<Option<Season>> {
    sqlx::query_as("SELECT * FROM seasons WHERE id = $1").bind(id).fetch_optional(db).await
}

/// Changes title and options.
///
/// # Errors
/// When the database fails.
pub async fn change(
    db: &mut Connection,
    id: &SeasonId,
    title: &str,
    options: &Options,
) -> Result<()> {
    let options = serde_json::to_string(options).unwrap_or_default();
    sqlx::query("UPDATE seasons SET title = $2, options = $3 WHERE id = $1")
        .bind(id)
        .bind(title)
        .bind(options)
        .execute(db)
        .await
        .map(drop)
}

/// Changes the game and its boards, the first of which stands in columns of its own.
///
/// # Errors
/// When the database fails.
pub async fn change_game(db: &mut Connection, season: &Season) -> Result<()> {
    let text = "UPDATE seasons SET game = $2, settings_name = $3, settings = $4, options = $5 \
                WHERE id = $1";
    sqlx::query(text)
        .bind(&season.id)
        .bind(&season.game)
        .bind(&season.settings_name)
        .bind(&season.settings)
        .bind(&season.options)
        .execute(db)
        .await
        .map(drop)
}

/// How many matches of a season are played, being played or planned.
///
/// # Errors
/// When the database fails.
pub async fn matches(db: &mut Connection, season: &SeasonId) -> Result<i64> {
    let text = "SELECT COUNT(*) FROM matches WHERE season_id = $1";
    sqlx::query_scalar(text).bind(season).fetch_one(db).await
}

/// Addresses of the seasons that are pinned to other versions than these.
///
/// # Errors
/// When the database fails.
pub async fn pinned_otherwise(db: &Db, pin: &str) -> Result<Vec<String>> {
    sqlx::query_scalar("SELECT slug FROM seasons WHERE pin <> '' AND pin <> $1 ORDER BY slug")
        .bind(pin)
        .fetch_all(db)
        .await
}

/// Pins a season to these versions; `false` when there is no such season.
///
/// # Errors
/// When the database fails.
pub async fn pin(db: &mut Connection, slug: &str, pin: &str) -> Result<bool> {
    let text = "UPDATE seasons SET pin = $2 WHERE slug = $1";
    Ok(sqlx::query(text).bind(slug).bind(pin).execute(db).await?.rows_affected() == 1)
}

#[cfg(test)]
impl Season {
    /// A season without a game.
    pub(crate) fn blank() -> Self {
        let empty = String::new;
        Self {
            id: SeasonId::random(),
            slug: empty(),
            title: empty(),
            game: empty(),
            settings_name: empty(),
            settings: empty(),
            secret: empty(),
            options: "{}".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_season_that_a_newer_program_wrote_is_closed() {
        let season = |options: &str| Season { options: options.into(), ..Season::blank() };
        assert_eq!(season("{}").options(), Options::default());
        let unknown = season(r#"{"hidden": true, "of_tomorrow": 1}"#).options();
        assert!(unknown.hidden && unknown.hold && unknown.frozen && !unknown.ladder);
    }
}
