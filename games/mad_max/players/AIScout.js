import { Dir, Pos } from "palestra/mad-max";

// A player to copy: it measures ways. Warriors set out for water in time and eat when they are
// hungry; otherwise three of four guard cities and the others walk to those of rivals. Cars chase
// warriors along the roads and go back to a station in time.

/** Rounds of their own that warriors keep in hand: others stand in the way. */
const SPARE = 6;

/**
 * The game, the same in all functions below.
 * @type {import("palestra/mad-max").Game}
 */
let game;
// These never change, so they are measured once.
let toWater, toFood, toStation;
/** By kind of unit: where it may stand. */
const free = {};

/** @param {import("palestra/mad-max").Game} current */
export function play(current) {
  game = current;
  if (game.round === 0) {
    const open = (...kinds) => game.cells.type.map((kind) => (kinds.includes(kind) ? 1 : 0));
    // The numbers of the kinds: desert 0, road 1, city 2, water 3, station 4.
    free.warrior = open(0, 1, 2);
    free.car = open(0, 1);
    toWater = game.distances(all((k) => game.cells.type[k] === 3), free.warrior);
    toFood = game.distances(all((k) => game.cells.type[k] === 2), free.warrior);
    toStation = game.distances(all((k) => game.cells.type[k] === 4), free.car);
  }
  drive();
  // Warriors move in one round of four: that of their player.
  if (game.round % 4 === game.me) walk();
}

/** Cars with fuel on a road may move in every round. */
function drive() {
  const { type } = game.cells;
  const preys = game.units.filter((unit) =>
    unit.kind === "warrior" && unit.player !== game.me && type[game.index(unit.pos)] === 1);
  const toPrey = game.distances(preys.map((unit) => unit.pos), free.car);
  for (const id of game.cars(game.me)) {
    const unit = game.unit(id);
    if (!game.canMove(id) || attack(unit)) continue;
    const empty = unit.food < Math.floor(game.settings.carsFuel / 3);
    approach(unit, empty ? toStation : toPrey);
  }
}

function walk() {
  const { type, owner } = game.cells;
  const toCity = game.distances(all((k) => type[k] === 2 && owner[k] !== game.me), free.warrior);
  const half = Math.floor(game.settings.warriorsHealth / 2);
  for (const id of game.warriors(game.me)) {
    const unit = game.unit(id);
    if (unit.water < toWater[game.index(unit.pos)] + SPARE) approach(unit, toWater);
    else if (attack(unit)) continue;
    else if (unit.food < half || id % 4 !== 0) approach(unit, toFood);
    else approach(unit, toCity);
  }
}

/** The positions of all cells that are wanted, by their places in game.cells. */
function all(wanted) {
  const { rows, cols } = game, found = [];
  for (let k = 0; k < rows * cols; ++k) {
    if (wanted(k)) found.push(new Pos(Math.floor(k / cols), k % cols));
  }
  return found;
}

/** Whether a unit may stand on a cell. */
const canStand = (unit, p) => game.posOk(p) && free[unit.kind][game.index(p)] === 1;

/**
 * Sends a unit one step nearer to its goal, around everybody in its way. A random first direction
 * keeps units from always preferring the same side.
 */
function approach(unit, distances) {
  let best = null, least = distances[game.index(unit.pos)];
  const first = game.random(0, 7);
  for (let k = 0; k < 8; ++k) {
    const dir = Dir.ALL[(first + k) % 8];
    const p = unit.pos.plus(dir);
    if (!canStand(unit, p)) continue;
    const place = game.index(p);
    if (game.cells.id[place] < 0 && distances[place] < least) {
      best = dir;
      least = distances[place];
    }
  }
  if (best !== null) game.command(unit.id, best);
}

/** In a city the one with more water is likelier to win. */
function worthIt(unit, other) {
  const inCity = (one) => game.cell(one.pos).type === "city";
  return !(inCity(unit) && inCity(other)) || unit.water > other.water;
}

/** Attacks a rival warrior beside the unit, if there is one and it is worth it. */
function attack(unit) {
  for (const dir of Dir.ALL) {
    const p = unit.pos.plus(dir);
    if (!canStand(unit, p)) continue;
    const id = game.cells.id[game.index(p)];
    if (id < 0) continue;
    const other = game.unit(id);
    const prey = other.player !== game.me && other.kind === "warrior";
    if (prey && worthIt(unit, other)) {
      game.command(unit.id, dir);
      return true;
    }
  }
  return false;
}
