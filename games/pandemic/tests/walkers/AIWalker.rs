use palestra::pandemic::*;

// The same player as AIWalker.cc beside it, order by order.

#[derive(Default)]
struct Walker;

impl Player for Walker {
    fn play(&mut self, game: &Game) {
        for &id in game.units_of(game.me()) {
            let dir = Dir::ALL[game.random(0, 3) as usize];
            let rests = game.random(1, 20) == 1;
            game.command(id, if rests { Dir::None } else { dir });
        }
    }
}

player!(Walker);
