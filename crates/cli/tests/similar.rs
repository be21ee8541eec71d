//! `palestra similar` as its users call it.

mod common;

use common::Folder;
use std::path::Path;

/// Puts players of the similarity corpus into a folder, under other names and folders.
fn corpus(folder: &Folder, players: &[(&str, &str)]) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../similarity/tests/corpus");
    for (player, to) in players {
        let text = std::fs::read(from.join(format!("AI{player}.cc"))).expect("the corpus is there");
        let path = folder.path(to);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("folders can be made");
        std::fs::write(path, text).expect("files can be written");
    }
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

#[test]
fn copies_are_listed_with_their_evidence() {
    let folder = Folder::new("similar-copies");
    corpus(&folder, &[("Amber", "s/AIOne.cc"), ("Amber", "s/AITwo.cc"), ("Dune", "s/AIDune.cc")]);
    folder.write("s/AIBroken.cc", b"\0\0\0");
    let ran = folder.palestra("similar s --report r.html --csv r.csv");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("1.00"), "{}", ran.out);
    assert!(ran.out.contains("AIOne.cc and AITwo.cc"), "{}", ran.out);
    assert!(ran.out.contains("AIBroken.cc: not compared: byte 0 is zero"), "{}", ran.out);
    let page = String::from_utf8(folder.read("r.html")).expect("pages are text");
    assert!(
        page.contains("Distance fields: one flood from all wanted cells"),
        "the source is shown"
    );
    let csv = String::from_utf8(folder.read("r.csv")).expect("tables are text");
    assert!(csv.contains("AIOne.cc,AITwo.cc,1.0000,source,1.0000,"), "{csv}");
    let all = json(&folder.palestra("similar s --json").out);
    assert_eq!(all["crowds"], serde_json::json!([]), "two are no crowd");
    assert_eq!(all["compared"], 3);
    assert!(all["cases"][0]["fragments"][0]["tokens"].as_u64() > Some(20));
}

#[test]
fn a_crowd_is_named_with_its_size_and_origin() {
    let folder = Folder::new("similar-crowd");
    let players = ["s/AIOne.cc", "s/AITwo.cc", "s/AIThree.cc"].map(|to| ("Amber", to));
    corpus(&folder, &players);
    corpus(&folder, &[("Dune", "s/AIDune.cc"), ("Iris", "s/AIIris.cc")]);
    let ran = folder.palestra("similar s --sources-only");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("3 of 5 share "), "{}", ran.out);
    let all = json(&folder.palestra("similar s --sources-only --json").out);
    let names = serde_json::json!(["AIOne.cc", "AIThree.cc", "AITwo.cc"]);
    assert_eq!(all["crowds"][0]["members"], names);
    let shared = all["pairs"].as_array().expect("a list").iter().filter(|p| p["score"] == 1.0);
    assert_eq!(shared.count(), 3, "each pair of the crowd keeps its score");
}

#[test]
fn modules_are_compared_where_a_compiler_is() {
    let folder = Folder::new("similar-modules");
    corpus(&folder, &[("Amber", "s/AIOne.cc"), ("Dune", "s/AIDune.cc")]);
    // Every second loop calls itself, every operation a function of the copier's own.
    let text = String::from_utf8(folder.read("s/AIOne.cc")).expect("players are text");
    folder.write("s/AITwo.cc", text.replace("int ", "auto_t<int> ").replacen("#define",
        "template <class T> struct Same { typedef T type; };\ntemplate <class T> using auto_t = \
         typename Same<T>::type;\n#define", 1));
    let all = json(&folder.palestra("similar s --game dominator --json").out);
    let cases = all["cases"].as_array().expect("a list");
    let pair =
        |case: &&serde_json::Value| case["left"] == "AIOne.cc" && case["right"] == "AITwo.cc";
    let found = cases.iter().find(pair).expect("the copy is listed");
    if all["remarks"].as_array().expect("a list").is_empty() {
        assert!(found["module"].as_f64() > Some(0.9), "{found}");
    }
    let without = json(&folder.palestra("similar s --sources-only --json").out);
    assert_eq!(without["cases"][0]["module"], serde_json::Value::Null);
}

#[test]
fn files_of_one_folder_can_be_one_persons() {
    let folder = Folder::new("similar-folders");
    corpus(
        &folder,
        &[("Amber", "s/ann/AIA.cc"), ("Amber", "s/ann/AIB.cc"), ("Dune", "s/bob/AIC.cc")],
    );
    let all = json(&folder.palestra("similar s --by-folder --json").out);
    let hot =
        all["cases"].as_array().expect("a list").iter().filter(|c| c["score"].as_f64() > Some(0.3));
    assert_eq!((&all["compared"], hot.count()), (&2.into(), 0));
}

#[test]
fn earlier_seasons_are_remembered_and_decisions_shown() {
    let folder = Folder::new("similar-seasons");
    corpus(&folder, &[("Amber", "old/AIAmber.cc"), ("Dune", "old/AIDune.cc")]);
    corpus(&folder, &[("Dune", "new/AINew.cc"), ("Jade", "new/AIJade.cc")]);
    let added = folder.palestra("similar old --index all.index --season 2025 --add");
    assert!(added.out.contains("2 players were added"), "{}", added.out);
    let again = folder.palestra("similar old --index all.index --season 2025 --add");
    assert!(again.out.contains("0 players were added"), "{}", again.out);
    let found = folder.palestra("similar new --index all.index --season 2026");
    assert!(found.out.contains("AINew.cc and AIDune.cc (2025)"), "{}", found.out);
    let noted = folder.palestra_words(&[
        "similar",
        "new/AINew.cc",
        "old/AIDune.cc",
        "--index",
        "all.index",
        "--decide",
        "copied",
        "--note",
        "she <b>admits</b> it",
    ]);
    assert_eq!(noted.code, 0, "{}", noted.err);
    let ran = folder.palestra("similar new --index all.index --season 2026 --report r.html");
    assert!(ran.out.contains("AIDune.cc (2025) copied"), "{}", ran.out);
    let page = String::from_utf8(folder.read("r.html")).expect("pages are text");
    assert!(page.contains("she &#60;b&#62;admits&#60;/b&#62; it"));
    folder.write("all.index", "something else");
    let refused = folder.palestra("similar new --index all.index");
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("the file is not an index of players"), "{}", refused.err);
}

#[test]
fn wrong_calls_are_refused_with_advice() {
    let folder = Folder::new("similar-wrong");
    corpus(&folder, &[("Amber", "AIA.cc"), ("Dune", "AIB.cc"), ("Jade", "AIC.cc")]);
    for (call, advice) in [
        ("similar AIA.cc", "the comparison needs two sources"),
        ("similar AIA.cc AINone.cc", "cannot read AINone.cc"),
        ("similar AIA.cc AIB.cc AIC.cc --decide copied", "about two sources"),
        ("similar AIA.cc AIB.cc --threshold 7", "between 0 and 1"),
        ("similar AIA.cc AIB.cc --add", "--index"),
    ] {
        let ran = folder.palestra(call);
        assert_eq!(ran.code, 2, "{call}");
        assert!(ran.err.contains(advice), "{call}: {}", ran.err);
    }
}
