//! People: accounts, invitations, sessions, tokens.

use super::{Connection, Db, Result, row};
use crate::column::Column;
use crate::ids::{InvitationId, UserId};
use crate::states::{Role, Scope};
use sqlx::FromRow;

/// An account.
#[derive(Clone, Debug)]
pub struct User {
    /// Its id.
    pub id: UserId,
    /// The login.
    pub login: String,
    /// The public name.
    pub name: String,
    /// The password's hash; none before the invitation was used.
    pub password: Option<String>,
    /// The role.
    pub role: Role,
    /// When it was made.
    pub created: i64,
    /// Whether it may no longer sign in.
    pub disabled: bool,
}
row!(User { id, login, name, password, role, created, disabled });

/// An invitation that was not used yet.
#[derive(Clone, Debug)]
pub struct Invitation {
    /// The digest of its token.
    pub token: InvitationId,
    /// The login it prescribes, if any.
    pub login: Option<String>,
    /// The name it proposes.
    pub name: String,
    /// The role it gives.
    pub role: Role,
    /// Until when it holds.
    pub expires: i64,
}
row!(Invitation { token, login, name, role, expires });

/// A token for programs; only its digest is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiToken {
    /// Its id, to revoke it by.
    pub id: String,
    /// The owner's name for the token.
    pub label: String,
    /// When it was made.
    pub created: i64,
    /// The scope.
    pub scope: Scope,
    /// Until when it may be used: milliseconds since 1970.
    pub expires: i64,
}
row!(ApiToken { id, label, created, scope, expires });

impl ApiToken {
    /// Whether its time is over.
    #[must_use]
    pub fn expired(&self, now: i64) -> bool {
        self.expires <= now
    }
}

/// Adds an account.
///
/// # Errors
/// When the login is taken.
pub async fn insert(db: &mut Connection, user: &User) -> Result<()> {
    sqlx::query(
        "INSERT INTO users (id, login, name, password, role, created, disabled) \
         VALUES ($1, $2, $3, $4, $5, $6, 0)",
    )
    .bind(&user.id)
    .bind(&user.login)
    .bind(&user.name)
    .bind(&user.password)
    .bind(user.role)
    .bind(user.created)
    .execute(db)
    .await
    .map(drop)
}

/// The account with this login.
///
/// # Errors
/// When the database fails.
pub async fn by_login(db: &Db, login: &str) -> Result<Option<User>> {
    sqlx::query_as("SELECT * FROM users WHERE login = $1").bind(login).fetch_optional(db).await
}

/// The account with this login, as a transaction sees it.
///
/// # Errors
/// When the database fails.
pub async fn by_login_in(db: &mut Connection, login: &str) -> Result<Option<User>> {
    sqlx::query_as("SELECT * FROM users WHERE login = $1").bind(login).fetch_optional(db).await
}

/// The account with this id.
///
/// # Errors
/// When the database fails.
pub async fn by_id(db: &Db, id: &UserId) -> Result<Option<User>> {
    sqlx::query_as("SELECT * FROM users WHERE id = $1").bind(id).fetch_optional(db).await
}

/// The account with this id, as a transaction sees it.
///
/// # Errors
/// When the database fails.
pub async fn by_id_in(db: &mut Connection, id: &UserId) -> Result<Option<User>> {
    sqlx::query_as("SELECT * FROM users WHERE id = $1").bind(id).fetch_optional(db).await
}

/// Everybody, by login.
///
/// # Errors
/// When the database fails.
pub async fn all(db: &Db) -> Result<Vec<User>> {
    sqlx::query_as("SELECT * FROM users ORDER BY login").fetch_all(db).await
}

/// Changes the role of an account, and whether it may sign in.
///
/// # Errors
/// When the database fails.
pub async fn change(db: &mut Connection, id: &UserId, role: Role, disabled: bool) -> Result<()> {
    sqlx::query("UPDATE users SET role = $2, disabled = $3 WHERE id = $1")
        .bind(id)
        .bind(role)
        .bind(i64::from(disabled))
        .execute(&mut *db)
        .await?;
    if disabled {
        forget_all(db, id).await?;
    }
    Ok(())
}

