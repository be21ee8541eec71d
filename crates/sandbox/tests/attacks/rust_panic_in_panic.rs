// frozen (trap): panics with a message that panics
use palestra::dominator::*;

struct Bomb;

impl std::fmt::Display for Bomb {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        panic!("inside")
    }
}

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
        panic!("{}", Bomb);
    }
}

player!(Attacker);
