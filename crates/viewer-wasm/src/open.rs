//! From the bytes of a file to a match that can be looked at.

use engine::record::{MAGIC, Record, Unusable};
use engine::say::Say;
use engine::{DynGame, Film, Freeze, Outcome, Refusal, Ruleset, say};
use serde::Serialize;

/// An open match.
pub struct Opened {
    /// Every board.
    pub film: Box<dyn Film>,
    /// Its game.
    pub game: &'static dyn DynGame,
    /// The match record; result files have none.
    pub record: Option<Record>,
    /// The messages of the rules on stderr, by board; result files have none.
    pub notes: Vec<String>,
}

/// The facts about an open file for the viewer.
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
    /// The command that plays the match again where the players' files are; empty where the
    /// file does not say enough.
    pub again: String,
    /// The text of its settings, when they are none of the game's own boards: the command reads
    /// them from `settings.cnf`.
    pub settings: Option<String>,
    /// Scores on the last board, as the rules count them.
    pub scores: Vec<i64>,
}

/// The player of a seat.
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
/// A sentence that says what is wrong with the file and where. Its words are in
/// `viewer/locales/*/said.ftl`; what a format allows stays English, as the formats' own words are.
pub fn open(bytes: &[u8], games: &[&'static dyn DynGame]) -> Result<Opened, Say> {
    if bytes.is_empty() {
        return Err(say!("This file is empty."));
    }
    if bytes.starts_with(MAGIC) { open_record(bytes, games) } else { open_result(bytes, games) }
}

fn open_record(bytes: &[u8], games: &[&'static dyn DynGame]) -> Result<Opened, Say> {
    let record = Record::from_bytes(bytes).map_err(unusable)?;
    let game = games.iter().copied().find(|g| g.facts().id == record.game).ok_or_else(|| {
        say!("This match is of `{}`, a game that this viewer does not have.", record.game.clone())
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
        (None, Err(error)) => Err(unusable(error)),
        (None, Ok(_)) => Err(say!("The match record contains a match of another game.")),
    }
}

fn open_result(bytes: &[u8], games: &[&'static dyn DynGame]) -> Result<Opened, Say> {
    if bytes.iter().take(4096).any(|&byte| byte == 0) {
        return Err(say!("This is neither a result file nor a match record: it is not text."));
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
        Some((title, why)) => say!(
            "No game can read this as a result file. {} came furthest: {}",
            title,
            refused(why)
        ),
        None => say!("This viewer has no games inside."),
    })
}

fn refused(why: Refusal) -> Say {
    match why.line {
        0 => say!("found {}, but {}.", why.found, why.allowed),
        line => say!("line {}: found {}, but {}.", line, why.found, why.allowed),
    }
}

fn unusable(error: Unusable) -> Say {
    match error {
        Unusable::Damaged(why) => Say::Words("The match record is damaged: {}.", vec![why]),
        Unusable::NoReplay(why) => say!("The match cannot be replayed: {}.", why),
        Unusable::NotARecord | Unusable::Differs { .. } => Say::plain(error),
    }
}

impl Opened {
    /// The facts for the viewer.
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
            again: record.map(|record| self.again(record)).unwrap_or_default(),
            settings: record
                .filter(|record| self.own_board(record).is_none())
                .map(|record| String::from_utf8_lossy(&record.settings).into_owned()),
            receipts: outcome.as_ref().map(|o| o.freezes.clone()).unwrap_or_default(),
            outcome,
            scores: self.film.scores(last),
        }
    }
}

impl Opened {
    /// The game's own board with the record's settings, and whether it is the default.
    fn own_board(&self, record: &Record) -> Option<(&'static str, bool)> {
        let mut boards = self.game.facts().boards.iter().enumerate();
        let own = boards.find(|(_, (_, text))| text.as_bytes() == record.settings);
        own.map(|(k, (name, _))| (*name, k == 0))
    }

    fn again(&self, record: &Record) -> String {
        let mut words = vec!["palestra play".to_owned(), self.game.facts().id.into()];
        words.extend(record.players.iter().map(|player| quoted(&player.name)));
        words.push(format!("-s {}", quoted(&record.seed)));
        match self.own_board(record) {
            Some((_, true)) => {}
            Some((name, false)) => words.push(format!("-i {name}")),
            None => words.push("-i settings.cnf".into()),
        }
        if record.ruleset == Ruleset::Kit {
            words.push("--rules kit".into());
        }
        if record.judged {
            words.push("--judge".into());
        }
        words.join(" ")
    }
}

/// A word for a shell. Names come from files of strangers: nothing in them may run.
fn quoted(word: &str) -> String {
    // What begins with a dash would be an option.
    let word = if word.starts_with('-') { format!("./{word}") } else { word.to_owned() };
    let plain = |c: char| c.is_ascii_alphanumeric() || "_./-".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word;
    }
    // A line end could end the command where it is pasted.
    let safe: String = word.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("'{}'", safe.replace('\'', r"'\''"))
}
