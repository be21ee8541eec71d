//! The audit log: every change by an organiser, every sign-in that failed.

use super::seasons::Options;
use super::{Connection, Db, Result, row};
use serde_json::Value;

/// One line of the log.
#[derive(Clone, Debug)]
pub struct Entry {
    /// When.
    pub at: i64,
    /// The login of who did it, or `-`.
    pub actor: String,
    /// What: a word such as `disqualify`.
    pub action: String,
    /// To whom or what.
    pub subject: String,
    /// More about it.
    pub detail: String,
}
row!(Entry { at, actor, action, subject, detail });

/// Adds a line.
///
/// # Errors
/// When the database fails.
pub async fn add(
    db: &mut Connection,
    actor: &str,
    action: &str,
    subject: &str,
    detail: &str,
) -> Result<()> {
    sqlx::query(
        "INSERT INTO audit (id, at, actor, action, subject, detail) \
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(crate::secret::id())
    .bind(crate::time::now())
    .bind(actor)
    .bind(action)
    .bind(subject)
    .bind(detail)
    .execute(db)
    .await
    .map(drop)
}

/// The lines of one action, oldest first.
///
/// # Errors
/// When the database fails.
pub async fn of_action(db: &Db, action: &str) -> Result<Vec<Entry>> {
    sqlx::query_as(
        "SELECT at, actor, action, subject, detail FROM audit WHERE action = $1 ORDER BY at, id",
    )
    .bind(action)
    .fetch_all(db)
    .await
}

/// The newest lines.
///
/// # Errors
/// When the database fails.
pub async fn newest(db: &Db, count: i64) -> Result<Vec<Entry>> {
    sqlx::query_as(
        "SELECT at, actor, action, subject, detail FROM audit ORDER BY at DESC, id LIMIT $1",
    )
    .bind(count)
    .fetch_all(db)
    .await
}

/// The changes of a season's settings, as `name: before → after`. Values that are too long to
/// read, such as boards, have only their name.
///
/// # Errors
/// When settings cannot be written as JSON.
pub fn changes(before: &Options, after: &Options) -> serde_json::Result<String> {
    const CHARS_MAX: usize = 300;
    let (before, after) = (serde_json::to_value(before)?, serde_json::to_value(after)?);
    let shown = |name: &str, value: &Value| match (name, value.as_i64()) {
        ("opens" | "freezes" | "finals", Some(at)) => crate::time::shown(at),
        _ => value.to_string(),
    };
    let all = after.as_object().into_iter().flatten();
    let changed = all.filter(|(name, now)| before[name.as_str()] != **now).map(|(name, now)| {
        let text =
            format!("{name}: {} → {}", shown(name, &before[name.as_str()]), shown(name, now));
        if text.chars().count() > CHARS_MAX { name.clone() } else { text }
    });
    Ok(changed.collect::<Vec<_>>().join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_says_what_was_changed_and_nothing_else() {
        let before = Options::default();
        let after = Options { hold: true, freezes: Some(0), ..before.clone() };
        let told = changes(&before, &after).expect("JSON");
        assert_eq!(told, "freezes: null → 1970-01-01 00:00 UTC; hold: false → true");
        assert_eq!(changes(&after, &after).expect("JSON"), "");
    }
}
