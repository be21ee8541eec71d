//! One match with all its products.

use crate::roster::Entrant;
use engine::record::{Record, Recorder};
use engine::{DynGame, DynState, Ending, Fatal, Film, Match, Notes, Outcome, Player, Setup};
use std::io::Write;
use std::ops::ControlFlow;

/// Result files are written in pieces of about this many bytes.
const PIECE: usize = 1 << 16;

/// Everything that decides a match.
#[derive(Clone)]
pub struct Plan<'a> {
    /// The game.
    pub game: &'static dyn DynGame,
    /// The text of the settings file.
    pub settings: &'a [u8],
    /// Seed, ruleset, names, limits.
    pub setup: Setup,
    /// The players, by seat.
    pub entrants: &'a [Entrant],
}

/// Which products are wanted besides the outcome.
#[derive(Default)]
pub struct Products<'a> {
    /// Where the result file goes. Failures to write are told at the end, in [`Played`].
    pub res: Option<Box<dyn Write + 'a>>,
    /// Whether to keep a match record.
    pub record: bool,
    /// Whether to keep a film.
    pub film: bool,
}

/// Somebody who follows a match while it is played.
pub trait Observer {
    /// The board is made; `notes` is what the rules said while making it.
    fn loaded(&mut self, _state: &dyn DynState, _notes: &str) {}
    /// A round is over, or was cut short by a [`Fatal`] end. `Break` stops the match.
    fn round(&mut self, _played: &Match) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// A observer that does not listen.
pub struct Nobody;

impl Observer for Nobody {}

/// The result of a match.
pub struct Played {
    /// Scores, statuses, receipts, and how it ended.
    pub outcome: Outcome,
    /// The state at the end.
    pub last: Box<dyn DynState>,
    /// Rounds that were played.
    pub rounds: usize,
    /// The record, if wanted.
    pub record: Option<Record>,
    /// The film, if wanted.
    pub film: Option<Box<dyn Film>>,
    /// Why the result file could not be written, if so.
    pub res_error: Option<std::io::Error>,
}

/// Plays a match.
///
/// # Errors
/// When it cannot begin: refused settings, or no legal board. What goes wrong later is an
/// [`Ending`].
pub fn play(
    plan: &Plan<'_>,
    products: Products<'_>,
    observer: &mut dyn Observer,
) -> Result<Played, Fatal> {
    let mut notes = Notes::default();
    let state = plan.game.start(plan.settings, &plan.setup, &mut notes)?;
    observer.loaded(&*state, &notes.text);
    Ok(play_from(state, plan, products, observer))
}

/// Plays a match whose first state is made already.
#[must_use]
pub fn play_from(
    state: Box<dyn DynState>,
    plan: &Plan<'_>,
    products: Products<'_>,
    observer: &mut dyn Observer,
) -> Played {
    let players = seat_all(&*state, plan.entrants);
    let mut res = products.res.map(Res::new);
    let mut recorder = products.record.then(|| {
        let seated = plan.entrants.iter().map(|e| e.seated.clone()).collect();
        Recorder::new(&*state, &plan.setup, plan.settings, seated)
    });
    let mut film = if products.film { plan.game.film(&*state) } else { None };
    if let Some(res) = &mut res {
        res.first(&*state);
    }
    let mut played = Match::new(state, players, plan.setup.ruleset, plan.setup.judged);
    let mut ending = Ending::Finished;
    let mut rounds = 0;
    while !played.over() {
        if let Err(fatal) = played.play_round() {
            if let (Some(res), true) = (&mut res, fatal.moves_shown) {
                res.moves(played.state());
            }
            ending = fatal.into();
            let _ = observer.round(&played);
            break;
        }
        rounds += 1;
        if let Some(res) = &mut res {
            res.round(played.state());
        }
        if let Some(recorder) = &mut recorder {
            recorder.round(&played);
        }
        if let Some(film) = &mut film {
            film.push(played.state());
        }
        if observer.round(&played).is_break() && !played.over() {
            ending = Ending::Stopped;
            break;
        }
    }
    let outcome = played.outcome(ending);
    Played {
        record: recorder.map(|r| r.finish(outcome.clone())),
        last: played.state().clone_box(),
        res_error: res.and_then(Res::finish),
        outcome,
        rounds,
        film,
    }
}

fn seat_all(state: &dyn DynState, entrants: &[Entrant]) -> Vec<Box<dyn Player>> {
    let mut intro = Vec::new();
    let seat = |(seat, entrant): (usize, &Entrant)| {
        intro.clear();
        state.write_intro(seat, &mut intro);
        entrant.maker.player(&intro)
    };
    entrants.iter().enumerate().map(seat).collect()
}

/// A result file being written.
struct Res<'a> {
    to: Box<dyn Write + 'a>,
    buffer: Vec<u8>,
    error: Option<std::io::Error>,
}

impl<'a> Res<'a> {
    fn new(to: Box<dyn Write + 'a>) -> Self {
        Self { to, buffer: Vec::with_capacity(2 * PIECE), error: None }
    }

    fn first(&mut self, state: &dyn DynState) {
        state.write_head(&mut self.buffer);
        state.write_board(&mut self.buffer);
    }

    fn moves(&mut self, state: &dyn DynState) {
        state.write_moves(&mut self.buffer);
    }

    fn round(&mut self, state: &dyn DynState) {
        state.write_moves(&mut self.buffer);
        state.write_board(&mut self.buffer);
        if self.buffer.len() >= PIECE {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if self.error.is_none() {
            self.error = self.to.write_all(&self.buffer).err();
        }
        self.buffer.clear();
    }

    fn finish(mut self) -> Option<std::io::Error> {
        self.flush();
        self.error.or_else(|| self.to.flush().err())
    }
}
