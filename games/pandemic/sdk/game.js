// What players of this game in JavaScript see beside what api.json describes.

// A part of the board by its number.
const numbered = (list, what, id) => {
  if (list[id] !== undefined) return list[id];
  throw new RangeError(`${what}(${id}): there are ${list.length}`);
};

const positions = () => native.records(native.int(), Pos.prototype, ["i", "j"], "ii");
const nobody = (owner) => (owner < 0 ? null : owner);

export class Game extends Common {
  map_() {
    const { cities, paths } = this.counts_;
    this.nbCities = cities;
    this.nbPaths = paths;
    this.counts_.units = 4 * this.settings.nbUnits;
    this.cities_ = Array.from({ length: cities }, positions);
    this.paths_ = Array.from({ length: paths }, () => (
      { cities: [native.int(), native.int()], cells: positions() }
    ));
    this.cities_.forEach((cells, id) => {
      for (const p of cells) this.cells.city[this.index(p)] = id;
    });
    this.paths_.forEach((path, id) => {
      for (const p of path.cells) this.cells.path[this.index(p)] = id;
    });
  }
  owners_() {
    this.cityOwners_ = this.cities_.map(() => native.int());
    this.pathOwners_ = this.paths_.map(() => native.int());
  }
  loaded_() {
    const { cols, units } = this, ids = this.cells.unit.fill(-1);
    for (const { pos, id } of units) ids[pos.i * cols + pos.j] = id;
  }
  city(id) {
    return numbered(this.cities_, "city", id);
  }
  cityOwner(id) {
    return nobody(numbered(this.cityOwners_, "cityOwner", id));
  }
  path(id) {
    return numbered(this.paths_, "path", id);
  }
  pathOwner(id) {
    return nobody(numbered(this.pathOwners_, "pathOwner", id));
  }
  command(id, dir) {
    this.once_(id, dir.code, "command");
  }
}
