//! Matches, and the orders of players in recorded situations: all jobs that run machine code.

use crate::blobs::Blobs;
use crate::protocol::{
    Behave, Broken, Digest, Limits, Outcome, Play, Played, Player, Program as Named,
};
use arena::play::Nobody;
use arena::{Entrant, Plan, Products};
use engine::record::Record;
use engine::{DynGame, Ending, Fatal, Setup, VoidBy};
use sandbox::{OnTimeout, Program, Sandbox, Seal};
use std::collections::{HashMap, VecDeque};
use std::time::Duration;

/// Programs that a process keeps, those used last.
const PROGRAMS_MAX: usize = 48;

/// The key of machine code on its way between the processes of one machine. It keeps nobody out:
/// machine code never comes from another machine.
#[must_use]
pub fn transport() -> Seal {
    Seal::from_key(*b"palestra: from judge to worker 1")
}

/// The game with this id.
pub(crate) fn game(id: &str) -> Option<&'static dyn DynGame> {
    games::ALL.iter().copied().find(|game| game.facts().id == id)
}

/// The end of a job that needs no verdict.
pub(crate) enum Stop {
    /// The judge is gone, or does not keep to the protocol.
    Judge(Broken),
    /// The job ends like this.
    Outcome(Outcome),
}

impl From<Broken> for Stop {
    fn from(broken: Broken) -> Self {
        Self::Judge(broken)
    }
}

impl From<Outcome> for Stop {
    fn from(outcome: Outcome) -> Self {
        Self::Outcome(outcome)
    }
}

pub(crate) fn trouble(why: impl std::fmt::Display) -> Stop {
    Stop::Outcome(Outcome::Trouble(why.to_string()))
}

/// Why a match did not begin: settings and seed decide that, or the machine failed.
fn not_begun(fatal: Fatal) -> Stop {
    match fatal.void {
        None => Stop::Outcome(Outcome::NoMatch(fatal.message)),
        Some(_) => trouble(fatal.message),
    }
}

/// Runs machine code, and keeps what it loaded for the next matches.
pub(crate) struct Runner {
    sandbox: Sandbox,
    programs: HashMap<Digest, Program>,
    /// The digests of the programs, those used last at the end.
    used: VecDeque<Digest>,
}

impl Runner {
    pub(crate) fn new(sandbox: Sandbox) -> Self {
        Self { sandbox, programs: HashMap::new(), used: VecDeque::new() }
    }

    /// Loads all machine code that these players need and that is not loaded yet.
    fn load(&mut self, players: &[Player], blobs: &mut Blobs<'_>) -> Result<(), Stop> {
        let mut missing = Vec::new();
        for player in players {
            let Named::Code(code) = player.program else { continue };
            if !self.programs.contains_key(&code) && !missing.contains(&code) {
                missing.push(code);
            }
            self.used.retain(|used| *used != code);
            self.used.push_back(code);
        }
        if missing.is_empty() {
            return Ok(());
        }
        for (code, bytes) in blobs.need(&missing)? {
            let loaded = self.sandbox.program(&bytes, &transport());
            let program = loaded.map_err(|_| Outcome::Unfit { code })?;
            self.programs.insert(code, program);
        }
        while self.used.len() > PROGRAMS_MAX {
            if let Some(old) = self.used.pop_front() {
                self.programs.remove(&old);
            }
        }
        Ok(())
    }

    fn entrant(
        &self,
        game: &'static dyn DynGame,
        player: &Player,
        limits: &Limits,
        metered: bool,
    ) -> Result<Entrant, Stop> {
        match &player.program {
            Named::BuiltIn(which) => {
                let own = game.facts().players.iter().find(|own| *own == which);
                let own = own.ok_or_else(|| trouble(format!("no player {which}")))?;
                let mut entrant = Entrant::built_in(game, own);
                entrant.seated.name = player.name.clone();
                Ok(entrant)
            }
            Named::Module(_) => Err(trouble("a module without machine code")),
            Named::Code(code) => {
                let program = self.programs.get(code).ok_or_else(|| trouble("nothing loaded"))?;
                let limits = sandbox_limits(limits, metered, player.struck);
                Ok(Entrant::module(player.name.clone(), program.clone(), limits))
            }
        }
    }

