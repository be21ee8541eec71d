//! Rewriting that needs some thought: recursion, functions cut in two, arithmetic, containers.

use super::{Dice, Edits, below, nodes, parse, text};
use tree_sitter::Node;

/// Loops become lambdas that call themselves, the body of a loop its step.
pub fn recursion(source: &str, strength: u32, dice: &mut Dice) -> String {
    let tree = parse(source);
    let mut edits = Edits::new();
    let mut number = dice.below(900);
    for node in nodes(&tree).into_iter().rev() {
        let part = |role| node.child_by_field_name(role).map(|n| text(n, source));
        let Some(body) = node.child_by_field_name("body") else { continue };
        let leaves = below(body).iter().any(|n| {
            matches!(n.kind(), "return_statement" | "break_statement" | "continue_statement")
        });
        let free = edits.free(node.start_byte(), node.end_byte());
        if leaves || !free || in_lambda(node) || !dice.strikes(strength) {
            continue;
        }
        number += 1;
        let (first, condition, step) = match node.kind() {
            "for_statement" => {
                let first = part("initializer").unwrap_or("").trim_end_matches(';');
                (first, part("condition").unwrap_or("true"), part("update").unwrap_or(""))
            }
            "while_statement" => {
                let condition = part("condition").unwrap_or("(true)");
                ("", &condition[1..condition.len() - 1], "")
            }
            _ => continue,
        };
        let body = text(body, source);
        edits.replace(
            node,
            format!(
                "{{ {first}; std::function<void()> again{number} = [&]() {{ if (!({condition})) \
                 return; {body} {step}; again{number}(); }}; again{number}(); }}"
            ),
        );
    }
    let at = source.find('\n').map_or(0, |at| at + 1);
    edits.insert(at, "#include <functional>\n".into());
    edits.apply(source)
}

fn in_lambda(node: Node<'_>) -> bool {
    let mut at = node.parent();
    while let Some(here) = at {
        if here.kind() == "lambda_expression" {
            return true;
        }
        at = here.parent();
    }
    false
}

/// Blocks under conditions become functions of their own, called where they were.
pub fn split_functions(source: &str, strength: u32, dice: &mut Dice) -> String {
    let tree = parse(source);
    let mut edits = Edits::new();
    let mut number = dice.below(900);
    for node in nodes(&tree).into_iter().filter(|n| n.kind() == "compound_statement") {
        let under = node.parent().is_some_and(|p| p.kind() == "if_statement");
        let inner = below(node);
        let leaves = inner.iter().any(|n| {
            matches!(n.kind(), "return_statement" | "break_statement" | "continue_statement")
        });
        let free = edits.free(node.start_byte(), node.end_byte());
        if !under || leaves || !free || !dice.strikes(strength) {
            continue;
        }
        number += 1;
        let body = text(node, source);
        let with = format!("{{ auto part{number} = [&]() {body}; part{number}(); }}");
        edits.replace(node, with);
    }
    edits.apply(source)
}

/// The same numbers, computed otherwise.
pub fn arithmetic(source: &str, strength: u32, dice: &mut Dice) -> String {
    let tree = parse(source);
    let mut edits = Edits::new();
    for node in nodes(&tree).into_iter().rev() {
        if node.kind() == "update_expression" && dice.strikes(strength) {
            let statement = node.parent().map_or("", |p| p.kind());
            let argument = node.child_by_field_name("argument").map_or("", |n| text(n, source));
            let plain = argument.chars().all(|c| c.is_alphanumeric() || c == '_');
            if ["expression_statement", "for_statement"].contains(&statement)
                && plain
                && argument != "it"
            {
                let sign = if text(node, source).contains('+') { "- -1" } else { "+ -1" };
                edits.replace(node, format!("{argument} = {argument} {sign}"));
            }
            continue;
        }
        let part = |role| node.child_by_field_name(role).map(|n| text(n, source));
        let (Some(left), Some(sign), Some(right)) = (part("left"), part("operator"), part("right"))
        else {
            continue;
        };
        let simple = |side: &str| !side.contains(['{', '"', '?', ',', '\'']);
        let free = edits.free(node.start_byte(), node.end_byte());
        let numbers = is_number(node, source);
        if node.kind() != "binary_expression" || !simple(left) || !simple(right) || !free {
            continue;
        }
        if !dice.strikes(strength) {
            continue;
        }
        let other = match sign {
            "+" if numbers => format!("(({left}) - (-({right})))"),
            "-" if numbers => format!("(-(({right}) - ({left})))"),
            "<" if numbers => format!("(({left}) + 1 <= ({right}))"),
            "==" if numbers => format!("!(({left}) != ({right}))"),
            "!=" => format!("!(({left}) == ({right}))"),
            "and" => format!("!(!({left}) or !({right}))"),
            "or" => format!("!(!({left}) and !({right}))"),
            _ => continue,
        };
        edits.replace(node, other);
    }
    edits.apply(source)
}

