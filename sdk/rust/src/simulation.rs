//! Looking ahead: the rules of the game inside a player. Only where the season allows it: build and
//! play with `--forward`.
#![allow(unsafe_code, reason = "the rules stand behind a border of addresses")]

use crate::runtime::{Guest, Reader};
use std::cell::RefCell;
use std::fmt;
use std::ptr::NonNull;
use std::rc::Rc;

/// Behind the border.
#[repr(C)]
struct Inside {
    _nothing: [u8; 0],
}

unsafe extern "C" {
    fn palestra_forward_new(
        game: *const u8,
        game_size: usize,
        intro: *const u8,
        intro_size: usize,
        view: *const u8,
        view_size: usize,
    ) -> *mut Inside;
    fn palestra_forward_clone(from: *const Inside) -> *mut Inside;
    fn palestra_forward_free(simulation: *mut Inside);
    fn palestra_forward_seed(simulation: *mut Inside, seed: u32);
    fn palestra_forward_order(
        simulation: *mut Inside,
        player: u32,
        verb: i32,
        unit: i32,
        a: i32,
        b: i32,
    );
    fn palestra_forward_step(simulation: *mut Inside) -> i32;
    fn palestra_forward_left(simulation: *const Inside) -> u32;
    fn palestra_forward_score(simulation: *const Inside, player: u32) -> i32;
    fn palestra_forward_view(simulation: *const Inside, to: *mut u8, room: usize) -> usize;
}

/// The bytes that the arena gave the current player.
#[derive(Default)]
struct Told {
    intro: Option<Rc<[u8]>>,
    view: Vec<u8>,
}

thread_local! {
    static TOLD: RefCell<Told> = RefCell::default();
}

/// A round begins.
pub(crate) fn told(intro: &Rc<[u8]>, view: &[u8]) {
    TOLD.with_borrow_mut(|told| {
        told.intro = Some(Rc::clone(intro));
        told.view.clear();
        told.view.extend_from_slice(view);
    });
}

const MOVE: i32 = 0;
const SHOOT: i32 = 1;

/// A match as a player imagines it, stepped by the real rules. Each game's module has it under this
/// name; players and directions are numbered as the player that imagines sees them.
///
/// A simulation guesses the values that a player does not see: it draws random numbers from its
/// own stream, which [`seed`](Self::seed) restarts. Every copy and every step costs computation
/// like any other code of the player.
///
/// ```
/// use palestra::dominator::*;
///
/// /// Goes where the next round brings most.
/// #[derive(Default)]
/// struct Greedy;
///
/// impl Player for Greedy {
///     fn play(&mut self, game: &Game) {
///         let now = Simulation::new(game);
///         for &id in game.farmers(0) {
///             let gain = |dir: &&Dir| {
///                 let mut next = now.clone();
///                 next.command(0, id, **dir);
///                 next.step();
///                 next.score(0)
///             };
///             let best = Dir::STRAIGHT.iter().max_by_key(gain);
///             game.command(id, *best.expect("there are four directions"));
///         }
///     }
/// }
///
/// player!(Greedy);
/// # use forward as _;
/// # mod doc { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/open.rs")); }
/// # assert!(!doc::one_round::<Game, Greedy>("dominator").is_empty());
/// ```
pub struct Simulation<G: Guest> {
    inside: NonNull<Inside>,
    intro: Rc<[u8]>,
    view: Vec<u8>,
    seen: Option<G>,
    fresh: bool,
}

impl<G: Guest> Simulation<G> {
    /// Begins with what you see in this round.
    ///
    /// # Panics
    /// Outside of `play`, where nothing is seen.
    #[must_use]
    pub fn new(_: &G) -> Self {
        TOLD.with_borrow(|told| {
            let intro = told.intro.clone().expect("a simulation begins inside of play()");
            let (id, view) = (G::ID.as_bytes(), &told.view);
            // SAFETY: three slices, with their lengths.
            let inside = unsafe {
                palestra_forward_new(
                    id.as_ptr(),
                    id.len(),
                    intro.as_ptr(),
                    intro.len(),
                    view.as_ptr(),
                    view.len(),
                )
            };
            let inside = NonNull::new(inside).expect("the rules take what the arena sent");
            Self { inside, intro, view: Vec::new(), seen: None, fresh: false }
        })
    }

