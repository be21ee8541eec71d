/** Draws what stands and what happens: pieces with their states, trails, areas, signs. */
import { ease } from '../playback.ts';
import { hasSprite } from '../sprites.ts';
import type { Area, Cell, Event, Piece, Scene, Stage } from '../words.ts';
import { type Columns, shortest } from './camera.ts';
import { type Ink, stamp } from './ground.ts';
import { blow, shot } from './strikes.ts';
import { seen } from './tiles.ts';

/** When moves are over and what they lead to begins. */
export const TURN = 0.6;

const SIZES: Record<string, number> = {
  farmer: 0.86, knight: 1, witch: 1.04, warrior: 0.96, citizen: 1.3, car: 1.5,
  starship: 1.25, missile: 0.8, mask: 1,
};

export interface Moment {
  scene: Scene;
  before: Scene | null;
  /** Part of the way from `before` to `scene`. */
  phase: number;
  /** Whether trails and signs are drawn. */
  signs: boolean;
  /** Rounds a second, to turn phases into time. */
  speed: number;
}

export class PiecePainter {
  constructor(private readonly stage: Stage) {}

  paint(ink: Ink, moment: Moment, columns: Columns, ids: boolean): void {
    const { scene, before, phase } = moment;
    const old = new Map(before?.pieces.filter((p) => p.id >= 0).map((p) => [p.id, p]));
    const now = new Map(scene.pieces.filter((p) => p.id >= 0).map((p) => [p.id, p]));
    const early = phase < TURN && before !== null;
    for (const area of (early ? before : scene).areas) this.area(ink, area, columns);
    if (moment.signs) this.trails(ink, moment, columns);
    if (early) {
      for (const [id, piece] of old) if (!now.has(id)) this.piece(ink, piece, place(piece, columns), 1);
    }
    for (const piece of scene.pieces) {
      const was = old.get(piece.id);
      const arrives = piece.tags.includes('taken') || piece.tags.includes('reborn');
      if (arrives && early) {
        if (was) this.piece(ink, was, place(was, columns), 1);
      } else if (piece.id >= 0 && early && !was && !piece.from) {
        continue;
      } else {
        const grown = arrives && phase < 1 ? 0.6 + 0.4 * Math.min(1, (phase - TURN) / 0.3) : 1;
        const at = this.shaken(ink, moment, piece, this.moving(piece, phase, columns));
        this.piece(ink, piece, at, grown);
        if (ids && piece.id >= 0) number(ink, piece, at);
      }
    }
    if (moment.signs && !early) this.signs(ink, moment, old, now, columns);
  }

  /** Where a piece is on its way. */
  private moving(piece: Piece, phase: number, columns: Columns): [number, number] {
    if (!piece.from || phase >= TURN) return place(piece, columns);
    const left = 1 - ease(phase / TURN);
    const [di, dj] = this.way(piece);
    return [columns.place(piece.j) - dj * left, piece.i - di * left];
  }

  /** Rows and columns of its last step. */
  way(piece: Piece): [number, number] {
    if (!piece.from) return [0, 0];
    const [di, dj] = [piece.i - piece.from[0], piece.j - piece.from[1]];
    if (!this.stage.wraps) return [di, dj];
    return [shortest(di, this.stage.rows), shortest(dj, this.stage.cols)];
  }

  private shaken(ink: Ink, moment: Moment, piece: Piece, [x, y]: [number, number]): [number, number] {
    const since = (moment.phase - TURN) / moment.speed;
    if (!piece.tags.includes('hit') || moment.phase >= 1 || since < 0 || since > 0.12) return [x, y];
    const shift = (1.5 * ink.dpr) / ink.cell;
    return [x + shift, y];
  }

  private trails(ink: Ink, moment: Moment, columns: Columns): void {
    const { canvas, cell, dpr } = ink;
    canvas.lineCap = 'round';
    canvas.lineWidth = Math.max(dpr, cell * 0.15);
    canvas.globalAlpha = 0.6;
    for (const piece of moment.scene.pieces) {
      if (!piece.from || piece.tags.includes('taken')) continue;
      const [x, y] = this.moving(piece, moment.phase, columns);
      const [di, dj] = this.way(piece);
      const [ex, ey] = place(piece, columns);
      if (ex >= columns.shown || !seen(ink, ex, ey)) continue;
      canvas.strokeStyle = ink.palette.seat(piece.seat, '-line');
      canvas.beginPath();
      canvas.moveTo((ex - dj + 0.5) * cell, (ey - di + 0.5) * cell);
      canvas.lineTo((x + 0.5) * cell, (y + 0.5) * cell);
      canvas.stroke();
    }
    canvas.globalAlpha = 1;
  }

