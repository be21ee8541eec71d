// harmless: tries to read the environment
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        assert!(std::env::var("HOME").is_err());
        assert!(std::env::args().next().is_none());
        let _ = game.round();
    }
}

player!(Attacker);
