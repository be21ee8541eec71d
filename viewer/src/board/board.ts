/** The board: a canvas that is drawn from scenes, and the hands on it. */
import { h, icon } from '../dom.ts';
import { type PlainId, t } from '../i18n.ts';
import { Palette, Stamps } from '../sprites.ts';
import type { Drawing } from '../viz.ts';
import type { Cell, Scene, Sight, Stage } from '../words.ts';
import { Camera, Columns } from './camera.ts';
import { GroundPainter, type Ink } from './ground.ts';
import { coordinates, drawings, fireLine, hover, ring, unseen } from './overlay.ts';
import { type Moment, PiecePainter, TURN } from './pieces.ts';
import { RIM, seam, type Tiles, tilesOf } from './tiles.ts';

export interface Hands {
  /** The pointer or the keyboard's cursor is over a cell; null when it left. */
  look(cell: Cell | null): void;
  pick(cell: Cell): void;
}

const STRIP = 96;

export class Board {
  readonly element: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly camera = new Camera();
  selected: Cell | null = null;
  hovered: Cell | null = null;
  overlay: { seat: number; list: Drawing[] }[] = [];
  moreMarks = false;
  private stage: Stage | null = null;
  private ground: GroundPainter | null = null;
  private pieces: PiecePainter | null = null;
  /** What is drawn: the match, or what a player was shown of it. */
  private moment: Moment | null = null;
  private match: Moment | null = null;
  private seen: { sight: Sight; seat: number } | null = null;
  private palette = new Palette();
  private stamps = new Stamps(this.palette);
  private base: { key: string; of: Scene | null; canvas: HTMLCanvasElement } = {
    key: '', of: null, canvas: document.createElement('canvas'),
  };
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private dragged = 0;
  /** What waits for the first picture. */
  private due: (() => void) | null = null;

  constructor(private readonly hands: Hands, private readonly caption: HTMLElement) {
    this.canvas = h('canvas', {
      class: 'board-canvas', tabindex: '0', role: 'application', 'aria-label': t('board'),
      'aria-describedby': 'live',
    });
    const tool = (name: string, label: PlainId, act: () => void) => h('button', {
      class: 'tool', type: 'button', title: t(label), 'aria-label': t(label), onclick: act,
    }, icon(name));
    const middle = () => ({ x: this.frame().width / 2, y: this.frame().height / 2 });
    this.element = h('div', { class: 'board' }, this.canvas,
      h('div', { class: 'zoom', role: 'group', 'aria-label': t('zoom') },
        tool('plus', 'zoom-in', () => this.zoom(1.25, middle())),
        tool('minus', 'zoom-out', () => this.zoom(0.8, middle())),
        tool('fit', 'fit', () => this.fit())),
      this.caption);
    this.listen();
    new ResizeObserver(() => this.resized()).observe(this.element);
  }

  load(stage: Stage): void {
    this.stage = stage;
    this.ground = new GroundPainter(stage);
    this.pieces = new PiecePainter(stage);
    this.moment = null;
    this.match = null;
    this.seen = null;
    this.due = null;
    this.base.key = '';
    this.selected = null;
    this.hovered = null;
    this.resized();
  }

  /** Takes the colours of the page anew, after a change of theme. */
  recolor(): void {
    this.palette = new Palette();
    this.stamps = new Stamps(this.palette);
    this.base.key = '';
    this.draw();
  }

  show(moment: Moment): void {
    const first = this.moment === null;
    this.match = moment;
    if (!this.seen) this.moment = moment;
    if (first && this.camera.fitted) this.fit();
    else this.draw();
    this.due?.();
    this.due = null;
  }

  /** Shows what a player was shown, or the match again. */
  see(seen: { sight: Sight; seat: number } | null): void {
    if (!seen && !this.seen) return;
    this.seen = seen;
    this.moment = seen
      ? { scene: seen.sight.scene, before: null, phase: 1, signs: false, speed: 1 } : this.match;
    this.draw();
  }

