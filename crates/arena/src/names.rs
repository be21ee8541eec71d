//! Names: which are allowed for players, and which one was probably meant.

/// Longest name of a player, in bytes: the contests' rule.
pub const LONGEST: usize = 12;

/// Longest name that a match takes, in bytes: two of the old kits had no limit.
pub const LONGEST_LOCAL: usize = 40;

/// Whether a player may compete under this name: 1 to [`LONGEST`] letters, digits and underscores.
///
/// # Errors
/// What is wrong with it, in words.
pub fn check(name: &str) -> Result<(), String> {
    check_length(name, LONGEST)
}

/// Whether a player may sit down under this name on its author's machine: as [`check`], with
/// [`LONGEST_LOCAL`].
///
/// # Errors
/// What is wrong with it, in words.
pub fn check_local(name: &str) -> Result<(), String> {
    check_length(name, LONGEST_LOCAL)
}

fn check_length(name: &str, longest: usize) -> Result<(), String> {
    let bad = name.chars().find(|c| !c.is_ascii_alphanumeric() && *c != '_');
    match bad {
        _ if name.is_empty() => Err("a player needs a name".into()),
        Some(c) => Err(format!(
            "the name `{name}` contains `{c}`; use only letters, digits and underscores"
        )),
        None if name.len() > longest => {
            let len = name.len();
            Err(format!("the name `{name}` has {len} characters; at most {longest} are allowed"))
        }
        None => Ok(()),
    }
}

/// The candidate that is most like `word`, if any is near enough to be worth proposing.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const NEAR_ENOUGH: f64 = 0.7;
    let word = word.to_lowercase();
    candidates
        .into_iter()
        .map(|c| (strsim::jaro_winkler(&word, &c.to_lowercase()), c))
        .filter(|(likeness, _)| *likeness >= NEAR_ENOUGH)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_rule_of_the_contests() {
        assert_eq!(check("Xaloc_v5"), Ok(()));
        assert_eq!(check("TwelveLetter"), Ok(()));
        assert!(check("ThirteenChars").is_err());
        assert_eq!(check_local("ThirteenChars"), Ok(()));
        assert!(check_local(&"x".repeat(41)).is_err() && check_local("a b").is_err());
        assert!(check("").is_err() && check("a b").is_err() && check("né").is_err());
    }

    #[test]
    fn the_nearest_name_is_found_whatever_its_case() {
        let names = ["Null", "Demo", "Dummy"];
        assert_eq!(nearest("demmo", names), Some("Demo"));
        assert_eq!(nearest("Dumy", names), Some("Dummy"));
        assert_eq!(nearest("Xylophone", names), None);
    }
}
