use palestra::battle_royale::*;

// The same player as AIWalker.cc beside it, order by order.

#[derive(Default)]
struct Walker;

impl Player for Walker {
    fn play(&mut self, game: &Game) {
        let me = game.me();
        for &id in game.farmers(me).iter().chain(game.knights(me)) {
            send(game, game.unit(id));
        }
    }
}

fn free_for(game: &Game, unit: &Unit, dir: Dir) -> bool {
    let cell = game.cell(game.dest(unit.pos, dir));
    match (cell.kind, cell.unit) {
        (CellType::Wall, _) => false,
        (_, None) => true,
        (_, Some(id)) => unit.kind == UnitType::Knight && game.unit(id).player != game.me(),
    }
}

fn send(game: &Game, unit: &Unit) {
    for _ in 0..4 {
        let dir = Dir::ALL[game.random(0, 3) as usize];
        if free_for(game, unit, dir) {
            game.command(unit.id, dir);
            return;
        }
    }
}

player!(Walker);
