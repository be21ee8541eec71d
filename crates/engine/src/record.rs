//! The match record, `.match`: all that a replay of the match needs, and a digest of each state.
//!
//! The format is described in `docs/formats.md`: a line of text with the version, the deflated
//! contents, and a digest of both, so that a damaged file is noticed. The record of a judge ends
//! with a line that signs it: see [`crate::signature`].

use crate::digest::Chain;
use crate::film::Film;
use crate::game::{Fatal, Notes, Ruleset, Setup};
use crate::hidden::{DynGame, DynState};
use crate::matches::{Match, Outcome};
use crate::player::Order;
use crate::say::Say;
use crate::signature;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};

/// The first bytes of every record.
pub const MAGIC: &[u8] = b"palestra match 1\n";
/// Bytes of the digest at the end of a record.
pub const DIGEST_LEN: usize = 32;
/// Against 6, the usual one: three fifths of the time, and files that are a sixteenth larger.
const COMPRESSION: Compression = Compression::new(3);
/// No honest record is larger once unpacked; a hostile one must not fill the memory.
const LARGEST: u64 = 1 << 30;

/// The player of a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    /// Its name.
    pub name: String,
    /// `builtin`, `wasm` or `native`.
    pub kind: String,
    /// Digest of its code; empty for built-in players.
    pub digest: String,
}

/// How the random stream of a player went on during its turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Luck {
    /// It stayed as it was.
    #[default]
    Kept,
    /// The player drew this often.
    Drew(u32),
    /// The whole state that the player left.
    Left(Vec<u8>),
    /// It had no turn: the player was frozen before, and its stream was not even prepared.
    Absent,
}

/// One seat in one round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SeatTurn {
    /// Its calls before any check.
    pub orders: Vec<Order>,
    /// Its standard error.
    pub said: Vec<u8>,
    /// Whether `said` contains the warnings of repeated orders.
    pub warned: bool,
    /// Fuel used so far.
    pub fuel: u64,
    /// The status set before its turn, if any.
    pub status: Option<f64>,
    /// How its random stream went on.
    pub luck: Luck,
}

/// One round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// One entry per seat.
    pub seats: Vec<SeatTurn>,
    /// First eight bytes of the digest after the round.
    pub digest: u64,
}

/// A whole match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Version of the program that played it.
    pub engine: String,
    /// The game.
    pub game: String,
    /// The game's rules version.
    pub rules_version: u32,
    /// Which rules held.
    pub ruleset: Ruleset,
    /// Whether limits were on.
    pub judged: bool,
    /// The settings file, as it was.
    pub settings: Vec<u8>,
    /// The seed, as it was written.
    pub seed: String,
    /// The players.
    pub players: Vec<Seated>,
    /// Digest of the first state.
    pub first: u64,
    /// Every round.
    pub rounds: Vec<Round>,
    /// The whole digest at the end.
    pub whole: [u8; 32],
    /// The result.
    pub outcome: Option<Outcome>,
}

/// Why a record cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// The file does not begin as a record does.
    #[error("this is not a match record: it does not begin with `palestra match 1`")]
    NotARecord,
    /// The file is damaged.
    #[error("the match record is damaged: {0}")]
    Damaged(Say),
    /// The match could not be replayed at all.
    #[error("the match cannot be replayed: {0}")]
    NoReplay(String),
    /// The replay went another way.
    #[error(
        "the replay differs from the record: first in round {round} (state after the round); \
         recorded digest {recorded:016x}, replayed {replayed:016x}"
    )]
    Differs {
        /// The first round that differs, counted from 1; 0 is the state before the first.
        round: usize,
        /// The digest in the record.
        recorded: u64,
        /// The digest of the replay.
        replayed: u64,
    },
}

/// Writes a record while a match is played.
#[derive(Clone)]
pub struct Recorder {
    record: Record,
    chain: Chain,
}

impl Recorder {
    /// A recorder of a match whose first state is given.
    #[must_use]
    pub fn new(state: &dyn DynState, setup: &Setup, settings: &[u8], players: Vec<Seated>) -> Self {
        let mut chain = Chain::default();
        let first = chain.link(|bytes| state.write_canonical(bytes));
        let facts = state.facts();
        let record = Record {
            engine: env!("CARGO_PKG_VERSION").into(),
            game: facts.id.into(),
            rules_version: facts.rules_version,
            ruleset: setup.ruleset,
            judged: setup.judged,
            settings: settings.to_vec(),
            seed: setup.seed.clone(),
            players,
            first,
            rounds: Vec::new(),
            whole: [0; 32],
            outcome: None,
        };
        Self { record, chain }
    }

