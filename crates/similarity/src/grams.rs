//! Small patterns of the normal form, without order: two programs have them in common even if
//! somebody reordered one of them.
//!
//! A pattern is a node with what hangs below it, two or three levels deep. It is taken twice:
//! once as it stands, and once *resolved*: a variable that is set once is replaced by what it is
//! set to, a call of a one-line function by its result, a parameter of a function with one
//! caller by the argument. So it does not matter whether an expression was split into parts or
//! a helper was written into its caller.

use crate::normal::{Function, Node, Program, Word, key, mix};
use crate::syntax::NONE;
use std::collections::HashMap;

/// Chains of variables that stand for variables are followed this far.
const HOPS: usize = 6;
/// Patterns that occur more often in one program than this count no further.
const TIMES: u64 = 4;

/// A pattern found at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Gram {
    /// The hash; a repeated pattern gets another hash.
    pub hash: u64,
    /// How much it says: the number of nodes it consists of.
    pub weight: u16,
    /// First byte of its place in the source.
    pub start: u32,
    /// One behind the last byte.
    pub end: u32,
}

/// The patterns of a program, sorted by hash.
pub(crate) fn of(program: &Program) -> Vec<Gram> {
    let plain: Vec<u32> = (0..program.nodes.len() as u32).collect();
    let resolved = Resolver::new(program).all();
    let mut found = Vec::new();
    let shallow = Levels::new(program, &plain);
    let deep = Levels::new(program, &resolved);
    for node in 0..program.nodes.len() {
        if !tells(program.nodes[node].word) {
            continue;
        }
        let (start, end) = program.nodes[node].span;
        for depth in [2, 3] {
            let (hash, size) = (shallow.hash[depth][node], shallow.size[depth][node]);
            let other = (deep.hash[depth][node], deep.size[depth][node]);
            let deeper = shallow.hash[depth][node] != shallow.hash[depth - 1][node] || depth == 2;
            if size >= 4 && deeper {
                found.push(Gram { hash: mix(hash, 1), weight: size, start, end });
            }
            if other.1 >= 4 && deep.size[depth][node] != deep.size[depth - 1][node] {
                found.push(Gram { hash: mix(other.0, 2), weight: other.1, start, end });
            }
        }
        contexts(program, node as u32, &deep, &mut found);
    }
    number(found)
}

/// The statements under a condition, each on its own: their order and statements between them do
/// not matter.
fn contexts(program: &Program, node: u32, levels: &Levels, found: &mut Vec<Gram>) {
    let control = &program.nodes[node as usize];
    if !control.word.is_control() || control.kids.is_empty() {
        return;
    }
    let head = levels.at(1, control.kids[0]);
    for kid in &control.kids[1..] {
        let inner = &program.nodes[*kid as usize];
        let size = levels.size[1][*kid as usize] + levels.size[1][control.kids[0] as usize];
        if tells(inner.word) && size >= 4 {
            let hash = mix(mix(head, levels.at(1, *kid)), 3 + control.word as u64);
            let (start, end) = inner.span;
            found.push(Gram { hash, weight: size, start, end });
        }
    }
}

fn tells(word: Word) -> bool {
    !matches!(
        word,
        Word::Seq | Word::Function | Word::Own | Word::Foreign | Word::Literal | Word::Jump
    )
}

/// Sorts, and makes the second occurrence of a pattern another pattern.
fn number(mut found: Vec<Gram>) -> Vec<Gram> {
    found.sort_unstable();
    let (mut last, mut times) = (0, 0);
    found.retain_mut(|gram| {
        times = if gram.hash == last { times + 1 } else { 0 };
        last = gram.hash;
        gram.hash = if times == 0 { gram.hash } else { mix(gram.hash, times + 100) };
        times < TIMES
    });
    found.sort_unstable();
    found
}

/// Finds what nodes stand for.
struct Resolver<'a> {
    program: &'a Program,
    /// The argument that a parameter stands for, by key; [`NONE`] with several callers.
    arguments: HashMap<u64, u32>,
}

