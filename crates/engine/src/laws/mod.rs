//! The laws that every game must keep. Each is a function that panics, saying what broke.
//!
//! `games` runs them for every registered game; the tests here show each of them failing on a
//! toy game that was broken on purpose.

use crate::digest::Chain;
use crate::game::{Notes, Ruleset, Setup};
use crate::hidden::{DynGame, DynState};
use crate::matches::{Ending, Match};
use crate::player::{Freeze, Order, Player, Turn};
use crate::random::Lcg;
use crate::record::{Record, Recorder, Seated};

/// A match that a law is tried on.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The text of a settings file.
    pub settings: Vec<u8>,
    /// How the match begins.
    pub setup: Setup,
}

impl Sample {
    /// A sample with as many players as the settings seat.
    ///
    /// # Panics
    /// When the game refuses the settings.
    #[must_use]
    pub fn new(game: &dyn DynGame, settings: &[u8], seed: u32, ruleset: Ruleset) -> Self {
        let seats = game.check_settings(settings).expect("a sample's settings are legal");
        let names = (0..seats).map(|s| format!("P{s}")).collect();
        let setup = Setup { seed: seed.to_string(), ruleset, names, judged: false };
        Self { settings: settings.to_vec(), setup }
    }

    fn start(&self, game: &dyn DynGame) -> Box<dyn DynState> {
        game.start(&self.settings, &self.setup, &mut Notes::default())
            .expect("a sample can be started")
    }
}

/// Gives orders without sense: mostly legal numbers, sometimes any number at all.
pub struct Scatter(Lcg);

impl Scatter {
    /// A source of orders with its own seed.
    #[must_use]
    pub fn new(seed: i32) -> Self {
        Self(Lcg::new(seed))
    }

    /// Orders of one player for one round.
    pub fn orders(&mut self, out: &mut Vec<Order>) {
        out.clear();
        for _ in 0..self.0.draw(0, 60) {
            let wild = self.0.draw(0, 9) == 0;
            let mut number = |low, high| match wild {
                true => self.0.draw(-1000, 1000).wrapping_mul(4_194_301),
                false => self.0.draw(low, high),
            };
            let (verb, unit) = (number(0, 1), number(-1, 130));
            out.push(Order { verb, unit, a: number(-2, 9), b: number(-2, 3) });
        }
    }
}

impl Player for Scatter {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        self.orders(turn.orders);
        // Players may leave their stream in any state; records must follow.
        if let Some(byte) = turn.stream.first_mut() {
            *byte = byte.wrapping_add(1);
        }
        Ok(())
    }
}

/// Rounds of a match that most laws look at: what breaks, breaks early, and four seats' views
/// of hundreds of rounds on every board take their time.
const ROUNDS_TRIED: usize = 80;

fn scattered(
    state: &mut dyn DynState,
    seed: i32,
    rounds: usize,
    mut each: impl FnMut(&dyn DynState),
) {
    let mut players: Vec<Scatter> =
        (0..state.seats()).map(|s| Scatter::new(seed + s as i32)).collect();
    let mut orders = vec![Vec::new(); players.len()];
    let warned = vec![false; players.len()];
    let mut notes = Notes::default();
    for _ in 0..rounds.min(state.rounds_left() as usize) {
        for (player, out) in players.iter_mut().zip(&mut orders) {
            player.orders(out);
        }
        // A kit's abort is a legal end of a match with senseless orders.
        if state.step(&orders, &warned, &mut notes).is_err() {
            break;
        }
        each(state);
    }
}

fn digests(game: &dyn DynGame, sample: &Sample, seed: i32) -> Vec<u64> {
    let (mut chain, mut all) = (Chain::default(), Vec::new());
    let mut state = sample.start(game);
    let mut link =
        |state: &dyn DynState| all.push(chain.link(|bytes| state.write_canonical(bytes)));
    link(&*state);
    scattered(&mut *state, seed, ROUNDS_TRIED, link);
    all
}

