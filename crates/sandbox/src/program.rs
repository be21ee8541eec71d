//! The sandbox itself, and modules compiled for it.

use crate::bounds::Limit;
use crate::cache::Cache;
use crate::guest::{EXCEPTION_BYTES, Ended, Guest};
use crate::limits::Limits;
use crate::player::{self, WasmPlayer};
use crate::prices;
use crate::profile::{self, Profile};
use crate::seal::Seal;
use crate::shape::{self, Refused};
use crate::source::{self, Parts};
use crate::wasi::{self, FORBIDDEN};
use crate::{STACK_BYTES_MAX, VERSION};
use engine::Freeze;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;
use wasmtime::{
    Collector, Config, Engine, ExternType, InstancePre, Linker, Module, PoolingAllocationConfig,
    WasmBacktraceDetails,
};

/// Players that may exist at once in one process at least: 64 matches.
const PLAYERS: u32 = 256;
/// And for each of the machine's processors: two matches.
const PLAYERS_PER_PROCESSOR: u32 = 8;
/// Where one match is played; more than sit at it, for whoever looks on.
const PLAYERS_OF_A_MATCH: u32 = 8;
/// Memory with holes up to this size is kept as an image beside the machine code. A module of a
/// few bytes would otherwise become one of many.
const DENSE_IMAGE_BYTES: u64 = 1 << 20;
/// Stack of a fiber beyond what the guest may use: for the arena's own functions.
const HOST_STACK_BYTES: usize = 1 << 20;

/// This machine cannot run WebAssembly.
#[derive(Debug, thiserror::Error)]
#[error("this machine cannot run WebAssembly players: {0}")]
pub struct Unavailable(String);

impl Unavailable {
    pub(crate) fn new(why: &dyn std::fmt::Display) -> Self {
        Self(why.to_string())
    }
}

/// Why sealed machine code cannot be loaded. Compile the module again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// Another key or another target sealed it, or the bytes are damaged.
    #[error("this machine code has no valid seal for this key and this target")]
    Seal,
    /// The seal holds, but the code cannot be loaded.
    #[error("this machine code cannot be loaded: {0}")]
    Load(String),
}

/// Compiles modules and runs them. Cheap to clone; the clones are one sandbox.
#[derive(Clone)]
pub struct Sandbox {
    inner: Arc<Inner>,
}

struct Inner {
    engine: Engine,
    linker: Linker<Guest>,
    target: String,
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

    /// A sandbox with room for the players of one match, ready sooner than others. With a folder
    /// it keeps machine code as [`with_cache`](Self::with_cache) does.
    ///
    /// # Errors
    /// As [`with_cache`](Self::with_cache).
    pub fn for_one_match(folder: Option<PathBuf>) -> Result<Self, Unavailable> {
        Self::make(folder, config(), PLAYERS_OF_A_MATCH)
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
        let target = target(&engine);
        let cache = folder.and_then(Cache::open);
        Ok(Self { inner: Arc::new(Inner { engine, linker, target, cache }) })
    }

    /// Names what machine code must be made for so that this sandbox can load it: [`VERSION`]
    /// and a digest of the kind of processor and of every setting of the compiler. Two sandboxes
    /// load each other's code exactly when their targets are equal.
    #[must_use]
    pub fn target(&self) -> &str {
        &self.inner.target
    }

    /// Compiles a module to sealed machine code without running anything of it.
    ///
    /// # Errors
    /// Why it cannot be a player.
    pub fn machine_code(&self, wasm: &[u8], seal: &Seal) -> Result<Vec<u8>, Refused> {
        let parts = Parts::of(wasm);
        let code = self.serialized(&self.translate(&parts)?)?;
        let joined = source::joined(parts.source, &code);
        Ok(seal.close(&self.inner.target, joined, &blake3::hash(wasm)))
    }

    /// Loads what [`machine_code`](Self::machine_code) gave, in this process or in another one.
    ///
    /// Code is trusted when its seal holds. Use keys that only processes of the judge know, and
    /// seal only what the sandbox itself compiled.
    ///
    /// # Errors
    /// When the code was sealed with another key or for another target, or is damaged.
    pub fn program(&self, sealed: &[u8], seal: &Seal) -> Result<Program, Unfit> {
        let (joined, digest) = seal.open(&self.inner.target, sealed).ok_or(Unfit::Seal)?;
        let (source, code) = source::parted(joined).ok_or(Unfit::Seal)?;
        let module = self.load(Code::Bytes(code)).map_err(|e| Unfit::Load(format!("{e:#}")))?;
        let unfit = |refused: Refused| Unfit::Load(refused.to_string());
        self.linked(&module, source, &digest).map_err(unfit)
    }

