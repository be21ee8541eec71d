// frozen (exit): panics and tries to catch the panic
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = std::panic::catch_unwind(|| panic!("catch me"));
        let _ = game.round();
    }
}

player!(Attacker);
