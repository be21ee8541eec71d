//! The fixed words of a scene, as enumerations.
//!
//! The viewer has them as TypeScript unions in `viewer/src/kinds.ts`. A test here writes that
//! file (`PALESTRA_BLESS=1 cargo test -p engine typescript`) and fails when it is stale.

use serde::Serialize;

/// Declares enumerations whose variants travel as their names in lower case.
macro_rules! kinds {
    ($($(#[$about:meta])* $name:ident { $($(#[$meaning:meta])* $variant:ident,)+ })+) => {
        $(
            $(#[$about])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
            #[serde(rename_all = "lowercase")]
            pub enum $name { $($(#[$meaning])* $variant,)+ }
        )+

        /// The names of all enumerations, each with the words of its variants.
        #[cfg(test)]
        fn all() -> Vec<(&'static str, Vec<String>)> {
            let word = |variant: &str| variant.to_lowercase();
            vec![$((stringify!($name), vec![$(word(stringify!($variant))),+])),+]
        }
    };
}

kinds! {
    /// The kinds of events. [`Lane`] decides separately whether the timeline shows an event.
    EventKind {
        /// A unit struck another one, or a thing.
        Hit,
        /// A unit changed sides.
        Taken,
        /// A unit died.
        Dead,
        /// A unit came back into play.
        Reborn,
        /// A seat took a city or a path.
        Conquest,
        /// A unit shot.
        Shot,
        /// A unit collected something.
        Bonus,
        /// A unit fell ill or recovered.
        Infected,
        /// The rules refused an order.
        Refused,
    }

    /// Which lane of the timeline an event belongs to. Each seat has one row for all lanes.
    Lane {
        /// A unit changed sides.
        Taken,
        /// A seat took a city or a path.
        Conquest,
        /// A unit of another seat died.
        Kill,
        /// A unit collected something.
        Bonus,
    }

    /// The meaning of a mark of the timeline: a lane, or a finding of the engine.
    MarkKind {
        /// [`Lane::Taken`].
        Taken,
        /// [`Lane::Conquest`].
        Conquest,
        /// [`Lane::Kill`].
        Kill,
        /// [`Lane::Bonus`].
        Bonus,
        /// A player was frozen.
        Freeze,
        /// Another seat took the lead.
        Lead,
    }

    /// How the cells of an area are outlined.
    AreaKind {
        /// Dotted outline and a wash.
        Haunting,
        /// Thin outline.
        City,
        /// Thin outline.
        Reach,
    }

    /// A state of a piece that is drawn.
    Tag {
        /// It was just struck: it shakes.
        Hit,
        /// It came back in this round: double ring.
        Reborn,
        /// It changed sides in this round: corner brackets.
        Taken,
        /// Its effect is on.
        Active,
        /// Dashed ring.
        Infected,
        /// Double thin ring.
        Immune,
        /// A mask over its plate.
        Masked,
        /// Corner triangle.
        Hungry,
        /// Open plate.
        Frozen,
    }

    /// How a kind of cell is drawn.
    GroundKind {
        /// The ground's colour, with the texture of the look.
        Plain,
        /// Flat block with a lit upper edge.
        Wall,
        /// Road with dashes along its neighbours.
        Road,
        /// Water with two waves.
        Water,
        /// A pump on a road.
        Station,
        /// Paved; strongly washed when owned.
        City,
        /// Paved; washed when owned.
        Path,
        /// Beyond the play.
        Out,
    }
}

impl From<Lane> for MarkKind {
    fn from(lane: Lane) -> Self {
        match lane {
            Lane::Taken => Self::Taken,
            Lane::Conquest => Self::Conquest,
            Lane::Kill => Self::Kill,
            Lane::Bonus => Self::Bonus,
        }
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests may read and write the viewer's source")]
mod tests {
    use super::*;
    use std::env;
    use std::fmt::Write;
    use std::fs;
    use std::path::PathBuf;

    const HEAD: &str = "\
/** The fixed words of scenes, made from `crates/engine/src/scene/kinds.rs`: do not edit.
 * `PALESTRA_BLESS=1 cargo test -p engine typescript` writes this file. */
";

    fn viewer(file: &str) -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../viewer").join(file)
    }

    /// A list of the words for checks at run time, and their union.
    fn typescript() -> String {
        let mut text = HEAD.to_owned();
        for (name, words) in all() {
            let list = words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(", ");
            let (line, broken) = (format!("[{list}]"), format!("[\n  {list},\n]"));
            let list = if line.len() < 60 { line } else { broken };
            writeln!(text, "\nexport const {name} = {list} as const;").expect("writes to text");
            writeln!(text, "export type {name} = (typeof {name})[number];").expect("to text");
        }
        text
    }

    #[test]
    fn the_viewers_typescript_is_not_stale() {
        let path = viewer("src/kinds.ts");
        if env::var("PALESTRA_BLESS").is_ok() {
            fs::write(&path, typescript()).expect("can write the viewer's source");
        }
        let committed = fs::read_to_string(&path).unwrap_or_default();
        let help = "viewer/src/kinds.ts is stale: PALESTRA_BLESS=1 writes it anew";
        assert_eq!(committed, typescript(), "{help}");
    }

    #[test]
    fn the_manual_for_game_authors_has_every_word() {
        let manual = fs::read_to_string(viewer("README.md")).expect("the viewer's manual");
        for (name, words) in all() {
            for word in words {
                assert!(manual.contains(&format!("`{word}`")), "{name}: no `{word}` in the manual");
            }
        }
    }

    #[test]
    fn words_travel_as_the_unions_spell_them() {
        let json = |kind: &dyn Fn() -> serde_json::Result<String>| kind().expect("a word");
        assert_eq!(json(&|| serde_json::to_string(&EventKind::Conquest)), "\"conquest\"");
        assert_eq!(json(&|| serde_json::to_string(&Some(Lane::Kill))), "\"kill\"");
        assert_eq!(json(&|| serde_json::to_string(&MarkKind::from(Lane::Kill))), "\"kill\"");
        assert_eq!(json(&|| serde_json::to_string(&Tag::Masked)), "\"masked\"");
    }
}
