//! The line table of a module: to whose line an instruction belongs.

use crate::normal::hash;
use addr2line::Context;
use addr2line::gimli::{Dwarf, EndianSlice, LittleEndian, SectionId};

/// Calls written into each other that are followed for one instruction.
const DEPTH_MAX: usize = 64;
/// Folders of what everybody is compiled with, as the toolchain names them.
const GIVEN: [&str; 2] = ["sdk/", "lib/"];

type Bytes<'a> = EndianSlice<'a, LittleEndian>;

/// Where an instruction comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Origin {
    /// Line and column in the author's file.
    pub place: (u32, u32),
    /// The hash of the given function's name that the author uses there; 0 for the author's own
    /// instructions.
    pub uses: u64,
}

/// A module's line table.
pub(super) struct Lines<'a> {
    context: Context<Bytes<'a>>,
}

impl<'a> Lines<'a> {
    /// Reads the table; nothing when there is none.
    pub(super) fn of(sections: &[(&str, &'a [u8])]) -> Option<Self> {
        let section = |id: SectionId| {
            let found = sections.iter().find(|(name, _)| *name == id.name());
            Ok(EndianSlice::new(found.map_or(&[][..], |(_, data)| data), LittleEndian))
        };
        let dwarf = Dwarf::load(|id| section(id) as Result<_, ()>).ok()?;
        let context = Context::from_dwarf(dwarf).ok()?;
        sections.iter().any(|(name, _)| *name == ".debug_line").then_some(Self { context })
    }

    /// Whether anything is known about an address.
    pub(super) fn is_covered(&self, address: u64) -> bool {
        self.context.find_dwarf_and_unit(address).skip_all_loads().is_some()
    }

    /// Where an instruction comes from; nothing when the author did not write it.
    pub(super) fn origin(&self, address: u64) -> Option<Origin> {
        let mut frames = self.context.find_frames(address).skip_all_loads().ok()?;
        let mut uses = 0;
        for _ in 0..DEPTH_MAX {
            let frame = frames.next().ok().flatten()?;
            let location = frame.location.as_ref()?;
            let file = location.file.unwrap_or_default();
            let file = file.strip_prefix("./").unwrap_or(file);
            if !GIVEN.iter().any(|folder| file.starts_with(folder)) {
                let place = (location.line.unwrap_or(0), location.column.unwrap_or(0));
                return Some(Origin { place, uses });
            }
            let function = frame.function.as_ref();
            let name = function.and_then(|f| f.raw_name().ok()).unwrap_or_default();
            uses = named(&name);
        }
        None
    }

    /// The hash of the name of the given function that begins at an address; 0 for an author's
    /// own function, nothing where the table does not tell.
    pub(super) fn function(&self, address: u64) -> Option<u64> {
        let mut frames = self.context.find_frames(address).skip_all_loads().ok()?;
        let mut last = None;
        for _ in 0..DEPTH_MAX {
            let Some(frame) = frames.next().ok().flatten() else { break };
            let file = frame.location.as_ref().and_then(|l| l.file).unwrap_or_default();
            let file = file.strip_prefix("./").unwrap_or(file);
            let given = GIVEN.iter().any(|folder| file.starts_with(folder));
            let function = frame.function.as_ref();
            let name = function.and_then(|f| f.raw_name().ok()).unwrap_or_default();
            last = Some(if given { named(&name) } else { 0 });
        }
        last
    }
}

/// The hash of a name without what templates make of it.
pub(super) fn named(name: &str) -> u64 {
    let short = name.split('<').next().unwrap_or_default();
    hash(if short.is_empty() { name.as_bytes() } else { short.as_bytes() })
}
