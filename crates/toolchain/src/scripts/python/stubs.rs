//! Stubs for editors (`.pyi`), from a game's description.

use crate::scripts::description::{Description, Field, Groups, Item, Layer, Number};
use std::fmt::Write;

/// The common declarations of all games.
const COMMON: &str = r#"
    rows: int
    """Rows of the board."""
    cols: int
    """Columns of the board."""
    settings: Settings
    """The parameters of the match."""
    cells: Cells
    """The whole board, one array for each property of its cells: see `index`."""
    def cell(self, p: Pos, /) -> Cell:
        """The cell at a position, which must be inside the board."""
    def index(self, p: Pos, /) -> int:
        """The place of a position in the arrays of `cells`."""
    def pos_ok(self, p: Pos, /) -> bool:
        """Whether a position is inside the board."""
    def distances(
        self, goals: Iterable[Pos], free: Sequence[int], dirs: Sequence[Direction] = ..., /
    ) -> array[int]:
        """How many steps each cell is away from the nearest goal, by `index`; FAR where there is no
        way. Ways lead over the cells whose number in `free` is not 0, by steps in these directions
        (Dir.ALL). Much faster than a search of your own."""
    def nearest(
        self, start: Pos, goals: Sequence[int], free: Sequence[int],
        dirs: Sequence[Direction] = ..., /,
    ) -> Found | None:
        """The nearest cell other than `start` whose number in `goals` is not 0, over cells whose
        number in `free` is not 0. Of several it is the first that a breadth-first search in the
        order of the directions finds; None when there is none."""
    def random(self, low: int, high: int, /) -> int:
        """A random integer between low and high, both included; low when there is none."""
    def random_permutation(self, n: int) -> list[int]:
        """The numbers 0 to n - 1 in a random order."""
"#;

const POSITIONS: &str = r#"from array import array
from typing import Iterable, Literal, NamedTuple, Sequence

class Pos:
    """A position: row i, column j. `p + dir` is the position a step away. It can be a key of a
    dictionary, and `i, j = p` takes it apart."""
    def __init__(self, i: int, j: int, /) -> None: ...
    @property
    def i(self) -> int: ...
    @property
    def j(self) -> int: ...
    def __add__(self, step: Pos | Direction | tuple[int, int]) -> Pos: ...
    def __sub__(self, step: Pos | Direction | tuple[int, int]) -> Pos: ...
    def __iter__(self) -> Iterable[int]: ...
    def __hash__(self) -> int: ...

class Direction:
    """A direction: how many rows and columns it leads."""
    name: str
    code: int
    i: int
    j: int

class Found(NamedTuple):
    """What `nearest` finds: where it is, the direction of the first step, how many steps."""
    pos: Pos
    dir: Direction
    steps: int

FAR: int
"""What `distances` gives for cells that no way leads to."""

"#;

/// The stub of a module.
pub(crate) fn stubs(module: &str, api: &Description) -> String {
    let mut body = String::new();
    let about = format!("{} Import what you need: `from {module} import *`.", api.about);
    body.push_str(&comment("", &about));
    body.push_str(POSITIONS);
    directions(&mut body, api);
    for (name, kind) in &api.types {
        class(
            &mut body,
            &format!("{name}(NamedTuple)"),
            &kind.doc,
            kind.fields.iter().filter_map(field),
        );
    }
    let settings = api.items().filter_map(|item| match item {
        Item::Setting { setting, r#as, doc } => Some(property(setting, number(*r#as), doc)),
        _ => None,
    });
    class(&mut body, "Settings", "The parameters of the match.", settings);
    let cell = api.layers().map(|layer| property(&layer.name, &cell_type(layer), &layer.doc));
    class(&mut body, "Cell(NamedTuple)", "A cell of the board.", cell);
    let cells = api.layers().map(|layer| property(&layer.name, "array[int]", &layer.numbers()));
    class(&mut body, "Cells", "The cells of the board, by `index`.", cells);
    game(&mut body, api);
    body
}

/// A text as a docstring, in lines of at most 100 characters.
fn comment(indent: &str, text: &str) -> String {
    let mut lines = vec![format!("{indent}\"\"\"")];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let line = &mut lines[last];
        if line.len() + word.len() > 96 {
            lines.push(format!("{indent}{word}"));
        } else {
            let begins = line.ends_with("\"\"\"");
            line.push_str(if begins { "" } else { " " });
            line.push_str(word);
        }
    }
    lines.join("\n") + "\"\"\"\n"
}

