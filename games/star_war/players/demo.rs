//! Demo: wanders at random where it sees nothing to crash into, and shoots at what is close
//! ahead. It shows how a player reads its view and gives orders.

use crate::star_war::random::Lehmer;
use crate::star_war::rules::{DEFAULT, MOVE, SHOOT, fan};
use crate::star_war::state::{Params, Ship, letter};
use crate::star_war::view::{Intro, View};
use engine::{Freeze, Order, Player, Pos, Turn};

/// The player.
pub(super) struct Demo(pub Intro);

impl Player for Demo {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        let (view, orders, stream) = turn.view_and_orders();
        let params = &self.0.params;
        let Some(view) = View::new(view, params) else { return Ok(()) };
        let Some(&state) = stream.first_chunk() else { return Ok(()) };
        let mut dice = Lehmer::from_state(u32::from_le_bytes(state));
        for s in params.fleet(self.0.seat) {
            let ship = view.ship(s);
            if !ship.alive {
                continue;
            }
            let unit = s as i32;
            if ship.missiles > 0 && rival_ahead(&view, params, self.0.seat, &ship) {
                orders.push(Order { verb: SHOOT, unit, a: 0, b: 0 });
                continue;
            }
            let (di, dj) = (dice.draw(-1, 1), dice.draw(0, 2));
            if is_free(&view, params, &ship, Pos::new(di, dj)) {
                orders.push(Order { verb: MOVE, unit, a: di, b: dj });
            } else if !is_free(&view, params, &ship, DEFAULT) {
                // Better to wait behind an obstacle than to drift into it.
                orders.push(Order { verb: MOVE, unit, a: 0, b: 0 });
            }
        }
        stream.clear();
        stream.extend_from_slice(&dice.state().to_le_bytes());
        Ok(())
    }
}

/// Whether a rival's starship is one or two columns ahead.
fn rival_ahead(view: &View<'_>, params: &Params, seat: usize, ship: &Ship) -> bool {
    view.ships().enumerate().any(|(s, other)| {
        let distance = params.wrap(i64::from(other.at.j - ship.at.j));
        let ahead = other.at.i == ship.at.i && (1..=2).contains(&distance);
        other.alive && ahead && params.owner(s) != seat
    })
}

/// Whether a move stays in the window and meets no asteroid, starship or missile.
fn is_free(view: &View<'_>, params: &Params, ship: &Ship, dir: Pos) -> bool {
    let wrapped = |p: Pos| Pos::new(p.i, params.wrap(i64::from(p.j)));
    let occupied = |p: Pos| {
        view.ground(p) == letter::ASTEROID
            || view.ships().any(|other| other.alive && other.at == p)
            || view.missiles().any(|missile| missile.at == p)
    };
    // A move is tested against the window of the next round.
    params.in_window(wrapped(ship.at + dir), view.round().wrapping_add(1))
        && fan(dir.i, dir.j)
            .is_some_and(|steps| steps.iter().all(|&step| !occupied(wrapped(ship.at + step))))
}
