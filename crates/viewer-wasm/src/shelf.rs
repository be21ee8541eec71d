//! The open matches and the questions that the viewer asks about them, answered in JSON.

use crate::open::{Opened, open};
use engine::digest::hex_digest;
use engine::scene::{Asked, Series};
use engine::{DynGame, Film, Order, say};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The open matches, by number.
pub struct Shelf {
    games: Vec<&'static dyn DynGame>,
    matches: Vec<Option<Opened>>,
}

/// The actions of one seat in a round, from a match record.
#[derive(Debug, Serialize)]
struct Turn<'a> {
    orders: &'a [Order],
    said: String,
    fuel: u64,
    status: Option<f64>,
    /// Orders that the scene says nothing about, and what became of them.
    rest: Vec<Asked>,
}

impl Shelf {
    /// An empty shelf for matches of these games.
    #[must_use]
    pub fn new(games: &[&'static dyn DynGame]) -> Self {
        Self { games: games.to_vec(), matches: Vec::new() }
    }

    /// Opens a file: its card, or `{"error": …}` with a sentence.
    pub fn open(&mut self, bytes: &[u8]) -> String {
        match open(bytes, &self.games) {
            Ok(opened) => {
                let free = self.matches.iter().position(Option::is_none);
                let handle = free.unwrap_or(self.matches.len());
                let card = text(&opened.card(handle));
                if free.is_none() {
                    self.matches.push(None);
                }
                self.matches[handle] = Some(opened);
                card
            }
            Err(error) => json!({ "error": error }).to_string(),
        }
    }

    /// Forgets a match.
    pub fn close(&mut self, handle: usize) {
        if let Some(place) = self.matches.get_mut(handle) {
            *place = None;
        }
    }

    fn get(&self, handle: usize) -> Option<&Opened> {
        self.matches.get(handle)?.as_ref()
    }

    fn ask(&self, handle: usize, answer: impl FnOnce(&Opened) -> Option<String>) -> String {
        self.get(handle).and_then(answer).unwrap_or_else(|| "null".into())
    }

    /// The constant part of a match; records add the series `Fuel`.
    #[must_use]
    pub fn stage(&self, handle: usize) -> String {
        self.ask(handle, |opened| {
            let mut stage = opened.film.stage();
            if let Some(fuel) = fuel_series(opened, stage.scenes) {
                stage.series.push(fuel);
            }
            if let Some(record) = &opened.record {
                let played = record.rounds.len() + 1;
                if stage.incomplete.is_empty() && stage.scenes < played {
                    stage.incomplete = say!(
                        "The match could be replayed only to round {} of {}.",
                        stage.scenes.saturating_sub(1),
                        played - 1,
                    );
                }
            }
            Some(text(&stage))
        })
    }

    /// The picture of board `k`, or `null`.
    #[must_use]
    pub fn scene(&self, handle: usize, k: usize) -> String {
        self.ask(handle, |opened| opened.film.scene(k).map(|scene| text(&scene)))
    }

    /// Everything known about a cell of board `k`.
    #[must_use]
    pub fn inspect(&self, handle: usize, k: usize, i: i32, j: i32) -> String {
        self.ask(handle, |opened| Some(text(&opened.film.inspect(k, i, j))))
    }

    /// The actions of the players in the round that led to board `k`, or `null` without a record.
    #[must_use]
    pub fn turn(&self, handle: usize, k: usize) -> String {
        self.ask(handle, |opened| {
            let round = opened.record.as_ref()?.rounds.get(k.checked_sub(1)?)?;
            let told = opened.film.scene(k).map(|scene| scene.orders).unwrap_or_default();
            let seats: Vec<Turn<'_>> = round
                .seats
                .iter()
                .enumerate()
                .map(|(n, seat)| Turn {
                    rest: rest(&*opened.film, k, n, &seat.orders, &told),
                    orders: &seat.orders,
                    said: String::from_utf8_lossy(&seat.said).into_owned(),
                    fuel: seat.fuel,
                    status: seat.status,
                })
                .collect();
            let notes = opened.notes.get(k).map_or("", String::as_str);
            Some(json!({ "seats": seats, "notes": notes }).to_string())
        })
    }

    /// All that a player wrote on stderr: pairs of board and text.
    #[must_use]
    pub fn said(&self, handle: usize, seat: usize) -> String {
        self.ask(handle, |opened| {
            let rounds = &opened.record.as_ref()?.rounds;
            let said: Vec<(usize, String)> = rounds
                .iter()
                .enumerate()
                .filter_map(|(k, round)| Some((k + 1, &round.seats.get(seat)?.said)))
                .filter(|(_, said)| !said.is_empty())
                .map(|(k, said)| (k, String::from_utf8_lossy(said).into_owned()))
                .collect();
            Some(text(&said))
        })
    }

    /// The view of a player of board `k` before its turn, as a picture, or `null`.
    #[must_use]
    pub fn sight(&self, handle: usize, k: usize, seat: usize) -> String {
        self.ask(handle, |opened| opened.film.sight(k, seat).map(|sight| text(&sight)))
    }

    /// The bytes that a player was shown before it played towards board `k + 1`: their number
    /// and digest, the same that receipts name. `null` without a record.
    #[must_use]
    pub fn view(&self, handle: usize, k: usize, seat: usize) -> String {
        self.ask(handle, |opened| {
            let mut bytes = None;
            let record = opened.record.as_ref()?;
            let mut part = record.clone();
            part.rounds.truncate(k);
            // A round that cannot be replayed leaves the views before it.
            let _ = part.replay(opened.game, |round, state, _| {
                if round == k && seat < state.seats() {
                    let mut view = Vec::new();
                    state.write_view(seat, &mut view);
                    bytes = Some(view);
                }
            });
            let bytes = bytes?;
            Some(json!({ "size": bytes.len(), "digest": hex_digest(&bytes) }).to_string())
        })
    }

    /// Replays a record and compares digests: `{"ok": true, "rounds": n}`, or `{"ok": false,
    /// "round": k, "why": …}` with `round` null where no single round is to blame. `null`
    /// for result files.
    #[must_use]
    pub fn verify(&self, handle: usize) -> String {
        self.ask(handle, |opened| {
            let record = opened.record.as_ref()?;
            let answer = match record.verify(opened.game) {
                Ok(()) => json!({ "ok": true, "rounds": record.rounds.len() }),
                Err(why) => {
                    let round = match &why {
                        engine::record::Unusable::Differs { round, .. } => Some(*round),
                        _ => None,
                    };
                    json!({ "ok": false, "round": round, "why": why.to_string() })
                }
            };
            Some(answer.to_string())
        })
    }

    /// The first board in which two matches differ, or `null` when they are the same. When one
    /// is shorter and equal so far, that is the first board that it does not have.
    #[must_use]
    pub fn differ(&self, one: usize, other: usize) -> String {
        let (Some(a), Some(b)) = (self.get(one), self.get(other)) else { return "null".into() };
        // Records know more than result files: where one is of each, both are taken as the latter.
        let mixed = a.record.is_some() != b.record.is_some();
        let (as_a, as_b) =
            (mixed.then(|| as_result(a)).flatten(), mixed.then(|| as_result(b)).flatten());
        let (a, b) = (as_a.as_deref().unwrap_or(&*a.film), as_b.as_deref().unwrap_or(&*b.film));
        let longest = a.len().max(b.len());
        let first = (0..longest).find(|&k| picture(a, k) != picture(b, k));
        text(&first)
    }

    /// The match as a result file.
    #[must_use]
    pub fn result_file(&self, handle: usize) -> Vec<u8> {
        self.get(handle).map(|opened| opened.film.write_res()).unwrap_or_default()
    }
}

/// The results of the orders of a seat that the scene leaves out.
fn rest(film: &dyn Film, k: usize, seat: usize, orders: &[Order], told: &[Asked]) -> Vec<Asked> {
    let told = told.iter().filter(|asked| asked.seat == seat as i32);
    // A list is walked once: units are told of in any order, but each of them once.
    let mut known: Vec<i32> = told.clone().map(|asked| asked.id).collect();
    if told.count() >= orders.len() {
        return Vec::new();
    }
    known.sort_unstable();
    let mut ordered = BTreeSet::new();
    let mut rest = Vec::new();
    for order in orders {
        let again = !ordered.insert(order.unit);
        if !again && known.binary_search(&order.unit).is_ok() {
            continue;
        }
        let raw = || Asked {
            seat: seat as i32,
            id: order.unit,
            cell: [-1, -1],
            text: say!("order {}: {} {}", order.verb, order.a, order.b),
            why: "not carried out".into(),
            ..Asked::default()
        };
        let mut asked = film.answer(k, seat, order).unwrap_or_else(raw);
        if again {
            (asked.done, asked.why) = (false, "only the first order for a unit counts".into());
        }
        rest.push(asked);
    }
    rest
}

/// The match as its result file tells it.
fn as_result(opened: &Opened) -> Option<Box<dyn Film>> {
    opened.game.read_res(&opened.film.write_res()).ok()
}

/// The parts of two boards that must be equal: everything but the players' budgets.
fn picture(film: &dyn Film, k: usize) -> Option<String> {
    let mut scene = film.scene(k)?;
    for seat in &mut scene.seats {
        seat.status = 0.0;
    }
    Some(text(&scene))
}

fn fuel_series(opened: &Opened, scenes: usize) -> Option<Series> {
    let rounds = &opened.record.as_ref()?.rounds;
    if rounds.last()?.seats.iter().all(|seat| seat.fuel == 0) {
        return None;
    }
    let none = vec![0.0; rounds.last()?.seats.len()];
    let fuel = |seat: &engine::record::SeatTurn| seat.fuel as f64;
    let mut values = vec![none];
    values.extend(rounds.iter().map(|round| round.seats.iter().map(fuel).collect()));
    values.truncate(scenes);
    Some(Series { name: "Fuel".into(), values })
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| Value::Null.to_string())
}
