//! What organisers do: settings, submissions, results, exports, the log.

use super::season::guarded;
use super::{Form, Layout, Page, back, download, page};
use crate::app::fail::Fail;
use crate::app::settings::{self, New, Offer};
use crate::app::{audit, decisions, seasons, submissions};
use crate::db::audit::Entry;
use crate::db::seasons::{Options, Season};
use crate::db::submissions::{Sent, Submission};
use crate::http::request::{Context, Id, InSeason, Paged, Path, Query, Range};
use crate::ids::SubmissionId;
use crate::ranking::Standing;
use crate::states::{Language, SubmissionState};
use crate::time;
use askama::Template;
use serde::Deserialize;

#[derive(Template)]
#[template(path = "organise.html")]
struct Organise {
    l: Layout,
    o: Options,
    banned: String,
    round: i64,
    withheld: bool,
    has_compiler: bool,
    rivals: &'static [&'static str],
    has_forward: bool,
    game: &'static str,
    games: Vec<(&'static str, &'static str)>,
    offers: Vec<Offer>,
    played: i64,
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
        l: request.layout("Organise", "organise"),
        banned: o.banned_words.join(" "),
        o,
        round: progress.round,
        withheld: progress.withheld,
        has_compiler: request.app.has_compiler(),
        rivals: facts.players,
        has_forward: request.app.build_service.has_forward(),
        game: facts.title,
        games: all_games(),
        offers: settings::offers(season),
        played: progress.matches,
    })
}

/// What the form sends. Switches that are off are not sent at all.
#[derive(Deserialize)]
pub struct Settings {
    title: String,
    dates: String,
    fuel_max: u64,
    memory_bytes_max: u64,
    source_bytes_max: u64,
    submissions_per_hour: u32,
    friendlies_per_hour: u32,
    qualification_matches: u32,
    qualification_wins: u32,
    qualification_rival: String,
    ladder_rounds_max: u32,
    ladder_matches_enough: u32,
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
    registration: Option<String>,
    #[serde(default)]
    forward: Option<String>,
    #[serde(default)]
    cpp: Option<String>,
    #[serde(default)]
    js: Option<String>,
}

impl Settings {
    fn languages(&self) -> Vec<Language> {
        let all = [(Language::Cpp, &self.cpp), (Language::Js, &self.js)];
        all.into_iter().filter_map(|(language, on)| on.as_ref().map(|_| language)).collect()
    }

    fn options(&self, season: &Season) -> Options {
        Options {
            dates: self.dates.chars().take(500).collect(),
            fuel_max: self.fuel_max,
            memory_bytes_max: self.memory_bytes_max,
            source_bytes_max: self.source_bytes_max,
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
            registration: self.registration.is_some(),
            ..season.options()
        }
    }
}

/// Changes the season's settings.
///
/// # Errors
/// Which setting cannot be.
pub async fn settings(request: InSeason, Form(form): Form<Settings>) -> Page {
    let season = &request.season;
    let wanted = (form.title.as_str(), &form.options(season));
    settings::change(&request.app, &request.actor, season, "settings", wanted).await?;
    Ok(request.back("/organise"))
}

/// Releases withheld results.
///
/// # Errors
/// When the database fails.
pub async fn release(request: InSeason) -> Page {
    decisions::release(&request.app, &request.actor, &request.season).await?;
    Ok(request.back("/organise"))
}

/// A version as the list shows it.
struct Row {
    s: Submission,
    author: String,
    when: String,
    /// Whether it may be taken out of the competition.
    may_disqualify: bool,
    /// Whether it may be judged again.
    may_rerun: bool,
    /// Whether its judging may be stopped.
    may_stop: bool,
}

#[derive(Template)]
#[template(path = "organise_submissions.html")]
struct List {
    l: Layout,
    list: Vec<Row>,
    newer: Option<i64>,
    older: Option<i64>,
}

/// All submissions, newest first.
///
/// # Errors
/// When the database fails.
pub async fn submissions(request: InSeason, Query(range): Query<Range>) -> Page {
    const COUNT: i64 = 200;
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let from = range.from();
    let sent = submissions::listed(app, actor, season, (from, COUNT + 1)).await?;
    let part = Paged::new(sent, from, COUNT);
    let row = |Sent { submission: s, author }: Sent| Row {
        author: author.unwrap_or_default(),
        when: time::shown(s.created),
        may_disqualify: s.state == SubmissionState::Qualified,
        may_stop: s.state.is_pending(),
        may_rerun: s.state != SubmissionState::Qualified && s.decided.is_some(),
        s,
    };
    page(&List {
        l: request.layout("Submissions", "organise"),
        list: part.rows.into_iter().map(row).collect(),
        newer: part.newer,
        older: part.older,
    })
}

