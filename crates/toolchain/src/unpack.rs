//! Packages of compilers and engines: their digests, and what is in them.

use flate2::read::GzDecoder;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use zip::ZipArchive;

/// The SHA-256 of everything that can be read, in hexadecimal.
pub(crate) fn sha256(mut from: impl Read) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut piece = vec![0; 1 << 16];
    loop {
        match from.read(&mut piece)? {
            0 => break,
            read => hash.update(&piece[..read]),
        }
    }
    Ok(hash.finalize().iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

/// Unpacks a zip archive into a folder.
pub(crate) fn zip(archive: File, folder: &Path) -> io::Result<()> {
    ZipArchive::new(archive)
        .and_then(|mut archive| archive.extract(folder))
        .map_err(io::Error::other)
}

/// The contents of an `.xz` file.
pub(crate) fn xz(packed: &[u8]) -> io::Result<Vec<u8>> {
    let mut contents = Vec::new();
    match lzma_rs::xz_decompress(&mut &packed[..], &mut contents) {
        Ok(()) => Ok(contents),
        Err(error) => Err(io::Error::other(error.to_string())),
    }
}

/// Writes the contents of a `.gz` file.
pub(crate) fn gzip(packed: &[u8], mut to: impl Write) -> io::Result<()> {
    io::copy(&mut GzDecoder::new(packed), &mut to).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_the_standard() {
        // FIPS 180-4, examples with one block and with none.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(&b"abc"[..]).expect("reads"), abc);
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sha256(&b""[..]).expect("reads"), empty);
    }
}
