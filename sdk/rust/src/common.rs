//! The common parts of the modules of the games. These are macros, so that players find everything
//! in the module of their game.

/// The parts of every game's module: the trait `Player`, the macro `player!`, the type
/// `Simulation`, and the common functions of every `Game`. Its `Game` needs the fields `me`,
/// `settings`, `round` and `status`.
///
/// The arguments are a dollar sign, which macros cannot write themselves, the name of the module,
/// and a name for `player!` that no other game has.
// rustfmt would move the macro inside to the right each time that it is run.
#[rustfmt::skip]
macro_rules! game {
    ($dollar:tt, $module:ident, $player:ident) => {
        /// The functions of a player. The arena makes a new player for every match, before the
        /// first round.
        pub trait Player: Default {
            /// Called once a round: look around and give your orders.
            fn play(&mut self, game: &Game);
        }

        impl<P: Player> $crate::runtime::Plays<Game> for P {
            fn play_round(&mut self, game: &Game) {
                self.play(game);
            }
        }

        /// Makes a type the player of this file: `player!(Name);` stands at its end.
        #[macro_export]
        #[doc(hidden)]
        macro_rules! $player {
            ($dollar player:ty) => {
                $crate::exports!($crate::$module::Game, $dollar player);
            };
        }

        pub use $player as player;

        /// A match that you imagine: see [`crate::Simulation`].
        #[cfg(not(palestra_no_forward))]
        pub type Simulation = $crate::Simulation<Game>;

        impl ::core::fmt::Debug for Game {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_struct("Game").field("round", &self.round).finish_non_exhaustive()
            }
        }

        impl Game {
            /// The parameters of the match.
            #[must_use]
            pub fn settings(&self) -> &Settings {
                &self.settings
            }

            /// Your own number, from 0.
            #[must_use]
            pub fn me(&self) -> i32 {
                self.me
            }

            /// The current round, from 0.
            #[must_use]
            pub fn round(&self) -> i32 {
                self.round
            }

            /// The share of its computation that a player has used, from 0 to 1, if there is a
            /// limit; -1 for a frozen player.
            #[must_use]
            #[track_caller]
            pub fn status(&self, player: i32) -> f64 {
                *$crate::seats::of(&self.status, player)
            }
        }
    };
}

/// For games on a board with edges: its `Game` needs the field `grid`, by rows, its `Settings`
/// `rows` and `cols`.
macro_rules! board {
    () => {
        impl Game {
            /// Rows of the board.
            #[must_use]
            pub fn rows(&self) -> i32 {
                self.settings.rows
            }

            /// Columns of the board.
            #[must_use]
            pub fn cols(&self) -> i32 {
                self.settings.cols
            }

            /// Whether a position is inside the board.
            #[must_use]
            pub fn pos_ok(&self, p: Pos) -> bool {
                (0..self.rows()).contains(&p.i) && (0..self.cols()).contains(&p.j)
            }

            /// The cell at a position, which must be inside the board.
            #[must_use]
            #[track_caller]
            pub fn cell(&self, p: Pos) -> &Cell {
                let (rows, cols) = (self.rows(), self.cols());
                assert!(self.pos_ok(p), "cell({p}): the board has {rows} rows and {cols} columns");
                &self.grid[(p.i * cols + p.j) as usize]
            }
        }
    };
}

/// For games whose units have a place in one list: the field `units` of their `Game`.
macro_rules! units {
    () => {
        impl Game {
            /// All units, of all players; each one's identifier is its place.
            #[must_use]
            pub fn units(&self) -> &[Unit] {
                &self.units
            }

            /// The unit with this identifier, which must exist.
            #[must_use]
            #[track_caller]
            pub fn unit(&self, id: i32) -> &Unit {
                $crate::seats::numbered(&self.units, "unit", id)
            }
        }
    };
}

/// For games whose players have a stream of [`Lcg`](crate::random::Lcg) each: the field `random`
/// of their `Game`.
macro_rules! draws {
    () => {
        impl Game {
            /// A random integer between `low` and `high`, both included; `low` when there is none.
            /// It comes from your own stream, so the same match gives the same numbers.
            #[must_use]
            pub fn random(&self, low: i32, high: i32) -> i32 {
                self.random.draw(low, high)
            }

            /// The numbers `0 .. n` in a random order.
            #[must_use]
            pub fn random_permutation(&self, n: usize) -> Vec<usize> {
                self.random.permutation(n)
            }
        }
    };
}

pub(crate) use {board, draws, game, units};
