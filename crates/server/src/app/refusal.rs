//! Why something is refused: sentences with places for names and numbers, read in three languages.

use crate::i18n::Lang;
use worker::rules::Complaint;
use worker::sentences;
pub use worker::sentences::filled;

impl Refusal {
    /// In words.
    #[must_use]
    pub fn in_words(&self, lang: Lang) -> String {
        spoken(self.parts(), lang)
    }
}

/// What the rules for sources have against one, in words.
#[must_use]
pub fn complaint(what: &Complaint, lang: Lang) -> String {
    spoken(what.parts(), lang)
}

/// A sentence in a language of the website. The value of a place called `what` is a text of the
/// website and is translated, too.
fn spoken((text, values): (&str, Vec<(&str, &str)>), lang: Lang) -> String {
    filled(lang.t(text), |name| {
        let value = values.iter().find(|(place, _)| *place == name);
        let value = value.map_or("", |(_, value)| *value);
        if name == "what" { lang.t(value).into() } else { value.into() }
    })
}

sentences! {
    /// Why a request is refused.
    Refusal;
    ZeroByte "The text has a zero byte. Remove it and send the text again."
    Body { why } "The body of the request is wrong: {why}."
    Form { why } "The form is not complete: fill in every field, and write numbers without \
     letters. ({why})"
    LoginCharacter { c } "The login contains `{c}`. Use only letters, digits and . - _ @ +"
    LoginLength "The login must have 1 to 80 characters."
    LoginTaken { login } "The login `{login}` is taken; choose another."
    LoginExists { login }
        "`{login}` already has an account. Make a new-password link for it instead."
    LoginTwice { login } "The login `{login}` stands in the list twice."
    OwnPassword "Change your own password on your account page."
    PersonName "The name must have 1 to 60 characters."
    PasswordShort { least }
        "The password must have at least {least} characters; a sentence is easy to remember."
    PasswordLong "The password is too long: 200 bytes at most."
    PasswordOld "The old password is wrong."
    SignIn "The login or the password is wrong."
    RegistrationClosed "Registration is closed. Ask the organisers for an invitation."
    Tokens { most } "You already have {most} tokens. Revoke one first."
    TokenScope { scope, scopes }
        "Your tokens cannot have the scope `{scope}`. Choose one of {scopes}."
    Hidden { code }
        "The name has an invisible character, or one that changes the direction of text ({code}). \
         Type the name, do not paste it."
    HiddenReason { code }
        "The reason has an invisible character, or one that changes the direction of text \
         ({code}). Type the reason, do not paste it."
    Role { role, roles } "`{role}` is not a role. The roles are {roles}."
    OwnRole "You cannot change your own role: ask another admin."
    List { why } "The list has an error: {why}."
    ListColumns "The first line must name the columns `login` and `name`."
    ListLong { most } "A list may have at most {most} people."
    Closed "Submissions are closed: the season is frozen."
    OpensLater { when } "Submissions open at {when}."
    NoSource "There is no source: choose a file or paste its text."
    Upload "The server could not read the form. The file may be too large."
    FileName { file, files } "The file has the name `{file}`. Rename it to {files}."
    Language { language, files }
        "This season takes no players in {language}. Submit a file {files}."
    LanguagesNone "Choose at least one language for players."
    Submissions { count }
        "You sent {count} submissions within an hour. This is the limit. Wait and try again."
    NameMissing "Enter the name of the player."
    NameCharacter { name, c }
        "The name `{name}` contains `{c}`. Use only letters, digits and underscores."
    NameLong { name, count, most }
        "The name `{name}` has {count} characters. Use at most {most}."
    NameLetters { name } "The name `{name}` has no letter. Choose a name with letters."
    NameReserved { name, taken }
        "The name `{name}` is too similar to the built-in player `{taken}`. Choose another name."
    NameBanned { name } "The organisers do not allow the name `{name}`. Choose another name."
    NameTaken { name, other }
        "The name `{name}` is taken, or too similar to `{other}`. Choose another name."
    NameUsed { name, next }
        "`{name}` has already qualified. Give the new version a new name, such as `{next}`."
    NamePending { name }
        "The judge has no verdict on `{name}` yet. Wait for it, or submit this version under \
         another name."
    FrozenChoice "The season is frozen. You cannot choose another version."
    NotQualified "Only a qualified version can compete."
    Seed { seed } "`{seed}` is not a seed. Enter a number from 0 to 999999, or leave the field \
     empty."
    SeedHigh { bound } "The seed must be below {bound}."
    Friendlies { count, quota }
        "You asked for {count} friendly matches within an hour. The limit is {quota}. Wait and \
         try again."
    AskedTwice "You sent the form twice. Your match is in the list."
    NoPlayer "You have no qualified player in this season. Submit one first."
    NoPlayerNamed { name } "You have no qualified player `{name}` in this season."
    NoRival { name } "No player `{name}` competes in this season."
    NoRivalNear { name, near } "No player `{name}` competes in this season; did you mean `{near}`?"
    RivalsNone "Name one to three rivals."
    RivalsMany { count, seats } "{count} rivals are too many: a match has {seats} seats."
    Kind { kind, kinds } "`{kind}` is not a kind of tournament. The kinds are {kinds}."
    Within { what, value, least, most } "{what}: {value} is not allowed. Enter a number from \
     {least} to {most}."
    PlayersFew { count, seats }
        "A match needs {seats} players, but only {count} would take part. Add the house players, \
         or wait for more qualified players."
    MatchesMany { count }
        "The tournament would have {count} matches or more. Choose fewer matches per player."
    TournamentsMany "Three tournaments are already running. Stop one first."
    BegunTwice "Somebody else began a tournament at the same moment. Open the page again."
    TournamentOver "This tournament is already over."
    Rival { rivals } "The opponent must be one of {rivals}."
    Date { what, text } "{what}: `{text}` is not a date. Write a date such as 2026-03-01T16:42."
    FreezesEarly "Submissions would close before they open. Choose a later closing date."
    Disqualify "You can disqualify only a qualified version."
    ReasonMissing "Give a reason. The author reads it."
    Reinstate "You can undo only a disqualification. Judge this version again instead."
    Changed "Somebody else changed this at the same moment. Read the page again, then decide."
    Rerun "You can judge again only a version that did not qualify."
    Address "The address must have 1 to 40 lowercase letters, digits and dashes."
    AddressTaken "This address is taken. Choose another one."
    Game { game } "There is no game `{game}`."
    Board { name } "The game has no board `{name}`."
    BoardsMany { most } "A season has at most {most} boards."
    BoardsNone "Choose at least one board, or paste the text of a settings file."
    Settings { name, line, found, allowed }
        "Settings {name}, line {line}: found {found}, but {allowed}."
    Seats { name, count, seats } "The settings {name} have {count} seats. A season needs {seats}."
    Played { count }
        "You cannot change the game or the boards: this season has {count} planned or finished \
         matches. Create a new season."
    Sent { count }
        "You cannot change the game: this season has {count} submissions. Create a new season."
    NoForward
        "This server has no rules for players, so they cannot look ahead. Build it again after \
         cargo xtask forward."
    NoCode "The server cannot read one of the two sources as code."
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn places(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0)).collect()
    }

    #[test]
    fn every_refusal_speaks_three_languages_and_loses_no_place() {
        let all = || Refusal::ALL.iter().chain(Complaint::ALL).chain(crate::app::fail::ALL);
        let mut untold = Vec::new();
        for (english, names) in all() {
            let names: BTreeSet<&str> = names.iter().copied().collect();
            assert_eq!(places(english), names, "{english}");
            for lang in [Lang::Ca, Lang::Es] {
                let text = lang.t(english);
                if text == *english {
                    untold.push(*english);
                    continue;
                }
                assert_eq!(places(text), names, "{text}");
            }
        }
        assert!(untold.is_empty(), "not translated: {untold:#?}");
        assert!(all().count() > 80);
    }

    #[test]
    fn values_stand_in_their_places_and_are_not_filled_twice() {
        let taken = Refusal::NameTaken { name: "{other}".into(), other: "Xaloc".into() };
        let words = taken.in_words(Lang::Es);
        assert!(words.contains("`{other}`") && words.contains("`Xaloc`"), "{words}");
        let within = Refusal::Within {
            what: "Fuel".into(),
            value: "1".into(),
            least: "2".into(),
            most: "3".into(),
        };
        assert_eq!(
            within.in_words(Lang::En),
            "Fuel: 1 is not allowed. Enter a number from 2 to 3."
        );
        assert!(within.in_words(Lang::Ca).starts_with("Combustible: 1 no es permet"));
    }
}
