//! Players in Rust, built by worker processes as the judge has them built.

mod asked;

use asked::Asked;
use worker::protocol::{Build, Job, Outcome};

fn job(worker: &mut Asked, game: &str, name: &str, text: &str) -> Job {
    Job::Build(Build {
        game: game.into(),
        name: name.into(),
        file: format!("AI{name}.rs"),
        source: worker.blob(text.as_bytes()),
        source_bytes_max: worker::rules::SOURCE_BYTES_MAX,
        forward: None,
        trust: false,
    })
}

#[test]
fn cpp() {
    let (mut worker, ready) = Asked::start("build");
    for game in games::ALL {
        let facts = game.facts();
        let Some((_, scout)) = facts.sdk.iter().find(|(path, _)| *path == "AIScout.cc") else {
            println!("{}", facts.id);
            continue;
        };
        let fresh = format!("{scout}// {:?}\n", std::time::SystemTime::now());
        let mut job = job(&mut worker, facts.id, "Scout", &fresh);
        if let Job::Build(build) = &mut job {
            build.file = "AIScout.cc".into();
        }
        let begun = std::time::Instant::now();
        match worker.ask(job).expect("an answer") {
            Outcome::Built(built) => println!("{} {:?}", built.module.len(), begun.elapsed()),
            other => println!("{}: {other:?}", facts.id),
        }
    }
}

#[test]
fn the_scout_of_every_game_is_built() {
    let (mut worker, ready) = Asked::start("build");
    assert!(ready.confined.fully(), "{ready:?}");
    for game in games::ALL {
        let facts = game.facts();
        let Some((_, scout)) = facts.sdk.iter().find(|(path, _)| *path == "AIScout.rs") else {
            println!("{}", facts.id);
            continue;
        };
        let fresh = format!("{scout}// {:?}\n", std::time::SystemTime::now());
        let job = job(&mut worker, facts.id, "Scout", &fresh);
        let begun = std::time::Instant::now();
        match worker.ask(job).expect("an answer") {
            Outcome::Built(built) => println!("{} {:?}", built.module.len(), begun.elapsed()),
            other => panic!("{}: {other:?}", facts.id),
        }
    }
}
