//! From the bytes of a file to a match that can be looked at.

use engine::record::{MAGIC, Record};
use engine::{DynGame, Film, Freeze, Outcome, Refusal, Ruleset};
use serde::Serialize;

/// An open match.
pub struct Opened {
    /// Every board.
    pub film: Box<dyn Film>,
    /// Its game.
    pub game: &'static dyn DynGame,
    /// What the match record says; result files have none.
    pub record: Option<Record>,
    /// What the rules said on stderr, by board; result files have nothing.
    pub notes: Vec<String>,
}

/// What the viewer is told about a file once it is open.
#[derive(Debug, Serialize)]
pub struct Card {
    /// The number by which the match is asked for.
    pub handle: usize,
    /// `match` or `res`.
    pub kind: &'static str,
    /// The game's title.
    pub game: &'static str,
    /// Which rules held, where the file says so.
    pub ruleset: Option<Ruleset>,
    /// Version of the program that played it, empty where the file does not say.
    pub engine: String,
    /// Whether players had limits.
    pub judged: bool,
    /// Kind and digest of each player's code.
    pub players: Vec<Code>,
    /// Why players were frozen.
    pub receipts: Vec<Freeze>,
    /// How the match ended, where the file says so.
    pub outcome: Option<Outcome>,
    /// Scores on the last board, as the rules count them.
    pub scores: Vec<i64>,
}

/// Whose code sat at a seat.
#[derive(Debug, Serialize)]
pub struct Code {
    /// Its name.
    pub name: String,
    /// `builtin`, `wasm` or `native`.
    pub kind: String,
    /// Digest of its code; empty for built-in players.
    pub digest: String,
}

/// Opens a match record or a result file of any of the games.
///
/// # Errors
/// A sentence that says what is wrong with the file and where.
pub fn open(bytes: &[u8], games: &[&'static dyn DynGame]) -> Result<Opened, String> {
    if bytes.is_empty() {
        return Err("This file is empty.".into());
    }
    if bytes.starts_with(MAGIC) { open_record(bytes, games) } else { open_result(bytes, games) }
}

fn open_record(bytes: &[u8], games: &[&'static dyn DynGame]) -> Result<Opened, String> {
    let record = Record::from_bytes(bytes).map_err(sentence)?;
    let game = games.iter().copied().find(|g| g.facts().id == record.game).ok_or_else(|| {
        format!("This match is of `{}`, a game that this viewer does not have.", record.game)
    })?;
    let (mut film, mut notes): (Option<Box<dyn Film>>, Vec<String>) = (None, Vec::new());
    let replayed = record.replay(game, |_, state, said| {
        notes.push(said.text.clone());
        match &mut film {
            None => film = game.film(state),
            Some(film) => {
                film.push(state);
            }
        }
    });
    match (film, replayed) {
        (Some(film), _) => Ok(Opened { film, game, record: Some(record), notes }),
        (None, Err(error)) => Err(sentence(error)),
        (None, Ok(_)) => Err("The match record is of another game than it says.".into()),
    }
}

fn open_result(bytes: &[u8], games: &[&'static dyn DynGame]) -> Result<Opened, String> {
    if bytes.iter().take(4096).any(|&byte| byte == 0) {
        return Err("This is neither a result file nor a match record: it is not text.".into());
    }
    let mut furthest: Option<(&'static str, Refusal)> = None;
    for &game in games {
        match game.read_res(bytes) {
            Ok(film) => return Ok(Opened { film, game, record: None, notes: Vec::new() }),
            Err(refusal) => {
                if furthest.as_ref().is_none_or(|(_, best)| refusal.line > best.line) {
                    furthest = Some((game.facts().title, refusal));
                }
            }
        }
    }
    Err(match furthest {
        Some((title, refusal)) => {
            format!("No game can read this as a result file. {title} came furthest, but {refusal}.")
        }
        None => "This viewer has no games inside.".into(),
    })
}

fn sentence(error: impl ToString) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str().trim_end_matches('.'))
}

impl Opened {
    /// What the viewer is told about it.
    #[must_use]
    pub fn card(&self, handle: usize) -> Card {
        let last = self.film.len().saturating_sub(1);
        let record = self.record.as_ref();
        let outcome = record.and_then(|r| r.outcome.clone());
        let players = record.map_or(&[][..], |r| &r.players);
        Card {
            handle,
            kind: if record.is_some() { "match" } else { "res" },
            game: self.game.facts().title,
            ruleset: record.map(|r| r.ruleset),
            engine: record.map(|r| r.engine.clone()).unwrap_or_default(),
            judged: record.is_some_and(|r| r.judged),
            players: players
                .iter()
                .map(|p| Code {
                    name: p.name.clone(),
                    kind: p.kind.clone(),
                    digest: p.digest.clone(),
                })
                .collect(),
            receipts: outcome.as_ref().map(|o| o.freezes.clone()).unwrap_or_default(),
            outcome,
            scores: self.film.scores(last),
        }
    }
}
