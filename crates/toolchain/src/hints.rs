//! Hints for common mistakes.

use crate::diagnostics::Subject;
use crate::sdk::ME;

/// Names of the standard library that players forget to include, and where they are.
const HEADERS: &[(&str, &str)] = &[
    ("accumulate", "numeric"),
    ("array", "array"),
    ("bitset", "bitset"),
    ("bind", "functional"),
    ("chrono", "chrono"),
    ("default_random_engine", "random"),
    ("function", "functional"),
    ("forward_list", "forward_list"),
    ("INT_MAX", "climits"),
    ("INT_MIN", "climits"),
    ("LLONG_MAX", "climits"),
    ("iota", "numeric"),
    ("list", "list"),
    ("make_shared", "memory"),
    ("make_unique", "memory"),
    ("mt19937", "random"),
    ("numeric_limits", "limits"),
    ("optional", "optional"),
    ("setw", "iomanip"),
    ("shared_ptr", "memory"),
    ("sort", "algorithm"),
    ("stack", "stack"),
    ("string_view", "string_view"),
    ("uniform_int_distribution", "random"),
    ("unique_ptr", "memory"),
    ("unordered_map", "unordered_map"),
    ("unordered_set", "unordered_set"),
    ("variant", "variant"),
];

/// Names that no player can have.
const FORBIDDEN: &[&str] = &[
    "fork",
    "vfork",
    "execl",
    "execv",
    "execve",
    "execvp",
    "system",
    "popen",
    "socket",
    "connect",
    "pthread_create",
    "thread",
    "mutex",
    "async",
    "dlopen",
    "kill",
    "ptrace",
    "mmap",
];

/// Messages that contain the first text mean the second.
const MEANINGS: &[(&str, &str)] = &[
    ("is ambiguous", "`using namespace std` adds a standard name that is the same: rename yours"),
    ("extraneous closing brace", "remove one `}` above"),
    ("expected '}'", "add the missing `}` for a `{` above"),
    ("at end of input", "add the missing `}` for a `{` above"),
    (
        "is a private member",
        "players cannot use names that end in `_`: use the functions of the manual",
    ),
    (
        "is private within this context",
        "players cannot use names that end in `_`: use the \
     functions of the manual",
    ),
    ("does not override", "declare the function as `virtual void play ()`"),
    (
        "virtual function 'play' has a different return type",
        "declare the function as `virtual void play ()`",
    ),
    ("named 'factory'", "every player has `static Player* factory () { return new PLAYER_NAME; }`"),
    (
        "'factory' is not a member",
        "every player has `static Player* factory () { return new PLAYER_NAME; }`",
    ),
    (
        "discards qualifiers",
        "a `const` function calls a function without `const`: add or remove \
     `const`",
    ),
    (
        "but function is not marked const",
        "a `const` function calls a function without `const`: \
     add or remove `const`",
    ),
    ("file not found", "a player is one file; it includes \"Player.hh\" and standard headers"),
    (
        "No such file or directory",
        "a player is one file; it includes \"Player.hh\" and standard headers",
    ),
    (
        "recursive template instantiation",
        "a template instantiates itself without end: add a base \
     case",
    ),
];

/// The hint for a message, if it is a common mistake.
pub(crate) fn hint(message: &str, source: &str, subject: &Subject<'_>) -> Option<String> {
    if message.contains("PLAYER_NAME") {
        return Some(format!("write `#define PLAYER_NAME {}` below the includes", subject.name));
    }
    if message == format!("redefinition of '{}'", subject.name) {
        let name = subject.name;
        return Some(format!(
            "`{name}` already has another meaning: rename the player and the file"
        ));
    }
    if source.contains("RegisterPlayer") && message.contains("type specifier") {
        return Some("write `#include \"Player.hh\"` at the top of the file".into());
    }
    if message.starts_with("expected ';'") || message.starts_with("expected ‘;’") {
        return Some("a semicolon is missing here, or at the end of the line before".into());
    }
    if let Some(text) = MEANINGS.iter().find(|m| message.contains(m.0)).map(|m| m.1) {
        return Some(text.into());
    }
    if message.contains("extension") && message.contains("C++") {
        return Some("this code needs a newer C++ standard: use --std 14, 17 or 20".into());
    }
    // The compiler itself had a good idea.
    if message.contains("did you mean") {
        return None;
    }
    unknown(message).and_then(|name| about_name(name, subject))
}

/// The name that a compiler does not know.
fn unknown(message: &str) -> Option<&str> {
    const OPENINGS: [&str; 8] = [
        "use of undeclared identifier '",
        "unknown type name '",
        "no type named '",
        "no template named '",
        "no member named '",
        "has no member named '",
        "undeclared identifier '",
        "is not a member of",
    ];
    if OPENINGS.iter().any(|o| message.contains(o)) || message.contains("not declared in this") {
        let from = message.find('\'')? + 1;
        let name = &message[from..];
        return name.find('\'').map(|to| name[..to].rsplit("::").next().unwrap_or_default());
    }
    None
}

fn about_name(name: &str, subject: &Subject<'_>) -> Option<String> {
    if FORBIDDEN.contains(&name) {
        return Some("players have no processes, threads, files or network".into());
    }
    if name == ME && !subject.identifiers.contains(ME) {
        return Some("in this game you are always player 0: write 0".into());
    }
    if let Some((_, header)) = HEADERS.iter().find(|h| h.0 == name) {
        return Some(format!("write `#include <{header}>` at the top of the file"));
    }
    let near = subject
        .identifiers
        .iter()
        .filter(|known| **known != name)
        .map(|known| (distance(&known.to_lowercase(), &name.to_lowercase()), *known))
        .min()?;
    let most = (name.len() / 3).clamp(1, 3);
    (near.0 <= most).then(|| format!("did you mean `{}`?", near.1))
}

/// The hint for a symbol that the linker misses.
pub(crate) fn undefined(name: &str) -> String {
    if FORBIDDEN.contains(&name) {
        return "players have no processes, threads, files or network".into();
    }
    format!("write the body of `{name}`, or remove its calls")
}

/// Whether a line has this word.
pub(crate) fn has_word(line: &str, word: &str) -> bool {
    !word.is_empty()
        && line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|found| found == word)
}

/// Letters to change, add, drop or swap with their neighbour to get from one name to another.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > 3 {
        return usize::MAX;
    }
    let mut two_up = vec![0; b.len() + 1];
    let mut up: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (up[j - 1] + same).min(up[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(two_up[j - 2] + 1);
            }
        }
        two_up = std::mem::replace(&mut up, row);
    }
    up[b.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn swapped_letters_are_one_mistake() {
        assert_eq!(distance("comand", "command"), 1);
        assert_eq!(distance("rwos", "rows"), 1);
        assert_eq!(distance("farmers", "farmers"), 0);
        assert_eq!(distance("pos", "random_permutation"), usize::MAX);
    }
}
