/** The chart of a series over time with flags and lanes: the whole of it is the slider. */
import { h, number } from './dom.ts';
import { t, word } from './i18n.ts';
import { Palette, Stamps } from './sprites.ts';
import type { Stage } from './words.ts';

const SIDE = 78;
const FLAGS = 18;
const AXIS = 18;
const LANE = 7;

export class Timeline {
  readonly element: HTMLElement;
  private readonly canvas: HTMLCanvasElement;
  private stage: Stage | null = null;
  private series = 0;
  private k = 0;
  private firstRound = 0;
  private difference: number | null = null;
  private palette = new Palette();
  private stamps = new Stamps(this.palette);
  private still: { key: string; canvas: HTMLCanvasElement };

  constructor(private readonly seek: (k: number) => void) {
    this.canvas = h('canvas', {
      class: 'timeline-canvas', tabindex: '0', role: 'slider', 'aria-label': t('timeline'),
      'aria-valuemin': '0', 'aria-valuemax': '0', 'aria-valuenow': '0',
    });
    this.still = { key: '', canvas: document.createElement('canvas') };
    this.element = h('div', { class: 'timeline' }, this.canvas);
    this.canvas.addEventListener('pointerdown', (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      this.seek(this.at(event.offsetX));
    });
    this.canvas.addEventListener('pointermove', (event) => {
      if (event.buttons & 1) this.seek(this.at(event.offsetX));
      this.tip(event.offsetX);
    });
    new ResizeObserver(() => this.resized()).observe(this.element);
  }

  load(stage: Stage, firstRound: number): void {
    this.stage = stage;
    this.firstRound = firstRound;
    this.difference = null;
    this.canvas.setAttribute('aria-valuemin', `${firstRound}`);
    this.canvas.setAttribute('aria-valuemax', `${firstRound + stage.scenes - 1}`);
    this.choose(0);
  }

  /** Marks the first picture in which a second match differs. */
  mark(difference: number | null): void {
    this.difference = difference;
    this.still.key = '';
    this.draw();
  }

  choose(series: number): void {
    this.series = series;
    this.still.key = '';
    this.draw();
  }

  recolor(): void {
    this.palette = new Palette();
    this.stamps = new Stamps(this.palette);
    this.still.key = '';
    this.draw();
  }

  show(k: number, words: string): void {
    if (this.k === k && this.still.key) return;
    this.k = k;
    this.canvas.setAttribute('aria-valuenow', `${this.firstRound + k}`);
    this.canvas.setAttribute('aria-valuetext', words);
    this.draw();
  }

  private side(): number {
    return this.canvas.clientWidth < 560 ? 12 : SIDE;
  }

  private x(k: number): number {
    const last = Math.max(1, (this.stage?.scenes ?? 1) - 1);
    return 16 + ((this.canvas.clientWidth - 16 - this.side()) * k) / last;
  }

  private at(x: number): number {
    const last = Math.max(1, (this.stage?.scenes ?? 1) - 1);
    const share = (x - 16) / (this.canvas.clientWidth - 16 - this.side());
    return Math.min(Math.max(Math.round(share * last), 0), last);
  }

  private tip(x: number): void {
    const k = this.at(x);
    const marks = this.stage?.marks.filter((m) => m.scene === k && m.kind === 'lead') ?? [];
    const lead = marks.map((m) => t('lead-changes', { name: this.stage?.names[m.seat] ?? '' }));
    this.canvas.title = [t('round', { round: this.firstRound + k }), ...lead].join(' · ');
  }

  private resized(): void {
    const dpr = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(this.canvas.clientWidth * dpr);
    this.canvas.height = Math.round(this.canvas.clientHeight * dpr);
    this.still.key = '';
    this.draw();
  }

  private draw(): void {
    const canvas = this.canvas.getContext('2d');
    if (!canvas || !this.stage || this.canvas.width === 0) return;
    const dpr = window.devicePixelRatio || 1;
    if (!this.still.key) this.paintStill(dpr);
    canvas.setTransform(1, 0, 0, 1, 0, 0);
    canvas.clearRect(0, 0, this.canvas.width, this.canvas.height);
    canvas.drawImage(this.still.canvas, 0, 0);
    canvas.setTransform(dpr, 0, 0, dpr, 0, 0);
    this.playhead(canvas);
  }

  private paintStill(dpr: number): void {
    this.still.canvas.width = this.canvas.width;
    this.still.canvas.height = this.canvas.height;
    const canvas = this.still.canvas.getContext('2d')!;
    canvas.setTransform(dpr, 0, 0, dpr, 0, 0);
    const { clientHeight: high } = this.canvas;
    const seats = this.stage!.names.length || 4;
    const bottom = high - AXIS - seats * LANE - 4;
    this.axis(canvas, bottom, high);
    this.lines(canvas, dpr, bottom);
    this.lanes(canvas, bottom + 4);
    this.flags(canvas);
    this.still.key = 'made';
  }

