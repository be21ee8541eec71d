//! Dates and visibility of a season, for organisers.

use super::{Form, Page, back};
use crate::access::Cx;
use crate::db::seasons::{self, Options};
use crate::db::{self, audit};
use crate::fail::{Fail, within};
use crate::refusal::Refusal;
use crate::time;
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
    let wrong = || Fail::bad(Refusal::Date { what: what.into(), text: text.into() });
    time::read(text).map(Some).ok_or_else(wrong)
}

/// Changes dates, visibility and rules.
///
/// # Errors
/// Which of them cannot be.
pub async fn dates(cx: Cx, Form(form): Form<Dates>) -> Page {
    let season = cx.season()?;
    within("Bytes of standard error that are kept", form.stderr_bytes_max, 0, 1 << 24)?;
    let options = Options {
        opens: moment("Submissions open", &form.opens)?,
        freezes: moment("Submissions close", &form.freezes)?,
        finals: moment("Final", &form.finals)?,
        hidden: form.hidden.is_some(),
        rules: if form.kit_rules.is_some() { Ruleset::Kit } else { Ruleset::Statement },
        stderr_bytes_max: form.stderr_bytes_max,
        ..season.options()
    };
    if let (Some(opens), Some(freezes)) = (options.opens, options.freezes)
        && opens >= freezes
    {
        return Err(Fail::bad(Refusal::FreezesEarly));
    }
    let mut transaction = db::begin(&cx.app.db).await?;
    seasons::change(&mut transaction, &season.id, &season.title, &options).await?;
    let detail = audit::changes(&season.options(), &options)?;
    let actor = &cx.visitor.user()?.login;
    audit::add(&mut transaction, actor, "dates", &season.slug, &detail).await?;
    transaction.commit().await?;
    Ok(back(&format!("/s/{}/organise", season.slug)))
}
