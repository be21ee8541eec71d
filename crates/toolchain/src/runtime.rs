//! The C and C++ libraries that players are linked with, built once into the cache.
//!
//! The compiler's own C++ library for WASI has no exceptions, so libc++, libc++abi and the
//! WebAssembly part of libunwind are built here from the sources that come with the compiler.
//! The C library and the compiler's helpers are built by the compiler itself.

use crate::cache::Cache;
use crate::compiler::{self, Compiler};
use crate::error::{At, Error};
use crate::flags;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const LIBCXX: &str = "algorithm any bind call_once charconv chrono error_category exception \
    expected fstream functional hash ios ios.instantiations iostream locale memory \
    memory_resource new_handler new_helpers optional ostream print random random_shuffle regex \
    ryu/d2fixed ryu/d2s ryu/f2s stdexcept string strstream system_error typeinfo valarray \
    variant vector verbose_abort filesystem/path filesystem/filesystem_error";

const LIBCXXABI: &str = "abort_message cxa_aux_runtime cxa_default_handlers cxa_demangle \
    cxa_exception cxa_exception_storage cxa_guard cxa_handlers cxa_personality cxa_vector \
    cxa_virtual fallback_malloc private_typeinfo stdlib_exception stdlib_new_delete \
    stdlib_stdexcept stdlib_typeinfo";

/// Archives that the compiler makes for itself when it links a C program.
const FROM_COMPILER: [&str; 3] = ["libc.a", "libzigc.a", "libcompiler_rt.a"];
const CXX: &str = "libc++.a";

/// The tag of C++ exceptions: the linker wants one definition of it.
const TAG: &str = ".globl __cpp_exception\n.tagtype __cpp_exception i32\n__cpp_exception:\n";

/// The current step, for a progress bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Steps done.
    pub done: usize,
    /// Steps in all.
    pub of: usize,
}

/// The libraries.
#[derive(Clone, Debug)]
pub struct Runtime {
    folder: PathBuf,
}

impl Runtime {
    /// The libraries in the cache, built now when they are not there (about 45 CPU seconds).
    ///
    /// # Errors
    /// When the cache cannot be written or the compiler fails on its own sources.
    pub fn ensure(
        cache: &Cache,
        compiler: &Compiler,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Self, Error> {
        let folder = cache.folder("runtimes", &name(), |dir| build(dir, compiler, progress))?;
        Ok(Self { folder })
    }

    /// Whether they are in the cache already.
    #[must_use]
    pub fn ready(cache: &Cache) -> bool {
        cache.path("runtimes", &name()).is_dir()
    }

    /// The folder of the archives.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The archives, in the order in which the linker wants them.
    pub(crate) fn archives(&self) -> impl Iterator<Item = PathBuf> {
        [CXX].into_iter().chain(FROM_COMPILER).map(|a| self.folder.join(a))
    }
}

fn name() -> String {
    format!("{}-{}", compiler::VERSION, flags::RECIPE)
}

/// One call of the compiler.
struct Step {
    arguments: Vec<String>,
    object: PathBuf,
}

fn build(
    folder: &Path,
    compiler: &Compiler,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<(), Error> {
    let objects = folder.join("objects");
    fs::create_dir_all(&objects).at(&objects)?;
    let steps = steps(compiler, &objects)?;
    let of = steps.len() + 1;
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let failure = Mutex::new(None);
    let report = || progress(Progress { done: done.fetch_add(1, Ordering::Relaxed) + 1, of });
    let note = |result: Result<(), Error>| match result {
        Ok(()) => report(),
        Err(e) => {
            next.store(usize::MAX / 2, Ordering::Relaxed);
            *failure.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(e);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| note(c_library(folder, compiler)));
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(step) = steps.get(next.fetch_add(1, Ordering::Relaxed)) {
                    note(run(compiler.tool("clang").args(&step.arguments)));
                }
            });
        }
    });
    if let Some(error) = failure.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        return Err(error);
    }
    let mut archive = compiler.tool("ar");
    archive.arg("rcs").arg(folder.join(CXX)).args(steps.iter().map(|s| &s.object));
    run(&mut archive)?;
    fs::remove_dir_all(&objects).at(&objects)
}

