// What players of this game in JavaScript see beside what api.json describes.

export class Game extends Common {
  begin_() {
    super.begin_();
    this.board_();
  }
  canMove(id) {
    const unit = this.units[id];
    if (unit === undefined) return false;
    if (unit.player === this.round % 4) return true;
    return unit.kind === "car" && unit.food > 0 && this.cell(unit.pos).type === "road";
  }
  command(id, dir) {
    this.once_(id, dir.code, "action");
  }
}
