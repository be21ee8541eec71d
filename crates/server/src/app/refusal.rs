//! The reasons of refusals: sentences with places for names and numbers, in the language of the
//! visitor.

use crate::i18n::{FluentValue, Lang};
use worker::rules::Complaint;
use worker::sentences;

impl Refusal {
    /// In words.
    #[must_use]
    pub fn in_words(&self, lang: Lang) -> String {
        spoken("refusal", self.parts(), lang)
    }
}

/// The fault of a source against the rules, in words.
#[must_use]
pub fn complaint(what: &Complaint, lang: Lang) -> String {
    spoken("complaint", what.parts(), lang)
}

/// A sentence in a language of the website. The value of a place called `count` is a number, from
/// which the language chooses singular or plural. That of a place called `what` is the id of a
/// text.
fn spoken(kind: &str, (key, values): (String, Vec<(&'static str, &str)>), lang: Lang) -> String {
    let mut filled = Vec::with_capacity(values.len());
    for (place, value) in values {
        let value = match place {
            "count" => FluentValue::try_number(value),
            "what" => lang.with(value, &[]).into(),
            _ => value.into(),
        };
        filled.push((place, value));
    }
    lang.with(&format!("{kind}-{key}"), &filled)
}

sentences! {
    /// Why a request is refused. The texts are in `refusals.ftl`.
    Refusal;
    ZeroByte
    Body { why }
    Form { why }
    LoginCharacter { c }
    LoginLength
    LoginTaken { login }
    LoginExists { login }
    LoginTwice { login }
    OwnPassword
    PersonName
    PasswordShort { least }
    PasswordLong
    PasswordOld
    SignIn
    RegistrationClosed
    Tokens { most }
    TokenScope { scope, scopes }
    Hidden { code }
    HiddenReason { code }
    Role { role, roles }
    OwnRole
    List { why }
    ListColumns
    ListLong { most }
    Closed
    OpensLater { when }
    NoSource
    Upload
    FileName { file, files }
    Language { language, files }
    LanguagesNone
    Submissions { count }
    NameMissing
    NameCharacter { name, c }
    NameLong { name, count, most }
    NameLetters { name }
    NameReserved { name, taken }
    NameBanned { name }
    NameTaken { name, other }
    NameUsed { name, next }
    NamePending { name }
    FrozenChoice
    NotQualified
    Seed { seed }
    SeedHigh { bound }
    Friendlies { count, quota }
    AskedTwice
    NoPlayer
    NoPlayerNamed { name }
    NoRival { name }
    NoRivalNear { name, near }
    RivalsNone
    RivalsMany { count, seats }
    Kind { kind, kinds }
    Within { what, value, least, most }
    PlayersFew { count, seats }
    MatchesMany { count }
    TournamentsMany
    BegunTwice
    TournamentOver
    Rival { rivals }
    Date { what, text }
    FreezesEarly
    Disqualify
    ReasonMissing
    Reinstate
    Changed
    Rerun
    Address
    AddressTaken
    Season { slug, seasons }
    Game { game }
    Board { name }
    BoardsMany { most }
    BoardsNone
    Settings { name, line, found, allowed }
    Seats { name, count, seats }
    Played { count }
    Sent { count }
    NoForward
    NoCode
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_in_their_places_and_are_not_filled_twice() {
        let (catalan, spanish) = (Lang::of_code("ca"), Lang::of_code("es"));
        let taken = Refusal::NameTaken { name: "{ $other }".into(), other: "Xaloc".into() };
        let words = taken.in_words(spanish.expect("Spanish"));
        assert!(words.contains("`{ $other }`") && words.contains("`Xaloc`"), "{words}");
        let within = Refusal::Within {
            what: "organise-fuel".into(),
            value: "1".into(),
            least: "2".into(),
            most: "3".into(),
        };
        assert_eq!(
            within.in_words(Lang::EN),
            "Fuel of one player in one match, seconds: 1 is not allowed. Enter a number from 2 to \
             3."
        );
        let words = within.in_words(catalan.expect("Catalan"));
        assert!(words.starts_with("Combustible d'un jugador en una partida, segons: 1"), "{words}");
    }

    #[test]
    fn one_thing_and_several_things_have_their_own_words() {
        let sent = |count: &str| Refusal::Sent { count: count.into() }.in_words(Lang::EN);
        assert!(sent("1").contains("this season has 1 submission."), "{}", sent("1"));
        assert!(sent("2").contains("this season has 2 submissions."), "{}", sent("2"));
    }

    #[test]
    fn complaints_are_the_same_on_the_website_and_on_the_command_line() {
        let name = || "x".to_string();
        let all = [
            Complaint::Size { count: "2".into(), most: "1".into() },
            Complaint::Encoding,
            Complaint::Zero,
            Complaint::Tangled,
            Complaint::Include { path: name() },
            Complaint::Simulation,
            Complaint::Reads { name: name() },
            Complaint::Writes { name: name() },
            Complaint::Files { name: name() },
            Complaint::Programs { name: name() },
            Complaint::Threads { name: name() },
            Complaint::Global { name: name() },
            Complaint::Static { name: name() },
            Complaint::Define { name: name() },
            Complaint::OtherName { other: "y".into(), name: name() },
            Complaint::Imports,
            Complaint::Exports { name: name() },
            Complaint::Linker { name: name() },
            Complaint::Assembler { name: name() },
            Complaint::CrateName { name: name() },
        ];
        assert_eq!(all.len(), Complaint::all().count());
        for one in all {
            assert_eq!(complaint(&one, Lang::EN), one.english());
        }
    }
}