  private area(ink: Ink, area: Area, columns: Columns): void {
    const { canvas, cell, dpr, palette } = ink;
    const inside = new Set(area.cells.map(([i, j]) => `${i},${j}`));
    canvas.fillStyle = palette.seat(area.seat);
    canvas.globalAlpha = 0.13;
    for (const [i, j] of area.cells) {
      const x = columns.place(j);
      if (!seen(ink, x, i)) continue;
      if (area.kind === 'haunting') canvas.fillRect(x * cell, i * cell, cell, cell);
    }
    canvas.globalAlpha = 1;
    canvas.strokeStyle = palette.seat(area.seat, '-line');
    canvas.lineWidth = Math.max(1, 1.4 * dpr);
    canvas.setLineDash(area.kind === 'haunting' ? [3 * dpr, 2.5 * dpr] : []);
    canvas.beginPath();
    for (const [i, j] of area.cells) {
      const [x, y] = [columns.place(j) * cell, i * cell];
      const edge = (a: number, b: number, from: [number, number], to: [number, number]) => {
        if (inside.has(`${a},${b}`)) return;
        canvas.moveTo(x + from[0] * cell, y + from[1] * cell);
        canvas.lineTo(x + to[0] * cell, y + to[1] * cell);
      };
      edge(i - 1, j, [0, 0], [1, 0]);
      edge(i + 1, j, [0, 1], [1, 1]);
      edge(i, j - 1, [0, 0], [0, 1]);
      edge(i, j + 1, [1, 0], [1, 1]);
    }
    canvas.stroke();
    canvas.setLineDash([]);
  }

  private piece(ink: Ink, piece: Piece, [x, y]: [number, number], grown: number): void {
    if (!seen(ink, x, y)) return;
    const { cell, dpr } = ink;
    const small = cell < 12 * dpr;
    const layers = layersOf(piece, cell / dpr);
    const size = Math.max(2, Math.round(cell * grown));
    const picture = ink.stamps.get(layers, paintOf(piece), size);
    const [cx, cy] = [(x + 0.5) * cell, (y + 0.5) * cell];
    const { canvas } = ink;
    const turn = this.turn(piece);
    if (turn === 0) {
      canvas.drawImage(picture, Math.round(cx - picture.width / 2), Math.round(cy - picture.height / 2));
    } else {
      canvas.save();
      canvas.translate(cx, cy);
      canvas.rotate(turn);
      canvas.drawImage(picture, -picture.width / 2, -picture.height / 2);
      canvas.restore();
    }
    const tags = new Set(piece.tags);
    if (tags.has('infected')) stamp(ink, 'infected', piece.seat, x, y, 1);
    if (tags.has('immune')) stamp(ink, 'immune', piece.seat, x, y, 1);
    if (tags.has('taken')) stamp(ink, 'captured', piece.seat, x, y, small ? 1.6 : 1.4);
    else if (tags.has('reborn')) stamp(ink, 'reborn', piece.seat, x, y, 1);
    if (tags.has('hungry') && cell >= 18 * dpr) stamp(ink, 'hungry', piece.seat, x, y, 1);
    if (!small && piece.health) health(ink, piece.health, x, y);
  }

  /** Cars are drawn driving up, ships and missiles flying right. */
  private turn(piece: Piece): number {
    if (piece.kind !== 'car' && piece.kind !== 'starship' && piece.kind !== 'missile') return 0;
    const [di, dj] = piece.facing ?? (piece.kind === 'car' ? this.way(piece) : [0, 0]);
    if (di === 0 && dj === 0) return 0;
    return Math.atan2(di, dj) + (piece.kind === 'car' ? Math.PI / 2 : 0);
  }

  private signs(
    ink: Ink, { scene, phase }: Moment, old: Map<number, Piece>, now: Map<number, Piece>,
    columns: Columns,
  ): void {
    const grown = Math.min(1, Math.max(0, (phase - TURN) / 0.15));
    for (const event of scene.events) {
      const [i, j] = event.cell;
      const x = columns.place(j);
      if (x >= columns.shown || !seen(ink, x, i)) continue;
      const victim = old.get(event.other);
      if (['hit', 'dead', 'taken'].includes(event.kind)) {
        const start = this.start(event, old.get(event.id), now.get(event.id));
        if (start) blow(ink, event.seat, [x, i], [x + start[1], i + start[0]], grown);
        if (event.kind === 'hit') {
          const near = start && Math.abs(start[0]) <= 3 && Math.abs(start[1]) <= 3;
          const [di, dj] = near ? start : [0, 0];
          stamp(ink, 'hit', event.seat, x + dj / 2, i + di / 2, 0.66);
        } else if (event.kind === 'dead' || victim) {
          cross(ink, event.cell, victim?.seat ?? event.seat, columns);
        }
      } else if (event.kind === 'shot') {
        const doer = old.get(event.id) ?? now.get(event.id);
        shot(ink, event.seat, [x, i], doer?.aim ?? doer?.facing ?? [0, 1], grown);
      } else if (event.kind === 'bonus') {
        stamp(ink, 'bonus-points', event.seat, x, i, 1.5);
      } else if (event.kind === 'refused') {
        stamp(ink, 'dead', -1, x + 0.3, i - 0.3, 0.3);
      }
    }
  }

