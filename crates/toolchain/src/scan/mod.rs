//! A look at the text of a source before any compiler sees it.

use crate::code::{Code, Logical, is_word};
use crate::diagnostics::{Diagnostic, Report, Severity};
use crate::lines::{Lines, clip};

/// No honest player is larger; the largest known one has 120 KB.
pub(crate) const LARGEST: usize = 2 << 20;

/// Words for assembly inside of C++.
const ASSEMBLY: [&str; 3] = ["asm", "__asm", "__asm__"];
/// Attributes that say how a function is called outside of its module.
const LINKAGE: [&str; 6] = [
    "import_module",
    "import_name",
    "export_name",
    "__import_module__",
    "__import_name__",
    "__export_name__",
];
/// Operators of the preprocessor that ask for headers.
const ASKING: [&str; 2] = ["__has_include", "__has_include_next"];

/// Words without which no exception is caught: a handler, the handler that the compiler adds to a
/// coroutine, and a function of the library that throws in order to catch.
const CATCHING: [&str; 3] = ["catch", "unhandled_exception", "make_exception_ptr"];

/// The data for remarks about a player's file.
pub(crate) struct Scan<'a> {
    file: &'a str,
    /// The player's name, as its file has it.
    name: &'a str,
    code: Code,
    lines: Lines<'a>,
}

/// The fault and its remedy.
type Found = (&'static str, &'static str);

const EMBED: Found = ("`#embed` reads files", "write the data into the source");

/// The complaint about a file that is too large to be looked at.
pub(crate) fn too_large(file: &str, size: usize) -> Option<Diagnostic> {
    let hint = "put large tables into less text, or compute them at the start";
    (size > LARGEST).then(|| Diagnostic {
        severity: Severity::Error,
        file: file.to_string(),
        line: 0,
        column: 0,
        message: "the file has more than 2 MB".to_string(),
        source: String::new(),
        notes: Vec::new(),
        hint: Some(hint.to_string()),
    })
}

impl<'a> Scan<'a> {
    /// Reads a source once; everything else works on what was found.
    pub(crate) fn of(file: &'a str, name: &'a str, text: &'a str) -> Self {
        Self { file, name, code: Code::of(text), lines: Lines::of(text) }
    }

