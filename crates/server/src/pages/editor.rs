//! Dates and visibility of a season, for organisers.

use super::{Page, back};
use crate::access::Cx;
use crate::db::seasons::{self, Options};
use crate::db::{self, audit};
use crate::fail::Fail;
use crate::time;
use axum::Form;
use engine::Ruleset;
use serde::Deserialize;

/// What the form sends; a switch that is off is not sent at all.
#[derive(Deserialize)]
pub struct Dates {
    #[serde(default)]
    opens: String,
    #[serde(default)]
    freezes: String,
    #[serde(default)]
    finals: String,
    #[serde(default)]
    hidden: Option<String>,
    #[serde(default)]
    kit_rules: Option<String>,
    stderr_bytes_max: u64,
}

fn moment(what: &str, text: &str) -> Result<Option<i64>, Fail> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let wrong = || Fail::bad(format!("{what} is `{text}`; write it as 2026-03-01T16:42."));
    time::read(text).map(Some).ok_or_else(wrong)
}

/// Changes dates, visibility and rules.
///
/// # Errors
/// Which of them cannot be.
pub async fn dates(cx: Cx, Form(form): Form<Dates>) -> Page {
    let season = cx.season()?;
    if form.stderr_bytes_max > 1 << 24 {
        let n = form.stderr_bytes_max;
        return Err(Fail::bad(format!("Bytes of standard error are {n}; at most 16777216.")));
    }
    let options = Options {
        opens: moment("The opening", &form.opens)?,
        freezes: moment("The freeze", &form.freezes)?,
        finals: moment("The final", &form.finals)?,
        hidden: form.hidden.is_some(),
        rules: if form.kit_rules.is_some() { Ruleset::Kit } else { Ruleset::Statement },
        stderr_bytes_max: form.stderr_bytes_max,
        ..season.options()
    };
    if let (Some(opens), Some(freezes)) = (options.opens, options.freezes)
        && opens >= freezes
    {
        return Err(Fail::bad("The season would freeze before it opens."));
    }
    let mut transaction = db::begin(&cx.app.db).await?;
    seasons::change(&mut transaction, &season.id, &season.title, &options).await?;
    let (actor, detail) = (&cx.visitor.user()?.login, serde_json::to_string(&options)?);
    audit::add(&mut transaction, actor, "dates", &season.slug, &detail).await?;
    transaction.commit().await?;
    Ok(back(&format!("/s/{}/organise", season.slug)))
}
