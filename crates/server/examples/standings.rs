//! Measures the cost of the standings after a round of a ladder on this machine, for
//! `docs/src/scale.md`:
//!
//! ```sh
//! cargo run --locked --release --package server --example standings
//! ```

fn main() {
    use server::ranking::ladder;
    for (players, rounds) in [(100, 6), (200, 6), (400, 6), (800, 6), (24, 250), (24, 1000)] {
        let (who, results) = ladder(players, rounds);
        let results = ladder::History::of(&results);
        let begin = std::time::Instant::now();
        let rows = ladder::standings(&results, &who, "master", 6).len();
        let taken = begin.elapsed().as_secs_f64() * 1000.0;
        println!("{players} players, {rounds} rounds: {rows} rows in {taken:.1} ms");
    }
}

/// Results of rounds in which the player with the smaller number is mostly better.
fn ladder(
    players: usize,
    rounds: usize,
) -> (Vec<server::ranking::Player>, Vec<server::ranking::Counted>) {
    let who: Vec<_> = (0..players).map(|k| player(&format!("{k:06}"))).collect();
    let mut results = Vec::new();
    for round in 0..rounds {
        for number in 0..players {
            for seat in 0..4 {
                let player = (number * 7 + seat * (round * 13 + 5)) % players;
                results.push(server::ranking::Counted {
                    round: round as i64 + 1,
                    number: number as i64,
                    cluster: number as i64 / 4,
                    submission_id: who[player].id.clone(),
                    score: (players - player + number * 31 % players) as i64,
                });
            }
        }
    }
    (who, results)
}

fn player(id: &str) -> server::ranking::Player {
    server::ranking::Player { id: id.into(), name: id.into(), user_id: None }
}