  /** From where a blow came, in rows and columns from its cell; null when it has no doer. */
  private start(event: Event, was: Piece | undefined, is: Piece | undefined): [number, number] | null {
    if (event.id < 0 || event.id === event.other) return null;
    // Who fell in the same round stands elsewhere by now.
    const stays = is && (!was || was.seat === is.seat) && !is.tags.includes('reborn');
    const doer = stays ? is : was;
    if (!doer) return null;
    const wrapped = (v: number, size: number) => this.stage.wraps ? shortest(v, size) : v;
    const from = (i: number, j: number): [number, number] => [
      wrapped(i - event.cell[0], this.stage.rows), wrapped(j - event.cell[1], this.stage.cols),
    ];
    const start = from(doer.i, doer.j);
    if (start[0] !== 0 || start[1] !== 0) return start;
    const before = doer.from ?? (was && [was.i, was.j]);
    const other = before ? from(before[0], before[1]) : start;
    return other[0] !== 0 || other[1] !== 0 ? other : null;
  }
}

export function place(piece: { i: number; j: number }, columns: Columns): [number, number] {
  return [columns.place(piece.j), piece.i];
}

/** Frozen players' pieces have open plates, on which glyphs take the seat's line colour. */
function paintOf(piece: Piece): number {
  return piece.tags.includes('frozen') && piece.seat >= 0 ? piece.seat + 10 : piece.seat;
}

/** The symbols of a piece, lowest first, with their scale in the cell. */
export function layersOf(
  piece: Pick<Piece, 'kind' | 'seat' | 'tags'> & { i?: number; j?: number }, cell: number,
): [string, number][] {
  const { kind, seat } = piece;
  if (kind === 'starship') return [[`starship-${Math.max(0, seat)}`, SIZES.starship!]];
  if (kind === 'missile') return [[`missile-${Math.max(0, seat)}`, 1]];
  if (kind === 'asteroid') return [[`asteroid-${'abc'[((piece.i ?? 0) * 7 + (piece.j ?? 0)) % 3] ?? 'a'}`, 1]];
  if (seat < 0) return [[hasSprite(kind) ? kind : 'bonus-points', 1]];
  const frozen = piece.tags.includes('frozen');
  const more = seat === 1 ? 1.08 : 1;
  const base = SIZES[kind] ?? 0.9;
  if (cell < 12 && kind !== 'car' && kind !== 'citizen') {
    const size = kind === 'farmer' ? 0.72 : 0.94;
    const plate: [string, number] = [`seat-${seat}${frozen ? '-open' : ''}`, size * more];
    const pip = hasSprite(`${kind}-small`) && cell >= 6;
    return pip ? [plate, [`${kind}-small`, size]] : [plate];
  }
  const layers: [string, number][] = [];
  if (kind === 'car') layers.push(['car-wheels', base]);
  layers.push([`seat-${seat}${frozen ? '-open' : ''}`, base * more]);
  const bare = kind === 'warrior' && cell < 15;
  if (hasSprite(kind) && !bare) layers.push([kind, base * (seat === 1 ? 0.9 : 1)]);
  if (piece.tags.includes('masked')) layers.push(['masked', base * 0.9]);
  return layers;
}

function health(ink: Ink, [now, most]: [number, number], x: number, y: number): void {
  if (now >= most || most <= 0) return;
  const { canvas, cell, dpr } = ink;
  const high = Math.max(2 * dpr, Math.round(cell * 0.13));
  const left = Math.round((x + 0.1) * cell);
  const top = Math.round((y + 1) * cell - high);
  const wide = Math.round(cell * 0.8);
  canvas.fillStyle = '#000';
  canvas.fillRect(left - dpr, top - dpr, wide + 2 * dpr, high + 2 * dpr);
  canvas.fillStyle = '#fff';
  canvas.fillRect(left, top, Math.round((wide * Math.max(0, now)) / most), high);
}

function cross(ink: Ink, cell: Cell, seat: number, columns: Columns): void {
  const x = columns.place(cell[1]);
  if (x < columns.shown) stamp(ink, 'dead', seat, x, cell[0], 0.62);
}

function number(ink: Ink, piece: Piece, [x, y]: [number, number]): void {
  const { canvas, cell, dpr } = ink;
  if (cell < 24 * dpr) return;
  canvas.font = `600 ${Math.round(cell * 0.3)}px sans-serif`;
  canvas.textAlign = 'right';
  canvas.textBaseline = 'top';
  canvas.lineWidth = 3 * dpr;
  canvas.strokeStyle = ink.palette.token('mark-case');
  canvas.fillStyle = ink.palette.token('mark');
  const at: [string, number, number] = [`${piece.id}`, (x + 1) * cell, y * cell];
  canvas.strokeText(...at);
  canvas.fillText(...at);
}
