use super::*;
use crate::stats::place_points::place_points;

/// A row of place points of four equal players with noise; `bonus` goes to seat 2, and scores
/// are rounded to `steps` so that ties occur.
fn row(stream: &mut Stream, bonus: f64, steps: f64) -> Row {
    let scores: Vec<i64> = (0..4)
        .map(|seat| {
            let extra = if seat == 2 { bonus } else { 0.0 };
            ((stream.normal() + extra) * steps).round() as i64
        })
        .collect();
    [0, 1, 2, 3].map(|seat| place_points(&scores, seat))
}

fn rejected(runs: u64, n: usize, bonus: f64, steps: f64) -> f64 {
    let mut found = 0;
    for run in 0..runs {
        let mut stream = Stream::new("seats", "size", run);
        let rows: Vec<Row> = (0..n).map(|_| row(&mut stream, bonus, steps)).collect();
        found += u32::from(friedman(&rows, 499, &mut stream).1 <= 0.05);
    }
    f64::from(found) / runs as f64
}

#[test]
fn equal_seats_are_called_unfair_in_one_of_twenty_boards() {
    for n in [10, 50] {
        let size = rejected(2000, n, 0.0, 100.0);
        assert!((size - 0.05).abs() <= 0.015, "{n} seeds: {size}");
    }
    let tied = rejected(1000, 20, 0.0, 0.4);
    assert!(tied <= 0.07, "with many ties: {tied}");
}

#[test]
fn a_better_seat_is_found() {
    let power = rejected(100, 200, 0.35, 100.0);
    assert!(power > 0.6, "{power}");
}

#[test]
fn ties_everywhere_are_no_information() {
    let found = seats(&[[0.5; 4]; 30], &mut Stream::new("1", "ties", 0));
    assert_eq!((found.statistic, found.p), (None, 1.0));
}

#[test]
fn the_statistic_is_friedman_s() {
    // Three matches without ties, ranks 1 2 3 4 / 1 2 3 4 / 2 1 3 4 (worst first): the textbook
    // formula 12/(n k (k+1)) ΣR² − 3 n (k+1) with R = 4, 5, 9, 12 gives 8.2.
    let rank = |ranks: [i32; 4]| ranks.map(|r| f64::from(r - 1) / 3.0);
    let rows = [rank([1, 2, 3, 4]), rank([1, 2, 3, 4]), rank([2, 1, 3, 4])];
    let (statistic, _) = friedman(&rows, 9, &mut Stream::new("1", "friedman", 0));
    assert!((statistic.expect("ranks differ") - 8.2).abs() < 1e-9, "{statistic:?}");
}

#[test]
fn holm_corrects_in_order() {
    assert_eq!(holm(&[0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02]);
    assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
}

#[test]
fn the_seatings_of_the_neighbour_test_are_balanced() {
    let all = neighbour_seatings();
    assert_eq!(all.len(), 8);
    for n in &all {
        let mut seats = [n.copies, n.fillers].concat();
        let near = |a: usize, b: usize| (a + 1) % 4 == b || (b + 1) % 4 == a;
        assert!(near(n.copies[0], n.copies[1]));
        assert!(near(n.copies[0], n.fillers[0]) && near(n.copies[1], n.fillers[1]));
        seats.sort_unstable();
        assert_eq!(seats, [0, 1, 2, 3]);
    }
    for seat in 0..4 {
        for who in 0..2 {
            assert_eq!(all.iter().filter(|n| n.copies[who] == seat).count(), 2);
            assert_eq!(all.iter().filter(|n| n.fillers[who] == seat).count(), 2);
        }
    }
}
