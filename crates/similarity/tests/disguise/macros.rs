//! Macros of the copier, in eight kinds. They are the last disguise of a copy: the result is not
//! C++ before the preprocessor runs.

use super::{Dice, Disguise, Edits, nodes, parse, text};
use std::collections::BTreeSet;
use tree_sitter::Node;

/// The macro that each way defines for a piece of the source.
type Define = (&'static str, &'static str, &'static str);

const TYPES: [Define; 4] = [
    ("primitive_type", "int", "whole"),
    ("primitive_type", "bool", "truth"),
    ("primitive_type", "double", "real"),
    ("primitive_type", "void", "nothing"),
];
const KEYWORDS: [Define; 5] = [
    ("return", "return", "give"),
    ("if", "if", "fork"),
    ("while", "while", "spin"),
    ("else", "else", "differently"),
    ("for", "for", "each"),
];
const OPERATORS: [Define; 9] = [
    ("==", "==", "IS"),
    ("!=", "!=", "ISNT"),
    ("=", "=", "BECOMES"),
    ("+", "+", "PLUS"),
    ("-", "-", "MINUS"),
    ("*", "*", "TIMES"),
    ("and", "and", "ALSO"),
    ("or", "or", "ELSE_IF_NOT"),
    (".", ".", "HIS"),
];

/// A copy behind macros of one way.
pub fn hide(source: &str, how: Disguise, strength: u32, dice: &mut Dice) -> String {
    let tree = parse(source);
    let all: Vec<Node<'_>> = nodes(&tree).into_iter().filter(|n| in_code(*n)).collect();
    let mut hidden = Hidden { source, edits: Edits::new(), lines: BTreeSet::new() };
    for (number, node) in all.iter().enumerate() {
        if !dice.strikes(strength) {
            continue;
        }
        match how {
            Disguise::TypeMacros => hidden.word(*node, &TYPES),
            Disguise::KeywordMacros => hidden.word(*node, &KEYWORDS),
            Disguise::OperatorMacros => hidden.word(*node, &OPERATORS),
            Disguise::HeadMacros => hidden.head(*node),
            Disguise::BraceMacros => hidden.brace(*node),
            Disguise::CallMacros => hidden.call(*node),
            Disguise::PasteMacros => hidden.paste(*node),
            _ => hidden.statement(*node, number),
        }
    }
    let includes = source.rfind("#include").unwrap_or(0);
    let end = source[includes..].find('\n').map_or(source.len(), |at| includes + at + 1);
    let lines: Vec<String> = hidden.lines.into_iter().collect();
    hidden.edits.insert(end, format!("{}\n", lines.join("\n")));
    hidden.edits.apply(source)
}

/// Whether a node belongs to code, not to a directive.
fn in_code(node: Node<'_>) -> bool {
    let mut at = Some(node);
    while let Some(here) = at {
        if here.kind().starts_with("preproc") || here.kind() == "operator_name" {
            return false;
        }
        at = here.parent();
    }
    true
}

struct Hidden<'a> {
    source: &'a str,
    edits: Edits,
    lines: BTreeSet<String>,
}

impl Hidden<'_> {
    fn define(&mut self, name: &str, body: &str) {
        self.lines.insert(format!("#define {name} {body}"));
    }

    /// A word or sign gets another name.
    fn word(&mut self, node: Node<'_>, list: &[Define]) {
        let found = list.iter().find(|(kind, word, _)| {
            *kind == node.kind() && *word == text(node, self.source) && node.child_count() == 0
        });
        // `= 0` and `= default` behind declarations, and `int main`-like signs, stay C++ anyway.
        if let Some((_, word, name)) = found {
            self.define(name, word);
            self.edits.replace(node, format!(" {name} "));
        }
    }

    /// `if (` becomes WHEN.
    fn head(&mut self, node: Node<'_>) {
        let name = match node.kind() {
            "if" => "WHEN",
            "for" => "EACH",
            "while" => "AS_LONG",
            _ => return,
        };
        let rest = &self.source[node.end_byte()..];
        let blank = rest.len() - rest.trim_start().len();
        if rest.trim_start().starts_with('(') {
            self.define(name, &format!("{} (", node.kind()));
            let end = node.end_byte() + blank + 1;
            self.edits.span(node.start_byte(), end, format!("{name} "));
        }
    }

    /// `{` becomes OPEN and `}` DONE, where they stand around statements.
    fn brace(&mut self, node: Node<'_>) {
        let name = match node.kind() {
            "{" => "OPEN",
            "}" => "DONE",
            _ => return,
        };
        if node.parent().is_some_and(|p| p.kind() == "compound_statement") {
            self.define(name, node.kind());
            self.edits.replace(node, format!(" {name} "));
        }
    }

    /// Operations and conditions become calls.
    fn call(&mut self, node: Node<'_>) {
        let part = |role| node.child_by_field_name(role);
        if node.kind() != "binary_expression" {
            return;
        }
        let (Some(left), Some(operator), Some(right)) =
            (part("left"), part("operator"), part("right"))
        else {
            return;
        };
        let (name, sign) = match text(operator, self.source) {
            "+" => ("SUM", "+"),
            "-" => ("GAP", "-"),
            "*" => ("TIMES", "*"),
            "<" => ("UNDER", "<"),
            ">" => ("OVER", ">"),
            "==" => ("ALIKE", "=="),
            "!=" => ("UNLIKE", "!="),
            "and" => ("BOTH", "and"),
            "or" => ("EITHER", "or"),
            _ => return,
        };
        let sides = [left, right].map(|n| text(n, self.source));
        if sides.concat().contains('{') || !self.edits.free(node.start_byte(), node.end_byte()) {
            return;
        }
        self.define(&format!("{name}(b, a)"), &format!("((a) {sign} (b))"));
        let [left, right] = sides;
        self.edits.replace(node, format!("{name}({right}, {left})"));
    }

    /// Names are pasted together of two halves.
    fn paste(&mut self, node: Node<'_>) {
        let name = text(node, self.source);
        let kinds = ["identifier", "field_identifier"];
        let kept = ["PLAYER_NAME", "RegisterPlayer", "factory", "play"].contains(&name);
        let half = name.len() / 2;
        let plain = name.is_ascii() && half > 0 && !kept;
        let second = name.as_bytes().get(half).is_some_and(|b| !b.is_ascii_digit());
        if kinds.contains(&node.kind()) && plain && second {
            self.define("GLUE(a, b)", "a##b");
            let (a, b) = name.split_at(half);
            self.edits.replace(node, format!("GLUE({a}, {b})"));
        }
    }

    /// Whole statements stand in macros at the top.
    fn statement(&mut self, node: Node<'_>, number: usize) {
        let kinds = ["expression_statement", "return_statement", "declaration"];
        let inside = node.parent().is_some_and(|p| p.kind() == "compound_statement");
        let body = text(node, self.source);
        if !kinds.contains(&node.kind()) || !inside || body.contains(['\n', '/', '#']) {
            return;
        }
        if self.edits.free(node.start_byte(), node.end_byte()) {
            let name = format!("STEP_{number}");
            self.define(&name, body);
            self.edits.replace(node, name);
        }
    }
}
