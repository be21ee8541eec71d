// A player to copy: it buys the stalls that give the most points per coin. For a stall of its trade
// it pays up to four coins more than the price, so that rivals do not take it soon.

/** Coins that count as part of each price: cheap stalls are not free. */
const AHEAD = 2;
/** Coins above the price for stalls of our trade, at most. */
const OWN = 4;
/** The same for other stalls. */
const OTHER = 1;

/** @typedef {import("palestra/agora").Game} Game */
/** @typedef {import("palestra/agora").Pos} Pos */

/** @param {Game} game @param {Pos} p */
function ours(game, p) {
  return game.cell(p).good === game.trade;
}

/** Coins for 1000 points per round.
 * @param {Game} game @param {Pos} p */
function cost(game, p) {
  const points = ours(game, p) ? game.settings.favour : 1;
  return Math.floor((1000 * (game.cell(p).price + AHEAD)) / points);
}

/** @param {Game} game */
export function play(game) {
  // The cheapest stalls first, equal ones in a random order.
  const wanted = [];
  for (const p of game.positions()) {
    if (game.canBid(p) && game.cell(p).owner !== game.me) {
      wanted.push({ p, cost: cost(game, p), chance: game.random(0, 999) });
    }
  }
  wanted.sort((a, b) => a.cost - b.cost || a.chance - b.chance);

  let left = game.coins(game.me);
  const count = Math.min(game.settings.bids, wanted.length);
  for (let k = 0; k < count; ++k) {
    const { p } = wanted[k];
    const { price } = game.cell(p);
    const most = price + (ours(game, p) ? OWN : OTHER);
    // At most an equal share of the coins, but always more than the price.
    const offer = Math.max(price + 1, Math.min(Math.floor(left / (count - k)), most));
    if (offer > left) continue;
    game.bid(p, offer);
    left -= offer;
  }
}
