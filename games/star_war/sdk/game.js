// What players of this game in JavaScript see beside what api.json describes.

const [MOVE, SHOOT] = [0, 1];
const [STARSHIP, MISSILE] = [2, 3];
// The game has no limit of calls; refused ones are only passed on while they are few.
const KEPT = 99_999;
const FEW = 1000;

// The cells that a starship visits, by row and column of its step.
const WAYS = new Map(Dir.ALL.map((dir) => {
  const ahead = [[0, 1], [dir.i, 0], [dir.i, 1], [0, 2], [dir.i, 2]];
  const straight = [[0, 1], [0, 2]].slice(0, dir.j);
  const way = dir.j === 0 ? [[dir.i, 0]] : dir.i === 0 ? straight : ahead.slice(0, 2 * dir.j + 1);
  return [dir, Object.freeze(way.map(([i, j]) => Object.freeze(new Pos(i, j))))];
}));

export class Game extends Common {
  begin_() {
    super.begin_();
    this.board_();
    this.counts_.starships = 4 * this.settings.starshipsPerPlayer;
  }
  ships_() {
    this.ordered_ = new Set();
  }
  loaded_() {
    const { content, id } = this.cells;
    id.fill(-1);
    const put = (pos, what, number) => {
      const k = this.index(pos);
      content[k] = what;
      id[k] = number;
    };
    for (const ship of this.starships) if (ship.alive) put(ship.pos, STARSHIP, ship.id);
    for (const missile of this.missiles) put(missile.pos, MISSILE, missile.id);
  }
  // Any column is in the universe: it goes round.
  index(p) {
    const { rows, cols } = this;
    if (p.i >= 0 && p.i < rows) return p.i * cols + ((p.j % cols) + cols) % cols;
    throw new RangeError(`${p} is outside: the universe has ${rows} rows`);
  }
  posOk(p) {
    return p.i >= 0 && p.i < this.rows;
  }
  withinUniverse(p) {
    return p.i >= 0 && p.i < this.rows;
  }
  withinWindow(p, round) {
    const { cols } = this;
    const ahead = (((p.j - round) % cols) + cols) % cols;
    return this.withinUniverse(p) && ahead < this.settings.windowColumns;
  }
  playerOf(starship) {
    return Math.floor(this.starship(starship).id / this.settings.starshipsPerPlayer);
  }
  starshipsOf(player) {
    const fleet = this.settings.starshipsPerPlayer;
    return Array.from({ length: fleet }, (_, k) => player * fleet + k);
  }
  way(dir) {
    return WAYS.get(dir);
  }
  anyRandom() {
    return native.any();
  }
  steer(starship, dir) {
    this.give_(MOVE, starship, dir);
  }
  shoot(starship) {
    this.give_(SHOOT, starship, Dir.SLOW);
  }
  give_(verb, id, dir) {
    const pass = () => native.order(verb, id, dir.i, dir.j, KEPT);
    const fleet = this.settings.starshipsPerPlayer;
    if (!(id >= 0 && id < this.starships.length)) {
      native.warn(`warning: invalid starship identifier${id}`);
    } else if (Math.floor(id / fleet) !== this.me) {
      native.warn("warning: starship does not belong to commanding player");
    } else if (!this.ordered_.has(id)) {
      this.ordered_.add(id);
      pass();
      return;
    } else {
      native.warn(`warning: instruction alread requested for starship ${id}`);
    }
    if (native.calls() < FEW) pass();
  }
}
