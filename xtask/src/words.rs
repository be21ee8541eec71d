//! Checks the texts for readers against our rules of style: short sentences, no words that we
//! avoid, no clause that begins with a relative without a noun. Comments of items follow the last
//! rule too.

use crate::tidy::Page;

/// Longer sentences are hard to read for people who learn English. Code in a sentence counts as
/// one word; tables and blocks of code do not count.
const WORDS_MAX: usize = 30;

/// Words and phrases that we avoid, in small letters, with what to write instead. Each stands
/// between two characters that are no letters.
const AVOIDED: [(&str, &str); 42] = [
    ("running number", "rating"),
    ("as they shall be", "say what to do and where"),
    ("prescribe it", "say that the field is optional"),
    ("stand for me", "let this version compete"),
    ("stands for you", "this version competes for you"),
    ("page of its own", "separate page"),
    ("one round on", "one round forward"),
    ("ended itself", "exited before the end of the match"),
    ("more points than the other", "outscored"),
    ("heard of", "last contact"),
    ("of the house", "house player"),
    ("to the start", "to the first page, to the beginning"),
    ("repair these first", "fix these errors first"),
    ("ask a record", "open the record"),
    ("statement rules", "name the rules only where they differ"),
    ("hall", "match environment"),
    ("bet", "sequential test"),
    ("bets", "sequential test"),
    ("gambler", "sequential test"),
    ("gamblers", "sequential test"),
    ("hearer", "observer"),
    ("hearers", "observer"),
    ("held back", "withheld"),
    ("hold back", "withhold"),
    ("holds back", "withholds"),
    ("sweep", "garbage collection"),
    ("workshop", "build service"),
    ("let go", "release"),
    ("lets go", "releases"),
    ("put out", "frozen"),
    ("sits still", "is frozen"),
    ("rival of the season", "reference opponent"),
    ("nobody's business", "say who may do what"),
    ("last words", "last lines of output"),
    ("says so", "name the message or the report"),
    ("inside each other", "nested"),
    ("mistake of syntax", "syntax error"),
    ("mistakes of syntax", "syntax errors"),
    ("in a roundabout way", "name the way"),
    ("for ever", "without end, always"),
    ("all chance", "all random events"),
    ("not for players", "players cannot"),
];

/// Words that begin a relative clause without a noun. A question may begin with them.
const HEADLESS: [&str; 5] = ["Who ", "What ", "Whose ", "Whoever ", "Whatever "];

/// The start of such a clause within a sentence.
const CLAUSES: [&str; 10] = [
    "; who ",
    ": who ",
    " and who ",
    " but who ",
    ", what ",
    "; what ",
    ": what ",
    " and what ",
    " but what ",
    " says what ",
];

/// Complaints about a file, if it has texts for readers.
pub fn complaints(page: &Page) -> Vec<String> {
    let mut found = Vec::new();
    for text in texts(page) {
        found.extend(text.complaints().into_iter().map(|what| page.complain(text.line, &what)));
    }
    found.extend(comments(page));
    found
}

/// Complaints about comments of items and modules that begin with a relative without a noun.
fn comments(page: &Page) -> Vec<String> {
    let path = page.path.as_str();
    let in_scope = path.contains("/src/") || path.starts_with("games/");
    if !in_scope || !path.ends_with(".rs") || path.contains("/tests") {
        return Vec::new();
    }
    let starts = |text: &Text| HEADLESS.iter().any(|word| text.words.starts_with(word));
    let mut all = help(&page.text, "///");
    all.extend(help(&page.text, "//!"));
    let headless = all.iter().filter(|text| starts(text));
    headless.map(|text| page.complain(text.line, &begins_headless(&text.words))).collect()
}

fn begins_headless(sentence: &str) -> String {
    let start: String = sentence.chars().take(40).collect();
    format!("`{start}…` begins with a relative clause without a noun")
}

/// A piece of text without line breaks.
#[derive(Debug, PartialEq)]
struct Text {
    /// Its first line in the file, from 1.
    line: usize,
    words: String,
    /// Whether it consists of sentences; otherwise only its words are checked.
    prose: bool,
}

