//! Builds the forward model: the rules as one object for players that look ahead.
//!
//! Players in Rust bring a standard library of their own, perhaps of another version, so nothing
//! in the object but its border may have a name that a linker could confuse with theirs. The
//! library is linked into a single object, and then every other symbol of it is made local.

use anyhow::{Context, Result, bail};
use harness::run::{WASM_TARGET, build_folder, cargo, run, target, wasm_library};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The functions that players call: `crates/forward/src/border.rs`.
const BORDER: [&str; 10] = [
    "palestra_forward_new",
    "palestra_forward_clone",
    "palestra_forward_free",
    "palestra_forward_seed",
    "palestra_forward_order",
    "palestra_forward_step",
    "palestra_forward_left",
    "palestra_forward_score",
    "palestra_forward_view",
    "palestra_looks_ahead",
];

/// Builds the object and says where it is; the program takes it in when it is built next.
///
/// # Errors
/// When the rules do not compile for WebAssembly, or cannot be linked.
pub fn build() -> Result<PathBuf> {
    wasm_library()?;
    let arguments = ["rustc", "--package", "forward", "--lib", "--crate-type", "staticlib"];
    let target_of = ["--profile", "forward", "--target", WASM_TARGET];
    let built = run(cargo(arguments).args(target_of));
    built.with_context(|| format!("is the target installed? `rustup target add {WASM_TARGET}`"))?;
    let made = target().join(WASM_TARGET).join("forward/libforward.a");
    let kept = build_folder().join("forward/forward.o");
    fs::create_dir_all(kept.parent().unwrap_or(&kept))?;
    let linked = kept.with_extension("linked.o");
    let mut link = linker()?;
    link.args(["--relocatable", "--strip-debug", "-o"]).arg(&linked);
    // What no player needs is left out when the player is linked.
    link.arg("--whole-archive").arg(&made);
    run(&mut link)?;
    let mut object = fs::read(&linked).with_context(|| linked.display().to_string())?;
    let named = localize(&mut object).context("the linked object is not understood")?;
    if named != BORDER.len() {
        bail!("{named} functions of the border are in the object, not {}", BORDER.len());
    }
    // Written under another name first: a build may be reading it.
    let fresh = kept.with_extension("fresh.o");
    fs::write(&fresh, object).with_context(|| fresh.display().to_string())?;
    fs::rename(&fresh, &kept)?;
    for_this_machine(&kept)?;
    Ok(kept)
}

/// The same rules as a library of this machine, for players under a debugger: small, because nobody
/// measures there.
fn for_this_machine(object: &Path) -> Result<()> {
    let arguments = ["rustc", "--package", "forward", "--lib", "--crate-type", "cdylib"];
    let mut build = cargo(arguments);
    build.args(["--profile", "viewer"]);
    if cfg!(target_os = "macos") {
        build.args(["--", "-Clink-arg=-Wl,-install_name,@rpath/libforward.dylib"]);
    }
    run(&mut build)?;
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let made = target().join("viewer").join(format!("{prefix}forward{suffix}"));
    let fresh = object.with_extension("fresh.host");
    fs::copy(&made, &fresh).with_context(|| made.display().to_string())?;
    Ok(fs::rename(&fresh, object.with_extension("host"))?)
}

/// The linker for WebAssembly: the one that comes with rustc, or LLVM's own.
fn linker() -> Result<Command> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let ask = |arguments: &[&str]| -> Result<String> {
        let said = Command::new(&rustc).args(arguments).output()?;
        Ok(String::from_utf8_lossy(&said.stdout).trim().to_string())
    };
    let (sysroot, version) = (ask(&["--print", "sysroot"])?, ask(&["-vV"])?);
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    let tools = Path::new(&sysroot).join("lib/rustlib").join(host).join("bin");
    let program = tools.join("rust-lld").with_extension(std::env::consts::EXE_EXTENSION);
    if !program.is_file() {
        return Ok(Command::new("wasm-ld"));
    }
    let mut command = Command::new(program);
    command.args(["-flavor", "wasm"]);
    Ok(command)
}

