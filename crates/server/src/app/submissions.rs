//! Submissions: sent by page or by program, shown to their author and to organisers.

use crate::app::Shared;
use crate::app::actor::Actor;
use crate::app::fail::Fail;
use crate::app::refusal::Refusal;
use crate::db;
use crate::db::fairness;
use crate::db::matches::{self, Match, Seat};
use crate::db::seasons::{Options, Season};
use crate::db::seats;
use crate::db::submissions::{self, Sent, Submission};
use crate::db::users::User;
use crate::ids::{SubmissionId, UserId};
use crate::states::{Language, SubmissionState};
use crate::{app::names, time};
use std::collections::{BTreeMap, HashMap};

/// A submission of the season, for its author and for organisers.
///
/// # Errors
/// [`Fail::NotFound`] when there is none that the actor may see.
pub async fn find(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    id: &SubmissionId,
) -> Result<Submission, Fail> {
    let mut connection = app.db.acquire().await?;
    find_in(&mut connection, actor, season, id).await
}

/// The same, as a transaction sees it.
pub(super) async fn find_in(
    db: &mut db::Connection,
    actor: &Actor,
    season: &Season,
    id: &SubmissionId,
) -> Result<Submission, Fail> {
    let found = submissions::by_id_in(db, id).await?.ok_or(Fail::NotFound)?;
    let seen = found.season_id == season.id && actor.may_see(&season.id, found.user_id.as_ref());
    seen.then_some(found).ok_or(Fail::NotFound)
}

/// Submissions of a season with their authors, newest first: from where on, and how many. Only
/// those whose name or login contains `part`; the empty part is in all of them.
///
/// # Errors
/// When the actor does not organise.
pub async fn listed(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    part: &str,
    range: (i64, i64),
) -> Result<Vec<Sent>, Fail> {
    actor.must_organise(&season.id)?;
    Ok(submissions::part_of_season(&app.db, &season.id, part, range).await?)
}

/// The submissions of an author in a season.
pub struct Own {
    /// Newest first.
    pub list: Vec<Submission>,
    /// The version that stands for the author.
    pub standing: Option<SubmissionId>,
    /// The number of each version among those of its name.
    pub numbers: HashMap<SubmissionId, i64>,
    /// Versions that the author may still send within this hour.
    pub left: i64,
}

/// The submissions of the actor in a season.
///
/// # Errors
/// [`Fail::SignIn`] when nobody is signed in.
pub async fn own(app: &Shared, actor: &Actor, season: &Season) -> Result<Own, Fail> {
    let user = &actor.user()?.id;
    Ok(Own {
        list: submissions::of_user(&app.db, &season.id, user).await?,
        standing: submissions::representative(&app.db, &season.id, user).await?,
        numbers: submissions::numbers(&app.db, &season.id, user).await?,
        left: i64::from(season.options().submissions_per_hour) - sent_lately(app, user).await?,
    })
}

async fn sent_lately(app: &Shared, user: &UserId) -> Result<i64, Fail> {
    let mut connection = app.db.acquire().await?;
    Ok(submissions::count_since(&mut connection, user, time::now() - time::HOUR).await?)
}

/// The number of a version among those of its author and its name; none of house players.
///
/// # Errors
/// When the database fails.
pub async fn number(app: &Shared, of: &Submission) -> Result<Option<i64>, Fail> {
    let Some(author) = &of.user_id else { return Ok(None) };
    let numbers = submissions::numbers(&app.db, &of.season_id, author).await?;
    Ok(numbers.get(&of.id).copied())
}

/// A player to start from: the richest one in this language that comes with the game, as a file
/// and its text.
#[must_use]
pub fn starter(season: &Season, language: Language) -> Option<(String, &'static str)> {
    let sdk = season.game()?.facts().sdk;
    let files = ["Scout", "Demo", "Null"].map(|name| language.file(name));
    files.into_iter().find_map(|file| {
        let (_, text) = sdk.iter().find(|(path, _)| *path == file)?;
        Some((file, *text))
    })
}

/// Until when the author of a pending submission waits because of trouble, in milliseconds since
/// 1970. None when the author does not wait.
///
/// # Errors
/// When the database fails.
pub async fn waits_until(app: &Shared, of: &Submission) -> Result<Option<i64>, Fail> {
    let Some(author) = of.user_id.as_ref().filter(|_| of.state.is_pending()) else {
        return Ok(None);
    };
    let mut connection = app.db.acquire().await?;
    Ok(fairness::waits_until(&mut connection, author).await?)
}

/// The version that stands for the author of this one; none of house players.
///
/// # Errors
/// When the database fails.
pub async fn standing(app: &Shared, of: &Submission) -> Result<Option<Submission>, Fail> {
    let Some(author) = &of.user_id else { return Ok(None) };
    match submissions::representative(&app.db, &of.season_id, author).await? {
        Some(id) => Ok(submissions::by_id(&app.db, &id).await?),
        None => Ok(None),
    }
}

/// The matches of a qualification with their seats, the last qualification first.
pub type Qualification = Vec<(Match, Vec<Seat>)>;

