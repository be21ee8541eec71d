import { expect, test } from '@playwright/test';
import { csv } from '../../src/csv.ts';
import { actOf } from '../../src/keys.ts';
import { learn, setLanguage, t, told, word } from '../../src/i18n.ts';
import { readPlace, writePlace } from '../../src/link.ts';
import { readDrawings, readLine } from '../../src/viz.ts';
import { wholeStage } from '../../src/words.ts';

test('viz lines are read as documented', () => {
  expect(readLine('@viz cell 3 4')).toEqual({ what: 'cell', at: [3, 4], color: 'ink' });
  expect(readLine('  @viz cell -1 4 #a0b1c2\r')).toEqual({ what: 'cell', at: [-1, 4], color: '#a0b1c2' });
  expect(readLine('@viz line 1 2 3 4 warn')).toEqual({ what: 'line', at: [1, 2], to: [3, 4], color: 'warn' });
  expect(readLine('@viz text 1 2 "to the hub"')).toEqual({ what: 'text', at: [1, 2], words: 'to the hub' });
});

for (const line of [
  '', 'viz cell 1 2', '@viz', '@viz cell 1', '@viz cell a b', '@viz cell 1 2 red', '@viz cell 1 2 ink more',
  '@viz line 1 2 3', '@viz line 1 2 3 4 url(x)', '@viz text 1 2', '@viz circle 1 2', '@viz cell 1e9 2',
]) {
  test(`not a drawing: «${line}»`, () => expect(readLine(line)).toBeNull());
}

test('a flood of drawings is cut', () => {
  expect(readDrawings('@viz cell 1 1\n'.repeat(9000))).toHaveLength(2000);
  expect(readDrawings('nothing to draw\n'.repeat(10))).toHaveLength(0);
});

test('a link keeps round, cell and theme', () => {
  const place = { round: 128, cell: [25, 15] as [number, number], theme: 'light' as const, lang: 'ca', open: '/m/1.match' };
  expect(readPlace(writePlace(place))).toEqual(place);
});

test('nonsense in a link is left out', () => {
  expect(readPlace('#round=x&cell=1&theme=pink&speed=')).toEqual({});
  expect(readPlace('')).toEqual({});
});

test('scores as a table: quotes, and nothing that a spreadsheet would run', () => {
  const stage = wholeStage({
    names: ['A "the" one', '=cmd()'],
    series: [{ name: 'Score', values: [[1, 2], [3, 4.5]] }],
  }, 2);
  expect(csv(stage, 10)).toBe(
    'round,"Score 0 A ""the"" one",Score 1 =cmd()\r\n10,1,2\r\n11,3,4.5\r\n',
  );
  const hostile = wholeStage({ names: ['x'], series: [{ name: '=1+1', values: [[1]] }] }, 1);
  expect(csv(hostile, 0)).toContain("'=1+1 0 x");
});

test('keys: arrows are time, on the board they are the cursor', () => {
  const press = (key: string, more = {}) => ({
    key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more,
  });
  expect(actOf(press('ArrowRight'), false)).toBe('on');
  expect(actOf(press('ArrowRight'), true)).toBe('cursor-right');
  expect(actOf(press('ArrowRight', { shiftKey: true }), true)).toBe('on10');
  expect(actOf(press(' '), true)).toBe('toggle');
  expect(actOf(press('S'), false)).toBe('series');
  expect(actOf(press('c', { ctrlKey: true }), false)).toBeNull();
  expect(actOf(press('q'), false)).toBeNull();
});

test('words are filled in and fall back to English', () => {
  setLanguage('ca-ES');
  expect(t('round', { round: 7 })).toBe('Ronda 7');
  expect(word('Fuel')).toBe('Combustible');
  expect(word('Something new')).toBe('Something new');
  setLanguage('xx');
  expect(t('round', { round: 7 })).toBe('Round 7');
});

test('words of a game are told in the language of the page, names as they are', () => {
  learn([
    ['en', 'hits = hits { $a } { $b }\nknight = knight\nof = { $a } of { $b }\nlost = { $a } steps lost'],
    ['ca', 'hits = colpeja el { $a } { $b }\nknight = cavaller\nof = { $b }: { $a }\n'
      + 'lost = { $a ->\n [one] un pas perdut\n *[other] { $a } passos perduts\n }'],
  ]);
  setLanguage('ca');
  expect(told(['hits {} {}', ['knight'], '42'])).toBe('colpeja el cavaller 42');
  expect(told(['{} of {}', 'knight', '{}'])).toBe('{}: knight');
  expect(told('knight')).toBe('knight');
  expect(told(['{} steps lost', '1'])).toBe('un pas perdut');
  expect(told(['{} steps lost', '12345'])).toBe('12345 passos perduts');
  expect(told(['{} steps lost', '007'])).toBe('007 passos perduts');
  expect(told(['no row for {}', ['knight']])).toBe('no row for cavaller');
  for (const other of ['en', 'es']) {
    setLanguage(other);
    expect(told(['hits {} {}', ['knight'], '42'])).toBe('hits knight 42');
  }
  learn([]);
  setLanguage('ca');
  expect(word('knight')).toBe('knight');
  setLanguage('en');
});