/// Same settings, seed and orders: same digests.
///
/// # Panics
/// When they differ.
pub fn same_inputs_same_digests(game: &dyn DynGame, sample: &Sample) {
    let (one, two) = (digests(game, sample, 1), digests(game, sample, 1));
    assert!(one == two, "{}: two equal matches went two ways", game.facts().id);
}

/// Stepping a clone gives what stepping the original gives, and leaves the original alone.
///
/// # Panics
/// When it does not.
pub fn clones_step_alike(game: &dyn DynGame, sample: &Sample) {
    let id = game.facts().id;
    let mut state = sample.start(game);
    let (mut source, mut notes) = (Scatter::new(5), Notes::default());
    let mut orders = vec![Vec::new(); state.seats()];
    let warned = vec![false; state.seats()];
    let canonical = |state: &dyn DynState| {
        let mut bytes = Vec::new();
        state.write_canonical(&mut bytes);
        bytes
    };
    for _ in 0..ROUNDS_TRIED.min(state.rounds_left() as usize) {
        orders.iter_mut().for_each(|o| source.orders(o));
        let before = canonical(&*state);
        let mut twin = state.clone_box();
        let stepped = twin.step(&orders, &warned, &mut notes);
        assert!(canonical(&*state) == before, "{id}: stepping a clone changed the original");
        assert_eq!(state.step(&orders, &warned, &mut notes), stepped, "{id}: clone differs");
        assert!(canonical(&*state) == canonical(&*twin), "{id}: a clone stepped elsewhere");
        if stepped.is_err() {
            break;
        }
    }
}

/// No orders whatsoever make the rules, the views, the streams or the writers panic, and the
/// number of rounds left always shrinks by one.
///
/// # Panics
/// When something does.
pub fn any_orders_step(game: &dyn DynGame, sample: &Sample, seed: i32) {
    let mut state = sample.start(game);
    let (mut bytes, mut left) = (Vec::new(), state.rounds_left());
    for seat in 0..state.seats() {
        state.write_intro(seat, &mut bytes);
        let junk: Vec<u8> = (0..200_u8).map(|k| k.wrapping_mul(seed as u8 | 1)).collect();
        state.read_stream(seat, &junk[..(seed.unsigned_abs() as usize % 200)]);
    }
    scattered(&mut *state, seed, ROUNDS_TRIED, |state| {
        left -= 1;
        assert_eq!(state.rounds_left(), left, "{}: rounds are not counted", game.facts().id);
        bytes.clear();
        (0..state.seats()).for_each(|seat| state.write_view(seat, &mut bytes));
        state.write_board(&mut bytes);
        state.write_moves(&mut bytes);
    });
}

/// A result file that is written, read and written again is the same, and so are its scores;
/// every picture of it can be made, and cutting it anywhere never panics.
///
/// # Panics
/// When not.
pub fn result_files_read_back(game: &dyn DynGame, sample: &Sample) {
    let id = game.facts().id;
    let (text, scores) = scattered_match(game, sample);
    let film = game.read_res(&text).unwrap_or_else(|e| panic!("{id}: cannot read its file: {e}"));
    assert!(film.write_res() == text, "{id}: a result file changes when read and written");
    assert_eq!(film.scores(film.len() - 1), scores, "{id}: scores change when read");
    let stage = film.stage();
    assert!(stage.incomplete.is_empty(), "{id}: {}", stage.incomplete);
    for k in 0..film.len() {
        let scene = film.scene(k).expect("every board has a scene");
        assert_eq!(scene.ground.chars().count(), stage.rows * stage.cols, "{id}: ground");
        assert_eq!(scene.owner.chars().count(), stage.rows * stage.cols, "{id}: owner");
        film.inspect(k, k as i32 - 1, (stage.cols / 2) as i32);
    }
    for cut in (0..text.len()).step_by(text.len() / 97 + 1) {
        let _ = game.read_res(&text[..cut]);
    }
}

