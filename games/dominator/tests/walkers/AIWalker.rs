use palestra::dominator::*;

// The same player as AIWalker.cc beside it, order by order.

#[derive(Default)]
struct Walker;

impl Player for Walker {
    fn play(&mut self, game: &Game) {
        for &id in game.farmers(0) {
            game.command(id, Dir::STRAIGHT[game.random(0, 3) as usize]);
        }
        for &id in game.knights(0) {
            game.command(id, Dir::ALL[game.random(0, 7) as usize]);
        }
        for &id in game.witches(0) {
            let dir = Dir::STRAIGHT.get(game.random(0, 4) as usize);
            game.command(id, *dir.unwrap_or(&Dir::None));
        }
    }
}

player!(Walker);
