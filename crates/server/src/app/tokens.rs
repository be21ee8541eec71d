//! Tokens for programs: each has a name, a scope and an end.

use crate::app::Shared;
use crate::app::accounts;
use crate::app::actor::Actor;
use crate::app::fail::{Fail, within};
use crate::app::refusal::Refusal;
use crate::db::users::{self, ApiToken, User};
use crate::db::{self, audit};
use crate::states::Scope;
use crate::{secret, time};

/// Most tokens of one account.
const TOKENS_MAX: usize = 20;
/// Longest time that a token may be used, in days.
const DAYS_MAX: u32 = 366;

/// The scopes that somebody's tokens may have: a token may never do more than its owner.
pub fn scopes(owner: &Actor) -> impl Iterator<Item = Scope> + use<> {
    let most = if owner.organises_some() { Scope::Organise } else { Scope::Submit };
    Scope::ALL.iter().copied().filter(move |scope| *scope <= most)
}

/// The tokens of somebody, oldest first.
///
/// # Errors
/// When the database fails.
pub async fn all(app: &Shared, owner: &User) -> Result<Vec<ApiToken>, Fail> {
    let mut connection = app.db.acquire().await?;
    Ok(users::tokens(&mut connection, &owner.id).await?)
}

/// Makes a token and gives its text, which is stored nowhere.
///
/// # Errors
/// When nobody is signed in, when the name is empty or has characters that cannot be seen, when the
/// scope is not the owner's, when the days are out of range, or when the owner has too many tokens.
pub async fn make(
    app: &Shared,
    actor: &Actor,
    name: &str,
    scope: &str,
    days: u32,
) -> Result<String, Fail> {
    let owner = actor.user()?;
    let label = accounts::name(name)?;
    let scope = scopes(actor).find(|one| one.word() == scope).ok_or_else(|| {
        let scopes = scopes(actor).map(Scope::word).collect::<Vec<_>>().join(", ");
        Fail::bad(Refusal::TokenScope { scope: scope.into(), scopes })
    })?;
    within("account-token-days", days, (1, DAYS_MAX))?;
    let (token, created) = (secret::token(), time::now());
    let expires = created + i64::from(days) * time::DAY;
    let new = ApiToken { id: secret::id(), label, created, scope, expires };
    let mut transaction = db::begin(&app.db).await?;
    if users::tokens(&mut transaction, &owner.id).await?.len() >= TOKENS_MAX {
        return Err(Fail::bad(Refusal::Tokens { most: TOKENS_MAX.to_string() }));
    }
    users::add_token(&mut transaction, &secret::digest(&token), &owner.id, &new).await?;
    let detail = format!("{scope}, {days} days");
    audit::add(&mut transaction, &owner.login, "make token", &new.label, &detail).await?;
    transaction.commit().await?;
    Ok(token)
}

/// Revokes a token of somebody, if it is theirs.
///
/// # Errors
/// When the database cannot be written.
pub async fn revoke(app: &Shared, owner: &User, id: &str) -> Result<(), Fail> {
    let mut transaction = db::begin(&app.db).await?;
    if let Some(label) = users::revoke(&mut transaction, &owner.id, id).await? {
        audit::add(&mut transaction, &owner.login, "revoke token", &label, "").await?;
        transaction.commit().await?;
    }
    Ok(())
}

/// The owner of a token, who has shown it.
///
/// # Errors
/// When there is no such token, or it has expired.
pub async fn owner(app: &Shared, token: &str) -> Result<(User, ApiToken), Fail> {
    let found = users::by_api_token(&app.db, &secret::digest(token)).await?;
    let (user, token) = found.ok_or(Fail::WrongToken)?;
    if token.expired(time::now()) {
        return Err(Fail::TokenExpired(time::shown(token.expires)));
    }
    Ok((user, token))
}