  fit(): void {
    if (!this.stage || !this.moment) return;
    const narrow = this.frame().width < 640;
    // The numbers of rows and columns stand beside the board.
    const margins = {
      left: narrow ? 24 : 28, top: narrow ? 18 : 28, right: narrow ? 4 : 20,
      bottom: (narrow ? 4 : 12) + (this.moment.scene.window ? STRIP : 0),
    };
    const rim = this.endless() ? RIM : 0;
    const [rows, cols] = [this.stage.rows + 2 * rim, this.columns().shown + 2 * rim];
    this.camera.fit(this.frame(), rows, cols, margins);
    this.camera.x += rim * this.camera.cell;
    this.camera.y += rim * this.camera.cell;
    this.draw();
  }

  /** Whether the board goes on at its opposite edges. */
  private endless(): boolean {
    return Boolean(this.stage?.wraps && !this.moment?.scene.window);
  }

  private around(): void {
    if (this.endless()) this.camera.around(this.frame(), this.stage!.rows, this.stage!.cols);
  }

  zoom(factor: number, at: { x: number; y: number }): void {
    this.camera.zoom(factor, at);
    this.around();
    this.draw();
  }

  pan(dx: number, dy: number): void {
    if (!this.stage || !this.moment) return;
    const frame = this.frame();
    if (this.endless() && this.wider(frame)) this.camera.drag(dx, dy);
    else this.camera.pan(dx, dy, frame, this.stage.rows, this.columns().shown);
    this.around();
    this.draw();
  }

  /** Whether the frame shows only part of the board in both directions. */
  private wider(frame: { width: number; height: number }): boolean {
    const { cell } = this.camera;
    return cell * this.stage!.cols > frame.width && cell * this.stage!.rows > frame.height;
  }

  center(cell: Cell): void {
    if (!this.moment) return;
    this.camera.center(cell[0], this.columns().place(cell[1]), this.frame());
    this.around();
    this.draw();
  }

  /** A cell at 30 px or more, in the middle of the part of the frame above `bottom`, in page
   * coordinates: what a sheet leaves free. */
  closeUp(cell: Cell, bottom: number): void {
    if (!this.moment) {
      this.due = () => this.closeUp(cell, bottom);
      return;
    }
    const frame = this.frame();
    const free = bottom - this.canvas.getBoundingClientRect().top;
    const height = Math.min(Math.max(free, 60), frame.height);
    this.camera.cell = Math.max(this.camera.cell, 30);
    this.camera.center(cell[0], this.columns().place(cell[1]), { width: frame.width, height });
    this.draw();
  }

  private frame(): { width: number; height: number } {
    return { width: this.canvas.clientWidth, height: this.canvas.clientHeight };
  }

  private columns(): Columns {
    const { scene, before, phase } = this.moment!;
    return Columns.of(this.stage!.cols, scene.window, before?.window ?? null, phase);
  }