    /// Adds the round that was played last.
    pub fn round(&mut self, played: &Match) {
        let state = played.state();
        let digest = self.chain.link(|bytes| state.write_canonical(bytes));
        let seats = (0..state.seats()).map(|s| seat_turn(played, s)).collect();
        self.record.rounds.push(Round { seats, digest });
    }

    /// The finished record.
    #[must_use]
    pub fn finish(mut self, outcome: Outcome) -> Record {
        self.record.whole = self.chain.whole();
        self.record.outcome = Some(outcome);
        self.record
    }
}

fn seat_turn(played: &Match, seat: usize) -> SeatTurn {
    let now = played.seat(seat);
    let luck = if now.stream_before.is_empty() {
        Luck::Absent
    } else if now.stream_after == now.stream_before {
        Luck::Kept
    } else {
        match played.state().stream_steps(&now.stream_before, &now.stream_after) {
            Some(steps) => Luck::Drew(steps),
            None => Luck::Left(now.stream_after.clone()),
        }
    };
    SeatTurn {
        orders: now.orders.clone(),
        said: now.said.clone(),
        warned: now.warned,
        fuel: now.fuel,
        status: now.status,
        luck,
    }
}

impl Record {
    /// The record as a file.
    ///
    /// # Panics
    /// Never: a record always serialises.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let plain = postcard::to_stdvec(self).expect("a record always serialises");
        let mut out = MAGIC.to_vec();
        let mut encoder = DeflateEncoder::new(&mut out, COMPRESSION);
        encoder.write_all(&plain).expect("writing to memory cannot fail");
        encoder.finish().expect("writing to memory cannot fail");
        let digest = blake3::hash(&out);
        out.extend_from_slice(digest.as_bytes());
        out
    }

    /// Reads a file, signed or not. A signature is not checked here: see the crate `signing`.
    ///
    /// # Errors
    /// When it is no record, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Unusable> {
        let record = signature::split(bytes)?.record;
        let body = &record[MAGIC.len()..record.len() - DIGEST_LEN];
        let mut plain = Vec::new();
        DeflateDecoder::new(body)
            .take(LARGEST)
            .read_to_end(&mut plain)
            .map_err(|e| Unusable::Damaged(Say::plain(e)))?;
        Self::from_contents(&plain)
    }

    /// Reads the inflated contents of a file.
    ///
    /// # Errors
    /// When they are damaged.
    pub fn from_contents(plain: &[u8]) -> Result<Self, Unusable> {
        postcard::from_bytes(plain).map_err(|e| Unusable::Damaged(Say::plain(e)))
    }

    /// How the match began.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            seed: self.seed.clone(),
            ruleset: self.ruleset,
            names: self.players.iter().map(|p| p.name.clone()).collect(),
            judged: self.judged,
        }
    }

    /// Replays the match; `each` is shown the state after every round.
    ///
    /// # Errors
    /// When the match cannot begin, or the rules abort before the record ends.
    pub fn replay(
        &self,
        game: &dyn DynGame,
        mut each: impl FnMut(usize, &dyn DynState, &Notes),
    ) -> Result<Box<dyn DynState>, Unusable> {
        let no_replay = |e: Fatal| Unusable::NoReplay(e.to_string());
        let mut notes = Notes::default();
        let mut state = game.start(&self.settings, &self.setup(), &mut notes).map_err(no_replay)?;
        each(0, &*state, &notes);
        for (k, round) in self.rounds.iter().enumerate() {
            notes.text.clear();
            replay_round(&mut *state, round, &mut notes, &mut |_, _, _| ()).map_err(no_replay)?;
            each(k + 1, &*state, &notes);
        }
        Ok(state)
    }

    /// Shows what the player at `seat` was shown: `each` gets, for every turn that it had, the
    /// index of the round in the record, the number of the round as players see it, its random
    /// stream before the turn and its view. Answers the intro.
    ///
    /// # Errors
    /// When the match cannot be replayed, or has no such seat.
    pub fn turns(
        &self,
        game: &dyn DynGame,
        seat: usize,
        mut each: impl FnMut(usize, i32, &[u8], &[u8]),
    ) -> Result<Vec<u8>, Unusable> {
        let no_replay = |e: Fatal| Unusable::NoReplay(e.to_string());
        let mut notes = Notes::default();
        let mut state = game.start(&self.settings, &self.setup(), &mut notes).map_err(no_replay)?;
        if seat >= state.seats() {
            return Err(Unusable::NoReplay(format!("there is no seat {seat}")));
        }
        let (mut intro, mut view) = (Vec::new(), Vec::new());
        state.write_intro(seat, &mut intro);
        for (k, round) in self.rounds.iter().enumerate() {
            let mut show = |turn: usize, state: &dyn DynState, stream: &[u8]| {
                if turn == seat {
                    view.clear();
                    state.write_view(seat, &mut view);
                    each(k, state.round(), stream, &view);
                }
            };
            replay_round(&mut *state, round, &mut notes, &mut show).map_err(no_replay)?;
        }
        Ok(intro)
    }

    /// Replays the match and compares every digest.
    ///
    /// # Errors
    /// The first round that differs, or why there is no replay.
    pub fn verify(&self, game: &dyn DynGame) -> Result<(), Unusable> {
        let mut chain = Chain::default();
        let mut differs = None;
        let end = self.replay(game, |k, state, _| {
            let replayed = chain.link(|bytes| state.write_canonical(bytes));
            let recorded = if k == 0 { self.first } else { self.rounds[k - 1].digest };
            if recorded != replayed && differs.is_none() {
                differs = Some(Unusable::Differs { round: k, recorded, replayed });
            }
        })?;
        if let Some(differs) = differs {
            return Err(differs);
        }
        let recorded_scores = self.outcome.as_ref().map(|o| &o.scores);
        if chain.whole() != self.whole || recorded_scores.is_some_and(|s| *s != end.scores()) {
            return Err(Unusable::Damaged(
                "its final digest or scores differ from the match".into(),
            ));
        }
        Ok(())
    }

    /// Replays the match and compares the last state, byte for byte. It computes no digests, so
    /// it takes a fraction of the time of [`verify`](Self::verify): the digests of a match that was
    /// just recorded are those of the states that were played.
    ///
    /// # Errors
    /// When there is no replay, or it ends in another state or with other scores.
    pub fn leads_to(&self, game: &dyn DynGame, last: &dyn DynState) -> Result<(), Unusable> {
        let end = self.replay(game, |_, _, _| ())?;
        let (mut replayed, mut played) = (Vec::new(), Vec::new());
        end.write_canonical(&mut replayed);
        last.write_canonical(&mut played);
        let scores = self.outcome.as_ref().map(|outcome| &outcome.scores);
        if replayed != played || scores.is_some_and(|scores| *scores != end.scores()) {
            return Err(Unusable::Damaged("the replay ends in another state".into()));
        }
        Ok(())
    }

    /// The match as a film, replayed.
    ///
    /// # Errors
    /// When it cannot be replayed.
    pub fn film(&self, game: &dyn DynGame) -> Result<Box<dyn Film>, Unusable> {
        let mut film: Option<Box<dyn Film>> = None;
        self.replay(game, |_, state, _| match &mut film {
            None => film = game.film(state),
            Some(film) => {
                film.push(state);
            }
        })?;
        film.ok_or_else(|| Unusable::NoReplay("the record is of another game".into()))
    }
}

