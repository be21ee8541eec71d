//! People, for organisers: who is there, invitations one by one or from a file.

use super::{Form, Layout, Page, SAVED, back, page};
use crate::app::people::{self, Link};
use crate::db::users::User;
use crate::http::request::{Context, Id, Path};
use crate::ids::UserId;
use crate::time;
use askama::Template;
use serde::Deserialize;

#[derive(Template)]
#[template(path = "people.html")]
struct People {
    l: Layout,
    all: Vec<(User, String)>,
    links: Vec<Link>,
}

async fn list(request: &Context, links: Vec<Link>) -> Page {
    let all = people::all(&request.app, &request.actor).await?;
    let row = |user: User| {
        let when = time::shown(user.created);
        (user, when)
    };
    let all = all.into_iter().map(row).collect();
    page(&People { l: request.layout("People", "organise"), all, links })
}

/// Everybody.
///
/// # Errors
/// When the visitor does not organise.
pub async fn show(request: Context) -> Page {
    list(&request, Vec::new()).await
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
pub async fn invite(request: Context, Form(form): Form<Invite>) -> Page {
    let (app, actor) = (&request.app, &request.actor);
    let link = people::invite(app, actor, &form.login, &form.name, &form.role).await?;
    list(&request, vec![link]).await
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
pub async fn import(request: Context, Form(form): Form<Import>) -> Page {
    let links = people::import(&request.app, &request.actor, &form.csv).await?;
    list(&request, links).await
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
pub async fn change(
    request: Context,
    Path(Id { id }): Path<Id<UserId>>,
    Form(form): Form<Change>,
) -> Page {
    let disabled = form.disabled == "yes";
    people::change(&request.app, &request.actor, &id, &form.role, disabled).await?;
    Ok(back(&format!("/people{SAVED}")))
}
