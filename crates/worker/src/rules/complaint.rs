//! The faults of a source against the rules.

use crate::sentences;

sentences! {
    /// A fault of a source against the rules.
    Complaint;
    Size { count, most }
    Encoding
    Zero
    Tangled
    Include { path }
    Simulation
    Reads { name }
    Writes { name }
    Files { name }
    Programs { name }
    Threads { name }
    Global { name }
    Static { name }
    Define { name }
    OtherName { other, name }
    Imports
    Exports { name }
    Linker { name }
    Assembler { name }
    CrateName { name }
}

impl Complaint {
    /// The complaint in English, for the command line. The website has it in all languages.
    #[must_use]
    pub fn english(&self) -> String {
        let may_not = |name: &str, why: &str| format!("players may not use `{name}`: {why}");
        match self {
            Self::Size { count, most } => format!(
                "the source has {count} bytes, but at most {most} are allowed: compute large \
                 tables at the start"
            ),
            Self::Encoding => "the source is not UTF-8 text; save it as UTF-8".into(),
            Self::Zero => "the source has a zero byte: submit a text file".into(),
            Self::Tangled => "the source has too many levels or too many mistakes for the \
                 checks: make it simpler"
                .into(),
            Self::Include { path } => {
                format!("remove `{path}`: include only \"Player.hh\" and standard headers")
            }
            Self::Simulation => {
                "remove \"Simulation.hh\": players may not look ahead in this season".into()
            }
            Self::Reads { name } => may_not(name, "read the board with the functions of the game"),
            Self::Writes { name } => {
                may_not(name, "write to `cerr`, which goes to the log of the match")
            }
            Self::Files { name } => may_not(name, "a player has no files"),
            Self::Programs { name } => may_not(name, "a player cannot start programs"),
            Self::Threads { name } => may_not(name, "a player cannot start threads"),
            Self::Global { name } => format!(
                "`{name}` is a global variable: make it a member of the player's struct, or \
                 `const` if it never changes"
            ),
            Self::Static { name } => format!(
                "`{name}` is a static variable: remove `static` and make it a member, or add \
                 `const` if it never changes"
            ),
            Self::Define { name } => {
                format!("write `#define PLAYER_NAME {name}` below the includes")
            }
            Self::OtherName { other, name } => format!(
                "PLAYER_NAME is `{other}`, but the submission has the name `{name}`: use the \
                 same name"
            ),
            Self::Imports => "players import no functions: remove the `extern` block and call the \
                 functions of the game"
                .into(),
            Self::Exports { name } => format!(
                "players export no functions: remove `{name}`; `player!(…);` exports all functions \
                 that the arena calls"
            ),
            Self::Linker { name } => {
                format!("remove `{name}`: players may not give options to the linker")
            }
            Self::Assembler { name } => format!("remove `{name}`: players have no assembler"),
            Self::CrateName { name } => {
                format!("remove `{name}`: the name of the file is the name of the player")
            }
        }
    }
}