/// The result file and the final scores of a match of senseless orders, always the same.
///
/// # Panics
/// When the sample cannot be started.
#[must_use]
pub fn scattered_match(game: &dyn DynGame, sample: &Sample) -> (Vec<u8>, Vec<i64>) {
    let mut state = sample.start(game);
    let mut text = Vec::new();
    state.write_head(&mut text);
    state.write_board(&mut text);
    scattered(&mut *state, 3, usize::MAX, |state| {
        state.write_moves(&mut text);
        state.write_board(&mut text);
    });
    (text, state.scores())
}

/// A recorded match replays to the same digests and survives being written and read. A record with
/// another digest does not verify, and neither does one with other orders that change the match.
///
/// # Panics
/// When not.
pub fn records_replay(game: &dyn DynGame, sample: &Sample) {
    let id = game.facts().id;
    let (record, last) = recorded(game, sample);
    let bytes = record.to_bytes();
    let read = Record::from_bytes(&bytes).unwrap_or_else(|e| panic!("{id}: {e}"));
    assert!(read == record, "{id}: a record changes when written and read");
    read.verify(game).unwrap_or_else(|e| panic!("{id}: {e}"));
    let film = read.film(game).unwrap_or_else(|e| panic!("{id}: {e}"));
    assert_eq!(film.len(), record.rounds.len() + 1, "{id}: a film lacks boards");
    let mut forged = read.clone();
    if let Some(round) = forged.rounds.last_mut() {
        round.digest ^= 1;
        assert!(forged.verify(game).is_err(), "{id}: a record with a forged digest verifies");
    }
    leads_to_its_end_only(game, &read, &*last, &*sample.start(game));
    refuses_other_orders(game, read);
}

/// A record leads to its last state, not to the first one, and not without its last round.
fn leads_to_its_end_only(
    game: &dyn DynGame,
    record: &Record,
    last: &dyn DynState,
    first: &dyn DynState,
) {
    let id = game.facts().id;
    let ends = record.leads_to(game, last);
    ends.unwrap_or_else(|e| panic!("{id}: the record does not lead to its end: {e}"));
    let mut shorter = record.clone();
    if shorter.rounds.pop().is_some() {
        assert!(record.leads_to(game, first).is_err(), "{id}: a record leads to the first state");
        assert!(shorter.leads_to(game, last).is_err(), "{id}: a shorter record leads to the end");
    }
}

/// Takes a player's orders out of a record, one player after the other: at least one of them has
/// moved something, and such a record must not verify.
fn refuses_other_orders(game: &dyn DynGame, record: Record) {
    let seats = record.rounds.first().map_or(0, |round| round.seats.len());
    let gave_orders = record.rounds.iter().any(|r| r.seats.iter().any(|t| !t.orders.is_empty()));
    let refused = (0..seats).any(|seat| {
        let mut forged = record.clone();
        forged.rounds.iter_mut().for_each(|round| round.seats[seat].orders.clear());
        forged.verify(game).is_err()
    });
    assert!(refused || !gave_orders, "{}: a record with other orders verifies", game.facts().id);
}

/// A match of players that give orders at random: its record, and the state after its last whole
/// round. The rules may end it within a round.
fn recorded(game: &dyn DynGame, sample: &Sample) -> (Record, Box<dyn DynState>) {
    let state = sample.start(game);
    let seated = sample.setup.names.iter().map(|n| Seated { name: n.clone(), ..Seated::default() });
    let mut recorder = Recorder::new(&*state, &sample.setup, &sample.settings, seated.collect());
    let players = (0..state.seats()).map(|s| Box::new(Scatter::new(s as i32)) as Box<dyn Player>);
    let players = players.collect();
    let mut played = Match::new(state, players, sample.setup.ruleset, false);
    let mut ending = Ending::Finished;
    let mut last = played.state().clone_box();
    while !played.over() {
        if let Err(fatal) = played.play_round() {
            ending = fatal.into();
            break;
        }
        recorder.round(&played);
        last = played.state().clone_box();
    }
    (recorder.finish(played.outcome(ending)), last)
}

#[cfg(test)]
mod tests;
