//! Files of a season, each named by the digest of its contents: sources, modules, records.

use crate::config::Config;
use crate::private;
use anyhow::Context;
use bus::Blobs;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt, TryStreamExt};
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{ClientOptions, ObjectMeta, ObjectStore, ObjectStoreExt, RetryConfig};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use worker::protocol::Digest;

/// How long one request to the store may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);
/// How long a store that does not answer is asked again before it is a failure.
const RETRY_TIMEOUT: Duration = Duration::from_secs(15);

/// A file in the store.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Its name.
    pub digest: String,
    /// Bytes.
    pub size: u64,
    /// When it was stored last: milliseconds since 1970.
    pub stored: i64,
}

fn millis(meta: &ObjectMeta) -> i64 {
    meta.last_modified.timestamp_millis()
}

/// The store. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    inner: Arc<dyn ObjectStore>,
}

impl Store {
    /// The files that a configuration asks for: in the folder unless it names another store.
    ///
    /// # Errors
    /// When the address of the store cannot be used.
    pub fn of(config: &Config) -> anyhow::Result<Self> {
        match &config.store {
            Some(address) => Self::open(address),
            None => Self::folder(&config.folder.join("files")),
        }
    }

    /// A store in a folder, which is made when needed.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn folder(folder: &std::path::Path) -> anyhow::Result<Self> {
        private::folder(folder, &["."])?;
        Ok(Self { inner: Arc::new(LocalFileSystem::new_with_prefix(folder)?) })
    }

    /// A store by its address: `s3://bucket/folder`, or the path of a folder. Keys, region and
    /// endpoint of an S3-compatible store come from the usual variables: `AWS_ACCESS_KEY_ID`,
    /// `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL`, `AWS_ALLOW_HTTP`.
    ///
    /// # Errors
    /// When the address cannot be understood, or the folder cannot be made.
    pub fn open(address: &str) -> anyhow::Result<Self> {
        let Some(place) = address.strip_prefix("s3://") else {
            let folder = address.strip_prefix("file://").unwrap_or(address);
            anyhow::ensure!(
                !folder.contains("://"),
                "the store is `{address}`: give a folder or s3://bucket/folder"
            );
            return Self::folder(std::path::Path::new(folder));
        };
        // A second call finds the provider that the first one set.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
        let retry = RetryConfig { retry_timeout: RETRY_TIMEOUT, ..RetryConfig::default() };
        let bucket = AmazonS3Builder::from_env()
            .with_bucket_name(bucket)
            .with_retry(retry)
            .with_client_options(client())
            .build()
            .with_context(|| format!("the store `{address}` cannot be used"))?;
        let inner: Arc<dyn ObjectStore> = match prefix.trim_matches('/') {
            "" => Arc::new(bucket),
            prefix => Arc::new(PrefixStore::new(bucket, prefix)),
        };
        Ok(Self { inner })
    }

    /// Keeps these bytes and gives their digest. Keeping them twice is keeping them once.
    ///
    /// # Errors
    /// When they cannot be written.
    pub async fn put(&self, bytes: Vec<u8>) -> anyhow::Result<String> {
        let digest = blake3::hash(&bytes).to_hex().to_string();
        let path = place(&digest);
        // Without asking first: what is there already is the same, or damaged.
        self.inner.put(&path, bytes.into()).await?;
        Ok(digest)
    }

    /// Every file that is named by a digest: digest, bytes, and when it was stored last, in
    /// milliseconds since 1970 by the store's clock. Anything else is not ours.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn list(&self) -> anyhow::Result<Vec<Kept>> {
        let mut all = Vec::new();
        let mut listed = self.inner.list(None);
        while let Some(meta) = listed.try_next().await? {
            let digest = meta.location.filename().unwrap_or_default().to_string();
            let plain = digest.len() == 64 && digest.bytes().all(|b| b.is_ascii_hexdigit());
            if plain && place(&digest) == meta.location {
                all.push(Kept { digest, size: meta.size, stored: millis(&meta) });
            }
        }
        Ok(all)
    }

    /// Removes a file, unless it was stored again since it was listed.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn remove(&self, what: &Kept) -> anyhow::Result<bool> {
        let path = place(&what.digest);
        // Asked for a single file, some stores tell no parts of a second.
        if millis(&self.inner.head(&path).await?) / 1000 != what.stored / 1000 {
            return Ok(false);
        }
        self.inner.delete(&path).await?;
        Ok(true)
    }

    /// The bytes with this digest.
    ///
    /// # Errors
    /// When they are not there, or are not what they were.
    pub async fn get(&self, digest: &str) -> anyhow::Result<Vec<u8>> {
        let bytes = self.inner.get(&place(digest)).await?.bytes().await?;
        if blake3::hash(&bytes).to_hex().as_str() != digest {
            return Err(Damaged { digest: digest.into() }.into());
        }
        Ok(bytes.to_vec())
    }
}

/// A stored file is not what it was.
#[derive(Debug)]
struct Damaged {
    digest: String,
}

impl std::fmt::Display for Damaged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the stored file {} is damaged", self.digest)
    }
}

impl std::error::Error for Damaged {}

/// Whether this failed because a file is missing or damaged, not because the store did not
/// answer.
#[must_use]
pub fn is_lost(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let missing = cause.downcast_ref::<object_store::Error>();
        cause.is::<Damaged>() || matches!(missing, Some(object_store::Error::NotFound { .. }))
    })
}

fn client() -> ClientOptions {
    let plain = std::env::var("AWS_ALLOW_HTTP").is_ok_and(|value| value == "true");
    ClientOptions::new()
        .with_timeout(REQUEST_TIMEOUT)
        .with_connect_timeout(Duration::from_secs(5))
        .with_allow_http(plain)
}

fn place(digest: &str) -> Path {
    Path::from_iter([&digest[..2.min(digest.len())], digest])
}

impl Blobs for Store {
    fn get<'a>(&'a self, digest: &'a Digest) -> BoxFuture<'a, anyhow::Result<Vec<u8>>> {
        async move { Self::get(self, &digest.to_string()).await }.boxed()
    }
}

/// The store, and bytes that are not in it.
pub struct Named {
    store: Store,
    extra: HashMap<Digest, Arc<[u8]>>,
}

impl Named {
    /// The store and these bytes.
    #[must_use]
    pub fn new(store: Store, extra: impl Iterator<Item = Arc<[u8]>>) -> Self {
        Self { store, extra: extra.map(|bytes| (Digest::of(&bytes), bytes)).collect() }
    }
}

impl Blobs for Named {
    fn get<'a>(&'a self, digest: &'a Digest) -> BoxFuture<'a, anyhow::Result<Vec<u8>>> {
        match self.extra.get(digest) {
            Some(bytes) => async move { Ok(bytes.to_vec()) }.boxed(),
            None => Blobs::get(&self.store, digest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_was_kept_is_found_and_damage_is_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::folder(folder.path()).expect("a store");
        let digest = store.put(b"hello".to_vec()).await.expect("kept");
        assert_eq!(store.put(b"hello".to_vec()).await.expect("kept"), digest);
        assert_eq!(store.get(&digest).await.expect("found"), b"hello");
        let file = folder.path().join(&digest[..2]).join(&digest);
        std::fs::write(file, b"hallo").expect("written");
        assert!(store.get(&digest).await.is_err());
        assert!(store.get("00").await.is_err());
    }
}
