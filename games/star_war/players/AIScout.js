import { Dir } from "palestra/star-war";

// A player that plans: for every starship it tries all ways of the next ten rounds, over the
// moving window and among missiles as they will fly, and takes the first step of the best one.
// It keeps what it knows in flat arrays, one number per round and cell: planning is what takes the
// time. Read it, copy it, beat it.

/** Rounds that are planned. */
const DEPTH = 10;
/** What it is worth to be destroyed. */
const CRASH = -100_000;
/** What it is worth to be where somebody may shoot at once. */
const RISK = -150;

/**
 * The game, the same in all functions below.
 * @type {import("palestra/star-war").Game}
 */
let game;
let rows = 0, cols = 0, cells = 0, windowCols = 0;
/** By round from now on and cell: what it is worth to visit it. */
let gain = new Int32Array();
/** Whether a missile flies through it. */
let passed = new Uint8Array();
/** The best that a starship can get from there on; 0 behind the last round. */
let best = new Int32Array();
/** By cell: whether another starship of ours visits it in this round. */
let taken = new Uint8Array();
/** By round: where the window begins after it. */
const begins = new Int32Array(DEPTH);
/** By direction: the rows and columns of its way, one after the other. */
const ways = [];

/** @param {import("palestra/star-war").Game} current */
export function play(current) {
  game = current;
  if (ways.length === 0) prepare();
  look();
  for (const id of game.starshipsOf(game.me)) {
    if (game.starship(id).alive) steer(game.starship(id));
  }
}

function prepare() {
  ({ rows, cols } = game);
  cells = rows * cols;
  windowCols = game.settings.windowColumns;
  gain = new Int32Array(DEPTH * cells);
  passed = new Uint8Array(DEPTH * cells);
  best = new Int32Array((DEPTH + 1) * cells);
  taken = new Uint8Array(cells);
  for (const dir of Dir.ALL) {
    const visited = dir === Dir.SLOW ? [] : game.way(dir);
    ways.push(Int32Array.from(visited.flatMap((p) => [p.i, p.j])));
  }
}

/** What the board and the missiles say of the next rounds. Where rivals will be, nobody knows. */
function look() {
  const { content } = game.cells, { bonusPoints } = game.settings;
  const filled = [];
  for (let k = 0; k < cells; ++k) if (content[k] !== 0) filled.push(k);
  passed.fill(0);
  taken.fill(0);
  gain.fill(0);
  for (let t = 0; t < DEPTH; ++t) {
    begins[t] = (game.round + t + 1) % cols;
    const left = 2 * DEPTH - t, base = t * cells;
    // By content: empty, asteroid, starship, missile, point bonus, missile bonus.
    const worth = [0, CRASH, t === 0 ? CRASH : 0, 0,
      Math.floor(10 * bonusPoints * left / DEPTH), Math.floor(40 * left / DEPTH)];
    for (const k of filled) gain[base + k] = worth[content[k]];
    // Missiles fly two columns a round, before anybody moves.
    for (const { pos } of game.missiles) {
      const row = base + pos.i * cols, last = row + (pos.j + 2 * t + 2) % cols;
      passed[row + (pos.j + 2 * t + 1) % cols] = passed[last] = 1;
      gain[last] = CRASH;
    }
  }
}

/** What the first step of a starship is worth, with everything that can follow. */
function step(i, j, d) {
  const dir = Dir.ALL[d], row = i + dir.i;
  const col = (j + dir.j) % cols, ahead = (col - begins[0] + cols) % cols;
  if (row < 0 || row >= rows || ahead >= windowCols) return 2 * CRASH;
  const way = ways[d];
  let worth = 0;
  for (let m = 0; m < way.length; m += 2) {
    const k = (i + way[m]) * cols + (j + way[m + 1]) % cols;
    worth += taken[k] === 1 ? CRASH : gain[k];
  }
  if (worth <= CRASH / 2) return worth;
  if (underFire(row, col)) worth += RISK;
  return worth + best[cells + row * cols + col];
}

