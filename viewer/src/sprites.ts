/** Draws the symbols of `sprites.svg` on a canvas, at any size, in the colours of the theme. */
interface Shape {
  path: Path2D;
  fill: string | null;
  fillOpacity: number;
  stroke: string | null;
  width: number;
  dash: number[];
  cap: CanvasLineCap;
  join: CanvasLineJoin;
  opacity: number;
}

const symbols = new Map<string, Shape[]>();

/** Puts the sheet into the page for `<use>` and reads it for the canvas. */
export function loadSprites(sheet: string): void {
  const holder = document.createElement('div');
  holder.hidden = true;
  holder.innerHTML = sheet.slice(sheet.indexOf('<svg'));
  document.body.prepend(holder);
  for (const symbol of holder.querySelectorAll('symbol')) {
    const shapes: Shape[] = [];
    collect(symbol, {}, shapes);
    symbols.set(symbol.id, shapes);
  }
}

const INHERITED = [
  'fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray',
  'fill-opacity',
];

function collect(parent: Element, inherited: Record<string, string>, into: Shape[]): void {
  for (const element of parent.children) {
    const style = { ...inherited };
    for (const name of INHERITED) {
      const value = element.getAttribute(name);
      if (value !== null) style[name] = value;
    }
    if (element.tagName === 'g') {
      collect(element, style, into);
      continue;
    }
    const paint = (name: string, otherwise: string | null) => {
      const value = style[name] ?? otherwise;
      return value === 'none' ? null : value;
    };
    into.push({
      path: outline(element),
      fill: paint('fill', '#000'),
      fillOpacity: Number(style['fill-opacity'] ?? 1),
      stroke: paint('stroke', null),
      width: Number(style['stroke-width'] ?? 1),
      dash: (style['stroke-dasharray'] ?? '').split(/[\s,]+/).filter(Boolean).map(Number),
      cap: (style['stroke-linecap'] ?? 'butt') as CanvasLineCap,
      join: (style['stroke-linejoin'] ?? 'miter') as CanvasLineJoin,
      opacity: Number(element.getAttribute('opacity') ?? 1),
    });
  }
}

function outline(element: Element): Path2D {
  const get = (name: string) => Number(element.getAttribute(name) ?? 0);
  if (element.tagName === 'path') return new Path2D(element.getAttribute('d') ?? '');
  const path = new Path2D();
  if (element.tagName === 'circle') path.arc(get('cx'), get('cy'), get('r'), 0, 2 * Math.PI);
  if (element.tagName === 'rect') {
    path.roundRect(get('x'), get('y'), get('width'), get('height'), get('rx'));
  }
  return path;
}

export function hasSprite(name: string): boolean {
  return symbols.has(name);
}

/** Colours of the theme as the page has them now. */
export class Palette {
  private readonly style = getComputedStyle(document.documentElement);
  private readonly known = new Map<string, string>();

  /** A token's value, empty when there is none. */
  token(name: string): string {
    let value = this.known.get(name);
    if (value === undefined) {
      value = this.style.getPropertyValue(`--${name}`).trim();
      this.known.set(name, value);
    }
    return value;
  }

  private readonly seats = new Map<string, string>();

  /** A colour of a seat: part is ``, `-line`, `-on` or `-edge`. */
  seat(seat: number, part = ''): string {
    const key = `${seat}${part}`;
    let color = this.seats.get(key);
    if (color === undefined) {
      color = this.seatColor(seat, part);
      this.seats.set(key, color);
    }
    return color;
  }

  private seatColor(seat: number, part: string): string {
    // Ten more: the seat's pieces without a filled plate below their glyphs.
    if (seat >= 10) return this.seat(seat - 10, part === '-on' ? '-line' : part);
    if (seat >= 0 && seat <= 3) return this.token(`seat-${seat}${part}`);
    if (part === '-on') return this.token('bg');
    return part === '-edge' ? this.token('ink') : this.token('nobody');
  }

  /** What a sprite's paint means for a seat. */
  paint(paint: string, seat: number): string {
    const name = /^var\(--([a-z0-9-]+)\)$/.exec(paint)?.[1];
    if (name === undefined) return paint;
    if (name === 'seat' || name.startsWith('seat-') && !/^seat-\d/.test(name)) {
      return this.seat(seat, name.slice(4));
    }
    return this.token(name);
  }
}

/** Draws a symbol whose 24 × 24 box is moved to the origin of the canvas's transform. */
export function drawSymbol(
  canvas: CanvasRenderingContext2D, name: string, seat: number, palette: Palette,
): void {
  for (const shape of symbols.get(name) ?? []) {
    const before = canvas.globalAlpha;
    canvas.globalAlpha = before * shape.opacity;
    if (shape.fill) {
      canvas.fillStyle = palette.paint(shape.fill, seat);
      canvas.globalAlpha *= shape.fillOpacity;
      canvas.fill(shape.path);
      canvas.globalAlpha = before * shape.opacity;
    }
    if (shape.stroke) {
      canvas.strokeStyle = palette.paint(shape.stroke, seat);
      canvas.lineWidth = shape.width;
      canvas.lineCap = shape.cap;
      canvas.lineJoin = shape.join;
      canvas.setLineDash(shape.dash);
      canvas.stroke(shape.path);
    }
    canvas.globalAlpha = before;
  }
  canvas.setLineDash([]);
}

/** Ready-made pictures of stacks of symbols, by name, seat and size. */
export class Stamps {
  private readonly made = new Map<string, HTMLCanvasElement>();

  constructor(readonly palette: Palette) {}

  /** `layers` are symbols with their scale in the cell; the stamp is two cells wide. */
  get(layers: [string, number][], seat: number, cell: number): HTMLCanvasElement {
    const key = `${layers.map(([n, s]) => n + s).join()}/${seat}/${cell}`;
    let stamp = this.made.get(key);
    if (!stamp) {
      stamp = document.createElement('canvas');
      stamp.width = Math.ceil(cell * 2);
      stamp.height = Math.ceil(cell * 2);
      const canvas = stamp.getContext('2d')!;
      for (const [name, scale] of layers) {
        const unit = (cell * scale) / 24;
        canvas.setTransform(unit, 0, 0, unit, stamp.width / 2 - 12 * unit, stamp.height / 2 - 12 * unit);
        drawSymbol(canvas, name, seat, this.palette);
      }
      if (this.made.size > 800) this.made.clear();
      this.made.set(key, stamp);
    }
    return stamp;
  }
}
