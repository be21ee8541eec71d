// does not compile: has a type whose name doubles a hundred times
#![type_length_limit = "100000000000"]
use palestra::dominator::*;

macro_rules! doubled {
    ($t:ty $(, $more:tt)*) => { doubled!(@ ($t, $t) $(, $more)*) };
    (@ $t:ty) => { $t };
    (@ $t:ty, $one:tt $(, $more:tt)*) => { doubled!(@ ($t, $t) $(, $more)*) };
}

type Long = doubled!(u8, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1);

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let _ = game.round();
        eprintln!("{}", std::any::type_name::<Long>().len());
    }
}

player!(Attacker);
