//! The input of the expander: the source, and before it the text of expanded macros.

use super::{OUTSIDE, Token};
use crate::lex::{Lexeme, Spellings};

/// Conditions inside each other; deeper ones are kept whatever they say.
const DEPTH_MAX: usize = 1000;

/// A branch of `#if`.
struct Branch {
    /// Whether the compiler may see it.
    live: bool,
    /// Whether a branch before it was taken for certain.
    done: bool,
}

/// The lexemes that are still to be read.
pub(super) struct Stream<'a> {
    source: &'a [Lexeme],
    at: usize,
    /// The tokens that macros have put back, the next one last.
    back: Vec<Token>,
    branches: Vec<Branch>,
    /// How many of the branches are not seen.
    dead: usize,
    /// Conditions beyond [`DEPTH_MAX`].
    deeper: usize,
    /// Whether the language has directives.
    directives: bool,
}

/// The arguments of a call, and what reading them took.
pub(super) struct Arguments {
    /// None where there is no list of arguments, or no end of it.
    pub arguments: Option<Vec<Vec<Token>>>,
    pub steps: usize,
}

impl<'a> Stream<'a> {
    pub(super) fn of(source: &'a [Lexeme], directives: bool) -> Self {
        let (back, branches) = (Vec::new(), Vec::new());
        Self { source, at: 0, back, branches, dead: 0, deeper: 0, directives }
    }

    /// Whether the next token comes from the source itself.
    pub(super) fn is_direct(&self) -> bool {
        self.back.is_empty()
    }

    pub(super) fn next(&mut self) -> Option<Token> {
        if let Some(token) = self.back.pop() {
            return Some(token);
        }
        let lexeme = *self.source.get(self.at)?;
        self.at += 1;
        Some(Token { lexeme, hidden: OUTSIDE })
    }

    /// Puts tokens back, to be read next.
    pub(super) fn push(&mut self, tokens: Vec<Token>) {
        self.back.extend(tokens.into_iter().rev());
    }

    /// Forgets what macros have put back.
    pub(super) fn forget(&mut self) {
        self.back.clear();
    }

    /// The next directive without its `#`, if the next thing is one. What the compiler does not
    /// see is passed over on the way.
    pub(super) fn directive(&mut self, spellings: &Spellings) -> Option<&'a [Lexeme]> {
        if !self.back.is_empty() || !self.directives {
            return None;
        }
        loop {
            let lexeme = self.source.get(self.at)?;
            if lexeme.first && spellings.word(lexeme.word) == "#" {
                let rest = &self.source[self.at + 1..];
                let length = rest.iter().position(|l| l.first).unwrap_or(rest.len());
                self.at += 1 + length;
                return Some(&rest[..length]);
            }
            if self.is_live() {
                return None;
            }
            self.at += 1;
        }
    }

    /// Whether the compiler may see what comes next.
    pub(super) fn is_live(&self) -> bool {
        self.dead == 0
    }

    /// Opens a condition; `known` is its value where it is certain.
    pub(super) fn open(&mut self, known: Option<bool>) {
        if self.branches.len() == DEPTH_MAX {
            self.deeper += 1;
            return;
        }
        let live = known != Some(false);
        self.dead += usize::from(!live);
        self.branches.push(Branch { live, done: known == Some(true) });
    }

    /// Goes on to the next branch of the innermost condition.
    pub(super) fn other(&mut self, known: Option<bool>) {
        let Some(branch) = self.branches.last_mut().filter(|_| self.deeper == 0) else { return };
        self.dead -= usize::from(!branch.live);
        branch.live = !branch.done && known != Some(false);
        branch.done |= known == Some(true);
        self.dead += usize::from(!branch.live);
    }

    /// Ends the innermost condition.
    pub(super) fn close(&mut self) {
        if self.deeper > 0 {
            self.deeper -= 1;
        } else if let Some(branch) = self.branches.pop() {
            self.dead -= usize::from(!branch.live);
        }
    }

    /// Reads the arguments of a call in parentheses, at most so many (the last one takes the
    /// commas that are left) in at most so many steps. Nothing is read where there are none.
    pub(super) fn arguments(&mut self, words: &Spellings, most: usize, steps: usize) -> Arguments {
        let mut read = Vec::new();
        let mut arguments = vec![Vec::new()];
        let mut depth = 0_usize;
        while read.len() <= steps {
            let directive = self.back.is_empty()
                && self.directives
                && self.source.get(self.at).is_some_and(|l| l.first && words.word(l.word) == "#");
            let token = if directive { None } else { self.next() };
            let Some(token) = token else { break };
            read.push(token);
            let word = words.word(token.lexeme.word);
            match word {
                _ if depth == 0 && word != "(" => break,
                ")" if depth == 1 => {
                    return Arguments { steps: read.len(), arguments: Some(arguments) };
                }
                "," if depth == 1 && arguments.len() < most => arguments.push(Vec::new()),
                _ => {
                    depth += usize::from(word == "(");
                    depth -= usize::from(word == ")");
                    if read.len() > 1 {
                        arguments.last_mut().expect("there is a first argument").push(token);
                    }
                }
            }
        }
        let steps = read.len();
        self.push(read);
        Arguments { steps, arguments: None }
    }
}
