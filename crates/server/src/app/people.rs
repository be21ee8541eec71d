//! People, for organisers: who is there, invitations, roles.

use crate::app::Shared;
use crate::app::accounts;
use crate::app::actor::Actor;
use crate::app::fail::Fail;
use crate::app::refusal::Refusal;
use crate::db::users::{self, User};
use crate::db::{self, audit};
use crate::ids::UserId;
use crate::states::Role;

/// People in one import.
const IMPORT_MAX: usize = 2000;

/// An invitation as it is shown, once: for whom, and its link.
pub type Link = (String, String);

/// Everybody, by login.
///
/// # Errors
/// When the actor does not organise.
pub async fn all(app: &Shared, actor: &Actor) -> Result<Vec<User>, Fail> {
    actor.must_organise()?;
    Ok(users::all(&app.db).await?)
}

/// Invites one person.
///
/// # Errors
/// When the actor may not give this role, or role or login cannot be.
pub async fn invite(
    app: &Shared,
    actor: &Actor,
    login: &str,
    person: &str,
    role: &str,
) -> Result<Link, Fail> {
    let role = accounts::role(role)?;
    match role {
        Role::Player => actor.must_organise()?,
        Role::Organiser | Role::Admin => actor.must_administer()?,
    }
    let mut transaction = db::begin(&app.db).await?;
    let path = accounts::invite(&mut transaction, Some(login), person, role).await?;
    audit::add(&mut transaction, actor.login(), "invite", person, role.word()).await?;
    transaction.commit().await?;
    Ok((person.into(), format!("{}{path}", app.config.url())))
}

/// Invites everybody of a list, CSV with the columns `login` and `name`.
///
/// # Errors
/// When the actor does not organise; else the line that cannot be used. Then nobody is invited.
pub async fn import(app: &Shared, actor: &Actor, list: &str) -> Result<Vec<Link>, Fail> {
    actor.must_organise()?;
    let mut reader =
        csv::ReaderBuilder::new().has_headers(true).flexible(true).from_reader(list.as_bytes());
    let unread = |e: csv::Error| Fail::bad(Refusal::List { why: e.to_string() });
    let heads = reader.headers().map_err(unread)?.clone();
    let column = |name: &str| heads.iter().position(|h| h.trim().eq_ignore_ascii_case(name));
    let (Some(login), Some(name)) = (column("login"), column("name")) else {
        return Err(Fail::bad(Refusal::ListColumns));
    };
    let mut transaction = db::begin(&app.db).await?;
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
        let path = accounts::invite(&mut transaction, Some(&own), &person, Role::Player).await;
        links.push((person, format!("{}{}", app.config.url(), path.map_err(wrong)?)));
        if links.len() > IMPORT_MAX {
            return Err(Fail::bad(Refusal::ListLong { most: IMPORT_MAX.to_string() }));
        }
    }
    let count = links.len().to_string();
    audit::add(&mut transaction, actor.login(), "import people", &count, "").await?;
    transaction.commit().await?;
    Ok(links)
}

/// Changes role and access of somebody.
///
/// # Errors
/// When the actor does not administer, the role does not exist, or the actor would lock
/// themselves out.
pub async fn change(
    app: &Shared,
    actor: &Actor,
    id: &UserId,
    role: &str,
    disabled: bool,
) -> Result<(), Fail> {
    actor.must_administer()?;
    let role = accounts::role(role)?;
    if actor.id() == Some(id) {
        return Err(Fail::bad(Refusal::OwnRole));
    }
    let mut transaction = db::begin(&app.db).await?;
    let found = users::by_id_in(&mut transaction, id).await?.ok_or(Fail::NotFound)?;
    users::change(&mut transaction, id, role, disabled).await?;
    let detail = format!("{role}{}", if disabled { ", disabled" } else { "" });
    audit::add(&mut transaction, actor.login(), "change person", &found.login, &detail).await?;
    Ok(transaction.commit().await?)
}
