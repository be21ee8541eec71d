//! The bytes that a job names by their digest.

use crate::protocol::{self, Broken, Digest, FromWorker, ToWorker};
use serde_bytes::ByteBuf;
use std::collections::HashMap;
use std::io::{Read, Write};

/// Where a worker gets the bytes that its job names.
pub(crate) struct Blobs<'a> {
    from: &'a mut dyn Read,
    to: &'a mut dyn Write,
}

impl<'a> Blobs<'a> {
    pub(crate) fn new(from: &'a mut dyn Read, to: &'a mut dyn Write) -> Self {
        Self { from, to }
    }

    /// Asks the judge for these bytes.
    ///
    /// # Errors
    /// When the judge is gone, or sends something else.
    pub(crate) fn need(&mut self, all: &[Digest]) -> Result<HashMap<Digest, Vec<u8>>, Broken> {
        protocol::send(&mut self.to, &FromWorker::Need(all.to_vec()))?;
        let ToWorker::Blobs(blobs) = protocol::receive(&mut self.from)? else {
            return Err(Broken::Garbage(postcard::Error::DeserializeBadEnum));
        };
        let right = blobs.len() == all.len()
            && all.iter().zip(&blobs).all(|(digest, blob)| Digest::of(blob) == *digest);
        match right {
            true => Ok(all.iter().copied().zip(blobs.into_iter().map(ByteBuf::into_vec)).collect()),
            false => Err(Broken::Garbage(postcard::Error::DeserializeBadEncoding)),
        }
    }

    /// Asks the judge for one of them.
    ///
    /// # Errors
    /// As [`need`](Self::need).
    pub(crate) fn one(&mut self, digest: Digest) -> Result<Vec<u8>, Broken> {
        Ok(self.need(&[digest])?.remove(&digest).unwrap_or_default())
    }
}
