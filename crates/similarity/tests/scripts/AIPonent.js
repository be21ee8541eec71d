// Marches in a column: all farmers follow one path around the board, knights escort them.
import { Dir } from "palestra/dominator";

const path = [];
const next = new Map();

class Column {
  constructor(game) {
    this.game = game;
    this.members = [...game.farmers(0)];
  }

  leader() {
    return this.members.length > 0 ? this.game.unit(this.members[0]) : null;
  }

  towards(from, to) {
    const down = to.i - from.i, right = to.j - from.j;
    if (Math.abs(down) >= Math.abs(right)) return down > 0 ? Dir.Bottom : Dir.Top;
    return right > 0 ? Dir.Right : Dir.Left;
  }
}

export function play(game) {
  if (path.length === 0) lay(game);
  const column = new Column(game);
  column.members.forEach((id, number) => {
    const at = next.get(id) ?? (number * 5) % path.length;
    const { pos } = game.unit(id);
    const there = pos.i === path[at].i && pos.j === path[at].j;
    const goal = there ? (at + 1) % path.length : at;
    next.set(id, goal);
    game.command(id, column.towards(pos, path[goal]));
  });
  escort(game, column);
}

function lay(game) {
  for (let j = 1; j < game.cols - 1; ++j) path.push({ i: 1, j });
  for (let i = 2; i < game.rows - 1; ++i) path.push({ i, j: game.cols - 2 });
  for (let j = game.cols - 3; j > 0; --j) path.push({ i: game.rows - 2, j });
  for (let i = game.rows - 3; i > 1; --i) path.push({ i, j: 1 });
}

function escort(game, column) {
  const first = column.leader();
  if (first === null) return;
  for (const id of game.knights(0)) {
    const knight = game.unit(id);
    const prey = game.units.filter((u) => u.player !== 0 && u.kind === "farmer");
    prey.sort((a, b) => a.health - b.health);
    const target = prey.length > 0 && game.round % 3 > 0 ? prey[0].pos : first.pos;
    game.command(id, column.towards(knight.pos, target));
  }
}
