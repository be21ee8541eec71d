//! Failure receipts: from whatever ended a player to words that its author understands.

use crate::clock::Late;
use crate::guest::{Ended, Guest};
use crate::limits::{Limits, OnTimeout};
use crate::player::Running;
use cpp_demangle::DemangleOptions;
use engine::{Cause, Freeze};
use std::fmt::{self, Write as _};
use wasmtime::{Error, Extern, FrameInfo, Instance, Store, ThrownException, Trap, WasmBacktrace};

/// Calls of a backtrace that are looked at: compilers inline thousands of them into one frame.
const CALLS_READ_MAX: usize = 500;
/// Bytes of the name of a function or a file.
const NAME_BYTES_MAX: usize = 200;
/// Lines of a backtrace.
const LINES_MAX: usize = 44;
/// Bytes of a backtrace. With a detail, last words and what the match adds, a receipt stays below
/// 50 lines and 8 KB.
const BACKTRACE_BYTES_MAX: usize = 4500;

const TOO_DEEP: &str = "recursed too deeply, or has huge local arrays";
const TOO_MANY_EXCEPTIONS: &str = "threw more exceptions than a match has memory for";

/// How a module broke the interface.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Broken {
    #[error("palestra_abi answered {0}; this arena speaks version 1")]
    Version(u32),
    #[error("it has no memory")]
    NoMemory,
    #[error(
        "palestra_buffer was asked for {asked} bytes and answered {at:#x}, which is not the \
         address, a multiple of 8, of that many bytes of its memory"
    )]
    Buffer { at: u32, asked: usize },
    #[error("palestra_play answered {0:#x}, where no reply fits into its memory")]
    Reply(u32),
    #[error("its reply names {count} orders at {at:#x}, which are not inside its memory")]
    Orders { at: u32, count: u32 },
    #[error("gave {count} orders in one round; the arena reads at most {max}")]
    Flood { count: u32, max: u32 },
}

/// The receipt for an error of the arena itself: it voids the match.
pub(crate) fn of_arena(error: &Error) -> Freeze {
    Freeze::new(Cause::Void, format!("{error:#}"))
}

/// The receipt of a player that is asked once more after its end.
pub(crate) fn buried() -> Freeze {
    Freeze::new(Cause::Interface, "was called again after it had been frozen")
}

/// The receipt for the error that ended a player.
pub(crate) fn of(error: &Error, running: &mut Running, on_timeout: OnTimeout) -> Freeze {
    let (store, instance) = (&mut running.store, running.instance);
    let stack = Stack::of(error, store);
    let overflow = instance.is_some_and(|instance| stack_is_used_up(instance, store));
    let guest = store.data();
    let (cause, detail) = match verdict(error, &stack, overflow, guest) {
        (Cause::Void, _) => return of_arena(error),
        (Cause::Timeout, detail) if on_timeout == OnTimeout::Void => (Cause::Overtime, detail),
        verdict => verdict,
    };
    let memory = instance.and_then(|i| i.get_memory(&mut *store, "memory"));
    let memory = memory.map_or(0, |memory| memory.data_size(&*store) as u64);
    let last_words = store.data().last_words();
    let interpreted = store.data().interpreted;
    let (detail, backtrace) = match interpreted {
        true => calls_in_text(&detail),
        false => (detail, stack.lines()),
    };
    Freeze { backtrace, memory, last_words, ..Freeze::new(cause, detail) }
}

/// The report of an interpreter about its player's end: one line, and behind it the calls.
fn calls_in_text(text: &str) -> (String, Vec<String>) {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let detail = lines.next().unwrap_or_default().to_string();
    let call = |line: &str| cut(line.strip_prefix("at ").unwrap_or(line));
    (detail, lines.take(LINES_MAX).map(call).collect())
}

fn verdict(error: &Error, stack: &Stack, overflow: bool, guest: &Guest) -> (Cause, String) {
    if let Some(ended) = error.downcast_ref::<Ended>() {
        return ending(ended, guest, stack);
    }
    if let Some(broken) = error.downcast_ref::<Broken>() {
        let cause = match broken {
            Broken::Flood { .. } => Cause::TooManyOrders,
            Broken::Buffer { at: 0, .. } if guest.refused_memory.is_some() => Cause::Memory,
            _ => Cause::Interface,
        };
        return (cause, broken.to_string());
    }
    if error.is::<ThrownException>() {
        return (Cause::Exception, "did not catch an exception".into());
    }
    if let Some(trap) = error.downcast_ref::<Trap>() {
        return trapped(*trap, stack, overflow, guest);
    }
    if error.is::<Late>() {
        return (Cause::Timeout, error.to_string());
    }
    if let Some(bytes) = guest.refused_memory {
        return (Cause::Memory, format!("needs {bytes} bytes of memory, more than it may have"));
    }
    if error.to_string().contains("GC heap") {
        return (Cause::Memory, TOO_MANY_EXCEPTIONS.into());
    }
    (Cause::Void, String::new())
}