impl Text {
    fn complaints(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (avoided, instead) in AVOIDED {
            if has(&self.words.to_lowercase(), avoided) {
                found.push(format!("avoid `{avoided}`: {instead}"));
            }
        }
        if negates_noun(&self.words) {
            found.push("avoid `is no …`: write `is not a …`".into());
        }
        for sentence in sentences(&self.words).iter().filter(|_| self.prose) {
            let count = sentence.split_whitespace().filter(|w| w.contains(char::is_alphanumeric));
            let count = count.count();
            let question = sentence.trim_end_matches(['*', '_', ')']).ends_with('?');
            let start: String = sentence.chars().take(40).collect();
            if count > WORDS_MAX {
                found.push(format!("{count} words in `{start}…`; at most {WORDS_MAX}"));
            }
            if HEADLESS.iter().any(|h| sentence.starts_with(h)) && !question {
                found.push(begins_headless(sentence));
            }
            for clause in CLAUSES.iter().filter(|c| sentence.contains(**c) && !question) {
                found.push(format!("`{start}…`: name the noun before `{}`", clause.trim()));
            }
        }
        found
    }
}

/// Whether a text has `is no` or `are no` as in "this is no key". "There is no" and "is no longer"
/// are fine.
fn negates_noun(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.windows(4).any(|w| {
        let fine = w[0].eq_ignore_ascii_case("there") || w[3].starts_with("longer");
        ["is", "are"].contains(&w[1]) && w[2] == "no" && !fine
    })
}

/// Whether a phrase stands in a text, not as a part of longer words.
fn has(text: &str, phrase: &str) -> bool {
    let letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
    text.match_indices(phrase).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + phrase.len()..].chars().next();
        !letter(before) && !letter(after)
    })
}

/// The sentences of a text: a full stop, question or exclamation mark ends one before a space.
fn sentences(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut sentence = String::new();
    for word in text.split_whitespace() {
        if !sentence.is_empty() {
            sentence.push(' ');
        }
        sentence.push_str(word);
        let end = word.trim_end_matches(['*', '_', ')', '"', '”']);
        if end.ends_with(['.', '!', '?']) && end != "e.g." {
            found.push(std::mem::take(&mut sentence));
        }
    }
    if !sentence.is_empty() {
        found.push(sentence);
    }
    found.iter().map(|s| s.trim_start_matches(['*', '_', '(']).to_string()).collect()
}

/// The texts of a file that people read.
fn texts(page: &Page) -> Vec<Text> {
    let path = page.path.as_str();
    let in_folder = |folder: &str| path.starts_with(folder);
    if path == "CHANGELOG.md" {
        // Older sections are history.
        let top = page.text.split("\n## ").take(2).collect::<Vec<_>>().join("\n## ");
        return markdown(&top);
    }
    if path.ends_with(".md") {
        return markdown(&page.text);
    }
    if in_folder("crates/cli/src/") && path.ends_with(".rs") {
        let mut found = strings(&page.text, '"');
        if in_folder("crates/cli/src/options/") {
            found.extend(help(&page.text, "///"));
        }
        return found;
    }
    if path.contains("/locales/en/") && path.ends_with(".ftl") {
        // Behind the id of a text, or the name of a variant.
        let behind = |line: &str| {
            let (_, words) = line.split_once(" = ").or_else(|| line.split_once("] "))?;
            Some(words.to_string())
        };
        let lines = (1..).zip(page.text.lines());
        let text = |(line, l)| Some(Text { line, words: behind(l)?, prose: true });
        return lines.filter_map(text).collect();
    }
    let spoken = ["arena", "engine", "sandbox", "server", "toolchain", "worker"];
    let source = spoken.iter().any(|name| in_folder(&format!("crates/{name}/src/")));
    if source && path.ends_with(".rs") {
        return strings(&page.text, '"');
    }
    if in_folder("viewer/src/") && path.ends_with(".ts") {
        return strings(&page.text, '\'');
    }
    Vec::new()
}

