// The viewer without a page: what is open, selected and shown, and what its API tells the view.
import { expect, test } from '@playwright/test';
import { Api, type Looked, type View } from '../../src/api.ts';
import type { Place } from '../../src/link.ts';
import { sceneFile } from '../../src/scenefile.ts';
import { Session } from '../../src/session.ts';
import type { Source } from '../../src/source.ts';
import { type OpenFile, ViewerState } from '../../src/state.ts';
import type { Cell } from '../../src/words.ts';

const unit = (id: number, i: number, j: number, seat = 0) => ({ id, kind: 'knight', seat, i, j });
const thing = (i: number, j: number) => ({ id: -1, kind: 'mask', seat: -1, i, j });

/** A match of `length` pictures from round 5 on: unit 7 walks along row 1, unit 8 stays. */
function file(name = 'toy.json', length = 6, title = 'Toy'): OpenFile {
  const scenes = Array.from({ length }, (_, k) => ({
    round: 5 + k, seats: [{ score: k }, { score: 0 }],
    pieces: [thing(2, 2), unit(7, 1, Math.min(k, 5)), unit(8, 2, 2, 1)],
  }));
  const marks = ['lead', 'kill', 'lead'].map((kind, n) => ({ scene: n + 2, seat: 0, kind }));
  const stage = {
    title, names: ['A', 'B'], rows: 4, cols: 6,
    marks: marks.filter(({ scene }) => scene < length),
  };
  return { name, bytes: new TextEncoder().encode(JSON.stringify({ stage, scenes })) };
}

const source = ({ bytes }: OpenFile): Source => sceneFile(bytes)!;

/** A state with a match, at a picture that has come. */
async function opened(k = 0): Promise<ViewerState> {
  const state = new ViewerState();
  const toy = file();
  state.begin(await Session.begin(toy.name, source(toy)), toy);
  state.playback.load(6);
  state.playback.seek(k);
  expect(await state.load()).toBe(true);
  return state;
}

test('a cell is selected with its unit, and again to end that', async () => {
  const state = await opened(3);
  expect(state.pick([1, 3])).toBe('selected');
  expect([state.selected, state.unit, state.following]).toEqual([[1, 3], 7, false]);
  expect(state.pick([2, 2])).toBe('selected');
  expect(state.unit, 'units stand on things').toBe(8);
  expect(state.pick([0, 0])).toBe('selected');
  expect(state.unit).toBeNull();
  expect(state.pick([0, 0])).toBe('unselected');
  expect(state.selected).toBeNull();
  const outside: Cell[] = [[-1, 0], [0, -1], [4, 0], [0, 6]];
  for (const cell of outside) expect(state.pick(cell)).toBe('nothing');
  expect(new ViewerState().pick([0, 0])).toBe('nothing');
});

test('the selection stays with its unit, and only a unit is followed', async () => {
  const state = await opened();
  state.pick([1, 0]);
  state.follow();
  expect(state.following).toBe(true);
  state.playback.seek(4);
  await state.load();
  expect(state.stay(state.scene!)).toBe(true);
  expect(state.selected).toEqual([1, 4]);
  expect(state.stay(state.scene!), 'it is there already').toBe(false);
  state.pick([3, 3]);
  expect(state.following).toBe(false);
  state.follow();
  expect(state.following, 'nobody stands there').toBe(false);
  expect(state.stay(state.scene!)).toBe(false);
});

test('while a player’s view is shown cells are looked at, not selected', async () => {
  const state = await opened();
  const sight = { scene: state.scene!, hidden: [], numbers: [], notes: [] };
  state.seen = { sight, seat: 1, round: 5 };
  expect(state.pick([1, 0])).toBe('looked');
  expect([state.selected, state.hovered]).toEqual([null, [1, 0]]);
});

test('the cursor begins in the middle or at the selection and stays on the board', async () => {
  const state = await opened();
  expect(state.cursor(0, 1)).toEqual([2, 4]);
  for (let n = 0; n < 9; n += 1) state.cursor(1, 1);
  expect(state.focus).toEqual([3, 5]);
  for (let n = 0; n < 9; n += 1) state.cursor(-1, -1);
  expect(state.focus).toEqual([0, 0]);
  state.look(null);
  state.pick([1, 2]);
  expect(state.cursor(0, -1)).toEqual([1, 1]);
  expect(state.focus, 'the cursor goes before the selection').toEqual([1, 1]);
  expect(new ViewerState().cursor(1, 0)).toBeNull();
});