/// Sets a password and ends all sessions but the one with this digest, so that whoever knew the
/// old password is out.
///
/// # Errors
/// When the database fails.
pub async fn set_password(
    db: &mut Connection,
    id: &UserId,
    hash: &str,
    own_session: &str,
) -> Result<()> {
    sqlx::query("UPDATE users SET password = $2 WHERE id = $1")
        .bind(id)
        .bind(hash)
        .execute(&mut *db)
        .await?;
    sqlx::query("DELETE FROM sessions WHERE user_id = $1 AND token <> $2")
        .bind(id)
        .bind(own_session)
        .execute(db)
        .await
        .map(drop)
}

/// Takes the password from an account and ends its sessions and tokens: only a link opens it.
///
/// # Errors
/// When the database fails.
pub async fn forget_password(db: &mut Connection, id: &UserId) -> Result<()> {
    sqlx::query("UPDATE users SET password = NULL WHERE id = $1")
        .bind(id)
        .execute(&mut *db)
        .await?;
    forget_all(db, id).await
}

/// Revokes all tokens of somebody.
///
/// # Errors
/// When the database fails.
pub async fn revoke_all(db: &mut Connection, user: &UserId) -> Result<()> {
    sqlx::query("DELETE FROM api_tokens WHERE user_id = $1").bind(user).execute(db).await.map(drop)
}

async fn forget_all(db: &mut Connection, id: &UserId) -> Result<()> {
    for sql in
        ["DELETE FROM sessions WHERE user_id = $1", "DELETE FROM api_tokens WHERE user_id = $1"]
    {
        sqlx::query(sql).bind(id).execute(&mut *db).await?;
    }
    Ok(())
}

