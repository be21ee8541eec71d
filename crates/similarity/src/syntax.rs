//! From text to a flat syntax tree. Everything here is a loop: no nesting of a source, however
//! deep, can exhaust the stack.

use crate::source::Language;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use tree_sitter::{ParseOptions, Parser};

/// No child, no parent.
pub(crate) const NONE: u32 = u32::MAX;
/// Honest sources are parsed in a fraction of a second, even on a busy machine. Some texts made
/// to hurt need the square of their length.
const PATIENCE: Duration = Duration::from_secs(10);

/// A node of the syntax tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Raw {
    /// The grammar's name for it.
    pub kind: &'static str,
    /// Its role in its parent.
    pub field: &'static str,
    /// Its parent, or [`NONE`] at the root.
    pub parent: u32,
    /// First byte.
    pub start: u32,
    /// One behind the last byte.
    pub end: u32,
    /// Whether it has no children.
    pub leaf: bool,
    /// Whether the grammar names it; punctuation and keywords are not named.
    pub named: bool,
}

/// A syntax tree in preorder: children have greater indices than their parents.
pub(crate) struct Syntax {
    pub language: Language,
    pub nodes: Vec<Raw>,
    /// Bytes in parts that are not of the language, in percent.
    pub broken: u32,
}

impl Syntax {
    /// Parses a text; nothing when the parser gives up.
    pub(crate) fn parse(text: &str, language: Language) -> Option<Self> {
        let mut parser = Parser::new();
        let grammar: tree_sitter::Language = match language {
            Language::Cpp => tree_sitter_cpp::LANGUAGE.into(),
            Language::Rust => tree_sitter_rust::LANGUAGE.into(),
            Language::Js => tree_sitter_javascript::LANGUAGE.into(),
            Language::Python => tree_sitter_python::LANGUAGE.into(),
        };
        parser.set_language(&grammar).ok()?;
        let begin = Instant::now();
        let mut progress = |_: &tree_sitter::ParseState| match begin.elapsed() > PATIENCE {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let bytes = text.as_bytes();
        let mut read = |at: usize, _| bytes.get(at..).unwrap_or_default();
        let options = ParseOptions::new().progress_callback(&mut progress);
        let tree = parser.parse_with_options(&mut read, None, Some(options))?;
        let nodes = flatten(&tree, words(language, &grammar));
        let broken = broken(&nodes, text.len());
        Some(Self { language, nodes, broken })
    }

    /// Lists the children of every node: `lists[offsets[n]..offsets[n + 1]]`.
    pub(crate) fn children(&self) -> Children {
        let mut offsets = vec![0u32; self.nodes.len() + 2];
        for node in self.nodes.iter().filter(|n| n.parent != NONE) {
            offsets[node.parent as usize + 2] += 1;
        }
        for k in 2..offsets.len() {
            offsets[k] += offsets[k - 1];
        }
        let mut lists = vec![0; self.nodes.len().saturating_sub(1)];
        for (k, node) in self.nodes.iter().enumerate().filter(|(_, n)| n.parent != NONE) {
            let slot = &mut offsets[node.parent as usize + 1];
            lists[*slot as usize] = k as u32;
            *slot += 1;
        }
        Children { offsets, lists }
    }
}

/// The children of all nodes.
pub(crate) struct Children {
    offsets: Vec<u32>,
    lists: Vec<u32>,
}

impl Children {
    pub(crate) fn of(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.lists[self.offsets[node] as usize..self.offsets[node + 1] as usize]
    }
}

/// The words of a grammar, kept for the whole run of the program.
struct Words {
    kinds: Vec<String>,
    fields: Vec<String>,
}

fn words(language: Language, grammar: &tree_sitter::Language) -> &'static Words {
    static ALL: [OnceLock<Words>; 4] = [const { OnceLock::new() }; 4];
    ALL[language as usize].get_or_init(|| {
        let kind = |id| grammar.node_kind_for_id(id as u16).unwrap_or("").to_owned();
        let field = |id| grammar.field_name_for_id(id as u16).unwrap_or("").to_owned();
        Words {
            kinds: (0..grammar.node_kind_count()).map(kind).collect(),
            fields: (0..=grammar.field_count()).map(field).collect(),
        }
    })
}

impl Words {
    fn kind(&'static self, node: &tree_sitter::Node) -> &'static str {
        self.kinds.get(usize::from(node.kind_id())).map_or("ERROR", String::as_str)
    }

    fn field(&'static self, id: Option<NonZero<u16>>) -> &'static str {
        id.and_then(|id| self.fields.get(usize::from(id.get()))).map_or("", String::as_str)
    }
}

fn flatten(tree: &tree_sitter::Tree, words: &'static Words) -> Vec<Raw> {
    let mut nodes: Vec<Raw> = Vec::new();
    let mut cursor = tree.walk();
    let mut parents = vec![NONE];
    loop {
        let node = cursor.node();
        // What the parser made up, and comments, are no part of the program.
        if !node.is_missing() && !words.kind(&node).ends_with("comment") {
            let parent = parents.last().copied().unwrap_or(NONE);
            nodes.push(Raw {
                kind: words.kind(&node),
                field: words.field(cursor.field_id()),
                parent,
                start: node.start_byte() as u32,
                end: node.end_byte() as u32,
                leaf: node.child_count() == 0,
                named: node.is_named(),
            });
            if cursor.goto_first_child() {
                parents.push(nodes.len() as u32 - 1);
                continue;
            }
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return nodes;
            }
            parents.pop();
        }
    }
}

fn broken(nodes: &[Raw], length: usize) -> u32 {
    let (mut bytes, mut until) = (0u64, 0);
    for node in nodes.iter().filter(|n| n.kind == "ERROR") {
        if node.start >= until {
            bytes += u64::from(node.end - node.start);
            until = node.end;
        }
    }
    u32::try_from(bytes * 100 / (length as u64).max(1)).unwrap_or(100)
}
