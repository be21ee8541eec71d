/** Blows and shots: lines that say at a glance who attacked whom. */
import type { Ink } from './ground.ts';

type At = [x: number, y: number];

/** A doer farther away than this, in cells, did it from afar: its line is dotted. */
const NEAR = 3;

/** An arrow from the doer's place to the struck cell, in its case, so that it is seen on any
 * ground and over the doer's own plate; `grown` is how much of it there is already. */
export function blow(ink: Ink, seat: number, to: At, from: At, grown: number): void {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const long = Math.hypot(dx, dy);
  if (long === 0) return;
  const [ux, uy] = [dx / long, dy / long];
  const far = long > NEAR;
  const [begin, end] = [0.1, Math.max(0.5, (long - 0.1) * grown)];
  arrow(ink, seat, [from[0] + ux * begin, from[1] + uy * begin], [from[0] + ux * end, from[1] + uy * end], far);
}

/** A streak out of the muzzle along a line of fire. */
export function shot(ink: Ink, seat: number, [x, y]: At, [di, dj]: [number, number], grown: number): void {
  const long = Math.hypot(di, dj) || 1;
  const [ux, uy] = [dj / long, di / long];
  const end = 0.7 + 1.5 * grown;
  arrow(ink, seat, [x + ux * 0.6, y + uy * 0.6], [x + ux * end, y + uy * end], false);
}

function arrow(ink: Ink, seat: number, from: At, to: At, dotted: boolean): void {
  const { canvas, cell, dpr, palette } = ink;
  const wide = Math.max(2 * dpr, cell * (dotted ? 0.07 : 0.14));
  const head = dotted ? 0 : Math.max(6 * dpr, cell * 0.3);
  const at = ([x, y]: At): At => [(x + 0.5) * cell, (y + 0.5) * cell];
  const [[ax, ay], [bx, by]] = [at(from), at(to)];
  const angle = Math.atan2(by - ay, bx - ax);
  const [hx, hy] = [bx - Math.cos(angle) * head, by - Math.sin(angle) * head];
  for (const [color, more] of [[palette.token('mark'), 2.5 * dpr], [palette.seat(seat, '-line'), 0]] as const) {
    canvas.lineCap = 'butt';
    canvas.lineJoin = 'round';
    canvas.strokeStyle = color;
    canvas.fillStyle = color;
    canvas.lineWidth = wide + more;
    canvas.setLineDash(dotted ? [3 * dpr, 4 * dpr] : []);
    canvas.beginPath();
    canvas.moveTo(ax, ay);
    canvas.lineTo(hx, hy);
    canvas.stroke();
    canvas.setLineDash([]);
    if (head === 0) continue;
    const side = (turn: number): At => [
      bx - Math.cos(angle + turn) * head * 1.25, by - Math.sin(angle + turn) * head * 1.25,
    ];
    canvas.beginPath();
    canvas.moveTo(bx, by);
    canvas.lineTo(...side(0.55));
    canvas.lineTo(...side(-0.55));
    canvas.closePath();
    canvas.fill();
    if (more > 0) {
      canvas.lineWidth = more;
      canvas.stroke();
    }
  }
}