/// Bits of a symbol's flags.
const BINDING: u8 = 0b111;
const LOCAL: u8 = 0b010;
const UNDEFINED: u32 = 0x10;
const EXPLICIT_NAME: u32 = 0x40;
/// Kinds of symbols that say an offset, or nothing but a section.
const DATA: u8 = 1;
const SECTION: u8 = 3;
const SYMBOL_TABLE: u8 = 8;

/// Makes all symbols local but those of the border; gives how many of these there are. `None` when
/// the bytes are no object for WebAssembly.
fn localize(object: &mut [u8]) -> Option<usize> {
    let (mut at, mut named) = (8, 0);
    while at < object.len() {
        let kind = object[at];
        at += 1;
        let size = number(object, &mut at)? as usize;
        let end = at.checked_add(size).filter(|end| *end <= object.len())?;
        if kind == 0 {
            let mut inside = at;
            if text(object, &mut inside)? == b"linking" {
                named += linking(object, inside, end)?;
            }
        }
        at = end;
    }
    Some(named)
}

fn linking(object: &mut [u8], mut at: usize, end: usize) -> Option<usize> {
    number(object, &mut at)?; // the version
    let mut named = 0;
    while at < end {
        let kind = object[at];
        at += 1;
        let size = number(object, &mut at)? as usize;
        if kind == SYMBOL_TABLE {
            let mut symbol = at;
            for _ in 0..number(object, &mut symbol)? {
                named += usize::from(one_symbol(object, &mut symbol)?);
            }
        }
        at = at.checked_add(size)?;
    }
    Some(named)
}

/// Goes past one symbol and makes it local, or not: then it is one of the border.
fn one_symbol(object: &mut [u8], at: &mut usize) -> Option<bool> {
    let kind = *object.get(*at)?;
    *at += 1;
    let flags_at = *at;
    let flags = number(object, at)?;
    let defined = flags & UNDEFINED == 0;
    if kind != DATA {
        number(object, at)?;
    }
    let has_name = kind == DATA || kind != SECTION && (defined || flags & EXPLICIT_NAME != 0);
    let name = if has_name { text(object, at)?.to_vec() } else { Vec::new() };
    if kind == DATA && defined {
        (0..3).try_for_each(|_| number(object, at).map(drop))?;
    }
    let border = BORDER.iter().any(|border| border.as_bytes() == name);
    if defined && !border {
        // The binding is in the low bits, so the number stays as long as it is.
        object[flags_at] = object[flags_at] & !BINDING | LOCAL;
    }
    Some(defined && border)
}

/// A number in LEB128.
fn number(bytes: &[u8], at: &mut usize) -> Option<u32> {
    let mut value = 0_u64;
    for shift in (0..35).step_by(7) {
        let byte = *bytes.get(*at)?;
        *at += 1;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return u32::try_from(value).ok();
        }
    }
    None
}

fn text<'a>(bytes: &'a [u8], at: &mut usize) -> Option<&'a [u8]> {
    let size = number(bytes, at)? as usize;
    let text = bytes.get(*at..at.checked_add(size)?)?;
    *at += size;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_border_keeps_its_names() {
        let function = |flags: u8, name: &str| {
            let mut symbol = vec![0, flags, 7, name.len() as u8];
            symbol.extend_from_slice(name.as_bytes());
            symbol
        };
        let symbols = [
            function(0, "palestra_looks_ahead"),
            function(1, "memcpy"),
            vec![0, UNDEFINED as u8, 3],
            vec![DATA, 4, 1, b'd', 0, 5, 6],
            vec![SECTION, LOCAL, 9],
        ];
        let table = [vec![symbols.len() as u8], symbols.concat()].concat();
        let section =
            [b"\x07linking\x02\x08".to_vec(), vec![table.len() as u8], table.clone()].concat();
        let mut object = b"\0asm\x01\0\0\0".to_vec();
        object.extend([0, section.len() as u8]);
        object.extend(&section);
        let before = object.clone();
        assert_eq!(localize(&mut object), Some(1));
        let changed: Vec<(u8, u8)> =
            before.iter().zip(&object).filter(|(a, b)| a != b).map(|(a, b)| (*a, *b)).collect();
        assert_eq!(changed, [(1, 2), (4, 2)]);
        assert_eq!(localize(&mut object[..30]), None);
    }
}
