//! Builds the book and looks at every link in it.

use anyhow::{Result, ensure};
use harness::run::{has, root, run, target};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The version of mdbook. It is built without the parts that serve and watch, and without
/// optimisation: the book takes seconds either way. It is kept in the target folder.
const VERSION: &str = "0.5.4";

/// Builds the book and says where its first page is.
pub fn build() -> Result<PathBuf> {
    let output = target().join("book");
    write_sources()?;
    let mut mdbook = Command::new(mdbook()?);
    mdbook.arg("build").arg(root().join("docs")).arg("-d").arg(&output);
    run(mdbook.env("MDBOOK_BOOK__SRC", SOURCES))?;
    let dead = dead_links(&output)?;
    for link in &dead {
        eprintln!("{link}");
    }
    ensure!(dead.is_empty(), "{} dead links in the book", dead.len());
    Ok(output.join("index.html"))
}

/// The folder that mdbook reads, below `docs`: a copy of `src`, with a page for every game.
const SOURCES: &str = "made";

/// Copies the pages. Lists the first players of all games below the page about the first player,
/// and the manuals of all games below the page about the games.
fn write_sources() -> Result<()> {
    const GAMES: &str = "- [The games](games.md)\n";
    const FIRST: &str = "- [Your first player](first.md)\n";
    let (source, made) = (root().join("docs/src"), root().join("docs").join(SOURCES));
    if made.exists() {
        fs::remove_dir_all(&made)?;
    }
    copy(&source, &made)?;
    fs::create_dir_all(made.join("games"))?;
    let mut list = String::new();
    for (name, manual) in manuals()? {
        let pictures = root().join("games").join(&name).join("pictures");
        // A new game begins without pictures.
        for picture in fs::read_dir(pictures).into_iter().flatten() {
            let picture = picture?;
            let file = format!("{name}-{}", picture.file_name().to_string_lossy());
            fs::copy(picture.path(), made.join("games").join(file))?;
        }
        let manual = with_captions(&manual, &name);
        let title = manual.lines().next().unwrap_or_default().trim_start_matches("# ").to_string();
        let id = name.replace('_', "-");
        let text = manual.split_once('\n').map_or("", |(_, text)| text);
        let has_picture = made.join(format!("images/{id}.png")).exists();
        let picture = match has_picture {
            true => format!("![A match of {title} in the viewer](../images/{id}.png)\n"),
            false => String::new(),
        };
        fs::write(made.join(format!("games/{id}.md")), format!("# {title}\n\n{picture}{text}"))?;
        list.push_str(&format!("  - [{title}](games/{id}.md)\n"));
    }
    let mut summary = fs::read_to_string(source.join("SUMMARY.md"))?;
    for (page, below) in [(GAMES, list), (FIRST, first_players(&source)?)] {
        ensure!(summary.contains(page), "SUMMARY.md has no line {page}");
        summary = summary.replace(page, &format!("{page}{below}"));
    }
    fs::write(made.join("SUMMARY.md"), summary)?;
    Ok(())
}

/// A manual whose pictures are beside it, with the game in their names. Readers who see a picture
/// read its text below.
fn with_captions(manual: &str, game: &str) -> String {
    let mut parts = manual.split("![");
    let mut page = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let shown = part.split_once("](pictures/").and_then(|(text, rest)| {
            let (file, rest) = rest.split_once(')')?;
            Some((text, file, rest))
        });
        match shown {
            Some((text, file, rest)) => page.push_str(&format!(
                "![{text}]({game}-{file})<br><small aria-hidden=\"true\">{text}</small>{rest}"
            )),
            None => page.push_str(&format!("![{part}")),
        }
    }
    page
}

/// The lines of the summary for the pages `first-GAME.md`, in the order of their names.
fn first_players(source: &Path) -> Result<String> {
    let mut lines = BTreeSet::new();
    for page in fs::read_dir(source)? {
        let page = page?;
        let name = page.file_name().to_string_lossy().into_owned();
        if name.starts_with("first-") && name.ends_with(".md") {
            let text = fs::read_to_string(page.path())?;
            let title = text.lines().next().unwrap_or_default().trim_start_matches("# ");
            lines.insert(format!("  - [{title}]({name})\n"));
        }
    }
    Ok(lines.into_iter().collect())
}

