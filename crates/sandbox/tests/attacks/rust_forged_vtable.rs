// frozen (trap): overwrites the table of a trait object
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let forged: &dyn Fn() = unsafe { std::mem::transmute([16_usize, 64]) };
        std::hint::black_box(forged)();
        let _ = game.round();
    }
}

player!(Attacker);
