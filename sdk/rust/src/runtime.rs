//! Between the arena and a player: the interface of `crates/sandbox/ABI.md` when built for
//! WebAssembly, and the same bytes over pipes when built as a program of one's own machine.
//!
//! Players never use this module: `player!` does.

pub use crate::orders::{Order, Orders};

/// Takes numbers, little-endian and unaligned, from bytes that the arena wrote. Reading past the
/// end gives zeros.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// Reads these bytes.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        match self.0.split_first_chunk() {
            Some((array, rest)) => {
                self.0 = rest;
                *array
            }
            None => {
                self.0 = &[];
                [0; N]
            }
        }
    }

    /// One byte.
    pub fn u8(&mut self) -> u8 {
        let [byte] = self.array();
        byte
    }

    /// A whole number.
    pub fn i32(&mut self) -> i32 {
        i32::from_le_bytes(self.array())
    }

    /// Four whole numbers, or any other count of them.
    pub fn i32s<const N: usize>(&mut self) -> [i32; N] {
        std::array::from_fn(|_| self.i32())
    }

    /// A real number.
    pub fn f64(&mut self) -> f64 {
        f64::from_le_bytes(self.array())
    }

    /// Real numbers.
    pub fn f64s<const N: usize>(&mut self) -> [f64; N] {
        std::array::from_fn(|_| self.f64())
    }

    /// The next `size` bytes, or as many as there are.
    pub fn bytes(&mut self, size: usize) -> &'a [u8] {
        let (bytes, rest) = self.0.split_at(size.min(self.0.len()));
        self.0 = rest;
        bytes
    }

    /// A count of things that take at least `each` bytes: never more than could follow.
    pub fn count(&mut self, each: usize) -> usize {
        let count = u32::from_le_bytes(self.array()) as usize;
        count.min(self.left() / each.max(1))
    }

    /// How many bytes are left.
    #[must_use]
    pub fn left(&self) -> usize {
        self.0.len()
    }
}

/// The type that the players of a game look at, from the game's module.
pub trait Guest: Sized {
    /// The game's name on the command line.
    const ID: &'static str;
    /// Its directions.
    type Dir: Copy;
    /// The two numbers of an order that say the direction.
    fn numbers(dir: Self::Dir) -> [i32; 2];
    /// Reads the intro.
    fn begin(intro: Reader<'_>) -> Self;
    /// A new round: takes the random stream and the view, and forgets the orders.
    fn load(&mut self, stream: &[u8], view: Reader<'_>);
    /// Writes the random stream back.
    fn store(&self, stream: &mut [u8]);
    /// The orders of the round.
    fn orders(&self) -> &Orders;
}

/// A player of the game `G`.
pub trait Plays<G>: Default {
    /// One round.
    fn play_round(&mut self, game: &G);
}

/// A player that sits at a match.
pub struct Seat<G, P> {
    pub(crate) game: G,
    player: P,
    pub(crate) orders: Vec<Order>,
    #[cfg(not(palestra_no_forward))]
    intro: std::rc::Rc<[u8]>,
}

impl<G: Guest, P: Plays<G>> Seat<G, P> {
    /// Sits down.
    #[must_use]
    pub fn new(intro: &[u8]) -> Self {
        let game = G::begin(Reader::new(intro));
        Self {
            game,
            player: P::default(),
            orders: Vec::new(),
            #[cfg(not(palestra_no_forward))]
            intro: intro.into(),
        }
    }

    /// Plays one round and leaves the orders in `orders`.
    pub fn play(&mut self, stream: &mut [u8], view: &[u8]) {
        self.game.load(stream, Reader::new(view));
        #[cfg(not(palestra_no_forward))]
        crate::simulation::told(&self.intro, view);
        self.player.play_round(&self.game);
        self.game.store(stream);
        self.game.orders().copy_to(&mut self.orders);
    }

    /// The orders of the round played last.
    #[must_use]
    pub fn orders(&self) -> &[Order] {
        &self.orders
    }
}

/// A stream takes this many bytes before the view begins.
pub(crate) fn padded(size: usize) -> usize {
    size.next_multiple_of(8)
}

/// The words of a panic in one line: `panicked at AIName.rs:12:5: what`.
fn last_words(info: &std::panic::PanicHookInfo<'_>) -> String {
    let text = info.payload();
    let what = text.downcast_ref::<&str>().copied();
    let what = what.or_else(|| text.downcast_ref::<String>().map(String::as_str));
    // Where in the standard library it was says nothing to a player's author.
    let place = info.location().map_or_else(String::new, |at| match at.file() {
        file if file.starts_with("/rustc/") => " inside the standard library".to_string(),
        _ => format!(" at {at}"),
    });
    format!("panicked{place}: {}", what.unwrap_or("for a reason that is no text"))
}

/// From now on a panic ends the player and leaves a receipt.
fn panics_leave_a_receipt() {
    std::panic::set_hook(Box::new(|info| {
        let text = last_words(info);
        write(2, format!("{text}\n").as_bytes());
        fail(&text);
    }));
}

#[cfg(not(target_family = "wasm"))]
pub use crate::native::{fail, serve, write};
#[cfg(target_family = "wasm")]
pub use crate::wasm::{Slot, fail, write};

pub(crate) fn prepare() {
    panics_leave_a_receipt();
}

/// The result of `player!` of every game: the exports of a module, or the `main` of a program.
#[macro_export]
#[doc(hidden)]
macro_rules! exports {
    ($game:ty, $player:ty) => {
        #[cfg(target_family = "wasm")]
        const _: () = {
            static SEAT: $crate::runtime::Slot<$game, $player> = $crate::runtime::Slot::new();

            #[unsafe(no_mangle)]
            extern "C" fn palestra_abi() -> i32 {
                1
            }

            #[unsafe(no_mangle)]
            extern "C" fn palestra_buffer(len: usize) -> *mut u8 {
                SEAT.buffer(len)
            }

            #[unsafe(no_mangle)]
            extern "C" fn palestra_begin(len: usize) {
                SEAT.begin(len)
            }

            #[unsafe(no_mangle)]
            extern "C" fn palestra_play(stream_len: usize, view_len: usize) -> *const u32 {
                SEAT.play(stream_len, view_len)
            }
        };

        #[cfg(not(target_family = "wasm"))]
        #[allow(dead_code, reason = "an example in the documentation has a main of its own")]
        fn main() {
            $crate::runtime::serve::<$game, $player>()
        }
    };
}
