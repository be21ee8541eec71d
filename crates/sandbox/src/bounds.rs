//! The limits on the contents of a module, so that its compilation ends within a few seconds of
//! CPU time.
//!
//! Beside each limit stands the largest value of an honest module: of all players in this
//! repository, the engines of players in JavaScript and Python, the players of the old kits, and
//! the rules of all games together, which players that look ahead contain a part of.
//! `cargo run --release -p sandbox --example census -- FILES` measures modules.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Something that a module may have so many of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// Bytes of the module.
    ModuleBytes,
    /// Types of functions and tags.
    Types,
    /// Parameters of one type.
    Params,
    /// Results of one type.
    Results,
    /// Imports.
    Imports,
    /// Functions that the module defines.
    Functions,
    /// Tables.
    Tables,
    /// Entries of one table.
    TableEntries,
    /// Pages of 64 KiB that the memory begins with.
    MemoryPages,
    /// Exception tags.
    Tags,
    /// Globals.
    Globals,
    /// Exports.
    Exports,
    /// Segments of entries for tables.
    ElementSegments,
    /// Entries in all those segments.
    Elements,
    /// Segments of data.
    DataSegments,
    /// Bytes in all those segments.
    DataBytes,
    /// Bytes of the bodies of all functions.
    CodeBytes,
    /// Bytes of the body of one function.
    BodyBytes,
    /// Parameters and local variables of one function.
    Locals,
    /// Blocks, loops, ifs and tries inside each other in one function.
    Nesting,
    /// Branches in the machine code of one function, roughly: of its blocks, to its blocks, to
    /// handlers of exceptions, of calls, and of instructions that look at the fuel.
    Branches,
    /// The same, of all functions.
    AllBranches,
    /// Branches times local variables of one function: what compilers of machine code spend
    /// their time on.
    Joins,
    /// The same, of all functions.
    AllJoins,
}

impl Limit {
    /// All limits.
    pub const ALL: [Self; 24] = [
        Self::ModuleBytes,
        Self::Types,
        Self::Params,
        Self::Results,
        Self::Imports,
        Self::Functions,
        Self::Tables,
        Self::TableEntries,
        Self::MemoryPages,
        Self::Tags,
        Self::Globals,
        Self::Exports,
        Self::ElementSegments,
        Self::Elements,
        Self::DataSegments,
        Self::DataBytes,
        Self::CodeBytes,
        Self::BodyBytes,
        Self::Locals,
        Self::Nesting,
        Self::Branches,
        Self::AllBranches,
        Self::Joins,
        Self::AllJoins,
    ];

    /// How many a module may have.
    #[must_use]
    pub const fn allowed(self) -> u64 {
        match self {
            Self::ModuleBytes => 16 << 20,  // 2,306,992
            Self::Types => 1_000,           // 110
            Self::Params => 60,             // 15
            Self::Results => 16,            // 1
            Self::Imports => 100,           // 9
            Self::Functions => 10_000,      // 1,478
            Self::Tables => 10,             // 1
            Self::TableEntries => 100_000,  // 640
            Self::MemoryPages => 1 << 14,   // 130
            Self::Tags => 100,              // 1
            Self::Globals => 1_000,         // 3
            Self::Exports => 1_000,         // 8
            Self::ElementSegments => 1_000, // 1
            Self::Elements => 100_000,      // 639
            Self::DataSegments => 10_000,   // 2,619
            Self::DataBytes => 16 << 20,    // 556,868
            Self::CodeBytes => 3 << 20,     // 986,840
            Self::BodyBytes => 128 << 10,   // 53,569
            Self::Locals => 1_000,          // 73
            Self::Nesting => 300,           // 281
            Self::Branches => 5_000,        // 4,179
            Self::AllBranches => 200_000,   // 82,034
            Self::Joins => 500_000,         // 234,024
            Self::AllJoins => 3_000_000,    // 1,761,790
        }
    }

    /// The counted things, for a sentence: "has 7 of them".
    #[must_use]
    pub const fn counted(self) -> &'static str {
        match self {
            Self::ModuleBytes => "bytes",
            Self::Types => "types of functions",
            Self::Params => "parameters in one type of functions",
            Self::Results => "results in one type of functions",
            Self::Imports => "imports",
            Self::Functions => "functions",
            Self::Tables => "tables",
            Self::TableEntries => "entries in a table",
            Self::MemoryPages => "pages of memory at the start",
            Self::Tags => "exception tags",
            Self::Globals => "globals",
            Self::Exports => "exports",
            Self::ElementSegments => "segments of table entries",
            Self::Elements => "table entries",
            Self::DataSegments => "segments of data",
            Self::DataBytes => "bytes of data",
            Self::CodeBytes => "bytes of code",
            Self::BodyBytes => "bytes of code in one function",
            Self::Locals => "local variables",
            Self::Nesting => "nested blocks",
            Self::Branches => "branches",
            Self::AllBranches => "branches, summed over all functions",
            Self::Joins => "branches times local variables",
            Self::AllJoins => "branches times local variables, summed over all functions",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.counted())
    }
}
