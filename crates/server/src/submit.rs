//! A submission comes in, by page or by program.

use crate::app::Shared;
use crate::db;
use crate::db::seasons::Season;
use crate::db::submissions::{self, Submission, state};
use crate::db::users::User;
use crate::fail::Fail;
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
        return Err(Fail::bad("Submissions are closed: the season is frozen."));
    }
    if let Some(at) = options.opens_later(time::now()) {
        return Err(Fail::bad(format!("Submissions open at {}.", time::shown(at))));
    }
    if text.is_empty() {
        return Err(Fail::bad("There is no source: choose a file or paste its text."));
    }
    let game = season.game().ok_or(Fail::Ours)?;
    names::check(name, &options.banned_words, game.facts().players).map_err(Fail::Bad)?;
    let (own, size) = (name.to_string(), text.len());
    let most = options.source_bytes_max;
    let (faults, text) =
        tokio::task::spawn_blocking(move || (rules::faults(&own, &text, most), text)).await?;
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
        let line = |fault: &rules::Fault| match fault.line {
            0 => format!("{}: {}", new.file, fault.message),
            line => format!("{}:{line}: {}", new.file, fault.message),
        };
        new.report = Some(faults.iter().map(line).collect::<Vec<_>>().join("\n"));
    }
    let mut transaction = db::begin(&app.db).await?;
    let since = submissions::count_since(&mut transaction, &user.id, now - time::HOUR).await?;
    if since >= i64::from(options.submissions_per_hour) {
        return Err(Fail::bad(format!(
            "You sent {since} submissions within an hour, which is as many as are allowed; wait a \
             little."
        )));
    }
    let same = submissions::by_name(&mut transaction, &season.id, &new.name_key).await?;
    taken(&same, &user.id, name, options.keep_names)?;
    submissions::insert(&mut transaction, &new).await?;
    transaction.commit().await?;
    app.wake.notify_waiters();
    Ok(new)
}

/// Whether somebody holds the name: those who have qualified with it, or are about to.
fn taken(same: &[Submission], user: &str, name: &str, keep: bool) -> Result<(), Fail> {
    let lost = [state::REFUSED, state::BEATEN, state::FAILED];
    for other in same.iter().filter(|other| !lost.contains(&other.state.as_str())) {
        let own = other.user_id.as_deref() == Some(user);
        if !own {
            return Err(Fail::bad(format!(
                "The name `{name}` is taken, or looks like one that is (`{}`); choose another.",
                other.name
            )));
        }
        let qualified = other.state == state::QUALIFIED || other.state == state::DISQUALIFIED;
        if qualified && !keep {
            return Err(Fail::bad(format!(
                "`{}` has qualified already; a new version needs a new name, such as `{}`.",
                other.name,
                next_name(name)
            )));
        }
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
