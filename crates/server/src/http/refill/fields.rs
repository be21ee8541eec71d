//! Which field of a form a refusal is about.

use crate::app::fail::Fail;
use crate::app::refusal::Refusal;

/// The names of the fields that a failure may be about; a form has one of them, or none.
pub(super) fn of(fail: &Fail) -> Vec<&str> {
    match fail {
        Fail::Lines(_) => vec!["csv"],
        Fail::Bad(Refusal::Form { why }) => why.split(": ").skip(1).take(1).collect(),
        Fail::Bad(Refusal::Within { what, .. } | Refusal::Date { what, .. }) => {
            labelled(what).into_iter().collect()
        }
        Fail::Bad(why) => named(why).to_vec(),
        _ => Vec::new(),
    }
}

/// The field with this label.
fn labelled(what: &str) -> Option<&'static str> {
    Some(match what {
        "organise-fuel" => "fuel",
        "common-memory-mb" => "memory",
        "common-source-kb" => "source",
        "organise-stderr" => "stderr",
        "organise-matches-number" => "qualification_matches",
        "organise-wins-number" => "qualification_wins",
        "common-opens" => "opens",
        "common-closes" => "freezes",
        "common-final" => "finals",
        _ => return None,
    })
}

fn named(why: &Refusal) -> &'static [&'static str] {
    use Refusal as R;
    match why {
        R::LoginCharacter { .. }
        | R::LoginLength
        | R::LoginTaken { .. }
        | R::LoginExists { .. } => &["login"],
        R::PersonName | R::Hidden { .. } => &["name", "title", "label"],
        R::PasswordShort { .. } | R::PasswordLong => &["password", "new"],
        R::PasswordOld => &["old"],
        R::SignIn => &["password"],
        R::TokenScope { .. } => &["scope"],
        R::HiddenReason { .. } | R::ReasonMissing => &["reason"],
        R::Role { .. } | R::OwnRole => &["role"],
        R::List { .. } | R::ListColumns | R::ListLong { .. } => &["csv"],
        R::NoSource | R::Upload => &["text", "file"],
        R::FileName { .. } => &["file"],
        R::Language { .. } => &["language", "file"],
        R::NameMissing
        | R::NameCharacter { .. }
        | R::NameLong { .. }
        | R::NameLetters { .. }
        | R::NameReserved { .. }
        | R::NameBanned { .. }
        | R::NameTaken { .. }
        | R::NameUsed { .. }
        | R::NamePending { .. } => &["name", "file"],
        R::Seed { .. } | R::SeedHigh { .. } => &["seed"],
        R::NoPlayerNamed { .. } => &["player"],
        R::NoRival { .. } | R::NoRivalNear { .. } | R::RivalsNone => &["rival1"],
        R::Kind { .. } => &["kind"],
        R::PlayersFew { .. } => &["house"],
        R::MatchesMany { .. } => &["matches_each"],
        R::Rival { .. } => &["qualification_rival"],
        R::FreezesEarly => &["freezes"],
        R::Address | R::AddressTaken => &["slug"],
        R::Season { .. } => &["seasons"],
        R::Game { .. } => &["game"],
        R::LanguagesNone => &["cpp"],
        R::Settings { .. } | R::Seats { .. } => &["own", "settings"],
        _ => &[],
    }
}
