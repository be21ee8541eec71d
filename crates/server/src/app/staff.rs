//! Staff: people who organise single seasons. Admins choose them.

use crate::app::Shared;
use crate::app::actor::Actor;
use crate::app::fail::Fail;
use crate::app::refusal::Refusal;
use crate::db::{self, audit, seasons, staff, users};
use crate::ids::{SeasonId, UserId};
use crate::time;
use std::collections::{BTreeMap, BTreeSet};

/// The addresses of the seasons of everybody who organises one as its staff.
///
/// # Errors
/// When the actor does not organise all seasons.
pub async fn all(app: &Shared, actor: &Actor) -> Result<BTreeMap<UserId, Vec<String>>, Fail> {
    actor.must_organise_all()?;
    let mut all: BTreeMap<UserId, Vec<String>> = BTreeMap::new();
    for (user, slug) in staff::all(&app.db).await? {
        all.entry(user).or_default().push(slug);
    }
    Ok(all)
}

/// Everybody who organises a season as its staff: the login, and the addresses of the seasons.
///
/// # Errors
/// When the actor does not administer.
pub async fn listed(app: &Shared, actor: &Actor) -> Result<Vec<(String, Vec<String>)>, Fail> {
    actor.must_administer()?;
    let mut all = all(app, actor).await?;
    let users = users::all(&app.db).await?;
    Ok(users.into_iter().filter_map(|user| Some((user.login, all.remove(&user.id)?))).collect())
}

/// As [`change`], for the account with this login.
///
/// # Errors
/// As [`change`].
pub async fn change_by_login(
    app: &Shared,
    actor: &Actor,
    login: &str,
    wanted: &str,
) -> Result<(), Fail> {
    actor.must_administer()?;
    let found = users::by_login(&app.db, &login.trim().to_lowercase()).await?;
    change(app, actor, &found.ok_or(Fail::NotFound)?.id, wanted).await
}

/// Replaces the seasons that somebody organises: addresses with spaces or commas between them.
///
/// # Errors
/// When the actor does not administer, nobody has this id, or there is no such season.
pub async fn change(app: &Shared, actor: &Actor, id: &UserId, wanted: &str) -> Result<(), Fail> {
    actor.must_administer()?;
    let wanted: BTreeSet<&str> =
        wanted.split([' ', ',', '\n', '\r', '\t']).filter(|slug| !slug.is_empty()).collect();
    let known: BTreeMap<String, SeasonId> =
        seasons::all(&app.db).await?.into_iter().map(|s| (s.slug, s.id)).collect();
    let mut ids = Vec::with_capacity(wanted.len());
    for slug in &wanted {
        let unknown = || {
            let seasons = known.keys().cloned().collect::<Vec<_>>().join(", ");
            Fail::bad(Refusal::Season { slug: (*slug).into(), seasons })
        };
        ids.push(known.get(*slug).cloned().ok_or_else(unknown)?);
    }
    let mut transaction = db::begin(&app.db).await?;
    let found = users::by_id_in(&mut transaction, id).await?.ok_or(Fail::NotFound)?;
    staff::replace(&mut transaction, id, &ids, time::now()).await?;
    let detail = wanted.into_iter().collect::<Vec<_>>().join(" ");
    audit::add(&mut transaction, actor.login(), "change staff", &found.login, &detail).await?;
    Ok(transaction.commit().await?)
}