    /// Plays a match, and replays its record where one is wanted.
    pub(crate) fn play(&mut self, job: &Play, blobs: &mut Blobs<'_>) -> Result<Outcome, Stop> {
        let game = game(&job.game).ok_or_else(|| trouble(format!("no game {}", job.game)))?;
        if job.seats.len() != engine::SEATS {
            return Err(trouble(format!("{} players", job.seats.len())));
        }
        self.load(&job.seats, blobs)?;
        let entrant = |player| self.entrant(game, player, &job.limits, job.judged);
        let entrants = job.seats.iter().map(entrant).collect::<Result<Vec<_>, _>>()?;
        let setup = Setup {
            seed: job.seed.clone(),
            ruleset: job.ruleset,
            names: job.seats.iter().map(|player| player.name.clone()).collect(),
            judged: job.judged,
        };
        let plan = Plan { game, settings: &job.settings, setup, entrants: &entrants };
        let products = Products { record: job.record, ..Products::default() };
        let played = arena::play::play(&plan, products, &mut Nobody).map_err(not_begun)?;
        let ending = match &played.outcome.ending {
            Ending::Finished => String::new(),
            Ending::Aborted(why) => why.clone(),
            Ending::Stopped => "stopped".into(),
            Ending::Voided { by: VoidBy::Timeout { seat }, .. } => {
                return Ok(Outcome::Overtime { seat: *seat });
            }
            Ending::Voided { message, by: VoidBy::Machine } => return Err(trouble(message)),
        };
        let (verified, record, public) = match &played.record {
            Some(whole) => {
                // Mostly there is nothing to hide: to compress it once is enough.
                let public = has_logs(whole).then(|| without_logs(whole, None).to_bytes().into());
                (replays(whole, game, &played), whole.to_bytes(), public)
            }
            None => (false, Vec::new(), None),
        };
        let outcome = played.outcome;
        Ok(Outcome::Played(Box::new(Played {
            deterministic: outcome.is_deterministic(),
            scores: outcome.scores,
            status: outcome.status,
            freezes: outcome.freezes,
            ending,
            rounds: played.rounds,
            verified,
            record,
            public,
        })))
    }

    /// Shows a player recorded situations and collects its orders.
    pub(crate) fn behave(&mut self, job: &Behave, blobs: &mut Blobs<'_>) -> Result<Outcome, Stop> {
        let game = game(&job.game).ok_or_else(|| trouble(format!("no game {}", job.game)))?;
        self.load(std::slice::from_ref(&job.player), blobs)?;
        let entrant = self.entrant(game, &job.player, &job.limits, true)?;
        let bytes = blobs.need(&job.records)?;
        let mut all = Vec::with_capacity(job.records.len());
        for digest in &job.records {
            let record = Record::from_bytes(&bytes[digest]).map_err(trouble)?;
            let mut make = |intro: &[u8]| entrant.maker.player(intro);
            let answers = similarity::behaviour::answers(game, &record, &mut make);
            all.push(answers.map_err(trouble)?);
        }
        Ok(Outcome::Behaved(all))
    }
}

/// Whether the record of a match leads to the end that was played.
fn replays(record: &Record, game: &dyn DynGame, played: &arena::play::Played) -> bool {
    match &played.outcome.ending {
        Ending::Finished => record.leads_to(game, &*played.last).is_ok(),
        // The rules ended it within a round, which is not in the record.
        _ => record.verify(game).is_ok(),
    }
}

fn sandbox_limits(limits: &Limits, metered: bool, struck: bool) -> sandbox::Limits {
    let bytes = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
    sandbox::Limits {
        fuel_max: Some(limits.fuel),
        metered,
        memory_bytes_max: bytes(limits.memory_bytes),
        stderr_bytes_max: bytes(limits.stderr_bytes),
        cpu_time_max: limits.cpu_millis.map(Duration::from_millis),
        on_timeout: if struck { OnTimeout::Freeze } else { OnTimeout::Void },
    }
}

/// Whether [`without_logs`] hides anything.
fn has_logs(record: &Record) -> bool {
    let mut turns = record.rounds.iter().flat_map(|round| &round.seats);
    let froze = record.outcome.as_ref().is_some_and(|outcome| !outcome.freezes.is_empty());
    froze || turns.any(|turn| !turn.said.is_empty())
}

/// The record without what only a player's author may read: its standard error and its receipts.
/// It replays to the same digests. With `own`, the logs of these seats stay.
#[must_use]
pub fn without_logs(record: &Record, own: Option<&[usize]>) -> Record {
    let mut shown = record.clone();
    let hidden = |seat: usize| !own.is_some_and(|own| own.contains(&seat));
    for round in &mut shown.rounds {
        for (seat, turn) in round.seats.iter_mut().enumerate() {
            if hidden(seat) {
                turn.said.clear();
            }
        }
    }
    for freeze in shown.outcome.iter_mut().flat_map(|outcome| &mut outcome.freezes) {
        if hidden(freeze.seat) {
            freeze.detail.clear();
            freeze.backtrace.clear();
            freeze.last_words.clear();
            freeze.fuel = 0;
            freeze.memory = 0;
        }
    }
    shown
}
