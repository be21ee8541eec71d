//! The options that decide what code comes out. Whatever is here is part of the key under which
//! modules are kept.

use crate::compiler::Compiler;
use std::path::{Path, PathBuf};

/// Grows whenever the recipe of runtime or players changes in a way that the flags do not show.
pub(crate) const RECIPE: u32 = 3;

/// The definitions that libc++ needs on every command line, for lack of a `__config_site`. Files
/// are declared so that `ifstream` compiles; opening one fails.
const LIBCXX: &[&str] = &[
    "-D_LIBCPP_ABI_VERSION=1",
    "-D_LIBCPP_ABI_NAMESPACE=__1",
    "-D_LIBCPP_HAS_THREADS=0",
    "-D_LIBCPP_HAS_MONOTONIC_CLOCK=1",
    "-D_LIBCPP_HAS_TERMINAL=1",
    "-D_LIBCPP_HAS_MUSL_LIBC=1",
    "-D_LIBCXXABI_DISABLE_VISIBILITY_ANNOTATIONS",
    "-D_LIBCPP_DISABLE_VISIBILITY_ANNOTATIONS",
    "-D_LIBCPP_HAS_VENDOR_AVAILABILITY_ANNOTATIONS=0",
    "-D_LIBCPP_HAS_FILESYSTEM=1",
    "-D_LIBCPP_HAS_TIME_ZONE_DATABASE=0",
    "-D_LIBCPP_HAS_RANDOM_DEVICE=1",
    "-D_LIBCPP_HAS_LOCALIZATION=1",
    "-D_LIBCPP_HAS_UNICODE=1",
    "-D_LIBCPP_HAS_WIDE_CHARACTERS=1",
    "-D_LIBCPP_HAS_NO_STD_MODULES",
    "-D_LIBCPP_PSTL_BACKEND_SERIAL",
];

/// The standard exception instructions; the older ones are not in the final specification.
const EXCEPTIONS: &[&str] =
    &["-fwasm-exceptions", "-mllvm", "-wasm-use-legacy-eh=false", "-mexception-handling"];

/// For players that catch nothing.
const UNCAUGHT: &[&str] = &["-fignore-exceptions"];

/// Options for a player that may catch exceptions, or not.
///
/// If nothing catches an exception, no function cleans up when it passes. The exception ends the
/// player in any case, and its receipt names it. Code to clean up would make each call a place to
/// return to twice, so that no value stays in a register over it.
pub(crate) fn unwinding(catches: bool) -> &'static [&'static str] {
    if catches { &[] } else { UNCAUGHT }
}

pub(crate) const TARGET: &str = "--target=wasm32-unknown-wasip1";

/// Options for everything that is compiled for WebAssembly.
pub(crate) fn common(compiler: &Compiler) -> Vec<String> {
    let mut flags: Vec<String> =
        ["--no-default-config", TARGET, "-nostdinc", "-nostdinc++"].map(str::to_string).into();
    flags.extend(LIBCXX.iter().chain(EXCEPTIONS).map(|f| (*f).to_string()));
    for dir in system_folders(compiler) {
        flags.push("-isystem".into());
        flags.push(dir.display().to_string());
    }
    flags.extend(["-O2", "-fno-stack-protector"].map(str::to_string));
    // Paths of this machine must not show in modules.
    flags.push(format!("-ffile-prefix-map={}=lib", compiler.lib().display()));
    flags
}

/// The same for C, which has no exceptions and no library of C++.
pub(crate) fn c(compiler: &Compiler) -> Vec<String> {
    let mut flags: Vec<String> =
        ["--no-default-config", TARGET, "-nostdinc", "-O2", "-fno-stack-protector"]
            .map(str::to_string)
            .into();
    for dir in &system_folders(compiler)[OF_CXX..] {
        flags.push("-isystem".into());
        flags.push(dir.display().to_string());
    }
    flags.push(format!("-ffile-prefix-map={}=lib", compiler.lib().display()));
    flags
}

/// The first of the folders of system headers are those of C++.
const OF_CXX: usize = 2;

/// The folders of system headers, in the order of search.
fn system_folders(compiler: &Compiler) -> [PathBuf; 5] {
    [
        "libcxx/include",
        "libcxxabi/include",
        "include",
        "libc/include/wasm-wasi-musl",
        "libc/include/generic-musl",
    ]
    .map(|dir| compiler.lib().join(dir))
}

