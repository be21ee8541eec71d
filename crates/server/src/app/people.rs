//! The page *People* of organisers: accounts, invitations, roles.

use crate::app::Shared;
use crate::app::accounts;
use crate::app::actor::Actor;
use crate::app::fail::Fail;
use crate::app::refusal::Refusal;
use crate::db::users::{self, Invitation, User};
use crate::db::{self, Connection, audit};
use crate::ids::{InvitationId, UserId};
use crate::states::Role;
use crate::time;
use std::collections::BTreeSet;

/// People in one import.
const IMPORT_MAX: usize = 2000;

/// Lines of a list whose errors are told at once.
const ERRORS_MAX: usize = 20;

/// A link to an account as it is shown, once.
pub struct Link {
    /// The login, if it is fixed.
    pub login: String,
    /// The owner's name.
    pub name: String,
    /// The address.
    pub url: String,
}

impl Link {
    fn new(app: &Shared, login: &str, name: &str, path: &str) -> Self {
        let url = format!("{}{path}", app.config.url());
        Self { login: login.trim().to_lowercase(), name: name.into(), url }
    }
}

/// Everybody whose login or name has this part, by login.
///
/// # Errors
/// When the actor does not organise.
pub async fn all(app: &Shared, actor: &Actor, part: &str) -> Result<Vec<User>, Fail> {
    actor.must_organise_all()?;
    let part = part.trim().to_lowercase();
    let mut all = users::all(&app.db).await?;
    all.retain(|user| user.login.contains(&part) || user.name.to_lowercase().contains(&part));
    Ok(all)
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
    may_invite(actor, role)?;
    let mut transaction = db::begin(&app.db).await?;
    let path = accounts::invite(&mut transaction, Some(login), person, role).await?;
    audit::add(&mut transaction, actor.login(), "invite", person, role.word()).await?;
    transaction.commit().await?;
    Ok(Link::new(app, login, person, &path))
}

/// The invitations that can still be used.
///
/// # Errors
/// [`Fail::NotAllowed`] if the actor does not organise.
pub async fn invitations(app: &Shared, actor: &Actor) -> Result<Vec<Invitation>, Fail> {
    actor.must_organise_all()?;
    Ok(users::open_invitations(&app.db, time::now()).await?)
}

/// Ends an invitation: its link opens nothing any more.
///
/// # Errors
/// [`Fail::NotFound`] if somebody used it or it was ended before, [`Fail::NotAllowed`] if the actor
/// may not make such an invitation.
pub async fn revoke(app: &Shared, actor: &Actor, id: &InvitationId) -> Result<(), Fail> {
    let mut transaction = db::begin(&app.db).await?;
    end(&mut transaction, actor, id).await?;
    transaction.commit().await?;
    Ok(())
}

/// Makes a new link for an invitation, for 30 days more. The old link ends.
///
/// # Errors
/// As [`revoke`].
pub async fn renew(app: &Shared, actor: &Actor, id: &InvitationId) -> Result<Link, Fail> {
    let mut transaction = db::begin(&app.db).await?;
    let Invitation { login, name, role, .. } = end(&mut transaction, actor, id).await?;
    let path = accounts::invite(&mut transaction, login.as_deref(), &name, role).await?;
    audit::add(&mut transaction, actor.login(), "invite", &name, role.word()).await?;
    transaction.commit().await?;
    Ok(Link::new(app, login.as_deref().unwrap_or_default(), &name, &path))
}

async fn end(db: &mut Connection, actor: &Actor, id: &InvitationId) -> Result<Invitation, Fail> {
    actor.must_organise_all()?;
    let ended = users::revoke_invitation(db, id).await?.ok_or(Fail::NotFound)?;
    may_invite(actor, ended.role)?;
    let whom = ended.login.as_deref().unwrap_or(&ended.name);
    audit::add(db, actor.login(), "revoke an invitation", whom, ended.role.word()).await?;
    Ok(ended)
}

