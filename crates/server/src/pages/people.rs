//! People, for organisers: who is there, invitations one by one or from a file.

use super::{Form, Layout, Page, back, page};
use crate::access::Cx;
use crate::db;
use crate::db::users::{self, User};
use crate::fail::Fail;
use crate::refusal::Refusal;
use crate::{accounts, time};
use askama::Template;
use serde::Deserialize;

/// People in one import.
const IMPORT_MAX: usize = 2000;

#[derive(Template)]
#[template(path = "people.html")]
struct People {
    l: Layout,
    all: Vec<(User, String)>,
    links: Vec<(String, String)>,
}

async fn people(cx: &Cx, links: Vec<(String, String)>) -> Page {
    let all = users::all(&cx.app.db).await?;
    let all = all
        .into_iter()
        .map(|u| {
            let when = time::shown(u.created);
            (u, when)
        })
        .collect();
    page(&People { l: Layout::new(cx, "People", "organise"), all, links })
}

/// Everybody.
///
/// # Errors
/// When the database fails.
pub async fn show(cx: Cx) -> Page {
    people(&cx, Vec::new()).await
}

/// What the form sends.
#[derive(Deserialize)]
pub struct Invite {
    #[serde(default)]
    login: String,
    name: String,
    role: String,
}

/// Makes an invitation and shows its link, once.
///
/// # Errors
/// When role or login cannot be.
pub async fn invite(cx: Cx, Form(form): Form<Invite>) -> Page {
    may_give(&cx, &form.role)?;
    let mut transaction = db::begin(&cx.app.db).await?;
    let path =
        accounts::invite(&mut transaction, Some(&form.login), &form.name, &form.role).await?;
    let actor = &cx.visitor.user()?.login;
    db::audit::add(&mut transaction, actor, "invite", &form.name, &form.role).await?;
    transaction.commit().await?;
    people(&cx, vec![(form.name, format!("{}{path}", cx.app.config.url()))]).await
}

/// Only admins make organisers and admins.
fn may_give(cx: &Cx, role: &str) -> Result<(), Fail> {
    if role != "player" && !cx.visitor.administers() {
        return Err(Fail::NotAllowed);
    }
    Ok(())
}

/// What the form sends.
#[derive(Deserialize)]
pub struct Import {
    csv: String,
}

/// Invites everybody of a list with the columns `login` and `name`; the links are shown, once.
///
/// # Errors
/// The line that cannot be used; then nobody is invited.
pub async fn import(cx: Cx, Form(form): Form<Import>) -> Page {
    let mut reader =
        csv::ReaderBuilder::new().has_headers(true).flexible(true).from_reader(form.csv.as_bytes());
    let unread = |e: csv::Error| Fail::bad(Refusal::List { why: e.to_string() });
    let heads = reader.headers().map_err(unread)?.clone();
    let column = |name: &str| heads.iter().position(|h| h.trim().eq_ignore_ascii_case(name));
    let (Some(login), Some(name)) = (column("login"), column("name")) else {
        return Err(Fail::bad(Refusal::ListColumns));
    };
    let mut transaction = db::begin(&cx.app.db).await?;
    let mut links = Vec::new();
    for row in reader.records() {
        let row = row.map_err(unread)?;
        let line = row.position().map_or(0, csv::Position::line);
        let field = |k: usize| row.get(k).unwrap_or("").trim().to_string();
        let wrong = |fail: Fail| match fail {
            Fail::Bad(why) => Fail::Line(line, why),
            other => other,
        };
        let (own, person) = (field(login), accounts::name(&field(name)).map_err(wrong)?);
        let path = accounts::invite(&mut transaction, Some(&own), &person, "player").await;
        links.push((person, format!("{}{}", cx.app.config.url(), path.map_err(wrong)?)));
        if links.len() > IMPORT_MAX {
            return Err(Fail::bad(Refusal::ListLong { most: IMPORT_MAX.to_string() }));
        }
    }
    let actor = &cx.visitor.user()?.login;
    let count = links.len().to_string();
    db::audit::add(&mut transaction, actor, "import people", &count, "").await?;
    transaction.commit().await?;
    people(&cx, links).await
}

/// What the form sends.
#[derive(Deserialize)]
pub struct Change {
    role: String,
    #[serde(default)]
    disabled: String,
}

/// Changes role and access of somebody.
///
/// # Errors
/// When the role does not exist, or an admin would lock themselves out.
pub async fn change(cx: Cx, Form(form): Form<Change>) -> Page {
    let id = cx.part("id");
    let found = users::by_id(&cx.app.db, id).await?.ok_or(Fail::NotFound)?;
    if !accounts::ROLES.contains(&form.role.as_str()) {
        return Err(accounts::no_role(&form.role));
    }
    let actor = cx.visitor.user()?;
    if found.id == actor.id {
        return Err(Fail::bad(Refusal::OwnRole));
    }
    let disabled = form.disabled == "yes";
    let mut transaction = db::begin(&cx.app.db).await?;
    users::change(&mut transaction, id, &form.role, disabled).await?;
    let detail = format!("{}{}", form.role, if disabled { ", disabled" } else { "" });
    db::audit::add(&mut transaction, &actor.login, "change person", &found.login, &detail).await?;
    transaction.commit().await?;
    Ok(back("/people"))
}
