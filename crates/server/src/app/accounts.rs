//! Accounts: valid names and passwords, sign-in.

use crate::app::fail::Fail;
use crate::app::limits::Origin;
use crate::app::refusal::Refusal;
use crate::app::{Shared, names};
use crate::db::seasons::{self, Season};
use crate::db::users::{self, Invitation, User};
use crate::db::{self, Connection};
use crate::ids::{InvitationId, UserId};
use crate::states::Role;
use crate::{secret, time};
use std::net::IpAddr;

/// Shortest password, in characters.
pub const PASSWORD_MIN: usize = 10;
/// Longest password, in bytes: more would only cost time.
const PASSWORD_MAX: usize = 200;
/// Longest reason that is kept, in characters.
const REASON_MAX: usize = 500;
const INVITATION_DAYS: i64 = 30;
const SESSION_DAYS: i64 = 30;

/// The session of a browser after a sign-in.
pub struct SignedIn {
    /// The token of the session.
    pub session: String,
    /// The mark of the browser: it stays known to the account when the session is over.
    pub mark: String,
}

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
    // Before blanks are cleaned: a line separator is one.
    if let Some(code) = names::hidden(text.trim()) {
        return Err(Fail::bad(Refusal::Hidden { code }));
    }
    if name.is_empty() || name.chars().count() > 60 {
        return Err(Fail::bad(Refusal::PersonName));
    }
    Ok(name)
}

