//! Measures players in WebAssembly.

use super::figures::Better;
use super::measure::{Files, Gauge, Stadium, gauge};
use crate::failure::Failure;
use arena::Entrant;
use engine::{Freeze, Player, Turn};
use sandbox::{Limits, Sandbox};
use std::rc::Rc;

const WALKER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/walker.wasm"));

/// A native player that looks and gives no order: what a view costs without the sandbox.
struct Looker;

impl Player for Looker {
    fn play(&mut self, turn: &mut Turn<'_>) -> Result<(), Freeze> {
        std::hint::black_box(turn.view());
        Ok(())
    }
}

struct Lookers;

impl arena::roster::Maker for Lookers {
    fn player(&self, _: &[u8]) -> Box<dyn Player> {
        Box::new(Looker)
    }
}

/// Four Walkers in WebAssembly, with fuel counted; nothing where this machine runs none.
pub fn gauges(stadium: &Rc<Stadium>) -> Result<Vec<Gauge>, Failure> {
    let id = stadium.game.facts().id;
    let program = Sandbox::new().map_err(Failure::ours)?.compile(WALKER).map_err(Failure::ours)?;
    let walker = Entrant::module("Walker".into(), program, Limits::judge());
    let walkers = vec![walker; stadium.seats];
    let lookers = vec![Entrant::other(walkers[0].seated.clone(), Lookers); stadium.seats];
    let speed = {
        let (stadium, walkers) = (Rc::clone(stadium), walkers.clone());
        move || Ok(stadium.speed(&walkers, Files::default())?.1)
    };
    let stadium = Rc::clone(stadium);
    let cost = move || {
        let (_, walking) = stadium.speed(&walkers, Files::default())?;
        let (_, looking) = stadium.speed(&lookers, Files::default())?;
        Ok(1e6 * (1.0 / walking - 1.0 / looking))
    };
    Ok(vec![
        gauge(id, "four Walker in WebAssembly", "rounds/s", Better::More, Box::new(speed)),
        gauge(id, "four Walker beyond making views", "us a round", Better::Less, Box::new(cost)),
    ])
}
