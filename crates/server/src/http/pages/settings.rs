//! The settings of a season: one form in the units of people.

use super::{Form, Layout, Page, page};
use crate::app::fail::Fail;
use crate::app::refusal::Refusal;
use crate::app::settings::{self, Chance, KB, MB};
use crate::app::{decisions, seasons};
use crate::db::seasons::{Options, Season};
use crate::http::request::InSeason;
use crate::states::Language;
use crate::time;
use askama::Template;
use engine::Ruleset;
use sandbox::Limits;
use serde::Deserialize;

/// Units of fuel of a second.
const SECOND: f64 = Limits::FUEL_PER_SECOND as f64;

/// The limits in the units of the form.
struct Units {
    /// Seconds.
    fuel: f64,
    /// MB.
    memory: f64,
    /// KB.
    source: f64,
    /// KB.
    stderr: f64,
}

impl Units {
    fn of(o: &Options) -> Self {
        Self {
            fuel: o.fuel_max as f64 / SECOND,
            memory: o.memory_bytes_max as f64 / MB,
            source: o.source_bytes_max as f64 / KB,
            stderr: o.stderr_bytes_max as f64 / KB,
        }
    }
}

#[derive(Template)]
#[template(path = "organise.html")]
struct Organise {
    l: Layout,
    units: Units,
    o: Options,
    banned: String,
    round: i64,
    withheld: bool,
    has_compiler: bool,
    rivals: &'static [&'static str],
    has_forward: bool,
    played: i64,
    chances: Vec<Passing>,
}

/// How likely a player of the game passes the qualification, in percent.
struct Passing {
    player: String,
    /// First places of matches.
    first: String,
    passes: String,
    interval: String,
}

impl Passing {
    fn of(chance: Chance) -> Self {
        let percent = |p: f64| format!("{:.0}", 100.0 * p);
        Self {
            player: chance.player,
            first: format!("{} / {}", chance.first, chance.matches),
            passes: format!("{} %", percent(chance.passes)),
            interval: format!("{}–{} %", percent(chance.low), percent(chance.high)),
        }
    }
}

/// The season's settings and the state of the machinery.
///
/// # Errors
/// When the database fails.
pub async fn show(request: InSeason) -> Page {
    let season = &request.season;
    let progress = seasons::progress(&request.app, &request.actor, season).await?;
    let (o, facts) = (season.options(), season.game().ok_or(Fail::Ours)?.facts());
    page(&Organise {
        l: request.layout(request.t("common-organise"), "organise"),
        units: Units::of(&o),
        banned: o.banned_words.join(" "),
        o,
        round: progress.round,
        withheld: progress.withheld,
        has_compiler: request.app.has_compiler(),
        rivals: facts.players,
        has_forward: request.app.build_service.has_forward(),
        played: progress.matches,
        chances: settings::chances(season).into_iter().map(Passing::of).collect(),
    })
}

/// The fields of the form. Browsers do not send switches that are off.
#[derive(Deserialize)]
pub struct Settings {
    title: String,
    #[serde(default)]
    dates: String,
    #[serde(default)]
    opens: String,
    #[serde(default)]
    freezes: String,
    #[serde(default)]
    finals: String,
    fuel: f64,
    memory: f64,
    source: f64,
    stderr: f64,
    submissions_per_hour: u32,
    friendlies_per_hour: u32,
    qualification_matches: u32,
    qualification_wins: u32,
    qualification_rival: String,
    ladder_rounds_max: u32,
    ladder_matches_enough: u32,
    #[serde(default)]
    banned_words: String,
    #[serde(default)]
    keep_names: Option<String>,
    #[serde(default)]
    ladder: Option<String>,
    #[serde(default)]
    hold: Option<String>,
    #[serde(default)]
    frozen: Option<String>,
    #[serde(default)]
    hidden: Option<String>,
    #[serde(default)]
    registration: Option<String>,
    #[serde(default)]
    kit_rules: Option<String>,
    #[serde(default)]
    forward: Option<String>,
    #[serde(default)]
    cpp: Option<String>,
    #[serde(default)]
    rust: Option<String>,
    #[serde(default)]
    js: Option<String>,
    #[serde(default)]
    python: Option<String>,
}

impl Settings {
    fn languages(&self) -> Vec<Language> {
        let all = [
            (Language::Cpp, &self.cpp),
            (Language::Rust, &self.rust),
            (Language::Js, &self.js),
            (Language::Python, &self.python),
        ];
        all.into_iter().filter_map(|(language, on)| on.as_ref().map(|_| language)).collect()
    }

    fn options(&self, season: &Season) -> Result<Options, Fail> {
        Ok(Options {
            rules: if self.kit_rules.is_some() { Ruleset::Kit } else { Ruleset::Statement },
            dates: self.dates.chars().take(500).collect(),
            opens: moment("common-opens", &self.opens)?,
            freezes: moment("common-closes", &self.freezes)?,
            finals: moment("common-final", &self.finals)?,
            fuel_max: whole(self.fuel, SECOND),
            memory_bytes_max: whole(self.memory, MB),
            source_bytes_max: whole(self.source, KB),
            stderr_bytes_max: whole(self.stderr, KB),
            submissions_per_hour: self.submissions_per_hour,
            friendlies_per_hour: self.friendlies_per_hour,
            qualification_matches: self.qualification_matches,
            qualification_wins: self.qualification_wins,
            qualification_rival: self.qualification_rival.clone(),
            ladder_rounds_max: self.ladder_rounds_max,
            ladder_matches_enough: self.ladder_matches_enough,
            banned_words: self.banned_words.split_whitespace().map(String::from).collect(),
            keep_names: self.keep_names.is_some(),
            ladder: self.ladder.is_some(),
            forward: self.forward.is_some(),
            languages: self.languages(),
            hold: self.hold.is_some(),
            frozen: self.frozen.is_some(),
            hidden: self.hidden.is_some(),
            registration: self.registration.is_some(),
            ..season.options()
        })
    }
}

/// So many units as a whole number of the smallest ones; negative amounts become 0.
fn whole(amount: f64, unit: f64) -> u64 {
    (amount * unit).round() as u64
}

fn moment(what: &str, text: &str) -> Result<Option<i64>, Fail> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let wrong = || Fail::bad(Refusal::Date { what: what.into(), text: text.into() });
    time::read(text).map(Some).ok_or_else(wrong)
}

/// Changes the season's settings.
///
/// # Errors
/// Which setting cannot be.
pub async fn save(request: InSeason, Form(form): Form<Settings>) -> Page {
    let season = &request.season;
    let wanted = (form.title.as_str(), &form.options(season)?);
    settings::change(&request.app, &request.actor, season, "settings", wanted).await?;
    Ok(request.saved("/organise"))
}

/// Releases withheld results.
///
/// # Errors
/// When the database fails.
pub async fn release(request: InSeason) -> Page {
    decisions::release(&request.app, &request.actor, &request.season).await?;
    Ok(request.back("/organise"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_come_back_as_they_were() {
        for fuel_max in [1_000_000, 200_000_000, 11_000_000_000, 3_333_333_333_333] {
            let options = Options { fuel_max, stderr_bytes_max: 1000, ..Options::default() };
            let units = Units::of(&options);
            let typed: f64 = units.fuel.to_string().parse().expect("a number");
            assert_eq!(whole(typed, SECOND), fuel_max);
            assert_eq!(whole(units.stderr, KB), 1000);
        }
        assert_eq!((whole(-1.0, KB), whole(f64::NAN, KB)), (0, 0));
    }
}
