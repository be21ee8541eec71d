//! `palestra toolchain`: the compiler for players.

use crate::failure::{DONE, Done, OURS};
use crate::options::{Toolchain, ToolchainCommand};
use crate::paint::Paint;
use crate::players::failure;
use std::path::Path;
use toolchain::{
    Archive, Cache, Compiler, Kernel, Language, MICROPYTHON, Runtime, ScriptToolchain,
};

/// Installs the compiler or says what is there.
pub fn run(options: &Toolchain) -> Done {
    let cache = Cache::of_user();
    match &options.what {
        ToolchainCommand::Install { wheel, python, micropython } => {
            install(&cache, wheel.as_deref())?;
            match micropython {
                Some(file) => install_python(&cache, Archive::File(file)),
                None if *python => install_python(&cache, Archive::Download),
                None => Ok(DONE),
            }
        }
        ToolchainCommand::Status => Ok(status(&cache)),
    }
}

fn install(cache: &Cache, wheel: Option<&Path>) -> Done {
    if Compiler::find(cache).is_err() {
        anstream::eprintln!(
            "Installing the compiler (ziglang {}, about 400 MB) into {}",
            toolchain::COMPILER_VERSION,
            cache.root().display()
        );
        Compiler::install(cache, wheel).map_err(|e| failure(&e))?;
    }
    let show = |step: toolchain::Progress| {
        if step.done == 0 {
            anstream::eprintln!("Building the C++ library for players: about half a minute");
        }
    };
    let tools = toolchain::Toolchain::install(cache, &show).map_err(|e| failure(&e))?;
    anstream::println!("Ready: {}", tools.compiler().program().display());
    Ok(DONE)
}

/// The engine for players in Python.
fn install_python(cache: &Cache, archive: Archive<'_>) -> Done {
    anstream::eprintln!("Preparing MicroPython {MICROPYTHON} for players in Python");
    ScriptToolchain::with(Language::Python, cache, &|_| (), archive).map_err(|e| failure(&e))?;
    anstream::println!("Ready: players in Python");
    Ok(DONE)
}

fn status(cache: &Cache) -> u8 {
    let paint = Paint::stdout();
    let line =
        |what: &str, is: String| anstream::println!("{} {is}", paint.dim(format!("{what:12}")));
    let found = Compiler::find(cache);
    match &found {
        Ok(compiler) => {
            line(
                "compiler",
                format!("{}, from {}", compiler.program().display(), compiler.whence()),
            );
        }
        Err(_) => line("compiler", "none; to install one: palestra toolchain install".into()),
    }
    let ready = if Runtime::ready(cache) { "built" } else { "not built yet" };
    line("C++ library", ready.into());
    line("cache", cache.root().display().to_string());
    let kernel = Kernel::probe();
    let confined = match kernel.strict() {
        true => "completely: no network, no other files",
        false => "partly: this kernel cannot confine untrusted sources",
    };
    line("confined", confined.into());
    if found.is_ok() { DONE } else { OURS }
}