/// How much libc++ checks. Off for matches: real players read index -1 and got away with it.
pub(crate) fn hardening(check: bool) -> [&'static str; 2] {
    if check {
        [
            "-D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_EXTENSIVE",
            "-D_LIBCPP_ASSERTION_SEMANTIC_DEFAULT=_LIBCPP_ASSERTION_SEMANTIC_ENFORCE",
        ]
    } else {
        [
            "-D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_NONE",
            "-D_LIBCPP_ASSERTION_SEMANTIC_DEFAULT=_LIBCPP_ASSERTION_SEMANTIC_IGNORE",
        ]
    }
}

/// The options that old sources for g++ need from clang and libc++.
const FOR_OLD_SOURCES: &[&str] = &[
    "-D_GNU_SOURCE",
    // A player's own global `function` or `list` must not clash with a name it never asked for.
    "-D_LIBCPP_REMOVE_TRANSITIVE_INCLUDES",
    // `random_shuffle` and friends, also with newer standards.
    "-D_LIBCPP_ENABLE_CXX17_REMOVED_FEATURES",
    "-D_LIBCPP_ENABLE_CXX20_REMOVED_FEATURES",
    // Players convert infinity to int and expect the largest one.
    "-fno-strict-float-cast-overflow",
    // An endless loop is to burn fuel, not to vanish.
    "-fno-finite-loops",
    // g++ only warns.
    "-Wno-c++11-narrowing",
    "-Wno-reserved-user-defined-literal",
];

/// Metering costs something per call and per block of code: players with many small functions
/// gain a third by this, others nothing.
const SPEED: &[&str] = &["-O3"];

/// The checks of a build with checks; `sdk/cpp/checks.hh` names their findings. For example, a
/// read through null does not trap in WebAssembly.
const CHECKS: &[&str] = &[
    "-DPALESTRA_CHECKS",
    "-fsanitize=null,bounds,return,bool,integer-divide-by-zero,signed-integer-overflow",
    "-fsanitize=float-cast-overflow",
    "-fno-sanitize-recover=all",
    // A variable that was never set then changes what the player does.
    "-ftrivial-auto-var-init=pattern",
];

/// Options for guests and players: `sdk` is the folder of an unpacked SDK.
pub(crate) fn guest(sdk: &Path, standard: &str, check: bool, lines: bool) -> Vec<String> {
    let mut flags = vec![format!("-std=c++{standard}")];
    flags.extend(hardening(check).map(str::to_string));
    flags.extend(FOR_OLD_SOURCES.iter().chain(SPEED).map(|f| (*f).to_string()));
    if check {
        flags.extend(CHECKS.iter().map(|f| (*f).to_string()));
    }
    if lines || check {
        flags.push("-gline-tables-only".into());
    }
    flags.push(format!("-I{}", sdk.join("game").display()));
    flags.push(format!("-I{}", sdk.join("shared").display()));
    flags.push("-isystem".into());
    flags.push(sdk.join("shared/wasm").display().to_string());
    flags.push(format!("-ffile-prefix-map={}=sdk", sdk.display()));
    flags.push("-fdebug-compilation-dir=.".into());
    flags
}

/// Options for the linker. The stack stands first, so that running over its end traps instead
/// of overwriting globals. It is as large as that of a Linux program.
pub(crate) const LINK: &[&str] = &[
    "--no-entry",
    "--export-memory",
    "--stack-first",
    // A receipt tells a stack overflow from a wild access by where the stack stands.
    "--export=__stack_pointer",
    "-z",
    "stack-size=8388608",
    "--max-memory=1073741824",
    "--gc-sections",
    "--wrap=__cxa_throw",
    "--error-limit=20",
    "--build-id=none",
];

/// All options, without the folders of this machine, for the keys of the cache.
pub(crate) fn fingerprint(check: bool) -> String {
    let hardening = hardening(check);
    let fixed = [LIBCXX, EXCEPTIONS, UNCAUGHT, &hardening, FOR_OLD_SOURCES, SPEED, CHECKS, LINK];
    fixed.concat().join(" ")
}