  private axis(canvas: CanvasRenderingContext2D, bottom: number, high: number): void {
    const last = Math.max(1, this.stage!.scenes - 1);
    const room = this.canvas.clientWidth / 8;
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000]
      .find((s) => this.x(s) - this.x(0) >= Math.min(room, 90)) ?? last;
    canvas.font = `11px ${this.palette.token('font')}`;
    canvas.textAlign = 'center';
    canvas.textBaseline = 'alphabetic';
    for (let k = 0; k <= last; k += step) {
      canvas.fillStyle = this.palette.token('line');
      canvas.fillRect(Math.round(this.x(k)), FLAGS, 1, bottom - FLAGS);
      canvas.fillStyle = this.palette.token('ink-3');
      canvas.fillText(`${this.firstRound + k}`, this.x(k), high - 5);
    }
    canvas.fillStyle = this.palette.token('line-strong');
    canvas.fillRect(this.x(0), bottom, this.x(last) - this.x(0), 1);
  }

  private lines(canvas: CanvasRenderingContext2D, dpr: number, bottom: number): void {
    const values = this.stage!.series[this.series]?.values ?? [];
    const all = values.flat();
    if (all.length === 0) return;
    const top = FLAGS + 4;
    const [least, most] = [Math.min(0, ...extremes(all)), Math.max(...extremes(all), 0)];
    const y = (v: number) => bottom - 2 - ((v - least) / (most - least || 1)) * (bottom - 4 - top);
    const seats = values[0]?.length ?? 0;
    const points = Math.max(1, Math.floor(values.length / Math.max(1, this.canvas.clientWidth)));
    for (let seat = 0; seat < seats; seat += 1) {
      canvas.beginPath();
      for (let k = 0; k < values.length; k += points) {
        const v = values[k]?.[seat] ?? 0;
        if (k === 0) canvas.moveTo(this.x(k), y(v));
        else canvas.lineTo(this.x(k), y(v));
      }
      canvas.lineTo(this.x(values.length - 1), y(values.at(-1)?.[seat] ?? 0));
      canvas.lineJoin = 'round';
      canvas.strokeStyle = this.palette.token('surface');
      canvas.lineWidth = 5;
      canvas.stroke();
      canvas.strokeStyle = this.palette.seat(seat, '-line');
      canvas.lineWidth = 2;
      canvas.stroke();
    }
    this.plates(canvas, dpr, values, y, seats);
    this.ends(canvas, dpr, values.at(-1) ?? [], y);
  }

  private plates(
    canvas: CanvasRenderingContext2D, dpr: number, values: number[][], y: (v: number) => number,
    seats: number,
  ): void {
    const marks = this.canvas.clientWidth < 560 ? 3 : 5;
    for (let seat = 0; seat < seats; seat += 1) {
      for (let n = 0; n < marks; n += 1) {
        const share = (n + (seat + 1) / (seats + 1)) / marks;
        const k = Math.round(share * (values.length - 1));
        this.plate(canvas, dpr, seat, this.x(k), y(values[k]?.[seat] ?? 0), 11);
      }
    }
  }

  private plate(
    canvas: CanvasRenderingContext2D, dpr: number, seat: number, x: number, y: number, size: number,
  ): void {
    const picture = this.stamps.get([[`seat-${seat}`, 1]], seat, Math.round(size * dpr));
    const wide = picture.width / dpr;
    canvas.drawImage(picture, x - wide / 2, y - wide / 2, wide, wide);
  }

  /** Final values at the right end, pushed apart so that none covers another. */
  private ends(
    canvas: CanvasRenderingContext2D, dpr: number, last: number[], y: (v: number) => number,
  ): void {
    if (this.side() < SIDE) return;
    const rows = last.map((value, seat) => ({ seat, value, at: y(value) }))
      .sort((a, b) => a.at - b.at);
    for (let n = 1; n < rows.length; n += 1) {
      rows[n]!.at = Math.max(rows[n]!.at, rows[n - 1]!.at + 15);
    }
    const least = this.canvas.clientHeight - AXIS - rows.length * 2;
    for (let n = rows.length - 1; n >= 0; n -= 1) {
      const under = rows[n + 1]?.at ?? least + 15;
      rows[n]!.at = Math.min(rows[n]!.at, under - 15);
    }
    canvas.font = `12px ${this.palette.token('font')}`;
    canvas.textAlign = 'left';
    canvas.textBaseline = 'middle';
    canvas.fillStyle = this.palette.token('ink');
    const x = this.canvas.clientWidth - SIDE + 12;
    for (const row of rows) {
      this.plate(canvas, dpr, row.seat, x, row.at, 11);
      const digits = Number.isInteger(row.value) ? 0 : 2;
      canvas.fillStyle = this.palette.token('ink');
      canvas.fillText(short(row.value, digits), x + 10, row.at + 0.5, SIDE - 22);
    }
  }

  private lanes(canvas: CanvasRenderingContext2D, top: number): void {
    for (const mark of this.stage!.marks) {
      if (mark.kind === 'lead') continue;
      const y = top + mark.seat * LANE;
      canvas.fillStyle = this.palette.seat(mark.seat, '-line');
      if (mark.kind === 'freeze') {
        canvas.fillStyle = this.palette.token('ink');
        canvas.fillRect(Math.round(this.x(mark.scene)) - 1, y - 1, 3, LANE);
      } else {
        canvas.fillRect(Math.round(this.x(mark.scene)) - 1, y + 1, 2.5, LANE - 3);
      }
    }
  }

  private flags(canvas: CanvasRenderingContext2D): void {
    const leads = this.stage!.marks.filter((m) => m.kind === 'lead');
    // Many changes would cover one another: then only the first of a cluster has a flag.
    let free = -Infinity;
    for (const mark of leads) {
      const x = this.x(mark.scene);
      if (x < free) continue;
      free = x + 9;
      canvas.fillStyle = this.palette.seat(mark.seat);
      canvas.strokeStyle = this.palette.token('ink');
      canvas.lineWidth = 1.2;
      canvas.beginPath();
      canvas.moveTo(x, 14);
      canvas.lineTo(x, 3);
      canvas.lineTo(x + 8, 6);
      canvas.lineTo(x, 9);
      canvas.fill();
      canvas.stroke();
    }
    if (this.difference === null) return;
    const x = Math.round(this.x(this.difference));
    canvas.fillStyle = this.palette.token('fail');
    canvas.fillRect(x - 1, FLAGS, 2, this.canvas.clientHeight - FLAGS - AXIS);
  }

  private playhead(canvas: CanvasRenderingContext2D): void {
    const x = Math.round(this.x(this.k));
    const high = this.canvas.clientHeight;
    canvas.fillStyle = this.palette.token('mark-case');
    canvas.fillRect(x - 2, 8, 4, high - AXIS - 8);
    canvas.fillStyle = this.palette.token('mark');
    canvas.fillRect(x - 1, 8, 2, high - AXIS - 8);
    canvas.beginPath();
    canvas.moveTo(x - 5, 1);
    canvas.lineTo(x + 5, 1);
    canvas.lineTo(x + 5, 8);
    canvas.lineTo(x, 13);
    canvas.lineTo(x - 5, 8);
    canvas.fill();
    const text = `${this.firstRound + this.k}`;
    canvas.font = `600 12px ${this.palette.token('font')}`;
    const wide = canvas.measureText(text).width + 10;
    const left = Math.min(Math.max(x - wide / 2, 0), this.canvas.clientWidth - wide);
    canvas.fillStyle = this.palette.token('surface');
    canvas.fillRect(left - 14, high - AXIS + 2, wide + 28, AXIS - 2);
    canvas.fillStyle = this.palette.token('mark');
    canvas.fillRect(left, high - AXIS, wide, AXIS);
    canvas.fillStyle = this.palette.token('mark-case');
    canvas.textAlign = 'center';
    canvas.textBaseline = 'middle';
    canvas.fillText(text, left + wide / 2, high - AXIS / 2 + 0.5);
  }

  /** The chosen series as a table, for those who do not see the chart. */
  table(): HTMLElement {
    const series = this.stage?.series[this.series];
    const names = this.stage?.names ?? [];
    const step = Math.max(1, Math.ceil((series?.values.length ?? 1) / 20));
    const rows = (series?.values ?? []).map((values, k) => ({ values, k }))
      .filter(({ k }) => k % step === 0 || k === this.stage!.scenes - 1)
      .map(({ values, k }) => h('tr', {},
        h('th', { scope: 'row' }, `${this.firstRound + k}`),
        ...values.map((v) => h('td', {}, number(v)))));
    return h('table', {},
      h('caption', {}, t('table', { series: word(series?.name ?? '') })),
      h('tr', {}, h('th', { scope: 'col' }, '#'),
        ...names.map((name) => h('th', { scope: 'col' }, name))),
      ...rows);
  }
}

function extremes(all: number[]): [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (const v of all) {
    if (v < least) least = v;
    if (v > most) most = v;
  }
  return [least, most];
}

/** A value that fits beside the chart. */
function short(value: number, digits: number): string {
  return Math.abs(value) >= 1e7 ? `${number(value / 1e6)} M` : number(value, digits);
}
