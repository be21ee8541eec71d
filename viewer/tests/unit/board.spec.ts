import { expect, test } from '@playwright/test';
import { Camera, Columns, LARGEST, shortest, SMALLEST } from '../../src/board/camera.ts';
import { layersOf } from '../../src/board/pieces.ts';
import { EventKind, type Tag } from '../../src/kinds.ts';
import { sceneFile } from '../../src/scenefile.ts';
import { inItsOrder } from '../../src/panels/sight.ts';
import { places } from '../../src/panels/strips.ts';
import { tilesOf } from '../../src/board/tiles.ts';

const frame = { width: 800, height: 600 };
const margins = { left: 20, top: 20, right: 20, bottom: 20 };

test('fitting takes whole pixels and centres', () => {
  const camera = new Camera();
  camera.fit(frame, 37, 37, margins);
  expect(camera.cell).toBe(15);
  expect(camera.at(camera.x, camera.y)).toEqual([0, 0]);
  expect(Math.abs(camera.x - margins.left - (760 - 37 * 15) / 2)).toBeLessThanOrEqual(0.5);
});

test('huge boards get fractions, but stay visible', () => {
  const camera = new Camera();
  camera.fit(frame, 1000, 1000, margins);
  expect(camera.cell).toBe(SMALLEST);
});

test('zooming keeps the point under the pointer', () => {
  const camera = new Camera();
  camera.fit(frame, 20, 20, margins);
  const before = camera.at(300, 200);
  camera.zoom(1.6, { x: 300, y: 200 });
  expect(camera.at(300, 200)).toEqual(before);
  for (let n = 0; n < 50; n += 1) camera.zoom(1.2, { x: 300, y: 200 });
  expect(camera.cell).toBe(LARGEST);
  for (let n = 0; n < 90; n += 1) camera.zoom(0.8, { x: 300, y: 200 });
  expect(camera.cell).toBe(SMALLEST);
});

test('panning never loses the board', () => {
  const camera = new Camera();
  camera.fit(frame, 20, 20, margins);
  camera.pan(10_000, -10_000, frame, 20, 20);
  expect(camera.x).toBeLessThan(frame.width);
  expect(camera.y).toBeGreaterThan(-20 * camera.cell);
});

test('the short way round', () => {
  expect(shortest(59, 60)).toBe(-1);
  expect(shortest(-59, 60)).toBe(1);
  expect(shortest(3, 60)).toBe(3);
});

test('columns seen through a window that crosses the seam', () => {
  const columns = Columns.of(60, [50, 30], null, 1);
  expect(columns.place(50)).toBe(0);
  expect(columns.place(5)).toBe(15);
  expect(columns.column(15)).toBe(5);
  expect(columns.shown).toBe(34);
  const moving = Columns.of(60, [0, 30], [59, 30], 0.5);
  expect(moving.first).toBe(59.5);
});

test('a unit is plate and glyph, smaller ones lose detail, frozen ones are open', () => {
  const names = (cell: number, tags: Tag[] = [], kind = 'knight') =>
    layersOf({ kind, seat: 1, tags }, cell).map(([name]) => name);
  expect(names(24, ['frozen'])).toContain('seat-1-open');
  expect(names(24, ['frozen'])).not.toContain('seat-1');
  expect(names(24, ['masked'])).toContain('masked');
  expect(names(24, [], 'unheard-of')).toEqual(['seat-1']);
});

test('places: equals share the better one', () => {
  expect(places([5, 9, 9, 1])).toEqual([3, 1, 1, 4]);
});

test('a scene file opens, wrong ones are told why', async () => {
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  const source = sceneFile(bytes({ stage: { title: 'Toy', names: ['a'] }, scenes: [{ round: 3, seats: [{ score: 7 }] }] }));
  expect(source?.card.scores).toEqual([7]);
  expect((await source!.scene(0))?.pieces).toEqual([]);
  expect(await source!.scene(1)).toBeNull();
  expect(sceneFile(new TextEncoder().encode('Game\n'))).toBeNull();
  expect(() => sceneFile(bytes({ stage: {}, scenes: [] }))).toThrow(/scenes/);
  expect(() => sceneFile(new TextEncoder().encode('{ "stage"'))).toThrow(/JSON/);
});

