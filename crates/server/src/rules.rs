//! The rules for submitted sources, checked before any compiler sees them.
//!
//! The sandbox denies files, threads and system calls anyway; these checks are there to say so
//! early and in words. What they overlook is still harmless.

use tree_sitter::{Node, Parser};

/// Complaints shown: more would hide the first.
const SHOWN: usize = 12;
/// Deeper sources are not looked into: no person writes them, and they cost stack.
const DEEPEST: usize = 400;

/// Standard headers for players. What deals with files, threads, time or the system is left out.
const HEADERS: &[&str] = &[
    "algorithm",
    "array",
    "bitset",
    "cassert",
    "cctype",
    "cerrno",
    "cfloat",
    "chrono",
    "cinttypes",
    "climits",
    "cmath",
    "complex",
    "cstddef",
    "cstdint",
    "cstdio",
    "cstdlib",
    "cstring",
    "ctime",
    "deque",
    "exception",
    "forward_list",
    "functional",
    "initializer_list",
    "iomanip",
    "ios",
    "iosfwd",
    "iostream",
    "istream",
    "iterator",
    "limits",
    "list",
    "map",
    "memory",
    "new",
    "numeric",
    "optional",
    "ostream",
    "queue",
    "random",
    "ratio",
    "set",
    "span",
    "sstream",
    "stack",
    "stdexcept",
    "streambuf",
    "string",
    "string_view",
    "tuple",
    "type_traits",
    "typeindex",
    "typeinfo",
    "unordered_map",
    "unordered_set",
    "utility",
    "valarray",
    "variant",
    "vector",
    "assert.h",
    "ctype.h",
    "float.h",
    "inttypes.h",
    "limits.h",
    "math.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
    "time.h",
];

/// Names that no player needs, and what to do instead.
const NAMES: &[(&str, &str)] = &[
    ("cin", "a player reads nothing: what it may know, the functions of the game tell it"),
    ("cout", "write to `cerr` instead: you find it in the match's log"),
    ("printf", "write to `cerr` instead: you find it in the match's log"),
    ("puts", "write to `cerr` instead: you find it in the match's log"),
    ("scanf", "a player reads nothing: what it may know, the functions of the game tell it"),
    ("fopen", "a player has no files"),
    ("freopen", "a player has no files"),
    ("ifstream", "a player has no files"),
    ("ofstream", "a player has no files"),
    ("fstream", "a player has no files"),
    ("system", "a player starts no programs"),
    ("popen", "a player starts no programs"),
    ("fork", "a player starts no programs"),
    ("pthread_create", "a player starts no threads"),
];

/// Something that the rules do not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1; 0 when it is about the whole file.
    pub line: usize,
    /// What was found and what to do.
    pub message: String,
}

/// All that the rules have against a source. Empty: it may go to the compiler.
#[must_use]
pub fn faults(name: &str, text: &[u8], bytes_max: u64) -> Vec<Fault> {
    let whole = |message: String| vec![Fault { line: 0, message }];
    if text.len() as u64 > bytes_max {
        let (len, most) = (text.len(), bytes_max);
        return whole(format!(
            "the source has {len} bytes; {most} are allowed: large tables can be computed at the \
             start"
        ));
    }
    let Ok(text) = std::str::from_utf8(text) else {
        return whole("the source is not UTF-8 text; save it as UTF-8".into());
    };
    if text.contains('\0') {
        return whole("the source has a zero byte in it: is it a source at all?".into());
    }
    let mut parser = Parser::new();
    let tree = match parser.set_language(&tree_sitter_cpp::LANGUAGE.into()) {
        Ok(()) => parser.parse(text, None),
        Err(_) => None,
    };
    let Some(tree) = tree else { return Vec::new() };
    let mut look = Look { text, faults: Vec::new() };
    look.node(tree.root_node(), 0, false);
    look.player_name(name);
    look.faults.sort_by_key(|fault| fault.line);
    look.faults.dedup();
    look.faults.truncate(SHOWN);
    look.faults
}

struct Look<'a> {
    text: &'a str,
    faults: Vec<Fault>,
}

