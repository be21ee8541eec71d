//! Stands in for `unpack.rs` in builds without modules.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

fn lacking<T>() -> io::Result<T> {
    Err(io::Error::other("this program was built without modules"))
}

pub(crate) fn sha256(_: impl Read) -> io::Result<String> {
    lacking()
}

pub(crate) fn zip(_: File, _: &Path) -> io::Result<()> {
    lacking()
}

pub(crate) fn xz(_: &[u8]) -> io::Result<Vec<u8>> {
    lacking()
}

pub(crate) fn gzip(_: &[u8], _: impl Write) -> io::Result<()> {
    lacking()
}
