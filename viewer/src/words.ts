/** The types of `crates/engine/src/scene/mod.rs` and of `crates/viewer-wasm`, as JSON brings them. */
import type { AreaKind, EventKind, GroundKind, Lane, MarkKind, Tag } from './kinds.ts';

/** A text as it is, or words of the game: the English form, then what fills its places. */
export type Say = string | Say[];
export interface Fact { label: string; value: Say }
export interface Ground { letter: string; name: string; draw: GroundKind }
export interface Series { name: string; values: number[][] }
export interface Mark { scene: number; seat: number; kind: MarkKind }

export interface Stage {
  title: string;
  look: string;
  rows: number;
  cols: number;
  wraps: boolean;
  judged: boolean;
  names: string[];
  seed: string;
  settings: Fact[];
  legend: Ground[];
  scenes: number;
  series: Series[];
  marks: Mark[];
  pip: string;
  incomplete: Say;
  /** Each language and the game's Fluent file in it, which `learn` takes. */
  words: [code: string, text: string][];
}

export type Cell = [number, number];

export interface Piece {
  id: number;
  kind: string;
  seat: number;
  i: number;
  j: number;
  from: Cell | null;
  facing: Cell | null;
  health: [number, number] | null;
  tags: Tag[];
  /** A step along its line of fire. */
  aim: Cell | null;
}

export interface Area { seat: number; kind: AreaKind; cells: Cell[] }

export interface Event {
  kind: EventKind;
  lane: Lane | null;
  seat: number;
  id: number;
  other: number;
  cell: Cell;
  text: Say;
}

export interface Asked {
  seat: number;
  id: number;
  cell: Cell;
  text: Say;
  done: boolean;
  why: Say;
}

export interface SeatNow { score: number; status: number; facts: Fact[]; pips: boolean[] }

export interface Scene {
  round: number;
  ground: string;
  owner: string;
  amount: number[];
  window: [number, number] | null;
  pieces: Piece[];
  areas: Area[];
  events: Event[];
  orders: Asked[];
  seats: SeatNow[];
  counts: Fact[];
}

/** A failure receipt. */
export interface Receipt {
  cause: string;
  detail: string;
  backtrace: string[];
  fuel: number;
  memory: number;
  last_words: string[];
  round: number;
  seat: number;
  view: string;
}

/** What is known about a file once it is open. */
export interface Card {
  handle: number;
  kind: 'match' | 'res' | 'scenes';
  game: string;
  ruleset: string | null;
  engine: string;
  judged: boolean;
  players: { name: string; kind: string; digest: string }[];
  receipts: Receipt[];
  outcome: { ending: unknown } | null;
  scores: number[];
  /** The command that plays the match again; empty where the file does not say enough. */
  again?: string;
  /** Its settings, when the command reads them from `settings.cnf`. */
  settings?: string | null;
}

export interface RawOrder { verb: number; unit: number; a: number; b: number }

/** What the players did in one round; only match records know. */
export interface Turn {
  seats: {
    orders: RawOrder[]; said: string; fuel: number; status: number | null;
    /** Orders that the scene says nothing about, and what became of them. */
    rest?: Asked[];
  }[];
  notes: string;
}

/** What a player was shown before it played. */
export interface Sight {
  scene: Scene;
  /** Cells that it was told nothing about. */
  hidden: Cell[];
  /** How it numbers the seats; empty when by their own numbers. */
  numbers: number[];
  notes: Say[];
}

export type Verdict =
  | { ok: true; rounds: number }
  | { ok: false; round: number | null; why: string };

/** The unit that stands on a cell, or the thing that lies there. */
export function standing(scene: Scene, [i, j]: Cell): Piece | undefined {
  const here = scene.pieces.filter((p) => p.i === i && p.j === j);
  return here.findLast((p) => p.id >= 0 && p.seat >= 0) ?? here.at(-1);
}

/** A scene with everything absent filled in: scene files may leave parts out. */
export function whole(scene: Partial<Scene>): Scene {
  return {
    round: 0, ground: '', owner: '', amount: [], window: null, areas: [], orders: [], counts: [],
    ...scene,
    events: (scene.events ?? []).map((e) => ({ ...e, lane: e.lane ?? null })),
    pieces: (scene.pieces ?? []).map((p) => ({
      ...{ id: -1, kind: '', seat: -1, i: 0, j: 0, from: null, facing: null, health: null, aim: null },
      ...p, tags: p.tags ?? [],
    })),
    seats: (scene.seats ?? []).map((s) => ({
      ...{ score: 0, status: 0 }, ...s, facts: s.facts ?? [], pips: s.pips ?? [],
    })),
  };
}

/** A stage with everything absent filled in. */
export function wholeStage(stage: Partial<Stage>, scenes: number): Stage {
  return {
    title: '', look: '', rows: 1, cols: 1, wraps: false, judged: false, names: [], seed: '',
    settings: [], legend: [], series: [], marks: [], pip: '', incomplete: '', words: [], ...stage, scenes,
  };
}
