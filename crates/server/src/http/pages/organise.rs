//! Pages of organisers: submissions, exports, the log, new seasons.

use super::standings::guarded;
use super::{Form, Layout, Page, back, download, page};
use crate::app::fail::Fail;
use crate::app::settings::{self, New};
use crate::app::{audit, decisions, seasons, submissions};
use crate::db::audit::Entry;
use crate::db::submissions::{Sent, Submission};
use crate::http::request::{Context, Id, InSeason, Paged, Path, Query, Range};
use crate::ids::SubmissionId;
use crate::ranking::table::Placed;
use crate::states::SubmissionState;
use crate::time;
use askama::Template;
use serde::Deserialize;

/// A version as the list shows it.
struct Row {
    s: Submission,
    author: String,
    when: String,
    /// Whether it may be taken out of the competition.
    may_disqualify: bool,
    /// Whether its disqualification may be undone.
    may_reinstate: bool,
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
    /// The part of a player's name or a login that is looked for.
    part: String,
    newer: Option<String>,
    older: Option<String>,
}

/// All submissions, newest first, or those with a part of a name or a login.
///
/// # Errors
/// When the database fails.
pub async fn submissions(request: InSeason, Query(range): Query<Range>) -> Page {
    const COUNT: i64 = 200;
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let page_range = (range.from(), COUNT + 1);
    let sent = submissions::listed(app, actor, season, range.searched(), page_range).await?;
    let paged = Paged::new(sent, &range, COUNT);
    let row = |Sent { submission: s, author }: Sent| Row {
        author: author.unwrap_or_default(),
        when: time::shown(s.created),
        may_disqualify: s.state == SubmissionState::Qualified,
        may_reinstate: decisions::may_reinstate(&s),
        may_stop: s.state.is_pending(),
        may_rerun: s.state != SubmissionState::Qualified && s.decided.is_some(),
        s,
    };
    page(&List {
        l: request.layout(request.t("common-submissions"), "organise"),
        list: paged.rows.into_iter().map(row).collect(),
        part: range.searched().to_string(),
        newer: paged.newer,
        older: paged.older,
    })
}

/// The fields of the form.
#[derive(Deserialize)]
pub struct Reason {
    #[serde(default)]
    reason: String,
}

#[derive(Template)]
#[template(path = "disqualify.html")]
struct Disqualify {
    l: Layout,
    s: Submission,
    /// The version that competes instead.
    next: Option<String>,
}

/// Asks before a version is taken out of the competition.
///
/// # Errors
/// When there is none of this id.
pub async fn ask_disqualify(request: InSeason, Path(Id { id }): Path<Id<SubmissionId>>) -> Page {
    let (app, season) = (&request.app, &request.season);
    let s = submissions::find(app, &request.actor, season, &id).await?;
    let next = decisions::next_best(app, &s).await?;
    let l = request.layout(request.t("common-disqualify"), "organise");
    page(&Disqualify { l, s, next: next.map(|next| next.name) })
}

/// Takes a version out of the competition.
///
/// # Errors
/// When it does not compete, or there is no reason.
pub async fn disqualify(
    request: InSeason,
    Path(Id { id }): Path<Id<SubmissionId>>,
    Form(form): Form<Reason>,
) -> Page {
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    decisions::disqualify(app, actor, season, &id, &form.reason).await?;
    Ok(request.saved("/organise/submissions"))
}

/// Undoes a disqualification.
///
/// # Errors
/// When the version is not disqualified.
pub async fn reinstate(request: InSeason, Path(Id { id }): Path<Id<SubmissionId>>) -> Page {
    decisions::reinstate(&request.app, &request.actor, &request.season, &id).await?;
    Ok(request.saved("/organise/submissions"))
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
        "rating",
        "strength",
        "matches",
        "submissions",
        "qualified",
    ])?;
    for grade in seasons::grades(app, actor, season).await? {
        let of = |f: &dyn Fn(&Placed) -> String| grade.best.as_ref().map_or_else(String::new, f);
        out.write_record([
            guarded(grade.login),
            guarded(grade.name),
            of(&|r| r.s.name.clone()),
            of(&|r| r.place.map_or_else(String::new, |place| place.to_string())),
            of(&|r| r.rating().to_string()),
            of(&|r| format!("{:.3}", r.s.strength)),
            of(&|r| r.s.matches.to_string()),
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
    page(&Audit { l: request.layout(request.t("common-audit-log"), "organise"), entries })
}

/// Ids and titles of all games.
pub(super) fn all_games() -> Vec<(&'static str, &'static str)> {
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
    page(&NewSeason {
        l: request.layout(request.t("common-new-season"), "organise"),
        games: all_games(),
    })
}

/// The fields of the form.
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
