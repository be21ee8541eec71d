//! Tournaments: the parts that each visitor may see, and how organisers begin, release and stop
//! them.

use crate::app::Shared;
use crate::app::actor::Actor;
use crate::app::fail::{Fail, within};
use crate::app::matches::{WithSeats, with_seats};
use crate::app::refusal::Refusal;
use crate::db::matches::Round;
use crate::db::seasons::Season;
use crate::db::standings;
use crate::db::submissions;
use crate::db::tournaments::{self, Entry, Tournament};
use crate::db::{self, Connection, audit};
use crate::i18n::Lang;
use crate::ids::{RoundId, SubmissionId, TournamentId};
use crate::ranking::Standing;
use crate::states::{PlaceReason, TournamentKind, TournamentState};
use crate::{app::accounts, secret, time};
use engine::SEATS;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The decisions of organisers about a tournament.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
pub struct Wanted {
    /// `round-robin` or `elimination`.
    pub kind: String,
    /// Its name for people; empty: kind and number.
    #[serde(default)]
    pub title: String,
    /// Matches of every player: in all, or in each round of an elimination; 24 when missing.
    #[serde(default = "each")]
    pub matches_each: u32,
    /// Elimination: matches of every player in a round at most; four times `matches_each` when
    /// missing.
    #[serde(default)]
    pub matches_most: Option<u32>,
    /// Whether the players of the house take part.
    #[serde(default)]
    pub house: bool,
    /// Whether results are withheld until they are released, round by round.
    #[serde(default)]
    pub held: bool,
}

fn each() -> u32 {
    24
}

/// Most matches that one tournament may need at least.
const MATCHES_MAX: usize = 200_000;

impl Wanted {
    fn most(&self) -> u32 {
        self.matches_most.unwrap_or(self.matches_each.saturating_mul(4))
    }

    fn kind(&self) -> Result<TournamentKind, Fail> {
        self.kind.parse().map_err(|_| {
            let kinds: Vec<_> = TournamentKind::ALL.iter().map(|kind| kind.word()).collect();
            Fail::bad(Refusal::Kind { kind: self.kind.clone(), kinds: kinds.join(", ") })
        })
    }

    /// Whether it can be done with so many players.
    fn check(&self, players: usize) -> Result<(), Fail> {
        let kind = self.kind()?;
        within("tournament-matches-each", self.matches_each, (4, 2000))?;
        let elimination = kind == TournamentKind::Elimination;
        if elimination {
            let least = self.matches_each;
            within("tournament-matches-most", self.most(), (least, 20_000))?;
        }
        if players < SEATS {
            return Err(Fail::bad(Refusal::PlayersFew {
                count: players.to_string(),
                seats: SEATS.to_string(),
            }));
        }
        let rounds = if elimination { players - SEATS + 1 } else { 1 };
        let each = self.matches_each as usize;
        // Rounds get smaller: on average half of all players and of the finalists are left.
        let matches = rounds * (players + SEATS) / 2 * each / SEATS;
        if matches > MATCHES_MAX {
            return Err(Fail::bad(Refusal::MatchesMany { count: matches.to_string() }));
        }
        Ok(())
    }
}

/// A tournament as an actor may see it.
pub struct View {
    /// The tournament.
    pub t: Tournament,
    /// Those who take part: who is still in, then by place. Withheld results are not in it.
    pub entries: Vec<Entry>,
    /// The rounds whose results the actor may see, newest first.
    pub rounds: Vec<ShownRound>,
    /// Whether the actor does not see all there is.
    pub held: bool,
    /// Whether it is over, as far as the actor may know.
    pub over: bool,
}

/// A round of a tournament.
pub struct ShownRound {
    /// The round.
    pub round: Round,
    /// Its order; empty while it is being played.
    pub order: Vec<Standing>,
    /// Matches, and those that are still to be played.
    pub progress: (i64, i64),
    /// Whether it is the final, or the only round.
    pub last: bool,
}

impl View {
    /// Whether players leave round by round.
    #[must_use]
    pub fn eliminates(&self) -> bool {
        self.t.kind == TournamentKind::Elimination
    }

    /// Whether matches are still to come.
    #[must_use]
    pub fn playing(&self) -> bool {
        self.t.state == TournamentState::Playing
    }

