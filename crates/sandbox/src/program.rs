//! The sandbox itself, and modules compiled for it.

use crate::STACK_BYTES_MAX;
use crate::cache::Cache;
use crate::guest::{Ended, Guest};
use crate::limits::Limits;
use crate::player::WasmPlayer;
use crate::profile::{self, Profile};
use crate::shape::{self, Refused};
use crate::wasi::{self, FORBIDDEN};
use std::path::PathBuf;
use std::sync::Arc;
use wasmtime::{
    Config, Engine, ExternType, InstancePre, Linker, Module, OperatorCost, PoolingAllocationConfig,
    WasmBacktraceDetails,
};

/// Players that may exist at once in one process at least: 64 matches.
const PLAYERS: u32 = 256;
/// And for each of the machine's processors: two matches.
const PLAYERS_PER_PROCESSOR: u32 = 8;
/// Where one match is played; more than sit at it, for whoever looks on.
const PLAYERS_OF_A_MATCH: u32 = 8;
/// Stack of a fiber beyond what the guest may use: for the arena's own functions.
const HOST_STACK_BYTES: usize = 1 << 20;

/// This machine cannot run WebAssembly.
#[derive(Debug, thiserror::Error)]
#[error("this machine cannot run WebAssembly players: {0}")]
pub struct Unavailable(String);

/// Compiles modules and runs them. Cheap to clone; the clones are one sandbox.
#[derive(Clone)]
pub struct Sandbox {
    inner: Arc<Inner>,
}

struct Inner {
    engine: Engine,
    linker: Linker<Guest>,
    cache: Option<Cache>,
}

impl Sandbox {
    /// A sandbox that compiles every module anew.
    ///
    /// # Errors
    /// When this machine's processor is none that wasmtime compiles for.
    pub fn new() -> Result<Self, Unavailable> {
        Self::make(None, config(), many())
    }

    /// A sandbox that keeps the machine code of modules in a folder of this user's own, which it
    /// makes when there is none. A folder that others may write to is not used.
    ///
    /// # Errors
    /// As [`new`](Self::new); trouble with the folder only means compiling anew.
    pub fn with_cache(folder: impl Into<PathBuf>) -> Result<Self, Unavailable> {
        Self::make(Some(folder.into()), config(), many())
    }

    /// The same, but ready sooner, because it has room for the players of one match only.
    ///
    /// # Errors
    /// As [`with_cache`](Self::with_cache).
    pub fn for_one_match(folder: impl Into<PathBuf>) -> Result<Self, Unavailable> {
        Self::make(Some(folder.into()), config(), PLAYERS_OF_A_MATCH)
    }

    /// A sandbox whose programs can be [profiled](Program::profiled). It is slower than others.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn for_profiles() -> Result<Self, Unavailable> {
        let mut config = config();
        config.epoch_interruption(true);
        let sandbox = Self::make(None, config, many())?;
        profile::tick(&sandbox.inner.engine);
        Ok(sandbox)
    }

    /// Matches that may be played at the same time in a process; more would find no room.
    #[must_use]
    pub fn matches_at_once() -> usize {
        many() as usize / engine::SEATS
    }

    fn make(folder: Option<PathBuf>, config: Config, players: u32) -> Result<Self, Unavailable> {
        let unavailable = |e: wasmtime::Error| Unavailable(format!("{e:#}"));
        let engine = engine(config, players).map_err(unavailable)?;
        let mut linker = Linker::new(&engine);
        wasi::define(&mut linker).map_err(unavailable)?;
        let cache = folder.and_then(|folder| Cache::open(folder, &engine));
        Ok(Self { inner: Arc::new(Inner { engine, linker, cache }) })
    }

    /// Compiles a module, or takes its machine code from the cache.
    ///
    /// # Errors
    /// Why it cannot be a player.
    pub fn compile(&self, wasm: &[u8]) -> Result<Program, Refused> {
        if wasm.len() > shape::MODULE_BYTES_MAX {
            return Err(Refused::TooLarge(wasm.len()));
        }
        let digest = blake3::hash(wasm);
        let Inner { engine, cache, .. } = &*self.inner;
        let cached = cache.as_ref().and_then(|cache| cache.load(engine, &digest));
        let module = match cached {
            Some(module) => module,
            None => {
                let malformed = |e: wasmtime::Error| Refused::Malformed(format!("{e:#}"));
                let module = Module::from_binary(engine, wasm).map_err(malformed)?;
                shape::check(&module)?;
                if let Some(cache) = cache {
                    cache.store(&module, &digest);
                }
                module
            }
        };
        Ok(Program { pre: self.link(&module)?, digest: digest.to_hex().to_string() })
    }

    fn link(&self, module: &Module) -> Result<InstancePre<Guest>, Refused> {
        let mismatch = |e: wasmtime::Error| Refused::Malformed(format!("{e:#}"));
        let mut linker = self.inner.linker.clone();
        for import in module.imports() {
            let forbidden = FORBIDDEN.iter().find(|(name, _)| *name == import.name());
            let (Some(&(name, why)), ExternType::Func(ty)) = (forbidden, import.ty()) else {
                continue;
            };
            // A module may import the same function twice.
            linker.allow_shadowing(true);
            linker
                .func_new(wasi::WASI, name, ty, move |_, _, _| {
                    Err(wasmtime::Error::new(Ended::Forbidden(name.into(), why)))
                })
                .map_err(mismatch)?;
        }
        linker.instantiate_pre(module).map_err(mismatch)
    }
}

