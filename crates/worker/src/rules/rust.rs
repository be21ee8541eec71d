//! The rules for players in Rust: a module imports and exports what the crate `palestra` says.
//!
//! Files, other crates and unstable features are refused where players are compiled, also outside
//! of the judge. Macros can hide from all of this; the check of the linked module holds anyway.

use super::{Complaint, Fault};
use toolchain::{Token, tokens};

/// Attributes that export. No player has a use for a variable of such a name, so a macro that
/// writes them is found, too.
const EXPORTS: &[&str] = &["no_mangle", "export_name"];
/// Attributes that name sections and symbols.
const SYMBOLS: &[&str] = &["link_section", "link_name", "linkage"];
const ASSEMBLERS: &[&str] = &["asm", "global_asm", "naked_asm"];

/// The faults of a source against the rules.
pub(super) fn faults(text: &str) -> Vec<Fault> {
    let tokens = tokens(text);
    let suspects = tokens.iter().enumerate().filter_map(|(at, token)| {
        let before = at.checked_sub(1).map_or("", |before| tokens[before].text);
        let after = tokens.get(at + 1).map_or("", |next| next.text);
        let what = complaint(token, before, after)?;
        Some(Fault { line: token.line, column: token.column, what })
    });
    suspects.collect()
}

fn complaint(token: &Token<'_>, before: &str, after: &str) -> Option<Complaint> {
    let word = token.text;
    let name = word.to_string();
    match word {
        // The text with the name of the interface is no token.
        "extern" if after == "{" => Some(Complaint::Imports),
        _ if EXPORTS.contains(&word) => Some(Complaint::Exports { name }),
        _ if SYMBOLS.contains(&word) => Some(Complaint::Linker { name }),
        "link" if token.attribute && after == "(" => Some(Complaint::Linker { name }),
        _ if ASSEMBLERS.contains(&word) && (after == "!" || before == ":") => {
            Some(Complaint::Assembler { name })
        }
        "crate_name" if token.attribute => Some(Complaint::CrateName { name }),
        _ => None,
    }
}
