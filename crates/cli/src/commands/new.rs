//! `palestra new`: a player to start from.

use crate::failure::{DONE, Done, Failure};
use crate::files;
use crate::input;
use crate::options::{Language, New};
use crate::paint::Paint;
use arena::roster::ENDINGS;
use engine::Facts;
use std::path::Path;
use toolchain::{ScriptSdk, Sdk};

/// Writes `AIName.cc`, made from one of the game's templates.
pub fn run(options: &New) -> Done {
    let facts = input::game(&options.game)?.facts();
    let name = &options.name;
    arena::names::check(name).map_err(Failure::usage)?;
    fit_for_a_type(facts, name)?;
    // Some file systems take `demo` and `Demo` for the same name, and so do people.
    if let Some(own) = facts.players.iter().find(|own| own.eq_ignore_ascii_case(name)) {
        return Err(Failure::usage(format!("{} already has a player {own}", facts.title))
            .help("choose another name"));
    }
    if let Some(there) = taken(name) {
        return Err(Failure::usage(format!("{there} already exists; palestra did not change it"))
            .help("choose another name, or use another folder"));
    }
    let language = match options.lang {
        Language::Cpp => toolchain::Language::Cpp,
        Language::Rust => toolchain::Language::Rust,
        Language::Js => toolchain::Language::Js,
        Language::Python => toolchain::Language::Python,
    };
    let ending = language.ending();
    let from = if options.empty { "Null" } else { richest(facts, ending) };
    let text = match options.lang {
        Language::Cpp => template(facts, from, name)?,
        Language::Rust => rust_template(facts, from, name)?,
        Language::Js | Language::Python => script_template(facts, from, ending)?,
    };
    let path = format!("AI{name}.{ending}");
    let text = format!("{}\n{text}", heading(facts, name, &path));
    files::write(Path::new(&path), text)?;
    if let Some(sdk) = ScriptSdk::of(language, facts) {
        declare(&sdk)?;
    }
    let paint = Paint::stdout();
    anstream::println!("Wrote {path}, a player of {}. To play it:", facts.title);
    let play = format!("palestra play {} {name} Demo Demo Dummy --watch", facts.id);
    anstream::println!("  {}", paint.command(play));
    anstream::println!("To play again each time you save it, in the open viewer:");
    anstream::println!("  {}", paint.command(format!("palestra dev {path}")));
    anstream::println!("To read the rules and all functions:");
    anstream::println!("  {}", paint.command(format!("palestra games {} --manual", facts.id)));
    Ok(DONE)
}

/// Words of the languages that are names of nothing.
const KEYWORDS: &str = "alignas and asm auto bool break case catch char class compl const continue \
    crate decltype default delete do double else enum explicit export extern false float fn for \
    friend goto if impl in inline int let long loop match mod mutable namespace new noexcept not \
    nullptr operator or private protected pub public register return self Self short signed sizeof \
    static struct super switch template this throw trait true try typedef typename union unsigned \
    use using virtual void volatile where while xor std";

/// A player's name is also that of a type in its source.
fn fit_for_a_type(facts: &'static Facts, name: &str) -> Result<(), Failure> {
    let help = "choose a name that begins with a letter and has no other meaning in the source";
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(Failure::usage(format!("the name `{name}` begins with a digit")).help(help));
    }
    let known = Sdk::of(facts).is_some_and(|sdk| sdk.identifiers().contains(name));
    if known || KEYWORDS.split_whitespace().any(|word| word == name) {
        let message = format!("`{name}` already has a meaning in players of {}", facts.title);
        return Err(Failure::usage(message).help(help));
    }
    Ok(())
}

/// The file here that already has a player of this name, in whatever language.
fn taken(name: &str) -> Option<String> {
    let files = ENDINGS.iter().map(|ending| format!("AI{name}.{ending}"));
    files.into_iter().find(|file| Path::new(file).exists())
}

