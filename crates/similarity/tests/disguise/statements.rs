//! The order of statements; kinds of loops; inlining.

use super::{Dice, Edits, below, nodes, parse, text};
use std::collections::{BTreeMap, BTreeSet};
use tree_sitter::Node;

/// Functions that may be called earlier or later without any difference.
const PURE: [&str; 24] = [
    "cell",
    "unit",
    "pos_ok",
    "rows",
    "cols",
    "abs",
    "max",
    "min",
    "round",
    "Pos",
    "Dir",
    "int",
    "farmers",
    "knights",
    "witches",
    "nb_units",
    "knights_health",
    "farmers_health",
    "damage_min",
    "land",
    "total_score",
    "Unit",
    "hypot",
    "double",
];

/// Neighbouring statements that do not depend on each other change places.
pub fn reorder(source: &str, strength: u32, dice: &mut Dice) -> String {
    let tree = parse(source);
    let mut edits = Edits::new();
    for block in nodes(&tree).into_iter().filter(|n| n.kind() == "compound_statement") {
        let all: Vec<Node<'_>> =
            (0..block.named_child_count()).filter_map(|k| block.named_child(k as u32)).collect();
        let mut k = 0;
        while k + 1 < all.len() {
            let (a, b) = (all[k], all[k + 1]);
            if independent(a, b, source) && dice.strikes(strength) {
                let (first, second) = (text(a, source).to_owned(), text(b, source).to_owned());
                if edits.free(a.start_byte(), b.end_byte()) {
                    edits.replace(a, second);
                    edits.replace(b, first);
                }
                k += 1;
            }
            k += 1;
        }
    }
    edits.apply(source)
}

fn independent(a: Node<'_>, b: Node<'_>, source: &str) -> bool {
    let movable = |n: Node<'_>| matches!(n.kind(), "declaration" | "expression_statement");
    if !movable(a) || !movable(b) || text(a, source).contains("<<") {
        return false;
    }
    let (Some((writes_a, uses_a)), Some((writes_b, uses_b))) =
        (effects(a, source), effects(b, source))
    else {
        return false;
    };
    writes_a.is_disjoint(&uses_b) && writes_b.is_disjoint(&uses_a)
}

type NameSet = BTreeSet<String>;

/// The names that a statement writes, and all that it uses; `None` when it calls anything that
/// may have an effect of its own.
fn effects(statement: Node<'_>, source: &str) -> Option<(NameSet, NameSet)> {
    let (mut writes, mut uses) = (NameSet::new(), NameSet::new());
    for node in below(statement) {
        match node.kind() {
            "identifier" => {
                uses.insert(text(node, source).to_owned());
            }
            "call_expression" => {
                let callee = node.child_by_field_name("function")?;
                let name = text(callee, source);
                // q.size() and its like only look; anything else on an object writes it.
                let looks = name.ends_with(".size") || name.ends_with(".empty");
                if callee.kind() == "field_expression" && !looks {
                    let object = name.split(['.', '-']).next().unwrap_or_default();
                    writes.insert(object.to_owned());
                } else if !PURE.contains(&name) && !looks {
                    return None;
                }
            }
            "assignment_expression" | "update_expression" | "init_declarator" | "declaration" => {
                let left = ["left", "argument", "declarator"];
                let target = left.iter().find_map(|f| node.child_by_field_name(f));
                let found = target.map(below).unwrap_or_default();
                let names = found.iter().filter(|n| n.kind().ends_with("identifier"));
                writes.extend(names.map(|n| text(*n, source).to_owned()));
                if node.kind() == "declaration" && text(node, source).contains(',') {
                    return None;
                }
            }
            "lambda_expression" => return None,
            _ => {}
        }
    }
    uses.extend(writes.iter().cloned());
    Some((writes, uses))
}

