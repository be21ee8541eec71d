//! Accounts: what makes one valid, and how people get in.

use crate::app::Shared;
use crate::db::seasons::Season;
use crate::db::users::{self, Invitation, User};
use crate::db::{self, Connection};
use crate::fail::Fail;
use crate::refusal::Refusal;
use crate::{secret, time};

/// Shortest password, in characters.
pub const PASSWORD_MIN: usize = 10;
/// Longest password, in bytes: more would only cost time.
const PASSWORD_MAX: usize = 200;
const INVITATION_DAYS: i64 = 30;
const SESSION_DAYS: i64 = 30;

/// The roles.
pub const ROLES: [&str; 3] = ["player", "organiser", "admin"];

/// A login as it is stored: lower case, no blanks around.
///
/// # Errors
/// What is wrong with it.
pub fn login(text: &str) -> Result<String, Fail> {
    let login = text.trim().to_lowercase();
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '@' | '+');
    match login.chars().find(|c| !plain(*c)) {
        Some(c) => Err(Fail::bad(Refusal::LoginCharacter { c: c.into() })),
        None if login.is_empty() || login.len() > 80 => Err(Fail::bad(Refusal::LoginLength)),
        None => Ok(login),
    }
}

/// A name for people, cleaned.
///
/// # Errors
/// What is wrong with it.
pub fn name(text: &str) -> Result<String, Fail> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || name.chars().count() > 60 || name.chars().any(char::is_control) {
        return Err(Fail::bad(Refusal::PersonName));
    }
    Ok(name)
}

/// Whether a password may be used.
///
/// # Errors
/// What is wrong with it.
pub fn check_password(password: &str) -> Result<(), Fail> {
    if password.chars().count() < PASSWORD_MIN {
        return Err(Fail::bad(Refusal::PasswordShort { least: PASSWORD_MIN.to_string() }));
    }
    if password.len() > PASSWORD_MAX {
        return Err(Fail::bad(Refusal::PasswordLong));
    }
    Ok(())
}

/// There is no such role.
#[must_use]
pub fn no_role(role: &str) -> Fail {
    Fail::bad(Refusal::Role { role: role.into(), roles: ROLES.join(", ") })
}

/// Makes an invitation and gives the path of its link.
///
/// # Errors
/// When role or login cannot be, or the database fails.
pub async fn invite(
    db: &mut Connection,
    wanted: Option<&str>,
    person: &str,
    role: &str,
) -> Result<String, Fail> {
    if !ROLES.contains(&role) {
        return Err(no_role(role));
    }
    let login = wanted.map(str::trim).filter(|l| !l.is_empty()).map(login).transpose()?;
    let token = secret::token();
    let now = time::now();
    let invitation = Invitation {
        token: secret::digest(&token),
        login,
        name: person.trim().chars().take(60).collect(),
        role: role.into(),
        expires: now + INVITATION_DAYS * time::DAY,
    };
    users::invite(db, &invitation, now).await?;
    Ok(format!("/invitation/{token}"))
}

/// Accepts an invitation: makes the account and opens a session, whose token is given.
///
/// # Errors
/// When the invitation was used, or what was entered cannot be.
pub async fn accept(
    app: &Shared,
    token: &str,
    wanted: &str,
    person: &str,
    password: String,
) -> Result<String, Fail> {
    let token = secret::digest(token);
    let invitation =
        users::invitation(&app.db, &token, time::now()).await?.ok_or(Fail::NotFound)?;
    let user =
        new(invitation.login.as_deref().unwrap_or(wanted), person, password, invitation.role);
    let user = user.await?;
    let mut transaction = db::begin(&app.db).await?;
    if !users::use_up(&mut transaction, &token, &user.id).await? {
        return Err(Fail::NotFound);
    }
    // Somebody who came with a season that was imported has an account, but no password yet.
    let waiting = match &invitation.login {
        Some(login) => users::by_login(&app.db, login).await?.filter(|u| u.password.is_none()),
        None => None,
    };
    let id = match waiting {
        Some(waiting) => {
            let hash = user.password.as_deref().unwrap_or_default();
            users::set_password(&mut transaction, &waiting.id, hash).await?;
            db::audit::add(&mut transaction, &waiting.login, "join", &waiting.role, "").await?;
            waiting.id
        }
        None => {
            add(&mut transaction, &user, "join").await?;
            user.id
        }
    };
    transaction.commit().await?;
    open_session(app, &id).await
}

/// Whether somebody may make an account for a season without an invitation.
#[must_use]
pub fn registration_open(app: &Shared, season: &Season) -> bool {
    let options = season.options();
    let open = options.registration && !options.hidden && !options.frozen_at(time::now());
    app.config.registration && open
}

/// Makes an account without an invitation and opens a session, whose token is given.
///
/// # Errors
/// When the season does not allow it, or something entered cannot be.
pub async fn register(
    app: &Shared,
    season: &Season,
    wanted: &str,
    person: &str,
    password: String,
) -> Result<String, Fail> {
    if !registration_open(app, season) {
        return Err(Fail::bad(Refusal::RegistrationClosed));
    }
    let user = new(wanted, person, password, "player".into()).await?;
    let mut transaction = db::begin(&app.db).await?;
    add(&mut transaction, &user, "register").await?;
    transaction.commit().await?;
    open_session(app, &user.id).await
}

/// An account from what somebody entered, not stored yet.
async fn new(wanted: &str, person: &str, password: String, role: String) -> Result<User, Fail> {
    let login = login(wanted)?;
    let name = name(person)?;
    check_password(&password)?;
    let hash = secret::in_turn(move || secret::hash_password(&password)).await??;
    let (id, created) = (secret::id(), time::now());
    Ok(User { id, login, name, password: Some(hash), role, created, disabled: false })
}

/// Stores an account and notes how it came.
async fn add(db: &mut Connection, user: &User, how: &str) -> Result<(), Fail> {
    if let Err(error) = users::insert(db, user).await {
        let taken = error.as_database_error().is_some_and(|e| e.is_unique_violation());
        let why = Refusal::LoginTaken { login: user.login.clone() };
        return Err(if taken { Fail::bad(why) } else { error.into() });
    }
    Ok(db::audit::add(db, &user.login, how, &user.role, "").await?)
}

/// Signs in and gives the token of the new session.
///
/// # Errors
/// When login or password are wrong; which of the two is not told.
pub async fn sign_in(app: &Shared, wanted: &str, password: String) -> Result<String, Fail> {
    let user = users::by_login(&app.db, &wanted.trim().to_lowercase()).await?;
    let hash = user.as_ref().and_then(|u| u.password.clone());
    let password: String = password.chars().take(PASSWORD_MAX).collect();
    let fits = secret::in_turn(move || secret::password_fits(&password, hash.as_deref())).await?;
    match user {
        Some(user) if fits && !user.disabled => open_session(app, &user.id).await,
        _ => {
            let mut connection = app.db.acquire().await?;
            let shown: String = wanted.chars().take(80).collect();
            db::audit::add(&mut connection, "-", "sign-in failed", &shown, "").await?;
            Err(Fail::bad(Refusal::SignIn))
        }
    }
}

async fn open_session(app: &Shared, user: &str) -> Result<String, Fail> {
    let (token, now) = (secret::token(), time::now());
    let until = now + SESSION_DAYS * time::DAY;
    users::open_session(&app.db, &secret::digest(&token), user, now, until).await?;
    Ok(token)
}