fn steps(compiler: &Compiler, objects: &Path) -> Result<Vec<Step>, Error> {
    let lib = compiler.lib();
    let mut base = flags::common(compiler);
    base.extend(flags::hardening(false).map(str::to_string));
    let own = "-w -DNDEBUG -ffunction-sections -fdata-sections -fvisibility=hidden \
               -D_LIBCPP_BUILDING_LIBRARY -D_LIBCPP_HAS_NO_PRAGMA_SYSTEM_HEADER";
    base.extend(own.split_whitespace().map(str::to_string));
    let include = |dir: &str| format!("-I{}", lib.join(dir).display());
    let cxx = "-std=c++23 -fvisibility-inlines-hidden -DLIBCXX_BUILDING_LIBCXXABI \
               -DLIBC_NAMESPACE=__llvm_libc_common_utils";
    let abi = "-std=c++23 -fvisibility-inlines-hidden -fstrict-aliasing \
               -D_LIBCXXABI_BUILDING_LIBRARY -D_LIBCXXABI_HAS_NO_THREADS \
               -DLIBCXXABI_SILENT_TERMINATE";
    let unwind = "-D_LIBUNWIND_HIDE_SYMBOLS -D_LIBUNWIND_HAS_NO_THREADS";
    let step = |source: PathBuf, name: &str, extra: &str, folders: &[&str]| {
        let object = objects.join(format!("{}.o", name.replace('/', "-")));
        let mut arguments = base.clone();
        arguments.extend(extra.split_whitespace().map(str::to_string));
        arguments.extend(folders.iter().map(|dir| include(dir)));
        arguments.extend(["-c".into(), source.display().to_string(), "-o".into()]);
        arguments.push(object.display().to_string());
        Step { arguments, object }
    };
    let mut steps = Vec::new();
    for name in LIBCXX.split_whitespace() {
        let source = lib.join(format!("libcxx/src/{name}.cpp"));
        steps.push(step(source, name, cxx, &["libcxx/src", "libcxx/libc"]));
    }
    for name in LIBCXXABI.split_whitespace() {
        let source = lib.join(format!("libcxxabi/src/{name}.cpp"));
        steps.push(step(source, &format!("abi-{name}"), abi, &["libcxx/src"]));
    }
    let source = lib.join("libunwind/src/Unwind-wasm.c");
    steps.push(step(source, "unwind", unwind, &["libunwind/include"]));
    let tag = objects.join("tag.s");
    fs::write(&tag, TAG).at(&tag)?;
    let object = objects.join("tag.o");
    let arguments = [flags::TARGET, "-mexception-handling", "-c", "-o"].map(str::to_string);
    let mut arguments = Vec::from(arguments);
    arguments.extend([object.display().to_string(), tag.display().to_string()]);
    steps.push(Step { arguments, object });
    Ok(steps)
}

/// Lets the compiler link an empty C program and takes the archives it makes on the way. Without
/// `-s` they would carry debug information into every player.
fn c_library(folder: &Path, compiler: &Compiler) -> Result<(), Error> {
    let work = folder.join("libc");
    fs::create_dir_all(&work).at(&work)?;
    let source = work.join("empty.c");
    fs::write(&source, "int palestra_empty(void) { return 1; }\n").at(&source)?;
    let mut link = compiler.tool("cc");
    link.args(["-target", "wasm32-wasi", "-mexec-model=reactor", "-s", "-O2"]).arg(&source);
    link.arg("-o").arg(work.join("empty.wasm"));
    link.env("ZIG_GLOBAL_CACHE_DIR", work.join("global"));
    link.env("ZIG_LOCAL_CACHE_DIR", work.join("local"));
    run(&mut link)?;
    let made = work.join("global").join("o");
    for entry in fs::read_dir(&made).at(&made)?.flatten() {
        for name in FROM_COMPILER {
            let archive = entry.path().join(name);
            if archive.is_file() {
                fs::copy(&archive, folder.join(name)).at(&archive)?;
            }
        }
    }
    if let Some(name) = FROM_COMPILER.iter().find(|n| !folder.join(n).is_file()) {
        return Err(Error::Runtime(format!("the compiler made no {name}")));
    }
    fs::remove_dir_all(&work).at(&work)
}

fn run(command: &mut std::process::Command) -> Result<(), Error> {
    let done = command.output().at(Path::new("zig"))?;
    if done.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&done.stderr);
    let first: Vec<&str> = text.lines().take(8).collect();
    Err(Error::Runtime(first.join("\n")))
}
