//! Memory comes from the player: the C library's in C++, Rust's own in Rust.

use std::alloc::{GlobalAlloc, Layout};

unsafe extern "C" {
    fn palestra_forward_alloc(size: usize, align: usize) -> *mut u8;
    fn palestra_forward_dealloc(at: *mut u8, size: usize, align: usize);
}

struct Players;

// SAFETY: the player's functions are those of an allocator.
unsafe impl GlobalAlloc for Players {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: any size and alignment may be asked for.
        unsafe { palestra_forward_alloc(layout.size(), layout.align()) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: it came from there, with this layout.
        unsafe { palestra_forward_dealloc(at, layout.size(), layout.align()) }
    }
}

#[global_allocator]
static MEMORY: Players = Players;
