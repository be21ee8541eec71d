// What players of this game in JavaScript see beside what api.json describes.

const KINDS = ["knight", "farmer"];
// The game has no limit of calls; this one only keeps a runaway player from filling its memory.
const MOST_CALLS = (1 << 20) - 1;

export class Game extends Common {
  kinds_() {
    this.board_();
    this.kindOf_ = Array.from({ length: this.counts_.units }, () => KINDS[native.byte() ? 1 : 0]);
  }
  names_() {
    this.names_ = Array.from({ length: this.settings.nbPlayers }, () => native.text(native.int()));
  }
  // Each cell names just the unit that stands on it, unless a list of its own says more.
  standing_() {
    const { cols, units } = this, ids = this.cells.unit.fill(-1);
    const lists = this.groups_ = { farmer: [[], [], [], []], knight: [[], [], [], []] };
    for (const unit of units) {
      unit.kind = this.kindOf_[unit.id];
      ids[unit.pos.i * cols + unit.pos.j] = unit.id;
      lists[unit.kind][unit.player & 3].push(unit.id);
    }
  }
  farmers(player) {
    return seats(this, this.groups_.farmer, "farmers", player);
  }
  knights(player) {
    return seats(this, this.groups_.knight, "knights", player);
  }
  name(player) {
    return seats(this, this.names_, "name", player);
  }
  dest(p, dir) {
    const { rows, cols } = this;
    return new Pos((p.i + dir.i + rows) % rows, (p.j + dir.j + cols) % cols);
  }
  anyRandom() {
    return native.any();
  }
  command(id, dir) {
    if (native.order(0, id, dir.code, 0, MOST_CALLS)) return true;
    native.warn(`warning: action alread requested for unit ${id}`);
    return false;
  }
}