/// What the form sends.
#[derive(Deserialize)]
pub struct Reason {
    #[serde(default)]
    reason: String,
}

/// Takes a version out of the competition.
///
/// # Errors
/// When it does not compete.
pub async fn disqualify(
    request: InSeason,
    Path(Id { id }): Path<Id<SubmissionId>>,
    Form(form): Form<Reason>,
) -> Page {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    decisions::disqualify(app, actor, season, &id, &form.reason).await?;
    Ok(request.back("/organise/submissions"))
}

/// Stops judging a version.
///
/// # Errors
/// When it is a house player.
pub async fn stop_judging(
    request: InSeason,
    Path(Id { id }): Path<Id<SubmissionId>>,
    Form(form): Form<Reason>,
) -> Page {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    decisions::stop_judging(app, actor, season, &id, &form.reason).await?;
    Ok(request.back("/organise/submissions"))
}

/// Judges a version again.
///
/// # Errors
/// When it is being judged right now, or its name is somebody else's by now.
pub async fn rerun(request: InSeason, Path(Id { id }): Path<Id<SubmissionId>>) -> Page {
    decisions::judge_again(&request.app, &request.actor, &request.season, &id).await?;
    Ok(request.back(&format!("/submissions/{id}")))
}

/// Everybody's best standing, for grades: one line per author.
///
/// # Errors
/// When the database fails.
pub async fn export(request: InSeason) -> Page {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record([
        "login",
        "name",
        "player",
        "place",
        "strength",
        "matches",
        "submissions",
        "qualified",
    ])?;
    for grade in seasons::grades(app, actor, season).await? {
        let of = |f: &dyn Fn(&Standing) -> String| grade.best.as_ref().map_or_else(String::new, f);
        out.write_record([
            guarded(grade.login),
            guarded(grade.name),
            of(&|r| r.name.clone()),
            of(&|r| r.place.to_string()),
            of(&|r| format!("{:.3}", r.strength)),
            of(&|r| r.matches.to_string()),
            grade.sent.to_string(),
            grade.qualified.to_string(),
        ])?;
    }
    let bytes = out.into_inner().map_err(|_| Fail::Ours)?;
    Ok(download("grades.csv", "text/csv; charset=utf-8", bytes))
}

#[derive(Template)]
#[template(path = "audit.html")]
struct Audit {
    l: Layout,
    /// When, and what.
    entries: Vec<(String, Entry)>,
}

/// The log of changes.
///
/// # Errors
/// When the database fails.
pub async fn audit(request: Context) -> Page {
    const COUNT: i64 = 300;
    let newest = audit::newest(&request.app, &request.actor, COUNT).await?;
    let entries = newest.into_iter().map(|e| (time::shown(e.at), e)).collect();
    page(&Audit { l: request.layout("Audit log", "organise"), entries })
}

/// Ids and titles of all games.
fn all_games() -> Vec<(&'static str, &'static str)> {
    games::ALL.iter().map(|game| (game.facts().id, game.facts().title)).collect()
}

#[derive(Template)]
#[template(path = "season_new.html")]
struct NewSeason {
    l: Layout,
    games: Vec<(&'static str, &'static str)>,
}

/// The form for a new season.
///
/// # Errors
/// When it cannot be rendered.
pub async fn season_form(request: Context) -> Page {
    page(&NewSeason { l: request.layout("New season", "organise"), games: all_games() })
}

/// What the form sends.
#[derive(Deserialize)]
pub struct SeasonForm {
    slug: String,
    title: String,
    game: String,
    #[serde(default)]
    settings: String,
    #[serde(default)]
    ladder: Option<String>,
}

/// Makes a season.
///
/// # Errors
/// What of it cannot be.
pub async fn new_season(request: Context, Form(form): Form<SeasonForm>) -> Page {
    let new = New {
        slug: form.slug,
        title: form.title,
        game: form.game,
        settings: form.settings,
        ladder: form.ladder.is_some(),
    };
    let season = settings::create(&request.app, &request.actor, new).await?;
    Ok(back(&format!("/s/{}/organise", season.slug)))
}
