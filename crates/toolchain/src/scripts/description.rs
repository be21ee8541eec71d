//! A game's `api.json`: the view and the orders of its players, for all languages that read it.
//!
//! Names are written `nb_rounds`; each language writes them in its own way.

use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The contents of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Description {
    pub(super) about: String,
    /// The generator of random numbers: `lcg`, `lehmer` or `libc`.
    #[serde(rename = "stream")]
    _stream: String,
    /// Whether rows (1) and columns (2) of the board go round.
    #[serde(rename = "round", default)]
    _round: u8,
    pub(super) directions: Vec<Direction>,
    /// Lists of directions, by their names.
    pub(super) sets: BTreeMap<String, Vec<String>>,
    /// Kinds of objects, by their names.
    pub(super) types: BTreeMap<String, Type>,
    /// The bytes of the intro, in order.
    pub(super) intro: Vec<Item>,
    /// The bytes of a view, in order.
    pub(super) view: Vec<Item>,
    /// Layers of the board that are no bytes of a view.
    #[serde(default)]
    pub(super) more: Vec<MoreLayers>,
    pub(super) methods: Vec<Method>,
}

/// A direction: a name, three numbers that only the engine reads, and what it means.
#[derive(Debug, Deserialize)]
#[serde(from = "(String, i32, i32, i32, String)")]
pub(super) struct Direction {
    pub(super) name: String,
    pub(super) doc: String,
}

impl From<(String, i32, i32, i32, String)> for Direction {
    fn from((name, _, _, _, doc): (String, i32, i32, i32, String)) -> Self {
        Self { name, doc }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Type {
    pub(super) doc: String,
    pub(super) fields: Vec<Field>,
}

/// A field of an object. Its code says how it is read: see `records` in `natives.c` of a language;
/// a longer one is a type, and the game's own code fills it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) code: String,
    #[serde(default)]
    pub(super) words: Vec<String>,
    /// Fields without it are read and not kept.
    pub(super) doc: Option<String>,
}

/// Some bytes of an intro or a view.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Item {
    /// A parameter of the match.
    Setting { setting: String, r#as: Option<Number>, doc: String },
    /// A value of its own, the round for instance.
    Value { value: String, doc: String },
    /// A number for each player.
    Players { players: String, r#as: Option<Number>, doc: String },
    /// Objects, and lists of their numbers by player.
    List {
        list: String,
        one: Option<String>,
        of: String,
        doc: String,
        one_doc: Option<String>,
        groups: Option<Groups>,
    },
    /// Numbers for each cell of the board.
    Layers { layers: Vec<Layer> },
    /// Bytes that nobody needs.
    Skip {
        #[serde(rename = "skip")]
        _skip: u32,
    },
    /// How many objects follow later.
    Count {
        #[serde(rename = "count_of")]
        _count_of: String,
    },
    /// The game's own code reads this.
    Call {
        #[serde(rename = "call")]
        _call: String,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Number {
    Real,
    Flag,
}

#[derive(Debug, Deserialize)]
pub(super) struct Groups {
    /// By the word of their kind: the name of the list.
    pub(super) names: BTreeMap<String, String>,
    /// `{name}` stands for the list's name.
    pub(super) doc: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct MoreLayers {
    pub(super) layers: Vec<Layer>,
}

/// One property of the cells.
#[derive(Debug, Deserialize)]
pub(super) struct Layer {
    pub(super) name: String,
    /// The meanings of its numbers.
    #[serde(default)]
    pub(super) words: Vec<String>,
    /// Whether it is a yes or no.
    #[serde(default)]
    pub(super) flag: bool,
    /// The number that stands for nothing.
    pub(super) none: Option<i32>,
    pub(super) doc: String,
}

impl Layer {
    /// The meanings of its numbers, as types for editors.
    pub(super) fn numbers(&self) -> String {
        if let Some(none) = self.none {
            return format!("{} {none} where there is none.", self.doc);
        }
        let words = self.words.iter().enumerate().map(|(k, word)| format!("{k} {word}"));
        let words = words.collect::<Vec<_>>().join(", ");
        if words.is_empty() { self.doc.clone() } else { format!("{}: {words}.", self.name) }
    }
}

/// A function of a game besides the bytes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Method {
    pub(super) name: String,
    /// Name and type.
    #[serde(default)]
    pub(super) args: Vec<(String, String)>,
    /// The type of the answer.
    pub(super) gives: Option<String>,
    /// Whether it is a value and no function.
    #[serde(default)]
    pub(super) property: bool,
    pub(super) doc: String,
}

impl Description {
    /// All items, those of the intro first.
    pub(super) fn items(&self) -> impl Iterator<Item = &Item> {
        self.intro.iter().chain(&self.view)
    }

    /// All layers of the board.
    pub(super) fn layers(&self) -> impl Iterator<Item = &Layer> {
        let read = self.items().filter_map(|item| match item {
            Item::Layers { layers } => Some(layers),
            _ => None,
        });
        read.chain(self.more.iter().map(|more| &more.layers)).flatten()
    }
}

/// The description as the engine reads it: without what is for people.
pub(super) fn bare(mut description: Value) -> Value {
    strip(&mut description);
    description
}

fn strip(value: &mut Value) {
    match value {
        Value::Object(map) => {
            ["doc", "one_doc", "about", "methods"].iter().for_each(|key| drop(map.remove(*key)));
            map.values_mut().for_each(strip);
        }
        Value::Array(list) => list.iter_mut().for_each(strip),
        _ => {}
    }
}
