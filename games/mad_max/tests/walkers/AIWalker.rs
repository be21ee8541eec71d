use palestra::mad_max::*;

// The same player as AIWalker.cc beside it, order by order.

#[derive(Default)]
struct Walker;

impl Player for Walker {
    fn play(&mut self, game: &Game) {
        let me = game.me();
        for &id in game.warriors(me).iter().chain(game.cars(me)) {
            if game.can_move(id) {
                send(game, game.unit(id));
            }
        }
    }
}

fn may_enter(game: &Game, kind: UnitType, p: Pos) -> bool {
    game.pos_ok(p)
        && match game.cell(p).kind {
            CellType::Desert | CellType::Road => true,
            CellType::City => kind == UnitType::Warrior,
            _ => false,
        }
}

fn send(game: &Game, unit: &Unit) {
    let begin = game.random(0, 7) as usize;
    let mut turns = (0..8).map(|turn| Dir::ALL[(begin + turn) % 8]);
    if let Some(dir) = turns.find(|&dir| may_enter(game, unit.kind, unit.pos + dir)) {
        game.command(unit.id, dir);
    }
}

player!(Walker);
