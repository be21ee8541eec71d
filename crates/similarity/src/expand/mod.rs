//! The source as the compiler sees it: with its own macros expanded, and without branches that its
//! own conditions exclude. All code keeps its place in the author's file. Code from a macro has
//! the place of the call.
//!
//! Expansion costs a bounded number of steps and bytes, whatever the macros are: a call that
//! takes more stays as it is, and the source is marked.

mod condition;
mod stream;

use crate::lex::{self, Kind, Lexeme, Spellings};
use crate::source::{LARGEST, Language};
use std::collections::HashMap;
use std::rc::Rc;
use stream::Stream;

/// Steps that all macros of a source may take together.
const WORK_MAX: usize = 1 << 20;
/// Steps that one call may take, with the calls inside.
const CALL_MAX: usize = 1 << 16;
/// Bytes of an expanded source.
const BYTES_MAX: usize = 4 * LARGEST;
/// Parameters of one macro.
const PARAMETERS_MAX: usize = 256;
/// Bytes of a name that a macro pastes together.
const NAME_MAX: usize = 64;
/// Outside of every macro.
const OUTSIDE: u32 = u32::MAX;

/// A source as the compiler sees it.
pub(crate) struct Expanded {
    /// The expanded text.
    pub text: String,
    /// Its words and signs, in order.
    pub places: Vec<Place>,
    /// How many macros its author defined.
    pub macros: usize,
    /// Whether its macros expand without end, so that some were left as they are.
    pub endless: bool,
    /// Whether it gives its lines other numbers or files, which would mislead the line table.
    pub relined: bool,
    /// Whether the last word comes from the source itself, not from a macro.
    direct: bool,
}

/// A word or sign of the expanded text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub kind: Kind,
    /// First byte in the expanded text, and one behind the last.
    pub at: (u32, u32),
    /// First byte in the author's text, and one behind the last.
    pub from: (u32, u32),
}

impl Expanded {
    /// The text as the compiler of its language sees it.
    pub(crate) fn of(text: &str, language: Language) -> Self {
        let mut spellings = Spellings::default();
        let lexemes = lex::of(text, language, &mut spellings);
        if language.is_script() {
            return Self::plain(text, &lexemes);
        }
        let mut expander = Expander::new(spellings);
        let mut out = Self {
            text: String::new(),
            places: Vec::new(),
            macros: 0,
            endless: false,
            relined: false,
            direct: true,
        };
        let mut stream = Stream::of(&lexemes, language == Language::Cpp);
        while let Some(token) = expander.next(&mut stream) {
            out.push(token, expander.spellings.word(token.lexeme.word));
            if out.text.len() > BYTES_MAX && expander.work < WORK_MAX {
                expander.stop();
                stream.forget();
            }
        }
        out.macros = expander.defined;
        out.endless = expander.endless;
        out.relined = expander.relined;
        out
    }

    /// A text without macros, in a language where line breaks and indentation matter.
    fn plain(text: &str, lexemes: &[Lexeme]) -> Self {
        let place = |l: &Lexeme| Place { kind: l.kind, at: l.from, from: l.from };
        Self {
            text: text.to_owned(),
            places: lexemes.iter().map(place).collect(),
            macros: 0,
            endless: false,
            relined: false,
            direct: true,
        }
    }

    fn push(&mut self, token: Token, word: &str) {
        if token.lexeme.first {
            self.text.push('\n');
        } else if !(token.lexeme.touches && token.hidden == OUTSIDE && self.direct) {
            self.text.push(' ');
        }
        self.direct = token.hidden == OUTSIDE;
        let start = self.text.len() as u32;
        self.text.push_str(word);
        let at = (start, self.text.len() as u32);
        self.places.push(Place { kind: token.lexeme.kind, at, from: token.lexeme.from });
    }

    /// The author's text that a part of the expanded text is from.
    pub(crate) fn from(&self, start: u32, end: u32) -> (u32, u32) {
        let first = self.places.partition_point(|p| p.at.1 <= start);
        let behind = self.places.partition_point(|p| p.at.0 < end).max(first + 1);
        let part = self.places.get(first..behind.min(self.places.len())).unwrap_or_default();
        // Arguments of macros may stand in another order than in the call.
        match part {
            [] => (0, 0),
            [one] => one.from,
            [one, .., last] => (one.from.0.min(last.from.0), one.from.1.max(last.from.1)),
        }
    }
}

