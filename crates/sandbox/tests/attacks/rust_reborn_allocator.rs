// frozen (interface): has an allocator that returns addresses outside of its memory
use palestra::dominator::*;

use std::alloc::{GlobalAlloc, Layout};

struct Nowhere;

unsafe impl GlobalAlloc for Nowhere {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        0xFFFF_0000_usize as *mut u8
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static MEMORY: Nowhere = Nowhere;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let wild = vec![game.round(); 100];
        std::hint::black_box(&wild);
    }
}

player!(Attacker);