fn property(name: &str, of: &str, doc: &str) -> String {
    format!("    {name}: {of}\n{}", comment("    ", doc))
}

fn class(body: &mut String, name: &str, doc: &str, members: impl Iterator<Item = String>) {
    let members: String = members.collect();
    let _ = write!(body, "class {name}:\n{}{members}\n", comment("    ", doc));
}

fn literal(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    format!("Literal[{}]", words.join(", "))
}

fn directions(body: &mut String, api: &Description) {
    // None has a meaning of its own in Python.
    let name = |name: &str| if name == "None" { "NONE".into() } else { name.to_string() };
    let own = api.directions.iter().map(|d| property(&name(&d.name), "Direction", &d.doc));
    let sets = api.sets.iter().map(|(name, members)| {
        property(name, "tuple[Direction, ...]", &format!("{}.", members.join(", ")))
    });
    class(body, "Dir", "The directions.", own.chain(sets));
}

fn field(field: &Field) -> Option<String> {
    let of = match field.code.as_str() {
        "p" => "Pos".into(),
        "n" | "b" | "i" => "int".into(),
        "e" | "w" | "own" => literal(&field.words),
        "ints" | "poses" => named(&field.code),
        _ => "bool".into(),
    };
    Some(property(&field.name, &of, field.doc.as_ref()?))
}

fn number(of: Option<Number>) -> &'static str {
    match of {
        Some(Number::Flag) => "bool",
        Some(Number::Real) => "float",
        None => "int",
    }
}

fn cell_type(layer: &Layer) -> String {
    match layer {
        Layer { words, .. } if !words.is_empty() => literal(words),
        Layer { flag: true, .. } => "bool".into(),
        Layer { none: Some(_), .. } => "int | None".into(),
        Layer { .. } => "int".into(),
    }
}

/// A type that descriptions name.
fn named(name: &str) -> String {
    match name {
        "int?" => "int | None",
        "string" => "str",
        "pos" => "Pos",
        "dir" => "Direction",
        "ints" => "Sequence[int]",
        "poses" => "Sequence[Pos]",
        other => other,
    }
    .into()
}

fn game(body: &mut String, api: &Description) {
    let about = "Everything that you know at the beginning of the round, and the orders that you \
        give. Giving orders does not change it. A wrong argument is an exception.";
    let _ = write!(body, "class Game:\n{}{}", comment("    ", about), &COMMON[1..]);
    // Some values are read twice: at the beginning and every round.
    let mut known: Vec<&str> = Vec::new();
    for item in api.items() {
        match item {
            Item::Value { value, doc } if !known.contains(&value.as_str()) => {
                known.push(value);
                body.push_str(&property(value, "int", doc));
            }
            Item::Players { players, doc, r#as } => {
                function(body, players, "player: int, /", number(*r#as), doc);
            }
            Item::List { list, one, of, doc, one_doc, groups } => {
                body.push_str(&property(list, &format!("Sequence[{of}]"), doc));
                if let (Some(one), Some(doc)) = (one, one_doc) {
                    function(body, one, "id: int, /", of, doc);
                }
                groups.iter().for_each(|groups| lists(body, groups));
            }
            _ => {}
        }
    }
    for method in &api.methods {
        let gives = method.gives.as_deref().map_or("None".into(), named);
        if method.property {
            body.push_str(&property(&method.name, &gives, &method.doc));
            continue;
        }
        let args = method.args.iter().map(|(name, of)| format!("{name}: {}", named(of)));
        function(body, &method.name, &args.collect::<Vec<_>>().join(", "), &gives, &method.doc);
    }
}

fn lists(body: &mut String, groups: &Groups) {
    for name in groups.names.values() {
        let doc = groups.doc.replace("{name}", name);
        function(body, name, "player: int, /", "Sequence[int]", &doc);
    }
}

fn function(body: &mut String, name: &str, args: &str, gives: &str, doc: &str) {
    let comma = if args.is_empty() { "" } else { ", " };
    let _ =
        write!(body, "    def {name}(self{comma}{args}) -> {gives}:\n{}", comment("        ", doc));
}
