//! Every text is there in every language, is used, and gets the values that it needs.

use crate::app::refusal::Refusal;
use crate::i18n::catalogue::Catalogue;
use crate::i18n::{LOCALES, Lang, Worded};
use crate::states::{self, PlaceReason};
use axum::http::{HeaderMap, header};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use worker::rules::Complaint;

/// The places of a text, also those of its variants.
fn places(pattern: &Pattern<String>, found: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        let (Expression::Select { selector: inline, .. } | Expression::Inline(inline)) = expression;
        if let InlineExpression::VariableReference { id } = inline {
            found.insert(id.name.clone());
        }
        if let Expression::Select { variants, .. } = expression {
            variants.iter().for_each(|variant| places(&variant.value, found));
        }
    }
}

type Texts = BTreeMap<String, BTreeSet<String>>;

/// The ids of the texts of some files, with their places.
fn read(code: &str, files: &[&str]) -> Texts {
    let mut texts = Texts::new();
    for file in files {
        let read = fluent_syntax::parser::parse((*file).to_string());
        let read = read.unwrap_or_else(|(_, wrong)| panic!("{code}: {wrong:?}"));
        for entry in read.body {
            let Entry::Message(message) = entry else { continue };
            let (id, mut all) = (message.id.name, BTreeSet::new());
            places(&message.value.unwrap_or_else(|| panic!("{code}: {id} is empty")), &mut all);
            assert!(texts.insert(id.clone(), all).is_none(), "{code}: {id} stands there twice");
        }
    }
    texts
}

fn english() -> Texts {
    let (code, files) = LOCALES.iter().find(|(code, _)| *code == "en").expect("English");
    read(code, files)
}

/// The sources of the server, without tests, and the templates.
fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("src"), root.join("templates")];
    let mut all = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("app/texts.rs") {
                let text = fs::read_to_string(&path).expect("a text");
                let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
                all.push((path, code.to_string()));
            }
        }
    }
    all
}

/// The ids that the code makes from enumerations.
fn made() -> BTreeSet<String> {
    fn words<T: Worded>(all: &[T]) -> impl Iterator<Item = String> {
        all.iter().map(Worded::text)
    }
    let told = PlaceReason::ALL.iter().copied().filter(|reason| reason.is_told());
    let told: Vec<PlaceReason> = told.collect();
    use similarity::season::View;
    let refusals = Refusal::all().map(|(key, _)| format!("refusal-{key}"));
    let complaints = Complaint::all().map(|(key, _)| format!("complaint-{key}"));
    refusals
        .chain(complaints)
        .chain(words(states::Role::ALL))
        .chain(words(states::Scope::ALL))
        .chain(words(states::SubmissionState::ALL))
        .chain(words(states::MatchState::ALL))
        .chain(words(states::RoundKind::ALL))
        .chain(words(states::TournamentKind::ALL))
        .chain(words(states::TournamentState::ALL))
        .chain(words(&told))
        .chain(words(states::WorkerState::ALL))
        .chain(words(states::PairDecision::ALL))
        .chain(words(&[View::Source, View::Tokens, View::Module]))
        .collect()
}

/// The arguments of the calls of these functions whose first one is a literal: the path, that
/// literal, and the arguments behind it.
fn calls<'a>(
    all: &'a [(PathBuf, String)],
    name: &'a str,
) -> impl Iterator<Item = (&'a Path, &'a str, &'a str)> {
    all.iter().flat_map(move |(path, text)| {
        text.match_indices(name).filter_map(move |(at, _)| {
            let behind = text[at + name.len()..].trim_start().strip_prefix('"')?;
            let (id, rest) = behind.split_once('"')?;
            // Up to the parenthesis that closes the call.
            let mut depth = 1;
            let end = rest.find(|c| {
                depth += i32::from(c == '(') - i32::from(c == ')');
                depth == 0
            });
            Some((path.as_path(), id, &rest[..end.unwrap_or(rest.len())]))
        })
    })
}

#[test]
fn every_language_has_the_texts_and_places_of_english() {
    let english = english();
    assert!(english.len() > 500 && LOCALES.len() > 2, "{} texts", english.len());
    for (code, files) in LOCALES {
        let texts = read(code, files);
        let missing: Vec<_> = english.keys().filter(|id| !texts.contains_key(*id)).collect();
        assert!(missing.is_empty(), "not in {code}: {missing:?}");
        for (id, places) in texts {
            assert_eq!(Some(&places), english.get(&id), "{code}: places of {id}");
        }
    }
}

