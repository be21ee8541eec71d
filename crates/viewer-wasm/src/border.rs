//! The functions that JavaScript calls.
//!
//! Bytes go in through [`palestra_alloc`]; answers come back as one number, the address in the
//! upper half and the length in the lower, of bytes that stay valid until the next call.
#![expect(
    unsafe_code,
    reason = "exported names and bytes that JavaScript wrote into this module's memory"
)]

use crate::shelf::Shelf;
use std::cell::RefCell;

struct Border {
    shelf: Shelf,
    answer: Vec<u8>,
    inbox: Vec<u8>,
}

thread_local! {
    static BORDER: RefCell<Border> = RefCell::new(Border {
        shelf: Shelf::new(games::ALL),
        answer: Vec::new(),
        inbox: Vec::new(),
    });
}

fn answer(make: impl FnOnce(&mut Shelf) -> Vec<u8>) -> u64 {
    BORDER.with_borrow_mut(|border| {
        border.answer = make(&mut border.shelf);
        let address = border.answer.as_ptr() as usize as u64;
        (address << 32) | border.answer.len() as u64
    })
}

/// Makes room for `len` bytes of a file and says where; JavaScript writes them there.
#[unsafe(no_mangle)]
pub extern "C" fn palestra_alloc(len: usize) -> *mut u8 {
    BORDER.with_borrow_mut(|border| {
        border.inbox = vec![0; len];
        border.inbox.as_mut_ptr()
    })
}

/// Opens the file that was written into the room of [`palestra_alloc`].
#[unsafe(no_mangle)]
pub extern "C" fn palestra_open() -> u64 {
    let bytes = BORDER.with_borrow_mut(|border| std::mem::take(&mut border.inbox));
    answer(|shelf| shelf.open(&bytes).into_bytes())
}

/// Forgets a match.
#[unsafe(no_mangle)]
pub extern "C" fn palestra_close(handle: usize) {
    BORDER.with_borrow_mut(|border| border.shelf.close(handle));
}

/// See [`Shelf::stage`].
#[unsafe(no_mangle)]
pub extern "C" fn palestra_stage(handle: usize) -> u64 {
    answer(|shelf| shelf.stage(handle).into_bytes())
}

/// See [`Shelf::scene`].
#[unsafe(no_mangle)]
pub extern "C" fn palestra_scene(handle: usize, k: usize) -> u64 {
    answer(|shelf| shelf.scene(handle, k).into_bytes())
}

/// See [`Shelf::inspect`].
#[unsafe(no_mangle)]
pub extern "C" fn palestra_inspect(handle: usize, k: usize, i: i32, j: i32) -> u64 {
    answer(|shelf| shelf.inspect(handle, k, i, j).into_bytes())
}

/// See [`Shelf::turn`].
#[unsafe(no_mangle)]
pub extern "C" fn palestra_turn(handle: usize, k: usize) -> u64 {
    answer(|shelf| shelf.turn(handle, k).into_bytes())
}

/// See [`Shelf::said`].
#[unsafe(no_mangle)]
pub extern "C" fn palestra_said(handle: usize, seat: usize) -> u64 {
    answer(|shelf| shelf.said(handle, seat).into_bytes())
}

/// See [`Shelf::view`].
#[unsafe(no_mangle)]
pub extern "C" fn palestra_view(handle: usize, k: usize, seat: usize) -> u64 {
    answer(|shelf| shelf.view(handle, k, seat).into_bytes())
}

/// See [`Shelf::sight`].
#[unsafe(no_mangle)]
pub extern "C" fn palestra_sight(handle: usize, k: usize, seat: usize) -> u64 {
    answer(|shelf| shelf.sight(handle, k, seat).into_bytes())
}

/// See [`Shelf::verify`].
#[unsafe(no_mangle)]
pub extern "C" fn palestra_verify(handle: usize) -> u64 {
    answer(|shelf| shelf.verify(handle).into_bytes())
}

/// See [`Shelf::differ`].
#[unsafe(no_mangle)]
pub extern "C" fn palestra_differ(one: usize, other: usize) -> u64 {
    answer(|shelf| shelf.differ(one, other).into_bytes())
}

/// See [`Shelf::result_file`].
#[unsafe(no_mangle)]
pub extern "C" fn palestra_result_file(handle: usize) -> u64 {
    answer(|shelf| shelf.result_file(handle))
}
