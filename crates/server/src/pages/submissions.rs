//! Submitting, and what became of it.

use super::matches::{Receipt, ShownSeat, receipts, shown_seats};
use super::{Layout, Live, Page, back, download, live_page, page};
use crate::access::Cx;
use crate::db::submissions::{self, Submission, state};
use crate::db::{self, matches};
use crate::fail::Fail;
use crate::refusal::Refusal;
use crate::verdict::Verdict;
use crate::{live, rules, submit, time};
use askama::Template;
use axum::extract::Multipart;

#[derive(Template)]
#[template(path = "submit.html")]
struct Form {
    l: Layout,
    list: Vec<(Submission, String)>,
    standing_for: Option<String>,
    frozen: bool,
    opens: Option<String>,
    has_compiler: bool,
    bytes_max: u64,
}

/// The form, and what the visitor has sent so far.
///
/// # Errors
/// When the database fails.
pub async fn form(cx: Cx) -> Page {
    let (season, user) = (cx.season()?, cx.visitor.user()?);
    let list = submissions::of_user(&cx.app.db, &season.id, &user.id).await?;
    let options = season.options();
    page(&Form {
        l: Layout::new(&cx, "Submit", "submit"),
        list: list
            .into_iter()
            .map(|s| {
                let when = time::shown(s.created);
                (s, when)
            })
            .collect(),
        standing_for: submissions::representative(&cx.app.db, &season.id, &user.id).await?,
        frozen: options.frozen_at(time::now()),
        opens: options.opens_later(time::now()).map(time::shown),
        has_compiler: cx.app.workshop.has_compiler(),
        bytes_max: options.source_bytes_max,
    })
}

/// Takes a submission: a file, or pasted text with a name.
///
/// # Errors
/// Why it is not taken.
pub async fn send(cx: Cx, mut form: Multipart) -> Page {
    let (mut name, mut pasted, mut file) = (String::new(), Vec::new(), None);
    let unreadable = |_| Fail::bad(Refusal::Upload);
    while let Some(field) = form.next_field().await.map_err(unreadable)? {
        let (what, of) =
            (field.name().unwrap_or("").to_string(), field.file_name().map(String::from));
        let bytes = field.bytes().await.map_err(unreadable)?.to_vec();
        match what.as_str() {
            "name" => name = String::from_utf8_lossy(&bytes).trim().to_string(),
            "text" => pasted = bytes,
            "file" if !bytes.is_empty() => file = Some((of.unwrap_or_default(), bytes)),
            _ => {}
        }
    }
    let text = match file {
        Some((of, bytes)) => {
            if name.is_empty() {
                name = name_of_file(&of)?;
            }
            bytes
        }
        None => pasted,
    };
    let season = cx.season()?;
    let new = submit::submit(&cx.app, season, cx.visitor.user()?, &name, text).await?;
    Ok(back(&format!("/s/{}/submissions/{}", season.slug, new.id)))
}

fn name_of_file(file: &str) -> Result<String, Fail> {
    let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let name = file.strip_prefix("AI").and_then(|rest| rest.strip_suffix(".cc"));
    name.map(String::from).ok_or_else(|| Fail::bad(Refusal::FileName { file: file.into() }))
}

/// The submission of the address, if it is the visitor's or the visitor organises.
///
/// # Errors
/// When there is none for this visitor.
pub async fn find(cx: &Cx) -> Result<Submission, Fail> {
    let (season, user) = (cx.season()?, cx.visitor.user()?);
    let found = submissions::by_id(&cx.app.db, cx.part("id")).await?.ok_or(Fail::NotFound)?;
    let own = found.user_id.as_deref() == Some(user.id.as_str());
    if found.season_id != season.id || !(own || cx.visitor.organises()) {
        return Err(Fail::NotFound);
    }
    Ok(found)
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
    id: String,
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
    stands: bool,
    may_stand: bool,
}