test('changes of lead are found forwards and backwards', async () => {
  const state = await opened(3);
  expect([state.lead(1), state.lead(-1)]).toEqual([4, 2]);
  state.playback.seek(2);
  expect([state.lead(1), state.lead(-1)]).toEqual([4, null]);
  state.playback.seek(5);
  expect([state.lead(1), state.lead(-1)]).toEqual([null, 4]);
});

test('a link remembers the round as the match counts it, and the selected cell', async () => {
  const state = await opened(3);
  expect(state.place()).toEqual({ round: 8, cell: undefined });
  state.pick([1, 3]);
  expect(state.place()).toEqual({ round: 8, cell: [1, 3] });
});

test('a board is shown between two pictures, the shorter match at its end', async () => {
  const state = await opened(2);
  const short = file('short.json', 3);
  state.compare(await Session.begin(short.name, source(short)));
  state.playback.step(1);
  await state.load();
  const moment = state.moment(state.session!)!;
  expect([moment.scene.round, moment.before?.round]).toEqual([8, 7]);
  expect(moment).toMatchObject({ phase: 0, signs: true });
  expect(state.moment(state.other!)?.scene.round).toBe(7);
  state.playback.seek(0);
  const first = state.moment(state.session!);
  expect(first, 'nothing comes before it').toMatchObject({ before: null, phase: 1 });
  state.playback.setSpeed(60);
  state.playback.play();
  expect(state.moment(state.session!)?.signs, 'too fast for signs').toBe(false);
});

test('playing waits for the pictures of both matches', async () => {
  const state = await opened();
  const { ready } = state.playback;
  expect(ready(1), 'it is asked for').toBe(false);
  await state.session!.scene(1);
  expect(ready(1)).toBe(true);
  const short = file('short.json', 3);
  state.compare(await Session.begin(short.name, source(short)));
  expect(ready(1)).toBe(false);
  await state.other!.scene(1);
  expect(ready(1)).toBe(true);
  await state.session!.scene(5);
  expect(ready(5), 'the second match is over by then').toBe(true);
});

test('matches that are replaced are closed, the selection ends', async () => {
  const state = await opened();
  const closed: string[] = [];
  const watched = async (name: string) => {
    const toy = file(name);
    return Session.begin(name, { ...source(toy), close: () => closed.push(name) });
  };
  state.begin(await watched('a'), file('a'));
  state.compare(await watched('b'));
  state.compare(await watched('c'));
  expect(closed).toEqual(['b']);
  state.pick([1, 0]);
  state.look([2, 2]);
  state.begin(await watched('d'), file('d'));
  expect(closed).toEqual(['b', 'c', 'a']);
  expect([state.other, state.selected, state.unit, state.focus]).toEqual([null, null, null, null]);
});

/** A view that writes down what it is told. */
function listening(narrow = false): { calls: string[]; looked: (Looked | null)[]; view: View } {
  const calls: string[] = [];
  const looked: (Looked | null)[] = [];
  const view = new Proxy({}, {
    get: (_, name: string) => (...values: unknown[]) => {
      if (name === 'narrow') return narrow;
      if (name === 'inspect') looked.push(values[0] as Looked | null);
      const texts = values.filter((value) => typeof value !== 'object' || Array.isArray(value));
      calls.push([name, ...texts.map(String)].join(' '));
      return undefined;
    },
  }) as View;
  return { calls, looked, view };
}

/** An API over games that open scene files, and whose matches differ in picture 1. */
function viewer(narrow = false, link: Place = {}) {
  const state = new ViewerState();
  const heard = listening(narrow);
  const games = {
    open: async (bytes: Uint8Array<ArrayBuffer>) => {
      const found = sceneFile(bytes);
      if (!found) throw new Error('no match');
      return found;
    },
    differ: async () => 1,
  };
  return { state, api: new Api(state, heard.view, games, () => link), ...heard };
}

test('a file opens where the link points, a second one at its beginning', async () => {
  const { api, state, calls } = viewer(false, { round: 8, cell: [1, 3], speed: 2 });
  await api.open(file());
  await expect.poll(() => state.selected).toEqual([1, 3]);
  expect([state.k, state.unit, state.playback.state.speed]).toEqual([3, 7, 2]);
  expect(calls[0]).toBe('busy true');
  expect(calls).toContain('opened');
  expect(calls).toContain('busy false');
  const { session } = state;
  // A wrong one changes nothing.
  await api.open({ name: 'bad.res', bytes: new TextEncoder().encode('bad') });
  expect(state.session).toBe(session);
  expect(calls.find((call) => call.startsWith('wrong'))).toMatch(/bad\.res.*no match/);
  await api.open(file('next.json'));
  expect([state.k, state.selected, state.file?.name]).toEqual([0, null, 'next.json']);
});

