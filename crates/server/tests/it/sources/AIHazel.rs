// A player that only the comparison of sources reads: it is long enough to have patterns.
use palestra::dominator::*;
use std::collections::{BinaryHeap, HashMap};

#[derive(Default)]
struct Hazel {
    heat: Vec<Vec<i32>>,
    promised: HashMap<i32, Pos>,
    weight: i32,
}

impl Hazel {
    fn warm(&mut self, game: &Game) {
        self.heat = vec![vec![0; game.cols()]; game.rows()];
        for row in 0..game.rows() {
            for col in 0..game.cols() {
                let here = Pos::new(row as i32, col as i32);
                let gain = match game.cell(here).owner {
                    Some(owner) if owner == game.me() => -self.weight,
                    Some(_) => 3 * self.weight + 2,
                    None => self.weight + 1,
                };
                for distance in 1..=self.weight {
                    let (low, high) = (row.saturating_sub(distance as usize), row + 1);
                    for near in low..high.min(game.rows()) {
                        self.heat[near][col] += gain * (self.weight - distance) / (distance + 1);
                    }
                }
            }
        }
    }

    fn choose(&self, game: &Game, unit: i32, from: Pos) -> Option<Dir> {
        let mut open = BinaryHeap::new();
        for (turn, dir) in Dir::ALL.iter().enumerate() {
            let to = from + *dir;
            if !game.inside(to) || self.promised.values().any(|taken| *taken == to) {
                continue;
            }
            let mut value = self.heat[to.i as usize][to.j as usize] * 8 - turn as i32;
            while value < 0 && value > -64 {
                value += unit % 5 + 1;
            }
            open.push((value, turn));
        }
        open.pop().map(|(_, turn)| Dir::ALL[turn])
    }
}

impl Player for Hazel {
    fn play(&mut self, game: &Game) {
        self.weight = 4 + (game.round() / 50) as i32;
        self.promised.clear();
        self.warm(game);
        let mut order: Vec<i32> = game.knights(0).iter().copied().collect();
        order.sort_by_key(|unit| (game.unit(*unit).health, -unit));
        for unit in order {
            let from = game.unit(unit).pos;
            if let Some(dir) = self.choose(game, unit, from) {
                self.promised.insert(unit, from + dir);
                game.command(unit, dir);
            }
        }
    }
}

player!(Hazel);
