//! The form for submissions, and the page of each submission.

use super::matches::{ShownSeat, shown_seats};
use super::receipts::{Receipt, receipts};
use super::{Layout, Live, Page, download, live_page, page};
use crate::app::fail::Fail;
use crate::app::refusal::Refusal;
use crate::app::verdict::Verdict;
use crate::app::{decisions, live, source_rules, submissions};
use crate::db::submissions::Submission;
use crate::http::request::{Id, InSeason, Path, Query};
use crate::ids::{MatchId, SubmissionId};
use crate::states::{Language, MatchState, SubmissionState};
use crate::time;
use askama::Template;
use axum::extract::Multipart;
use serde::Deserialize;

#[derive(Template)]
#[template(path = "submit.html")]
struct Form {
    l: Layout,
    /// Versions, whether each stands for the visitor, when it was sent, and its number.
    list: Vec<(Submission, bool, String, i64)>,
    /// Whether a version competes for the visitor.
    competes: bool,
    frozen: bool,
    opens: Option<String>,
    has_compiler: bool,
    bytes_max: u64,
    /// The files that the season takes.
    files: String,
    languages: Vec<Language>,
    /// A player to start from in each language.
    starters: Vec<(Language, String)>,
    /// When submissions close, and how long that is from now.
    closes: Option<(String, String)>,
    /// Matches of the qualification, first places that are needed, and the opponent.
    mark: (u32, u32, String),
    rival_count: usize,
    left: i64,
    game: String,
    url: String,
}

impl Form {
    /// The season's name in addresses.
    fn slug(&self) -> &str {
        self.l.season.as_ref().map_or("", |(slug, _)| slug)
    }
}

/// The form, and what the visitor has sent so far.
///
/// # Errors
/// When the database fails.
pub async fn form(request: InSeason) -> Page {
    let own = submissions::own(&request.app, &request.actor, &request.season).await?;
    let options = request.season.options();
    let row = |s: Submission| {
        let (stands, when) = (own.standing.as_ref() == Some(&s.id), time::shown(s.created));
        let number = own.numbers.get(&s.id).copied().unwrap_or(1);
        (s, stands, when, number)
    };
    let starter = |language: &Language| {
        let (file, _) = submissions::starter(&request.season, *language)?;
        Some((*language, file))
    };
    let now = time::now();
    page(&Form {
        starters: options.languages.iter().filter_map(starter).collect(),
        closes: options.freezes.map(|at| (time::shown(at), time::span(at - now))),
        mark: (
            options.qualification_matches,
            options.qualification_wins,
            options.qualification_rival.clone(),
        ),
        rival_count: engine::SEATS - 1,
        left: own.left.max(0),
        game: request.season.game.clone(),
        url: request.app.config.url(),
        l: request.layout(request.t("base-submit"), "submit"),
        competes: own.standing.is_some(),
        list: own.list.into_iter().map(row).collect(),
        frozen: options.frozen_at(time::now()),
        opens: options.opens_later(time::now()).map(time::shown),
        has_compiler: request.app.has_compiler(),
        bytes_max: options.source_bytes_max,
        files: options.files(),
        languages: options.languages,
    })
}

/// Takes a submission: a file, or pasted text with a name.
///
/// # Errors
/// Why it is not taken.
pub async fn send(request: InSeason, mut form: Multipart) -> Page {
    let (mut name, mut word, mut pasted, mut file) = Default::default();
    let unreadable = |_| Fail::bad(Refusal::Upload);
    while let Some(field) = form.next_field().await.map_err(unreadable)? {
        let (what, of) =
            (field.name().unwrap_or("").to_string(), field.file_name().map(String::from));
        let bytes = field.bytes().await.map_err(unreadable)?.to_vec();
        match what.as_str() {
            "name" => name = String::from_utf8_lossy(&bytes).trim().to_string(),
            "language" => word = String::from_utf8_lossy(&bytes).into_owned(),
            "text" => pasted = bytes,
            "file" if !bytes.is_empty() => file = Some((of.unwrap_or_default(), bytes)),
            _ => {}
        }
    }
    let (app, actor, season) = (&request.app, &request.actor, &request.season);
    let (name, language, text) = match file {
        Some((of, bytes)) => {
            let (language, own) = language_and_name(&of, &season.options().files())?;
            (if name.is_empty() { own } else { name }, language, bytes)
        }
        None => (name, word.parse().unwrap_or(Language::Cpp), pasted),
    };
    let new = submissions::submit(app, actor, season, (&name, language), text).await?;
    Ok(request.back(&format!("/submissions/{}", new.id)))
}

/// The language and name in the name of a file; `files` are the names that the season takes.
fn language_and_name(file: &str, files: &str) -> Result<(Language, String), Fail> {
    let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let found = Language::of_file(file).map(|(language, name)| (language, name.to_string()));
    let (file, files) = (file.into(), files.into());
    found.ok_or_else(|| Fail::bad(Refusal::FileName { file, files }))
}

/// Which starter: `?language=rust`, `?language=js`.
#[derive(Default, Deserialize)]
pub struct Wish {
    language: Option<String>,
}

/// A player to start from, as a file.
///
/// # Errors
/// When the season takes no players in the language, or the game has no starter in it.
pub async fn starter(request: InSeason, Query(wish): Query<Wish>) -> Page {
    let word = wish.language.unwrap_or_else(|| Language::Cpp.word().into());
    let language = word.parse().map_err(|_| Fail::NotFound)?;
    if !request.season.options().languages.contains(&language) {
        return Err(Fail::NotFound);
    }
    let (file, text) = submissions::starter(&request.season, language).ok_or(Fail::NotFound)?;
    Ok(download(&file, "text/plain; charset=utf-8", text.into()))
}