/// Whether an operation is certainly on whole numbers: one side is a plain literal or a
/// coordinate.
fn is_number(node: Node<'_>, source: &str) -> bool {
    ["left", "right"].iter().filter_map(|role| node.child_by_field_name(role)).any(|side| {
        let word = text(side, source);
        let digits = word.bytes().all(|b| b.is_ascii_digit());
        digits || word.ends_with(".i") || word.ends_with(".j") || word == "id"
    })
}

/// Other containers that can do the same: vectors become a class of the copier's own, queues
/// lists, sets of numbers unordered ones.
pub fn containers(source: &str, strength: u32, dice: &mut Dice) -> String {
    let tree = parse(source);
    let mut edits = Edits::new();
    let class = "#include <list>\n#include <queue>\n#include <unordered_set>\n#include <vector>\n\
                 template <class T> struct Row : std::vector<T> {\n  using std::vector<T>::vector;\n  \
                 Row () { }\n  Row (const std::vector<T>& v) : std::vector<T>(v) { }\n};\n";
    let changes = dice.strikes(strength.max(2));
    for node in nodes(&tree).into_iter().filter(|n| n.kind() == "template_type") {
        let word = text(node, source);
        if !edits.free(node.start_byte(), node.end_byte()) {
            continue;
        }
        match word.split('<').next() {
            Some("queue") => edits.replace(node, format!("std::queue<{}", inner(word, "list"))),
            Some("set") if word == "set<int>" => edits.replace(node, "unordered_set<int>".into()),
            Some("vector") if changes && !word[1..].contains("vector<") => {
                edits.replace(node, word.replace("vector<", "Row<"));
            }
            _ => {}
        }
    }
    let at = source.find('\n').map_or(0, |at| at + 1);
    edits.insert(at, class.into());
    edits.apply(source)
}

/// `queue<X>` without its head, on another container: `X, list<X>>`.
fn inner(word: &str, container: &str) -> String {
    let inside = word.split_once('<').map_or("", |(_, rest)| &rest[..rest.len() - 1]);
    format!("{inside}, std::{container}<{inside}>>")
}

/// Half of the functions of one player, and half of those of another one.
pub fn half(source: &str, other: &str) -> String {
    let (tree, second) = (parse(source), parse(other));
    let members = |tree: &tree_sitter::Tree, text_of: &str| -> Vec<String> {
        let all = nodes(tree);
        let class = all.iter().find(|n| {
            n.kind() == "field_declaration_list"
                && n.parent().is_some_and(|p| {
                    p.child_by_field_name("name").is_some_and(|n| text(n, text_of) == "PLAYER_NAME")
                })
        });
        let class = *class.expect("players are classes");
        (0..class.named_child_count())
            .filter_map(|k| class.named_child(k as u32))
            .filter(|n| n.kind() != "comment" && n.kind() != "access_specifier")
            .map(|n| text(n, text_of).to_owned())
            .collect()
    };
    let (own, others) = (members(&tree, source), members(&second, other));
    // The second one's members go into a class of their own, so that names do not clash.
    let own = first_half(own.iter().filter(|m| !m.contains("void play")));
    let others = first_half(others.iter().filter(|m| !m.contains("factory")));
    format!(
        "#include \"Player.hh\"\n\n#define PLAYER_NAME Half\n\nstruct Second : public Player {{\n  \
         {others}\n}};\n\nstruct PLAYER_NAME : public Second {{\n  {own}\n  void play () {{ }}\n}};\n\n\
         RegisterPlayer(PLAYER_NAME);\n"
    )
}

/// The first members that make up half of the text.
fn first_half<'a>(members: impl Iterator<Item = &'a String> + Clone) -> String {
    let all: usize = members.clone().map(String::len).sum();
    let mut taken = 0;
    let kept = members.take_while(|m| {
        let before = taken;
        taken += m.len();
        before * 2 < all
    });
    kept.map(String::as_str).collect::<Vec<_>>().join("\n\n  ")
}