fn ending(ended: &Ended, guest: &Guest, stack: &Stack) -> (Cause, String) {
    match ended {
        Ended::Exit(how) => (Cause::Exit, format!("called {how}")),
        Ended::Abort(text) => {
            let text = match text.as_str() {
                "" | "abort()" => "called abort()",
                text => text,
            };
            match guest.refused_memory {
                // What allocators do when they give up.
                Some(_) => (Cause::Memory, format!("{text}, because it got no more memory")),
                None => (Cause::Exit, text.to_string()),
            }
        }
        // What the engines of JavaScript and Python say.
        Ended::Exception(what) if guest.interpreted && what.contains("out of memory") => {
            (Cause::Memory, what.clone())
        }
        Ended::Exception(what) if what.contains("bad_alloc") => {
            (Cause::Memory, "std::bad_alloc: asked for more memory than it may have".into())
        }
        Ended::Exception(what) if what.is_empty() => {
            (Cause::Exception, "threw an exception without a message".into())
        }
        Ended::Exception(what) => (Cause::Exception, with_type(what)),
        Ended::Mistake(text) => (Cause::Trap, stack.with_place(text)),
        Ended::Forbidden(..) => (Cause::Trap, ended.to_string()),
        Ended::Unknown(_) => (Cause::Interface, ended.to_string()),
    }
}

fn trapped(trap: Trap, stack: &Stack, overflow: bool, guest: &Guest) -> (Cause, String) {
    let detail = match trap {
        Trap::OutOfFuel if guest.metered => {
            return (Cause::Fuel, "used up its computation budget".into());
        }
        Trap::OutOfFuel => {
            let times = Limits::LOCAL_FUEL;
            let words = "times the computation that the judge allows: probably an endless loop";
            return (Cause::Fuel, format!("used {times} {words}"));
        }
        Trap::StackOverflow => return (Cause::Stack, TOO_DEEP.into()),
        Trap::MemoryOutOfBounds if overflow => return (Cause::Stack, TOO_DEEP.into()),
        // Nothing else lives in the memory that is meant.
        Trap::AllocationTooLarge => return (Cause::Memory, TOO_MANY_EXCEPTIONS.into()),
        Trap::UnreachableCodeReached if stack.passes("handle_alloc_error") => {
            return (Cause::Memory, "asked for more memory than it may have".into());
        }
        Trap::UnreachableCodeReached if stack.passes("std::process::exit") => {
            return (Cause::Exit, "called std::process::exit()".into());
        }
        Trap::UnreachableCodeReached if stack.passes("std::process::abort") => {
            return (Cause::Exit, "called std::process::abort(), or panicked twice".into());
        }
        Trap::UnreachableCodeReached if stack.aborted() => {
            return (Cause::Exit, "called abort(), or an assertion failed".into());
        }
        Trap::UnreachableCodeReached => {
            "reached code that cannot be reached: a failed check of the compiler, a function \
             without its return, or undefined behaviour"
        }
        Trap::MemoryOutOfBounds => {
            "read or wrote outside its memory: a wild pointer, or an index far out of range"
        }
        Trap::IntegerDivisionByZero => "divided an integer by zero",
        Trap::IntegerOverflow => {
            "an integer overflowed: a division of the smallest integer by -1, or a conversion of \
             a number that is too large"
        }
        Trap::BadConversionToInteger => "converted NaN to an integer",
        Trap::TableOutOfBounds | Trap::IndirectCallToNull => {
            "called a function pointer, or a virtual function, that points nowhere"
        }
        Trap::BadSignature => "called a function through a pointer of the wrong type",
        other => return (Cause::Trap, other.to_string()),
    };
    (Cause::Trap, detail.into())
}

/// Whether a C stack that grows towards address 0 has gone below it.
fn stack_is_used_up(instance: Instance, store: &mut Store<Guest>) -> bool {
    // So close to 0 that the frame about to be entered does not fit.
    const NEARLY: i32 = 1024;
    match instance.get_export(&mut *store, "__stack_pointer") {
        Some(Extern::Global(global)) => {
            global.get(&mut *store).i32().is_some_and(|pointer| pointer < NEARLY)
        }
        _ => false,
    }
}

/// Where it happened.
struct Stack(Vec<Call>);

