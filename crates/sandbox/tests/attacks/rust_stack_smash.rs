// frozen (trap): overwrites its own stack and all memory after it
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let mut here = [game.round() as u8; 16];
        let mut at = here.as_mut_ptr();
        loop {
            unsafe {
                at.write_volatile(0xAA);
                at = at.wrapping_add(1);
            }
        }
    }
}

player!(Attacker);
