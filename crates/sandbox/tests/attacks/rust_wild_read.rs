// frozen (trap): reads from all addresses
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let mut sum = game.round() as u8;
        for at in 1..usize::MAX {
            sum = sum.wrapping_add(unsafe { (at as *const u8).read_volatile() });
        }
        std::hint::black_box(sum);
    }
}

player!(Attacker);
