import { Pos } from "palestra/agora";

// A simple player: from a random cell on it walks through the market and bids a little more than
// the price for one in four stalls that it can buy. Read it, copy it, beat it.

/** @param {import("palestra/agora").Game} game */
export function play(game) {
  const { rows, cols } = game, cells = rows * cols;
  const start = game.random(0, cells - 1);
  let made = 0;
  for (let k = 0; k < cells && made < game.settings.bids; ++k) {
    const c = (start + k) % cells;
    const p = new Pos(Math.floor(c / cols), c % cols);
    const { owner, price } = game.cell(p);
    if (game.canBid(p) && owner !== game.me && game.random(0, 3) === 0) {
      game.bid(p, price + game.random(1, 3));
      made += 1;
    }
  }
}
