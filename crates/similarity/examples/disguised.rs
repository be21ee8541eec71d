//! Writes the corpus of the tests to a folder, originals and copies, so that other programs can
//! be measured with it: `cargo run --release -p similarity --example disguised -- DIR`.
//!
//! `DIR/WAY-STRENGTH/NAME.cc` are the copies, `DIR/original/NAME.cc` the originals. Single
//! disguises change all places that they can; combined ones come in three strengths.

#[expect(dead_code, reason = "the tests use the rest of it")]
#[path = "../tests/disguise/mod.rs"]
mod disguise;

use disguise::{ALL, Dice, MACROS};
use std::path::Path;

fn main() -> std::io::Result<()> {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("usage: disguised DIR");
        std::process::exit(2);
    };
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut files: Vec<_> = std::fs::read_dir(corpus)?.collect::<Result<_, _>>()?;
    files.sort_by_key(std::fs::DirEntry::file_name);
    for (seed, file) in files.iter().enumerate() {
        let source = std::fs::read_to_string(file.path())?;
        let name = file.file_name();
        let write = |group: String, text: &str| {
            let folder = Path::new(&folder).join(group);
            std::fs::create_dir_all(&folder)?;
            std::fs::write(folder.join(&name), text)
        };
        write("original".into(), &source)?;
        for how in ALL.into_iter().chain(MACROS) {
            let mut dice = Dice::new(seed as u64);
            let copy = disguise::disguise(&source, how, 3, &mut dice);
            write(format!("{how:?}-3"), &copy)?;
        }
        for strength in 1..=3 {
            for turn in 0..4 {
                let copy = disguise::combined(&source, strength, seed as u64 * 10 + turn);
                write(format!("combined{turn}-{strength}"), &copy)?;
            }
        }
    }
    Ok(())
}
