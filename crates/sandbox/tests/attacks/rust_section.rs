// harmless: adds its own section to the module
use palestra::dominator::*;

#[used]
#[unsafe(link_section = "palestra.abi")]
static SECTION: [u8; 4] = *b"mine";

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
    }
}

player!(Attacker);