    /// Compiles a module, or takes its machine code from the cache.
    ///
    /// # Errors
    /// Why it cannot be a player.
    pub fn compile(&self, wasm: &[u8]) -> Result<Program, Refused> {
        let digest = blake3::hash(wasm);
        let parts = Parts::of(wasm);
        let Inner { cache, target, .. } = &*self.inner;
        let Some(cache) = cache else {
            return self.linked(&self.translate(&parts)?, parts.source, &digest);
        };
        // Of all players with a source the machine code is the same.
        let code = blake3::hash(parts.module);
        let kept = cache.find(target, &code).and_then(|file| self.load(Code::File(file)).ok());
        let module = match kept {
            Some(module) => module,
            None => {
                let module = self.translate(&parts)?;
                let made = self.serialized(&module)?;
                cache.store(target, &code, &cache.seal.close(target, made, &code));
                module
            }
        };
        self.linked(&module, parts.source, &digest)
    }

    /// Checks a module and makes machine code of it.
    fn translate(&self, parts: &Parts<'_>) -> Result<Module, Refused> {
        shape::check_parts(parts)?;
        let malformed = |e: wasmtime::Error| Refused::Malformed(format!("{e:#}"));
        Module::from_binary(&self.inner.engine, parts.module).map_err(malformed)
    }

    fn serialized(&self, module: &Module) -> Result<Vec<u8>, Refused> {
        module.serialize().map_err(|e| Refused::Malformed(format!("{e:#}")))
    }

    #[expect(unsafe_code, reason = "machine code is loaded as it is; its seal says it is ours")]
    fn load(&self, code: Code<'_>) -> wasmtime::Result<Module> {
        let engine = &self.inner.engine;
        // SAFETY: both callers have seen a seal that holds, and only `sealed` seals code: what
        // `serialize` gave under the same target. Nobody else can write to a file of the cache,
        // and we put whole files in place of others only.
        unsafe {
            match code {
                Code::Bytes(bytes) => Module::deserialize(engine, bytes),
                Code::File(file) => Module::deserialize_open_file(engine, file),
            }
        }
    }

    fn linked(
        &self,
        module: &Module,
        source: Option<&[u8]>,
        digest: &blake3::Hash,
    ) -> Result<Program, Refused> {
        let (pre, digest) = (self.link(module)?, digest.to_hex().to_string());
        Ok(Program { pre, source: source.map(Arc::from), digest })
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

/// Machine code whose seal holds.
enum Code<'a> {
    Bytes(&'a [u8]),
    File(File),
}

/// See [`Sandbox::target`].
fn target(engine: &Engine) -> String {
    let mut hasher = DefaultHasher::new();
    engine.precompile_compatibility_hash().hash(&mut hasher);
    format!("{VERSION}, {:016x}", hasher.finish())
}

/// A compiled module. Cheap to clone.
#[derive(Clone)]
pub struct Program {
    pub(crate) pre: InstancePre<Guest>,
    /// The source of a player whose module interprets it.
    pub(crate) source: Option<Arc<[u8]>>,
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
    /// A failure meanwhile, such as an endless loop in a constructor, is the player's own failure:
    /// its first turn then gives the receipt, and the match continues.
    #[must_use]
    pub fn player(&self, limits: &Limits, intro: &[u8]) -> Box<dyn engine::Player> {
        Box::new(WasmPlayer::start(self, limits, intro, None))
    }

    /// Whether its source is one of its language: a module that interprets a language compiles
    /// it, and runs nothing of it. Modules without a source pass.
    ///
    /// # Errors
    /// The receipt that the player would get.
    pub fn check_source(&self, limits: &Limits) -> Result<(), Freeze> {
        player::check_source(self, limits)
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
        Box::new(WasmPlayer::start(self, limits, intro, Some(profile)))
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
        // A player that may throw has a second memory, for its exceptions.
        .total_memories(2 * players)
        .total_tables(players)
        .total_stacks(players)
        .total_gc_heaps(players)
        .table_elements(Limit::TableEntries.allowed() as usize)
        .max_tables_per_module(Limit::Tables.allowed() as u32);
    pooled.allocation_strategy(pool);
    Engine::new(&pooled).or_else(|_| Engine::new(&config))
}

fn config() -> Config {
    let mut config = Config::new();
    config
        .consume_fuel(true)
        .operator_cost(prices::table())
        .cranelift_nan_canonicalization(true)
        .max_wasm_stack(STACK_BYTES_MAX)
        .async_stack_size(STACK_BYTES_MAX + HOST_STACK_BYTES)
        .wasm_backtrace_details(WasmBacktraceDetails::Enable)
        .wasm_exceptions(true)
        .collector(Collector::Null)
        .gc_heap_initial_size(EXCEPTION_BYTES as u64)
        .memory_guaranteed_dense_image_size(DENSE_IMAGE_BYTES)
        .wasm_memory64(false)
        .wasm_multi_memory(false)
        .wasm_relaxed_simd(false)
        .wasm_custom_page_sizes(false)
        .wasm_wide_arithmetic(false)
        .wasm_gc(false);
    config
}
