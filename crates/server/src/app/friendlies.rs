//! Friendly matches: somebody's own version against any public players, on demand.
//!
//! They count nowhere. Those whose players took part see them; while the season holds new
//! results back, nobody but organisers does.

use crate::app::Shared;
use crate::app::actor::Actor;
use crate::app::fail::Fail;
use crate::app::matches::{WithSeats, with_seats};
use crate::app::refusal::Refusal;
use crate::app::rounds;
use crate::db::matches::{Listed, Seat};
use crate::db::seasons::Season;
use crate::db::submissions::{self, Submission};
use crate::db::users::User;
use crate::db::{self, friendlies, matches};
use crate::ids::{MatchId, SubmissionId};
use crate::ranking::Player;
use crate::states::{MatchState, RoundKind, SubmissionState};
use crate::time;
use arena::random::Stream;
use arena::schedule::SEEDS;
use engine::SEATS;
use serde::Deserialize;

/// A request for a friendly match.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
pub struct Wanted {
    /// Name of one's own version; the one that stands for its author when missing.
    #[serde(default)]
    pub player: String,
    /// Names of one to three rivals; seats that stay empty are filled with them in turn.
    pub rivals: Vec<String>,
    /// The seed; a fresh one when missing.
    #[serde(default)]
    pub seed: Option<u32>,
}

/// A friendly match as those see it who take part.
pub struct Friendly {
    /// The match.
    pub m: Listed,
    /// Its seats; without scores while its result is withheld.
    pub seats: Vec<Seat>,
    /// Whether the result is there and may be seen.
    pub open: bool,
}

/// The actor's friendly matches, newest first: from where on and how many.
///
/// # Errors
/// [`Fail::SignIn`] when nobody is signed in.
pub async fn own(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    range: (i64, i64),
) -> Result<Vec<Friendly>, Fail> {
    let list = friendlies::of_user(&app.db, &season.id, &actor.user()?.id, range).await?;
    let one = |(mut m, mut seats): WithSeats| {
        let withheld = m.held && !actor.organises(&season.id);
        if withheld {
            (m.finished, m.verified) = (None, false);
            for seat in &mut seats {
                (seat.score, seat.status, seat.receipt) = (None, None, None);
            }
        }
        Friendly { open: m.state == MatchState::Done && !withheld, m, seats }
    };
    Ok(with_seats(app, list).await?.into_iter().map(one).collect())
}

/// Names that the actor may ask a friendly match for.
pub struct Choice {
    /// The actor's versions that have qualified, the one that stands for them first.
    pub own: Vec<Submission>,
    /// Everybody who competes.
    pub rivals: Vec<String>,
}

/// Whom the actor may let play.
///
/// # Errors
/// [`Fail::SignIn`] when nobody is signed in.
pub async fn choice(app: &Shared, actor: &Actor, season: &Season) -> Result<Choice, Fail> {
    let user = &actor.user()?.id;
    let rivals = submissions::players(&mut *app.db.acquire().await?, &season.id).await?;
    let standing = submissions::representative(&app.db, &season.id, user).await?;
    let mut own = submissions::of_user(&app.db, &season.id, user).await?;
    own.retain(|s| s.state == SubmissionState::Qualified);
    own.sort_by_key(|s| Some(&s.id) != standing.as_ref());
    Ok(Choice { own, rivals: rivals.into_iter().map(|s| s.name).collect() })
}

/// Asks for a friendly match and gives the id of its match.
///
/// # Errors
/// Why there will be none.
pub async fn ask(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    wanted: &Wanted,
) -> Result<MatchId, Fail> {
    let user = actor.user()?;
    let quota = i64::from(season.options().friendlies_per_hour);
    if wanted.seed.is_some_and(|seed| seed as usize >= SEEDS) {
        return Err(Fail::bad(Refusal::SeedHigh { bound: SEEDS.to_string() }));
    }
    let mut transaction = db::begin(&app.db).await?;
    let (asked, recent) =
        friendlies::counts(&mut transaction, &season.id, &user.id, time::now() - time::HOUR)
            .await?;
    if recent >= quota {
        return Err(Fail::bad(Refusal::Friendlies {
            count: recent.to_string(),
            quota: quota.to_string(),
        }));
    }
    let own = own_version(app, season, user, &wanted.player).await?;
    let public = submissions::players(&mut transaction, &season.id).await?;
    let rivals = rivals(&public, &wanted.rivals)?;
    let number = asked + 1;
    let purpose = format!("friendly {} {number}", user.id);
    let mut stream = Stream::new(&season.secret, &purpose, 0);
    let seed = wanted.seed.map_or_else(|| stream.below(SEEDS), |seed| seed as usize);
    let mut table: Vec<(Option<SubmissionId>, String)> = vec![(Some(own.id), own.name)];
    let others = rivals.iter().cycle().take(SEATS - 1);
    table.extend(others.map(|rival| (Some(rival.id.clone()), rival.name.clone())));
    stream.shuffle(&mut table);
    let tables = std::iter::once((0, seed.to_string(), table));
    let (mut round, list) = rounds::assemble(season, RoundKind::Friendly, &user.id, number, tables);
    round.held = season.options().hold;
    if !matches::plan(&mut transaction, &round, &list).await? {
        return Err(Fail::bad(Refusal::AskedTwice));
    }
    transaction.commit().await?;
    app.wake();
    list.into_iter().next().map(|(one, _)| one.id).ok_or(Fail::Ours)
}

/// The visitor's version of this name, or the one that stands for them.
async fn own_version(
    app: &Shared,
    season: &Season,
    user: &User,
    name: &str,
) -> Result<Submission, Fail> {
    let standing = submissions::representative(&app.db, &season.id, &user.id).await?;
    let own = submissions::of_user(&app.db, &season.id, &user.id).await?;
    let found =
        own.into_iter().filter(|s| s.state == SubmissionState::Qualified).find(|s| match name {
            "" => Some(&s.id) == standing.as_ref(),
            name => s.name == name,
        });
    found.ok_or_else(|| match name {
        "" => Fail::bad(Refusal::NoPlayer),
        name => Fail::bad(Refusal::NoPlayerNamed { name: name.into() }),
    })
}

fn rivals<'a>(public: &'a [Player], names: &[String]) -> Result<Vec<&'a Player>, Fail> {
    let mut found = Vec::with_capacity(SEATS - 1);
    for name in names.iter().map(|name| name.trim()).filter(|name| !name.is_empty()) {
        let rival = public.iter().find(|s| s.name == name).ok_or_else(|| {
            let known = public.iter().map(|s| s.name.as_str());
            let near = arena::names::nearest(name, known);
            let name = name.to_string();
            Fail::bad(match near {
                Some(near) => Refusal::NoRivalNear { name, near: near.into() },
                None => Refusal::NoRival { name },
            })
        })?;
        found.push(rival);
    }
    match found.len() {
        0 => Err(Fail::bad(Refusal::RivalsNone)),
        1..SEATS => Ok(found),
        n => {
            let (count, seats) = (n.to_string(), SEATS.to_string());
            Err(Fail::bad(Refusal::RivalsMany { count, seats }))
        }
    }
}