test('a comparison tells where the matches differ, and ends', async () => {
  const { api, state, calls } = viewer();
  await api.compare(file('one.json'));
  expect([state.session?.name, state.other], 'it is the first').toEqual(['one.json', null]);
  await api.compare(file('two.json', 3));
  expect(state.other?.name).toBe('two.json');
  expect(calls).toContain('difference 1');
  expect(calls.findLast((call) => call.startsWith('note'))).toContain('6');
  api.endComparison();
  expect(state.other).toBeNull();
  expect(calls.slice(-2)).toEqual(['difference', 'note ']);
  const count = calls.length;
  api.endComparison();
  expect(calls.length, 'there is nothing to end').toBe(count);
});

test('a match of another game is refused, and the comparison stays', async () => {
  const { api, state, calls } = viewer();
  await api.open(file('one.json'));
  await api.compare(file('two.json'));
  await api.compare(file('other.json', 6, 'Chess'));
  expect(state.other?.name).toBe('two.json');
  expect(calls.findLast((call) => call.startsWith('wrong')))
    .toBe('wrong other.json is a match of Chess. Choose a match of Toy to compare it with this one.');
});

test('time draws the boards, and the panels at their own pace', async () => {
  const { api, state, calls } = viewer();
  await api.open(file());
  await state.session!.scene(5);
  await expect.poll(() => calls.includes('tell')).toBe(true);
  api.tick(1000);
  await expect.poll(() => calls.includes('panels')).toBe(true);
  const count = (name: string) => calls.filter((call) => call === name).length;
  for (let k = 1; k < 5; k += 1) await state.session!.scene(k);
  state.playback.step(1);
  await state.load();
  const before = count('draw');
  api.tick(1010);
  expect(count('draw'), 'a step is on its way').toBe(before + 1);
  await expect.poll(() => count('panels')).toBe(2);
  state.playback.setSpeed(20);
  state.playback.play();
  const [draws, panels] = [count('draw'), count('panels')];
  for (const now of [1050, 1100, 1140]) {
    api.tick(now);
    await state.load();
  }
  expect(state.k).toBeGreaterThan(0);
  expect(count('draw')).toBeGreaterThan(draws);
  expect(count('panels'), 'fast playing gives the panels a rest').toBe(panels);
  api.tick(1170);
  await expect.poll(() => count('panels')).toBe(panels + 1);
});

test('on narrow screens a selected cell opens the sheet and comes close up', async () => {
  const narrow = viewer(true);
  await narrow.api.open(file());
  narrow.api.pick([1, 0]);
  expect(narrow.state.sheet).toBe(true);
  expect(narrow.calls).toContain('closeUp 1,0');
  const wide = viewer();
  await wide.api.open(file());
  wide.api.pick([1, 0]);
  expect(wide.state.sheet).toBe(false);
});

test('the inspector gets the cell under the cursor, else the selected one', async () => {
  const { api, looked } = viewer();
  await api.open(file());
  api.pick([1, 0]);
  await expect.poll(() => looked.at(-1)?.kept).toBe(true);
  expect(looked.at(-1)?.facts).toEqual([{ label: 'knight', value: '7' }]);
  api.look([2, 2]);
  await expect.poll(() => looked.at(-1)?.cell).toEqual([2, 2]);
  api.look(null);
  await expect.poll(() => looked.at(-1)?.cell).toEqual([1, 0]);
  api.unselect();
  expect(looked.at(-1)).toBeNull();
});

test('a cell that a player was not shown is told as hidden', async () => {
  const { api, state, looked } = viewer();
  await api.open(file());
  const sight = { scene: state.scene!, hidden: [[0, 0]] as Cell[], numbers: [], notes: [] };
  api.see({ sight, seat: 0, round: 5 });
  api.look([0, 0]);
  expect(looked.at(-1)?.facts[0]?.value).toBe('hidden');
  api.look([1, 1]);
  expect(looked.at(-1)?.facts[0]?.value).toBe('');
  api.see(null);
  expect(state.seen).toBeNull();
});

test('the keyboard’s cursor says who stands there', async () => {
  const { api, state, calls } = viewer();
  await api.open(file());
  state.look([1, 1]);
  api.cursor(0, -1);
  expect(calls.at(-1)).toMatch(/^speak .*, knight 7, A$/);
  api.cursor(-1, 0);
  expect(calls.at(-1)).not.toContain('knight');
});
