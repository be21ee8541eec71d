//! Compresses the sources of the JavaScript engine for `include_bytes!`.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=quickjs/Cargo.lock");
    let out = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    let out = Path::new(&out);
    #[cfg(feature = "modules")]
    let list = quickjs::packed(out)?;
    #[cfg(not(feature = "modules"))]
    let list = "&[]";
    fs::write(out.join("quickjs.rs"), list)
}

#[cfg(feature = "modules")]
mod quickjs {
    use flate2::{Compression, write::GzEncoder};
    use std::fmt::Write as _;
    use std::io::Write as _;
    use std::path::{Path, PathBuf};
    use std::process::Command;
    use std::{env, fs, io};

    /// What the engine is compiled from.
    const FILES: &str = "quickjs.c libregexp.c libunicode.c dtoa.c quickjs.h quickjs-atom.h \
        quickjs-c-atomics.h quickjs-opcode.h libregexp.h libregexp-opcode.h libunicode.h \
        libunicode-table.h dtoa.h cutils.h list.h builtin-array-fromasync.h \
        builtin-iterator-zip-keyed.h builtin-iterator-zip.h";

    /// Writes the compressed files and gives the list of them, as an expression of Rust.
    pub fn packed(out: &Path) -> io::Result<String> {
        let folder = sources()?;
        let mut list = String::from("&[\n");
        for name in FILES.split_whitespace() {
            let path = out.join(format!("{name}.gz"));
            let mut packed = GzEncoder::new(fs::File::create(&path)?, Compression::best());
            packed.write_all(&fs::read(folder.join(name))?)?;
            packed.finish()?;
            let path = path.display().to_string();
            let _ = writeln!(list, "    ({name:?}, include_bytes!({path:?})),");
        }
        list.push(']');
        Ok(list)
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
}
