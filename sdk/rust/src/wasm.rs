//! The player interface as a WebAssembly module sees it.
#![allow(unsafe_code, reason = "the arena gives and takes addresses")]

use crate::runtime::{Guest, Plays, Seat, padded, prepare};
use std::cell::UnsafeCell;

#[link(wasm_import_module = "palestra")]
unsafe extern "C" {
    #[link_name = "fail"]
    fn import_fail(kind: u32, text: *const u8, len: usize);
}

#[link(wasm_import_module = "wasi_snapshot_preview1")]
unsafe extern "C" {
    fn fd_write(fd: u32, pieces: *const Piece, count: usize, sent: *mut usize) -> u32;
}

#[repr(C)]
struct Piece {
    at: *const u8,
    len: usize,
}

const ABORTED: u32 = 1;

/// Ends the player for good; the text is its receipt.
pub fn fail(text: &str) -> ! {
    // SAFETY: the arena reads the text before it ends us.
    unsafe { import_fail(ABORTED, text.as_ptr(), text.len()) };
    std::process::abort()
}

/// Writes on standard output (1) or standard error (2).
pub fn write(stream: u32, bytes: &[u8]) {
    let (piece, mut sent) = (Piece { at: bytes.as_ptr(), len: bytes.len() }, 0);
    // SAFETY: one piece, which lives until the call returns.
    unsafe { fd_write(stream, &raw const piece, 1, &raw mut sent) };
}

struct Inside<G, P> {
    seat: Option<Seat<G, P>>,
    /// Eight bytes each, because the buffer must be aligned so.
    buffer: Vec<u64>,
    reply: [u32; 3],
}

/// The one player of a module.
pub struct Slot<G, P>(UnsafeCell<Inside<G, P>>);

// SAFETY: these modules have one thread, and the arena makes one call at a time.
unsafe impl<G, P> Sync for Slot<G, P> {}

impl<G, P> Default for Slot<G, P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G, P> Slot<G, P> {
    /// Nobody sits here yet.
    #[must_use]
    pub const fn new() -> Self {
        Self(UnsafeCell::new(Inside { seat: None, buffer: Vec::new(), reply: [0; 3] }))
    }
}

impl<G: Guest, P: Plays<G>> Slot<G, P> {
    #[expect(clippy::mut_from_ref, reason = "see the reason at Sync")]
    fn inside(&self) -> &mut Inside<G, P> {
        // SAFETY: see Sync; no player reaches this.
        unsafe { &mut *self.0.get() }
    }

    /// Room for that many bytes.
    pub fn buffer(&self, len: usize) -> *mut u8 {
        let buffer = &mut self.inside().buffer;
        let words = len.div_ceil(8);
        if words > buffer.len() {
            *buffer = vec![0; words + words / 2 + 8];
        }
        buffer.as_mut_ptr().cast()
    }

    /// The intro is in the buffer.
    pub fn begin(&self, len: usize) {
        prepare();
        let inside = self.inside();
        let intro = inside.buffer.iter().flat_map(|word| word.to_le_bytes());
        let intro: Vec<u8> = intro.take(len).collect();
        inside.seat = Some(Seat::new(&intro));
    }

    /// Stream and view are in the buffer.
    pub fn play(&self, stream_len: usize, view_len: usize) -> *const u32 {
        let inside = self.inside();
        let size = 8 * inside.buffer.len();
        // SAFETY: the words of the buffer, as bytes.
        let bytes = unsafe {
            std::slice::from_raw_parts_mut(inside.buffer.as_mut_ptr().cast::<u8>(), size)
        };
        let (stream, rest) = bytes.split_at_mut(padded(stream_len));
        if let Some(seat) = &mut inside.seat {
            seat.play(&mut stream[..stream_len], &rest[..view_len]);
            let orders = (seat.orders.len(), seat.orders.as_ptr() as usize);
            inside.reply = [orders.0 as u32, orders.1 as u32, seat.game.orders().flags()];
        }
        inside.reply.as_ptr()
    }
}