test('a scene file with a misspelt word is refused with the scene and the known words', () => {
  const stage = { title: 'Toy', names: ['a'] };
  const read = (more: object, scene: object) => () => sceneFile(new TextEncoder().encode(
    JSON.stringify({ stage: { ...stage, ...more }, scenes: [{}, scene] }),
  ));
  const event = { kind: 'hit', seat: 0, id: 0, other: 1, cell: [0, 0], text: '' };
  const legend = [{ letter: '.', name: 'x', draw: 'plane' }];
  const area = { seat: 0, kind: 'haunted', cells: [] };
  const known = EventKind.map((kind) => `\`${kind}\``).join(', ');
  expect(read({}, { events: [{ ...event, kind: 'hitt' }] }))
    .toThrow(`Scene 1: \`hitt\` is not a known kind of event. Known are ${known}.`);
  expect(read({}, { events: [{ ...event, lane: 'dead' }] })).toThrow(/`dead` is not a known lane/);
  expect(read({}, { areas: [area] })).toThrow(/`haunted` is not a known kind of area/);
  expect(read({}, { pieces: [{ tags: ['tired'] }] })).toThrow(/`tired` is not a known tag/);
  expect(read({ legend }, {})).toThrow(/`plane` is not a known kind of ground/);
  expect(read({ marks: [{ scene: 7, seat: 0, kind: 'dead' }] }, {})).toThrow(/Scene 7: `dead`/);
  const sights = [[{ scene: { pieces: [{ tags: ['tired'] }] } }]];
  const file = new TextEncoder().encode(JSON.stringify({ stage, scenes: [{}], sights }));
  expect(() => sceneFile(file)).toThrow(/`tired`/);
  expect(read({}, { events: [event, { ...event, lane: 'taken' }] })).not.toThrow();
});

test('a board without edges is dragged for ever and has its continuation around it', () => {
  const camera = new Camera();
  Object.assign(camera, { cell: 40, x: 0, y: 0 });
  for (let n = 0; n < 100; n += 1) {
    camera.drag(37, -53);
    camera.around(frame, 30, 35);
    const [i, j] = camera.at(frame.width / 2, frame.height / 2);
    expect(i >= 0 && i < 30 && j >= 0 && j < 35, `${i}, ${j}`).toBe(true);
  }
  const whole = { width: 350, height: 300 };
  const seen = tilesOf(true, { x: 100, y: 100 }, whole, frame, 10, 1);
  expect(seen.corners).toHaveLength(9);
  expect(seen.corners.at(-1)).toEqual({ x: 100, y: 100 });
  expect(seen.clip).toEqual([90, 90, 370, 320]);
  expect(seen.rim).toBe(true);
  const near = tilesOf(true, { x: -500, y: -100 }, { width: 1400, height: 1200 }, frame, 40, 1);
  expect(near.clip).toEqual([-500, -100, 1400, 1200]);
  expect(tilesOf(true, { x: 200, y: -100 }, { width: 1400, height: 1200 }, frame, 40, 1).clip)
    .toEqual([0, -100, 1600, 1200]);
  expect(tilesOf(false, { x: 1, y: 2 }, whole, frame, 10, 1).corners).toEqual([{ x: 1, y: 2 }]);
});

test('what a player was shown is listed in its order: its own units first', () => {
  const piece = (id: number, seat: number) => ({
    id, seat, kind: 'knight', i: 0, j: 0, from: null, facing: null, health: null, tags: [], aim: null,
  });
  const pieces = [piece(0, 0), piece(1, 1), piece(2, 2), piece(-1, -1), piece(3, 2)];
  expect(inItsOrder(pieces, 2, [2, 3, 0, 1]).map((p) => p.id)).toEqual([2, 3, 0, 1]);
});
