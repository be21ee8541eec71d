// harmless: tries to play differently in every match
use palestra::dominator::*;

#[derive(Default)]
struct Attacker;

impl Player for Attacker {
    fn play(&mut self, game: &Game) {
        use std::hash::{BuildHasher, Hasher};
        let hasher = std::collections::hash_map::RandomState::new().build_hasher().finish();
        let place = Box::into_raw(Box::new(hasher)) as u64;
        let dir = Dir::STRAIGHT[((hasher ^ place) % 4) as usize];
        let farmers = game.farmers(0);
        game.command(farmers[hasher as usize % farmers.len()], dir);
    }
}

player!(Attacker);
