import { Dir } from "palestra/pandemic";

// A player that joins cities: its units spread over the cities and paths that are not theirs, first
// those beside its own, hunt whoever comes near, and keep away from virus. Read it, copy it, beat
// it.

/** A rival so near is hunted. */
const HUNT = 3;

/**
 * The game, the same in all functions below.
 * @type {import("palestra/pandemic").Game}
 */
let game;
/** By place: how many steps each cell is away from it. Places are cities, then paths. */
let way = [];
/** Where units may be. */
let free = new Int32Array();

/** @param {import("palestra/pandemic").Game} current */
export function play(current) {
  game = current;
  const places = Array.from({ length: game.nbCities + game.nbPaths }, (_, place) => place);
  if (game.round === 0) {
    free = game.cells.type.map((kind) => (kind === 0 ? 0 : 1));
    way = places.map((place) => game.distances(cellsOf(place), free));
  }

  // How many more of our units than of others are there, or on their way.
  const rivals = game.units.filter((unit) => unit.player !== game.me);
  const lead = places.map(() => 0);
  for (const unit of rivals) {
    const place = placeOf(game.cell(unit.pos));
    if (place !== null) lead[place] -= 1;
  }
  const gain = places.map(bonus);
  const toRival = game.distances(rivals.map((unit) => unit.pos), free);

  // The nearest place that needs somebody, for one unit after the other.
  for (const id of game.unitsOf(game.me)) {
    const unit = game.unit(id), here = game.index(unit.pos);
    let best = null, least = Infinity;
    for (const place of places) {
      if (ownerOf(place) === game.me && lead[place] >= 0 || lead[place] > 0) continue;
      const cost = way[place][here] - gain[place];
      if (cost < least) {
        least = cost;
        best = place;
      }
    }
    if (best !== null) lead[best] += 1;
    if (attack(unit)) continue;
    if (toRival[here] <= HUNT) approach(unit, toRival);
    else if (best !== null) approach(unit, way[best]);
  }
}

/** The city or path that a cell is part of. */
function placeOf(cell) {
  if (cell.type === "city") return cell.city;
  return cell.type === "path" && cell.path !== null ? game.nbCities + cell.path : null;
}

function ownerOf(place) {
  const cities = game.nbCities;
  return place < cities ? game.cityOwner(place) : game.pathOwner(place - cities);
}

function cellsOf(place) {
  const cities = game.nbCities;
  return place < cities ? game.city(place) : game.path(place - cities).cells;
}

/**
 * How many steps a place may be farther away and still be preferred: places that join what is ours
 * come first, for every joined city doubles what a component brings.
 */
function bonus(place) {
  const ours = (city) => Number(game.cityOwner(city) === game.me);
  let joined = 0;
  for (let k = 0; k < game.nbPaths; ++k) {
    const [a, b] = game.path(k).cities;
    if (place === game.nbCities + k) joined = 2 * (ours(a) + ours(b));
    if (game.pathOwner(k) === game.me) joined += 2 * (Number(place === a) + Number(place === b));
  }
  return 3 * joined;
}

/** Hits the weakest rival beside the unit, if there is one. */
function attack(unit) {
  let best = null, least = Infinity;
  for (const dir of Dir.ALL) {
    const id = game.cell(unit.pos.plus(dir)).unit;
    if (id === null) continue;
    const other = game.unit(id);
    if (other.player !== game.me && other.health < least) {
      least = other.health;
      best = dir;
    }
  }
  if (best !== null) game.command(unit.id, best);
  return best !== null;
}

/** Whether a healthy unit might be infected on a cell. */
const isRisky = (unit, cell) =>
  cell.virus > 0 && !unit.mask && !unit.immune && unit.damage === 0;

/** One step towards a goal, around others and virus. */
function approach(unit, distances) {
  const first = game.random(0, 3);
  let best = null, least = distances[game.index(unit.pos)];
  for (let k = 0; k < 4; ++k) {
    const dir = Dir.ALL[(first + k) % 4];
    const p = unit.pos.plus(dir), cell = game.cell(p), steps = distances[game.index(p)];
    if (cell.type === "wall" || cell.unit !== null || steps > least) continue;
    if (isRisky(unit, cell)) continue;
    if (steps === least && best !== null) continue;
    best = dir;
    least = steps;
  }
  if (best !== null) game.command(unit.id, best);
}
