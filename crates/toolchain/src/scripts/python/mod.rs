//! Python: the engine MicroPython. Its sources are no part of this program: see [`archive`].

mod archive;
mod generate;
mod patches;
pub(super) mod stubs;

pub use archive::{Archive, MICROPYTHON};

use super::engine::{Clang, Engine, Patch, run, write};
use crate::cache::Cache;
use crate::error::{At, Error};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The files with the player interface, and the configuration.
const OWN: &[(&str, &str)] = &[
    ("engine.c", include_str!("../../../../../sdk/python/engine.c")),
    ("jump.c", include_str!("../../../../../sdk/python/jump.c")),
    ("natives.c", include_str!("../../../../../sdk/python/natives.c")),
    ("natives.h", include_str!("../../../../../sdk/python/natives.h")),
    ("mpconfigport.h", include_str!("../../../../../sdk/python/mpconfigport.h")),
    ("mphalport.h", include_str!("../../../../../sdk/python/mphalport.h")),
];

const LIBRARY: &str = include_str!("../../../../../sdk/python/library.py");
const ENDING: &str = include_str!("../../../../../sdk/python/ending.py");

/// Sources of MicroPython outside of its core.
const MODULES: [&str; 3] = ["extmod/modheapq.c", "extmod/modjson.c", "extmod/modre.c"];
/// Sources of its core that other machines need: machine code, jumps in assembler.
const OTHER_MACHINES: [&str; 12] = [
    "asm",
    "emitn",
    "emitinline",
    "nlraarch64",
    "nlrmips",
    "nlrpowerpc",
    "nlrrv",
    "nlrthumb",
    "nlrx",
    "nativeglue",
    "objint_longlong",
    "modthread",
];

pub(super) struct Python {
    sources: PathBuf,
}

impl Python {
    /// Finds MicroPython's sources in the cache, or gets them.
    ///
    /// # Errors
    /// [`Error::NoPython`] if they could not be downloaded.
    pub(super) fn open(cache: &Cache, archive: Archive<'_>) -> Result<Self, Error> {
        Ok(Self { sources: archive::ensure(cache, archive)? })
    }
}

impl Engine for Python {
    const NAME: &'static str = "micropython";

    const FLAGS: &'static [&'static str] = &[
        "-std=gnu11",
        "-w",
        "-DNDEBUG",
        "-D_GNU_SOURCE",
        "-I.",
        // setjmp and longjmp, with the exceptions of WebAssembly: see sdk/python/jump.c.
        "-mexception-handling",
        "-mllvm",
        "-wasm-enable-sjlj",
        "-mllvm",
        "-wasm-use-legacy-eh=false",
    ];

    const PATCHES: &'static [Patch] = patches::PATCHES;

    const CALLS: (&'static str, &'static str) =
        ("calls.h", include_str!("../../../../../sdk/python/calls.h"));

    const SAMPLED_PATCHES: &'static [Patch] = patches::SAMPLED;

    fn identity(&self) -> Vec<(&str, &[u8])> {
        OWN.iter()
            .copied()
            .chain([("generate.rs", include_str!("generate.rs"))])
            .chain([(MICROPYTHON, archive::SHA256)])
            .map(|(name, text)| (name, text.as_bytes()))
            .collect()
    }

    fn write(&self, folder: &Path) -> Result<Vec<String>, Error> {
        for part in ["py", "extmod", "lib/re1.5"] {
            copy(&self.sources.join(part), &folder.join(part))?;
        }
        write(folder, OWN)?;
        let core = folder.join("py");
        let mut sources: Vec<String> = fs::read_dir(&core)
            .at(&core)?
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|name| name.ends_with(".c"))
            .filter(|name| !OTHER_MACHINES.iter().any(|begin| name.starts_with(begin)))
            .map(|name| format!("py/{name}"))
            .collect();
        sources.sort();
        let own = OWN.iter().map(|(name, _)| *name).filter(|name| name.ends_with(".c"));
        sources.extend(MODULES.into_iter().chain(own).map(str::to_string));
        Ok(sources)
    }

    fn generate(&self, folder: &Path, sources: &[String], clang: Clang<'_>) -> Result<(), Error> {
        let made = folder.join(generate::FOLDER);
        fs::create_dir_all(&made).at(&made)?;
        // Empty while the sources are only looked through.
        write(&made, &[("mpversion.h", "")])?;
        let preprocessed = |file: &str| {
            let mut clang = clang();
            clang.args(["-E", "-DNO_QSTR", file]);
            Ok(String::from_utf8_lossy(&run(clang)?).into_owned())
        };
        let names = folder.join("py/qstrdefs.h");
        let quoted = generate::quoted(&fs::read_to_string(&names).at(&names)?);
        write(folder, &[("names.c", &quoted)])?;
        let definitions = preprocessed("names.c")?;
        let all = sources.iter().map(|name| preprocessed(name));
        let all = all.collect::<Result<String, Error>>()?;
        generate::headers(&all, &definitions)
            .iter()
            .try_for_each(|(name, text)| write(&made, &[(name, text.as_str())]))
    }
}

/// Copies the files of a folder.
fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    fs::create_dir_all(to).at(to)?;
    for entry in fs::read_dir(from).at(from)?.flatten() {
        let path = entry.path();
        if path.is_file() {
            fs::copy(&path, to.join(entry.file_name())).at(&path)?;
        }
    }
    Ok(())
}

/// The source of the module of a game.
pub(super) fn library(description: &Value, module: &str, game: &str) -> String {
    let mut text = String::from("description = ");
    literal(description, &mut text);
    format!("{text}\nMODULE = \"{module}\"\n{LIBRARY}\n\n{game}{ENDING}")
}

/// A value as Python writes it.
fn literal(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("None"),
        Value::Bool(true) => out.push_str("True"),
        Value::Bool(false) => out.push_str("False"),
        Value::Array(list) => {
            out.push('[');
            for one in list {
                literal(one, out);
                out.push(',');
            }
            out.push(']');
        }
        Value::Object(map) => {
            out.push('{');
            for (key, one) in map {
                out.push_str(&Value::from(key.as_str()).to_string());
                out.push(':');
                literal(one, out);
                out.push(',');
            }
            out.push('}');
        }
        other => out.push_str(&other.to_string()),
    }
}
