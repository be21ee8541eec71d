use palestra::pandemic::*;

// The smallest player: it gives no orders. Copy this file to AIYourName.rs, write the same name
// below in place of Null, and start.

#[derive(Default)]
struct Null {
    // Declare your own attributes here. They last the whole match.
}

impl Player for Null {
    // The arena calls this once per round: read the board and give orders.
    fn play(&mut self, _game: &Game) {}
}

// So the arena finds your player.
player!(Null);
