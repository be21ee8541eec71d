//! Settings and result files, right and wrong.

use super::{GAME, OASIS};
use engine::laws::{Sample, scattered_match};
use engine::{DynGame, Film, Notes, Ruleset};

fn refusal(text: &str) -> String {
    GAME.check_settings(text.as_bytes()).expect_err("it must be refused").to_string()
}

fn generator(nb_cities: i32, rows: i32, tail: &str) -> String {
    format!(
        "Mad_Max 1.6 nb_players 4 nb_rounds 5 nb_cities {nb_cities} nb_warriors 4 nb_cars 1\n\
         warriors_health 9 cars_fuel 9 damage 1 rows {rows} cols 60\n{tail}"
    )
}

#[test]
fn every_board_of_the_game_is_accepted() {
    for (name, board) in GAME.facts().boards {
        assert_eq!(GAME.check_settings(board.as_bytes()), Ok(4), "{name}");
    }
    // Any white space will do, and what follows the generator is not read.
    let spread = generator(8, 60, "GENERATOR x 5").replace(' ', "\r\n\t");
    assert_eq!(GAME.check_settings(spread.as_bytes()), Ok(4));
}

#[test]
fn refusals_say_where_and_what_instead() {
    let numbers = |text: &str, with: &str| refusal(&OASIS.replacen(text, with, 1));
    let cities = numbers("nb_cities           4", "nb_cities 6");
    assert!(cities.contains("multiple of 4"), "{cities}");
    let few = numbers("nb_warriors         8", "nb_warriors 1");
    assert_eq!(few, "line 6: found `1`, but `nb_warriors` needs a whole number from 2 up");
    let crowd = numbers("nb_warriors         8", "nb_warriors 2000000000");
    assert!(crowd.contains("at most 100000"), "{crowd}");
    let small = numbers("rows               40", "rows 39");
    assert!(small.contains("from 40 to 1000"), "{small}");
    let tail = numbers("FIXED", "FREE");
    assert!(tail.contains("`GENERATOR` or `FIXED`"), "{tail}");
    assert!(refusal(&generator(8, 60, "GENERATOR 7")).contains("no parameters"));
    assert!(refusal(&generator(8, 61, "GENERATOR")).contains("60 by 60"));
    assert!(refusal(&generator(4, 60, "GENERATOR")).contains("8 cities"));
}

#[test]
fn grids_are_checked_with_line_numbers() {
    let change = |from: &str, to: &str| refusal(&OASIS.replacen(from, to, 1));
    let letter = change("RRRRRRRRRRRRS", "RRRRRRrRRRRRS");
    assert!(letter.starts_with("line 28: found `r`"), "{letter}");
    let short = change("RRRRRRRRRRRRS", "RRRRRRRRRRRR");
    assert!(short.starts_with("line 28") && short.contains("40 cells"), "{short}");
    let touching = change("....000000....", "....0000001...");
    assert!(touching.starts_with("line 21"), "{touching}");
    let equal = change("111", "222").contains("same city");
    assert!(equal, "part of a city of another player");
    let fewer = refusal(&OASIS.replace("nb_cities           4", "nb_cities 8"));
    assert!(fewer.contains("4 cities on the board"), "{fewer}");
    let cut: String = OASIS.lines().take(30).map(|l| format!("{l}\n")).collect();
    assert!(refusal(&cut).contains("the end of the file"));
}

#[test]
fn a_city_at_the_edge_is_refused() {
    let edge = OASIS.replacen("FIXED\n\n.", "FIXED\n\n0", 1);
    assert!(refusal(&edge).contains("edge"), "{}", refusal(&edge));
}

#[test]
fn huge_numbers_neither_panic_nor_allocate() {
    let huge = OASIS
        .replace("nb_rounds         300", "nb_rounds 3")
        .replace("warriors_health    40", "warriors_health 2147483647")
        .replace("cars_fuel         100", "cars_fuel 2147483647")
        .replace("damage              6", "damage 2147483647");
    for seed in 0..20 {
        let sample = Sample::new(&GAME, huge.as_bytes(), seed, Ruleset::Kit);
        let (text, _) = scattered_match(&GAME, &sample);
        assert!(GAME.read_res(&text).is_ok());
    }
}

