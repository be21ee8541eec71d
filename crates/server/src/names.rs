//! Names of players: which are allowed, and which would be taken for each other.

/// Letters and digits that people take for each other, each as the one that stands for all.
const ALIKE: [(char, char); 8] = [
    ('0', 'o'),
    ('1', 'l'),
    ('i', 'l'),
    ('5', 's'),
    ('2', 'z'),
    ('8', 'b'),
    ('6', 'b'),
    ('v', 'u'),
];

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
pub fn check(name: &str, banned: &[String], reserved: &[&str]) -> Result<(), String> {
    arena::names::check(name)?;
    let own = key(name);
    if own.is_empty() {
        return Err(format!(
            "the name `{name}` has no letter in it; choose one that people can say"
        ));
    }
    if let Some(taken) = reserved.iter().find(|other| key(other) == own) {
        return Err(format!(
            "the name `{name}` is, or looks like, that of the game's own player `{taken}`; choose \
             another"
        ));
    }
    let hurts = |word: &&String| !word.trim().is_empty() && own.contains(&key(word.trim()));
    if banned.iter().any(|word| hurts(&word)) {
        return Err(format!("the name `{name}` is not allowed here; choose another"));
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
    fn banned_words_are_found_in_disguise() {
        let banned = ["idiot".to_string(), " ".to_string()];
        assert!(check("1d10t", &banned, &[]).is_err());
        assert!(check("Xaloc", &banned, &["Dummy"]).is_ok());
        assert!(check("dunnmy", &banned, &["Dummy"]).is_ok());
        assert!(check("DUMMY_", &banned, &["Dummy"]).is_err());
        assert!(check("Дummy", &banned, &["Dummy"]).is_err(), "letters of other scripts");
        assert!(check("___", &banned, &[]).is_err());
        assert!(check("ThirteenChars", &banned, &[]).is_err());
    }
}