/// One submission: verdict, what the compiler said, matches, receipts.
///
/// # Errors
/// When there is none for this visitor.
pub async fn one(cx: Cx) -> Page {
    let s = find(&cx).await?;
    let season = cx.season()?;
    let mut connection = cx.app.db.acquire().await?;
    let (mut bouts, mut slips) = (Vec::new(), Vec::new());
    for m in matches::of_qualification(&cx.app.db, &s.id).await? {
        let seats = matches::seats(&mut connection, &m.id).await?;
        let own: Vec<usize> =
            (0..seats.len()).filter(|k| seats[*k].submission_id.as_ref() == Some(&s.id)).collect();
        slips.extend(receipts(season, &m, &seats, &own));
        let shown = shown_seats(&seats, &own);
        let mine = shown.iter().find(|seat| seat.own);
        bouts.push(Bout {
            place: mine.map_or(0, |seat| seat.place),
            frozen: mine.is_some_and(|seat| seat.frozen),
            number: m.number + 1,
            done: m.state == "done",
            id: m.id,
            seed: m.seed,
            seats: shown,
        });
    }
    drop(connection);
    let pending =
        [state::RECEIVED, state::COMPILING, state::QUALIFYING].contains(&s.state.as_str());
    let stands = match &s.user_id {
        Some(user) => {
            submissions::representative(&cx.app.db, &season.id, user).await?.as_ref() == Some(&s.id)
        }
        None => true,
    };
    let mut l = Layout::new(&cx, &s.name, "submit");
    if pending {
        l.live = Some(Live {
            events: format!("{}/submissions/{}/events", l.base(), s.id),
            state: live::submission_state(&cx.app, &s).await?,
            pause: 0,
            reload: 3,
        });
    }
    live_page(&One {
        when: time::shown(s.created),
        steps: steps(&s, &bouts),
        report: rules::shown(&s, cx.visitor.lang).lines().map(String::from).collect(),
        may_stand: !stands
            && s.state == state::QUALIFIED
            && !season.options().frozen_at(time::now()),
        l,
        bouts,
        receipts: slips,
        pending,
        stands,
        s,
    })
}

fn steps(s: &Submission, bouts: &[Bout]) -> Vec<Step> {
    let step = |name, how, note: &str| Step { name, how, note: note.into() };
    let compiled = s.wasm.is_some();
    let broke_rules = Verdict::read(&s.verdict) == Some(Verdict::Rules);
    let played = bouts.iter().filter(|b| b.done).count();
    let rules = if broke_rules {
        step("Rules checked", "failed", "")
    } else {
        step("Rules checked", "done", "")
    };
    let compile = match s.state.as_str() {
        _ if compiled => step("Compiled", "done", ""),
        _ if broke_rules => step("Compiled", "later", ""),
        state::REFUSED | state::FAILED => step("Compiled", "failed", ""),
        _ => step("Compiled", "now", ""),
    };
    let how = match s.state.as_str() {
        state::QUALIFIED => "done",
        state::BEATEN | state::DISQUALIFIED => "failed",
        state::FAILED if compiled => "failed",
        state::QUALIFYING => "now",
        _ => "later",
    };
    let note = if bouts.is_empty() { String::new() } else { format!("{played} / {}", bouts.len()) };
    vec![step("Received", "done", ""), rules, compile, Step { name: "Qualification", how, note }]
}

/// The source of a submission.
///
/// # Errors
/// When there is none for this visitor.
pub async fn source(cx: Cx) -> Page {
    let s = find(&cx).await?;
    if s.source.starts_with("builtin:") {
        return Err(Fail::NotFound);
    }
    let text = cx.app.store.get(&s.source).await?;
    Ok(download(&s.file, "text/plain; charset=utf-8", text))
}

/// Lets a version stand for its author.
///
/// # Errors
/// When it may not.
pub async fn represent(cx: Cx) -> Page {
    let s = choose(&cx).await?;
    Ok(back(&format!("/s/{}/submissions/{}", cx.season()?.slug, s.id)))
}

/// Lets the version of the address stand for its author.
///
/// # Errors
/// When it may not.
pub async fn choose(cx: &Cx) -> Result<Submission, Fail> {
    let s = find(cx).await?;
    let season = cx.season()?;
    let user = s.user_id.clone().ok_or(Fail::NotFound)?;
    if season.options().frozen_at(time::now()) {
        return Err(Fail::bad(Refusal::FrozenChoice));
    }
    if s.state != state::QUALIFIED {
        return Err(Fail::bad(Refusal::NotQualified));
    }
    let mut transaction = db::begin(&cx.app.db).await?;
    submissions::represent(&mut transaction, &season.id, &user, &s.id).await?;
    db::audit::add(&mut transaction, &cx.visitor.user()?.login, "represent", &s.name, &s.id)
        .await?;
    transaction.commit().await?;
    cx.app.wake.notify_waiters();
    Ok(s)
}
