// frozen (trap): writes to the last addresses
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let at = (usize::MAX - 8 - game.round() as usize) as *mut u64;
        unsafe { at.write_unaligned(7) };
    }
}

player!(Attacker);