/// A lexeme, and the macros that it may not call: those it comes from.
#[derive(Clone, Copy)]
struct Token {
    lexeme: Lexeme,
    /// Number of the innermost macro that it comes from, see [`Expander::hidden`].
    hidden: u32,
}

impl Token {
    fn is(&self, spellings: &Spellings, sign: &str) -> bool {
        self.lexeme.kind == Kind::Sign && spellings.word(self.lexeme.word) == sign
    }
}

/// A macro of the author's.
#[derive(Clone, Default)]
struct Macro {
    /// The spellings of its parameters; none for a macro without parentheses.
    parameters: Option<Vec<u32>>,
    /// Whether the last parameter takes all arguments that are left.
    variadic: bool,
    body: Vec<Lexeme>,
}

struct Expander {
    spellings: Spellings,
    /// By spelling; `None` where the author took a definition back.
    macros: HashMap<u32, Option<Rc<Macro>>>,
    /// Calls of macros: the call around it, and which macro.
    hidden: Vec<(u32, u32)>,
    /// Steps taken.
    work: usize,
    /// Steps that may be taken until the present call has taken too many.
    limit: usize,
    defined: usize,
    endless: bool,
    relined: bool,
}

impl Expander {
    fn new(spellings: Spellings) -> Self {
        Self {
            spellings,
            macros: HashMap::new(),
            hidden: Vec::new(),
            work: 0,
            limit: 0,
            defined: 0,
            endless: false,
            relined: false,
        }
    }

    /// Expands nothing from now on: the rest of the source stays as it is.
    fn stop(&mut self) {
        self.work = WORK_MAX;
        self.endless = true;
    }

    /// The next token after expansion.
    fn next(&mut self, stream: &mut Stream<'_>) -> Option<Token> {
        loop {
            if let Some(directive) = stream.directive(&self.spellings) {
                self.directive(directive, stream);
                continue;
            }
            if stream.is_direct() {
                self.limit = WORK_MAX.min(self.work + CALL_MAX);
            }
            let token = stream.next()?;
            if !self.call(token, stream) {
                return Some(token);
            }
        }
    }

    /// Puts a macro's expansion in the place of its call; whether this was one.
    fn call(&mut self, token: Token, stream: &mut Stream<'_>) -> bool {
        let name = token.lexeme.word;
        let Some(called) = self.macros.get(&name).and_then(Option::clone) else { return false };
        if token.lexeme.kind != Kind::Word || self.is_hidden(token.hidden, name) {
            return false;
        }
        if self.work >= self.limit {
            self.endless = true;
            return false;
        }
        let arguments = match &called.parameters {
            None => Vec::new(),
            Some(parameters) => {
                let most = if called.variadic { parameters.len() } else { usize::MAX };
                let found = stream.arguments(&self.spellings, most, self.limit - self.work);
                self.work += found.steps;
                let Some(arguments) = found.arguments else { return false };
                arguments
            }
        };
        self.hidden.push((token.hidden, name));
        let inside = Token { lexeme: token.lexeme, hidden: self.hidden.len() as u32 - 1 };
        let mut expansion = self.substitute(&called, &arguments, inside);
        self.work += expansion.len() + called.body.len() + 1;
        if let Some(first) = expansion.first_mut() {
            first.lexeme.first = token.lexeme.first;
        }
        stream.push(expansion);
        true
    }

    /// Whether a token comes from a macro, however far out.
    fn is_hidden(&mut self, mut at: u32, name: u32) -> bool {
        while let Some((outer, called)) = self.hidden.get(at as usize) {
            self.work += 1;
            if *called == name {
                return true;
            }
            at = *outer;
        }
        false
    }

