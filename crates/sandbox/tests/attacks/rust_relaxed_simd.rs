// refused: uses instructions whose result depends on the processor
use palestra::dominator::*;

#[target_feature(enable = "relaxed-simd")]
unsafe fn relaxed() {
    use core::arch::wasm32::*;
    let x = std::hint::black_box(f32x4_splat(1.5));
    std::hint::black_box(f32x4_relaxed_madd(x, x, x));
}

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
        unsafe { relaxed() };
    }
}

player!(Attacker);
