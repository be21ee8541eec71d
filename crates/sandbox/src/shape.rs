//! Checks whether a module can be a player: its imports, its exports, and the amount of its
//! contents.
//!
//! Everything is checked on the bytes, in one pass, before a compiler sees them: the time to
//! compile a module that passes is bounded.

use crate::bounds::Limit;
use crate::census;
use crate::source::Parts;
use crate::wasi::{FORBIDDEN, OURS, WASI};
use serde::{Deserialize, Serialize};
use wasmparser::{ExternalKind, FuncType, Parser, Payload, TypeRef, ValType};

/// Why a module cannot be a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refused {
    /// The bytes are no module, or it uses something that players may not.
    #[error("this is not a WebAssembly module that can play: {0}")]
    Malformed(String),
    /// It contains too much of something.
    #[error("{} has {found} {limit}; at most {allowed} are allowed", place(.function.as_ref()))]
    Limit {
        /// Of what.
        limit: Limit,
        /// How many were found until the check stopped.
        found: u64,
        /// How many are allowed.
        allowed: u64,
        /// The function that has them; `None` for the module as a whole.
        function: Option<String>,
    },
    /// The bytes are something else.
    #[error("this is not a WebAssembly module: it does not begin with `\\0asm`")]
    Other,
    /// An import that the arena does not have.
    #[error(
        "the module imports `{module}.{name}`{why}, which the arena does not offer; \
         ABI.md lists what players may import"
    )]
    Import {
        /// The module it is imported from.
        module: String,
        /// Its name.
        name: String,
        /// The fault beyond the name.
        why: String,
    },
    /// An export is missing or has another type.
    #[error("the module's export `{0}` does not fit: {1}")]
    Export(String, String),
}

fn place(function: Option<&String>) -> String {
    match function {
        Some(name) => format!("the function `{name}`"),
        None => "the module".into(),
    }
}

impl From<wasmparser::Error> for Refused {
    fn from(error: wasmparser::Error) -> Self {
        Self::Malformed(error.to_string())
    }
}

/// The export that takes the source of a player.
const SOURCE: &str = "palestra_source";
const I32: ValType = ValType::I32;

/// Checks that a module is a player and contains no more than a player may, without compiling
/// it: some milliseconds for a large one.
///
/// # Errors
/// Why it cannot be a player.
pub fn check(wasm: &[u8]) -> Result<(), Refused> {
    check_parts(&Parts::of(wasm))
}

/// The same of a module that was taken apart.
pub(crate) fn check_parts(parts: &Parts<'_>) -> Result<(), Refused> {
    if !parts.module.starts_with(b"\0asm") {
        return Err(Refused::Other);
    }
    census::check(parts.module)?;
    let outside = Outside::of(parts.module)?;
    outside.check()?;
    let reads = outside.export(SOURCE).is_some();
    match (parts.source, reads) {
        (None, false) => Ok(()),
        (Some(_), true) => outside.function(SOURCE, &[I32], &[]),
        (None, true) => {
            let why = "it interprets a source but contains none".into();
            Err(Refused::Export(SOURCE.into(), why))
        }
        (Some(_), false) => {
            let why = "it contains a source that none of its functions reads".into();
            Err(Refused::Export(SOURCE.into(), why))
        }
    }
}

/// The imports and exports of a module.
#[derive(Default)]
struct Outside<'a> {
    types: Vec<FuncType>,
    /// Types of the functions, imported ones first.
    functions: Vec<u32>,
    /// Whether each memory is 64-bit or shared.
    memories: Vec<bool>,
    imports: Vec<wasmparser::Import<'a>>,
    exports: Vec<wasmparser::Export<'a>>,
}

