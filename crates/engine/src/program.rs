//! How the old programs behaved on the command line where the kits differ.
//!
//! Called as `Game`, the `palestra` binary speaks as the program of the game's kit did (section
//! h of each specification); a game whose kit differs from [`Program::COMMON`] says where.

use crate::matches::Match;
use std::fmt::Arguments;
use std::io::Write;

/// The habits of one kit's program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    /// The seed when none is given; `None`: the seconds of the clock, also for a negative one.
    pub default_seed: Option<&'static str>,
    /// Whether names and seed are checked before anything is read, and `info: seed N` is said.
    pub checks_first: bool,
    /// What `info: start round` calls the first round; `None`: as the board does.
    pub first_round: Option<i32>,
    /// Lines before and after what the rules say in a round.
    pub around_rules: Option<(&'static str, &'static str)>,
    /// Whether scores and winners are said at the end.
    pub says_scores: bool,
    /// What is said when there are more or fewer names than seats.
    pub wrong_number: &'static str,
    /// What stands before and after the name of an unknown player.
    pub not_registered: (&'static str, &'static str),
    /// Exit status when names or seed are wrong.
    pub wrong_call: u8,
    /// Exit status when the settings are refused or the match cannot go on.
    pub refused: u8,
}

/// What a shell says of a program that was ended by SIGABRT.
pub const ABORTED: u8 = 134;

impl Program {
    /// The habits that most kits share.
    pub const COMMON: Self = Self {
        default_seed: Some("-1"),
        checks_first: true,
        first_round: None,
        around_rules: None,
        says_scores: true,
        wrong_number: "ERROR: Wrong number of players.",
        not_registered: ("ERROR: Player ", " not registered."),
        wrong_call: ABORTED,
        refused: ABORTED,
    };

    /// What the old programs wrote on stderr in a round: who begins and ends, what the players
    /// said in between, then what the rules said.
    pub fn tell_round(&self, round: i32, played: &Match, out: &mut Vec<u8>) {
        line(out, format_args!("info: start round {round}"));
        for seat in 0..played.state().seats() {
            line(out, format_args!("info:     start player {seat}"));
            out.extend_from_slice(&played.seat(seat).said);
            line(out, format_args!("info:     end player {seat}"));
        }
        if let Some((before, _)) = self.around_rules {
            line(out, format_args!("{before}"));
        }
        out.extend_from_slice(played.notes().as_bytes());
        if let Some((_, after)) = self.around_rules {
            line(out, format_args!("{after}"));
        }
        line(out, format_args!("info: end round {round}"));
    }

    /// What they wrote when the last round was over: scores, winners, farewell.
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
