// What players of this game in JavaScript see beside what api.json describes.

const TRADES = { B: "bread", O: "oil", W: "wine", C: "cloth" };

export class Game extends Common {
  trade_() {
    this.trade = TRADES[native.text(1)];
  }
  positions() {
    const { rows, cols } = this;
    return Array.from({ length: rows * cols }, (_, k) => new Pos(Math.floor(k / cols), k % cols));
  }
  inReach(p) {
    if (!this.posOk(p) || this.cell(p).good === "paving") return false;
    const mine = (q) => this.posOk(q) && this.cells.owner[this.index(q)] === this.me;
    return this.stalls(this.me) === 0 || mine(p) || Dir.STRAIGHT.some((dir) => mine(p.plus(dir)));
  }
  canBid(p) {
    return this.inReach(p) && this.cell(p).price < this.coins(this.me);
  }
  bid(p, coins) {
    native.order(0, this.posOk(p) ? this.index(p) : -1, coins, 0, 1000);
  }
}
