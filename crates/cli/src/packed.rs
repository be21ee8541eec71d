//! The files that this program contains in compressed form: see `build.rs`.

use flate2::read::GzDecoder;
use std::io::Read;

/// A file that `build.rs` has packed; empty if the file was not built before this program.
macro_rules! packed {
    ($name:literal) => {
        ($name, include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".gz")))
    };
}

const FILES: &[(&str, &[u8])] = &[
    packed!("viewer.html"),
    #[cfg(feature = "players")]
    packed!("dummy.wasm"),
    #[cfg(feature = "players")]
    packed!("forward.o"),
    #[cfg(feature = "players")]
    packed!("forward.host"),
];

/// The contents of a file; `None` if this program does not contain it.
pub fn file(name: &str) -> Option<Vec<u8>> {
    let (_, packed) = FILES.iter().find(|file| file.0 == name && !file.1.is_empty())?;
    let mut contents = Vec::new();
    GzDecoder::new(*packed).read_to_end(&mut contents).ok()?;
    Some(contents)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_were_packed_are_whole() {
        for (name, packed) in FILES.iter().filter(|file| !file.1.is_empty()) {
            let contents = file(name).expect("was packed");
            // RFC 1952: the last four bytes are the size of the contents.
            let size = packed.last_chunk().map(|size| u32::from_le_bytes(*size));
            assert_eq!(size, Some(contents.len() as u32), "{name}");
        }
        assert_eq!(file("nothing"), None);
    }
}
