//! The words of every game, in every language of the viewer.

use crate::testing;
use engine::film::BUDGET;
use engine::laws;
use engine::{DynGame, Film, Ruleset, Say};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use std::collections::{BTreeMap, BTreeSet};

/// The places of a text in the order of [`Say`]'s parts.
const PLACES: [&str; 4] = ["a", "b", "c", "d"];

/// A message: how it reads with gaps, and the names of its places.
#[derive(Debug, Default, PartialEq, Eq)]
struct Message {
    form: String,
    places: BTreeSet<String>,
}

impl Message {
    /// Adds a pattern. Of a choice, the form has the default.
    fn add(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => self.form.push_str(value),
                PatternElement::Placeable { expression } => self.add_place(expression),
            }
        }
    }

    fn add_place(&mut self, expression: &Expression<&str>) {
        let (Expression::Inline(place) | Expression::Select { selector: place, .. }) = expression;
        let InlineExpression::VariableReference { id } = place else {
            panic!("not a place: {place:?}");
        };
        self.places.insert(id.name.to_string());
        match expression {
            Expression::Inline(_) => self.form.push_str("{}"),
            Expression::Select { variants, .. } => {
                let chosen = variants.iter().find(|variant| variant.default);
                self.add(&chosen.expect("Fluent wants a default").value);
            }
        }
    }
}

/// The messages of a file by their ids.
fn read(name: &str, text: &str) -> BTreeMap<String, Message> {
    let parsed = fluent_syntax::parser::parse(text);
    let resource = parsed.unwrap_or_else(|(_, errors)| panic!("{name}: {errors:?}"));
    let mut all = BTreeMap::new();
    for entry in resource.body {
        let Entry::Message(message) = entry else { continue };
        let mut own = Message::default();
        own.add(&message.value.expect("a text"));
        assert!(!own.form.trim().is_empty(), "{name}: {}", message.id.name);
        let earlier = all.insert(message.id.name.to_string(), own);
        assert!(earlier.is_none(), "{name}: {} stands there twice", message.id.name);
    }
    all
}

#[test]
fn words_have_the_same_places_in_every_language() {
    for game in crate::ALL {
        let id = game.facts().id;
        let film = a_film(*game);
        let words = film.stage().words;
        let codes: Vec<&str> = words.iter().map(|(code, _)| *code).collect();
        // A game without translations is complete in English.
        if !game.facts().translations.is_empty() || codes != ["en"] {
            assert_eq!(codes, testing::languages(), "{id}: languages of the viewer in locales/");
        }
        let of = |code: &str| {
            let (_, text) = words.iter().find(|(own, _)| *own == code).expect("a language");
            read(&format!("{id}, {code}"), text)
        };
        let english = of("en");
        let forms: BTreeSet<&str> = english.values().map(|one| one.form.as_str()).collect();
        assert_eq!(forms.len(), english.len(), "{id}: two English texts are alike");
        for code in codes {
            let places = |all: BTreeMap<String, Message>| -> Vec<(String, BTreeSet<String>)> {
                all.into_iter().map(|(id, message)| (id, message.places)).collect()
            };
            assert_eq!(places(of(code)), places(of("en")), "{id}: {code} and English");
        }
        for (id, message) in english {
            let wanted = PLACES.iter().take(message.places.len()).map(ToString::to_string);
            assert_eq!(message.places, wanted.collect(), "{id}");
        }
    }
}

#[test]
fn everything_that_a_game_says_is_in_its_words() {
    for game in crate::ALL {
        for (_, board) in game.facts().boards {
            let sample = laws::Sample::new(*game, board.as_bytes(), 5, Ruleset::Statement);
            let (text, _) = laws::scattered_match(*game, &sample);
            check(*game, &*game.read_res(&text).expect("its own file"));
        }
        check(*game, &*a_film(*game));
    }
}

/// The texts of a game's sources and of its words are the same ones.
#[test]
fn words_have_what_the_sources_say() {
    for game in crate::ALL {
        let id = game.facts().id;
        let code = testing::sources(&id.replace('-', "_"));
        let film = a_film(*game);
        let known = forms(id, film.stage().words);
        let said = code.split("say!(").skip(1).map(|rest| {
            let rest = rest.trim_start().trim_start_matches('"');
            rest.split('"').next().unwrap_or_default()
        });
        for key in said {
            assert!(known.contains_key(key), "{id}: {key:?} is not in locales/en/words.ftl");
        }
        for key in known.keys() {
            assert!(code.contains(&format!("\"{key}\"")), "{id}: nobody says {key:?}");
        }
    }
}

/// The English forms of a game's words, with the number of places.
fn forms(id: &str, words: &[(&str, &str)]) -> BTreeMap<String, usize> {
    let (_, english) = words.iter().find(|(code, _)| *code == "en").expect("English");
    read(id, english).into_values().map(|one| (one.form, one.places.len())).collect()
}

fn a_film(game: &dyn DynGame) -> Box<dyn Film> {
    let setup = testing::setup("5", &["Demo"; 4], Ruleset::Statement);
    let (_, board) = game.facts().boards[0];
    testing::film(game, board.as_bytes(), &setup)
}

/// Everything that the pictures of a film say has a text, with the places to fill in.
fn check(game: &dyn DynGame, film: &dyn Film) {
    let id = game.facts().id;
    let stage = film.stage();
    let known = forms(id, stage.words);
    let check = |key: &str, parts: usize| {
        let wanted = if key.is_empty() { Some(&0) } else { known.get(key) };
        assert_eq!(wanted, Some(&parts), "{id}: locales/en/words.ftl and the places of {key:?}");
    };
    let mut say = |told: &Say| told.keys(&mut |key, parts| check(key, parts));
    stage.series.iter().filter(|s| s.name != BUDGET).for_each(|s| check(&s.name, 0));
    stage.legend.iter().for_each(|ground| check(ground.name, 0));
    for k in 0..film.len() {
        let scene = film.scene(k).expect("every board has a scene");
        scene.pieces.iter().for_each(|piece| check(piece.kind, 0));
        scene.events.iter().for_each(|event| say(&event.text));
        let asked = scene.orders.iter().flat_map(|asked| [&asked.text, &asked.why]);
        asked.for_each(&mut say);
        let sight = film.sight(k, k % stage.names.len()).expect("every seat sees");
        sight.notes.iter().for_each(&mut say);
        let mut facts = scene.counts;
        facts.extend(sight.scene.counts);
        facts.extend(scene.seats.into_iter().flat_map(|seat| seat.facts));
        // One row of cells of some boards, and all rows of the last one.
        let all = k + 1 == film.len();
        for i in (0..stage.rows).filter(|&i| all || k % 8 == 0 && i == k / 8 % stage.rows) {
            facts.extend((0..stage.cols).flat_map(|j| film.inspect(k, i as i32, j as i32)));
        }
        for fact in facts {
            check(fact.label, 0);
            say(&fact.value);
        }
    }
}

#[test]
fn a_choice_reads_like_its_default() {
    let text = "steps = { $a ->\n    [one] one step\n   *[other] { $a } steps\n}\nx = of { $b }\n";
    let read = read("test", text);
    assert_eq!(read["steps"].form, "{} steps");
    assert_eq!(read["steps"].places, BTreeSet::from(["a".to_string()]));
    assert_eq!(read["x"], Message { form: "of {}".into(), places: ["b".to_string()].into() });
}