    /// A macro's body with the arguments in the places of the parameters.
    fn substitute(&mut self, called: &Macro, arguments: &[Vec<Token>], call: Token) -> Vec<Token> {
        let parameters = called.parameters.as_deref().unwrap_or_default();
        let argument = |lexeme: &Lexeme| {
            let number = parameters.iter().position(|p| *p == lexeme.word)?;
            (lexeme.kind == Kind::Word).then(|| arguments.get(number).map_or(&[][..], |a| a))
        };
        let mut out: Vec<Token> = Vec::new();
        let (mut pastes, mut quotes) = (false, false);
        for lexeme in &called.body {
            let from = call.lexeme.from;
            let own = Token { lexeme: Lexeme { from, first: false, ..*lexeme }, ..call };
            if own.is(&self.spellings, "##") {
                pastes = true;
                continue;
            }
            if own.is(&self.spellings, "#") && called.parameters.is_some() {
                quotes = true;
                continue;
            }
            let part = argument(lexeme).unwrap_or(std::slice::from_ref(&own));
            let left = self.limit.saturating_sub(self.work + out.len());
            let part = &part[..part.len().min(left)];
            let mut rest = part;
            if quotes {
                let word = self.spellings.number("\"\"");
                let lexeme = Lexeme { kind: Kind::Text, word, ..own.lexeme };
                out.push(Token { lexeme, ..own });
                rest = &[];
            } else if let (true, Some(last), Some(next)) = (pastes, out.last(), part.first()) {
                let pasted = self.paste(*last, *next);
                out.pop();
                out.push(pasted);
                rest = &part[1..];
            }
            out.extend_from_slice(rest);
            (pastes, quotes) = (false, false);
        }
        out.iter_mut().for_each(|token| token.lexeme.touches = false);
        out
    }

    fn paste(&mut self, left: Token, right: Token) -> Token {
        let words = [left, right].map(|t| self.spellings.word(t.lexeme.word));
        let pasted = words.concat();
        let word = if pasted.len() <= NAME_MAX {
            self.spellings.number(&pasted)
        } else {
            left.lexeme.word
        };
        Token { lexeme: Lexeme { word, ..left.lexeme }, ..left }
    }

    /// Does what a line that begins with `#` says.
    fn directive(&mut self, line: &[Lexeme], stream: &mut Stream<'_>) {
        let Some((head, rest)) = line.split_first() else { return };
        let live = stream.is_live();
        match self.spellings.word(head.word) {
            "if" => {
                let known = if live { self.condition(rest) } else { None };
                stream.open(known);
            }
            "ifdef" | "ifndef" => {
                let wants = self.spellings.word(head.word) == "ifdef";
                let known = rest.first().and_then(|name| self.is_defined(name.word));
                stream.open(known.map(|defined| defined == wants));
            }
            "elif" => {
                let known = self.condition(rest);
                stream.other(known);
            }
            "elifdef" | "elifndef" => {
                let wants = self.spellings.word(head.word) == "elifdef";
                let known = rest.first().and_then(|name| self.is_defined(name.word));
                stream.other(known.map(|defined| defined == wants));
            }
            "else" => stream.other(Some(true)),
            "endif" => stream.close(),
            "line" if live => self.relined = true,
            _ if live && head.kind == Kind::Number => self.relined = true,
            "define" if live => self.define(rest),
            "undef" if live => {
                if let Some(name) = rest.first() {
                    self.macros.insert(name.word, None);
                }
            }
            _ => {}
        }
    }

    /// Whether the author defined a macro; nothing where others may have.
    fn is_defined(&self, name: u32) -> Option<bool> {
        self.macros.get(&name).map(Option::is_some)
    }

    fn define(&mut self, line: &[Lexeme]) {
        let Some((name, rest)) = line.split_first() else { return };
        if name.kind != Kind::Word {
            return;
        }
        let mut made = Macro { body: rest.to_vec(), ..Macro::default() };
        let opens = rest.first().is_some_and(|l| self.spellings.word(l.word) == "(" && l.touches);
        if opens {
            let closes = rest.iter().position(|l| self.spellings.word(l.word) == ")");
            let Some(end) = closes else { return };
            let dots = self.spellings.number("...");
            let rest_of = self.spellings.number("__VA_ARGS__");
            let list = rest[1..end].iter();
            made.variadic = rest[1..end].iter().any(|l| l.word == dots);
            let words = list.map(|l| if l.word == dots { rest_of } else { l.word });
            let comma = self.spellings.number(",");
            made.parameters = Some(words.filter(|w| *w != comma).collect());
            made.body = rest[end + 1..].to_vec();
            if made.parameters.as_ref().is_some_and(|all| all.len() > PARAMETERS_MAX) {
                return;
            }
        }
        self.defined += 1;
        self.macros.insert(name.word, Some(Rc::new(made)));
    }
}
