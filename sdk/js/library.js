// The library of every game. Before it comes the game's description (its api.json), after it the
// game's own game.js: see crates/toolchain/src/scripts/library.rs.

const native = globalThis.native;

export class Pos {
  constructor(i, j) {
    this.i = i;
    this.j = j;
  }
  plus(step) {
    return new Pos(this.i + step.i, this.j + step.j);
  }
  equals(other) {
    return this.i === other.i && this.j === other.j;
  }
  toString() {
    return `(${this.i}, ${this.j})`;
  }
}

class Step {
  constructor(name, code, i, j) {
    this.name = name;
    this.code = code;
    this.i = i;
    this.j = j;
    Object.freeze(this);
  }
  toString() {
    return this.name;
  }
}

export const FAR = 0x7fffffff;

export const Dir = {};
for (const [name, code, i, j] of description.directions ?? []) {
  Dir[name] = new Step(name, code, i, j);
}
for (const [name, members] of Object.entries(description.sets ?? {})) {
  Dir[name] = Object.freeze(members.map((member) => Dir[member]));
}
Object.freeze(Dir);

// `nb_rounds` is nbRounds in JavaScript.
const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

const show = (value) =>
  typeof value === "object" && value !== null && !(value instanceof Error)
    ? JSON.stringify(value) : String(value);
const print = (...values) => native.say(values.map(show).join(" "));
globalThis.console = Object.freeze({
  log: print, info: print, debug: print, warn: print, error: print,
});
Math.random = () => native.unit();

native.stream({ lcg: 0, lehmer: 1, libc: 2 }[description.stream]);

const read = {
  int: () => native.int(),
  real: () => native.real(),
  flag: () => native.int() !== 0,
};

// The number of something: written out, read before, or a setting.
const amount = (game, of) =>
  typeof of === "number" ? of : game.counts_[of] ?? game.settings[camel(of)];

const seats = (game, list, what, player) => {
  const value = list[player];
  if (value === undefined) {
    throw new RangeError(`${what}(${player}): players are 0 to ${list.length - 1}`);
  }
  return value;
};

// The 256 numbers that bytes of a layer stand for.
const table = (layer) => {
  const { codes = {}, letters = {}, mask = 255 } = layer;
  const known = new Map(Object.entries(codes).map(([code, number]) => [Number(code), number]));
  for (const [letter, number] of Object.entries(letters)) known.set(letter.charCodeAt(0), number);
  return Int32Array.from({ length: 256 }, (_, byte) => {
    const value = byte & mask;
    return known.get(value) ?? layer.else ?? value;
  });
};

class Layers {
  constructor(item) {
    this.item = item;
    this.layers = item.layers.map((layer) => ({
      name: camel(layer.name), table: item.bytes === 1 ? table(layer) : undefined,
    }));
  }
  read(game) {
    const { rows, cols } = game, { bytes, more = 0, optional } = this.item;
    const width = cols + more;
    if (optional && native.left() < rows * width * bytes) return;
    for (const { name, table } of this.layers) {
      native.layer(game.cells[name], rows, cols, width, bytes, table);
    }
    native.skip(rows * width * bytes);
  }
}

class List {
  constructor(item) {
    // Other fields are filled by the game's own code.
    const fields = description.types[item.of].fields.filter((field) => field.code.length === 1);
    this.item = item;
    this.prototype = types[item.of].prototype;
    this.names = fields.map((field) => camel(field.name));
    this.codes = fields.map((field) => field.code).join("");
    this.words = fields.find((field) => field.words)?.words;
  }
  read(game) {
    const { list, count, groups } = this.item;
    const many = amount(game, count), { prototype, names, codes, words } = this;
    game[list] = native.records(many, prototype, names, codes, Pos.prototype, words);
    if (groups) this.group(game, groups);
  }
  // Lists of identifiers, one for each player.
  group(game, { names, by, kind }) {
    const found = {};
    for (const name of Object.values(names)) found[name] = [[], [], [], []];
    for (const one of game[this.item.list]) {
      found[names[kind ? one[kind] : "*"]][one[by] & 3].push(one.id);
    }
    game.groups_ = found;
  }
}

const types = {};
for (const name of Object.keys(description.types ?? {})) types[name] = class {};

const readers = (items) => items.map((item) => {
  if (item.skip !== undefined) return () => native.skip(item.skip);
  if (item.count_of !== undefined) return (game) => { game.counts_[item.count_of] = native.int(); };
  if (item.call !== undefined) return (game) => game[item.call]();
  if (item.setting !== undefined) {
    const name = camel(item.setting), take = read[item.as ?? "int"];
    return (game) => { game.settings[name] = take(); };
  }
  if (item.value !== undefined) {
    const name = camel(item.value), take = read[item.as ?? "int"];
    return (game) => { game[name] = take(); };
  }
  if (item.players !== undefined) {
    const take = read[item.as ?? "int"];
    return (game) => {
      const many = amount(game, item.count ?? 4), list = [];
      for (let k = 0; k < many; ++k) list.push(take());
      game.players_[item.players] = list;
    };
  }
  if (item.list !== undefined) {
    const list = new List(item);
    return (game) => list.read(game);
  }
  const layers = new Layers(item);
  return (game) => layers.read(game);
});