/// Adds an invitation.
///
/// # Errors
/// When the database fails.
pub async fn invite(db: &mut Connection, invitation: &Invitation, now: i64) -> Result<()> {
    sqlx::query(
        "INSERT INTO invitations (token, login, name, role, created, expires) \
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(&invitation.token)
    .bind(&invitation.login)
    .bind(&invitation.name)
    .bind(invitation.role)
    .bind(now)
    .bind(invitation.expires)
    .execute(db)
    .await
    .map(drop)
}

/// The invitation with this token, if it was neither used nor has run out.
///
/// # Errors
/// When the database fails.
pub async fn invitation(db: &Db, token: &InvitationId, now: i64) -> Result<Option<Invitation>> {
    sqlx::query_as(
        "SELECT token, login, name, role, expires FROM invitations \
         WHERE token = $1 AND used_by IS NULL AND expires > $2",
    )
    .bind(token)
    .bind(now)
    .fetch_optional(db)
    .await
}

/// The invitations that can still be used, the one that ends last first.
///
/// # Errors
/// If the database cannot be reached.
pub async fn open_invitations(db: &Db, now: i64) -> Result<Vec<Invitation>> {
    sqlx::query_as(
        "SELECT token, login, name, role, expires FROM invitations \
         WHERE used_by IS NULL AND expires > $1 ORDER BY expires DESC, name, token LIMIT 2000",
    )
    .bind(now)
    .fetch_all(db)
    .await
}

/// Removes an invitation that nobody used, and gives it; `None` if there is none.
///
/// # Errors
/// If the database cannot be reached.
pub async fn revoke_invitation(
    db: &mut Connection,
    token: &InvitationId,
) -> Result<Option<Invitation>> {
    sqlx::query_as(
        "DELETE FROM invitations WHERE token = $1 AND used_by IS NULL \
         RETURNING token, login, name, role, expires",
    )
    .bind(token)
    .fetch_optional(db)
    .await
}

/// Marks an invitation as used; `false` when somebody else was quicker.
///
/// # Errors
/// When the database fails.
pub async fn use_up(db: &mut Connection, token: &InvitationId, user: &UserId) -> Result<bool> {
    let done =
        sqlx::query("UPDATE invitations SET used_by = $2 WHERE token = $1 AND used_by IS NULL")
            .bind(token)
            .bind(user)
            .execute(db)
            .await?;
    Ok(done.rows_affected() == 1)
}

/// Opens a session.
///
/// # Errors
/// When the database fails.
pub async fn open_session(db: &Db, token: &str, user: &UserId, now: i64, until: i64) -> Result<()> {
    sqlx::query("DELETE FROM sessions WHERE expires < $1").bind(now).execute(db).await?;
    sqlx::query("INSERT INTO sessions (token, user_id, created, expires) VALUES ($1, $2, $3, $4)")
        .bind(token)
        .bind(user)
        .bind(now)
        .bind(until)
        .execute(db)
        .await
        .map(drop)
}

/// Ends a session.
///
/// # Errors
/// When the database fails.
pub async fn close_session(db: &Db, token: &str) -> Result<()> {
    sqlx::query("DELETE FROM sessions WHERE token = $1").bind(token).execute(db).await.map(drop)
}

/// The owner of a session.
///
/// # Errors
/// When the database fails.
pub async fn by_session(db: &Db, token: &str, now: i64) -> Result<Option<User>> {
    sqlx::query_as(
        "SELECT users.* FROM sessions JOIN users ON users.id = sessions.user_id \
         WHERE sessions.token = $1 AND sessions.expires > $2 AND users.disabled = 0",
    )
    .bind(token)
    .bind(now)
    .fetch_optional(db)
    .await
}

/// The owner of a token, and the token itself, expired or not.
///
/// # Errors
/// When the database fails.
pub async fn by_api_token(db: &Db, token: &str) -> Result<Option<(User, ApiToken)>> {
    let row = sqlx::query(
        "SELECT users.*, t.id AS token_id, t.label, t.created AS made, t.scope, t.expires \
         FROM api_tokens t JOIN users ON users.id = t.user_id \
         WHERE t.token = $1 AND users.disabled = 0",
    )
    .bind(token)
    .fetch_optional(db)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let token = ApiToken {
        id: Column::read(&row, "token_id")?,
        label: Column::read(&row, "label")?,
        created: Column::read(&row, "made")?,
        scope: Column::read(&row, "scope")?,
        expires: Column::read(&row, "expires")?,
    };
    Ok(Some((User::from_row(&row)?, token)))
}

/// Adds a token for programs.
///
/// # Errors
/// When the database fails.
pub async fn add_token(
    db: &mut Connection,
    token: &str,
    user: &UserId,
    new: &ApiToken,
) -> Result<()> {
    sqlx::query(
        "INSERT INTO api_tokens (token, id, user_id, label, created, scope, expires) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(token)
    .bind(&new.id)
    .bind(user)
    .bind(&new.label)
    .bind(new.created)
    .bind(new.scope)
    .bind(new.expires)
    .execute(db)
    .await
    .map(drop)
}

/// The tokens of somebody, the oldest first.
///
/// # Errors
/// When the database fails.
pub async fn tokens(db: &mut Connection, user: &UserId) -> Result<Vec<ApiToken>> {
    sqlx::query_as(
        "SELECT id, label, created, scope, expires FROM api_tokens WHERE user_id = $1 \
         ORDER BY created",
    )
    .bind(user)
    .fetch_all(db)
    .await
}

/// Revokes a token of somebody; gives what it was called, if it was there.
///
/// # Errors
/// When the database fails.
pub async fn revoke(db: &mut Connection, user: &UserId, id: &str) -> Result<Option<String>> {
    sqlx::query_scalar("DELETE FROM api_tokens WHERE user_id = $1 AND id = $2 RETURNING label")
        .bind(user)
        .bind(id)
        .fetch_optional(db)
        .await
}