/// Paragraphs, items and headings of Markdown are prose; of tables only the words count.
fn markdown(text: &str) -> Vec<Text> {
    let mut found: Vec<Text> = Vec::new();
    let (mut code, mut open) = (false, false);
    for (line, raw) in (1..).zip(text.lines()) {
        let content = raw.trim();
        if content.starts_with("```") {
            code = !code;
            open = false;
            continue;
        }
        if code || content.starts_with("<!--") || content.starts_with("{{#") {
            open = false;
            continue;
        }
        let table = content.starts_with('|');
        let heading = content.starts_with('#');
        let item = item(content);
        let words = plain(item.unwrap_or_else(|| content.trim_start_matches('#').trim()));
        if content.is_empty() {
            open = false;
        } else if open && item.is_none() && !table && !heading {
            if let Some(last) = found.last_mut() {
                last.words.push(' ');
                last.words.push_str(&words);
            }
        } else {
            found.push(Text { line, words, prose: !table });
            open = !table && !heading;
        }
    }
    found
}

/// The text of an item of a list, without its mark.
fn item(content: &str) -> Option<&str> {
    if let Some(rest) = content.strip_prefix("- ").or_else(|| content.strip_prefix("* ")) {
        return Some(rest);
    }
    let (number, rest) = content.split_once(". ")?;
    number.chars().all(|c| c.is_ascii_digit()).then_some(rest)
}

/// A line with one word for each piece of code and without the targets of links.
fn plain(line: &str) -> String {
    let mut text = String::new();
    for (k, part) in line.split('`').enumerate() {
        text.push_str(if k % 2 == 0 { part } else { "code" });
    }
    while let Some(at) = text.find("](") {
        let end = text[at..].find(')').map_or(text.len(), |length| at + length + 1);
        text.replace_range(at..end, "");
    }
    text.replace(['[', ']'], "")
}

/// The paragraphs of comments with this mark. clap makes help of those with `///`.
fn help(text: &str, mark: &str) -> Vec<Text> {
    let mut found: Vec<Text> = Vec::new();
    let mut open = false;
    for (line, raw) in (1..).zip(text.lines()) {
        let Some(words) = raw.trim().strip_prefix(mark) else {
            open = false;
            continue;
        };
        let words = plain(words.trim());
        match found.last_mut().filter(|_| open && !words.is_empty()) {
            Some(last) => {
                last.words.push(' ');
                last.words.push_str(&words);
            }
            None => found.push(Text { line, words, prose: true }),
        }
        open = !found.last().is_some_and(|last| last.words.is_empty());
    }
    found
}