struct Call {
    function: String,
    place: Option<String>,
}

/// Where the sources lie that a player's author has not written, as compilers name them: Rust's
/// library, what players are built with, the library of C++.
const NOT_THE_AUTHORS: [&str; 3] = ["/rustc/", "sdk/", "lib/lib"];

impl Call {
    fn is_of_the_author(&self) -> bool {
        self.place.as_deref().is_some_and(is_the_authors)
    }
}

fn is_the_authors(place: &str) -> bool {
    !NOT_THE_AUTHORS.iter().any(|begin| place.starts_with(begin))
}

impl Stack {
    fn of(error: &Error, store: &Store<Guest>) -> Self {
        let thrown = match error.downcast_ref::<Ended>() {
            Some(Ended::Exception(_)) => store.data().thrown.as_ref(),
            _ => None,
        };
        let trace = thrown.or_else(|| error.downcast_ref::<WasmBacktrace>());
        let frames = trace.map_or(&[][..], WasmBacktrace::frames).iter();
        Self(frames.flat_map(calls).take(CALLS_READ_MAX).collect())
    }

    /// Whether the innermost call is the C library's way to end a program.
    fn aborted(&self) -> bool {
        let innermost = self.0.iter().take(2);
        innermost.into_iter().any(|c| matches!(c.function.as_str(), "abort" | "__assert_fail"))
    }

    /// The message of a check of the build, `PLACE: words`, with a place in the author's own code:
    /// the innermost call if the check itself is in a library.
    fn with_place(&self, text: &str) -> String {
        let (place, words) = text.split_once(": ").unwrap_or(("", text));
        let place = place.strip_prefix("./").unwrap_or(place);
        let own = || self.0.iter().find(|call| call.is_of_the_author())?.place.as_deref();
        let place = match place.starts_with(':') || !is_the_authors(place) {
            true => own().unwrap_or_default(),
            false => place,
        };
        let end = if place.is_empty() { "" } else { ": " };
        format!("{place}{end}{words}")
    }

    /// Whether one of the innermost calls is this function of Rust's library.
    fn passes(&self, function: &str) -> bool {
        const INNERMOST: usize = 8;
        self.0.iter().take(INNERMOST).any(|call| call.function.contains(function))
    }

    /// The calls that are worth reading: of a panic, those before it, and where there are any in
    /// the player's own source, only those.
    fn telling(&self) -> impl Iterator<Item = &Call> {
        let panics = |call: &Call| call.function.contains("rust_begin_unwind");
        let begin = self.0.iter().position(panics).map_or(0, |at| at + 1);
        let calls = &self.0[begin..];
        let some = calls.iter().any(Call::is_of_the_author);
        let tells = move |call: &&Call| match &call.place {
            _ if some => call.is_of_the_author(),
            Some(place) => !place.starts_with("/rustc/"),
            None => true,
        };
        calls.iter().filter(tells)
    }

    /// One line per call, as far as a receipt has room; a long run of the same line is told as
    /// one.
    fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut run = 0;
        let mut last = None;
        let mut bytes = 0;
        for call in self.telling() {
            let line = match &call.place {
                Some(place) => format!("{} ({place})", call.function),
                None => call.function.clone(),
            };
            if last.as_ref() == Some(&line) {
                run += 1;
                continue;
            }
            again(&mut lines, run);
            run = 0;
            bytes += line.len();
            if lines.len() + 2 > LINES_MAX || bytes > BACKTRACE_BYTES_MAX {
                lines.push("… and further calls".into());
                return lines;
            }
            lines.push(line.clone());
            last = Some(line);
        }
        again(&mut lines, run);
        lines
    }
}

fn again(lines: &mut Vec<String>, run: usize) {
    if run > 0 {
        lines.push(format!("… the same {run} more times"));
    }
}

/// The functions of a stack that are worth showing to the player's author, innermost first: the
/// author's own where the compiler told which these are.
pub(crate) fn own_functions(trace: &WasmBacktrace) -> Vec<String> {
    let all: Vec<Call> = trace.frames().iter().flat_map(calls).take(CALLS_READ_MAX).collect();
    let some = all.iter().any(Call::is_of_the_author);
    let own = all.into_iter().filter(|call| !some || call.is_of_the_author());
    own.map(|call| call.function).collect()
}

