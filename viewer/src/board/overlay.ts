/** Draws what is laid over the board: players' own drawings, selection, cursor, coordinates. */
import type { Drawing } from '../viz.ts';
import type { Cell, Scene } from '../words.ts';
import type { Columns } from './camera.ts';
import { type Ink, stamp } from './ground.ts';

function tint(ink: Ink, color: string, seat: number): string {
  if (color.startsWith('#')) return color;
  return color === 'seat' ? ink.palette.seat(seat, '-line') : ink.palette.token(color);
}

/** A line in its case, so that it is seen on any ground. */
function cased(ink: Ink, color: string, width: number, dash: number[]): void {
  const { canvas, dpr } = ink;
  canvas.lineCap = 'butt';
  canvas.setLineDash([]);
  canvas.strokeStyle = ink.palette.token('mark-case');
  canvas.lineWidth = (width + 2) * dpr;
  canvas.stroke();
  canvas.setLineDash(dash.map((d) => d * dpr));
  canvas.strokeStyle = color;
  canvas.lineWidth = width * dpr;
  canvas.stroke();
  canvas.setLineDash([]);
}

export function drawings(ink: Ink, list: Drawing[], seat: number, columns: Columns): void {
  const { canvas, cell, dpr } = ink;
  for (const drawing of list) {
    const x = columns.place(drawing.at[1]);
    const y = drawing.at[0];
    if (drawing.what === 'cell') {
      canvas.beginPath();
      canvas.rect((x + 0.1) * cell, (y + 0.1) * cell, cell * 0.8, cell * 0.8);
      cased(ink, tint(ink, drawing.color, seat), 2, []);
    } else if (drawing.what === 'line') {
      canvas.beginPath();
      canvas.moveTo((x + 0.5) * cell, (y + 0.5) * cell);
      canvas.lineTo((columns.place(drawing.to[1]) + 0.5) * cell, (drawing.to[0] + 0.5) * cell);
      cased(ink, tint(ink, drawing.color, seat), 2, [5, 3]);
    } else {
      canvas.font = `600 ${12 * dpr}px ${ink.palette.token('font') || 'sans-serif'}`;
      canvas.textAlign = 'left';
      canvas.textBaseline = 'middle';
      canvas.lineWidth = 4 * dpr;
      canvas.lineJoin = 'round';
      canvas.strokeStyle = ink.palette.token('mark-case');
      canvas.fillStyle = ink.palette.token('mark');
      canvas.strokeText(drawing.words, (x + 0.5) * cell, (y + 0.5) * cell);
      canvas.fillText(drawing.words, (x + 0.5) * cell, (y + 0.5) * cell);
    }
  }
}

/** The ring around a selected cell; at least 18 px wide so that it is found on small boards. */
export function ring(ink: Ink, [i, j]: Cell, columns: Columns): void {
  const x = columns.place(j);
  if (x < columns.shown) stamp(ink, 'ring', -1, x, i, Math.max(1, (18 * ink.dpr) / ink.cell));
}

/** The dotted line of fire of the selected unit, to the edge of what is in play. */
export function fireLine(ink: Ink, scene: Scene, [i, j]: Cell, rows: number, columns: Columns): void {
  const aim = scene.pieces.find((p) => p.aim && p.i === i && p.j === j)?.aim;
  if (!aim || (aim[0] === 0 && aim[1] === 0)) return;
  const { canvas, cell } = ink;
  const x = columns.place(j);
  const steps = Math.min(
    aim[0] === 0 ? Infinity : Math.floor((aim[0] > 0 ? rows - 1 - i : i) / Math.abs(aim[0])),
    aim[1] === 0 ? Infinity
      : Math.floor((aim[1] > 0 ? columns.inPlay - 1 - x : x) / Math.abs(aim[1])),
  );
  if (steps < 1) return;
  canvas.beginPath();
  canvas.moveTo((x + 0.5 + aim[1] * 0.7) * cell, (i + 0.5 + aim[0] * 0.7) * cell);
  canvas.lineTo((x + 0.5 + aim[1] * steps) * cell, (i + 0.5 + aim[0] * steps) * cell);
  cased(ink, ink.palette.token('mark'), 1.5, [2, 5]);
}

/** A thin frame around the cell under the pointer. */
export function hover(ink: Ink, [i, j]: Cell, columns: Columns): void {
  const x = columns.place(j);
  if (x >= columns.shown) return;
  ink.canvas.beginPath();
  ink.canvas.rect(x * ink.cell, i * ink.cell, ink.cell, ink.cell);
  cased(ink, ink.palette.token('mark'), 1, []);
}

/** Hides what a player was not shown, and frames the board in the player's line. */
export function unseen(
  ink: Ink, hidden: Cell[], seat: number, rows: number, columns: Columns,
): void {
  const { canvas, cell, dpr, palette } = ink;
  for (const [i, j] of hidden) {
    const x = columns.place(j);
    if (x >= columns.shown) continue;
    canvas.globalAlpha = 0.88;
    canvas.fillStyle = palette.token('bg');
    canvas.fillRect(x * cell, i * cell, Math.ceil(cell), Math.ceil(cell));
    // A stroke across it: darkness alone could be ground.
    canvas.globalAlpha = 1;
    canvas.strokeStyle = palette.token('line-strong');
    canvas.lineWidth = dpr;
    canvas.beginPath();
    canvas.moveTo(x * cell, (i + 1) * cell);
    canvas.lineTo((x + 1) * cell, i * cell);
    canvas.stroke();
  }
  canvas.beginPath();
  canvas.rect(2 * dpr, 2 * dpr, columns.shown * cell - 4 * dpr, rows * cell - 4 * dpr);
  cased(ink, palette.seat(seat, '-line'), 3, []);
}

/** Numbers of rows and columns around the board, every 5 or 10. */
export function coordinates(
  ink: Ink, rows: number, columns: Columns, corner: { x: number; y: number }, rim: number,
): void {
  const { canvas, cell, dpr, palette } = ink;
  const every = cell < 12 * dpr ? 10 : 5;
  canvas.font = `${11 * dpr}px ${palette.token('font') || 'sans-serif'}`;
  canvas.fillStyle = palette.token('ink-3');
  canvas.textBaseline = 'middle';
  canvas.textAlign = 'right';
  const left = Math.max(corner.x - rim - 8 * dpr, 18 * dpr);
  for (let i = 0; i < rows; i += every) {
    label(ink, `${i}`, left, corner.y + (i + 0.5) * cell, corner.x - rim > 22 * dpr);
  }
  canvas.textAlign = 'center';
  const top = Math.max(corner.y - rim - 10 * dpr, 9 * dpr);
  for (let j = 0; j < columns.cols; j += every) {
    const x = columns.place(j);
    if (x < 0 || x >= columns.shown) continue;
    label(ink, `${j}`, corner.x + (x + 0.5) * cell, top, corner.y - rim > 14 * dpr);
  }
}

function label(ink: Ink, text: string, x: number, y: number, outside: boolean): void {
  const { canvas, dpr, palette } = ink;
  if (!outside) {
    canvas.lineWidth = 4 * dpr;
    canvas.lineJoin = 'round';
    canvas.strokeStyle = palette.token('bg');
    canvas.strokeText(text, x, y);
  }
  canvas.fillText(text, x, y);
}
