//! A submission comes in, by page or by program.

use crate::app::Shared;
use crate::db;
use crate::db::seasons::{Options, Season};
use crate::db::submissions::{self, Submission, state};
use crate::db::users::User;
use crate::fail::Fail;
use crate::refusal::Refusal;
use crate::verdict::Verdict;
use crate::{names, rules, secret, time};

/// Takes a submission. What is wrong with its name, or with the moment, is refused at once; what
/// is wrong with the source gives a submission with the verdict and all complaints.
///
/// # Errors
/// Why it is not even taken.
pub async fn submit(
    app: &Shared,
    season: &Season,
    user: &User,
    name: &str,
    text: Vec<u8>,
) -> Result<Submission, Fail> {
    let options = season.options();
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
    let (own, size) = (name.to_string(), text.len());
    let (most, forward) = (options.source_bytes_max, options.forward);
    let (faults, text) =
        tokio::task::spawn_blocking(move || (rules::faults(&own, &text, most, forward), text))
            .await?;
    let source = app.store.put(text).await?;
    let now = time::now();
    let mut new = Submission {
        id: secret::id(),
        season_id: season.id.clone(),
        user_id: Some(user.id.clone()),
        name: name.into(),
        name_key: names::key(name),
        file: format!("AI{name}.cc"),
        source,
        size: i64::try_from(size).unwrap_or(i64::MAX),
        state: state::RECEIVED.into(),
        wasm: None,
        report: None,
        verdict: String::new(),
        created: now,
        decided: None,
    };
    if !faults.is_empty() {
        new.state = state::REFUSED.into();
        new.decided = Some(now);
        new.verdict = Verdict::Rules.stored();
        new.report = Some(serde_json::to_string(&faults)?);
    }
    let mut transaction = db::begin(&app.db).await?;
    within_quota(&mut transaction, user, &options).await?;
    let same = submissions::by_name(&mut transaction, &season.id, &new.name_key).await?;
    taken(&same, &user.id, name, options.keep_names)?;
    submissions::insert(&mut transaction, &new).await?;
    transaction.commit().await?;
    app.wake.notify_waiters();
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
pub(crate) fn taken(same: &[Submission], user: &str, name: &str, keep: bool) -> Result<(), Fail> {
    let lost = [state::REFUSED, state::BEATEN, state::FAILED];
    for other in same.iter().filter(|other| !lost.contains(&other.state.as_str())) {
        let own = other.user_id.as_deref() == Some(user);
        if !own {
            return Err(Fail::bad(Refusal::NameTaken {
                name: name.into(),
                other: other.name.clone(),
            }));
        }
        if keep {
            continue;
        }
        let qualified = other.state == state::QUALIFIED || other.state == state::DISQUALIFIED;
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