/// Folder and manual of every game, by name.
fn manuals() -> Result<BTreeMap<String, String>> {
    let mut manuals = BTreeMap::new();
    for game in fs::read_dir(root().join("games"))? {
        let game = game?;
        if game.path().join("mod.rs").is_file() {
            let manual = fs::read_to_string(game.path().join("README.md"))?;
            manuals.insert(game.file_name().to_string_lossy().into_owned(), manual);
        }
    }
    Ok(manuals)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let there = to.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => copy(&entry.path(), &there)?,
            false => fs::copy(entry.path(), there).map(drop)?,
        }
    }
    Ok(())
}

/// The pinned mdbook, installed where that was not done yet.
fn mdbook() -> Result<PathBuf> {
    let tools = target().join("tools");
    let program = tools.join("bin").join(format!("mdbook{}", env::consts::EXE_SUFFIX));
    let right = |program: &Path| {
        let said = Command::new(program).arg("--version").output();
        said.is_ok_and(|said| String::from_utf8_lossy(&said.stdout).contains(VERSION))
    };
    if has("mdbook") && right(Path::new("mdbook")) {
        return Ok("mdbook".into());
    }
    if !right(&program) {
        // The settings of this workspace are not for it.
        run(Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .current_dir(env::temp_dir())
            .env_remove("CARGO_TARGET_DIR")
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .args(["install", "mdbook", "--version", VERSION, "--locked", "--force", "--debug"])
            .args(["--no-default-features", "--features", "search", "--root"])
            .arg(&tools))?;
    }
    Ok(program)
}

/// Links to pages or places of the book that are not there.
fn dead_links(book: &Path) -> Result<Vec<String>> {
    let mut pages = Vec::new();
    collect(book, &mut pages)?;
    let mut dead = Vec::new();
    for page in pages.iter().filter(|page| !page.ends_with("print.html")) {
        let text = fs::read_to_string(page)?;
        let folder = page.parent().unwrap_or(book);
        for link in attributes(&text, "href").chain(attributes(&text, "src")) {
            let elsewhere = link.contains("://") || link.starts_with("mailto:");
            if elsewhere || alive(folder, page, link)? {
                continue;
            }
            let name = page.strip_prefix(book).unwrap_or(page).display();
            dead.push(format!("{name}: the link to {link} is dead"));
        }
    }
    Ok(dead)
}

fn alive(folder: &Path, page: &Path, link: &str) -> Result<bool> {
    let (file, place) = link.split_once('#').unwrap_or((link, ""));
    let there = if file.is_empty() { page.to_path_buf() } else { folder.join(file) };
    if !there.exists() {
        return Ok(false);
    }
    if place.is_empty() || there.extension().is_none_or(|e| e != "html") {
        return Ok(true);
    }
    let text = fs::read_to_string(there)?;
    let places: BTreeSet<&str> = attributes(&text, "id").collect();
    Ok(places.contains(place))
}

fn attributes<'a>(html: &'a str, name: &str) -> impl Iterator<Item = &'a str> + use<'a> {
    let opening = format!(" {name}=\"");
    let starts: Vec<usize> = html.match_indices(&opening).map(|(at, o)| at + o.len()).collect();
    starts.into_iter().filter_map(|at| html[at..].split('"').next())
}

fn collect(folder: &Path, pages: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, pages)?;
        } else if path.extension().is_some_and(|e| e == "html") {
            pages.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_get_their_texts_below() {
        let page = with_captions("a ![b\nc](pictures/d.svg) ![e](f.png)", "g");
        let caption = "<br><small aria-hidden=\"true\">b\nc</small>";
        assert_eq!(page, format!("a ![b\nc](g-d.svg){caption} ![e](f.png)"));
    }

    #[test]
    fn dead_links_and_places_are_found() {
        let book = harness::run::workshop("dead-links").expect("can be made");
        let page = "<p id=\"here\"><a href=\"#here\">a</a><a href=\"b.html#there\">b</a>\
                    <a class=\"x\" href=\"c.html\">c</a><a href=\"https://x.org/y\">d</a>";
        fs::write(book.join("a.html"), page).expect("can be written");
        fs::write(book.join("b.html"), "<h1 id=\"elsewhere\">").expect("can be written");
        let dead = dead_links(&book).expect("can be read");
        assert_eq!(dead.len(), 2, "{dead:?}");
        assert!(dead[0].contains("b.html#there") && dead[1].contains("c.html"));
    }
}
