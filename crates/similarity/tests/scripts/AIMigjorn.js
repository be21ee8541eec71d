// Simulates a few steps of each unit with random walks, and takes the best first step.
import { Dir } from "palestra/dominator";

const WALKS = 6, LENGTH = 5;

export function play(game) {
  const blocked = walls(game);
  for (const id of game.farmers(0)) decide(game, id, blocked, Dir.STRAIGHT, gain);
  for (const id of game.knights(0)) decide(game, id, blocked, Dir.ALL, harm);
  for (const id of game.witches(0)) decide(game, id, blocked, Dir.STRAIGHT, spook);
}

function walls(game) {
  const set = new Set();
  game.cells.type.forEach((type, k) => {
    if (type !== 0) set.add(k);
  });
  return set;
}

function gain(game, k, seen) {
  if (seen.includes(k)) return 0;
  return game.cells.haunted[k] ? -8 : Number(game.cells.owner[k] !== 0);
}

function harm(game, k) {
  if (game.cells.id[k] < 0) return 0;
  const other = game.unit(game.cells.id[k]);
  return other.player === 0 || other.kind === "witch" ? -1 : 200 / other.health;
}

function spook(game, k) {
  let total = 0;
  for (const who of game.units) {
    if (who.player === 0) continue;
    const away = Math.hypot(who.pos.i - Math.floor(k / game.cols), who.pos.j - (k % game.cols));
    total += Math.max(0, 4 - away);
  }
  return total;
}

function decide(game, id, blocked, dirs, worth) {
  const results = dirs.map((first) => {
    let sum = 0;
    for (let walk = 0; walk < WALKS; ++walk) sum += stroll(game, id, blocked, dirs, first, worth);
    return sum / WALKS;
  });
  const top = Math.max(...results);
  if (top > 0) game.command(id, dirs[results.indexOf(top)]);
}

function stroll(game, id, blocked, dirs, first, worth) {
  let p = game.unit(id).pos, dir = first, sum = 0;
  const seen = [];
  for (let step = LENGTH; step > 0; --step) {
    const q = p.plus(dir);
    if (!game.posOk(q) || blocked.has(game.index(q))) return sum;
    sum += worth(game, game.index(q), seen) * step;
    seen.push(game.index(q));
    p = q;
    dir = dirs[game.random(0, dirs.length - 1)];
  }
  return sum;
}