const allLayers = [...description.intro, ...description.view, ...description.more ?? []]
  .flatMap((item) => item.layers ?? []);

const round = description.round ?? 0;

// Rows and columns of directions, one after the other; remembered for lists that come again.
const known = new Map();
const stepsOf = (dirs) => {
  let steps = known.get(dirs);
  if (steps === undefined) {
    steps = Int32Array.from(dirs.flatMap((dir) => [dir.i, dir.j]));
    if (Object.isFrozen(dirs)) known.set(dirs, steps);
  }
  return steps;
};

// Everything that you know at the beginning of the round, and the orders that you give.
class Common {
  constructor() {
    this.me = 0;
    this.round = 0;
    this.settings = {};
    this.cells = {};
    this.counts_ = {};
    this.players_ = {};
    this.groups_ = {};
    this.view_ = readers(description.view);
  }
  begin_() {
    for (const item of readers(description.intro)) item(this);
    Object.freeze(this.settings);
  }
  // The board has the size that the settings say: called by an item of the intro or at its end.
  board_() {
    const { rows, cols, universeColumns } = this.settings;
    this.rows = rows;
    this.cols = cols ?? universeColumns;
    for (const { name, start = 0 } of allLayers) {
      this.cells[camel(name)] = new Int32Array(this.rows * this.cols).fill(start);
    }
  }
  load_() {
    for (const item of this.view_) item(this);
    this.loaded_();
  }
  loaded_() {}
  posOk(p) {
    return p.i >= 0 && p.i < this.rows && p.j >= 0 && p.j < this.cols;
  }
  index(p) {
    if (p.i >= 0 && p.i < this.rows && p.j >= 0 && p.j < this.cols) return p.i * this.cols + p.j;
    throw new RangeError(`${p} is outside: the board has ${this.rows} rows, ${this.cols} columns`);
  }
  distances(goals, free, dirs = Dir.ALL) {
    const from = Int32Array.from(goals, (p) => this.index(p));
    const out = new Int32Array(this.rows * this.cols);
    native.distances(out, free, from, stepsOf(dirs), this.rows, this.cols, round, FAR);
    return out;
  }
  nearest(from, goals, free, dirs = Dir.ALL) {
    const start = this.index(from), { rows, cols } = this;
    const found = native.nearest(goals, free, stepsOf(dirs), rows, cols, round, start);
    if (found === undefined) return null;
    const [k, first, steps] = found;
    return { pos: new Pos(Math.floor(k / cols), k % cols), dir: dirs[first], steps };
  }
  random(low, high) {
    return native.random(low, high);
  }
  randomPermutation(n) {
    const order = Array.from({ length: n }, (_, k) => k);
    for (let k = 0; k < n; ++k) {
      const other = native.random(k, n - 1);
      [order[k], order[other]] = [order[other], order[k]];
    }
    return order;
  }
  // Gives an order, and warns of a second one for the same unit.
  once_(unit, code, what) {
    if (!native.order(0, unit, code, 0, 1000) && native.calls() <= 1000) {
      native.warn(`warning: ${what} already requested for unit ${unit}`);
    }
  }
}

// What the description says of a cell, as a function of its place.
if (allLayers.some((layer) => layer.in_cell !== false)) {
  const words = [];
  const parts = allLayers.filter((layer) => layer.in_cell !== false).map((layer) => {
    const name = camel(layer.name), number = `cells.${name}[k]`;
    if (layer.words) {
      words.push(layer.words);
      return `${name}: words[${words.length - 1}][${number}]`;
    }
    if (layer.flag) return `${name}: ${number} !== 0`;
    return layer.none === undefined ? `${name}: ${number}`
      : `${name}: ${number} === ${layer.none} ? null : ${number}`;
  });
  const text = `return function cell(p) {
    const k = this.index(p), cells = this.cells;
    return { ${parts.join(", ")} };
  };`;
  Common.prototype.cell = new Function("words", text)(words);
}

for (const item of [...description.intro, ...description.view]) {
  if (item.players !== undefined) {
    const name = camel(item.players);
    Common.prototype[name] = function (player) {
      return seats(this, this.players_[item.players], name, player);
    };
  }
  for (const name of Object.values(item.groups?.names ?? {})) {
    Common.prototype[camel(name)] = function (player) {
      return seats(this, this.groups_[name], name, player);
    };
  }
  if (item.list !== undefined) {
    const { list, one } = item;
    Common.prototype[one] = function (id) {
      const found = this[list][id];
      if (found !== undefined) return found;
      throw new RangeError(`${one}(${id}): there are ${this[list].length} ${list}`);
    };
  }
}
