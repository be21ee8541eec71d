use palestra::battle_royale::*;

// A player that shows how to read the board and give orders: its units move at random. The comments
// suggest a better player. Copy this player and beat it.

#[derive(Default)]
struct Demo;

impl Player for Demo {
    fn play(&mut self, game: &Game) {
        // game.farmers(me) are the numbers of our farmers; game.unit(id) tells where each one
        // stands. A better farmer would look for the nearest tile with
        // game.cell(pos).owner != Some(me).
        let me = game.me();
        for &id in game.farmers(me) {
            game.command(id, any_direction(game));
        }

        // A better knight would look at its four neighbours, game.cell(game.dest(pos, dir)), and
        // step towards one that holds a rival's unit: that is a hit.
        for &id in game.knights(me) {
            game.command(id, any_direction(game));
        }
    }
}

/// A random direction. Every draw comes from the stream that all players share.
fn any_direction(game: &Game) -> Dir {
    Dir::ALL[game.random(0, 3) as usize]
}

player!(Demo);
