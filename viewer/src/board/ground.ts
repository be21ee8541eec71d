/** Draws what lies: ground, owners' washes and borders, sown marks, amounts, cities' plates. */
import type { GroundKind } from '../kinds.ts';
import type { Palette, Stamps } from '../sprites.ts';
import type { Scene, Stage } from '../words.ts';
import type { Columns } from './camera.ts';

export interface Ink {
  canvas: CanvasRenderingContext2D;
  palette: Palette;
  stamps: Stamps;
  /** Device pixels per cell. */
  cell: number;
  /** Device pixels per CSS pixel. */
  dpr: number;
  /** Cells of the tile that are seen: left, top, right, bottom. */
  view?: [number, number, number, number];
}

type Rgb = [number, number, number];

export function rgb(color: string): Rgb {
  const hex = color.replace('#', '');
  const long = hex.length === 3 ? [...hex].map((c) => c + c).join('') : hex;
  const value = Number.parseInt(long, 16) || 0;
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** `share` of the second colour in the first. */
export function mix(one: string, other: string, share: number): string {
  const [a, b] = [rgb(one), rgb(other)];
  const part = (n: number) => Math.round(a[n]! + (b[n]! - a[n]!) * share);
  return `rgb(${part(0)} ${part(1)} ${part(2)})`;
}

/** The same scatter on every machine. */
function scatter(i: number, j: number): number {
  let n = Math.imul(i + 101, 374761393) ^ Math.imul(j + 211, 668265263);
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  return ((n ^ (n >>> 16)) >>> 0) / 4294967296;
}

const WASHES: Partial<Record<GroundKind, number>> = { city: 0.46, path: 0.36 };

export class GroundPainter {
  private readonly draws = new Map<string, GroundKind>();
  /** Colours of washed ground, by way of drawing and owner, of one palette. */
  private washes = new Map<string, string>();
  private washesOf: Palette | null = null;

  constructor(private readonly stage: Stage) {
    for (const ground of stage.legend) this.draws.set(ground.letter, ground.draw);
  }

  private washed(palette: Palette, draw: GroundKind, color: string, owner: number): string {
    if (this.washesOf !== palette) {
      this.washes = new Map();
      this.washesOf = palette;
    }
    const key = `${draw}${owner}${color}`;
    let washed = this.washes.get(key);
    if (washed === undefined) {
      const wash = WASHES[draw] ?? (Number.parseFloat(palette.token('wash')) / 100 || 0.28);
      washed = mix(color, palette.seat(owner), wash);
      this.washes.set(key, washed);
    }
    return washed;
  }

  drawOf(scene: Scene, i: number, j: number): GroundKind {
    const { rows, cols } = this.stage;
    if (i < 0 || j < 0 || i >= rows || j >= cols) return 'out';
    return this.draws.get(scene.ground[i * cols + j] ?? '') ?? 'plain';
  }

  ownerOf(scene: Scene, i: number, j: number): number {
    const { rows, cols } = this.stage;
    if (i < 0 || j < 0 || i >= rows || j >= cols) return -1;
    const code = scene.owner.charCodeAt(i * cols + j) - 48;
    return code >= 0 && code <= 3 ? code : -1;
  }

  /** Whole board with its corner at the origin. */
  paint(ink: Ink, scene: Scene, columns: Columns, strong: boolean): void {
    const look = looks(ink.palette, this.stage.look);
    const ground = look('ground') || ink.palette.token('sunken');
    const { canvas, cell } = ink;
    canvas.fillStyle = ground;
    canvas.fillRect(0, 0, columns.shown * cell, this.stage.rows * cell);
    const taken = new Set(scene.pieces.map((p) => p.i * this.stage.cols + p.j));
    this.each(columns, (i, j, x, y) => {
      this.cell(ink, scene, [i, j, x, y], look, ground);
    });
    if (cell >= 12 * ink.dpr) this.lines(ink, scene, columns, ground, look);
    this.each(columns, (i, j, x, y) => {
      const owner = this.ownerOf(scene, i, j);
      const free = !taken.has(i * this.stage.cols + j);
      if (owner >= 0) this.owned(ink, scene, [i, j, x, y], owner, free, strong);
      const amount = scene.amount[i * this.stage.cols + j] ?? 0;
      if (amount > 0) stamp(ink, `virus-${Math.min(amount, 4)}`, -1, x, y, 1);
    });
    this.cities(ink, scene, columns);
  }

  private each(columns: Columns, visit: (i: number, j: number, x: number, y: number) => void): void {
    const { rows, cols } = this.stage;
    for (let j = 0; j < cols; j += 1) {
      const x = columns.place(j);
      if (x >= columns.shown) continue;
      for (let i = 0; i < rows; i += 1) visit(i, j, x, i);
    }
  }

  private cell(
    ink: Ink, scene: Scene, [i, j, x, y]: [number, number, number, number],
    look: (name: string) => string, ground: string,
  ): void {
    const { canvas, cell, palette } = ink;
    const draw = this.drawOf(scene, i, j);
    const owner = this.ownerOf(scene, i, j);
    let color = draw === 'plain' ? ground : look(draw) || ground;
    const check = look('check');
    if (draw === 'plain' && check && (i + j) % 2 === 1) color = check;
    if (draw === 'station') color = look('road') || ground;
    if (owner >= 0) color = this.washed(palette, draw, color, owner);
    const [left, top] = [Math.round(x * cell), Math.round(y * cell)];
    const width = Math.round((x + 1) * cell) - left;
    const height = Math.round((y + 1) * cell) - top;
    canvas.fillStyle = color;
    if (color !== ground) canvas.fillRect(left, top, width, height);
    if (draw === 'wall') {
      if (this.drawOf(scene, i - 1, j) !== 'wall') {
        canvas.fillStyle = look('wall-lit') || color;
        canvas.fillRect(left, top, width, Math.max(1, Math.round(cell * 0.12)));
      }
    } else if (draw === 'road') {
      this.lane(ink, scene, [i, j, left, top], look('lane'));
    } else if (draw === 'water' || draw === 'station') {
      stamp(ink, draw, -1, x, y, 1);
    } else if (draw === 'plain' && owner < 0) {
      this.texture(ink, [i, j, x, y], look);
    }
  }

  private texture(
    ink: Ink, [i, j, x, y]: [number, number, number, number], look: (name: string) => string,
  ): void {
    const chance = scatter(i, j);
    if (look('far')) {
      if (chance < 0.5) return;
      ink.canvas.fillStyle = look('far');
      const size = Math.max(1, Math.round(ink.dpr * (chance > 0.9 ? 1.5 : 1)));
      const dx = scatter(j, i);
      ink.canvas.fillRect(Math.round((x + dx) * ink.cell), Math.round((y + chance) * ink.cell), size, size);
    } else if (ink.cell >= 6 * ink.dpr && chance < 0.16) {
      if (look('dune')) stamp(ink, 'dune', -1, x, y, 1);
      else if (look('blade')) stamp(ink, 'grass', -1, x, y, 1);
    }
  }

  private lane(
    ink: Ink, scene: Scene, [i, j, left, top]: [number, number, number, number], color: string,
  ): void {
    if (ink.cell < 6 * ink.dpr || !color) return;
    const road = (a: number, b: number) => ['road', 'station'].includes(this.drawOf(scene, a, b));
    const { canvas, cell } = ink;
    const thick = Math.max(1, Math.round(cell * 0.06));
    const long = Math.round(cell * 0.5);
    const middle = Math.round(cell / 2);
    canvas.fillStyle = color;
    const across = road(i, j - 1) || road(i, j + 1);
    const down = road(i - 1, j) || road(i + 1, j);
    if (across && !down) {
      canvas.fillRect(left + Math.round(cell * 0.25), top + middle - thick / 2, long, thick);
    } else if (down && !across) {
      canvas.fillRect(left + middle - thick / 2, top + Math.round(cell * 0.25), thick, long);
    }
  }

  /** Hairlines between cells: everywhere in looks with furrows, on paved ground elsewhere. */
  private lines(
    ink: Ink, scene: Scene, columns: Columns, ground: string, look: (name: string) => string,
  ): void {
    const furrow = look('furrow');
    const { canvas, cell } = ink;
    const thin = Math.max(1, Math.round(ink.dpr));
    this.each(columns, (i, j, x, y) => {
      const draw = this.drawOf(scene, i, j);
      const owned = this.ownerOf(scene, i, j) >= 0;
      const lined = draw === 'city' || (draw === 'plain' && (furrow !== '' || owned));
      if (!lined || cell < (draw === 'city' ? 8 : 16) * ink.dpr) return;
      const bare = draw === 'plain' && !owned;
      canvas.globalAlpha = bare ? 1 : 0.42;
      canvas.fillStyle = bare ? furrow : ground;
      const [left, top] = [Math.round(x * cell), Math.round(y * cell)];
      canvas.fillRect(left, top, Math.ceil(cell), thin);
      canvas.fillRect(left, top, thin, Math.ceil(cell));
    });
    canvas.globalAlpha = 1;
  }

  private owned(
    ink: Ink, scene: Scene, [i, j, x, y]: [number, number, number, number], owner: number,
    free: boolean, strong: boolean,
  ): void {
    const { canvas, cell, dpr, palette } = ink;
    const other = (a: number, b: number) => this.ownerOf(scene, a, b) !== owner;
    const thick = cell < 12 * dpr ? Math.max(1, Math.round(dpr)) : Math.max(1, Math.round(1.5 * dpr));
    const [left, top] = [Math.round(x * cell), Math.round(y * cell)];
    const [right, bottom] = [Math.round((x + 1) * cell), Math.round((y + 1) * cell)];
    canvas.fillStyle = palette.seat(owner, '-line');
    if (other(i - 1, j)) canvas.fillRect(left, top, right - left, thick);
    if (other(i + 1, j)) canvas.fillRect(left, bottom - thick, right - left, thick);
    if (other(i, j - 1)) canvas.fillRect(left, top, thick, bottom - top);
    if (other(i, j + 1)) canvas.fillRect(right - thick, top, thick, bottom - top);
    if (free && this.drawOf(scene, i, j) !== 'city' && cell >= 5 * dpr) {
      canvas.globalAlpha = strong ? 1 : 0.42;
      stamp(ink, `sown-${owner}`, owner, x, y, 1);
      canvas.globalAlpha = 1;
    }
  }

  /** A large plate in the middle of every town that is one player's. */
  private cities(ink: Ink, scene: Scene, columns: Columns): void {
    const { rows, cols } = this.stage;
    const seen = new Set<number>();
    for (let start = 0; start < rows * cols; start += 1) {
      const [i, j] = [Math.floor(start / cols), start % cols];
      const owner = this.ownerOf(scene, i, j);
      if (seen.has(start) || owner < 0 || this.drawOf(scene, i, j) !== 'city') continue;
      const town = this.town(scene, start, owner, seen);
      const box = bounds(town, cols);
      const [wide, high] = [box.right - box.left + 1, box.bottom - box.top + 1];
      const size = Math.max(1, Math.min(wide, high) * 0.62);
      const x = columns.place((box.left + box.right) / 2);
      ink.canvas.globalAlpha = 0.72;
      stamp(ink, `seat-${owner}`, owner, x, (box.top + box.bottom) / 2, Math.min(size, 4));
      ink.canvas.globalAlpha = 1;
    }
  }

  private town(scene: Scene, start: number, owner: number, seen: Set<number>): number[] {
    const { rows, cols } = this.stage;
    const town = [start];
    seen.add(start);
    for (let n = 0; n < town.length; n += 1) {
      const [i, j] = [Math.floor(town[n]! / cols), town[n]! % cols];
      for (const [a, b] of [[i - 1, j], [i + 1, j], [i, j - 1], [i, j + 1]] as const) {
        const at = a * cols + b;
        if (a < 0 || b < 0 || a >= rows || b >= cols || seen.has(at)) continue;
        if (this.drawOf(scene, a, b) !== 'city' || this.ownerOf(scene, a, b) !== owner) continue;
        seen.add(at);
        town.push(at);
      }
    }
    return town;
  }
}

/** The look's colours, each asked for once. */
function looks(palette: Palette, look: string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    let color = known.get(name);
    if (color === undefined) {
      color = palette.token(`${look}-${name}`);
      known.set(name, color);
    }
    return color;
  };
}

function bounds(cells: number[], cols: number) {
  const rows = cells.map((c) => Math.floor(c / cols));
  const columns = cells.map((c) => c % cols);
  return {
    top: Math.min(...rows), bottom: Math.max(...rows),
    left: Math.min(...columns), right: Math.max(...columns),
  };
}

/** A symbol in the middle of a cell. */
export function stamp(ink: Ink, name: string, seat: number, x: number, y: number, scale: number): void {
  const size = Math.max(1, Math.round(ink.cell * Math.max(1, scale)));
  const part = scale > 1 ? 1 : scale;
  const picture = ink.stamps.get([[name, part]], seat, size);
  ink.canvas.drawImage(
    picture,
    Math.round((x + 0.5) * ink.cell - picture.width / 2),
    Math.round((y + 0.5) * ink.cell - picture.height / 2),
  );
}