/// `for` becomes `while` and the other way round; loops over collections get an index.
pub fn loops(source: &str, strength: u32, dice: &mut Dice) -> String {
    let tree = parse(source);
    let mut edits = Edits::new();
    let mut number = dice.below(900);
    // Innermost loops first, because edits must not overlap.
    for node in nodes(&tree).into_iter().rev() {
        number += 1;
        let Some(body) = node.child_by_field_name("body") else { continue };
        let part = |role| node.child_by_field_name(role).map_or("", |n| text(n, source));
        match node.kind() {
            "for_statement" if !jumps(body) && dice.strikes(strength) => {
                let first = part("initializer").trim_end_matches(';');
                let head = format!("{{ {first}; while ({}) {{ ", or_true(part("condition")));
                let tail = format!(" {}; }} }}", part("update"));
                edits.span(node.start_byte(), body.start_byte(), head);
                edits.insert(node.end_byte(), tail);
            }
            "while_statement" if dice.strikes(strength) => {
                let condition = part("condition");
                let inner = &condition[1..condition.len() - 1];
                edits.span(node.start_byte(), body.start_byte(), format!("for (; {inner}; ) "));
            }
            "for_range_loop" if strength > 1 && dice.strikes(strength) => {
                let (over, what) = (part("right"), part("declarator"));
                if over.starts_with('{') {
                    continue;
                }
                let kind = part("type");
                let constant = if text(node, source).contains("(const ") { "const " } else { "" };
                edits.span(
                    node.start_byte(),
                    body.start_byte(),
                    format!(
                        "{{ auto&& all{number} = {over}; for (size_t at{number} = 0; at{number} < \
                         all{number}.size(); ++at{number}) {{ {constant}{kind} {what} = \
                         all{number}[at{number}]; "
                    ),
                );
                edits.insert(node.end_byte(), " } }".into());
            }
            _ => {}
        }
    }
    edits.apply(source)
}

fn or_true(condition: &str) -> &str {
    if condition.is_empty() { "true" } else { condition }
}

/// Whether `continue` occurs: then the step of the loop cannot simply go to the end.
fn jumps(body: Node<'_>) -> bool {
    below(body).iter().any(|n| n.kind() == "continue_statement")
}

struct Helper<'a> {
    parameters: Vec<&'a str>,
    /// Types of numbers, which a reference would not convert; else empty.
    types: Vec<&'a str>,
    /// The returned expression, or the statements.
    body: &'a str,
    is_expression: bool,
    definition: Node<'a>,
}

/// Helpers are written into their callers: those that return an expression, and those that
/// return nothing.
pub fn inline(source: &str, strength: u32, dice: &mut Dice) -> String {
    let tree = parse(source);
    let all = nodes(&tree);
    let helpers = helpers(&all, source);
    let mut edits = Edits::new();
    let mut left: BTreeSet<&str> = BTreeSet::new();
    let mut gone: BTreeSet<&str> = BTreeSet::new();
    // Innermost calls last: an outer call keeps its arguments as they were.
    for node in &all {
        if node.kind() != "call_expression" {
            continue;
        }
        let name = node.child_by_field_name("function").map_or("", |f| text(f, source));
        let Some((name, helper)) = helpers.get_key_value(name) else { continue };
        let done = dice.strikes(strength) && inline_call(*node, helper, source, &mut edits);
        if done {
            gone.insert(name)
        } else {
            left.insert(name)
        };
    }
    let gone: Vec<&str> = gone.difference(&left).copied().collect();
    without(&edits.apply(source), &gone)
}

/// The source without those of the functions that are called nowhere any more.
fn without(source: &str, functions: &[&str]) -> String {
    let tree = parse(source);
    let mut edits = Edits::new();
    for (name, helper) in helpers(&nodes(&tree), source) {
        let words = source.split(|c: char| !c.is_alphanumeric() && c != '_');
        if functions.contains(&name) && words.filter(|w| *w == name).count() == 1 {
            edits.replace(helper.definition, String::new());
        }
    }
    edits.apply(source)
}

