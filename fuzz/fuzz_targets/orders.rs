//! Any orders step, for every game. The first byte chooses game and ruleset, the rest is orders.
#![no_main]

use engine::{Notes, Order, Ruleset, Setup};
use libfuzzer_sys::fuzz_target;

/// Bytes of an order: seat, then four small numbers.
const ORDER_BYTES: usize = 5;
/// Orders of all players in one round.
const ORDERS_PER_ROUND: usize = 16;

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let game = games::ALL[first as usize % games::ALL.len()];
    let (_, settings) = game.facts().boards[0];
    let settings = settings.as_bytes();
    let Ok(seats) = game.check_settings(settings) else { return };
    let setup = Setup {
        seed: "30".into(),
        ruleset: if first >= 128 { Ruleset::Kit } else { Ruleset::Statement },
        names: vec!["Null".into(); seats],
        judged: false,
    };
    let mut notes = Notes::default();
    let Ok(mut state) = game.start(settings, &setup, &mut notes) else { return };
    for round in rest.chunks(ORDER_BYTES * ORDERS_PER_ROUND) {
        let mut orders = vec![Vec::new(); seats];
        for order in round.chunks_exact(ORDER_BYTES) {
            let small = |k: usize| i32::from(order[k].cast_signed());
            orders[order[0] as usize % seats].push(Order {
                verb: small(1),
                unit: i32::from(order[2]),
                a: small(3),
                b: small(4),
            });
        }
        if state.rounds_left() == 0
            || state.step(&orders, &vec![false; seats], &mut notes).is_err()
        {
            break;
        }
    }
});
