//! Declarations for editors (`.d.ts`), from a game's description.

use crate::scripts::description::{Description, Field, Groups, Item, Layer, Number};
use std::fmt::Write;

/// The common declarations of all games.
const COMMON: &str = "\
  /** Rows of the board. */
  readonly rows: number;
  /** Columns of the board. */
  readonly cols: number;
  /** The parameters of the match. */
  readonly settings: Settings;
  /** The whole board, one Int32Array for each property of its cells: see `index`. */
  readonly cells: Cells;
  /** The cell at a position, which must be inside the board. */
  cell(p: Pos): Cell;
  /** The place of a position in the arrays of `cells`. */
  index(p: Pos): number;
  /** Whether a position is inside the board. */
  posOk(p: Pos): boolean;
  /**
   * How many steps each cell is away from the nearest goal, by `index`; FAR where there is no way.
   * Ways lead over the cells whose number in `free` is not 0, by steps in these directions
   * (Dir.ALL). Much faster than a search of your own.
   */
  distances(goals: Iterable<Pos>, free: Int32Array, dirs?: readonly Direction[]): Int32Array;
  /**
   * The nearest cell other than `from` whose number in `goals` is not 0, over cells whose number in
   * `free` is not 0: where it is, the direction of the first step to it, and how many steps it
   * takes. Of several it is the first that a breadth-first search in the order of the directions
   * finds; null when there is none.
   */
  nearest(
    from: Pos, goals: Int32Array, free: Int32Array, dirs?: readonly Direction[],
  ): { readonly pos: Pos; readonly dir: Direction; readonly steps: number } | null;
  /** A random integer between low and high, both included; low when there is none. */
  random(low: number, high: number): number;
  /** The numbers 0 to n - 1 in a random order. */
  randomPermutation(n: number): number[];
";

const POSITIONS: &str = "\
/** A position: row i, column j. */
export class Pos {
  readonly i: number;
  readonly j: number;
  constructor(i: number, j: number);
  /** The position a step away. */
  plus(step: { readonly i: number; readonly j: number }): Pos;
  equals(other: Pos): boolean;
}

/** A direction: how many rows and columns it leads. */
export interface Direction {
  readonly name: string;
  readonly code: number;
  readonly i: number;
  readonly j: number;
}

/** What `distances` gives for cells that no way leads to. */
export const FAR: number;

";

/// The declarations of a module.
pub(crate) fn declarations(module: &str, api: &Description) -> String {
    let mut body = String::from(POSITIONS);
    directions(&mut body, api);
    for (name, kind) in &api.types {
        interface(&mut body, name, &kind.doc, kind.fields.iter().filter_map(field));
    }
    let settings = api.items().filter_map(|item| match item {
        Item::Setting { setting, r#as, doc } => Some((setting, *r#as, doc)),
        _ => None,
    });
    interface(&mut body, "Settings", "The parameters of the match.", settings.map(setting));
    let cell = api.layers().map(|layer| property(&layer.name, &cell_type(layer), &layer.doc));
    interface(&mut body, "Cell", "A cell of the board.", cell);
    let cells = api.layers().map(|layer| property(&layer.name, "Int32Array", &layer.numbers()));
    interface(&mut body, "Cells", "The cells of the board, by `index`.", cells);
    game(&mut body, api);
    let about = comment("", &format!("{} Import what you need from \"{module}\".", api.about));
    let indented: String = body
        .lines()
        .map(|line| if line.is_empty() { "\n".into() } else { format!("  {line}\n") })
        .collect();
    format!("{about}declare module \"{module}\" {{\n{indented}}}\n")
}

/// `nb_rounds` is nbRounds in JavaScript.
fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |all, part| {
        let (head, tail) = part.split_at(part.len().min(1));
        all + &head.to_uppercase() + tail
    })
}

fn comment(indent: &str, text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let full = lines.last().is_some_and(|line| line.len() + word.len() > 88 - indent.len());
        if full {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            let gap = if line.is_empty() { "" } else { " " };
            line.push_str(gap);
            line.push_str(word);
        }
    }
    match &lines[..] {
        [line] => format!("{indent}/** {line} */\n"),
        lines => {
            let all: String = lines.iter().map(|line| format!("{indent} * {line}\n")).collect();
            format!("{indent}/**\n{all}{indent} */\n")
        }
    }
}

