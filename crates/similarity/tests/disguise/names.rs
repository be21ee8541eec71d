//! Renaming; other literals and types.

use super::{Dice, Edits, below, nodes, parse, text};
use std::collections::{BTreeMap, BTreeSet};
use tree_sitter::Node;

/// Names that are the game's as well: renaming them as fields would break the program.
const GAMES: [&str; 22] = [
    "i",
    "j",
    "pos",
    "id",
    "type",
    "owner",
    "player",
    "health",
    "haunted",
    "active",
    "dir",
    "first",
    "second",
    "play",
    "factory",
    "size",
    "begin",
    "end",
    "push_back",
    "find",
    "count",
    "PLAYER_NAME",
];
const SYLLABLES: [&str; 12] =
    ["ka", "lo", "mi", "ra", "tu", "ve", "so", "ni", "pa", "do", "fe", "zu"];

/// New names for variables, functions, types and fields of the source's own.
pub fn rename(source: &str, strength: u32, dice: &mut Dice) -> String {
    let tree = parse(source);
    let all = nodes(&tree);
    let (mut fields, mut others) = (BTreeSet::new(), BTreeSet::new());
    for node in &all {
        let Some(parent) = node.parent() else { continue };
        if !node.kind().ends_with("identifier") || !declared(*node, parent) {
            continue;
        }
        let set = if node.kind() == "field_identifier" { &mut fields } else { &mut others };
        set.insert(text(*node, source).to_owned());
    }
    let kept = |name: &String| !GAMES.contains(&name.as_str());
    let mut new = BTreeMap::new();
    for name in fields.iter().filter(|n| kept(n)).chain(&others) {
        let is_play = ["play", "factory", "PLAYER_NAME"].contains(&name.as_str());
        if !is_play && !new.contains_key(name) && dice.strikes(strength) {
            let syllables: String = (0..3).map(|_| SYLLABLES[dice.below(12)]).collect();
            new.insert(name.clone(), format!("{syllables}{}", new.len()));
        }
    }
    let mut edits = Edits::new();
    for node in all.iter().filter(|n| n.kind().ends_with("identifier")) {
        let name = text(*node, source);
        let is_field = node.kind() == "field_identifier";
        let right_kind = if is_field { fields.contains(name) } else { true };
        if let (Some(new), true) = (new.get(name), right_kind) {
            edits.replace(*node, new.clone());
        }
    }
    edits.apply(source)
}

fn declared(node: Node<'_>, parent: Node<'_>) -> bool {
    let role = (0..parent.child_count())
        .find(|k| parent.child(*k) == Some(node))
        .and_then(|k| parent.field_name_for_child(k));
    match role {
        Some("declarator") => true,
        Some("name") => matches!(
            parent.kind(),
            "struct_specifier" | "class_specifier" | "enum_specifier" | "enumerator"
        ),
        _ => parent.kind() == "reference_declarator",
    }
}

/// Other numbers, and other types that hold the same.
pub fn literals_and_types(source: &str, strength: u32, dice: &mut Dice) -> String {
    let tree = parse(source);
    let mut edits = Edits::new();
    for node in nodes(&tree) {
        let word = text(node, source);
        match node.kind() {
            "number_literal" if dice.strikes(strength) => {
                if let Some(number) = word.parse::<u32>().ok().filter(|n| (2..1000).contains(n)) {
                    edits.replace(node, (number + 1 + dice.below(3) as u32).to_string());
                }
            }
            "primitive_type" if dice.strikes(strength) && is_variable(node) => match word {
                "int" => edits.replace(node, "int32_t".into()),
                "double" => edits.replace(node, "float".into()),
                _ => {}
            },
            "template_type" if dice.strikes(strength) && word == "vector<int>" => {
                edits.replace(node, "vector<int32_t>".into());
            }
            _ => {}
        }
    }
    edits.apply(source)
}

fn is_variable(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else { return false };
    // int i, j as fields and parameters stay readable.
    let whole = below(parent);
    if whole.iter().any(|n| n.kind() == "reference_declarator") {
        return false;
    }
    matches!(parent.kind(), "declaration" | "for_range_loop" | "field_declaration")
        && whole.iter().all(|n| n.kind() != "function_declarator")
}
