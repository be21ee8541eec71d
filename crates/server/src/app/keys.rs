//! The keys with which a season signs its records. Public keys are rows of the database. A private
//! key is a file in the folder of the server that made it, so no backup and no export has one.
//! Servers with the same database and other folders have keys of their own.

use crate::app::actor::Actor;
use crate::app::fail::Fail;
use crate::app::matches::Found;
use crate::app::{App, Shared, seasons};
use crate::db::keys::{self, Key};
use crate::db::seasons::Season;
use crate::db::{self, audit};
use crate::ids::KeyId;
use crate::states::KeyState;
use crate::{private, secret, time};
use anyhow::Context;
use signing::{FORMAT, KeyList, PublishedKey, SecretKey, Source};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use tokio::sync::Mutex;

/// The folder for private keys, in the server's folder.
pub const FOLDER: &str = "keys";

/// Held while a key is made: two visitors at once make one key.
static MAKING: Mutex<()> = Mutex::const_new(());

fn file(folder: &Path, id: &KeyId) -> PathBuf {
    folder.join(FOLDER).join(id.as_str())
}

/// The private key of a public one, if this server has it.
fn private(app: &App, key: &Key) -> anyhow::Result<Option<SecretKey>> {
    let path = file(&app.config.folder, &key.id);
    let text = match std::fs::read_to_string(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        read => read.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let secret = SecretKey::of_base64(&text);
    let secret = secret.with_context(|| format!("{} is not a private key", path.display()))?;
    Ok((secret.public().to_base64() == key.public_key).then_some(secret))
}

async fn known(app: &App, season: &Season, host: &str) -> anyhow::Result<Option<SecretKey>> {
    for key in keys::active(&app.db, &season.id, host).await? {
        if let Some(secret) = private(app, &key)? {
            return Ok(Some(secret));
        }
    }
    Ok(None)
}

/// The key with which this server signs records of a season, made when there is none. Gives
/// nothing if the server's address has no host.
///
/// # Errors
/// When the database fails, or the folder for keys cannot be read or written.
pub async fn current(app: &App, season: &Season) -> anyhow::Result<Option<SecretKey>> {
    let Some(host) = app.config.host() else { return Ok(None) };
    if let Some(secret) = known(app, season, &host).await? {
        return Ok(Some(secret));
    }
    let _making = MAKING.lock().await;
    match known(app, season, &host).await? {
        Some(secret) => Ok(Some(secret)),
        None => make(app, season, host).await.map(Some),
    }
}

async fn make(app: &App, season: &Season, host: String) -> anyhow::Result<SecretKey> {
    let secret = SecretKey::of_random(&secret::key());
    let public = secret.public();
    let key = Key {
        id: public.id().into(),
        season_id: season.id.clone(),
        host,
        public_key: public.to_base64(),
        state: KeyState::Active,
        since: time::now(),
    };
    private::folder(&app.config.folder.join(FOLDER), &[])?;
    let path = file(&app.config.folder, &key.id);
    // The file first: a published key without its file would sign nothing.
    private::write(&path, secret.to_base64() + "\n")
        .with_context(|| format!("cannot write {}", path.display()))?;
    let mut transaction = db::begin(&app.db).await?;
    keys::insert(&mut transaction, &key).await?;
    audit::add(&mut transaction, "-", "new key", &season.slug, &key.id).await?;
    transaction.commit().await?;
    Ok(secret)
}

/// Whether downloads of a match are signed: the judge signs what it replayed itself.
#[must_use]
pub fn signs(app: &App, found: &Found) -> bool {
    found.m.verified && app.config.host().is_some()
}

/// Adds the signature line to the record of a match, if the judge signs it.
///
/// # Errors
/// When the key cannot be read or made.
pub async fn sign(
    app: &App,
    season: &Season,
    found: &Found,
    mut record: Vec<u8>,
) -> Result<Vec<u8>, Fail> {
    let Some(host) = app.config.host().filter(|_| signs(app, found)) else { return Ok(record) };
    let Some(key) = current(app, season).await? else { return Ok(record) };
    let source = Source { host: &host, season: &season.slug, match_id: &found.m.id };
    let signature = key.sign(source, &record)?;
    record.extend_from_slice(signature.line().as_bytes());
    Ok(record)
}

/// The newest active key of a season, for people to see.
///
/// # Errors
/// When the database fails.
pub async fn shown(app: &App, season: &Season) -> Result<Option<Key>, Fail> {
    let Some(host) = app.config.host() else { return Ok(None) };
    Ok(keys::active(&app.db, &season.id, &host).await?.into_iter().next())
}

/// The keys of all seasons that the actor may see, also those that sign no more.
///
/// # Errors
/// When the database fails.
pub async fn published(app: &Shared, actor: &Actor) -> Result<KeyList, Fail> {
    let seasons = seasons::all(app, actor).await?;
    let all = keys::all(&app.db).await?.into_iter();
    let published = all.filter_map(|key| {
        let season = seasons.iter().find(|season| season.id == key.season_id)?;
        Some(PublishedKey {
            key: key.id.into(),
            host: key.host,
            season: season.slug.clone(),
            public_key: key.public_key,
            since: key.since,
            state: match key.state {
                KeyState::Active => signing::KeyState::Active,
                KeyState::Retired => signing::KeyState::Retired,
                KeyState::Revoked => signing::KeyState::Revoked,
            },
        })
    });
    Ok(KeyList { format: FORMAT.into(), keys: published.collect() })
}

/// Retires the active keys of a season and removes their private keys: the server makes a new one
/// for the next download. Also revokes one key, if its id is given. Gives the number of retired
/// keys.
///
/// # Errors
/// When there is no such season, when it has no such key, or when the database fails.
pub async fn replace(app: &App, slug: &str, revoke: Option<&KeyId>) -> anyhow::Result<u64> {
    let season = db::seasons::by_slug(&app.db, slug).await?;
    let season = season.with_context(|| format!("there is no season `{slug}` on this server"))?;
    let mut transaction = db::begin(&app.db).await?;
    let retired = keys::retire(&mut transaction, &season.id).await?;
    audit::add(&mut transaction, "-", "retire keys", slug, "").await?;
    if let Some(id) = revoke {
        let found = keys::revoke(&mut transaction, &season.id, id).await?;
        anyhow::ensure!(found, "the season `{slug}` has no key `{id}`");
        audit::add(&mut transaction, "-", "revoke key", slug, id).await?;
    }
    transaction.commit().await?;
    for key in keys::all(&app.db).await? {
        if key.season_id == season.id && key.state != KeyState::Active {
            forget(&app.config.folder, &key.id)?;
        }
    }
    Ok(retired)
}

/// Removes a private key, if this server has it.
fn forget(folder: &Path, id: &KeyId) -> anyhow::Result<()> {
    let path = file(folder, id);
    match std::fs::remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}
