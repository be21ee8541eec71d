//! A look at the text of a source before any compiler sees it.

use crate::diagnostics::{Diagnostic, Severity};

/// No honest player is larger; the largest known one has 120 KB.
pub(crate) const LARGEST: usize = 2 << 20;

/// Finds what no player needs and what could reach files of the machine that compiles it.
pub(crate) fn refuse(file: &str, text: &[u8]) -> Vec<Diagnostic> {
    let error = |line: usize, source: &str, message: &str, hint: &str| Diagnostic {
        severity: Severity::Error,
        file: file.to_string(),
        line,
        column: 0,
        message: message.to_string(),
        source: source.to_string(),
        hint: Some(hint.to_string()),
    };
    if text.len() > LARGEST {
        let hint = "put large tables into less text, or compute them at the start";
        return vec![error(0, "", "the file has more than 2 MB", hint)];
    }
    let text = String::from_utf8_lossy(text);
    let mut found = Vec::new();
    for (line, code) in logical_lines(&text) {
        let source = text.lines().nth(line - 1).unwrap_or_default();
        let mut refuse = |message: &str, hint: &str| found.push(error(line, source, message, hint));
        if code.contains("incbin") {
            refuse("`incbin` reads files", "write the data into the source");
        }
        let Some(directive) = directive(&code) else { continue };
        let (name, rest) = split_word(directive);
        if name == "embed" || directive.contains("__has_embed") {
            refuse("`#embed` reads files", "write the data into the source");
        } else if matches!(name, "include" | "include_next" | "import") {
            if let Some(why) = bad_include(rest) {
                let hint = "a player includes \"Player.hh\" and standard headers";
                refuse(why, hint);
            }
        } else if name != "define" && names_a_path(directive) {
            refuse("paths of this machine are not for players", "leave the path out");
        }
    }
    found
}

/// The first line that includes this header.
pub(crate) fn includes(text: &[u8], header: &str) -> Option<usize> {
    let text = String::from_utf8_lossy(text);
    logical_lines(&text).into_iter().find_map(|(line, code)| {
        let (name, rest) = split_word(directive(&code)?);
        let inside = rest.trim_matches(['"', '<', '>', ' ', '\t']);
        (name == "include" && inside == header).then_some(line)
    })
}

/// Joins spliced lines and drops comments; answers the number of the first line with each.
fn logical_lines(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let (mut open, mut in_comment) = (false, false);
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let spliced = line.trim_end().ends_with('\\');
        let line = line.trim_end().trim_end_matches('\\');
        let line = without_comments(line, &mut in_comment);
        match lines.last_mut() {
            Some((_, last)) if open => last.push_str(&line),
            _ => lines.push((number, line)),
        }
        open = spliced || in_comment;
    }
    lines
}

fn without_comments(line: &str, in_comment: &mut bool) -> String {
    let mut code = String::with_capacity(line.len());
    let mut rest = line;
    let mut quoted = false;
    loop {
        if *in_comment {
            let Some(end) = rest.find("*/") else { return code };
            rest = &rest[end + 2..];
            *in_comment = false;
            code.push(' ');
        }
        let mut chars = rest.char_indices();
        let mut stopped = None;
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' if quoted => drop(chars.next()),
                '"' => quoted = !quoted,
                '/' if !quoted && rest[at..].starts_with("//") => {
                    code.push_str(&rest[..at]);
                    return code;
                }
                '/' if !quoted && rest[at..].starts_with("/*") => {
                    stopped = Some(at);
                    break;
                }
                _ => {}
            }
        }
        let Some(at) = stopped else {
            code.push_str(rest);
            return code;
        };
        code.push_str(&rest[..at]);
        rest = &rest[at + 2..];
        *in_comment = true;
    }
}

/// The first line that is neither blank nor a comment.
pub(crate) fn first_code(text: &str) -> String {
    let lines = logical_lines(text).into_iter().map(|(_, code)| code);
    lines.into_iter().find(|code| !code.trim().is_empty()).unwrap_or_default()
}

/// What follows the `#` of a directive, also in its other spellings.
fn directive(code: &str) -> Option<&str> {
    let code = code.trim_start();
    ["#", "%:", "??="].iter().find_map(|mark| code.strip_prefix(mark)).map(str::trim_start)
}

fn split_word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

fn bad_include(what: &str) -> Option<&'static str> {
    let inside = match what.chars().next() {
        Some('"') => what[1..].split('"').next(),
        Some('<') => what[1..].split('>').next(),
        _ => return Some("the name of an included file must stand right there"),
    };
    let path = inside.unwrap_or_default();
    let outside = path.starts_with('/') || path.contains("..") || path.contains(['\\', ':']);
    outside.then_some("a player cannot include files of the machine that compiles it")
}

fn names_a_path(directive: &str) -> bool {
    ["\"/", "</", "\"\\", "\"..", "<.."].iter().any(|start| directive.contains(start))
}

/// Mistakes that compile and then do nothing: without a registration no player is found.
pub(crate) fn advise(file: &str, name: &str, text: &[u8]) -> Vec<Diagnostic> {
    let text = String::from_utf8_lossy(text);
    let advice = |line: usize, severity, message: String, hint: String| Diagnostic {
        severity,
        file: file.to_string(),
        line,
        column: 0,
        message,
        source: text.lines().nth(line.wrapping_sub(1)).unwrap_or_default().to_string(),
        hint: Some(hint),
    };
    let lines: Vec<(usize, String)> = logical_lines(&text);
    let mut found = Vec::new();
    if !lines.iter().any(|(_, code)| code.contains("RegisterPlayer")) {
        let hint = "end the file with `RegisterPlayer(PLAYER_NAME);`".to_string();
        found.push(advice(0, Severity::Error, "no player is registered".into(), hint));
    }
    let defined = lines.iter().find_map(|(line, code)| {
        let (word, rest) = split_word(directive(code)?);
        let (macro_name, value) = split_word(rest);
        (word == "define" && macro_name == "PLAYER_NAME").then(|| (*line, value.to_string()))
    });
    match defined {
        Some((line, value)) if value != name => {
            let message = format!("the player is called `{value}`, but its file `{file}`");
            let hint = format!("write `#define PLAYER_NAME {name}`, or rename the file");
            found.push(advice(line, Severity::Warning, message, hint));
        }
        Some(_) => {}
        None => {
            let hint = format!("write `#define PLAYER_NAME {name}` below the includes");
            found.push(advice(0, Severity::Warning, "PLAYER_NAME is not defined".into(), hint));
        }
    }
    if !lines.iter().any(|(_, code)| code.contains("play")) {
        let hint = "declare `virtual void play ()` in your player".to_string();
        let message = "play() is not there, so the player gives no orders".to_string();
        found.push(advice(0, Severity::Warning, message, hint));
    }
    found
}

#[cfg(test)]
mod tests;
