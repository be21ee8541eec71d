//! The page *People* of organisers: accounts, and invitations one by one or from a file.

use super::standings::guarded;
use super::{Form, Layout, Page, SAVED, back, page};
use crate::app::fail::Fail;
use crate::app::people::{self, Link};
use crate::app::staff;
use crate::db::users::{Invitation, User};
use crate::http::request::{Context, Id, Path, Query};
use crate::ids::{InvitationId, UserId};
use crate::states::Role;
use crate::time;
use askama::Template;
use serde::Deserialize;

#[derive(Template)]
#[template(path = "people.html")]
struct People {
    l: Layout,
    /// Accounts, since when they are there, and the seasons that they organise as their staff.
    all: Vec<(User, String, String)>,
    /// Invitations that can still be used, and until when.
    invitations: Vec<(Invitation, String)>,
    links: Vec<Link>,
    /// The links as CSV, in an address of their own.
    csv: String,
    /// The part of logins and names that is looked for.
    part: String,
    /// The visitor.
    me: Option<UserId>,
}

impl People {
    /// Whether the visitor may make a new-password link for somebody.
    fn may_reset(&self, user: &User) -> bool {
        let others = self.me.as_ref() != Some(&user.id);
        others && (self.l.administers || user.role == Role::Player)
    }

    /// Whether the visitor may change an invitation.
    fn may_change(&self, invitation: &Invitation) -> bool {
        self.l.administers || invitation.role == Role::Player
    }
}

/// The links as CSV for a mail program, as an address that holds its file.
fn file_of(links: &[Link]) -> Result<String, Fail> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(["login", "name", "link"])?;
    for link in links {
        let (login, name) = (guarded(link.login.clone()), guarded(link.name.clone()));
        out.write_record([&login, &name, &link.url])?;
    }
    let bytes = out.into_inner().map_err(|_| Fail::Ours)?;
    let coded = bytes.iter().map(|byte| format!("%{byte:02X}")).collect::<String>();
    Ok(format!("data:text/csv;charset=utf-8,{coded}"))
}

async fn list(request: &Context, part: &str, links: Vec<Link>) -> Page {
    let all = people::all(&request.app, &request.actor, part).await?;
    let staff = staff::all(&request.app, &request.actor).await?;
    let row = |user: User| {
        let seasons = staff.get(&user.id).map_or_else(String::new, |slugs| slugs.join(" "));
        let when = time::shown(user.created);
        (user, when, seasons)
    };
    let all = all.into_iter().map(row).collect();
    let open = people::invitations(&request.app, &request.actor).await?;
    let until = |one: Invitation| {
        let when = time::shown(one.expires);
        (one, when)
    };
    let invitations = open.into_iter().map(until).collect();
    let (l, csv) = (request.layout(request.t("common-people"), "organise"), file_of(&links)?);
    let (part, me) = (part.into(), request.actor.id().cloned());
    page(&People { l, all, invitations, links, csv, part, me })
}

/// Whom the visitor looks for: `?q=mar`.
#[derive(Default, Deserialize)]
pub struct Search {
    q: Option<String>,
}

/// Everybody, or those who are looked for.
///
/// # Errors
/// When the visitor does not organise.
pub async fn show(request: Context, Query(search): Query<Search>) -> Page {
    list(&request, search.q.as_deref().unwrap_or_default(), Vec::new()).await
}

/// Makes a link with which somebody chooses a new password, and shows it, once.
///
/// # Errors
/// When the visitor may not.
pub async fn password(request: Context, Path(Id { id }): Path<Id<UserId>>) -> Page {
    let link = people::new_password(&request.app, &request.actor, &id).await?;
    list(&request, "", vec![link]).await
}

/// The fields of the form.
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
pub async fn invite(request: Context, Form(form): Form<Invite>) -> Page {
    let (app, actor) = (&request.app, &request.actor);
    let link = people::invite(app, actor, &form.login, &form.name, &form.role).await?;
    list(&request, "", vec![link]).await
}

/// Ends an invitation.
///
/// # Errors
/// If the visitor may not, or somebody used the invitation.
pub async fn revoke(request: Context, Path(Id { id }): Path<Id<InvitationId>>) -> Page {
    people::revoke(&request.app, &request.actor, &id).await?;
    Ok(back(&format!("/people{SAVED}")))
}

/// Makes a new link for an invitation and shows it, once.
///
/// # Errors
/// If the visitor may not, or somebody used the invitation.
pub async fn renew(request: Context, Path(Id { id }): Path<Id<InvitationId>>) -> Page {
    let link = people::renew(&request.app, &request.actor, &id).await?;
    list(&request, "", vec![link]).await
}

/// The fields of the form.
#[derive(Deserialize)]
pub struct Import {
    csv: String,
}

/// Invites everybody of a list with the columns `login` and `name`; the links are shown, once.
///
/// # Errors
/// The line that cannot be used; then nobody is invited.
pub async fn import(request: Context, Form(form): Form<Import>) -> Page {
    let links = people::import(&request.app, &request.actor, &form.csv).await?;
    list(&request, "", links).await
}

/// The fields of the form.
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
pub async fn change(
    request: Context,
    Path(Id { id }): Path<Id<UserId>>,
    Form(form): Form<Change>,
) -> Page {
    let disabled = form.disabled == "yes";
    people::change(&request.app, &request.actor, &id, &form.role, disabled).await?;
    Ok(back(&format!("/people{SAVED}")))
}

/// The fields of the form: addresses of seasons.
#[derive(Deserialize)]
pub struct Seasons {
    #[serde(default)]
    seasons: String,
}

/// Changes the seasons that somebody organises as their staff.
///
/// # Errors
/// When the visitor does not administer, or there is no such season.
pub async fn seasons(
    request: Context,
    Path(Id { id }): Path<Id<UserId>>,
    Form(form): Form<Seasons>,
) -> Page {
    staff::change(&request.app, &request.actor, &id, &form.seasons).await?;
    Ok(back(&format!("/people{SAVED}")))
}