/// The qualifications of submissions that [`find`] or [`own`] gave, in their order.
///
/// # Errors
/// When the database fails.
pub async fn qualifications(app: &Shared, list: &[Submission]) -> Result<Vec<Qualification>, Fail> {
    let ids: Vec<&SubmissionId> = list.iter().map(|s| &s.id).collect();
    let mut connection = app.db.acquire().await?;
    let all = matches::of_qualifications(&mut connection, &ids).await?;
    let ids: Vec<_> = all.iter().map(|(_, m)| &m.id).collect();
    let mut seats = seats::of_matches(&mut connection, &ids).await?;
    drop(connection);
    let mut by_submission: BTreeMap<SubmissionId, Qualification> = BTreeMap::new();
    for (submission, one) in all {
        let seats = seats.remove(&one.id).unwrap_or_default();
        by_submission.entry(submission).or_default().push((one, seats));
    }
    Ok(list.iter().map(|s| by_submission.remove(&s.id).unwrap_or_default()).collect())
}

/// The source of a submission.
///
/// # Errors
/// [`Fail::NotFound`] when there is none that the actor may see: house players have none.
pub async fn source(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    id: &SubmissionId,
) -> Result<(Submission, Vec<u8>), Fail> {
    let found = find(app, actor, season, id).await?;
    if found.source.starts_with("builtin:") {
        return Err(Fail::NotFound);
    }
    let text = app.store.get(&found.source).await?;
    Ok((found, text))
}

/// Takes a submission. What is wrong with its name, or with the moment, is refused at once. The
/// source is looked at by a worker process, which builds it.
///
/// # Errors
/// Why it is not even taken.
pub async fn submit(
    app: &Shared,
    actor: &Actor,
    season: &Season,
    (name, language): (&str, Language),
    text: Vec<u8>,
) -> Result<Submission, Fail> {
    let user = actor.user()?;
    let options = season.options();
    if !options.languages.contains(&language) {
        let (language, files) = (language.title().into(), options.files());
        return Err(Fail::bad(Refusal::Language { language, files }));
    }
    if options.frozen_at(time::now()) {
        return Err(Fail::bad(Refusal::Closed));
    }
    if let Some(at) = options.opens_later(time::now()) {
        return Err(Fail::bad(Refusal::OpensLater { when: time::shown(at) }));
    }
    if text.is_empty() {
        return Err(Fail::bad(Refusal::NoSource));
    }
    let game = season.game().ok_or(Fail::Ours)?;
    names::check(name, &options.banned_words, game.facts().players).map_err(Fail::Bad)?;
    // Before the source costs anything; once more below, where nobody can come in between.
    within_quota(&mut *app.db.acquire().await?, user, &options).await?;
    let size = text.len();
    let source = app.store.put(text).await?;
    let now = time::now();
    let new = Submission {
        id: SubmissionId::random(),
        season_id: season.id.clone(),
        user_id: Some(user.id.clone()),
        name: name.into(),
        name_key: names::key(name),
        file: language.file(name),
        source,
        size: i64::try_from(size).unwrap_or(i64::MAX),
        state: SubmissionState::Received,
        wasm: None,
        report: None,
        verdict: String::new(),
        created: now,
        decided: None,
    };
    let mut transaction = db::begin(&app.db).await?;
    within_quota(&mut transaction, user, &options).await?;
    let same = submissions::by_name(&mut transaction, &season.id, &new.name_key).await?;
    taken(&same, &user.id, name, options.keep_names)?;
    submissions::insert(&mut transaction, &new).await?;
    transaction.commit().await?;
    app.wake();
    Ok(new)
}

/// Refuses more submissions than an author may send within an hour.
async fn within_quota(db: &mut db::Connection, user: &User, options: &Options) -> Result<(), Fail> {
    let since = submissions::count_since(db, &user.id, time::now() - time::HOUR).await?;
    match since >= i64::from(options.submissions_per_hour) {
        true => Err(Fail::bad(Refusal::Submissions { count: since.to_string() })),
        false => Ok(()),
    }
}

/// Refuses a name that somebody holds: those who have qualified with it, or are about to.
///
/// # Errors
/// Who holds it.
pub(crate) fn taken(
    same: &[Submission],
    user: &UserId,
    name: &str,
    keep: bool,
) -> Result<(), Fail> {
    for other in same.iter().filter(|other| !other.state.is_lost()) {
        let own = other.user_id.as_ref() == Some(user);
        if !own {
            return Err(Fail::bad(Refusal::NameTaken {
                name: name.into(),
                other: other.name.clone(),
            }));
        }
        if keep {
            continue;
        }
        let qualified = other.state == SubmissionState::Qualified
            || other.state == SubmissionState::Disqualified;
        let name = other.name.clone();
        return Err(Fail::bad(match qualified {
            true => Refusal::NameUsed { next: next_name(&name), name },
            // Both could qualify.
            false => Refusal::NamePending { name },
        }));
    }
    Ok(())
}

/// `Xaloc` → `Xaloc2` → `Xaloc3`, within the length of a name.
fn next_name(name: &str) -> String {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number: u64 = name[stem.len()..].parse().unwrap_or(1);
    let next = number.saturating_add(1).to_string();
    let room = arena::names::LONGEST.saturating_sub(next.len());
    format!("{}{next}", &stem[..stem.len().min(room)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_name_is_proposed() {
        assert_eq!(next_name("Xaloc"), "Xaloc2");
        assert_eq!(next_name("Xaloc9"), "Xaloc10");
        assert_eq!(next_name("TwelveLetter"), "TwelveLette2");
    }
}
