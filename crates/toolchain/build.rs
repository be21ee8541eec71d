//! Finds the sources of the JavaScript engine in Cargo's registry, for `include_str!`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// What the engine is compiled from.
const FILES: &str = "quickjs.c libregexp.c libunicode.c dtoa.c quickjs.h quickjs-atom.h \
    quickjs-c-atomics.h quickjs-opcode.h libregexp.h libregexp-opcode.h libunicode.h \
    libunicode-table.h dtoa.h cutils.h list.h builtin-array-fromasync.h \
    builtin-iterator-zip-keyed.h builtin-iterator-zip.h";

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=quickjs/Cargo.lock");
    let folder = sources()?;
    let mut list = String::from("&[\n");
    for name in FILES.split_whitespace() {
        let path = folder.join(name);
        let _ = writeln!(list, "    ({name:?}, include_str!({:?})),", path.display().to_string());
    }
    list.push(']');
    let out = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    fs::write(Path::new(&out).join("quickjs.rs"), list)
}

/// The folder of the engine's sources; Cargo fetches the package when it is not there.
fn sources() -> io::Result<PathBuf> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--locked", "--format-version=1", "--manifest-path"]);
    command.arg(Path::new("quickjs").join("Cargo.toml"));
    let done = command.output()?;
    let said = String::from_utf8_lossy(&done.stdout);
    let manifest = said
        .split("\"manifest_path\":\"")
        .filter_map(|rest| rest.split('"').next())
        .find(|path| path.contains("rquickjs-sys"));
    let Some(manifest) = manifest else {
        let why = String::from_utf8_lossy(&done.stderr).into_owned();
        return Err(io::Error::other(format!("Cargo finds no rquickjs-sys: {why}")));
    };
    // Backslashes of Windows are written twice in JSON.
    let manifest = PathBuf::from(manifest.replace("\\\\", "\\"));
    Ok(manifest.with_file_name("quickjs"))
}
