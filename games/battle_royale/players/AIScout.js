import { Dir, FAR, Pos } from "palestra/battle-royale";

// A player to copy: it measures ways. Farmers go to the nearest tile that is not theirs, knights
// hit whoever stands beside them, go to the nearest rival, and rest when they are hurt.

/**
 * The game, the same in all functions below.
 * @type {import("palestra/battle-royale").Game}
 */
let game;
/** Tiles that our units go to in this round: two of them would only stand in each other's way. */
const taken = new Set();

/** @param {import("palestra/battle-royale").Game} current */
export function play(current) {
  game = current;
  taken.clear();
  const { type, owner, unit } = game.cells, land = [], rivals = [];
  for (let i = 0; i < game.rows; ++i) {
    for (let j = 0; j < game.cols; ++j) {
      const p = new Pos(i, j), k = game.index(p);
      if (type[k] !== 0) continue;
      if (owner[k] !== game.me && unit[k] < 0) land.push(p);
      if (rivalAt(p) !== null) rivals.push(p);
    }
  }
  const free = type.map((kind) => (kind === 0 ? 1 : 0));
  const toLand = game.distances(land, free), toRival = game.distances(rivals, free);

  const { damageMax, knightsRegen } = game.settings;
  for (const id of game.knights(game.me)) {
    const knight = game.unit(id);
    const hurt = knight.health <= damageMax && knightsRegen > 0;
    if (!strike(knight) && !hurt) approach(knight, toRival);
  }
  for (const id of game.farmers(game.me)) approach(game.unit(id), toLand);
}

/** The rival's unit at a position. */
function rivalAt(p) {
  const id = game.cells.unit[game.index(p)];
  if (id < 0) return null;
  const unit = game.unit(id);
  return unit.player === game.me ? null : unit;
}

/** Hits the weakest rival beside a knight. Whether there is one. */
function strike(knight) {
  let best = null, least = Infinity;
  for (const dir of Dir.ALL) {
    const rival = rivalAt(game.dest(knight.pos, dir));
    if (rival !== null && rival.health < least) {
      least = rival.health;
      best = dir;
    }
  }
  if (best !== null) game.command(knight.id, best);
  return best !== null;
}

/**
 * Sends a unit one step nearer to its goal, around everybody in its way. A random first direction
 * keeps units from always preferring the same side.
 */
function approach(unit, distances) {
  const start = game.anyRandom() % 4;
  let best = null, least = FAR;
  for (let k = 0; k < 4; ++k) {
    const dir = Dir.ALL[(start + k) % 4];
    const q = game.index(game.dest(unit.pos, dir));
    if (game.cells.type[q] !== 0 || game.cells.unit[q] >= 0 || taken.has(q)) continue;
    if (distances[q] < least) {
      least = distances[q];
      best = dir;
    }
  }
  if (best !== null) {
    taken.add(game.index(game.dest(unit.pos, best)));
    game.command(unit.id, best);
  }
}
