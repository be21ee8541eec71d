//! The match environment: a game, its boards and its players, shared by many matches.

use crate::play::Plan;
use crate::roster::Entrant;
use crate::schedule::{Fixture, SEEDS};
use crate::venue::Venue;
use engine::{DynGame, Ending, Freeze, Ruleset, SEATS, Setup};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A match that failed by our own fault is played again at most this often.
const ATTEMPTS: usize = 3;
/// Seeds that a board refuses are replaced by the next one, at most this often.
const SEEDS_TRIED: usize = 32;
/// Frames of a backtrace and lines of stderr that a kept receipt has at most.
const LINES_KEPT: usize = 8;
const COLUMNS_KEPT: usize = 200;

/// A settings file.
#[derive(Clone, Debug)]
pub struct BoardFile {
    /// Its name, as `-i` takes it.
    pub name: String,
    /// Its text.
    pub text: Vec<u8>,
}

/// Everything that a series of matches has in common.
pub struct Environment {
    /// The game.
    pub game: &'static dyn DynGame,
    /// The settings files.
    pub boards: Vec<BoardFile>,
    /// The players.
    pub players: Vec<Entrant>,
    /// Which rules hold.
    pub ruleset: Ruleset,
    /// Whether the judge's limits are on.
    pub judged: bool,
    /// Where the matches are played.
    pub venue: Arc<dyn Venue>,
}

/// The result of a match that a series keeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// The seed that was played: that of the fixture unless the board refused it.
    pub seed: usize,
    /// Scores by seat.
    pub scores: [i64; SEATS],
    /// Share of the budget by seat, -1 when frozen, 0 when nothing is metered.
    pub status: [f64; SEATS],
    /// Receipts, shortened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub freezes: Vec<Freeze>,
}

/// A series cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// The board and the seed give no match, and neither did the seeds after it.
    #[error("{board} cannot be played: {why}")]
    Board {
        /// Name of the settings file.
        board: String,
        /// The message of the rules.
        why: String,
    },
    /// Our own failure, several times.
    #[error("the match with seed {seed} on {board} could not be played: {why}")]
    Void {
        /// Name of the settings file.
        board: String,
        /// The seed.
        seed: usize,
        /// The failure.
        why: String,
    },
    /// The journal could not be written.
    #[error("palestra could not store the results: {0}")]
    Journal(String),
}

impl Environment {
    /// Plays one match; `None` when `stop` was set before it ended. A player that freezes keeps
    /// the score it has, and costs nothing in other matches.
    ///
    /// # Errors
    /// When the board gives no match with this seed or the next ones, or when we fail repeatedly.
    pub fn play(&self, fixture: &Fixture, stop: &AtomicBool) -> Result<Option<Score>, Trouble> {
        let board = &self.boards[fixture.board];
        let entrants = fixture.seats.map(|player| self.players[player].clone());
        let mut why = String::new();
        let mut failures = 0;
        let mut seed = fixture.seed;
        for _ in 0..SEEDS_TRIED {
            let setup = Setup {
                seed: seed.to_string(),
                ruleset: self.ruleset,
                names: entrants.iter().map(|e| e.seated.name.clone()).collect(),
                judged: self.judged,
            };
            let plan = Plan { game: self.game, settings: &board.text, setup, entrants: &entrants };
            match self.venue.play(&plan, stop) {
                Ok(outcome) => match outcome.ending {
                    Ending::Finished | Ending::Aborted(_) => {
                        return Ok(Some(kept(seed, &outcome)));
                    }
                    Ending::Stopped => return Ok(None),
                    Ending::Voided { message, .. } => {
                        failures += 1;
                        why = message;
                    }
                },
                // Seed and board decide this, not the players: all of them meet the same seed.
                Err(fatal) if fatal.void.is_none() => {
                    why = fatal.message;
                    seed = (seed + 1) % SEEDS;
                }
                Err(fatal) => {
                    failures += 1;
                    why = fatal.message;
                }
            }
            if failures == ATTEMPTS {
                return Err(Trouble::Void { board: board.name.clone(), seed, why });
            }
        }
        Err(Trouble::Board { board: board.name.clone(), why })
    }

    /// A digest of everything that decides the results besides the plan of the series: versions,
    /// game, rules, boards, players by the hash of their code.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut text = format!(
            "{}\n{}\n{}\n{} {}\n{:?} {}\n",
            env!("CARGO_PKG_VERSION"),
            crate::VERSION,
            crate::SANDBOX_VERSION,
            self.game.facts().id,
            self.game.facts().rules_version,
            self.ruleset,
            self.judged
        );
        for board in &self.boards {
            text += &format!("board {} {}\n", board.name, blake3::hash(&board.text));
        }
        for player in &self.players {
            text += &format!("player {}\n", identity(player));
        }
        blake3::hash(text.as_bytes()).to_hex().to_string()
    }

    /// Whether two players are known to be the same program: by the hash of their code, players of
    /// the game itself by their name. What has no hash is never known to be the same.
    #[must_use]
    pub fn same(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.players[one].seated, &self.players[other].seated);
        let known = match one.kind == "builtin" {
            true => one.name == other.name,
            false => !one.digest.is_empty(),
        };
        known && one.kind == other.kind && one.digest == other.digest
    }
}

/// The identity of a program: kind, hash, and the name, which others may see.
fn identity(player: &Entrant) -> String {
    let seated = &player.seated;
    format!("{} {} {}", seated.kind, seated.digest, seated.name)
}

fn kept(seed: usize, outcome: &engine::Outcome) -> Score {
    let mut score = Score { seed, scores: [0; SEATS], status: [0.0; SEATS], freezes: Vec::new() };
    for seat in 0..SEATS.min(outcome.scores.len()) {
        score.scores[seat] = outcome.scores[seat];
        // Six decimals are more than anybody reads, and survive being written and read.
        score.status[seat] = (outcome.status[seat] * 1e6).round() / 1e6;
    }
    score.freezes = outcome.freezes.iter().map(shortened).collect();
    score
}

/// A receipt that takes no room to speak of, even if every match brings one.
fn shortened(freeze: &Freeze) -> Freeze {
    let short = |lines: &[String]| -> Vec<String> {
        lines.iter().take(LINES_KEPT).map(|l| l.chars().take(COLUMNS_KEPT).collect()).collect()
    };
    Freeze {
        detail: freeze.detail.chars().take(COLUMNS_KEPT).collect(),
        backtrace: short(&freeze.backtrace),
        last_words: short(&freeze.last_words),
        ..freeze.clone()
    }
}
