//! The behaviour of the old programs where the kits differ, from `kit.json` of a game.

use engine::{DynGame, Match};
use serde::Deserialize;
use std::fmt::Arguments;
use std::io::Write;

/// The exit code in a shell of a program that SIGABRT ended.
const ABORTED: u8 = 134;

/// The habits of one kit's program (section h of each specification). A key that `kit.json` leaves
/// out is as in most kits.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Habits {
    /// The seed when none is given; `None`: the seconds of the clock, also for a negative one.
    pub default_seed: Option<String>,
    /// Whether names and seed are checked before anything is read, and `info: seed N` is said.
    pub checks_first: bool,
    /// The number of the first round in `info: start round`; `None`: the same as on the board.
    pub first_round: Option<i32>,
    /// Lines before and after what the rules say in a round.
    pub around_rules: Option<(String, String)>,
    /// Whether scores and winners are said at the end.
    pub says_scores: bool,
    /// The message if there are more or fewer names than seats.
    pub wrong_number: String,
    /// The text before and after the name of an unknown player.
    pub not_registered: (String, String),
    /// Exit code when names or seed are wrong.
    pub wrong_call: u8,
    /// Exit code when the settings are refused or the match cannot go on.
    pub refused: u8,
}

impl Default for Habits {
    fn default() -> Self {
        Self {
            default_seed: Some("-1".into()),
            checks_first: true,
            first_round: None,
            around_rules: None,
            says_scores: true,
            wrong_number: "ERROR: Wrong number of players.".into(),
            not_registered: ("ERROR: Player ".into(), " not registered.".into()),
            wrong_call: ABORTED,
            refused: ABORTED,
        }
    }
}

impl Habits {
    /// The habits of a game's kit; those of most kits for a game that has none.
    ///
    /// # Errors
    /// When the `kit.json` of the game is not JSON of this form: a mistake of the game's author.
    pub fn of(game: &dyn DynGame) -> Result<Self, serde_json::Error> {
        match game.facts().kit {
            "" => Ok(Self::default()),
            text => serde_json::from_str(text),
        }
    }

    /// Prints the output of the old programs in a round: the start and end of each player, the
    /// players' messages between them, then the messages of the rules.
    pub fn tell_round(&self, round: i32, played: &Match, out: &mut Vec<u8>) {
        line(out, format_args!("info: start round {round}"));
        for seat in 0..played.state().seats() {
            line(out, format_args!("info:     start player {seat}"));
            out.extend_from_slice(&played.seat(seat).said);
            line(out, format_args!("info:     end player {seat}"));
        }
        if let Some((before, _)) = &self.around_rules {
            line(out, format_args!("{before}"));
        }
        out.extend_from_slice(played.notes().as_bytes());
        if let Some((_, after)) = &self.around_rules {
            line(out, format_args!("{after}"));
        }
        line(out, format_args!("info: end round {round}"));
    }

    /// Prints their output after the last round: scores, winners, last line.
    pub fn tell_end(&self, names: &[String], scores: &[i64], out: &mut Vec<u8>) {
        if self.says_scores {
            for (name, score) in names.iter().zip(scores) {
                line(out, format_args!("info: player {name} got score {score}"));
            }
            // The kits look for the best from 0 on.
            let best = scores.iter().copied().max().unwrap_or(0).max(0);
            let top = names.iter().zip(scores).filter(|(_, score)| **score == best);
            let top: Vec<&str> = top.map(|(name, _)| name.as_str()).collect();
            line(out, format_args!("info: player(s) {} got top score", top.join(" ")));
        }
        line(out, format_args!("info: game played"));
    }
}

fn line(out: &mut Vec<u8>, line: Arguments<'_>) {
    // Writing to memory cannot fail.
    let _ = writeln!(out, "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_says_its_habits_in_the_right_form() {
        for game in games::ALL {
            let habits = Habits::of(*game);
            assert!(habits.is_ok(), "{}/kit.json: {habits:?}", game.facts().id);
        }
    }

    #[test]
    fn keys_that_are_left_out_are_as_in_most_kits_and_unknown_ones_are_refused() {
        let some: Habits = serde_json::from_str(r#"{"wrong_call": 1}"#).expect("is right");
        assert_eq!(some, Habits { wrong_call: 1, ..Habits::default() });
        assert!(serde_json::from_str::<Habits>(r#"{"wrong_cal": 1}"#).is_err());
    }
}
