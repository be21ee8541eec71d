// frozen (trap): calls a function pointer that is null
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let wild: extern "C" fn() = unsafe { std::mem::transmute(std::hint::black_box(0_usize)) };
        wild();
        let _ = game.round();
    }
}

player!(Attacker);