fn film(text: &str) -> Box<dyn Film> {
    GAME.read_res(text.as_bytes()).expect("it can be read")
}

/// A result file of a short match.
fn some_file() -> String {
    let short = OASIS.replace("nb_rounds         300", "nb_rounds 12");
    let sample = Sample::new(&GAME, short.as_bytes(), 5, Ruleset::Kit);
    String::from_utf8(scattered_match(&GAME, &sample).0).expect("text")
}

#[test]
fn official_recordings_open() {
    let text = some_file();
    let official = text
        .replacen("Game\n", "SecGame\n", 1)
        .replacen("Mad_Max 1.6", "Mad_Max 1.5", 1)
        .replace("status 0 0 0 0", "status 0.00333333 -1 0.16 1");
    let film = film(&official);
    let stage = film.stage();
    assert!(stage.judged && stage.incomplete.is_empty(), "{}", stage.incomplete);
    assert_eq!(film.len(), 13);
    let status: Vec<f64> = film.scene(3).expect("a scene").seats.iter().map(|s| s.status).collect();
    assert_eq!(status, [0.003_333_33, -1.0, 0.16, 1.0]);
    assert!(String::from_utf8(film.write_res()) == Ok(official), "it changes when written");
}

#[test]
fn windows_line_ends_and_a_missing_last_line_do_not_matter() {
    let text = some_file();
    assert!(film(&text.replace('\n', "\r\n")).write_res() == text.as_bytes());
    let without = text.strip_suffix('\n').expect("an empty line");
    assert!(film(without).write_res() == text.as_bytes());
}

#[test]
fn a_file_cut_in_a_round_shows_the_rounds_before() {
    let text = some_file();
    let cut = text.match_indices("movements").nth(7).expect("a moves block").0;
    let film = film(&text[..cut + 30]);
    assert_eq!(film.len(), 8);
    assert!(film.stage().incomplete.to_string().contains("cut short"));
}

#[test]
fn damaged_lines_are_refused() {
    let text = some_file();
    let changes = [
        ("Mad_Max 1.6", "Mad_Max 1.4"),
        ("nb_players      4", "nb_players      3"),
        ("rows            40", "rows            2000000000"),
        ("nb_warriors     8", "nb_warriors     2000000000"),
        ("names", "nomes"),
        ("\n............R", "\n...........?R"),
        ("num_cities 1 1 1 1", "num_cities 1 1 1"),
        ("\nw ", "\nx "),
        ("\nw 0 ", "\nw 4 "),
        ("\nw 0 ", "\nw 0 9"),
    ];
    for (from, to) in changes {
        let damaged = text.replacen(from, to, 1);
        assert!(damaged != text, "{from} is there");
        assert!(GAME.read_res(damaged.as_bytes()).is_err(), "{from} -> {to}");
    }
}

#[test]
fn seeds_are_whole_numbers() {
    for seed in ["0", "7", "2147483647"] {
        assert_eq!(GAME.check_seed(seed), Ok(()));
    }
    for seed in ["", "-1", "seven", "2147483648", "3x"] {
        assert!(GAME.check_seed(seed).is_err(), "{seed}");
    }
}

#[test]
fn generated_boards_have_their_stations_and_cities() {
    let settings = GAME.facts().boards[0].1.as_bytes();
    let count = |seed: u32| {
        let sample = Sample::new(&GAME, settings, seed, Ruleset::Kit);
        let mut text = Vec::new();
        let state = GAME.start(&sample.settings, &sample.setup, &mut Notes::default());
        state.expect("a board").write_board(&mut text);
        // Two empty lines, then the 60 rows with their line ends.
        b".RWSX0123".map(|l| text.iter().take(2 + 60 * 61).filter(|&&c| c == l).count())
    };
    for seed in 0..200 {
        let letters = count(seed);
        let [_, _, _, stations, _, cities @ ..] = letters;
        assert!((6..=8).contains(&stations), "seed {seed}: {letters:?}");
        assert!(cities.iter().all(|cells| (40..=80).contains(cells)), "seed {seed}: {letters:?}");
    }
}