    /// The lines of the source.
    pub(crate) fn lines(&self) -> &Lines<'a> {
        &self.lines
    }

    fn complaint(&self, severity: Severity, line: usize, what: &str, hint: &str) -> Diagnostic {
        Diagnostic {
            severity,
            file: self.file.to_string(),
            line,
            column: 0,
            message: what.to_string(),
            source: self.lines.quote(line, 0),
            notes: Vec::new(),
            hint: Some(hint.to_string()),
        }
    }

    /// Finds code that no player needs, and code that could read files of the build machine.
    pub(crate) fn refuse(&self, report: &mut Report) {
        let mut add = |at: usize, (message, hint): Found| {
            let line = self.code.line(at);
            report.note(Severity::Error, || self.complaint(Severity::Error, line, message, hint));
        };
        for line in self.code.lines() {
            if let Some(found) = directive(line.text).and_then(bad_directive) {
                add(line.at + line.text.len() - line.text.trim_start().len(), found);
            }
        }
        // Behind `__attribute__` or `[[` and before the next statement.
        let (mut in_attribute, mut read) = (false, 0);
        for (at, word) in self.code.words() {
            let between = &self.code.bare_from(read)[..at - read];
            in_attribute &= !between.contains([';', '{', '}']);
            in_attribute |= between.contains("[[") || word.starts_with("__attribute");
            read = at;
            if let Some(found) = self.bad_word(at, word, in_attribute) {
                add(at, found);
            }
        }
    }

    fn bad_word(&self, at: usize, word: &str, in_attribute: bool) -> Option<Found> {
        const LINK: Found = (
            "players cannot use functions of other modules",
            "leave the attribute out: Player.hh connects a player with its match",
        );
        // As far as an honest one reaches.
        const LONGEST: usize = 400;
        if ASSEMBLY.contains(&word) {
            let hint = "write it in C++: a player becomes WebAssembly, which has no registers and \
                        no instructions of your machine";
            return Some(("players cannot contain assembly", hint));
        }
        let rest = || clip(self.code.text_from(at + word.len()), LONGEST);
        if LINKAGE.contains(&word) {
            let argument = rest().trim_start().strip_prefix('(')?;
            return (in_attribute || argument.trim_start().starts_with('"')).then_some(LINK);
        }
        if word == "_Pragma" || word == "pragma" {
            let line = rest().lines().next().unwrap_or_default();
            let mut names = LINKAGE[..3].iter().chain(&["redefine_extname"]);
            return names.any(|name| line.contains(name)).then_some(LINK);
        }
        if word == "__has_embed" {
            return Some(EMBED);
        }
        if ASKING.contains(&word) {
            let asked = rest().trim_start().strip_prefix('(')?.trim_start();
            let hint = "a player asks for standard headers, by name: `__has_include(<optional>)`";
            return bad_include(asked).map(|why| (why, hint));
        }
        None
    }

    /// The first line that includes this header.
    pub(crate) fn includes(&self, header: &str) -> Option<usize> {
        self.code.lines().find_map(|line| {
            let (name, rest) = split_word(directive(line.text)?);
            let inside = rest.trim_matches(['"', '<', '>', ' ', '\t']);
            (name == "include" && inside == header).then(|| self.line_of(line))
        })
    }

    /// The line of the source in which the first sign of a line of code stands.
    fn line_of(&self, line: Logical<'_>) -> usize {
        self.code.line(line.at + line.text.len() - line.text.trim_start().len())
    }

    /// Whether the precompiled headers stand for the first line of the file. Anything before it
    /// could change what they mean.
    pub(crate) fn starts_with_player_header(&self) -> bool {
        let first = self.code.first().trim();
        let bare = |c: &char| !c.is_whitespace();
        first.len() < 100 && first.chars().filter(bare).eq("#include\"Player.hh\"".chars())
    }

    /// Whether the source may catch exceptions: it has a word for that, or builds words of others.
    pub(crate) fn may_catch(&self) -> bool {
        let pastes =
            ["##", "%:%:", "??="].iter().any(|paste| self.code.bare_from(0).contains(paste));
        pastes || self.code.words().any(|(_, word)| CATCHING.contains(&word))
    }

    /// Mistakes that compile and then do nothing: without a registration no player is found.
    pub(crate) fn advise(&self, report: &mut Report) {
        let (name, file) = (self.name, self.file);
        let mut add = |severity, line, message: &str, hint: &str| {
            report.note(severity, || self.complaint(severity, line, message, hint));
        };
        let contains = |word: &str| self.code.lines().any(|line| line.bare.contains(word));
        if !contains("RegisterPlayer") {
            let hint = "end the file with `RegisterPlayer(PLAYER_NAME);`";
            add(Severity::Error, 0, "no player is registered", hint);
        }
        let defined = self.code.lines().find_map(|line| {
            let (word, rest) = split_word(directive(line.text)?);
            let (macro_name, value) = split_word(rest);
            (word == "define" && macro_name == "PLAYER_NAME").then(|| (self.line_of(line), value))
        });
        match defined {
            Some((line, value)) if value != name => {
                let value = clip(value, 80);
                let message = format!("the player is called `{value}`, but its file `{file}`");
                let hint = format!("write `#define PLAYER_NAME {name}`, or rename the file");
                add(Severity::Warning, line, &message, &hint);
            }
            Some(_) => {}
            None => {
                let hint = format!("write `#define PLAYER_NAME {name}` below the includes");
                add(Severity::Warning, 0, "PLAYER_NAME is not defined", &hint);
            }
        }
        if !contains("play") {
            let hint = "declare `virtual void play ()` in your player";
            let message = "there is no `play()`, so the player gives no orders";
            add(Severity::Warning, 0, message, hint);
        }
    }

    #[cfg(test)]
    pub(crate) fn steps(&self) -> usize {
        self.code.steps
    }
}

/// The text after the `#` of a directive, also in its other spellings.
fn directive(code: &str) -> Option<&str> {
    let code = code.trim_start();
    ["#", "%:", "??="].iter().find_map(|mark| code.strip_prefix(mark)).map(str::trim_start)
}

fn split_word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !is_word(c)).unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

fn bad_directive(directive: &str) -> Option<Found> {
    let (name, rest) = split_word(directive);
    if name == "embed" {
        return Some(EMBED);
    }
    if matches!(name, "include" | "include_next" | "import") {
        let hint = "a player includes \"Player.hh\" and standard headers";
        return bad_include(rest).map(|why| (why, hint));
    }
    let path = name != "define" && names_a_path(directive);
    path.then_some(("players cannot use the paths of files", "remove the path"))
}

fn bad_include(what: &str) -> Option<&'static str> {
    let inside = match what.chars().next() {
        Some('"') => what[1..].split('"').next(),
        Some('<') => what[1..].split('>').next(),
        _ => return Some("write the name of the header itself, not a macro"),
    };
    let path = inside.unwrap_or_default();
    let outside = path.starts_with('/') || path.contains("..") || path.contains(['\\', ':']);
    outside.then_some("a player cannot include other files")
}

fn names_a_path(directive: &str) -> bool {
    ["\"/", "</", "\"\\", "\"..", "<.."].iter().any(|start| directive.contains(start))
}

#[cfg(test)]
mod tests;
