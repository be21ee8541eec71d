/** A board that goes on at its opposite edges is drawn as tiles: itself and its continuation. */
import type { Ink } from './ground.ts';

/** Cells of the continuation around a board that is seen as a whole. */
export const RIM = 1;

export interface Size { width: number; height: number }
export interface Point { x: number; y: number }

export interface Tiles {
  /** Corners of all tiles that are seen at all; the board itself comes last. */
  corners: Point[];
  /** What may be drawn on: left, top, width, height. */
  clip: [number, number, number, number] | null;
  /** Whether the continuation is only a rim, which is dimmed. */
  rim: boolean;
}

/** How far the board is continued on one axis, in pixels before and after it. */
function reach(corner: number, board: number, frame: number, cell: number, rim: number): [number, number] {
  if (board <= frame) return [rim * cell, rim * cell];
  return [Math.max(0, corner), Math.max(0, frame - corner - board)];
}

/** The tiles of a board with its corner at a point, all in pixels. */
export function tilesOf(
  wraps: boolean, corner: Point, board: Size, frame: Size, cell: number, rim: number,
): Tiles {
  if (!wraps) return { corners: [corner], clip: null, rim: false };
  const [left, right] = reach(corner.x, board.width, frame.width, cell, rim);
  const [above, below] = reach(corner.y, board.height, frame.height, cell, rim);
  const corners: Point[] = [];
  for (const down of [-1, 1, 0]) {
    for (const across of [-1, 1, 0]) {
      // Units on their way across an edge belong to the tile beside it: it is always drawn.
      corners.push({ x: corner.x + across * board.width, y: corner.y + down * board.height });
    }
  }
  return {
    corners,
    clip: [corner.x - left, corner.y - above, board.width + left + right, board.height + above + below],
    rim: board.width <= frame.width || board.height <= frame.height,
  };
}

/** Dims the rim of a board that is seen as a whole, and draws the seam. */
export function seam(ink: Ink, tiles: Tiles, corner: Point, board: Size): void {
  if (!tiles.clip) return;
  const { canvas, dpr, palette } = ink;
  const [left, top, width, height] = tiles.clip;
  if (tiles.rim) {
    canvas.globalAlpha = 0.6;
    canvas.fillStyle = palette.token('bg');
    canvas.beginPath();
    canvas.rect(left, top, width, height);
    canvas.rect(corner.x, corner.y, board.width, board.height);
    canvas.fill('evenodd');
    canvas.globalAlpha = 1;
  }
  canvas.strokeStyle = palette.token('ink-3');
  canvas.lineWidth = dpr;
  canvas.setLineDash([4 * dpr, 4 * dpr]);
  canvas.strokeRect(corner.x - 0.5 * dpr, corner.y - 0.5 * dpr, board.width + dpr, board.height + dpr);
  canvas.setLineDash([]);
}

/** Whether something about a cell and a half wide at a place of a tile is seen. */
export function seen(ink: Ink, x: number, y: number): boolean {
  const { view } = ink;
  return !view || (x >= view[0] - 2 && y >= view[1] - 2 && x <= view[2] + 1 && y <= view[3] + 1);
}
