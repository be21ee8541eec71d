//! Players cannot reach each other, nor anything outside.

mod common;

use common::{Bench, bench, compile, judge, play_out, player, state};
use engine::Order;
use sandbox::{Limits, Sandbox, Seal, Unfit};
use std::fs;

/// Leaves a secret all over its memory.
fn keeper() -> String {
    player("", "(memory.fill (i32.const 2048) (i32.const 0x5A) (i32.const 120000))")
}

/// Orders the sum of all bytes of its memory beyond its own.
fn snoop() -> String {
    let orders = r#"(data (i32.const 16) "\01\00\00\00\40\00\00\00")"#;
    let body = "(local $k i32) (local $sum i32)
        (local.set $k (i32.const 2048))
        (drop (memory.grow (i32.const 10)))
        (loop $more
            (local.set $sum (i32.add (local.get $sum) (i32.load8_u (local.get $k))))
            (local.set $k (i32.add (local.get $k) (i32.const 1)))
            (br_if $more (i32.lt_u (local.get $k) (i32.const 131072))))
        (i32.store (i32.const 64) (local.get $sum))";
    player(orders, body)
}

#[test]
fn memory_of_others_is_never_seen() {
    let (keeper, snoop) = (compile(&keeper()).unwrap(), compile(&snoop()).unwrap());
    for _ in 0..50 {
        let seats = [&keeper, &snoop, &keeper, &snoop];
        let players = seats.iter().map(|p| p.player(&judge(), b"")).collect();
        let mut played = bench(Bench::new(4), players);
        played.play_round().unwrap();
        for seat in [1, 3] {
            assert_eq!(played.seat(seat).orders, [Order::default()], "seat {seat} saw something");
        }
    }
}

#[test]
fn a_hostile_player_costs_the_others_nothing() {
    let honest = compile(&player("", "")).unwrap();
    let hostile = compile(&player("", "(loop $for_ever (br $for_ever))")).unwrap();
    let fuel_beside = |other: &sandbox::Program| {
        let players = vec![honest.player(&judge(), b""), other.player(&judge(), b"")];
        let mut played = bench(Bench::new(2), players);
        play_out(&mut played);
        (played.seat(0).fuel, played.frozen(0).cloned(), state(&played).status[0])
    };
    assert_eq!(fuel_beside(&hostile), fuel_beside(&honest));
}

#[test]
fn more_players_than_places_void_the_match_and_nothing_else() {
    let program = compile(&player("", "")).unwrap();
    let sandbox = Sandbox::new().unwrap();
    let own = sandbox.compile(&wat::parse_str(player("", "")).unwrap()).unwrap();
    let crowd: Vec<_> = (0..1100).map(|_| own.player(&judge(), b"")).collect();
    let mut late = bench(Bench::new(1), vec![own.player(&judge(), b"")]);
    // With a pool there is no place left; without one there always is.
    if let Err(fatal) = late.play_round() {
        assert_eq!(fatal.void, Some(engine::VoidBy::Machine), "{fatal:?}");
    }
    drop(crowd);
    let mut played = bench(Bench::new(1), vec![own.player(&judge(), b"")]);
    play_out(&mut played);
    drop(program);
}

/// A folder of this test's own.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("palestra-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn code_files(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|e| e == "code")).collect()
}

