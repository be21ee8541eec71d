//! Takes the viewer and the module of the games' own players into the binary when they are built
//! already.

use std::path::{Path, PathBuf};
use std::{env, fs};

#[cfg(feature = "players")]
const WALKER: &str = "src/commands/bench/walker.wat";
/// The parts that `cargo xtask` builds before this program, and their folders in cargo's build
/// folder.
const TAKEN_IN: [(&str, &str); 4] = [
    ("viewer", "viewer.html"),
    ("viewer", "dummy.wasm"),
    ("forward", "forward.o"),
    ("forward", "forward.host"),
];

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let folders = build_folder(&out);
    // A program for other machines does not look into a folder of this one.
    let packaged = env::var_os("PALESTRA_PACKAGED").is_some();
    let later = if packaged { Path::new("") } else { folders.as_path() };
    println!("cargo::rerun-if-env-changed=PALESTRA_PACKAGED");
    println!("cargo::rustc-env=PALESTRA_BUILD_FOLDER={}", later.display());
    for (folder, name) in TAKEN_IN {
        let made = folders.join(folder).join(name);
        // A missing file would make every build begin anew; the program finds one that is
        // built later by itself.
        if made.exists() {
            println!("cargo::rerun-if-changed={}", made.display());
        }
        let bytes = fs::read(made).unwrap_or_default();
        fs::write(out.join(name), bytes).expect("OUT_DIR can be written");
    }
    #[cfg(feature = "players")]
    walker(&out);
    println!("cargo::rerun-if-changed=build.rs");
}

/// The folder that holds the results of all builds, where `CARGO_TARGET_DIR` or cargo's settings
/// put it. Ours is `FOLDER/PROFILE/build/PACKAGE/out`, or `FOLDER/TARGET/PROFILE/build/…` in
/// builds that name their target.
fn build_folder(out: &Path) -> PathBuf {
    let folder = out.ancestors().nth(4).expect("cargo nests OUT_DIR");
    let target = env::var_os("TARGET").unwrap_or_default();
    let of_target = folder.file_name() == Some(&target);
    folder.parent().filter(|_| of_target).unwrap_or(folder).to_path_buf()
}

/// The player of `palestra bench`.
#[cfg(feature = "players")]
fn walker(out: &Path) {
    let walker = wat::parse_file(WALKER).expect("the player of `palestra bench` is well-formed");
    fs::write(out.join("walker.wasm"), walker).expect("OUT_DIR can be written");
    println!("cargo::rerun-if-changed={WALKER}");
}
