//! A game's own player as a WebAssembly module: kits carry Dummy as such a file, as an example
//! of a player that is given away without its source.
//!
//! One module holds the players of all games; which one it is, its `WHO` says, which
//! `palestra kit` overwrites in the finished file. The exports are those of the player
//! interface, `crates/sandbox/ABI.md`.
#![expect(unsafe_code, reason = "exported names; see each function")]

use engine::{Order, Player, Turn};
use std::cell::RefCell;

/// Game and player, `dominator/Dummy`, filled up with zeros: a mark until a kit is made.
static WHO: [u8; 64] = *b"PALESTRA-PLAYER.................................................";

#[derive(Default)]
struct Guest {
    /// Where the arena writes; of `u64`, so that its address is a multiple of 8.
    buffer: Vec<u64>,
    player: Option<Box<dyn Player>>,
    stream: Vec<u8>,
    view: Vec<u8>,
    said: Vec<u8>,
    orders: Vec<Order>,
    reply: [u32; 3],
}

thread_local! {
    static GUEST: RefCell<Guest> = RefCell::default();
}

/// The player that the module is, told by its marks.
fn player(who: &[u8], intro: &[u8]) -> Option<Box<dyn Player>> {
    let text = std::str::from_utf8(who).ok()?.trim_end_matches('\0');
    let (game, name) = text.split_once('/')?;
    games::by_id(game)?.builtin(name, intro)
}

impl Guest {
    fn bytes(&self, from: usize, len: usize) -> Vec<u8> {
        let all = self.buffer.iter().flat_map(|word| word.to_le_bytes());
        all.skip(from).take(len).collect()
    }

    fn put_stream(&mut self) {
        for (word, bytes) in self.buffer.iter_mut().zip(self.stream.chunks(8)) {
            let mut whole = [0; 8];
            whole[..bytes.len()].copy_from_slice(bytes);
            *word = u64::from_le_bytes(whole);
        }
    }

    fn play(&mut self, stream_len: usize, view_len: usize) {
        self.stream = self.bytes(0, stream_len);
        self.view = self.bytes(stream_len.next_multiple_of(8), view_len);
        self.orders.clear();
        let mut turn =
            Turn::shown(&mut self.view, &mut self.stream, &mut self.orders, &mut self.said);
        if let Some(player) = &mut self.player {
            // Our own players never fail.
            let _ = player.play(&mut turn);
        }
        self.put_stream();
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

/// The intro is in the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn palestra_begin(len: usize) {
    GUEST.with_borrow_mut(|guest| {
        let intro = guest.bytes(0, len);
        // Its bytes are not those that the compiler sees.
        guest.player = player(std::hint::black_box(&WHO), &intro);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_no_player_and_a_written_one_is() {
        assert!(player(&WHO, &[]).is_none());
        let mut who = [0; 64];
        who[..15].copy_from_slice(b"dominator/Dummy");
        assert!(player(&who, &[0; 64]).is_some());
        assert!(player(b"dominator/Nobody", &[]).is_none());
    }
}