impl<'a> Resolver<'a> {
    fn new(program: &'a Program) -> Self {
        let mut arguments = HashMap::new();
        for node in program.nodes.iter().filter(|n| n.word == Word::Call) {
            let Some(function) = callee(program, node) else { continue };
            for (parameter, argument) in function.parameters.iter().zip(&node.kids[1..]) {
                let entry = arguments.entry(*parameter).or_insert(*argument);
                if entry != argument {
                    *entry = NONE;
                }
            }
        }
        Self { program, arguments }
    }

    fn all(&self) -> Vec<u32> {
        (0..self.program.nodes.len() as u32).map(|n| self.target(n)).collect()
    }

    fn target(&self, from: u32) -> u32 {
        let mut at = from;
        for _ in 0..HOPS {
            match self.step(at) {
                Some(next) if next != NONE => at = next,
                _ => break,
            }
        }
        at
    }

    fn step(&self, at: u32) -> Option<u32> {
        let node = &self.program.nodes[at as usize];
        match node.word {
            Word::Own => {
                let local = self.program.definitions.get(&node.name);
                let argument = self.arguments.get(&node.name);
                let outer = || self.program.definitions.get(&key(0, node.number));
                local.or(argument).or_else(outer).copied()
            }
            Word::Call => {
                let function = callee(self.program, node)?;
                let body = &self.program.nodes[function.body as usize];
                (body.word == Word::Return).then(|| body.kids.first().copied()).flatten()
            }
            _ => None,
        }
    }
}

fn callee<'a>(program: &'a Program, call: &Node) -> Option<&'a Function> {
    let callee = &program.nodes[*call.kids.first()? as usize];
    program.functions.get(&callee.number)
}

/// Hashes of all nodes with what is below them, by depth, and how many nodes that are.
struct Levels {
    hash: [Vec<u64>; 4],
    size: [Vec<u16>; 4],
    targets: Vec<u32>,
}

impl Levels {
    fn new(program: &Program, targets: &[u32]) -> Self {
        let count = program.nodes.len();
        let mut levels = Self {
            hash: [const { Vec::new() }; 4],
            size: [const { Vec::new() }; 4],
            targets: targets.to_vec(),
        };
        levels.hash[0] = program.nodes.iter().map(label).collect();
        levels.size[0] = program.nodes.iter().map(|n| own_size(n.word)).collect();
        let mut below = Vec::new();
        for depth in 1..4 {
            let mut hashes = Vec::with_capacity(count);
            let mut sizes = Vec::with_capacity(count);
            for (k, node) in program.nodes.iter().enumerate() {
                below.clear();
                let mut size = levels.size[0][k];
                for kid in seen(node) {
                    let kid = levels.targets[*kid as usize] as usize;
                    below.push(levels.hash[depth - 1][kid]);
                    size = size.saturating_add(levels.size[depth - 1][kid]);
                }
                if node.word.swaps() {
                    below.sort_unstable();
                }
                hashes.push(below.iter().fold(levels.hash[0][k], |h, b| mix(h, *b)));
                sizes.push(size.min(24));
            }
            levels.hash[depth] = hashes;
            levels.size[depth] = sizes;
        }
        levels
    }

    fn at(&self, depth: usize, node: u32) -> u64 {
        self.hash[depth][self.targets[node as usize] as usize]
    }
}

fn label(node: &Node) -> u64 {
    let name = if node.word == Word::Own { 0 } else { node.name };
    mix(node.word as u64 + 1, name)
}

/// Own names and literals say nothing by themselves.
fn own_size(word: Word) -> u16 {
    u16::from(!matches!(word, Word::Own | Word::Literal))
}

/// The parts of a pattern: of a control statement only the condition.
fn seen(node: &Node) -> &[u32] {
    match node.word {
        Word::Seq | Word::Function => &[],
        word if word.is_control() => node.kids.get(..1).unwrap_or(&[]),
        _ => &node.kids,
    }
}
