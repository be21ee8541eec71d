//! Names: characters that none may have; and of players, which are allowed, and which would be
//! taken for each other.

use crate::app::refusal::Refusal;
use arena::names::LONGEST;
use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory};
use icu_properties::{CodePointMapData, CodePointSetData};

/// Letters and digits that people take for each other, each as the one that stands for all.
const ALIKE: [(char, char); 7] =
    [('0', 'o'), ('1', 'l'), ('i', 'l'), ('5', 's'), ('2', 'z'), ('8', 'b'), ('v', 'u')];

/// Whether a character cannot be seen, or changes how others are shown: control and format
/// characters, those that turn the direction of text, those without width, line separators and
/// characters of no meaning of their own. With them one name looks like another.
fn is_hidden(c: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator, PrivateUse};
    // The blank of Braille has a width, and nothing to see.
    c == '\u{2800}'
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
        || matches!(
            CodePointMapData::<GeneralCategory>::new().get(c),
            Control | Format | LineSeparator | ParagraphSeparator | PrivateUse
        )
}

/// The code of the first character of a text that cannot be seen, such as `U+202E`.
#[must_use]
pub fn hidden(text: &str) -> Option<String> {
    text.chars().find(|c| is_hidden(*c)).map(|c| format!("U+{:04X}", u32::from(c)))
}

/// A text of anybody with a visible mark for each character that cannot be seen.
#[must_use]
pub fn shown(text: &str) -> String {
    text.chars().map(|c| if is_hidden(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// The form in which a name must be unique: `Xal0c_1` and `xaloc1` have the same.
#[must_use]
pub fn key(name: &str) -> String {
    let plain = name.to_ascii_lowercase().replace('_', "");
    let one = |c: char| ALIKE.iter().find(|(from, _)| *from == c).map_or(c, |(_, to)| *to);
    let same: String = plain.chars().map(one).collect();
    // Two letters that look like one.
    same.replace("rn", "m").replace("uu", "w").replace("cl", "d")
}

/// Whether a player may be called this in a season with these banned words and reserved names.
///
/// # Errors
/// What is wrong with it and what to do.
pub fn check(name: &str, banned: &[String], reserved: &[&str]) -> Result<(), Refusal> {
    let spelled = name.to_string();
    if name.is_empty() {
        return Err(Refusal::NameMissing);
    }
    if let Some(code) = hidden(name) {
        return Err(Refusal::Hidden { code });
    }
    if let Some(c) = name.chars().find(|c| !c.is_ascii_alphanumeric() && *c != '_') {
        return Err(Refusal::NameCharacter { name: spelled, c: c.into() });
    }
    if name.len() > LONGEST {
        let (count, most) = (name.len().to_string(), LONGEST.to_string());
        return Err(Refusal::NameLong { name: spelled, count, most });
    }
    let own = key(name);
    if own.is_empty() {
        return Err(Refusal::NameLetters { name: spelled });
    }
    if let Some(taken) = reserved.iter().find(|other| key(other) == own) {
        return Err(Refusal::NameReserved { name: spelled, taken: (*taken).into() });
    }
    let hurts = |word: &&String| !word.trim().is_empty() && own.contains(&key(word.trim()));
    if banned.iter().any(|word| hurts(&word)) {
        return Err(Refusal::NameBanned { name: spelled });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_have_the_same_key() {
        for (a, b) in [("Xaloc", "XAL0C"), ("Ill", "1l1"), ("Burn", "Bum"), ("a_b", "AB")] {
            assert_eq!(key(a), key(b), "{a} {b}");
        }
        assert_ne!(key("Xaloc"), key("Garbi"));
    }

    #[test]
    fn characters_that_cannot_be_seen_are_found() {
        let wrong = "\0\u{1b}\u{85}\u{ad}\u{34f}\u{61c}\u{115f}\u{180e}\u{200b}\u{200d}\u{200e}\
                     \u{2028}\u{2029}\u{202a}\u{202e}\u{2060}\u{2066}\u{2069}\
                     \u{2800}\u{3164}\u{e000}\
                     \u{fe0f}\u{feff}\u{ffa0}\u{e0041}";
        for c in wrong.chars() {
            let name = format!("An{c}na");
            assert_eq!(hidden(&name), Some(format!("U+{:04X}", u32::from(c))));
            assert_eq!(shown(&name), "An\u{fffd}na");
            assert!(matches!(check(&name, &[], &[]), Err(Refusal::Hidden { .. })), "{c:?}");
        }
        for right in ["Núria Puigdellívol i Gràcia", "李小龍", "مريم", "Ὀδυσσεύς", "O’Neil 2", "🦊"]
        {
            assert_eq!(hidden(right), None, "{right}");
        }
    }

    #[test]
    fn banned_words_are_found_in_disguise() {
        let banned = ["idiot".to_string(), " ".to_string()];
        assert!(check("1d10t", &banned, &[]).is_err());
        assert!(check("Xaloc", &banned, &["Dummy"]).is_ok());
        assert!(check("dunnmy", &banned, &["Dummy"]).is_ok());
        assert!(check("DUMMY_", &banned, &["Dummy"]).is_err());
        assert!(check("Дummy", &banned, &["Dummy"]).is_err(), "letters of other scripts");
        assert!(check("___", &banned, &[]).is_err());
        assert!(check("ThirteenChars", &banned, &[]).is_err());
        for name in ["", "a b", "né", "Xaloc_v5", "TwelveLetter", "ThirteenChars", "9"] {
            assert_eq!(check(name, &[], &[]).is_ok(), arena::names::check(name).is_ok(), "{name}");
        }
    }
}
