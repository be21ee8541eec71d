//! The second view: the module that a compiler made of a player. Macros, templates, lambdas and
//! spellings have no effect on it, and a module cannot fail to parse.
//!
//! The comparison reads the functions of a module as sequences of *events*: calls of functions of
//! the game or the library, comparisons, computations, stores, constants, and starts of loops. A
//! pattern is a short run of events. The module's line table maps instructions to lines of the
//! author's file. Code from headers becomes one event, the use of the header's function. Only the
//! author's instructions count, so the library that every module contains does not.

mod events;
mod lines;

use crate::grams::Gram;
use crate::normal::mix;
use events::Event;
use lines::Lines;
use wasmparser::{FunctionBody, KnownCustom, Name, Parser, Payload, TypeRef};

/// Larger modules are not compared; players may not be larger either.
pub const LARGEST: usize = 16 << 20;
/// Instructions that are read of one module.
const INSTRUCTIONS_MAX: usize = 2_000_000;
/// Events of a pattern.
const RUNS: [usize; 2] = [3, 5];

/// Why a module cannot be compared.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Unreadable {
    /// It is larger than [`LARGEST`].
    #[error("the module is larger than 16 MiB")]
    TooLarge,
    /// It is not WebAssembly.
    #[error("the module is not WebAssembly")]
    NotWebAssembly,
    /// It has no line table, so that nothing tells the author's code from the library's.
    #[error("the module has no line table")]
    NoLines,
}

/// The patterns of a module, sorted by hash, each once. Their places are lines of the author's
/// file: the first and the one behind the last, counted from 1. Lines that everybody was given
/// count as little as the library.
///
/// # Errors
/// When the module cannot be compared.
pub(crate) fn patterns(
    wasm: &[u8],
    is_given: &dyn Fn(u32) -> bool,
) -> Result<Vec<Gram>, Unreadable> {
    if wasm.len() > LARGEST {
        return Err(Unreadable::TooLarge);
    }
    let module = Module::of(wasm).map_err(|_| Unreadable::NotWebAssembly)?;
    let lines = Lines::of(&module.sections).ok_or(Unreadable::NoLines)?;
    let mut grams = Vec::new();
    let mut left = INSTRUCTIONS_MAX;
    for body in &module.bodies {
        let start = body.range().start.saturating_sub(module.code_start) as u64;
        if !lines.is_covered(start) {
            continue;
        }
        let mut read = events::of(body, &module, &lines, &mut left);
        read.retain(|event| !is_given(event.line));
        collect(&read, &mut grams);
    }
    grams.sort_unstable();
    grams.dedup_by_key(|g| g.hash);
    Ok(grams)
}

/// The patterns of a run of events.
fn collect(events: &[Event], grams: &mut Vec<Gram>) {
    for length in RUNS {
        for run in events.windows(length) {
            let weight = run.iter().map(|e| e.weight).sum::<u16>();
            // The same few things again and again say nothing.
            if weight < length as u16 {
                continue;
            }
            let hash = run.iter().fold(length as u64, |h, e| mix(h, e.hash));
            let start = run.iter().map(|e| e.line).min().unwrap_or(0);
            let end = run.iter().map(|e| e.line).max().unwrap_or(0) + 1;
            grams.push(Gram { hash, weight, start, end });
        }
    }
}

/// The parts of a module that are looked at.
#[derive(Default)]
struct Module<'a> {
    /// Where the contents of the code section begin: addresses of the line table count from here.
    code_start: usize,
    bodies: Vec<FunctionBody<'a>>,
    /// How many functions are imported: they come before the module's own.
    imports: Vec<&'a str>,
    /// Names of functions by number; empty where there is none.
    names: Vec<&'a str>,
    /// Sections of the line table, by name.
    sections: Vec<(&'a str, &'a [u8])>,
}

impl<'a> Module<'a> {
    fn of(wasm: &'a [u8]) -> wasmparser::Result<Self> {
        let mut module = Self::default();
        for payload in Parser::new(0).parse_all(wasm) {
            match payload? {
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        let import = import?;
                        if matches!(import.ty, TypeRef::Func(_) | TypeRef::FuncExact(_)) {
                            module.imports.push(import.name);
                        }
                    }
                }
                Payload::CodeSectionStart { range, .. } => module.code_start = range.start,
                Payload::CodeSectionEntry(body) => module.bodies.push(body),
                Payload::CustomSection(section) => {
                    if section.name().starts_with(".debug_") {
                        module.sections.push((section.name(), section.data()));
                    } else if let KnownCustom::Name(reader) = section.as_known() {
                        module.name(reader);
                    }
                }
                _ => {}
            }
        }
        Ok(module)
    }

    /// Reads the names of functions, as far as they can be read.
    fn name(&mut self, reader: wasmparser::NameSectionReader<'a>) {
        for name in reader.into_iter().map_while(Result::ok) {
            let Name::Function(map) = name else { continue };
            for naming in map.into_iter().map_while(Result::ok) {
                let index = naming.index as usize;
                if index < 1 << 20 {
                    let size = self.names.len().max(index + 1);
                    self.names.resize(size, "");
                    self.names[index] = naming.name;
                }
            }
        }
    }

    /// Where a function of the module's own begins, as an address of the line table.
    fn start(&self, function: u32) -> Option<u64> {
        let number = (function as usize).checked_sub(self.imports.len())?;
        let start = self.bodies.get(number)?.range().start;
        Some(start.saturating_sub(self.code_start) as u64)
    }

    /// The name of a function; empty where it has none.
    fn called(&self, function: u32) -> &'a str {
        let imported = self.imports.get(function as usize);
        imported.or(self.names.get(function as usize)).copied().unwrap_or_default()
    }
}
