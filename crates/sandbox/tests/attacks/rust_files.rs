// harmless: tries to read and write files
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        assert!(std::fs::read("/etc/passwd").is_err());
        assert!(std::fs::write("/tmp/palestra", "x").is_err());
        assert!(std::fs::read_dir(".").is_err());
        let _ = game.round();
    }
}

player!(Attacker);