/// The texts between quotes of this kind in a source, without comments and tests.
fn strings(text: &str, quote: char) -> Vec<Text> {
    let mut found = Vec::new();
    let code = text.split("\n#[cfg(test)]").next().unwrap_or_default();
    for (line, raw) in (1..).zip(code.lines()) {
        let content = raw.trim_start();
        if content.starts_with("//") || content.starts_with('*') {
            continue;
        }
        for words in content.split(quote).skip(1).step_by(2).filter(|w| w.contains(' ')) {
            found.push(Text { line, words: words.into(), prose: false });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        complaints(&Page { path: path.into(), text: text.into() })
    }

    #[test]
    fn long_sentences_are_found_outside_tables_and_code() {
        let long = "word ".repeat(WORDS_MAX + 1);
        let fine = format!("{}. {}.", "word ".repeat(WORDS_MAX), "word ".repeat(WORDS_MAX));
        assert_eq!(found("README.md", &long).len(), 1);
        assert_eq!(found("docs/src/x.md", &format!("- one\n- {long}")).len(), 1);
        assert_eq!(found("games/hex/README.md", &long.replacen("word ", "word\n", 9)).len(), 1);
        for text in [&fine, &format!("| {long} |"), &format!("```sh\n{long}\n```\n")] {
            assert_eq!(found("README.md", text), Vec::<String>::new());
        }
        assert!(found("docs/src/x.md", &format!("`{long}` [a](b) is short.")).is_empty());
        assert!(found("crates/x.rs", &long).is_empty());
    }

    #[test]
    fn relative_clauses_without_a_noun_are_found_at_the_start() {
        for text in ["Who wins is first.", "One. What counts is this.", "## What it is"] {
            assert_eq!(found("docs/src/x.md", text).len(), 1, "{text}");
        }
        let english = "crates/server/assets/locales/en/x.ftl";
        assert_eq!(found(english, "x-a = b\nx-who = Who copied").len(), 1);
        assert_eq!(found(english, "x-who = { $n ->\n   *[other] Who copied\n}").len(), 1);
        assert!(found("crates/server/assets/locales/es/x.ftl", "x-who = Who copied").is_empty());
        assert_eq!(found("viewer/locales/en/page.ftl", "x = What he saw").len(), 1);
        assert_eq!(found("games/hex/locales/en/words.ftl", "x = Who wins is first").len(), 1);
        for text in ["Who wins?", "**What differs?** Little.", "This is what counts.", "Whole."] {
            assert_eq!(found("docs/src/x.md", text), Vec::<String>::new());
        }
    }

    #[test]
    fn relative_clauses_without_a_noun_are_found_within_sentences() {
        for text in
            ["A list: who won.", "It sends keys, what is new, and more.", "A and what is B."]
        {
            assert_eq!(found("docs/src/x.md", text).len(), 1, "{text}");
        }
        for text in ["A list: who won?", "The author, who reads it.", "| a | b; what c |"] {
            assert_eq!(found("docs/src/x.md", text), Vec::<String>::new());
        }
    }

    #[test]
    fn comments_of_items_begin_with_a_noun() {
        let text =
            "//! What a file is.\n\n/// Who wins,\n/// and more.\n///\n/// What else.\nfn x() {}";
        for path in ["crates/a/src/x.rs", "games/hex/rules.rs", "xtask/src/x.rs"] {
            assert_eq!(found(path, text).len(), 3, "{path}");
        }
        for path in ["crates/a/tests/x.rs", "games/hex/tests/x.rs", "crates/a/src/x/tests.rs"] {
            assert_eq!(found(path, text), Vec::<String>::new());
        }
        assert!(found("crates/a/src/x.rs", "/// Whole. What for?\n// What it is.\n").is_empty());
    }

    #[test]
    fn nouns_are_not_negated_with_no() {
        for text in ["This is no key: x.", "Two files are no keys"] {
            assert_eq!(found("README.md", text).len(), 1, "{text}");
        }
        for text in ["There is no key.", "there are no more keys", "A key is no longer valid."] {
            assert_eq!(found("README.md", text), Vec::<String>::new());
        }
        assert_eq!(found("crates/cli/src/x.rs", "x(\"`{y}` is no key: {e}\")").len(), 1);
    }

    #[test]
    fn avoided_words_are_found_wherever_people_read_them() {
        for path in ["README.md", "crates/cli/src/x.rs", "crates/server/src/x.rs"] {
            assert_eq!(found(path, "\"a player of the house\"").len(), 1, "{path}");
        }
        assert_eq!(found("viewer/locales/en/page.ftl", "on = One round on (→)").len(), 1);
        assert_eq!(found("docs/src/x.md", "| it ended itself |").len(), 1);
        assert_eq!(found("crates/cli/src/options/x.rs", "    /// A bet\n    /// more.").len(), 1);
        assert!(found("crates/cli/src/x.rs", "// a player of the house").is_empty());
        assert!(found("README.md", "shall better alphabet").is_empty());
        for (avoided, _) in AVOIDED {
            assert_eq!(found("README.md", avoided).len(), 1, "{avoided}");
        }
    }

    #[test]
    fn sentences_end_at_their_marks() {
        let text = "One. *Two!* Three 0.5 e.g. this (four?) five";
        let expected = ["One.", "Two!*", "Three 0.5 e.g. this (four?)", "five"];
        assert_eq!(sentences(text), expected);
    }
}