/**
 * Finds the best for all cells that a starship can reach, from the last round to the next one.
 * Nearly all of the time goes here, so it calls nothing and keeps everything in variables of its
 * own.
 */
function plan(i, j) {
  const b = best, g = gain, p = passed, height = rows, width = cols, least = CRASH / 2;
  for (let t = DEPTH - 1; t > 0; --t) {
    const top = i > t ? i - t : 0, bottom = i + t < height ? i + t : height - 1;
    for (let far = 0; far <= 2 * t; ++far) {
      const c0 = (j + far) % width, c1 = (c0 + 1) % width, c2 = (c0 + 2) % width;
      // Whether these columns are inside the window then.
      const ahead = c0 - begins[t] + width;
      const slow = ahead % width < windowCols;
      const normal = (ahead + 1) % width < windowCols, fast = (ahead + 2) % width < windowCols;
      for (let row = top; row <= bottom; ++row) {
        const here = t * cells + row * width, next = here + cells;
        if (p[here + c0] === 1) {
          b[here + c0] = CRASH;
          continue;
        }
        let most = slow ? b[next + c0] : 2 * CRASH;
        // After a crash nothing follows.
        const g1 = g[here + c1], g2 = g1 + g[here + c2];
        if (normal) {
          const worth = g1 <= least ? g1 : g1 + b[next + c1];
          if (worth > most) most = worth;
        }
        if (fast) {
          const worth = g2 <= least ? g2 : g2 + b[next + c2];
          if (worth > most) most = worth;
        }
        for (let side = row > 0 ? -1 : 1; side <= 1 && row + side < height; side += 2) {
          const there = here + side * width, after = next + side * width;
          const s0 = g[there + c0], s1 = s0 + g1 + g[there + c1];
          if (slow) {
            const worth = s0 <= least ? s0 : s0 + b[after + c0];
            if (worth > most) most = worth;
          }
          if (normal) {
            const worth = s1 <= least ? s1 : s1 + b[after + c1];
            if (worth > most) most = worth;
          }
          if (fast) {
            const s2 = s1 - g1 + g2 + g[there + c2];
            const worth = s2 <= least ? s2 : s2 + b[after + c2];
            if (worth > most) most = worth;
          }
        }
        b[here + c0] = most;
      }
    }
  }
}

function steer(ship) {
  const { i, j } = ship.pos;
  let first = Dir.DEFAULT, most = 4 * CRASH;
  plan(i, j);
  for (let d = 0; d < 9; ++d) {
    // Equal ways: any of them.
    const worth = 4 * step(i, j % cols, d) + game.random(0, 3);
    if (worth > most) {
      most = worth;
      first = Dir.ALL[d];
    }
  }
  // A shot clears the way too.
  const trapped = most <= 2 * CRASH;
  if (ship.missiles > 0 && (trapped || targetAhead(ship.pos))) {
    game.shoot(ship.id);
    first = Dir.DEFAULT;
  } else {
    game.steer(ship.id, first);
  }
  for (const way of [...game.way(first), first]) {
    const p = ship.pos.plus(way);
    if (game.withinUniverse(p)) taken[game.index(p)] = 1;
  }
}

/** Whether a rival with missiles is so close behind a cell that it may hit whoever is there. */
function underFire(i, j) {
  for (let k = 1; k <= 2; ++k) {
    const { content, id } = game.cell({ i, j: j - k });
    if (content === "asteroid") return false;
    if (content === "starship" && game.playerOf(id) !== game.me) {
      return game.starship(id).missiles > 0;
    }
  }
  return false;
}

/** Whether a rival is up to four columns ahead, and nothing between. */
function targetAhead(p) {
  for (let k = 1; k <= 4; ++k) {
    const { content, id } = game.cell(p.plus({ i: 0, j: k }));
    if (content === "starship") return game.playerOf(id) !== game.me;
    if (content !== "empty") return false;
  }
  return false;
}
