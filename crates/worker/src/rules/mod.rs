//! The rules for submitted sources, checked before any compiler sees them.
//!
//! The sandbox denies files, threads and system calls anyway. These checks report the fault early
//! and in words. A fault that they do not find is still harmless.

mod complaint;
mod rust;

pub use complaint::Complaint;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};
use toolchain::Language;
use tree_sitter::{Node, ParseOptions, ParseState, Parser, Tree};

/// Bytes of a source, where a season says nothing else.
pub const SOURCE_BYTES_MAX: u64 = 256 << 10;
/// The header of the rules for players that look ahead.
const SIMULATION: &str = "Simulation.hh";
/// Complaints shown: more would hide the first.
const SHOWN: usize = 12;
/// Deeper sources are not looked into: no person writes them, and they cost stack.
const DEEPEST: usize = 400;
/// Honest sources are parsed in a fraction of a second, even on a busy machine. Texts made to hurt
/// need the square of their length.
const PATIENCE: Duration = Duration::from_secs(10);

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

/// Names that no player needs, by the reason.
const READS: &[&str] = &["cin", "scanf"];
const WRITES: &[&str] = &["cout", "printf", "puts"];
const FILES: &[&str] = &["fopen", "freopen", "ifstream", "ofstream", "fstream"];
const PROGRAMS: &[&str] = &["system", "popen", "fork"];
const THREADS: &[&str] = &["pthread_create"];

/// Why this name is not for players, if it is not.
fn banned(name: &str) -> Option<Complaint> {
    let own = name.to_string();
    match name {
        _ if READS.contains(&name) => Some(Complaint::Reads { name: own }),
        _ if WRITES.contains(&name) => Some(Complaint::Writes { name: own }),
        _ if FILES.contains(&name) => Some(Complaint::Files { name: own }),
        _ if PROGRAMS.contains(&name) => Some(Complaint::Programs { name: own }),
        _ if THREADS.contains(&name) => Some(Complaint::Threads { name: own }),
        _ => None,
    }
}

/// Something that the rules do not allow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The line, from 1; 0 when it is about the whole file.
    pub line: usize,
    /// The character in the line, from 1; 0 when it is about the whole line.
    #[serde(default)]
    pub column: usize,
    /// The fault and its remedy.
    pub what: Complaint,
}

impl Fault {
    /// File, line and what is wrong there; `words` puts the complaint into some language.
    #[must_use]
    pub fn shown(&self, file: &str, words: impl FnOnce(&Complaint) -> String) -> String {
        let what = words(&self.what);
        match (self.line, self.column) {
            (0, _) => format!("{file}: {what}"),
            (line, 0) => format!("{file}:{line}: {what}"),
            (line, column) => format!("{file}:{line}:{column}: {what}"),
        }
    }
}

/// All that the rules of a season that nobody has changed have against the source in this file:
/// lines in English. Empty: nothing.
#[must_use]
pub fn usual(file: &str, name: &str, text: &[u8], forward: bool) -> Vec<String> {
    let all = faults(file, name, text, SOURCE_BYTES_MAX, forward);
    all.iter().map(|fault| fault.shown(file, Complaint::english)).collect()
}

/// All that the rules have against a source; with `forward` it may look ahead. Empty: it may go to
/// the compiler. The ending of `file` names the language. JavaScript and Python have no rules but
/// for the text, because nothing outlives a match in an engine, and imports are those of the
/// sandbox. Those for Rust are about how modules are linked: files are the compiler's matter.
#[must_use]
pub fn faults(file: &str, name: &str, text: &[u8], bytes_max: u64, forward: bool) -> Vec<Fault> {
    let whole = |what: Complaint| vec![Fault { line: 0, column: 0, what }];
    if text.len() as u64 > bytes_max {
        let (count, most) = (text.len().to_string(), bytes_max.to_string());
        return whole(Complaint::Size { count, most });
    }
    let Ok(text) = std::str::from_utf8(text) else {
        return whole(Complaint::Encoding);
    };
    if text.contains('\0') {
        return whole(Complaint::Zero);
    }
    let mut faults = match Language::of(Path::new(file)) {
        Language::Js | Language::Python => Vec::new(),
        Language::Rust => rust::faults(text),
        Language::Cpp => {
            let Some(tree) = parse(text, PATIENCE) else { return whole(Complaint::Tangled) };
            let mut look = Look { text, forward, faults: Vec::new() };
            look.node(tree.root_node(), 0, false);
            look.player_name(name);
            look.faults
        }
    };
    faults.sort_by_key(|fault| fault.line);
    faults.dedup();
    faults.truncate(SHOWN);
    faults
}

/// The syntax tree, unless it takes longer than this.
fn parse(text: &str, patience: Duration) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_cpp::LANGUAGE.into()).ok()?;
    let begun = Instant::now();
    let mut progress = |_: &ParseState| match begun.elapsed() > patience {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let mut read = |at: usize, _| text.as_bytes().get(at..).unwrap_or_default();
    let options = ParseOptions::new().progress_callback(&mut progress);
    parser.parse_with_options(&mut read, None, Some(options))
}

struct Look<'a> {
    text: &'a str,
    forward: bool,
    faults: Vec<Fault>,
}

impl<'a> Look<'a> {
    fn of(&self, node: Node<'_>) -> &'a str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    fn fault(&mut self, node: Node<'_>, what: Complaint) {
        let line = node.start_position().row + 1;
        self.faults.push(Fault { line, column: 0, what });
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
        match path.as_str() {
            "Player.hh" => {}
            SIMULATION if self.forward => {}
            SIMULATION => self.fault(node, Complaint::Simulation),
            known if HEADERS.contains(&known) => {}
            _ => self.fault(node, Complaint::Include { path }),
        }
    }

    fn named(&mut self, node: Node<'_>) {
        let name = self.of(node);
        let Some(why) = banned(name) else { return };
        let called = node.parent().is_some_and(|p| {
            p.kind() == "call_expression"
                || p.kind() == "qualified_identifier"
                    && p.parent().is_some_and(|g| g.kind() == "call_expression")
        });
        // The streams are objects and types; everything else counts when it is called.
        if called || matches!(name, "cin" | "cout" | "ifstream" | "ofstream" | "fstream") {
            self.fault(node, why);
        }
    }

    /// A declaration outside of functions and classes.
    fn global(&mut self, node: Node<'_>) {
        for declarator in mutable(self, node) {
            let name = self.of(innermost(declarator)).to_string();
            self.fault(node, Complaint::Global { name });
        }
    }

    /// A declaration inside of a function or class: only `static` ones outlive a match.
    fn local(&mut self, node: Node<'_>) {
        if !has(self, node, "storage_class_specifier", &["static", "thread_local", "extern"]) {
            return;
        }
        for declarator in mutable(self, node) {
            let name = self.of(innermost(declarator)).to_string();
            self.fault(node, Complaint::Static { name });
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
            None => {
                let what = Complaint::Define { name: name.into() };
                self.faults.push(Fault { line: 0, column: 0, what });
            }
            Some((line, other)) if *other != name => {
                let what = Complaint::OtherName { other: (*other).into(), name: name.into() };
                self.faults.push(Fault { line: *line, column: 0, what });
            }
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
