//! Whether a module looks like a player at all: its size, exports and imports.

use crate::wasi::{FORBIDDEN, OURS, WASI};
use wasmtime::{ExternType, FuncType, Module, ValType};

/// Largest module, in bytes: a large C++ player has half of one MiB.
pub(crate) const MODULE_BYTES_MAX: usize = 16 << 20;
/// Tables of a module.
pub(crate) const TABLES_MAX: u32 = 10;
/// Entries of a table, of functions mostly: one for each whose address is taken.
pub(crate) const TABLE_ENTRIES_MAX: usize = 100_000;

/// Why a module cannot be a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The bytes are no module, or it uses something that players may not.
    #[error("this is not a WebAssembly module that can play: {0}")]
    Malformed(String),
    /// The file is too large.
    #[error("the module has {0} bytes; a player has at most {MODULE_BYTES_MAX}")]
    TooLarge(usize),
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
        /// What is wrong with it beyond the name.
        why: String,
    },
    /// An export is missing or has another type.
    #[error("the module does not export `{0}`: {1}")]
    Export(String, String),
}

const I32: ValType = ValType::I32;

/// Checks exports and imports.
pub(crate) fn check(module: &Module) -> Result<(), Refused> {
    for import in module.imports() {
        let (from, name) = (import.module(), import.name());
        let why = match import.ty() {
            ExternType::Func(_) if from == OURS && matches!(name, "fail" | "thrown") => continue,
            ExternType::Func(_) if from == WASI && is_standard(name) => continue,
            ExternType::Func(_) => "",
            ExternType::Memory(_) => " (a memory)",
            ExternType::Table(_) => " (a table)",
            ExternType::Global(_) => " (a global)",
            ExternType::Tag(_) => " (an exception tag)",
        };
        let (module, name) = (from.to_string(), name.to_string());
        return Err(Refused::Import { module, name, why: why.into() });
    }
    memory(module)?;
    tables(module)?;
    function(module, "palestra_abi", &[], &[I32])?;
    function(module, "palestra_buffer", &[I32], &[I32])?;
    function(module, "palestra_begin", &[I32], &[])?;
    function(module, "palestra_play", &[I32, I32], &[I32])?;
    match module.get_export("_initialize") {
        Some(_) => function(module, "_initialize", &[], &[]),
        None => Ok(()),
    }
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

fn memory(module: &Module) -> Result<(), Refused> {
    match module.get_export("memory") {
        Some(ExternType::Memory(ty)) if !ty.is_64() && !ty.is_shared() => Ok(()),
        _ => Err(Refused::Export("memory".into(), "a player has one 32-bit memory".into())),
    }
}

fn tables(module: &Module) -> Result<(), Refused> {
    let needs = module.resources_required();
    if needs.num_tables > TABLES_MAX {
        let (has, max) = (needs.num_tables, TABLES_MAX);
        return Err(Refused::Malformed(format!("it has {has} tables; at most {max} are allowed")));
    }
    match needs.max_initial_table_size {
        Some(entries) if entries > TABLE_ENTRIES_MAX as u64 => Err(Refused::Malformed(format!(
            "a table of it has {entries} entries; at most {TABLE_ENTRIES_MAX} are allowed"
        ))),
        _ => Ok(()),
    }
}

fn function(
    module: &Module,
    name: &str,
    params: &[ValType],
    results: &[ValType],
) -> Result<(), Refused> {
    let missing = |why: &str| Err(Refused::Export(name.into(), why.into()));
    let Some(ExternType::Func(ty)) = module.get_export(name) else {
        return missing(match module.get_export("_start") {
            Some(_) => "it is a program, not a player; `palestra build` makes players",
            None => "every player has this function; `palestra build` makes players",
        });
    };
    if matches(&ty, params, results) {
        return Ok(());
    }
    missing(&format!("its type is {ty}, which ABI.md does not say"))
}

fn matches(ty: &FuncType, params: &[ValType], results: &[ValType]) -> bool {
    let same = |mut have: Box<dyn Iterator<Item = ValType> + '_>, want: &[ValType]| {
        want.iter().all(|w| have.next().is_some_and(|h| ValType::eq(&h, w)))
            && have.next().is_none()
    };
    same(Box::new(ty.params()), params) && same(Box::new(ty.results()), results)
}
