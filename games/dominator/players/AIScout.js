import { Dir } from "palestra/dominator";

// A player to copy: nobody of it goes near a witch. Farmers go to the nearest land that is not
// theirs, each to another cell; knights hit the weakest rival beside them, rest when they are hurt,
// and hunt otherwise; witches go where many rivals and few friends stand.

/** A witch haunts what is two steps away, after a step of her own. */
const REACH = 4;
/** A knight with less health than this rests. */
const HURT = 130;

/**
 * The game, the same in all functions below.
 * @type {import("palestra/dominator").Game}
 */
let game;
/** By cell: whether a witch is so near that she may haunt it. */
let danger = new Uint8Array();
/** By cell: whether a rival knight stands beside it. */
let blows = danger;
/** By cell: whether farmers and knights can live there, and whether they want to go there. */
const farmer = {}, knight = {};

/** @param {import("palestra/dominator").Game} current */
export function play(current) {
  game = current;
  fear();
  explore();
  for (const id of game.witches(0)) haunt(game.unit(id));
  for (const id of game.knights(0)) fight(game.unit(id));
  for (const id of game.farmers(0)) farm(game.unit(id));
}

/** Marks what the witches of all teams can haunt in this round, and where knights hit. */
function fear() {
  danger = new Uint8Array(game.rows * game.cols);
  blows = new Uint8Array(game.rows * game.cols);
  for (const unit of game.units) {
    if (unit.kind === "knight" && unit.player !== 0) {
      for (const dir of Dir.ALL) mark(blows, unit.pos.plus(dir));
    }
    if (unit.kind !== "witch") continue;
    for (let i = -REACH; i <= REACH; ++i) {
      const wide = REACH - Math.abs(i);
      for (let j = -wide; j <= wide; ++j) mark(danger, unit.pos.plus({ i, j }));
    }
  }
}

function mark(marks, p) {
  if (game.posOk(p)) marks[game.index(p)] = 1;
}

/** Farmers have four directions, knights eight. */
const steps = (unit) => (unit.kind === "knight" ? Dir.ALL : Dir.STRAIGHT);

/** The rival's farmer or knight on a cell, by its place in game.cells. */
function rivalAt(k) {
  const id = game.cells.id[k];
  if (id < 0) return null;
  const unit = game.unit(id);
  return unit.player !== 0 && unit.kind !== "witch" ? unit : null;
}

/**
 * Marks where farmers and knights can live, and what they want: farmers land of another colour,
 * knights a rival. Somebody may stand on a cell of a way only if it is a knight's prey.
 */
function explore() {
  const { type, owner, id } = game.cells;
  const cells = game.rows * game.cols;
  for (const kind of [farmer, knight]) {
    kind.free = new Int32Array(cells);
    kind.goals = new Int32Array(cells);
  }
  for (let k = 0; k < cells; ++k) {
    if (type[k] !== 0) continue;
    const nobody = id[k] < 0, prey = !nobody && rivalAt(k) !== null;
    if (nobody && owner[k] !== 0) farmer.goals[k] = 1;
    if (prey) knight.goals[k] = 1;
    if (danger[k]) continue;
    if (nobody && !blows[k]) farmer.free[k] = 1;
    if (nobody || prey) knight.free[k] = 1;
  }
}

/** The first step of a shortest way to the nearest wanted cell, which nobody else then goes to. */
function way(unit) {
  const { goals, free } = unit.kind === "farmer" ? farmer : knight;
  const found = game.nearest(unit.pos, goals, free, steps(unit));
  if (found === null) return null;
  farmer.goals[game.index(found.pos)] = 0;
  return found.dir;
}

/** The direction of the weakest rival beside a knight. */
function weakest(p) {
  let best = null, least = Infinity;
  for (const dir of Dir.ALL) {
    const q = p.plus(dir);
    const rival = game.posOk(q) ? rivalAt(game.index(q)) : null;
    if (rival !== null && rival.health < least) {
      least = rival.health;
      best = dir;
    }
  }
  return best;
}

function fight(unit) {
  if (danger[game.index(unit.pos)]) return flee(unit);
  let best = weakest(unit.pos);
  if (best === null && unit.health < HURT) return;
  best ??= way(unit);
  if (best !== null) game.command(unit.id, best);
}

function farm(unit) {
  const k = game.index(unit.pos);
  if (danger[k] || blows[k]) return flee(unit);
  const best = way(unit);
  if (best !== null) game.command(unit.id, best);
}

/**
 * Away from witches, and farmers from knights: to the first cell that none of them reaches, or at
 * least to one that is not haunted.
 */
function flee(unit) {
  const dirs = steps(unit), start = game.random(0, 3), { type, id, haunted } = game.cells;
  const turned = dirs.map((_, k) => dirs[(start + k) % dirs.length]);
  const free = (p) => game.posOk(p) && type[game.index(p)] === 0 && id[game.index(p)] < 0;
  const best = (p) => free(p) && !danger[game.index(p)]
    && !(unit.kind === "farmer" && blows[game.index(p)]);
  const good = (p) => free(p) && !haunted[game.index(p)];
  const found = turned.find((dir) => best(unit.pos.plus(dir)))
    ?? turned.find((dir) => good(unit.pos.plus(dir)));
  if (found !== undefined) game.command(unit.id, found);
}

/**
 * How good it is for a witch to stand on a cell: rivals that she would haunt, less friends; far
 * from everybody, the nearer to rivals the better.
 */
function curse(p, own) {
  let worth = 0, nearest = game.rows + game.cols;
  for (const { kind, player, pos } of game.units) {
    const far = Math.abs(p.i - pos.i) + Math.abs(p.j - pos.j);
    if (kind === "witch") {
      if (far <= 2 && !pos.equals(own)) worth -= 50;
    } else if (player === 0) {
      if (far <= REACH) worth -= 60;
    } else {
      if (far <= 2) worth += 50;
      nearest = Math.min(nearest, far);
    }
  }
  return worth - nearest;
}

function haunt(witch) {
  let best = null, most = curse(witch.pos, witch.pos);
  for (const dir of Dir.STRAIGHT) {
    const p = witch.pos.plus(dir);
    if (!game.posOk(p)) continue;
    const cell = game.cell(p);
    if (cell.type === "wall" || cell.id !== null) continue;
    const worth = curse(p, witch.pos);
    if (worth > most) {
      most = worth;
      best = dir;
    }
  }
  if (best !== null) game.command(witch.id, best);
}
