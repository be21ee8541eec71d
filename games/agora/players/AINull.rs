use palestra::agora::*;

// The smallest player: it never bids. Copy this file to AIYourName.rs, write the same name below
// in place of Null, and start.

#[derive(Default)]
struct Null {
    // Declare your own attributes here. They last the whole match.
}

impl Player for Null {
    // Called once a round: look around and make your bids.
    fn play(&mut self, _game: &Game) {}
}

// So the arena finds your player.
player!(Null);
