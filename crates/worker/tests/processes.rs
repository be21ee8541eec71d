//! Worker processes, asked as the judge asks them.

mod asked;

use asked::Asked;
use engine::Ruleset;
use sandbox::Sandbox;
use std::io::Write;
use std::process::Command;
use worker::protocol::{Digest, Excess, Job, Limits, Outcome, Play, Player, Program, Refusal};

/// Machine code for a module in text, made by a build process.
fn code(worker: &mut Asked, wat: &str) -> Digest {
    let (mut builder, ready) = Asked::start("build");
    assert!(ready.target.contains("wasmtime"), "{}", ready.target);
    let module = builder.blob(&wat::parse_str(wat).expect("text of a module"));
    match builder.ask(Job::MachineCode { module }).expect("an answer") {
        Outcome::MachineCode(code) => worker.blob(&code),
        other => panic!("{other:?}"),
    }
}

/// A player in text that does `body` in each round.
fn player(body: &str) -> String {
    format!(
        r#"(module (memory (export "memory") 2)
            (func (export "palestra_abi") (result i32) (i32.const 1))
            (func (export "palestra_buffer") (param i32) (result i32) (i32.const 1024))
            (func (export "palestra_begin") (param i32))
            (func (export "palestra_play") (param i32 i32) (result i32)
                {body}
                (i32.const 16)))"#
    )
}

fn match_of(first: Program, struck: bool) -> Job {
    let game = games::ALL[0].facts();
    let limits = Limits {
        fuel: sandbox::Limits::FUEL_PER_SECOND,
        memory_bytes: 64 << 20,
        stderr_bytes: 1 << 16,
        cpu_millis: Some(60_000),
    };
    let seat = |k: usize| Player {
        name: format!("Seat{k}"),
        program: match k {
            0 => first.clone(),
            _ => Program::BuiltIn("Dummy".into()),
        },
        struck: struck && k == 0,
    };
    Job::Play(Play {
        game: game.id.into(),
        settings: games::ALL[0].facts().boards[0].1.as_bytes().to_vec(),
        seed: "7".into(),
        ruleset: Ruleset::Statement,
        judged: true,
        limits,
        seats: (0..engine::SEATS).map(seat).collect(),
        record: true,
    })
}

#[test]
fn a_confined_process_reaches_nothing() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_worker-process"));
    let done = command.arg("probe").output().expect("ends");
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(said.lines().filter(|line| line.starts_with("denied: ")).count() >= 10, "{said}");
    assert!(done.status.success(), "{said}");
}

#[test]
fn matches_are_the_same_in_a_process_and_programs_are_sent_once() {
    let (mut worker, ready) = Asked::start("play");
    assert!(ready.confined.fully(), "{ready:?}");
    let idle = code(&mut worker, &player(""));
    let mut records = Vec::new();
    for _ in 0..2 {
        let Outcome::Played(played) =
            worker.ask(match_of(Program::Code(idle), false)).expect("an answer")
        else {
            panic!("not played");
        };
        assert!(played.verified && played.deterministic && played.ending.is_empty());
        assert_eq!(played.scores.len(), engine::SEATS);
        records.push(played.record);
    }
    assert_eq!(records[0], records[1]);
    assert_eq!(worker.needs, 1, "the program is kept");
    drop(worker.to);
    assert!(worker.child.wait().expect("ends").success(), "it ends with the judge");
}

#[test]
fn players_that_are_late_void_once_and_are_frozen_then() {
    let (mut worker, _) = Asked::start("play");
    let endless = code(&mut worker, &player("(loop $l (br $l))"));
    let mut late = |struck| {
        let Job::Play(mut job) = match_of(Program::Code(endless), struck) else {
            panic!("a match")
        };
        // No time at all, so that the clock is sure to end it before the fuel does.
        job.limits.cpu_millis = Some(0);
        worker.ask(Job::Play(job)).expect("an answer")
    };
    assert!(matches!(late(false), Outcome::Overtime { seat: 0 }));
    let Outcome::Played(played) = late(true) else { panic!("the match counts") };
    assert_eq!((played.freezes.len(), played.deterministic), (1, false));
    assert_eq!(played.freezes[0].cause, engine::Cause::Timeout);
}

#[test]
fn code_that_is_not_ours_is_not_loaded() {
    let (mut worker, _) = Asked::start("play");
    let foreign = worker.blob(b"not machine code");
    let outcome = worker.ask(match_of(Program::Code(foreign), false)).expect("an answer");
    assert!(matches!(outcome, Outcome::Unfit { code } if code == foreign), "{outcome:?}");
    let outcome = worker.ask(match_of(Program::BuiltIn("Dummy".into()), false)).expect("an answer");
    assert!(matches!(outcome, Outcome::Played(_)), "the process goes on: {outcome:?}");
}

#[test]
fn modules_are_refused_with_a_reason() {
    let (mut builder, _) = Asked::start("build");
    let import = r#"(module (import "env" "secret" (func)) (memory (export "memory") 1))"#;
    let module = builder.blob(&wat::parse_str(import).expect("text"));
    let outcome = builder.ask(Job::MachineCode { module }).expect("an answer");
    let Outcome::Refused(refusal) = outcome else { panic!("{outcome:?}") };
    let Refusal::Module { text } = *refusal else { panic!("{refusal:?}") };
    assert!(text.contains("env.secret"), "{text}");
    let module = builder.blob(b"no module");
    let outcome = builder.ask(Job::MachineCode { module }).expect("an answer");
    assert!(matches!(outcome, Outcome::Refused(_)), "{outcome:?}");
}

#[test]
fn a_module_that_explodes_is_a_verdict() {
    // Values that all live across loops within loops: register allocation takes for ever.
    const MANY: usize = 500;
    let declared: String = (0..MANY).map(|k| format!("(local $v{k} i32)")).collect();
    let begun: String = (0..MANY)
        .map(|k| format!("(loop $l{k} (local.set $v{k} (i32.add (local.get $v{k}) (i32.const 1)))"))
        .collect();
    let ended: String =
        (0..MANY).rev().map(|k| format!("(br_if $l{k} (local.get $v{})))", MANY - 1 - k)).collect();
    let heavy = format!("(func $heavy {declared} {begun} {ended})");
    let text = player("").replacen("(memory", &format!("{heavy} (memory"), 1);
    let wasm = wat::parse_str(text).expect("text");
    let (mut builder, _) = Asked::start("build");
    let module = builder.blob(&wasm);
    let outcome = builder.ask(Job::MachineCode { module }).expect("an answer");
    let Outcome::Refused(refusal) = outcome else { panic!("it does not explode") };
    let limited = matches!(
        *refusal,
        Refusal::MachineCode(Excess::Time { .. } | Excess::Memory { .. }) | Refusal::Module { .. }
    );
    assert!(limited, "{refusal:?}");
}

#[test]
fn a_worker_does_not_trust_the_judge_s_frames_either() {
    let (mut worker, _) = Asked::start("play");
    worker.to.write_all(&[0xFF; 64]).expect("written");
    assert!(!worker.child.wait().expect("ends").success());
    assert!(Sandbox::for_one_match(None).is_ok());
}
