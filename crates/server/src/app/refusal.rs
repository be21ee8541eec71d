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
    ZeroByte "There is a character in it that is none: the zero byte."
    Body { why } "The body cannot be used: {why}."
    Form { why } "The form cannot be used: fill in every field, numbers without letters. ({why})"
    LoginCharacter { c } "The login has `{c}` in it; take letters, digits and . - _ @ + only."
    LoginLength "The login must have 1 to 80 characters."
    LoginTaken { login } "The login `{login}` is taken; choose another."
    PersonName "The name must have 1 to 60 characters."
    PasswordShort { least }
        "The password must have at least {least} characters; a sentence is easy to remember."
    PasswordLong "The password is too long: 200 bytes at most."
    PasswordOld "The old password is wrong."
    SignIn "Login or password are wrong."
    RegistrationClosed "Registration is closed here: ask the organisers to invite you."
    Tokens { most } "You have {most} tokens already; revoke one first."
    TokenScope { scope, scopes }
        "`{scope}` is no scope that your tokens may have; allowed are {scopes}."
    Hidden { code }
        "There is a character in the name that cannot be seen or turns the direction of text \
         ({code}): type the name again, without copying it."
    HiddenReason { code }
        "There is a character in the reason that cannot be seen or turns the direction of text \
         ({code}): type the reason again, without copying it."
    Role { role, roles } "`{role}` is no role; the roles are {roles}."
    OwnRole "You cannot change your own role: ask another admin."
    List { why } "The list cannot be read: {why}."
    ListColumns "The first line must name the columns `login` and `name`."
    ListLong { most } "At most {most} people in one list."
    Closed "Submissions are closed: the season is frozen."
    OpensLater { when } "Submissions open at {when}."
    NoSource "There is no source: choose a file or paste its text."
    Upload "The form could not be read: is the file too large?"
    FileName { file } "The file is called `{file}`; a player's file is called `AIName.cc`."
    Submissions { count }
        "You sent {count} submissions within an hour, which is as many as are allowed; wait a \
         little."
    NameMissing "A player needs a name."
    NameCharacter { name, c }
        "The name `{name}` has `{c}` in it; names are made of letters, digits and underscores."
    NameLong { name, count, most }
        "The name `{name}` has {count} characters; at most {most} are allowed."
    NameLetters { name } "The name `{name}` has no letter in it; choose one that people can say."
    NameReserved { name, taken }
        "The name `{name}` is, or looks like, that of the game's own player `{taken}`; choose \
         another."
    NameBanned { name } "The name `{name}` is not allowed here; choose another."
    NameTaken { name, other }
        "The name `{name}` is taken, or looks like one that is (`{other}`); choose another."
    NameUsed { name, next }
        "`{name}` has qualified already; a new version needs a new name, such as `{next}`."
    NamePending { name }
        "`{name}` is still being judged: wait for its verdict, or send this one under another \
         name."
    FrozenChoice "The season is frozen: who stands for whom cannot be changed."
    NotQualified "Only a version that has qualified can stand for you."
    Seed { seed } "`{seed}` is no seed: a number from 0 to 999999, or nothing."
    SeedHigh { bound } "The seed must be below {bound}."
    Friendlies { count, quota }
        "You asked for {count} friendly matches within an hour, of {quota} that are allowed; wait \
         a little."
    AskedTwice "You asked twice at the same moment: look at the list."
    NoPlayer "You have no player here that has qualified: submit one first."
    NoPlayerNamed { name } "You have no player `{name}` here that has qualified."
    NoRival { name } "No player `{name}` competes in this season."
    NoRivalNear { name, near } "No player `{name}` competes in this season; did you mean `{near}`?"
    RivalsNone "Name one to three rivals."
    RivalsMany { count, seats } "{count} rivals are too many: a match has {seats} seats."
    Kind { kind, kinds } "`{kind}` is no kind of tournament; the kinds are {kinds}."
    Within { what, value, least, most } "{what}: {value}; allowed are {least} to {most}."
    PlayersFew { count, seats }
        "{count} players would take part; a match needs {seats}. Let the players of the house \
         take part, or wait until more have qualified."
    MatchesMany { count }
        "That would be {count} matches or more; ask for fewer matches of every player."
    TournamentsMany "Three tournaments are being played already: stop one first."
    BegunTwice "Somebody began one at the same moment: look again."
    TournamentOver "This tournament is over: there is nothing to stop."
    Rival { rivals } "The rival must be one of {rivals}."
    Date { what, text } "{what}: `{text}` is no date; write it as 2026-03-01T16:42."
    FreezesEarly "The season would freeze before it opens."
    Disqualify "Only a version that has qualified can be disqualified."
    Changed "Somebody else changed this at the same moment: look at it again, then decide."
    Rerun "Only a version whose verdict is not good can be judged again."
    Address "The address must be 1 to 40 small letters, digits and dashes."
    AddressTaken "This address is taken."
    Game { game } "There is no game `{game}`."
    Board { name } "The game has no board `{name}`."
    BoardsMany { most } "A season has at most {most} boards."
    BoardsNone "Choose at least one board, or paste the text of a settings file."
    Settings { name, line, found, allowed }
        "Settings {name}, line {line}: found {found}, but {allowed}."
    Seats { name, count, seats } "Settings {name} seat {count} players; a season needs {seats}."
    Played { count }
        "Game and boards stay as they are: {count} matches of this season are played or planned. \
         Make a new season for others."
    Sent { count }
        "The game stays as it is: {count} players were sent for it. Make a new season for another \
         game."
    NoForward
        "Players cannot look ahead here: this server was built without the rules for players \
         (cargo xtask forward)."
    NoCode "One of the two sources cannot be read as code."
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
        assert_eq!(within.in_words(Lang::En), "Fuel: 1; allowed are 2 to 3.");
        assert!(within.in_words(Lang::Ca).starts_with("Combustible: 1;"));
    }
}
