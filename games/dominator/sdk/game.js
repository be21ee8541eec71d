// What players of this game in JavaScript see beside what api.json describes.

export class Game extends Common {
  begin_() {
    super.begin_();
    this.board_();
  }
  // The cell that holds a unit is the unit's own.
  loaded_() {
    const { cols, units } = this, ids = this.cells.id.fill(-1);
    for (const unit of units) if (!unit.lost) ids[unit.pos.i * cols + unit.pos.j] = unit.id;
  }
  command(id, dir) {
    this.once_(id, dir.code, "action");
  }
}
