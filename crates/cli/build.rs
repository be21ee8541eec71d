//! Takes the viewer and the module of the games' own players into the program, compressed, when
//! they are built already.

use std::path::{Path, PathBuf};
use std::{env, fs};

#[cfg(feature = "players")]
const WALKER: &str = "src/commands/bench/walker.wat";
/// The page that `cargo xtask viewer` builds before this program.
const VIEWER: &str = "viewer/viewer.html";
/// The parts for programs that run players in WebAssembly.
#[cfg(feature = "players")]
const PLAYERS: [&str; 3] = ["viewer/dummy.wasm", "forward/forward.o", "forward/forward.host"];

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let folders = build_folder(&out);
    // A program for other machines does not look into a folder of this one.
    let packaged = env::var_os("PALESTRA_PACKAGED").is_some();
    let later = if packaged { Path::new("") } else { folders.as_path() };
    println!("cargo::rerun-if-env-changed=PALESTRA_PACKAGED");
    println!("cargo::rustc-env=PALESTRA_BUILD_FOLDER={}", later.display());
    pack(&built(&folders, VIEWER), VIEWER, &out);
    #[cfg(feature = "players")]
    {
        PLAYERS.iter().for_each(|path| pack(&built(&folders, path), path, &out));
        walker(&out);
    }
    link();
    println!("cargo::rerun-if-changed=build.rs");
}

/// Makes the program smaller where Rust links with its own LLD: functions with the same code become
/// one (Rust promises no function an address of its own), the addresses that the loader corrects
/// are packed, and names stay only where debug information is wanted. (`strip` in the profile would
/// take the names from benchmarks too, which count by name.)
fn link() {
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let usual = is("CARGO_CFG_TARGET_ARCH", "x86_64")
        && is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu");
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let other = env::var_os("RUSTC_LINKER").is_some() || flags.contains("link");
    if usual && !other {
        println!("cargo::rustc-link-arg-bins=-Wl,--icf=all");
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
        if is("DEBUG", "false") {
            println!("cargo::rustc-link-arg-bins=-Wl,--strip-all");
        }
    }
}

/// The bytes of a built file; none if it is not built.
fn built(folders: &Path, path: &str) -> Vec<u8> {
    let made = folders.join(path);
    // A missing file would make every build begin anew; the program finds one that is built later
    // by itself.
    if made.exists() {
        println!("cargo::rerun-if-changed={}", made.display());
    }
    fs::read(made).unwrap_or_default()
}

/// Writes `NAME.gz`, which is empty if there is nothing to pack.
fn pack(bytes: &[u8], path: &str, out: &Path) {
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;
    let name = Path::new(path).file_name().expect("the path ends with a name");
    let mut packed = Vec::new();
    if !bytes.is_empty() {
        let mut encoder = GzEncoder::new(&mut packed, Compression::best());
        encoder.write_all(bytes).expect("memory takes all bytes");
        encoder.finish().expect("memory takes all bytes");
    }
    let file = out.join(name).with_added_extension("gz");
    fs::write(file, packed).expect("OUT_DIR can be written");
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
