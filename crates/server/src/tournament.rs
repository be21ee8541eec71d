//! Organisers begin, release and stop tournaments, by page or by program.

use crate::app::Shared;
use crate::db::seasons::Season;
use crate::db::submissions;
use crate::db::tournaments::{self, Tournament, kind};
use crate::db::users::User;
use crate::db::{self, audit};
use crate::fail::{Fail, within};
use crate::refusal::Refusal;
use crate::{accounts, secret, time};
use engine::SEATS;
use serde::Deserialize;

/// What organisers decide about a tournament.
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
    /// Whether results are held back until they are released, round by round.
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

    /// Whether it can be done with so many players.
    fn check(&self, players: usize) -> Result<(), Fail> {
        if ![kind::ROUND_ROBIN, kind::ELIMINATION].contains(&self.kind.as_str()) {
            return Err(Fail::bad(Refusal::Kind {
                kind: self.kind.clone(),
                kinds: [kind::ROUND_ROBIN, kind::ELIMINATION].join(", "),
            }));
        }
        within("Matches of every player", self.matches_each.into(), 4, 2000)?;
        let elimination = self.kind == kind::ELIMINATION;
        if elimination {
            let least = self.matches_each.into();
            within("Matches of every player at most", self.most().into(), least, 20_000)?;
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

/// Begins a tournament of all who compete now.
///
/// # Errors
/// Why it cannot be.
pub async fn begin(
    app: &Shared,
    season: &Season,
    actor: &User,
    wanted: &Wanted,
) -> Result<Tournament, Fail> {
    let mut transaction = db::begin(&app.db).await?;
    let all = submissions::competitors(&mut transaction, &season.id).await?;
    let players: Vec<String> =
        all.into_iter().filter(|s| wanted.house || s.user_id.is_some()).map(|s| s.id).collect();
    wanted.check(players.len())?;
    let earlier = tournaments::of_season(&mut transaction, &season.id).await?;
    if earlier.iter().filter(|t| t.state == "playing").count() >= 3 {
        return Err(Fail::bad(Refusal::TournamentsMany));
    }
    let number = earlier.iter().filter(|t| t.kind == wanted.kind).count() as i64 + 1;
    let purpose = format!("tournament {} {number}", wanted.kind);
    let title = match wanted.title.trim().is_empty() {
        true => String::new(),
        false => accounts::name(&wanted.title)?,
    };
    let new = Tournament {
        id: secret::derived(&season.secret, &purpose),
        season_id: season.id.clone(),
        kind: wanted.kind.clone(),
        number,
        title,
        matches_each: wanted.matches_each.into(),
        matches_most: wanted.most().into(),
        state: "playing".into(),
        held: wanted.held,
        created: time::now(),
    };
    if !tournaments::insert(&mut transaction, &new, &players).await? {
        return Err(Fail::bad(Refusal::BegunTwice));
    }
    let detail = format!("{} players", players.len());
    audit::add(&mut transaction, &actor.login, &format!("begin {}", new.kind), &new.id, &detail)
        .await?;
    transaction.commit().await?;
    app.wake.notify_waiters();
    Ok(new)
}

/// Shows everybody the next round that was held back, or all that are over.
///
/// # Errors
/// When the database fails.
pub async fn release(
    app: &Shared,
    tournament: &Tournament,
    actor: &User,
    all: bool,
) -> Result<u64, Fail> {
    let mut transaction = db::begin(&app.db).await?;
    let count = tournaments::show_held(&mut transaction, &tournament.id, all).await?;
    let detail = format!("{count} rounds");
    audit::add(&mut transaction, &actor.login, "release", &tournament.id, &detail).await?;
    transaction.commit().await?;
    app.wake.notify_waiters();
    Ok(count)
}

/// Stops a tournament: matches in progress are finished, no others are played.
///
/// # Errors
/// When it is over.
pub async fn stop(app: &Shared, tournament: &Tournament, actor: &User) -> Result<(), Fail> {
    let mut transaction = db::begin(&app.db).await?;
    if !tournaments::end(&mut transaction, &tournament.id, "stopped").await? {
        return Err(Fail::bad(Refusal::TournamentOver));
    }
    tournaments::call_off(&mut transaction, &tournament.id).await?;
    audit::add(&mut transaction, &actor.login, "stop", &tournament.id, "").await?;
    transaction.commit().await?;
    app.wake.notify_waiters();
    Ok(())
}
