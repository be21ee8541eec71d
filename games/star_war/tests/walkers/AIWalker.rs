use palestra::star_war::*;

// The same player as AIWalker.cc beside it, order by order.

#[derive(Default)]
struct Walker;

impl Player for Walker {
    fn play(&mut self, game: &Game) {
        for id in game.starships_of(game.me()) {
            if game.starship(id).alive {
                send(game, game.starship(id));
            }
        }
    }
}

fn send(game: &Game, ship: &Starship) {
    match game.random(0, 11) {
        10.. if ship.missiles > 0 => return game.shoot(ship.id),
        9 => return,
        _ => {}
    }
    for _ in 0..3 {
        let dir = Dir::ALL[game.random(0, 8) as usize];
        if game.within_window(ship.pos + dir, game.round() + 1) {
            return game.steer(ship.id, dir);
        }
    }
}

player!(Walker);
