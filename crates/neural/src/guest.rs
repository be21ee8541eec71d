//! The exports of the module: the player interface, `crates/sandbox/ABI.md`.
#![expect(unsafe_code, reason = "exported names, and memory that the arena writes")]

use crate::{Learned, Network, Unusable};
use engine::Order;
use std::cell::RefCell;

#[link(wasm_import_module = "palestra")]
unsafe extern "C" {
    /// Freezes the player with these words.
    fn fail(kind: i32, text: *const u8, len: usize) -> !;
}

/// The kind of a failed assertion.
const ABORT: i32 = 1;

#[derive(Default)]
struct Guest {
    /// Where the arena writes; of `u64`, so that its address is a multiple of 8.
    buffer: Vec<u64>,
    network: Option<Network>,
    player: Option<Learned>,
    orders: Vec<Order>,
    reply: [u32; 3],
}

thread_local! {
    static GUEST: RefCell<Guest> = RefCell::default();
}

/// The first bytes of the buffer.
fn bytes(buffer: &[u64], len: usize) -> &[u8] {
    let all = buffer.len() * size_of::<u64>();
    // SAFETY: the buffer has so many bytes, and any bytes will do.
    unsafe { std::slice::from_raw_parts(buffer.as_ptr().cast(), len.min(all)) }
}

fn sound<T>(done: Result<T, Unusable>) -> T {
    match done {
        Ok(done) => done,
        // SAFETY: address and length are those of the words.
        Err(Unusable(why)) => unsafe { fail(ABORT, why.as_ptr(), why.len()) },
    }
}

impl Guest {
    fn play(&mut self, stream: usize, view: usize) {
        let begin = stream.next_multiple_of(8);
        let all = bytes(&self.buffer, begin + view);
        self.orders.clear();
        if let Some(player) = &mut self.player {
            sound(player.play(&all[..stream], &all[begin..], &mut self.orders));
        }
        self.reply = [self.orders.len() as u32, self.orders.as_ptr() as usize as u32, 0];
    }
}

/// The version of the interface.
#[unsafe(no_mangle)]
pub extern "C" fn palestra_abi() -> i32 {
    1
}

/// Room for `len` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn palestra_buffer(len: usize) -> *mut u64 {
    GUEST.with_borrow_mut(|guest| {
        guest.buffer = vec![0; len.div_ceil(8).max(1)];
        guest.buffer.as_mut_ptr()
    })
}

/// The network is in the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn palestra_source(len: usize) {
    GUEST.with_borrow_mut(|guest| {
        guest.network = Some(sound(Network::read(bytes(&guest.buffer, len))));
    });
}

/// The intro is in the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn palestra_begin(len: usize) {
    GUEST.with_borrow_mut(|guest| {
        let network = guest.network.take();
        let intro = bytes(&guest.buffer, len);
        guest.player = network.map(|network| sound(Learned::new(network, intro)));
    });
}

/// Stream and view are in the buffer: one round.
#[unsafe(no_mangle)]
pub extern "C" fn palestra_play(stream_len: usize, view_len: usize) -> *const u32 {
    GUEST.with_borrow_mut(|guest| {
        guest.play(stream_len, view_len);
        guest.reply.as_ptr()
    })
}
