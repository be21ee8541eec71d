// frozen (stack): drops a list of a million boxes
use palestra::dominator::*;

struct List(#[allow(dead_code)] Option<Box<List>>);

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        let mut list = List(None);
        for _ in 0..1_000_000 {
            list = List(Some(Box::new(list)));
        }
        let _ = game.round();
        drop(list);
    }
}

player!(Attacker);
