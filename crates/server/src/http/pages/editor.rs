//! Dates and visibility of a season, for organisers.

use super::{Form, Page};
use crate::app::fail::Fail;
use crate::app::refusal::Refusal;
use crate::app::settings;
use crate::db::seasons::Options;
use crate::http::request::InSeason;
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
pub async fn dates(request: InSeason, Form(form): Form<Dates>) -> Page {
    let season = &request.season;
    let options = Options {
        opens: moment("Submissions open", &form.opens)?,
        freezes: moment("Submissions close", &form.freezes)?,
        finals: moment("Final", &form.finals)?,
        hidden: form.hidden.is_some(),
        rules: if form.kit_rules.is_some() { Ruleset::Kit } else { Ruleset::Statement },
        stderr_bytes_max: form.stderr_bytes_max,
        ..season.options()
    };
    let wanted = (season.title.as_str(), &options);
    settings::change(&request.app, &request.actor, season, "dates", wanted).await?;
    Ok(request.back("/organise"))
}
