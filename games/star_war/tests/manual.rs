//! Figures of the manual, compared with the rules.

use crate::star_war::rules::fan;

const MANUAL: &str = include_str!("../README.md");

/// The pairs of numbers in parentheses.
fn pairs(text: &str) -> Vec<(i32, i32)> {
    let inside = text.split('(').skip(1).filter_map(|rest| rest.split(')').next());
    let number = |word: &str| word.trim().parse().expect("a number");
    inside.filter_map(|pair| pair.split_once(',').map(|(i, j)| (number(i), number(j)))).collect()
}

#[test]
fn the_table_of_moves_lists_the_cells_that_ships_visit() {
    let table =
        MANUAL.split_once("| direction |").map(|(_, table)| table).expect("the table of moves");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let mut moves = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
        for part in cells.chunks(4).filter(|part| part[0].contains('`')) {
            let (i, j) = pairs(part[1])[0];
            let visited: Vec<_> =
                fan(i, j).expect("a direction").iter().map(|p| (p.i, p.j)).collect();
            assert_eq!(pairs(part[2]), visited, "{}", part[0]);
            moves += 1;
        }
    }
    assert_eq!(moves, 9);
}