/// A reason that others read, at most 500 characters of it.
///
/// # Errors
/// When it has characters that cannot be seen. Lines may end.
pub fn reason(text: &str) -> Result<String, Fail> {
    let lines: Vec<&str> = text.trim().lines().collect();
    match lines.iter().find_map(|line| names::hidden(line)) {
        Some(code) => Err(Fail::bad(Refusal::HiddenReason { code })),
        None => Ok(lines.join("\n").chars().take(REASON_MAX).collect()),
    }
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

/// The role of this name.
///
/// # Errors
/// When there is none.
pub fn role(word: &str) -> Result<Role, Fail> {
    let roles = || Role::ALL.iter().map(|role| role.word()).collect::<Vec<_>>().join(", ");
    word.parse().map_err(|_| Fail::bad(Refusal::Role { role: word.into(), roles: roles() }))
}

/// Makes an invitation and gives the path of its link.
///
/// # Errors
/// When the login cannot be, or the database fails.
pub async fn invite(
    db: &mut Connection,
    wanted: Option<&str>,
    person: &str,
    role: Role,
) -> Result<String, Fail> {
    let login = wanted.map(str::trim).filter(|l| !l.is_empty()).map(login).transpose()?;
    if let Some(login) = &login
        && users::by_login_in(db, login).await?.is_some_and(|user| user.password.is_some())
    {
        return Err(Fail::bad(Refusal::LoginExists { login: login.clone() }));
    }
    let person = if person.trim().is_empty() { String::new() } else { name(person)? };
    let token = secret::token();
    let now = time::now();
    let invitation = Invitation {
        token: secret::digest(&token).into(),
        login,
        name: person,
        role,
        expires: now + INVITATION_DAYS * time::DAY,
    };
    users::invite(db, &invitation, now).await?;
    Ok(format!("/invitation/{token}"))
}

/// Accepts an invitation: makes the account and opens a session.
///
/// # Errors
/// When the invitation was used, or what was entered cannot be.
pub async fn accept(
    app: &Shared,
    token: &str,
    wanted: &str,
    person: &str,
    password: String,
) -> Result<SignedIn, Fail> {
    let token = InvitationId::from(secret::digest(token));
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
    let account = match waiting {
        Some(waiting) => {
            let hash = user.password.as_deref().unwrap_or_default();
            users::set_password(&mut transaction, &waiting.id, hash, "").await?;
            db::audit::add(&mut transaction, &waiting.login, "join", waiting.role.word(), "")
                .await?;
            waiting
        }
        None => {
            add(&mut transaction, &user, "join").await?;
            user
        }
    };
    transaction.commit().await?;
    open_session(app, &account).await
}

/// Whether somebody may make an account for a season without an invitation.
#[must_use]
pub fn registration_open(app: &Shared, season: &Season) -> bool {
    let options = season.options();
    let open = options.registration && !options.hidden && !options.frozen_at(time::now());
    app.config.registration && open
}

/// Makes an account without an invitation and opens a session.
///
/// # Errors
/// When the season does not allow it, or something entered cannot be.
pub async fn register(
    app: &Shared,
    season: &Season,
    wanted: &str,
    person: &str,
    password: String,
) -> Result<SignedIn, Fail> {
    if !registration_open(app, season) {
        return Err(Fail::bad(Refusal::RegistrationClosed));
    }
    let user = new(wanted, person, password, Role::Player).await?;
    let mut transaction = db::begin(&app.db).await?;
    add(&mut transaction, &user, "register").await?;
    transaction.commit().await?;
    open_session(app, &user).await
}

/// An account from what somebody entered, not stored yet.
async fn new(wanted: &str, person: &str, password: String, role: Role) -> Result<User, Fail> {
    let login = login(wanted)?;
    let name = name(person)?;
    check_password(&password)?;
    let hash = secret::in_turn(move || secret::hash_password(&password)).await??;
    let (id, created) = (UserId::random(), time::now());
    Ok(User { id, login, name, password: Some(hash), role, created, disabled: false })
}

/// Stores an account and notes how it came.
async fn add(db: &mut Connection, user: &User, how: &str) -> Result<(), Fail> {
    if let Err(error) = users::insert(db, user).await {
        let taken = error.as_database_error().is_some_and(|e| e.is_unique_violation());
        let why = Refusal::LoginTaken { login: user.login.clone() };
        return Err(if taken { Fail::bad(why) } else { error.into() });
    }
    Ok(db::audit::add(db, &user.login, how, user.role.word(), "").await?)
}

/// Where an attempt to sign in with this login comes from: `mark` is what the visitor's browser
/// keeps.
#[must_use]
pub fn origin(app: &Shared, address: IpAddr, login: &str, mark: Option<&str>) -> Origin {
    let login = login.trim().to_lowercase();
    match mark.and_then(|mark| app.seal.marked(&login, mark)) {
        Some(browser) => Origin::Known(browser.into()),
        None => Origin::of(address),
    }
}

/// Signs in.
///
/// # Errors
/// When login or password are wrong; which of the two is not told.
pub async fn sign_in(app: &Shared, wanted: &str, password: String) -> Result<SignedIn, Fail> {
    let user = users::by_login(&app.db, &wanted.trim().to_lowercase()).await?;
    let hash = user.as_ref().and_then(|u| u.password.clone());
    let password: String = password.chars().take(PASSWORD_MAX).collect();
    let fits = secret::in_turn(move || secret::password_fits(&password, hash.as_deref())).await?;
    match user {
        Some(user) if fits && !user.disabled => open_session(app, &user).await,
        _ => {
            let mut connection = app.db.acquire().await?;
            let shown: String = wanted.chars().take(80).collect();
            db::audit::add(&mut connection, "-", "sign-in failed", &names::shown(&shown), "")
                .await?;
            Err(Fail::bad(Refusal::SignIn))
        }
    }
}

/// The owner of this session; none if the session does not exist, has expired, or its account is
/// disabled.
///
/// # Errors
/// When the database fails.
pub async fn of_session(app: &Shared, token: &str) -> Result<Option<User>, Fail> {
    Ok(users::by_session(&app.db, &secret::digest(token), time::now()).await?)
}

/// Ends a session.
///
/// # Errors
/// When the database cannot be written.
pub async fn sign_out(app: &Shared, token: &str) -> Result<(), Fail> {
    Ok(users::close_session(&app.db, &secret::digest(token)).await?)
}

/// The invitation behind a link.
///
/// # Errors
/// [`Fail::NotFound`] when it does not exist, was used or has run out.
pub async fn invitation(app: &Shared, token: &str) -> Result<Invitation, Fail> {
    let found = users::invitation(&app.db, &secret::digest(token).into(), time::now()).await?;
    found.ok_or(Fail::NotFound)
}

/// Seasons in which anybody may make an account now.
///
/// # Errors
/// When the database fails.
pub async fn open_seasons(app: &Shared) -> Result<Vec<Season>, Fail> {
    let mut all = seasons::all(&app.db).await?;
    all.retain(|season| registration_open(app, season));
    Ok(all)
}

/// Changes a password and ends all other sessions, and all tokens if that is wanted.
///
/// # Errors
/// When the new password is too short or too long, or the old one is wrong.
pub async fn change_password(
    app: &Shared,
    user: &User,
    (old, new): (String, String),
    own_session: &str,
    end_tokens: bool,
) -> Result<(), Fail> {
    check_password(&new)?;
    let hash = user.password.clone();
    let hashed = secret::in_turn(move || {
        secret::password_fits(&old, hash.as_deref()).then(|| secret::hash_password(&new))
    });
    let hash = hashed.await?.ok_or_else(|| Fail::bad(Refusal::PasswordOld))??;
    let mut transaction = db::begin(&app.db).await?;
    users::set_password(&mut transaction, &user.id, &hash, &secret::digest(own_session)).await?;
    if end_tokens {
        users::revoke_all(&mut transaction, &user.id).await?;
    }
    let detail = if end_tokens { "all tokens ended" } else { "" };
    db::audit::add(&mut transaction, &user.login, "password", &user.login, detail).await?;
    Ok(transaction.commit().await?)
}

async fn open_session(app: &Shared, user: &User) -> Result<SignedIn, Fail> {
    let (session, now) = (secret::token(), time::now());
    let until = now + SESSION_DAYS * time::DAY;
    users::open_session(&app.db, &secret::digest(&session), &user.id, now, until).await?;
    Ok(SignedIn { session, mark: app.seal.mark(&user.login) })
}