#[test]
fn compiled_forms_are_kept_and_only_ours_are_loaded() {
    let folder = folder("cache");
    let wasm = wat::parse_str(snoop()).unwrap();
    let fuel = || {
        let sandbox = Sandbox::with_cache(&folder).unwrap();
        let program = sandbox.compile(&wasm).unwrap();
        let mut played = bench(Bench::new(1), vec![program.player(&judge(), b"")]);
        play_out(&mut played);
        assert_eq!(played.frozen(0), None);
        played.seat(0).fuel
    };
    let fresh = fuel();
    let [file] = code_files(&folder).try_into().expect("one file of code");
    let whole = fs::read(&file).unwrap();
    assert_eq!(fuel(), fresh, "from the cache");
    // Every damaged file is as good as none, and is replaced.
    for damage in [0, 31, 32, 5000, whole.len() - 1] {
        let mut bytes = whole.clone();
        bytes[damage] ^= 1;
        fs::write(&file, &bytes).unwrap();
        assert_eq!(fuel(), fresh);
        assert_ne!(fs::read(&file).unwrap(), bytes, "byte {damage} was not noticed");
    }
    for cut in [0, 10, 32, 33, whole.len() / 2] {
        fs::write(&file, &whole[..cut]).unwrap();
        assert_eq!(fuel(), fresh);
        assert!(fs::read(&file).unwrap().len() > cut);
    }
    // A file that is whole, but of another module.
    let other = wat::parse_str(keeper()).unwrap();
    Sandbox::with_cache(&folder).unwrap().compile(&other).unwrap();
    let foreign = code_files(&folder).into_iter().find(|path| *path != file).unwrap();
    fs::copy(&foreign, &file).unwrap();
    assert_eq!(fuel(), fresh);
    assert_ne!(fs::read(&file).unwrap(), fs::read(&foreign).unwrap());
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn machine_code_travels_sealed() {
    let wasm = wat::parse_str(snoop()).unwrap();
    let (seal, other) = (Seal::random().unwrap(), Seal::random().unwrap());
    let sealed = common::sandbox().machine_code(&wasm, &seal).unwrap();
    let worker = Sandbox::for_one_match(None).unwrap();
    assert_eq!(worker.target(), common::sandbox().target());
    let copy = Seal::from_key(*seal.key());
    let program = worker.program(&sealed, &copy).unwrap();
    assert_eq!(program.digest(), blake3::hash(&wasm).to_hex().as_str());
    let fuel = |program: &sandbox::Program| {
        let mut played = bench(Bench::new(1), vec![program.player(&judge(), b"")]);
        play_out(&mut played);
        assert_eq!(played.frozen(0), None);
        played.seat(0).fuel
    };
    assert_eq!(fuel(&program), fuel(&compile(&snoop()).unwrap()));
    let refused = |bytes: &[u8], seal: &Seal| worker.program(bytes, seal).err();
    assert_eq!(refused(&sealed, &other), Some(Unfit::Seal), "another key");
    for damage in [0, 5000, sealed.len() - 64, sealed.len() - 33, sealed.len() - 1] {
        let mut bytes = sealed.clone();
        bytes[damage] ^= 1;
        assert_eq!(refused(&bytes, &seal), Some(Unfit::Seal), "byte {damage}");
    }
    for cut in [0, 1, 63, 64, sealed.len() - 1] {
        assert_eq!(refused(&sealed[..cut], &seal), Some(Unfit::Seal), "cut to {cut} bytes");
    }
    // The same key, but a target whose code counts no samples.
    let target = Sandbox::for_profiles().unwrap();
    assert_ne!(target.target(), worker.target());
    assert_eq!(target.program(&sealed, &seal).err(), Some(Unfit::Seal));
    assert!(!format!("{seal:?}").contains("key: ["), "{seal:?}");
}

#[cfg(unix)]
#[test]
fn a_folder_that_others_can_write_to_is_not_used() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("shared");
    fs::create_dir_all(&folder).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).unwrap();
    let sandbox = Sandbox::with_cache(&folder).unwrap();
    assert!(sandbox.compile(&wat::parse_str(keeper()).unwrap()).is_ok());
    assert!(code_files(&folder).is_empty());
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_player_runs_on_threads_with_little_stack() {
    let deep = "(func $deep (param i32)
        (if (local.get 0) (then (call $deep (i32.sub (local.get 0) (i32.const 1))))))";
    let program = compile(&player(deep, "(call $deep (i32.const 100000))")).unwrap();
    let frozen = std::thread::Builder::new().stack_size(128 << 10).spawn(move || {
        let mut played = bench(Bench::new(1), vec![program.player(&Limits::local(), b"")]);
        play_out(&mut played);
        played.frozen(0).cloned()
    });
    assert_eq!(frozen.unwrap().join().unwrap(), None);
}