/// A compiled module. Cheap to clone.
#[derive(Clone)]
pub struct Program {
    pre: InstancePre<Guest>,
    digest: String,
}

impl Program {
    /// Digest (BLAKE3, hexadecimal) of the module's bytes.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Whether the module was built to look ahead, with the rules of the game inside.
    #[must_use]
    pub fn looks_ahead(&self) -> bool {
        self.pre.module().get_export("palestra_looks_ahead").is_some()
    }

    /// Seats a player: starts the module afresh and shows it the game's intro, as the state's
    /// `write_intro` wrote it.
    ///
    /// Whatever goes wrong meanwhile, an endless loop in a constructor for instance, is the
    /// player's own failure: its first turn then gives the receipt, and the match goes on.
    #[must_use]
    pub fn player(&self, limits: &Limits, intro: &[u8]) -> Box<dyn engine::Player> {
        Box::new(WasmPlayer::start(&self.pre, limits, intro, None))
    }

    /// Seats a player of which samples are taken. Only programs of a sandbox
    /// [for profiles](Sandbox::for_profiles) give any.
    #[must_use]
    pub fn profiled(
        &self,
        limits: &Limits,
        intro: &[u8],
        profile: &Profile,
    ) -> Box<dyn engine::Player> {
        Box::new(WasmPlayer::start(&self.pre, limits, intro, Some(profile)))
    }
}

/// Players that may exist at once in a process that plays many matches.
fn many() -> u32 {
    let processors = std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
    PLAYERS.max(processors.saturating_mul(PLAYERS_PER_PROCESSOR))
}

/// The engine with pooled memories and stacks; without pools where the machine has too little
/// room for addresses. Each of the players that may exist at once costs a call of the system.
fn engine(config: Config, players: u32) -> wasmtime::Result<Engine> {
    let mut pooled = config.clone();
    let mut pool = PoolingAllocationConfig::new();
    pool.total_core_instances(players)
        .total_memories(players)
        .total_tables(players)
        .total_stacks(players)
        .total_gc_heaps(players)
        .table_elements(shape::TABLE_ENTRIES_MAX)
        .max_tables_per_module(shape::TABLES_MAX)
        .async_stack_keep_resident(64 << 10)
        .linear_memory_keep_resident(256 << 10);
    pooled.allocation_strategy(pool);
    Engine::new(&pooled).or_else(|_| Engine::new(&config))
}

fn config() -> Config {
    let mut config = Config::new();
    config
        .consume_fuel(true)
        .operator_cost(prices())
        .cranelift_nan_canonicalization(true)
        .max_wasm_stack(STACK_BYTES_MAX)
        .async_stack_size(STACK_BYTES_MAX + HOST_STACK_BYTES)
        .wasm_backtrace_details(WasmBacktraceDetails::Enable)
        .wasm_exceptions(true)
        .wasm_memory64(false)
        .wasm_multi_memory(false)
        .wasm_relaxed_simd(false)
        .wasm_custom_page_sizes(false)
        .wasm_wide_arithmetic(false)
        .wasm_gc(false);
    config
}

/// What instructions cost: one unit each, as wasmtime has it, but for those that do far more
/// work than that.
fn prices() -> OperatorCost {
    let mut prices = OperatorCost::new();
    prices.MemoryGrow = u8::MAX;
    prices.variable.memory_grow_per_page = u8::MAX;
    prices.TableGrow = u8::MAX;
    prices.Throw = u8::MAX;
    prices.ThrowRef = u8::MAX;
    prices
}
