//! Split expressions; other operators for the same.

use super::{Dice, Edits, below, nodes, parse, text};
use tree_sitter::Node;

/// Parts of expressions get names of their own.
pub fn split(source: &str, strength: u32, dice: &mut Dice) -> String {
    let tree = parse(source);
    let mut edits = Edits::new();
    let mut number = dice.below(900);
    for node in nodes(&tree) {
        let in_block = node.parent().is_some_and(|p| p.kind() == "compound_statement");
        let whole = match node.kind() {
            "declaration" | "expression_statement" | "return_statement" => Some(node),
            "if_statement" => node.child_by_field_name("condition"),
            _ => None,
        };
        let (Some(whole), true) = (whole, in_block) else { continue };
        let parts: Vec<Node<'_>> =
            below(whole).into_iter().filter(|n| splittable(*n, whole, source)).collect();
        let mut taken = 0;
        for part in parts {
            if taken > strength || !dice.strikes(strength) {
                continue;
            }
            if !edits.free(part.start_byte(), part.end_byte()) {
                continue;
            }
            number += 1;
            taken += 1;
            let line = format!("auto part{number} = {};\n    ", text(part, source));
            edits.insert(node.start_byte(), line);
            edits.replace(part, format!("part{number}"));
        }
    }
    edits.apply(source)
}

/// Whether a part can be computed before its statement: it is always needed, and nothing in the
/// statement comes before it that could change it.
fn splittable(part: Node<'_>, whole: Node<'_>, source: &str) -> bool {
    let whole_text = text(whole, source);
    let effects = ["++", "--", "<<", ">>", "random", "dice", "[", "{"];
    if effects.iter().any(|e| whole_text.contains(e)) || part == whole {
        return false;
    }
    match part.kind() {
        "call_expression" => {
            let callee = part.child_by_field_name("function").map_or("", |f| text(f, source));
            if !["cell", "unit", "abs", "rows", "cols", "round", "max", "min"].contains(&callee) {
                return false;
            }
        }
        "binary_expression" => {
            let operator = part.child_by_field_name("operator").map_or("", |o| text(o, source));
            if !["+", "-", "*", "<", ">", "==", "!="].contains(&operator) {
                return false;
            }
        }
        _ => return false,
    }
    // Behind and, or and ?: it may not be computed at all.
    let mut at = part;
    while at != whole {
        let Some(parent) = at.parent() else { return false };
        let operator = parent.child_by_field_name("operator").map_or("", |o| text(o, source));
        let lazy = ["and", "or", "&&", "||"].contains(&operator)
            && parent.child_by_field_name("right") == Some(at);
        let kinds = ["conditional_expression", "lambda_expression", "parameter_declaration"];
        if lazy || kinds.contains(&parent.kind()) {
            return false;
        }
        at = parent;
    }
    // Several variables of one declaration may depend on each other.
    whole.kind() != "declaration" || whole_text.matches('=').count() == 1
}

/// The same said with other operators: directions of comparisons, `+=`, words and signs,
/// branches the other way round.
pub fn operators(source: &str, strength: u32, dice: &mut Dice) -> String {
    let tree = parse(source);
    let mut edits = Edits::new();
    for node in nodes(&tree).into_iter().rev() {
        if !dice.strikes(strength) {
            continue;
        }
        match node.kind() {
            "binary_expression" => binary(node, source, &mut edits),
            "assignment_expression" => assignment(node, source, &mut edits),
            "update_expression" => update(node, source, &mut edits),
            "if_statement" => swap_branches(node, source, &mut edits),
            _ => {}
        }
    }
    edits.apply(source)
}

fn binary(node: Node<'_>, source: &str, edits: &mut Edits) {
    let part = |role| node.child_by_field_name(role);
    let (Some(left), Some(operator), Some(right)) = (part("left"), part("operator"), part("right"))
    else {
        return;
    };
    let other = match text(operator, source) {
        "and" => "&&",
        "or" => "||",
        "&&" => "and",
        "||" => "or",
        sign @ ("<" | ">" | "<=" | ">=" | "==" | "!=") => {
            let turned = match sign {
                "<" => ">",
                ">" => "<",
                "<=" => ">=",
                ">=" => "<=",
                same => same,
            };
            if edits.free(node.start_byte(), node.end_byte()) {
                let (a, b) = (text(left, source).to_owned(), text(right, source).to_owned());
                edits.replace(left, b);
                edits.replace(right, a);
                edits.replace(operator, turned.into());
            }
            return;
        }
        _ => return,
    };
    edits.replace(operator, other.into());
}

fn assignment(node: Node<'_>, source: &str, edits: &mut Edits) {
    let part = |role| node.child_by_field_name(role).map_or("", |n| text(n, source));
    let (left, operator, right) = (part("left"), part("operator"), part("right"));
    let plain = left.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    if let (Some(sign @ ("+" | "-" | "*")), true) = (operator.strip_suffix('='), plain) {
        edits.replace(node, format!("{left} = {left} {sign} ({right})"));
    }
}

fn update(node: Node<'_>, source: &str, edits: &mut Edits) {
    let parent = node.parent().map_or("", |p| p.kind());
    let argument = node.child_by_field_name("argument").map_or("", |a| text(a, source));
    // Iterators of maps have no +=.
    let plain = argument != "it" && argument.chars().all(|c| c.is_alphanumeric() || c == '_');
    if matches!(parent, "expression_statement" | "for_statement") && plain {
        let sign = if text(node, source).contains('+') { "+=" } else { "-=" };
        edits.replace(node, format!("{argument} {sign} 1"));
    }
}

fn swap_branches(node: Node<'_>, source: &str, edits: &mut Edits) {
    let part = |role| node.child_by_field_name(role);
    let (Some(condition), Some(then), Some(other)) =
        (part("condition"), part("consequence"), part("alternative"))
    else {
        return;
    };
    let Some(other) = other.named_child(0).filter(|n| n.kind() != "if_statement") else { return };
    let inner = condition.kind() == "condition_clause" && condition.named_child_count() == 1;
    if !inner || other.kind() == "comment" || !edits.free(node.start_byte(), node.end_byte()) {
        return;
    }
    let (a, b) = (text(then, source).to_owned(), text(other, source).to_owned());
    edits.replace(condition, format!("(not {})", text(condition, source)));
    edits.replace(then, format!("{{ {b} }}"));
    edits.replace(other, format!("{{ {a} }}"));
}
