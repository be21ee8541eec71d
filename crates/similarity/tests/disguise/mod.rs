//! Disguises a C++ source in the ways of somebody who hopes not to be noticed. The same
//! source, strength and seed always give the same copy, and copies still compile.

mod expressions;
mod layout;
mod macros;
mod names;
mod rewrites;
mod statements;

use tree_sitter::{Node, Parser, Tree};

/// A way to disguise a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disguise {
    Renaming,
    Layout,
    LiteralsAndTypes,
    FunctionOrder,
    StatementOrder,
    Loops,
    Inlining,
    DeadCode,
    SplitExpressions,
    Operators,
    Recursion,
    SplitFunctions,
    Arithmetic,
    Containers,
    TypeMacros,
    KeywordMacros,
    HeadMacros,
    BraceMacros,
    OperatorMacros,
    CallMacros,
    PasteMacros,
    StatementMacros,
}

/// Macros of the copier's own: the last disguise of a copy, since what they leave has to be
/// preprocessed before anything else can be done to it.
pub const MACROS: [Disguise; 8] = [
    Disguise::TypeMacros,
    Disguise::KeywordMacros,
    Disguise::HeadMacros,
    Disguise::BraceMacros,
    Disguise::OperatorMacros,
    Disguise::CallMacros,
    Disguise::PasteMacros,
    Disguise::StatementMacros,
];

/// Disguises of the source itself.
pub const ALL: [Disguise; 14] = [
    Disguise::Renaming,
    Disguise::Layout,
    Disguise::LiteralsAndTypes,
    Disguise::FunctionOrder,
    Disguise::StatementOrder,
    Disguise::Loops,
    Disguise::Inlining,
    Disguise::DeadCode,
    Disguise::SplitExpressions,
    Disguise::Operators,
    Disguise::Recursion,
    Disguise::SplitFunctions,
    Disguise::Arithmetic,
    Disguise::Containers,
];

/// Random numbers: splitmix64.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    /// Whether a place is changed: a third of the places at strength 1, two thirds at 2, all
    /// at 3.
    pub fn strikes(&mut self, strength: u32) -> bool {
        self.below(3) < strength as usize
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for k in (1..list.len()).rev() {
            list.swap(k, self.below(k + 1));
        }
    }
}

/// A copy in one disguise; `strength` is 1, 2 or 3.
pub fn disguise(source: &str, how: Disguise, strength: u32, dice: &mut Dice) -> String {
    match how {
        Disguise::Renaming => names::rename(source, strength, dice),
        Disguise::Layout => layout::layout(source, strength, dice),
        Disguise::LiteralsAndTypes => names::literals_and_types(source, strength, dice),
        Disguise::FunctionOrder => layout::function_order(source, strength, dice),
        Disguise::StatementOrder => statements::reorder(source, strength, dice),
        Disguise::Loops => statements::loops(source, strength, dice),
        Disguise::Inlining => statements::inline(source, strength, dice),
        Disguise::DeadCode => layout::dead_code(source, strength, dice),
        Disguise::SplitExpressions => expressions::split(source, strength, dice),
        Disguise::Operators => expressions::operators(source, strength, dice),
        Disguise::Recursion => rewrites::recursion(source, strength, dice),
        Disguise::SplitFunctions => rewrites::split_functions(source, strength, dice),
        Disguise::Arithmetic => rewrites::arithmetic(source, strength, dice),
        Disguise::Containers => rewrites::containers(source, strength, dice),
        macros => macros::hide(source, macros, strength, dice),
    }
}

/// A copy in several disguises, one upon the other in random order: three of all at strength 1,
/// six at 2, all at 3; then behind macros of one way.
pub fn combined(source: &str, strength: u32, seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let mut ways = ALL;
    dice.shuffle(&mut ways);
    let count = [3, 6, ALL.len()][strength as usize - 1];
    let copy = ways[..count]
        .iter()
        .fold(source.to_owned(), |text, how| disguise(&text, *how, strength, &mut dice));
    let macros = MACROS[dice.below(MACROS.len())];
    disguise(&copy, macros, strength, &mut dice)
}

/// Half of one player with half of another.
pub fn half(source: &str, other: &str) -> String {
    rewrites::half(source, other)
}

fn parse(source: &str) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_cpp::LANGUAGE.into()).expect("the grammar fits");
    parser.parse(source, None).expect("nothing stops the parser")
}

/// All nodes, parents first.
fn nodes(tree: &Tree) -> Vec<Node<'_>> {
    below(tree.root_node())
}

fn below(root: Node<'_>) -> Vec<Node<'_>> {
    let (mut found, mut open) = (Vec::new(), vec![root]);
    while let Some(node) = open.pop() {
        found.push(node);
        open.extend((0..node.child_count()).rev().filter_map(|k| node.child(k)));
    }
    found
}

fn text<'a>(node: Node<'_>, source: &'a str) -> &'a str {
    &source[node.byte_range()]
}

/// Replaces pieces of a text. Of pieces that overlap the first one is replaced.
struct Edits(Vec<(usize, usize, String)>);

impl Edits {
    fn new() -> Self {
        Self(Vec::new())
    }

    fn free(&self, start: usize, end: usize) -> bool {
        self.0.iter().all(|(s, e, _)| end <= *s || start >= *e)
    }

    fn replace(&mut self, node: Node<'_>, with: String) {
        self.span(node.start_byte(), node.end_byte(), with);
    }

    fn span(&mut self, start: usize, end: usize, with: String) {
        if self.free(start, end) {
            self.0.push((start, end, with));
        }
    }

    fn insert(&mut self, at: usize, what: String) {
        self.0.push((at, at, what));
    }

    fn apply(mut self, source: &str) -> String {
        self.0.sort_by_key(|(start, end, _)| (*start, *end));
        let (mut out, mut at) = (String::new(), 0);
        for (start, end, with) in self.0 {
            if start >= at {
                out.push_str(&source[at..start]);
                out.push_str(&with);
                at = end;
            }
        }
        out + &source[at..]
    }
}