#[test]
fn every_text_is_used_and_every_used_text_is_there() {
    let (english, all, made) = (english(), sources(), made());
    let quoted: BTreeSet<&str> = all.iter().flat_map(|(_, text)| text.split('"')).collect();
    let is_used = |id: &String| made.contains(id) || quoted.contains(id.as_str());
    let unused: Vec<_> = english.keys().filter(|id| !is_used(id)).collect();
    assert!(unused.is_empty(), "used nowhere: {unused:?}");
    let lost: Vec<_> = made.iter().filter(|id| !english.contains_key(*id)).collect();
    assert!(lost.is_empty(), "no such texts: {lost:?}");
    let mut seen = 0;
    for name in [".t(", ".with(", ".count(", "within(", "moment("] {
        for (path, id, _) in calls(&all, name) {
            assert!(english.contains_key(id), "{}: no text `{id}`", path.display());
            seen += 1;
        }
    }
    assert!(seen > 400, "{seen}");
}

#[test]
fn every_text_gets_the_values_that_it_needs_and_no_others() {
    let (english, all) = (english(), sources());
    let empty = BTreeSet::new();
    let wanted = |id: &str| english.get(id).unwrap_or(&empty).clone();
    for (path, id, _) in calls(&all, ".t(") {
        assert_eq!(wanted(id), empty, "{}: {id} needs values", path.display());
    }
    for (path, id, _) in calls(&all, ".count(") {
        assert_eq!(wanted(id), ["count".to_string()].into(), "{}: {id}", path.display());
    }
    let mut seen = 0;
    for (path, id, rest) in calls(&all, ".with(") {
        let given: BTreeSet<String> = rest
            .split("(\"")
            .skip(1)
            .filter_map(|part| Some(part.split_once('"')?.0.to_string()))
            .collect();
        assert_eq!(wanted(id), given, "{}: {id}", path.display());
        seen += 1;
    }
    assert!(seen > 5, "{seen}");
    let enumerations = [("refusal", Refusal::all().collect::<Vec<_>>())]
        .into_iter()
        .chain([("complaint", Complaint::all().collect())]);
    for (kind, all) in enumerations {
        for (key, places) in all {
            let places: BTreeSet<String> = places.iter().map(ToString::to_string).collect();
            assert_eq!(wanted(&format!("{kind}-{key}")), places, "{kind}-{key}");
        }
    }
}

#[test]
fn a_folder_more_is_a_language_more() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("all.ftl"), "language-name = Euskara\ncommon-save = Gorde\n")
        .expect("written");
    let text = fs::read_to_string(folder.path().join("all.ftl")).expect("read");
    let mut all = LOCALES.to_vec();
    let files = [text.as_str()];
    all.push(("eu", &files));
    let catalogue = Catalogue::new(&all);
    let codes: Vec<&str> = (0..catalogue.len()).map(|k| catalogue.code(k)).collect();
    assert_eq!(codes, ["en", "ca", "es", "eu"]);
    let said = |id| catalogue.plain(3, id).expect("a text");
    assert_eq!((said("language-name"), said("common-save")), ("Euskara", "Gorde"));
    // What it lacks is there in English.
    assert_eq!(said("disqualify-cancel"), "Cancel");
}

#[test]
fn the_folders_are_the_languages() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/locales");
    let folders = fs::read_dir(folder).expect("the folder").flatten();
    let mut codes: Vec<String> =
        folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    codes.sort();
    let mut listed: Vec<&str> = Lang::all().map(Lang::code).collect();
    listed.sort_unstable();
    assert_eq!(listed, codes);
}

#[test]
fn why_a_player_was_frozen_is_said_as_on_the_command_line() {
    for (key, cause) in [
        ("fuel", engine::Cause::Fuel),
        ("memory", engine::Cause::Memory),
        ("stack", engine::Cause::Stack),
        ("trap", engine::Cause::Trap),
        ("exception", engine::Cause::Exception),
        ("exit", engine::Cause::Exit),
        ("too-many-orders", engine::Cause::TooManyOrders),
        ("too-much-output", engine::Cause::TooMuchOutput),
        ("interface", engine::Cause::Interface),
        ("process", engine::Cause::Process),
        ("void", engine::Cause::Void),
        ("overtime", engine::Cause::Overtime),
    ] {
        assert_eq!(Lang::EN.with(&format!("cause-{key}"), &[]), cause.in_words());
    }
}

#[test]
fn the_browser_s_first_known_language_counts() {
    let accepted = |text: &'static str| {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_LANGUAGE, text.parse().expect("a value"));
        Lang::accepted(&headers).code()
    };
    assert_eq!(accepted("fr-FR,ca;q=0.9,en;q=0.8"), "ca");
    assert_eq!(accepted("es-ES"), "es");
    assert_eq!(accepted("de"), "en");
}

#[test]
fn texts_are_said_in_the_language_and_in_the_number() {
    let catalan = Lang::of_code("ca").expect("Catalan");
    assert_eq!(catalan.t("common-standings"), "Classificació");
    assert_eq!(catalan.word(states::SubmissionState::Beaten), "no qualificat");
    assert_eq!(Lang::EN.word(states::SubmissionState::Beaten), "not qualified");
    let said = [0_usize, 1, 2].map(|n| catalan.count("common-players", n));
    assert_eq!(said, ["0 jugadors", "1 jugador", "2 jugadors"]);
    assert_eq!(Lang::EN.t("no-such-text"), "no-such-text");
}
