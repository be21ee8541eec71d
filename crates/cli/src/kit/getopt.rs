//! Options as the old programs read them: GNU `getopt_long`, options and names mixed.

use std::ffi::OsString;

/// The options of every kit: short letter, long name, whether a value follows.
const OPTIONS: [(char, &str, bool); 6] = [
    ('s', "seed", true),
    ('i', "input", true),
    ('o', "output", true),
    ('l', "list", false),
    ('v', "version", false),
    ('h', "help", false),
];

/// The words of the command line, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// An option by its letter, with its value or an empty one.
    Option(char, String),
    /// The name of a player.
    Name(String),
    /// Something wrong: the message of getopt, without the program's name.
    Wrong(String),
}

/// Reads the arguments behind the program's name.
pub fn read(arguments: &[OsString]) -> Vec<Word> {
    let mut words = Vec::new();
    let mut rest = arguments.iter().map(|a| a.to_string_lossy().into_owned());
    while let Some(word) = rest.next() {
        if word == "--" {
            words.extend(rest.by_ref().map(Word::Name));
        } else if let Some(long) = word.strip_prefix("--") {
            words.push(long_option(long, &mut rest));
        } else if let Some(letters) = word.strip_prefix('-').filter(|l| !l.is_empty()) {
            short_options(letters, &mut rest, &mut words);
        } else {
            words.push(Word::Name(word));
        }
    }
    words
}

fn long_option(text: &str, rest: &mut impl Iterator<Item = String>) -> Word {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value.to_string())),
        None => (text, None),
    };
    // The old options all begin with different letters, so a beginning is never ambiguous.
    let meant = OPTIONS.iter().find(|(_, long, _)| !name.is_empty() && long.starts_with(name));
    match (meant, value) {
        (None, _) => Word::Wrong(format!("unrecognized option '--{text}'")),
        (Some((_, long, false)), Some(_)) => {
            Word::Wrong(format!("option '--{long}' doesn't allow an argument"))
        }
        (Some((letter, _, false)), None) => Word::Option(*letter, String::new()),
        (Some((letter, _, true)), Some(value)) => Word::Option(*letter, value),
        (Some((letter, long, true)), None) => match rest.next() {
            Some(value) => Word::Option(*letter, value),
            None => Word::Wrong(format!("option '--{long}' requires an argument")),
        },
    }
}

fn short_options(letters: &str, rest: &mut impl Iterator<Item = String>, words: &mut Vec<Word>) {
    for (at, letter) in letters.char_indices() {
        let Some((_, _, takes_value)) = OPTIONS.iter().find(|(l, _, _)| *l == letter) else {
            words.push(Word::Wrong(format!("invalid option -- '{letter}'")));
            continue;
        };
        if !takes_value {
            words.push(Word::Option(letter, String::new()));
            continue;
        }
        let attached = &letters[at + letter.len_utf8()..];
        let value = if attached.is_empty() { rest.next() } else { Some(attached.to_string()) };
        words.push(match value {
            Some(value) => Word::Option(letter, value),
            None => Word::Wrong(format!("option requires an argument -- '{letter}'")),
        });
        return;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<Word> {
        let arguments: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        read(&arguments)
    }

    fn option(letter: char, value: &str) -> Word {
        Word::Option(letter, value.into())
    }

    #[test]
    fn options_and_names_mix() {
        let expected = [
            Word::Name("A".into()),
            option('s', "30"),
            Word::Name("B".into()),
            option('i', "x.cnf"),
            option('o', "y"),
        ];
        assert_eq!(words("A -s 30 B --input=x.cnf --o y"), expected);
    }

    #[test]
    fn short_options_hang_together() {
        assert_eq!(words("-lvs-5"), [option('l', ""), option('v', ""), option('s', "-5")]);
        assert_eq!(words("-- -s"), [Word::Name("-s".into())]);
        assert_eq!(words("-"), [Word::Name("-".into())]);
    }

    #[test]
    fn what_is_no_option_is_told_as_getopt_tells_it() {
        let wrong = |line: &str| match &words(line)[0] {
            Word::Wrong(message) => message.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(wrong("-x"), "invalid option -- 'x'");
        assert_eq!(wrong("--what"), "unrecognized option '--what'");
        assert_eq!(wrong("--seed"), "option '--seed' requires an argument");
        assert_eq!(wrong("-i"), "option requires an argument -- 'i'");
        assert_eq!(wrong("--list=1"), "option '--list' doesn't allow an argument");
    }
}
