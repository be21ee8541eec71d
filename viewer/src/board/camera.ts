/** Where the board lies in its frame: pixels per cell and the place of its corner. */

export interface Frame { width: number; height: number }
export interface Margins { left: number; top: number; right: number; bottom: number }

export const SMALLEST = 2;
export const LARGEST = 96;

export class Camera {
  /** CSS pixels per cell. */
  cell = 16;
  /** The board's upper left corner in the frame. */
  x = 0;
  y = 0;
  /** Whether the board is fitted whenever the frame changes. */
  fitted = true;

  /** The largest whole number of pixels per cell that fits; fractions below 12. */
  fit(frame: Frame, rows: number, cols: number, margins: Margins): void {
    const width = Math.max(1, frame.width - margins.left - margins.right);
    const height = Math.max(1, frame.height - margins.top - margins.bottom);
    const exact = Math.min(width / cols, height / rows);
    this.cell = Math.max(SMALLEST, exact >= 12 ? Math.floor(exact) : Math.floor(exact * 4) / 4);
    this.x = Math.round(margins.left + (width - this.cell * cols) / 2);
    this.y = Math.round(margins.top + (height - this.cell * rows) / 2);
    this.fitted = true;
  }

  /** Zooms so that the point of the frame stays where it is. */
  zoom(factor: number, at: { x: number; y: number }): void {
    const before = this.cell;
    const wanted = before * factor;
    const rounded = wanted >= 12 ? Math.round(wanted) : wanted;
    const stuck = rounded === before;
    const next = stuck ? before + Math.sign(factor - 1) : rounded;
    this.cell = Math.min(Math.max(next, SMALLEST), LARGEST);
    this.x = Math.round(at.x - ((at.x - this.x) * this.cell) / before);
    this.y = Math.round(at.y - ((at.y - this.y) * this.cell) / before);
    this.fitted = false;
  }

  /** Moves the board, but never out of the frame altogether. */
  pan(dx: number, dy: number, frame: Frame, rows: number, cols: number): void {
    const keep = 40;
    const bound = (value: number, size: number, room: number) =>
      Math.min(Math.max(value, keep - size), room - keep);
    this.x = bound(this.x + dx, this.cell * cols, frame.width);
    this.y = bound(this.y + dy, this.cell * rows, frame.height);
    this.fitted = false;
  }

  /** Moves the board without any bound. */
  drag(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.fitted = false;
  }

  /** Brings a cell to the middle of the frame. */
  center(row: number, col: number, frame: Frame): void {
    this.x = Math.round(frame.width / 2 - (col + 0.5) * this.cell);
    this.y = Math.round(frame.height / 2 - (row + 0.5) * this.cell);
    this.fitted = false;
  }

  /** On a board without edges that is wider or higher than the frame, one may go on for ever. */
  around(frame: Frame, rows: number, cols: number): void {
    const turned = (corner: number, size: number, room: number) =>
      size <= room ? corner : corner - size * Math.floor((corner - room / 2) / size + 1);
    this.x = turned(this.x, this.cell * cols, frame.width);
    this.y = turned(this.y, this.cell * rows, frame.height);
  }

  /** Row and column under a point, which may lie off the board. */
  at(x: number, y: number): [number, number] {
    return [Math.floor((y - this.y) / this.cell), Math.floor((x - this.x) / this.cell)];
  }
}

/** Columns of a board seen through a window that moves around a cylinder. */
export class Columns {
  constructor(
    readonly cols: number,
    /** The first column shown, which may be a fraction while the window moves. */
    readonly first: number,
    /** Columns in play. */
    readonly inPlay: number,
    /** Columns drawn. */
    readonly shown: number,
  ) {}

  static of(cols: number, window: [number, number] | null, before: [number, number] | null, phase: number): Columns {
    if (!window) return new Columns(cols, 0, cols, cols);
    let first = window[0];
    if (before && phase < 1) {
      const way = shortest(window[0] - before[0], cols);
      first = before[0] + way * phase;
    }
    return new Columns(cols, first, window[1], Math.min(cols, window[1] + 4));
  }

  /** Where a column is drawn, in cells from the board's left edge. */
  place(col: number): number {
    if (this.inPlay === this.cols) return col;
    const from = ((col - this.first) % this.cols + this.cols) % this.cols;
    // What leaves on the left is still seen while the window moves.
    return from > this.cols - 1 ? from - this.cols : from;
  }

  /** The column drawn at a place. */
  column(place: number): number {
    if (this.inPlay === this.cols) return place;
    return ((Math.floor(place + this.first) % this.cols) + this.cols) % this.cols;
  }
}

/** The short way round a circle. */
export function shortest(way: number, size: number): number {
  const rest = ((way % size) + size) % size;
  return rest > size / 2 ? rest - size : rest;
}