/// The calls of one frame: several when some were inlined.
fn calls(frame: &FrameInfo) -> impl Iterator<Item = Call> {
    let named = |name: Option<&str>| match name.or(frame.func_name()) {
        Some(name) => demangled(name),
        None => format!("function {}", frame.func_index()),
    };
    let bare = frame.symbols().is_empty().then(move || Call { function: named(None), place: None });
    let place = |file: &str, line: Option<u32>, column: Option<u32>| {
        let mut place = cut(file.strip_prefix("./").unwrap_or(file));
        for number in [line, column].into_iter().map_while(|number| number.filter(|n| *n > 0)) {
            place.push_str(&format!(":{number}"));
        }
        place
    };
    let symbols = frame.symbols().iter().map(move |symbol| Call {
        function: named(symbol.name()),
        place: symbol.file().map(|file| place(file, symbol.line(), symbol.column())),
    });
    bare.into_iter().chain(symbols)
}

/// The text of an exception with the name of its type as its author wrote it. A module of C++
/// begins the text with the symbol of this name.
fn with_type(text: &str) -> String {
    const SYMBOL: &str = "_ZTS";
    let (symbol, rest) = text.split_at(text.find(": ").unwrap_or(text.len()));
    let Some(bare) = symbol.strip_prefix(SYMBOL) else { return text.into() };
    let plain = demangled(symbol);
    format!("{}{rest}", plain.strip_prefix("typeinfo name for ").unwrap_or(bare))
}

/// A name as its author wrote it, cut where templates make it endless.
pub(crate) fn demangled(name: &str) -> String {
    // A hostile name may be as long as a module.
    let head: String = name.chars().take(4 * NAME_BYTES_MAX).collect();
    let mut plain = Beginning::default();
    let written = match rustc_demangle::try_demangle(&head) {
        Ok(rust) => write!(plain, "{rust:#}"),
        Err(_) => match cpp_demangle::Symbol::new(head.as_bytes()) {
            Ok(symbol) => symbol.structured_demangle(&mut plain, &DemangleOptions::new()),
            Err(_) => Err(fmt::Error),
        },
    };
    match written.is_ok() || plain.is_full() {
        true => cut(&plain.0),
        false => cut(&head),
    }
}

/// The beginning of a text that is being written: as much as [`cut`] needs. A short symbol may
/// stand for a name of any length, because its parts refer to each other.
#[derive(Default)]
struct Beginning(String);

impl Beginning {
    fn is_full(&self) -> bool {
        self.0.len() > NAME_BYTES_MAX
    }
}

impl fmt::Write for Beginning {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.push_str(text);
        if self.is_full() { Err(fmt::Error) } else { Ok(()) }
    }
}

/// A text as far as a line of a receipt has room for it.
fn cut(text: &str) -> String {
    match text.len() > NAME_BYTES_MAX {
        true => format!("{}…", &text[..text.floor_char_boundary(NAME_BYTES_MAX)]),
        false => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_exceptions_are_readable() {
        for (text, said) in [
            ("_ZTSSt12out_of_range: vector", "std::out_of_range: vector"),
            ("_ZTS6MyOops", "MyOops"),
            ("_ZTSN12_GLOBAL__N_13BadE: a: b", "(anonymous namespace)::Bad: a: b"),
            ("_ZTSPKc", "char const*"),
            ("_ZTS?: x", "?: x"),
            ("_ZTS", ""),
            ("RangeError: x", "RangeError: x"),
        ] {
            assert_eq!(with_type(text), said);
        }
    }

    /// Each level names the one before twice: 30 levels stand for a name of gigabytes.
    #[test]
    fn only_the_beginning_of_an_endless_name_is_written() {
        let places = "123456789ABCDEFGHIJKLMNOPQRSTU".chars();
        let levels: String = places.map(|k| format!("S0_IS{k}_S{k}_E")).collect();
        let said = with_type(&format!("_ZTS1BI1AIiE{levels}E: x"));
        assert!(said.starts_with("B<A<int>, A<A<int>, A<int> >, A<A<A"), "{said}");
        assert!(said.ends_with("…: x") && said.len() < 2 * NAME_BYTES_MAX, "{said}");
    }

    #[test]
    fn a_backtrace_of_thousands_of_inlined_calls_fits_into_a_receipt() {
        let call = |k| Call {
            function: demangled(&format!("{k}{}", "n".repeat(500))),
            place: Some(format!("AI.cc:{k}")),
        };
        for calls in [10, 43, 44, 45, 30_000] {
            let lines = Stack((0..calls).map(call).collect()).lines();
            let bytes: usize = lines.iter().map(String::len).sum();
            assert!(lines.len() <= LINES_MAX && bytes <= BACKTRACE_BYTES_MAX + 100, "{calls}");
            assert_eq!(lines.len() < calls, lines.last().is_some_and(|l| l.contains("further")));
        }
    }
}
