//! Advice for the author of a player after a match: the player never gave an order, or gave orders
//! to units of others.

use crate::paint::Paint;
use engine::Match;

/// How the games, and their headers for players, say that a unit is somebody else's.
const FOREIGN: [&str; 4] = ["not own", "is not of player", "does not belong", "not owned by"];

/// The observations during a match.
pub struct Advice {
    /// Orders by seat.
    orders: Vec<usize>,
    /// The first order for somebody else's unit: its round, and what was said of it.
    foreign: Option<(i32, String)>,
}

impl Advice {
    /// Nothing noticed yet, in a match of so many seats.
    pub fn new(seats: usize) -> Self {
        Self { orders: vec![0; seats], foreign: None }
    }

    /// Looks at the round that was played last.
    pub fn notice(&mut self, round: i32, played: &Match) {
        for (seat, orders) in self.orders.iter_mut().enumerate() {
            *orders += played.seat(seat).orders.len();
            if self.foreign.is_none() && !played.seat(seat).said.is_empty() {
                let said = String::from_utf8_lossy(&played.seat(seat).said);
                self.foreign = foreign(&said).map(|line| (round, line));
            }
        }
        if self.foreign.is_none() {
            self.foreign = foreign(played.notes()).map(|line| (round, line));
        }
    }

    /// Says it, for everybody but the game's own players.
    pub fn tell(&self, names: &[String], played: &Match) {
        let facts = played.state().facts();
        let (note, paint) = (Paint::stderr().dim("note:"), Paint::stderr());
        let manual = paint.command(format!("palestra games {} --manual", facts.id));
        let frozen = |seat: &usize| played.frozen(*seat).is_some();
        for seat in (0..names.len()).filter(|seat| !frozen(seat)) {
            let own = facts.players.contains(&names[seat].as_str());
            if self.orders[seat] == 0 && !own {
                anstream::eprintln!(
                    "{note} {} never gave an order. Call the order functions of the manual in \
                     play(): {manual}",
                    names[seat]
                );
            }
        }
        if let Some((round, line)) = &self.foreign {
            anstream::eprintln!(
                "{note} orders for units of other players have no effect. The first one was in \
                 round {round} (`{line}`). The manual lists the functions for your own units: \
                 {manual}"
            );
        }
    }
}

fn foreign(text: &str) -> Option<String> {
    // Nearly always nobody says anything.
    if text.is_empty() {
        return None;
    }
    let line = text.lines().find(|line| FOREIGN.iter().any(|words| line.contains(words)))?;
    Some(line.chars().filter(|c| !c.is_control()).collect())
}