fn property(name: &str, of: &str, doc: &str) -> String {
    format!("{}  readonly {}: {of};\n", comment("  ", doc), camel(name))
}

fn interface(body: &mut String, name: &str, doc: &str, fields: impl Iterator<Item = String>) {
    let fields: String = fields.collect();
    let _ = write!(body, "{}export interface {name} {{\n{fields}}}\n\n", comment("", doc));
}

fn union(words: &[String]) -> String {
    words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" | ")
}

fn directions(body: &mut String, api: &Description) {
    body.push_str("/** The directions. */\nexport const Dir: {\n");
    for direction in &api.directions {
        body.push_str(
            &property(&direction.name, "Direction", &direction.doc).replace("readonly ", ""),
        );
    }
    for (name, members) in &api.sets {
        let doc = format!("{}.", members.join(", "));
        let set = property(name, "readonly Direction[]", &doc);
        body.push_str(&set.replacen(&camel(name), name, 1));
    }
    body.push_str("};\n\n");
}

fn field(field: &Field) -> Option<String> {
    let of = match field.code.as_str() {
        "p" => "Pos".into(),
        "n" | "b" | "i" => "number".into(),
        "e" | "w" | "own" => union(&field.words),
        "ints" | "poses" => named(&field.code),
        _ => "boolean".into(),
    };
    Some(property(&field.name, &of, field.doc.as_ref()?))
}

fn setting((name, of, doc): (&String, Option<Number>, &String)) -> String {
    property(name, if of == Some(Number::Flag) { "boolean" } else { "number" }, doc)
}

fn cell_type(layer: &Layer) -> String {
    match layer {
        Layer { words, .. } if !words.is_empty() => union(words),
        Layer { flag: true, .. } => "boolean".into(),
        Layer { none: Some(_), .. } => "number | null".into(),
        Layer { .. } => "number".into(),
    }
}

/// A type that descriptions name.
fn named(name: &str) -> String {
    match name {
        "int" => "number".into(),
        "int?" => "number | null".into(),
        "bool" => "boolean".into(),
        "pos" => "Pos".into(),
        "dir" => "Direction".into(),
        "ints" => "readonly number[]".into(),
        "poses" => "readonly Pos[]".into(),
        other => other.into(),
    }
}

fn game(body: &mut String, api: &Description) {
    let about = "Everything that you know at the beginning of the round, and the orders that you \
        give. Giving orders does not change it. A wrong argument is a RangeError.";
    let _ = write!(body, "{}export class Game {{\n{COMMON}", comment("", about));
    // Some values are read twice: at the beginning and every round.
    let mut known: Vec<&str> = Vec::new();
    for item in api.items() {
        match item {
            Item::Value { value, doc } if !known.contains(&value.as_str()) => {
                known.push(value);
                body.push_str(&property(value, "number", doc));
            }
            Item::Players { players, doc, .. } => {
                function(body, players, "player: number", "number", doc);
            }
            Item::List { list, one, of, doc, one_doc, groups } => {
                body.push_str(&property(list, &format!("readonly {of}[]"), doc));
                if let (Some(one), Some(doc)) = (one, one_doc) {
                    function(body, one, "id: number", of, doc);
                }
                groups.iter().for_each(|groups| lists(body, groups));
            }
            _ => {}
        }
    }
    for method in &api.methods {
        let gives = method.gives.as_deref().map_or("void".into(), named);
        if method.property {
            body.push_str(&property(&method.name, &gives, &method.doc));
            continue;
        }
        let args = method.args.iter().map(|(name, of)| format!("{name}: {}", named(of)));
        function(body, &method.name, &args.collect::<Vec<_>>().join(", "), &gives, &method.doc);
    }
    body.push_str("}\n");
}

fn lists(body: &mut String, groups: &Groups) {
    for name in groups.names.values() {
        let doc = groups.doc.replace("{name}", name);
        function(body, name, "player: number", "readonly number[]", &doc);
    }
}

fn function(body: &mut String, name: &str, args: &str, gives: &str, doc: &str) {
    let _ = writeln!(body, "{}  {}({args}): {gives};", comment("  ", doc), camel(name));
}