/// The player whose template teaches most: one made for that, else Demo.
fn richest(facts: &'static Facts, ending: &str) -> &'static str {
    templates(facts, ending).find(|name| !["Null", "Demo"].contains(name)).unwrap_or("Demo")
}

/// The players of the templates in a language.
fn templates(facts: &'static Facts, ending: &str) -> impl Iterator<Item = &'static str> {
    let player =
        move |path: &'static str| path.strip_prefix("AI")?.strip_suffix(ending)?.strip_suffix('.');
    facts.sdk.iter().filter_map(move |(path, _)| player(path))
}

/// The first lines of a new player: what to do with it.
fn heading(facts: &Facts, name: &str, path: &str) -> String {
    let (id, title) = (facts.id, facts.title);
    let language = toolchain::Language::of(Path::new(path));
    let mark = if language == toolchain::Language::Python { "#" } else { "//" };
    let line = |command: String, what: &str| format!("{mark}   {command:52} {what}\n");
    [
        format!("{mark} {name}, a player of {title}.\n{mark}\n"),
        line(format!("palestra play {id} {name} Demo Demo Dummy"), "a match"),
        line(format!("palestra dev {path}"), "plays again each time you save"),
        line(format!("palestra check {path}"), "checks the judge's rules and limits"),
        line(format!("palestra games {id} --manual"), "prints the rules and all functions"),
        match ScriptSdk::of(language, facts) {
            // Tells editors which functions the game has; those of Python look for it themselves.
            Some(sdk) if language == toolchain::Language::Js => {
                format!("/// <reference path=\"{}\" />\n", sdk.declarations_file())
            }
            Some(_) => String::new(),
            None => SAME_NAME.replace("AIName.cc", &format!("AIName.{}", language.ending())),
        },
    ]
    .concat()
}

const SAME_NAME: &str =
    "//\n// The name below must equal the file name: AIName.cc has the player Name.\n";

/// Writes the declarations of a game for editors.
fn declare(sdk: &ScriptSdk) -> Result<(), Failure> {
    let file = sdk.declarations_file();
    let path = Path::new(&file);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|e| Failure::file("make", folder.display(), &e))?;
    }
    files::write(path, sdk.declarations())
}

/// The template `AIFROM.js` or `AIFROM.py`; the player's name does not appear in it.
fn script_template(facts: &'static Facts, from: &str, ending: &str) -> Result<String, Failure> {
    text_of(facts, &format!("AI{from}.{ending}")).map(String::from)
}

/// The text of a template.
fn text_of(facts: &'static Facts, file: &str) -> Result<&'static str, Failure> {
    if let Some((_, text)) = facts.sdk.iter().find(|(path, _)| *path == file) {
        return Ok(text);
    }
    let refusal = Failure::usage(format!("{} has no template {file}", facts.title));
    let endings = [("cpp", "cc"), ("rust", "rs"), ("js", "js"), ("python", "py")];
    let has = |ending| templates(facts, ending).next().is_some();
    let languages = endings.iter().filter(|(_, ending)| has(ending));
    let languages: Vec<_> = languages.map(|(language, _)| *language).collect();
    Err(match languages.as_slice() {
        [] => refusal.help("it has no templates in any language"),
        _ => refusal.help(format!("its languages for --lang: {}", languages.join(", "))),
    })
}

/// The template `AIFROM.cc` with another name in its `#define`.
fn template(facts: &'static Facts, from: &str, name: &str) -> Result<String, Failure> {
    let text = text_of(facts, &format!("AI{from}.cc"))?;
    let define = "#define PLAYER_NAME ";
    Ok(text.replacen(&format!("{define}{from}"), &format!("{define}{name}"), 1))
}

/// The template `AIFROM.rs` with another name wherever its type is named.
fn rust_template(facts: &'static Facts, from: &str, name: &str) -> Result<String, Failure> {
    let text = text_of(facts, &format!("AI{from}.rs"))?;
    let renamed = |line: &str| {
        if line.trim_start().starts_with("//") {
            return line.to_string();
        }
        let named = ["struct ", "impl ", "impl Player for ", "player!("];
        named.iter().fold(line.to_string(), |line, before| {
            line.replace(&format!("{before}{from}"), &format!("{before}{name}"))
        })
    };
    Ok(text.split_inclusive('\n').map(renamed).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::USAGE;

    #[test]
    fn a_missing_template_brings_the_languages_that_the_game_has() {
        let game = Facts { sdk: &[("AINull.py", ""), ("AINull.rs", "")], ..*games::ALL[0].facts() };
        let refusal = text_of(Box::leak(Box::new(game)), "AIDemo.cc").expect_err("it is missing");
        assert_eq!(refusal.code, USAGE);
        assert_eq!(refusal.help.as_deref(), Some("its languages for --lang: rust, python"));
    }
}
