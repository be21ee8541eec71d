// The functions under the library of a game, for node: the same as in natives.c and
// ../../script/core.c, which QuickJS has. The library finds them as `native`.

import { writeSync } from "node:fs";

const LCG = 0, LEHMER = 1, LIBC = 2;
const WORDS = 31, SEPARATION = 3, MODULUS = 2147483647;

// --- Reading --------------------------------------------------------------------------------

let bytes = new DataView(new ArrayBuffer(0)), at = 0;

export const startReading = (data) => {
  bytes = new DataView(data.buffer, data.byteOffset, data.length);
  at = 0;
};

const left = () => bytes.byteLength - at;

// Where the next bytes are; they count as read.
const pass = (size) => {
  const here = at;
  at += Math.min(size, left());
  return here;
};

// A number, zeros behind the end.
const take = (size, read) => {
  const fits = left() >= size, here = pass(size);
  return fits ? read(here) : 0;
};
const int = () => take(4, (here) => bytes.getInt32(here, true));
const byte = () => take(1, (here) => bytes.getUint8(here));
const real = () => take(8, (here) => bytes.getFloat64(here, true));
const text = (size) => {
  const here = pass(size);
  return new TextDecoder().decode(new Uint8Array(bytes.buffer, bytes.byteOffset + here, at - here));
};

// See `records` in natives.c for the codes.
const records = (many, prototype, names, codes, position, words) => {
  const list = [];
  while (list.length < many && left() > 0) {
    const object = Object.create(prototype);
    let last = 0;
    for (let f = 0; f < codes.length; ++f) {
      const code = codes[f];
      let value;
      if ("bB".includes(code)) value = last = byte();
      else if ("iI".includes(code)) value = last = int();
      else if (code === "e") value = words[byte()];
      else if (code === "w") value = words[int()];
      else if (code === "n") value = list.length;
      else if (code === "p") value = Object.assign(Object.create(position), { i: int(), j: int() });
      else value = Boolean((last >> Number(code)) & 1);
      if (!"BI".includes(code)) object[names[f]] = value;
    }
    list.push(object);
  }
  return list;
};

// Numbers of `size` bytes each, `width` to a row of which `cols` are kept. They stay unread.
const layer = (out, rows, cols, width, size, table) => {
  if (rows * width * size > left()) throw new Error("the view is too short");
  for (let i = 0; i < rows; ++i) {
    for (let j = 0; j < cols; ++j) {
      const here = at + (i * width + j) * size;
      if (size === 4) out[i * cols + j] = bytes.getInt32(here, true);
      else out[i * cols + j] = table ? table[bytes.getUint8(here)] : bytes.getUint8(here);
    }
  }
};

// --- Random numbers -------------------------------------------------------------------------

let kind = LCG;
const state = new Uint32Array(WORDS + 1);

export const startStream = (data) => {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  for (let k = 0; 4 * k < data.length; ++k) state[k] = view.getUint32(4 * k, true);
  if (kind === LIBC) state[WORDS] %= WORDS;
};

export const streamBack = (size) => new Uint8Array(state.slice(0, size / 4).buffer);

const any = () => {
  if (kind === LEHMER) {
    state[0] = (48271 * state[0]) % MODULUS;
    return state[0] - 1;
  }
  if (kind === LIBC) {
    const front = state[WORDS], back = (front + WORDS - SEPARATION) % WORDS;
    state[front] += state[back];
    state[WORDS] = (front + 1) % WORDS;
    return state[front] >>> 1;
  }
  state[0] = (Math.imul(843314861, state[0]) + 453816693) & MODULUS;
  return state[0];
};

const whole = (number) => {
  if (typeof number === "bigint") throw new TypeError("cannot convert bigint to number");
  return number | 0;
};

// From low to high, both included. An empty range costs a draw in games with LEHMER only.
const random = (from, to) => {
  const low = whole(from), width = whole(to) - low + 1;
  if (kind === LCG) {
    if (width < 1 || width > 1000000) return low;
    any();
    return low + Number((BigInt(width) * BigInt(any())) >> 31n);
  }
  if (width < 1 && kind === LIBC) return low;
  const drawn = any();
  return width < 1 ? low : (low + (drawn % width)) | 0;
};

// --- Orders and messages --------------------------------------------------------------------

export const orders = { kept: [], units: new Set(), calls: 0, warned: false };

export const startOrders = () => {
  Object.assign(orders, { kept: [], units: new Set(), calls: 0, warned: false });
};

// Answers whether the unit is named for the first time in this round.
const order = (verb, unit, a, b, most) => {
  const given = [verb, unit, a, b].map(whole), first = !orders.units.has(given[1]);
  orders.calls += 1;
  if (orders.kept.length > most) return false;
  orders.kept.push(given);
  orders.units.add(given[1]);
  return first;
};

const say = (line) => { writeSync(2, `${line}\n`); };

const warn = (line) => {
  orders.warned = true;
  say(line);
};

// --- Ways -----------------------------------------------------------------------------------

// The cell that a step leads to, -1 outside the board.
const neighbour = (here, k, steps, rows, cols, round) => {
  let i = Math.floor(here / cols) + steps[2 * k], j = (here % cols) + steps[2 * k + 1];
  if (round & 1) i = (i + rows) % rows;
  if (round & 2) j = (j + cols) % cols;
  return i < 0 || i >= rows || j < 0 || j >= cols ? -1 : i * cols + j;
};

const check = (cells, ...arrays) => {
  for (const array of arrays) {
    if (array?.BYTES_PER_ELEMENT === undefined) throw new TypeError("not a TypedArray");
    if (array.BYTES_PER_ELEMENT !== 4) throw new TypeError("this must be an Int32Array");
    if (array.length < cells) throw new RangeError(`an array of cells has ${cells} numbers`);
  }
};

const distances = (out, free, from, steps, rows, cols, round, far) => {
  check(rows * cols, out, free);
  const queue = [];
  out.fill(far);
  for (const place of from) {
    if (out[place] === 0) continue;
    out[place] = 0;
    queue.push(place);
  }
  for (const here of queue) {
    for (let k = 0; 2 * k < steps.length; ++k) {
      const next = neighbour(here, k, steps, rows, cols, round);
      if (next < 0 || out[next] !== far || !free[next]) continue;
      out[next] = out[here] + 1;
      queue.push(next);
    }
  }
};

const nearest = (goals, free, steps, rows, cols, round, start) => {
  check(rows * cols, goals, free);
  // By cell: the number of the direction with which the way begins, and its steps.
  const ways = new Map([[start, [-1, 0]]]), queue = [start];
  for (const here of queue) {
    const [begun, far] = ways.get(here);
    if (here !== start && goals[here]) return [here, begun, far];
    for (let k = 0; 2 * k < steps.length; ++k) {
      const next = neighbour(here, k, steps, rows, cols, round);
      if (next < 0 || ways.has(next) || !free[next]) continue;
      ways.set(next, [here === start ? k : begun, far + 1]);
      queue.push(next);
    }
  }
  return undefined;
};

export const natives = {
  int, byte, real, left, text, records, layer, any, random, order, say, warn, distances, nearest,
  skip: (size) => { pass(size); },
  stream: (number) => { kind = number; },
  unit: () => any() / 2147483648,
  calls: () => orders.calls,
};
