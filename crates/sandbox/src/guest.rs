//! The data of the arena about a running player, and the limits of its memory.

use crate::bounds::Limit;
use crate::limits::Limits;
use crate::profile::Sampler;
use wasmtime::{Memory, ResourceLimiter, WasmBacktrace};

/// Bytes of standard output that are kept for the author's log.
const PRINTED_MAX: usize = 4096;
/// Bytes of stderr that are remembered for the receipt.
const TAIL_MAX: usize = 1024;
/// Exceptions whose place is noted; after that many, noting them would be what takes the time:
/// a millisecond each where the stack is deep.
const THROWS_NOTED_MAX: u32 = 100;
/// Bytes of all exceptions of one match, 66 pages: more than 150 000 of them.
///
/// Their memory is never collected. A collector has to walk the whole stack and all of its heap,
/// which took 100 000 times as long as the fuel for an exception stands for.
pub(crate) const EXCEPTION_BYTES: usize = 66 << 16;

/// How a player ended itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Ended {
    /// It ended itself in good order: how, e.g. `exit(3)`.
    #[error("called {0}")]
    Exit(String),
    /// It called `abort`, or an assertion failed: what it said about it.
    #[error("{0}")]
    Abort(String),
    /// Nobody caught this exception.
    #[error("uncaught exception: {0}")]
    Exception(String),
    /// A check of its build found a mistake: `FILE:LINE:COLUMN: words`.
    #[error("{0}")]
    Mistake(String),
    /// It called this function of the system, which players may not.
    #[error("called the system function `{0}`: {1}")]
    Forbidden(String, &'static str),
    /// It called `palestra.fail` with a kind that is none.
    #[error("called palestra.fail with the unknown kind {0}")]
    Unknown(i32),
}

/// The arena's side of one player.
pub(crate) struct Guest {
    /// Its standard error since the last call that took it.
    pub(crate) said: Vec<u8>,
    said_left: usize,
    said_is_cut: bool,
    said_max: usize,
    tail: Vec<u8>,
    /// Its standard output, cut.
    pub(crate) printed: Vec<u8>,
    memory_max: usize,
    /// Bytes of memory that it was refused since the last call of an export.
    pub(crate) refused_memory: Option<usize>,
    /// Where it threw last.
    pub(crate) thrown: Option<WasmBacktrace>,
    throws: u32,
    /// Whether its module interprets the player's source: its own functions tell nobody anything.
    pub(crate) interpreted: bool,
    /// State of the sequence that `random_get` hands out.
    pub(crate) random: u64,
    /// Whether its fuel is the judge's budget; see [`Limits::metered`].
    pub(crate) metered: bool,
    /// Takes samples of it, when it is being profiled.
    pub(crate) sampler: Option<Sampler>,
    /// Where an engine for profiles says at which line its player is.
    pub(crate) sample: Option<(Memory, u32)>,
}

impl Guest {
    pub(crate) fn new(limits: &Limits, interpreted: bool) -> Self {
        Self {
            said: Vec::new(),
            said_left: limits.stderr_bytes_max,
            said_is_cut: false,
            said_max: limits.stderr_bytes_max,
            tail: Vec::new(),
            printed: Vec::new(),
            memory_max: limits.memory_bytes_max,
            refused_memory: None,
            thrown: None,
            throws: 0,
            interpreted,
            metered: limits.metered,
            random: 0x0005_EED0_FA1A_7E00,
            sampler: None,
            sample: None,
        }
    }

    /// Forgets what only matters within one call of an export.
    pub(crate) fn begin_call(&mut self) {
        self.refused_memory = None;
        self.thrown = None;
    }

    /// Whether the place of one more exception is noted.
    pub(crate) fn notes_throw(&mut self) -> bool {
        self.throws = self.throws.saturating_add(1);
        self.throws <= THROWS_NOTED_MAX
    }

    /// Takes in what it wrote on stderr.
    pub(crate) fn say(&mut self, bytes: &[u8]) {
        if self.said_is_cut {
            return;
        }
        let kept = &bytes[..bytes.len().min(self.said_left)];
        self.said.extend_from_slice(kept);
        self.said_left -= kept.len();
        remember(&mut self.tail, kept);
        if kept.len() < bytes.len() {
            self.said_is_cut = true;
            let max = self.said_max;
            let note = format!("\n[only the first {max} bytes of stderr of a match are kept]\n");
            self.said.extend_from_slice(note.as_bytes());
        }
    }

    /// Takes in what it printed on standard output.
    pub(crate) fn print(&mut self, bytes: &[u8]) {
        let room = PRINTED_MAX.saturating_sub(self.printed.len());
        self.printed.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    /// The last lines it wrote on stderr in the match.
    pub(crate) fn last_words(&self) -> Vec<String> {
        const LINES: usize = 5;
        let text = String::from_utf8_lossy(&self.tail);
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(LINES)..].iter().map(|l| (*l).to_string()).collect()
    }
}

fn remember(tail: &mut Vec<u8>, bytes: &[u8]) {
    let bytes = &bytes[bytes.len().saturating_sub(TAIL_MAX)..];
    let excess = (tail.len() + bytes.len()).saturating_sub(TAIL_MAX);
    tail.drain(..excess.min(tail.len()));
    tail.extend_from_slice(bytes);
}

impl ResourceLimiter for Guest {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        // The memory of exceptions grows this way and no other.
        if (current, desired, maximum) == (EXCEPTION_BYTES, 2 * EXCEPTION_BYTES, None) {
            return Ok(false);
        }
        let fits = desired <= self.memory_max && maximum.is_none_or(|max| desired <= max);
        if !fits {
            self.refused_memory = Some(desired);
        }
        Ok(fits)
    }

    fn table_growing(
        &mut self,
        _: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        Ok(desired as u64 <= Limit::TableEntries.allowed()
            && maximum.is_none_or(|max| desired <= max))
    }

    fn instances(&self) -> usize {
        1
    }

    fn tables(&self) -> usize {
        Limit::Tables.allowed() as usize
    }

    fn memories(&self) -> usize {
        1
    }
}
