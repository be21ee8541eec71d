//! How the old programs behaved on the command line where the kits differ.
//!
//! Called as `Game`, the `palestra` binary speaks as the program of the game's kit did (section
//! h of each specification); a game whose kit differs from [`Program::COMMON`] says where.

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
}