impl<'a> Outside<'a> {
    fn of(wasm: &'a [u8]) -> Result<Self, Refused> {
        let mut outside = Self::default();
        for payload in Parser::new(0).parse_all(wasm) {
            match payload? {
                Payload::TypeSection(section) => {
                    for ty in section.into_iter_err_on_gc_types() {
                        outside.types.push(ty?);
                    }
                }
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        let import = import?;
                        if let TypeRef::Func(ty) = import.ty {
                            outside.functions.push(ty);
                        }
                        outside.imports.push(import);
                    }
                }
                Payload::FunctionSection(section) => {
                    for ty in section {
                        outside.functions.push(ty?);
                    }
                }
                Payload::MemorySection(section) => {
                    for memory in section {
                        let memory = memory?;
                        outside.memories.push(memory.memory64 || memory.shared);
                    }
                }
                Payload::ExportSection(section) => {
                    for export in section {
                        outside.exports.push(export?);
                    }
                }
                _ => {}
            }
        }
        Ok(outside)
    }

    fn check(&self) -> Result<(), Refused> {
        for import in &self.imports {
            imported(import)?;
        }
        match self.export("memory") {
            Some((ExternalKind::Memory, index)) if self.memories.get(index) == Some(&false) => {}
            _ => {
                let why = "a player has one 32-bit memory".into();
                return Err(Refused::Export("memory".into(), why));
            }
        }
        self.function("palestra_abi", &[], &[I32])?;
        self.function("palestra_buffer", &[I32], &[I32])?;
        self.function("palestra_begin", &[I32], &[])?;
        self.function("palestra_play", &[I32, I32], &[I32])?;
        match self.export("_initialize") {
            Some(_) => self.function("_initialize", &[], &[]),
            None => Ok(()),
        }
    }

    fn export(&self, name: &str) -> Option<(ExternalKind, usize)> {
        let export = self.exports.iter().find(|export| export.name == name)?;
        Some((export.kind, export.index as usize))
    }

    fn function(&self, name: &str, params: &[ValType], results: &[ValType]) -> Result<(), Refused> {
        let missing = |why: &str| Err(Refused::Export(name.into(), why.into()));
        let ty = match self.export(name) {
            Some((ExternalKind::Func, index)) => self.functions.get(index),
            _ => None,
        };
        let Some(ty) = ty.and_then(|ty| self.types.get(*ty as usize)) else {
            return missing(match self.export("_start") {
                Some(_) => "it is a program, not a player; `palestra build` makes players",
                None => "every player has this function; `palestra build` makes players",
            });
        };
        if (ty.params(), ty.results()) == (params, results) {
            return Ok(());
        }
        missing(&format!("its type is {ty}, which ABI.md does not say"))
    }
}

fn imported(import: &wasmparser::Import<'_>) -> Result<(), Refused> {
    let (from, name) = (import.module, import.name);
    let why = match import.ty {
        TypeRef::Func(_) if from == OURS && matches!(name, "fail" | "thrown") => return Ok(()),
        TypeRef::Func(_) if from == WASI && is_standard(name) => return Ok(()),
        TypeRef::Func(_) | TypeRef::FuncExact(_) => "",
        TypeRef::Memory(_) => " (a memory)",
        TypeRef::Table(_) => " (a table)",
        TypeRef::Global(_) => " (a global)",
        TypeRef::Tag(_) => " (an exception tag)",
    };
    let (module, name) = (from.to_string(), name.to_string());
    Err(Refused::Import { module, name, why: why.into() })
}

/// Functions that are defined in `wasi.rs` beside the forbidden ones.
const DEFINED: &[&str] = &[
    "args_get",
    "args_sizes_get",
    "clock_res_get",
    "clock_time_get",
    "environ_get",
    "environ_sizes_get",
    "fd_close",
    "fd_fdstat_get",
    "fd_fdstat_set_flags",
    "fd_filestat_get",
    "fd_prestat_dir_name",
    "fd_prestat_get",
    "fd_read",
    "fd_seek",
    "fd_write",
    "proc_exit",
    "random_get",
    "sched_yield",
];

fn is_standard(name: &str) -> bool {
    DEFINED.contains(&name) || FORBIDDEN.iter().any(|(forbidden, _)| *forbidden == name)
}