/// Organisers invite players, admins everybody.
fn may_invite(actor: &Actor, role: Role) -> Result<(), Fail> {
    match role {
        Role::Player => actor.must_organise_all(),
        Role::Organiser | Role::Admin => actor.must_administer(),
    }
}

/// Invites everybody of a list, CSV with the columns `login` and `name`.
///
/// # Errors
/// When the actor does not organise; else the lines that cannot be used. Then nobody is invited.
pub async fn import(app: &Shared, actor: &Actor, list: &str) -> Result<Vec<Link>, Fail> {
    actor.must_organise_all()?;
    // Browsers end lines with two characters, and the reader counts only one of them.
    let list = list.replace("\r\n", "\n");
    let mut reader =
        csv::ReaderBuilder::new().has_headers(true).flexible(true).from_reader(list.as_bytes());
    let unread = |e: csv::Error| Fail::bad(Refusal::List { why: e.to_string() });
    let heads = reader.headers().map_err(unread)?.clone();
    let column = |name: &str| heads.iter().position(|h| h.trim().eq_ignore_ascii_case(name));
    let (Some(login), Some(name)) = (column("login"), column("name")) else {
        return Err(Fail::bad(Refusal::ListColumns));
    };
    let mut transaction = db::begin(&app.db).await?;
    let (mut links, mut wrong, mut seen) = (Vec::new(), Vec::new(), BTreeSet::new());
    for row in reader.records() {
        let row = row.map_err(unread)?;
        let line = row.position().map_or(0, csv::Position::line);
        let field = |k: usize| row.get(k).unwrap_or("").trim().to_string();
        let (own, person) = (field(login), field(name));
        let twice = !own.is_empty() && !seen.insert(own.to_lowercase());
        let invited = match twice {
            true => Err(Fail::bad(Refusal::LoginTwice { login: own.clone() })),
            false => invite_player(&mut transaction, &own, &person).await,
        };
        match invited {
            Ok(path) => links.push(Link::new(app, &own, &person, &path)),
            Err(Fail::Bad(why)) => wrong.push((line, why)),
            Err(other) => return Err(other),
        }
        if links.len() > IMPORT_MAX {
            return Err(Fail::bad(Refusal::ListLong { most: IMPORT_MAX.to_string() }));
        }
        if wrong.len() >= ERRORS_MAX {
            break;
        }
    }
    if !wrong.is_empty() {
        return Err(Fail::Lines(wrong));
    }
    let count = links.len().to_string();
    audit::add(&mut transaction, actor.login(), "import people", &count, "").await?;
    transaction.commit().await?;
    Ok(links)
}

async fn invite_player(db: &mut Connection, login: &str, name: &str) -> Result<String, Fail> {
    accounts::invite(db, Some(login), &accounts::name(name)?, Role::Player).await
}

/// Makes a link with which somebody chooses a new password. The old password, all sessions and all
/// tokens end at once.
///
/// # Errors
/// When the actor may not: organisers make links for players, admins for everybody but themselves.
pub async fn new_password(app: &Shared, actor: &Actor, id: &UserId) -> Result<Link, Fail> {
    actor.must_organise_all()?;
    let mut transaction = db::begin(&app.db).await?;
    let found = users::by_id_in(&mut transaction, id).await?.ok_or(Fail::NotFound)?;
    if found.role != Role::Player {
        actor.must_administer()?;
    }
    if actor.id() == Some(id) {
        return Err(Fail::bad(Refusal::OwnPassword));
    }
    users::forget_password(&mut transaction, id).await?;
    let path =
        accounts::invite(&mut transaction, Some(&found.login), &found.name, found.role).await?;
    audit::add(&mut transaction, actor.login(), "new-password link", &found.login, "").await?;
    transaction.commit().await?;
    Ok(Link::new(app, &found.login, &found.name, &path))
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
