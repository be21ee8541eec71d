// Keeps a heat map over the rounds: units go where it was cold for long.
import { Dir } from "palestra/dominator";

const COOLING = 0.9;
let heat = null;

export function play(game) {
  heat ??= new Float64Array(game.rows * game.cols);
  for (let k = 0; k < heat.length; ++k) heat[k] *= COOLING;
  for (const unit of game.units) warm(game, unit);
  for (const id of game.farmers(0)) drift(game, id, Dir.STRAIGHT, (k) => game.cells.owner[k] === 0);
  for (const id of game.knights(0)) drift(game, id, Dir.ALL, (k) => game.cells.id[k] < 0);
}

function warm(game, unit) {
  const reach = unit.kind === "witch" ? 4 : 1;
  const { i: row, j: col } = unit.pos;
  for (let i = row - reach; i <= row + reach; ++i) {
    for (let j = col - reach; j <= col + reach; ++j) {
      const p = { i, j };
      if (!game.posOk(p)) continue;
      heat[game.index(p)] += (unit.player === 0 ? 1 : 3) / (1 + Math.abs(i - row) + Math.abs(j - col));
    }
  }
}

function drift(game, id, dirs, boring) {
  const { pos } = game.unit(id);
  let coldest = Infinity, chosen;
  for (const dir of dirs) {
    const p = pos.plus(dir);
    if (!game.posOk(p) || game.cells.type[game.index(p)] !== 0) continue;
    const felt = heat[game.index(p)] + (boring(game.index(p)) ? 2 : 0);
    if (felt < coldest) [coldest, chosen] = [felt, dir];
  }
  if (chosen) game.command(id, chosen);
}
