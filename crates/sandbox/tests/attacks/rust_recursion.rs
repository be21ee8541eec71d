// frozen (stack): calls itself without end
use palestra::dominator::*;

fn deeper(n: i32) -> i32 {
    let here = std::hint::black_box([n; 4]);
    here[1] + deeper(std::hint::black_box(n) + 1) + here[2]
}

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        std::hint::black_box(deeper(game.round()));
    }
}

player!(Attacker);