    /// Begins the stream of chance anew; copies with different seeds meet different fates.
    pub fn seed(&mut self, seed: u32) {
        // SAFETY: it lives as long as this does.
        unsafe { palestra_forward_seed(self.inside.as_ptr(), seed) }
    }

    /// Gives the next round an order of any player, in the directions as you see them.
    pub fn command(&mut self, player: i32, unit: i32, dir: G::Dir) {
        let [a, b] = G::numbers(dir);
        self.order(player, MOVE, unit, [a, b]);
    }

    /// The same, for games in which one can shoot.
    pub fn shoot(&mut self, player: i32, unit: i32) {
        self.order(player, SHOOT, unit, [0, 0]);
    }

    fn order(&mut self, player: i32, verb: i32, unit: i32, [a, b]: [i32; 2]) {
        // SAFETY: it lives as long as this does.
        unsafe { palestra_forward_order(self.inside.as_ptr(), player as u32, verb, unit, a, b) }
    }

    /// Plays a round with the orders given since the last one; who got none gives none. False when
    /// the match is over.
    pub fn step(&mut self) -> bool {
        self.fresh = false;
        // SAFETY: it lives as long as this does.
        unsafe { palestra_forward_step(self.inside.as_ptr()) != 0 }
    }

    /// Rounds that are still to be played.
    #[must_use]
    pub fn rounds_left(&self) -> i32 {
        // SAFETY: it lives as long as this does.
        unsafe { palestra_forward_left(self.inside.as_ptr()) as i32 }
    }

    /// The score of a player, as the result of the match counts it.
    #[must_use]
    pub fn score(&self, player: i32) -> i32 {
        // SAFETY: it lives as long as this does.
        unsafe { palestra_forward_score(self.inside.as_ptr(), player as u32) }
    }

    /// The game that you would see now, with all functions of the real game. Reading a
    /// whole view costs more than a step, so ask only when needed.
    pub fn state(&mut self) -> &G {
        let seen = self.seen.get_or_insert_with(|| G::begin(Reader::new(&self.intro)));
        if !self.fresh {
            let at = self.inside.as_ptr();
            // SAFETY: it lives as long as this does, and the addresses are those of the vector.
            let size = unsafe {
                let room = self.view.len();
                palestra_forward_view(at, self.view.as_mut_ptr(), room)
            };
            if size > self.view.len() {
                self.view.resize(size, 0);
                // SAFETY: as above.
                unsafe { palestra_forward_view(at, self.view.as_mut_ptr(), size) };
            }
            seen.load(&[], Reader::new(&self.view[..size]));
            self.fresh = true;
        }
        seen
    }
}

/// A copy goes its own way.
impl<G: Guest> Clone for Simulation<G> {
    fn clone(&self) -> Self {
        // SAFETY: it lives as long as this does.
        let copy = unsafe { palestra_forward_clone(self.inside.as_ptr()) };
        let inside = NonNull::new(copy).expect("a copy is never null");
        let intro = Rc::clone(&self.intro);
        Self { inside, intro, view: Vec::new(), seen: None, fresh: false }
    }
}

impl<G: Guest> Drop for Simulation<G> {
    fn drop(&mut self) {
        // SAFETY: nobody else has it.
        unsafe { palestra_forward_free(self.inside.as_ptr()) }
    }
}

impl<G: Guest> fmt::Debug for Simulation<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = self.rounds_left();
        f.debug_struct("Simulation").field("rounds_left", &left).finish_non_exhaustive()
    }
}

/// Memory of the rules: they take it from the player.
#[cfg(target_family = "wasm")]
mod memory {
    use std::alloc::{Layout, alloc, dealloc};

    #[unsafe(no_mangle)]
    extern "C" fn palestra_forward_alloc(size: usize, align: usize) -> *mut u8 {
        // SAFETY: the rules never ask for nothing.
        Layout::from_size_align(size, align).map_or(std::ptr::null_mut(), |l| unsafe { alloc(l) })
    }

    #[unsafe(no_mangle)]
    extern "C" fn palestra_forward_dealloc(at: *mut u8, size: usize, align: usize) {
        if let Ok(layout) = Layout::from_size_align(size, align) {
            // SAFETY: it came from above, with this layout.
            unsafe { dealloc(at, layout) }
        }
    }
}
