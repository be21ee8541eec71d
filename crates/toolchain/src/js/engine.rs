//! The JavaScript engine as a WebAssembly module, compiled once into the cache.

use crate::cache::Cache;
use crate::compiler::{self, Compiler};
use crate::error::{At, Error};
use crate::flags;
use crate::runtime::{Progress, Runtime};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// QuickJS-ng: name and text of each file.
const QUICKJS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/quickjs.rs"));
/// What speaks the player interface for it.
const OWN: &[(&str, &str)] = &[
    ("engine.c", include_str!("../../../../sdk/js/engine.c")),
    ("natives.c", include_str!("../../../../sdk/js/natives.c")),
    ("natives.h", include_str!("../../../../sdk/js/natives.h")),
];

/// For WASI the engine switches its stack limit off, and deep recursion would trap. With the limit
/// it is an exception that a player can catch.
const PATCH: (&str, &str) = ("#if defined(__wasi__)\n    rt->stack_limit = 0;", "#if 0\n    ;");

const FLAGS: &[&str] = &[
    "-std=c11",
    "-w",
    "-DNDEBUG",
    "-D_GNU_SOURCE",
    // WebAssembly rounds one way only.
    "-DFE_DOWNWARD=0",
    "-DFE_UPWARD=0",
];

/// The stack stands first, so that running over its end traps instead of overwriting globals.
/// Names are left out: receipts name functions of the player, not of the engine.
const LINK: &[&str] = &[
    "--no-entry",
    "--export-memory",
    "--stack-first",
    "--export=__stack_pointer",
    "-z",
    "stack-size=2097152",
    "--max-memory=1073741824",
    "--gc-sections",
    "--strip-all",
    "--build-id=none",
];

const MODULE: &str = "engine.wasm";

/// The engine in the cache, compiled now when it is not there: about 30 CPU seconds.
pub(super) fn ensure(
    cache: &Cache,
    compiler: &Compiler,
    runtime: &Runtime,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Vec<u8>, Error> {
    let folder = cache.folder("engines", &name(), |to| {
        progress(Progress { done: 0, of: 1 });
        build(to, compiler, runtime)?;
        progress(Progress { done: 1, of: 1 });
        Ok(())
    })?;
    let module = folder.join(MODULE);
    fs::read(&module).at(&module)
}

/// Names everything that decides what comes out.
pub(super) fn name() -> String {
    let mut hasher = blake3::Hasher::new();
    for (name, text) in QUICKJS.iter().chain(OWN) {
        hasher.update(name.as_bytes());
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    let fixed = [FLAGS, LINK, &[PATCH.0, PATCH.1]].concat().join(" ");
    hasher.update(format!("{} {} {fixed}", compiler::VERSION, flags::RECIPE).as_bytes());
    format!("quickjs-{}", &hasher.finalize().to_hex()[..32])
}

fn build(folder: &Path, compiler: &Compiler, runtime: &Runtime) -> Result<(), Error> {
    let sources = folder.join("sources");
    fs::create_dir_all(&sources).at(&sources)?;
    for (name, text) in QUICKJS.iter().chain(OWN) {
        let path = sources.join(name);
        let patched = text.replace(PATCH.0, PATCH.1);
        if *name == "quickjs.c" && patched == *text {
            return Err(Error::Runtime("quickjs.c has no stack limit to switch on".into()));
        }
        fs::write(&path, patched).at(&path)?;
    }
    let mut objects = Vec::new();
    for (name, _) in QUICKJS.iter().chain(OWN).filter(|(name, _)| name.ends_with(".c")) {
        let object = format!("{name}.o");
        let mut clang = compiler.tool("clang");
        clang.args(flags::c(compiler)).args(FLAGS).args(["-c", name, "-o", &object]);
        run(clang, &sources)?;
        objects.push(object);
    }
    let mut link = compiler.tool("wasm-ld");
    link.args(LINK).arg("-o").arg(folder.join(MODULE)).args(objects);
    link.args(c_library(runtime));
    run(link, &sources)?;
    fs::remove_dir_all(&sources).at(&sources)
}

/// C needs nothing of the library of C++.
fn c_library(runtime: &Runtime) -> impl Iterator<Item = PathBuf> {
    runtime.archives().filter(|archive| !archive.ends_with("libc++.a"))
}

fn run(mut command: Command, folder: &Path) -> Result<(), Error> {
    let done = command.current_dir(folder).output().at(folder)?;
    let said = String::from_utf8_lossy(&done.stderr);
    done.status.success().then_some(()).ok_or_else(|| Error::Runtime(said.into()))
}