/// One step on the way of a submission.
pub struct Step {
    name: &'static str,
    note: String,
    /// `done`, `failed`, `now` or `later`.
    how: &'static str,
}

/// One match of the qualification.
pub struct Bout {
    id: MatchId,
    number: i64,
    seed: String,
    done: bool,
    place: usize,
    frozen: bool,
    seats: Vec<ShownSeat>,
}

#[derive(Template)]
#[template(path = "submission.html")]
struct One {
    l: Layout,
    s: Submission,
    when: String,
    steps: Vec<Step>,
    bouts: Vec<Bout>,
    receipts: Vec<Receipt>,
    report: Vec<String>,
    pending: bool,
    /// The reason why a pending one has no verdict yet, in the language of the visitor.
    waits: String,
    stands: bool,
    may_stand: bool,
    /// The version that competes for the author.
    competes: Option<String>,
    /// Its number among the author's versions of this name.
    number: Option<i64>,
}

/// One submission: verdict, what the compiler said, matches, receipts.
///
/// # Errors
/// When there is none for this visitor.
pub async fn one(request: InSeason, Path(Id { id }): Path<Id<SubmissionId>>) -> Page {
    let (app, season) = (&request.app, &request.season);
    let s = submissions::find(app, &request.actor, season, &id).await?;
    let all = submissions::qualifications(app, std::slice::from_ref(&s)).await?;
    let (mut bouts, mut slips) = (Vec::new(), Vec::new());
    for (m, seats) in all.into_iter().flatten() {
        let own: Vec<usize> =
            (0..seats.len()).filter(|k| seats[*k].submission_id.as_ref() == Some(&s.id)).collect();
        slips.extend(receipts(season, &m, &seats, &own));
        let shown = shown_seats(&seats, &own);
        let mine = shown.iter().find(|seat| seat.own);
        bouts.push(Bout {
            place: mine.map_or(0, |seat| seat.place),
            frozen: mine.is_some_and(|seat| seat.frozen),
            number: m.number + 1,
            done: m.state == MatchState::Done,
            id: m.id,
            seed: m.seed,
            seats: shown,
        });
    }
    // Players that come with the game have no source in the store.
    if let Ok((_, text)) = submissions::source(app, &request.actor, season, &id).await {
        slips.iter_mut().for_each(|slip: &mut Receipt| slip.quote(&s.file, &text));
    }
    let pending = s.state.is_pending();
    let standing = submissions::standing(app, &s).await?;
    let number = submissions::number(app, &s).await?;
    let stands = s.user_id.is_none() || standing.as_ref().is_some_and(|other| other.id == s.id);
    let mut l = request.layout(&s.name, "submit");
    let waits = match submissions::waits_until(app, &s).await? {
        Some(until) => l.with("waits-trouble", &[("when", time::shown(until).into())]),
        None => l.t(waits(s.state)).into(),
    };
    if pending {
        l.live = Some(Live {
            events: format!("{}/submissions/{}/events", l.base(), s.id),
            state: live::submission_state(app, &s).await?,
            pause: 0,
            reload: 3,
        });
    }
    live_page(&One {
        when: time::shown(s.created),
        steps: steps(&s, &bouts),
        report: source_rules::shown(&s, request.lang()).lines().map(String::from).collect(),
        may_stand: !stands
            && s.state == SubmissionState::Qualified
            && !season.options().frozen_at(time::now()),
        l,
        bouts,
        receipts: slips,
        pending,
        waits,
        stands,
        competes: standing.map(|other| other.name),
        number,
        s,
    })
}

/// The text about what a pending submission waits for.
const fn waits(state: SubmissionState) -> &'static str {
    match state {
        SubmissionState::Received => "waits-received",
        SubmissionState::Compiling => "waits-compiling",
        _ => "waits-qualifying",
    }
}

fn steps(s: &Submission, bouts: &[Bout]) -> Vec<Step> {
    let step = |name, how, note: &str| Step { name, how, note: note.into() };
    let compiled = s.wasm.is_some();
    let broke_rules = Verdict::read(&s.verdict) == Some(Verdict::Rules);
    let played = bouts.iter().filter(|b| b.done).count();
    // One job checks the rules and compiles: nothing is known while it runs.
    let rules = match s.state {
        _ if broke_rules => step("step-rules", "failed", ""),
        SubmissionState::Received => step("step-rules", "later", ""),
        SubmissionState::Compiling => step("step-rules", "now", ""),
        _ => step("step-rules", "done", ""),
    };
    let compile = match s.state {
        _ if compiled => step("step-compiled", "done", ""),
        _ if broke_rules => step("step-compiled", "later", ""),
        SubmissionState::Received => step("step-compiled", "later", ""),
        SubmissionState::Refused | SubmissionState::Failed => step("step-compiled", "failed", ""),
        _ => step("step-compiled", "now", ""),
    };
    let how = match s.state {
        SubmissionState::Qualified => "done",
        SubmissionState::Beaten | SubmissionState::Disqualified => "failed",
        SubmissionState::Failed if compiled => "failed",
        SubmissionState::Qualifying => "now",
        _ => "later",
    };
    let note = if bouts.is_empty() { String::new() } else { format!("{played} / {}", bouts.len()) };
    vec![
        step("step-received", "done", ""),
        rules,
        compile,
        Step { name: "step-qualification", how, note },
    ]
}

/// Lets a version stand for its author.
///
/// # Errors
/// When it may not.
pub async fn represent(request: InSeason, Path(Id { id }): Path<Id<SubmissionId>>) -> Page {
    decisions::represent(&request.app, &request.actor, &request.season, &id).await?;
    Ok(request.saved(&format!("/submissions/{id}")))
}