fn inline_call(call: Node<'_>, helper: &Helper<'_>, source: &str, edits: &mut Edits) -> bool {
    let Some(list) = call.child_by_field_name("arguments") else { return false };
    let arguments: Vec<Node<'_>> =
        (0..list.named_child_count()).filter_map(|k| list.named_child(k as u32)).collect();
    let place = if helper.is_expression { Some(call) } else { call.parent() };
    let Some(place) = place else { return false };
    let is_statement = place.kind() == "expression_statement";
    if arguments.len() != helper.parameters.len() || !helper.is_expression && !is_statement {
        return false;
    }
    if !edits.free(place.start_byte(), place.end_byte()) {
        return false;
    }
    let given = arguments.iter().map(|a| text(*a, source));
    let pairs: Vec<(&str, &str)> = helper.parameters.iter().copied().zip(given).collect();
    let with = if helper.is_expression {
        format!("({})", substitute(helper.body, &pairs))
    } else {
        // An argument named like a parameter would refer to itself.
        if pairs.iter().any(|(p, a)| mentions(a, p) && p != a) {
            return false;
        }
        let mut bound = String::new();
        for ((p, a), kind) in pairs.iter().zip(&helper.types).filter(|((p, a), _)| p != a) {
            let kind = if kind.is_empty() { "auto&&" } else { kind };
            bound.push_str(&format!("{kind} {p} = {a}; "));
        }
        format!("{{ {bound}{} }}", helper.body)
    };
    edits.replace(place, with);
    true
}

fn mentions(text: &str, name: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
}

const WRAPPER: &str = "auto wrapped_ = ";

fn substitute(body: &str, pairs: &[(&str, &str)]) -> String {
    let wrapped = format!("{WRAPPER}{body};");
    let tree = parse(&wrapped);
    let mut edits = Edits::new();
    for node in nodes(&tree).into_iter().filter(|n| n.kind() == "identifier") {
        let name = text(node, &wrapped);
        if let Some((_, argument)) = pairs.iter().find(|(p, _)| *p == name) {
            let simple = argument.chars().all(|c| c.is_alphanumeric() || c == '_');
            let with = if simple { (*argument).into() } else { format!("({argument})") };
            edits.replace(node, with);
        }
    }
    let out = edits.apply(&wrapped);
    out[WRAPPER.len()..out.len() - 1].to_owned()
}

fn helpers<'a>(all: &[Node<'a>], source: &'a str) -> BTreeMap<&'a str, Helper<'a>> {
    let mut found = BTreeMap::new();
    for node in all.iter().filter(|n| n.kind() == "function_definition") {
        let Some(declarator) = below(*node).into_iter().find(|n| n.kind() == "function_declarator")
        else {
            continue;
        };
        let name = declarator.child_by_field_name("declarator").map_or("", |n| text(n, source));
        let parameters: Vec<&str> = below(declarator)
            .iter()
            .filter(|n| n.kind() == "parameter_declaration")
            .filter_map(|n| below(*n).into_iter().rfind(|k| k.kind() == "identifier"))
            .map(|n| text(n, source))
            .collect();
        let types: Vec<&str> = below(declarator)
            .iter()
            .filter(|n| n.kind() == "parameter_declaration")
            .map(|n| (n.child_by_field_name("type"), text(*n, source).contains('&')))
            .map(|(t, by_reference)| match t {
                Some(t) if t.kind() == "primitive_type" && !by_reference => text(t, source),
                _ => "",
            })
            .collect();
        let Some(body) = node.child_by_field_name("body") else { continue };
        let own =
            ["play", "factory"].contains(&name) || source[node.byte_range()].contains("operator");
        if own || body.kind() != "compound_statement" || mentions(text(body, source), name) {
            continue;
        }
        let only = body.named_child(0).filter(|_| body.named_child_count() == 1);
        let returned =
            only.filter(|n| n.kind() == "return_statement").and_then(|n| n.named_child(0));
        let returns = below(body).iter().any(|n| n.kind() == "return_statement");
        let (inner, is_expression) = match returned {
            Some(value) => (text(value, source), true),
            None if !returns => (text(body, source), false),
            None => continue,
        };
        let helper = Helper { parameters, types, body: inner, is_expression, definition: *node };
        found.insert(name, helper);
    }
    found
}
