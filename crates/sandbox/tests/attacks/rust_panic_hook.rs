// frozen (fuel): panics with a hook that never returns
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
        std::panic::set_hook(Box::new(|_| loop {}));
        panic!();
    }
}

player!(Attacker);
