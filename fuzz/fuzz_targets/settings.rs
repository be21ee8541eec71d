//! Settings of any bytes are refused, or a match begins.
#![no_main]

use engine::{Notes, Ruleset, Setup};
use libfuzzer_sys::fuzz_target;

/// Rounds of a legal match that are played.
const ROUNDS: usize = 5;

fuzz_target!(|bytes: &[u8]| {
    for game in games::ALL {
        let Ok(seats) = game.check_settings(bytes) else { continue };
        let setup = Setup {
            seed: "30".into(),
            ruleset: Ruleset::Statement,
            names: vec!["Null".into(); seats],
            judged: false,
        };
        let mut notes = Notes::default();
        let Ok(mut state) = game.start(bytes, &setup, &mut notes) else { continue };
        for _ in 0..ROUNDS {
            let nothing = vec![Vec::new(); seats];
            if state.rounds_left() == 0
                || state.step(&nothing, &vec![false; seats], &mut notes).is_err()
            {
                break;
            }
        }
    }
});