  private resized(): void {
    const { width, height } = this.frame();
    if (width === 0 || height === 0) return;
    const dpr = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * dpr);
    this.canvas.height = Math.round(height * dpr);
    if (this.camera.fitted) this.fit();
    else this.draw();
  }

  draw(): void {
    const canvas = this.canvas.getContext('2d');
    if (!canvas || !this.moment || !this.stage) return;
    const dpr = window.devicePixelRatio || 1;
    const { camera } = this;
    const ink: Ink = {
      canvas, palette: this.palette, stamps: this.stamps, cell: camera.cell * dpr, dpr,
    };
    canvas.setTransform(1, 0, 0, 1, 0, 0);
    canvas.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const columns = this.columns();
    const corner = { x: Math.round(camera.x * dpr), y: Math.round(camera.y * dpr) };
    this.paint(ink, columns, corner, false);
    coordinates(ink, this.stage.rows, columns, corner, this.endless() ? RIM * ink.cell : 0);
    if (this.moment.scene.window) this.strip(ink);
  }

  /** Everything on the board, its corner at a point. */
  private paint(ink: Ink, columns: Columns, corner: { x: number; y: number }, bare: boolean): void {
    const { canvas, cell } = ink;
    const board = { width: columns.shown * cell, height: this.stage!.rows * cell };
    const frame = { width: canvas.canvas.width, height: canvas.canvas.height };
    const base = this.baseFor(ink, this.moment!, columns);
    const tiles = tilesOf(this.endless(), corner, board, frame, cell, bare ? 0 : RIM);
    canvas.save();
    if (tiles.clip) {
      canvas.beginPath();
      canvas.rect(...tiles.clip);
      canvas.clip();
    }
    for (const { x, y } of tiles.corners) canvas.drawImage(base, x, y);
    for (const tile of tiles.corners) this.tile(ink, columns, tile, tiles, bare);
    canvas.restore();
    if (!bare) seam(ink, tiles, corner, board);
  }

  /** Everything that stands on one tile. */
  private tile(
    ink: Ink, columns: Columns, { x, y }: { x: number; y: number }, { clip }: Tiles, bare: boolean,
  ): void {
    const { canvas, cell } = ink;
    const moment = this.moment!;
    const [left, top, width, height] = clip ?? [0, 0, canvas.canvas.width, canvas.canvas.height];
    ink.view = [(left - x) / cell, (top - y) / cell, (left + width - x) / cell, (top + height - y) / cell];
    canvas.save();
    canvas.translate(x, y);
    if (moment.scene.window) {
      canvas.beginPath();
      canvas.rect(0, 0, columns.shown * cell, this.stage!.rows * cell);
      canvas.clip();
    }
    const small = cell < 6 * ink.dpr;
    this.pieces!.paint(ink, small ? { ...moment, signs: false } : moment, columns, !small && this.moreMarks);
    if (moment.scene.window) this.curtain(ink, columns);
    if (this.seen) unseen(ink, this.seen.sight.hidden, this.seen.seat, this.stage!.rows, columns);
    else for (const { seat, list } of this.overlay) drawings(ink, list, seat, columns);
    if (!bare && this.hovered) hover(ink, this.hovered, columns);
    if (!bare && this.selected && !this.seen) {
      fireLine(ink, moment.scene, this.selected, this.stage!.rows, columns);
      ring(ink, this.selected, columns);
    }
    canvas.restore();
  }

  /** The ground is painted once per picture and size. */
  private baseFor(ink: Ink, moment: Moment, columns: Columns): HTMLCanvasElement {
    const early = moment.phase < TURN && moment.before !== null;
    const of = early ? moment.before : moment.scene;
    const key = `${ink.cell}/${columns.first}/${this.moreMarks}`;
    const { base } = this;
    if (base.key !== key || base.of !== of) {
      base.canvas.width = Math.ceil(columns.shown * ink.cell);
      base.canvas.height = Math.ceil(this.stage!.rows * ink.cell);
      const canvas = base.canvas.getContext('2d')!;
      this.ground!.paint({ ...ink, canvas }, of!, columns, this.moreMarks);
      Object.assign(base, { key, of });
    }
    return base.canvas;
  }

  /** Dims what is beyond the window and draws its two edges. */
  private curtain(ink: Ink, columns: Columns): void {
    const { canvas, cell, dpr } = ink;
    const high = this.stage!.rows * cell;
    canvas.fillStyle = ink.palette.token(`${this.stage!.look}-out`) || ink.palette.token('bg');
    canvas.globalAlpha = 0.66;
    canvas.fillRect(columns.inPlay * cell, 0, (columns.shown - columns.inPlay) * cell, high);
    canvas.globalAlpha = 1;
    canvas.fillStyle = ink.palette.token('mark');
    canvas.fillRect(0, 0, dpr, high);
    canvas.fillRect(columns.inPlay * cell - dpr, 0, dpr, high);
  }

  /** The whole cylinder below the window. */
  private strip(ink: Ink): void {
    const { canvas, dpr, palette } = ink;
    const { scene } = this.moment!;
    const { rows, cols, look } = this.stage!;
    const room = this.canvas.width - 72 * dpr;
    const cell = Math.min(room / cols, ((STRIP - 34) * dpr) / rows);
    const left = Math.round((this.canvas.width - cell * cols) / 2);
    const top = this.canvas.height - Math.round((STRIP - 22) * dpr);
    canvas.font = `${11 * dpr}px ${palette.token('font')}`;
    canvas.textAlign = 'left';
    canvas.textBaseline = 'alphabetic';
    canvas.fillStyle = palette.token('ink-3');
    canvas.fillText(t('whole-board', { columns: cols }), left, top - 6 * dpr);
    canvas.fillStyle = palette.token(`${look}-ground`);
    canvas.fillRect(left, top, cell * cols, cell * rows);
    const size = Math.max(2 * dpr, cell * 0.9);
    for (const piece of scene.pieces) {
      canvas.fillStyle = piece.seat < 0 ? palette.token('line-strong') : palette.seat(piece.seat);
      canvas.fillRect(left + piece.j * cell, top + piece.i * cell, size, size);
    }
    const [first, wide] = scene.window!;
    canvas.strokeStyle = palette.token('mark');
    canvas.lineWidth = dpr;
    for (const turn of [0, -cols]) {
      const [from, to] = [Math.max(0, first + turn), Math.min(cols, first + turn + wide)];
      if (to > from) canvas.strokeRect(left + from * cell, top, (to - from) * cell, cell * rows);
    }
  }

  /** A picture of the whole board with a line of words below it. */
  picture(words: string): HTMLCanvasElement {
    const { rows } = this.stage!;
    const columns = this.columns();
    const cell = Math.max(8, Math.min(32, Math.floor(1600 / Math.max(rows, columns.shown))));
    const made = h('canvas', {
      width: columns.shown * cell + 80, height: rows * cell + 120,
    });
    const canvas = made.getContext('2d')!;
    const ink: Ink = { canvas, palette: this.palette, stamps: this.stamps, cell, dpr: 1 };
    canvas.fillStyle = this.palette.token('bg');
    canvas.fillRect(0, 0, made.width, made.height);
    this.paint(ink, columns, { x: 40, y: 40 }, true);
    coordinates(ink, rows, columns, { x: 40, y: 40 }, 0);
    canvas.font = `600 18px ${this.palette.token('font')}`;
    canvas.fillStyle = this.palette.token('ink');
    canvas.textAlign = 'left';
    canvas.fillText(words, 40, rows * cell + 80, made.width - 80);
    return made;
  }

  private cellAt(event: { offsetX: number; offsetY: number }): Cell | null {
    if (!this.stage || !this.moment) return null;
    const columns = this.columns();
    let [i, place] = this.camera.at(event.offsetX, event.offsetY);
    if (this.endless()) {
      const { rows, cols } = this.stage;
      const frame = this.frame();
      const far = (v: number, size: number, room: number) =>
        this.camera.cell * size <= room && (v < -RIM || v >= size + RIM);
      if (far(i, rows, frame.height) || far(place, cols, frame.width)) return null;
      [i, place] = [((i % rows) + rows) % rows, ((place % cols) + cols) % cols];
    }
    if (i < 0 || i >= this.stage.rows || place < 0 || place >= columns.shown) return null;
    return [i, columns.column(place)];
  }

  private listen(): void {
    const { canvas } = this;
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, { x: event.offsetX, y: event.offsetY });
    }, { passive: false });
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
      this.dragged = 0;
    });
    canvas.addEventListener('pointermove', (event) => this.pointerMoves(event));
    const end = (event: PointerEvent) => {
      const was = this.pointers.delete(event.pointerId);
      if (!was || event.type === 'pointercancel' || this.dragged > 5) return;
      const cell = this.cellAt(event);
      if (cell) this.hands.pick(cell);
    };
    canvas.addEventListener('pointerup', end);
    canvas.addEventListener('pointercancel', end);
    canvas.addEventListener('pointerleave', () => this.hands.look(null));
    canvas.addEventListener('dblclick', (event) => {
      this.zoom(1.6, { x: event.offsetX, y: event.offsetY });
    });
  }

  private pointerMoves(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    const at = { x: event.offsetX, y: event.offsetY };
    if (!before) {
      this.hands.look(this.cellAt(event));
      return;
    }
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId);
    this.pointers.set(event.pointerId, at);
    const [dx, dy] = [at.x - before.x, at.y - before.y];
    this.dragged += Math.abs(dx) + Math.abs(dy);
    if (others[0]) {
      const other = others[0][1];
      const wide = (p: { x: number; y: number }) => Math.hypot(p.x - other.x, p.y - other.y);
      const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
      if (wide(before) > 8) this.zoom(wide(at) / wide(before), middle);
    } else if (this.dragged > 5) {
      this.pan(dx, dy);
    }
  }
}