/// Is shown who has a turn, in which state and with which stream.
type Show<'a> = dyn FnMut(usize, &dyn DynState, &[u8]) + 'a;

/// Replays one round; `show` sees who has a turn, in which state and with which stream.
fn replay_round(
    state: &mut dyn DynState,
    round: &Round,
    notes: &mut Notes,
    show: &mut Show<'_>,
) -> Result<(), Fatal> {
    let seats = state.seats();
    if round.seats.len() != seats {
        return Err(Fatal::new("a round has not one entry per seat"));
    }
    let mut stream = Vec::new();
    for (seat, turn) in round.seats.iter().enumerate() {
        if let Some(status) = turn.status {
            state.set_status(seat, status);
        }
        if turn.luck == Luck::Absent {
            continue;
        }
        stream.clear();
        state.write_stream(seat, &mut stream);
        show(seat, &*state, &stream);
        match &turn.luck {
            Luck::Kept | Luck::Absent => {}
            Luck::Drew(steps) => state.advance_stream(&mut stream, *steps),
            Luck::Left(bytes) => stream.clone_from(bytes),
        }
        state.read_stream(seat, &stream);
    }
    let orders: Vec<Vec<Order>> = round.seats.iter().map(|t| t.orders.clone()).collect();
    let warned: Vec<bool> = round.seats.iter().map(|t| t.warned).collect();
    state.step(&orders, &warned, notes)
}