impl<'a> Look<'a> {
    fn of(&self, node: Node<'_>) -> &'a str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    fn fault(&mut self, node: Node<'_>, message: String) {
        self.faults.push(Fault { line: node.start_position().row + 1, message });
    }

    fn node(&mut self, node: Node<'_>, depth: usize, inside: bool) {
        if depth > DEEPEST {
            return;
        }
        let mut inside = inside;
        match node.kind() {
            "preproc_include" => self.include(node),
            "declaration" if !inside => self.global(node),
            "declaration" | "field_declaration" => self.local(node),
            "identifier" | "type_identifier" => self.named(node),
            "function_definition"
            | "class_specifier"
            | "struct_specifier"
            | "union_specifier"
            | "enum_specifier"
            | "lambda_expression" => inside = true,
            _ => {}
        }
        let mut cursor = node.walk();
        let children: Vec<Node<'_>> = node.named_children(&mut cursor).collect();
        children.into_iter().for_each(|child| self.node(child, depth + 1, inside));
    }

    fn include(&mut self, node: Node<'_>) {
        let Some(path) = node.child_by_field_name("path") else { return };
        let path = self.of(path).trim_matches(|c| matches!(c, '"' | '<' | '>')).to_string();
        if path != "Player.hh" && !HEADERS.contains(&path.as_str()) {
            self.fault(
                node,
                format!("`{path}` cannot be included: only \"Player.hh\" and standard headers"),
            );
        }
    }

    fn named(&mut self, node: Node<'_>) {
        let name = self.of(node);
        let Some((_, why)) = NAMES.iter().find(|(banned, _)| *banned == name) else { return };
        let called = node.parent().is_some_and(|p| {
            p.kind() == "call_expression"
                || p.kind() == "qualified_identifier"
                    && p.parent().is_some_and(|g| g.kind() == "call_expression")
        });
        // The streams are objects and types; everything else counts when it is called.
        if called || matches!(name, "cin" | "cout" | "ifstream" | "ofstream" | "fstream") {
            self.fault(node, format!("`{name}` is not for players: {why}"));
        }
    }

    /// A declaration outside of functions and classes.
    fn global(&mut self, node: Node<'_>) {
        for declarator in mutable(self, node) {
            let name = self.of(innermost(declarator)).to_string();
            self.fault(
                node,
                format!(
                    "`{name}` is a global variable: players of several matches would share it; \
                     make it a member of the player's struct, or `const` if it never changes"
                ),
            );
        }
    }

    /// A declaration inside of a function or class: only `static` ones outlive a match.
    fn local(&mut self, node: Node<'_>) {
        if !has(self, node, "storage_class_specifier", &["static", "thread_local", "extern"]) {
            return;
        }
        for declarator in mutable(self, node) {
            let name = self.of(innermost(declarator)).to_string();
            self.fault(
                node,
                format!(
                    "`{name}` is a static variable: players of several matches would share it; \
                     leave `static` out and make it a member, or add `const` if it never changes"
                ),
            );
        }
    }

    fn player_name(&mut self, name: &str) {
        let lines = self.text.lines().enumerate();
        let defined = lines.filter_map(|(k, line)| {
            let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define")?;
            let mut words = rest.split_whitespace();
            (words.next() == Some("PLAYER_NAME")).then(|| (k + 1, words.next().unwrap_or("")))
        });
        let found: Vec<(usize, &str)> = defined.collect();
        match found.first() {
            None => self.faults.push(Fault {
                line: 0,
                message: format!("write `#define PLAYER_NAME {name}` below the includes"),
            }),
            Some((line, other)) if *other != name => self.faults.push(Fault {
                line: *line,
                message: format!(
                    "PLAYER_NAME is `{other}`, but the submission is called `{name}`: they must be \
                     the same"
                ),
            }),
            Some(_) => {}
        }
    }
}

/// Whether a declaration has a child of this kind with one of these texts.
fn has(look: &Look<'_>, node: Node<'_>, kind: &str, texts: &[&str]) -> bool {
    let mut cursor = node.walk();
    let mut children = node.named_children(&mut cursor);
    children.any(|child| child.kind() == kind && texts.contains(&look.of(child).trim()))
}

/// The variables of a declaration that can change.
fn mutable<'t>(look: &Look<'_>, node: Node<'t>) -> Vec<Node<'t>> {
    let fixed = has(look, node, "type_qualifier", &["const", "constexpr"]);
    if has(look, node, "type_qualifier", &["constexpr"]) {
        return Vec::new();
    }
    let mut cursor = node.walk();
    let declarators = node.children_by_field_name("declarator", &mut cursor);
    let changes = |declarator: &Node<'t>| {
        if is_function(*declarator) {
            return false;
        }
        match pointer(*declarator) {
            // `const int* p` may point elsewhere; `const int* const p` may not.
            Some(pointer) => !has(look, pointer, "type_qualifier", &["const"]),
            None => !fixed,
        }
    };
    declarators.filter(changes).collect()
}

fn descend<'t>(node: Node<'t>, until: &[&str]) -> Option<Node<'t>> {
    let mut at = Some(node);
    for _ in 0..DEEPEST {
        let node = at?;
        if until.contains(&node.kind()) {
            return Some(node);
        }
        at = node.child_by_field_name("declarator").or_else(|| {
            // References keep their declarator without a field's name.
            matches!(node.kind(), "reference_declarator" | "parenthesized_declarator")
                .then(|| node.named_child(0))
                .flatten()
        });
    }
    None
}

fn is_function(declarator: Node<'_>) -> bool {
    descend(declarator, &["function_declarator"]).is_some()
}

fn pointer(declarator: Node<'_>) -> Option<Node<'_>> {
    descend(declarator, &["pointer_declarator"])
}

/// The name inside of a declarator.
fn innermost(declarator: Node<'_>) -> Node<'_> {
    let names = ["identifier", "field_identifier", "qualified_identifier"];
    descend(declarator, &names).unwrap_or(declarator)
}

#[cfg(test)]
mod tests;