    /// Whether somebody reached the final of an elimination.
    #[must_use]
    pub fn in_final(&self, entry: &Entry) -> bool {
        self.eliminates() && entry.reason == Some(PlaceReason::Order)
    }

    /// The round of an elimination in which somebody left.
    #[must_use]
    pub fn left_in(&self, entry: &Entry) -> Option<i64> {
        entry.round.filter(|_| self.eliminates())
    }

    /// Its title in a language.
    #[must_use]
    pub fn title(&self, lang: Lang) -> String {
        title(&self.t, lang)
    }
}

/// The title of a tournament: its own, or kind and number.
#[must_use]
pub fn title(t: &Tournament, lang: Lang) -> String {
    match t.title.is_empty() {
        true => format!("{} {}", capital(&lang.word(t.kind)), t.number),
        false => t.title.clone(),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
}

/// The tournament of a season with this id.
async fn find_in(
    db: &mut Connection,
    season: &Season,
    id: &TournamentId,
) -> Result<Tournament, Fail> {
    let found = tournaments::by_id(db, id).await?.ok_or(Fail::NotFound)?;
    (found.season_id == season.id).then_some(found).ok_or(Fail::NotFound)
}

/// All tournaments of a season as the actor may see them, newest first.
///
/// # Errors
/// When the database fails.
pub async fn views(app: &Shared, actor: &Actor, season: &Season) -> Result<Vec<View>, Fail> {
    let mut connection = app.db.acquire().await?;
    let all = tournaments::of_season(&mut connection, &season.id).await?;
    seen(&mut connection, actor, all).await
}

/// A tournament as the actor may see it.
///
/// # Errors
/// [`Fail::NotFound`] when the season has none of this id.
pub async fn view(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    id: &TournamentId,
) -> Result<View, Fail> {
    let mut connection = app.db.acquire().await?;
    let found = find_in(&mut connection, season, id).await?;
    seen(&mut connection, actor, vec![found]).await?.pop().ok_or(Fail::Ours)
}

/// Four queries, however many tournaments, rounds and players there are.
async fn seen(db: &mut Connection, actor: &Actor, all: Vec<Tournament>) -> Result<Vec<View>, Fail> {
    let ids: Vec<_> = all.iter().map(|t| &t.id).collect();
    let mut parts = Parts {
        entries: tournaments::entries_of(db, &ids).await?,
        rounds: tournaments::rounds_of(db, &ids).await?,
        progress: tournaments::progress_of(db, &ids).await?,
        orders: standings::of_tournaments(db, &ids).await?,
    };
    Ok(all.into_iter().map(|t| parts.view(actor, t)).collect())
}

/// The parts of tournaments.
struct Parts {
    entries: BTreeMap<TournamentId, Vec<Entry>>,
    rounds: BTreeMap<TournamentId, Vec<Round>>,
    progress: BTreeMap<RoundId, (i64, i64)>,
    orders: BTreeMap<RoundId, Vec<Standing>>,
}

impl Parts {
    fn view(&mut self, actor: &Actor, t: Tournament) -> View {
        let all = actor.organises(&t.season_id);
        let mut entries = self.entries.remove(&t.id).unwrap_or_default();
        let complete = self.rounds.remove(&t.id).unwrap_or_default();
        let playing = t.state == TournamentState::Playing;
        let held = complete.iter().any(|round| round.held) || t.held && playing;
        let final_round = entries.iter().filter(|e| e.place == Some(1)).find_map(|e| e.round);
        let seen: Vec<Round> = complete.into_iter().filter(|round| all || !round.held).collect();
        for entry in &mut entries {
            let known = |number| number == 0 || seen.iter().any(|round| round.number == number);
            if !entry.round.is_some_and(known) {
                (entry.round, entry.place, entry.reason) = (None, None, None);
            }
        }
        entries.sort_by_key(|e| e.place.unwrap_or(0));
        let shown = |round: Round| ShownRound {
            progress: self.progress.get(&round.id).copied().unwrap_or_default(),
            order: self.orders.remove(&round.id).unwrap_or_default(),
            last: final_round == Some(round.number) || t.kind == TournamentKind::RoundRobin,
            round,
        };
        let rounds = seen.into_iter().rev().map(shown).collect();
        View { over: !playing && (all || !held), t, entries, rounds, held }
    }
}

/// A round of a tournament and a part of its finished matches: from where on, and how many.
///
/// # Errors
/// [`Fail::NotFound`] when there is no such round whose results the actor may see.
pub async fn round(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    (id, number): (&TournamentId, i64),
    range: (i64, i64),
) -> Result<(Tournament, Vec<WithSeats>), Fail> {
    let mut connection = app.db.acquire().await?;
    let found = find_in(&mut connection, season, id).await?;
    let rounds =
        tournaments::rounds(&mut connection, &found.id, actor.organises(&season.id)).await?;
    drop(connection);
    let round = rounds.into_iter().find(|r| r.number == number).ok_or(Fail::NotFound)?;
    let list = tournaments::listed(&app.db, &round.id, range).await?;
    Ok((found, with_seats(app, list).await?))
}

/// Begins a tournament of all who compete now.
///
/// # Errors
/// Why it cannot be.
pub async fn begin(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    wanted: &Wanted,
) -> Result<Tournament, Fail> {
    actor.must_organise(&season.id)?;
    let mut transaction = db::begin(&app.db).await?;
    let all = submissions::players(&mut transaction, &season.id).await?;
    let players: Vec<SubmissionId> =
        all.into_iter().filter(|s| wanted.house || s.user_id.is_some()).map(|s| s.id).collect();
    wanted.check(players.len())?;
    let kind = wanted.kind()?;
    let earlier = tournaments::of_season(&mut transaction, &season.id).await?;
    if earlier.iter().filter(|t| t.state == TournamentState::Playing).count() >= 3 {
        return Err(Fail::bad(Refusal::TournamentsMany));
    }
    let number = earlier.iter().filter(|t| t.kind == kind).count() as i64 + 1;
    let purpose = format!("tournament {kind} {number}");
    let title = match wanted.title.trim().is_empty() {
        true => String::new(),
        false => accounts::name(&wanted.title)?,
    };
    let new = Tournament {
        id: secret::derived(&season.secret, &purpose).into(),
        season_id: season.id.clone(),
        kind,
        number,
        title,
        matches_each: wanted.matches_each.into(),
        matches_most: wanted.most().into(),
        state: TournamentState::Playing,
        held: wanted.held,
        created: time::now(),
    };
    if !tournaments::insert(&mut transaction, &new, &players).await? {
        return Err(Fail::bad(Refusal::BegunTwice));
    }
    let detail = format!("{} players", players.len());
    let action = format!("begin {}", new.kind);
    audit::add(&mut transaction, actor.login(), &action, &new.id, &detail).await?;
    transaction.commit().await?;
    app.wake();
    Ok(new)
}

/// Releases the next round whose results are withheld, or all that are over, and gives how many
/// rounds everybody sees from now on.
///
/// # Errors
/// When the actor does not organise, or the season has no such tournament.
pub async fn release(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    id: &TournamentId,
    all: bool,
) -> Result<u64, Fail> {
    actor.must_organise(&season.id)?;
    let mut transaction = db::begin(&app.db).await?;
    let found = find_in(&mut transaction, season, id).await?;
    let count = tournaments::show_withheld(&mut transaction, &found.id, all).await?;
    if count > 0 {
        let detail = format!("{count} rounds");
        audit::add(&mut transaction, actor.login(), "release", &found.id, &detail).await?;
    }
    transaction.commit().await?;
    app.wake();
    Ok(count)
}

/// Stops a tournament: matches in progress are finished, no others are played.
///
/// # Errors
/// When the actor does not organise, the season has no such tournament, or it is over.
pub async fn stop(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    id: &TournamentId,
) -> Result<(), Fail> {
    actor.must_organise(&season.id)?;
    let mut transaction = db::begin(&app.db).await?;
    let found = find_in(&mut transaction, season, id).await?;
    if !tournaments::end(&mut transaction, &found.id, TournamentState::Stopped).await? {
        return Err(Fail::bad(Refusal::TournamentOver));
    }
    tournaments::call_off(&mut transaction, &found.id).await?;
    audit::add(&mut transaction, actor.login(), "stop", &found.id, "").await?;
    transaction.commit().await?;
    app.wake();
    Ok(())
}
