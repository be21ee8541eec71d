// The Fluent files of the viewer: what is refused, what is used, and how plurals are told.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { LANGUAGES, setLanguage, t, told, word } from '../../src/i18n.ts';
import { textsOf } from '../../texts.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const locales = here('../../locales');

/** A copy of the locales with one line of a file replaced. */
function changed(file: string, from: string, to: string): string {
  const folder = test.info().outputPath('locales');
  cpSync(locales, folder, { recursive: true });
  const text = readFileSync(`${folder}/${file}`, 'utf8');
  expect(text).toContain(from);
  writeFileSync(`${folder}/${file}`, text.replace(from, to));
  return folder;
}

for (const [what, file, from, to, message] of [
  ['a text is missing', 'ca/page.ftl', 'board = Tauler\n', '', 'ca/page.ftl: board'],
  ['a text is too many', 'es/page.ftl', 'board =', 'bored = x\nboard =', 'es/page.ftl: bored'],
  ['a place is missing', 'es/page.ftl', 'seed = semilla { $seed }', 'seed = semilla', 'es/page.ftl: seed'],
  ['a place is another', 'ca/said.ftl', '{ $a }', '{ $z }', 'ca/said.ftl: said-order'],
  ['a line is no Fluent', 'en/page.ftl', 'board = Board', 'board = { Board', 'en/page.ftl: this is not Fluent'],
  ['an id comes twice', 'en/page.ftl', 'board = Board', 'board = Board\nboard = Board', 'stands there twice'],
] as const) {
  test(`texts are refused when ${what}`, () => {
    const folder = changed(file, from, to);
    expect(() => textsOf(folder)).toThrow(message);
  });
}

test('one folder more is one language more', () => {
  const folder = changed('ca/page.ftl', 'Català', 'Català');
  mkdirSync(`${folder}/eu`);
  for (const file of ['page.ftl', 'said.ftl']) cpSync(`${folder}/en/${file}`, `${folder}/eu/${file}`);
  expect(textsOf(folder)).toContain('"eu": "language-name');
  expect(LANGUAGES).toEqual([['en', 'English'], ['ca', 'Català'], ['es', 'Español']]);
});

test('every text of the page is used', () => {
  const src = here('../../src/');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' });
  const code = files.filter((file) => file.endsWith('.ts') && file !== 'texts.ts')
    .map((file) => readFileSync(src + file, 'utf8')).join('\n');
  const english = readFileSync(`${locales}/en/page.ftl`, 'utf8');
  const ids = [...english.matchAll(/^([a-z][\w-]*) =/gm)].map(([, id]) => id!);
  expect(ids.length).toBeGreaterThan(100);
  // `tsc` refuses ids that do not exist, also those that are made from kinds.
  const made = ['kind-', 'open-'].filter((start) => code.includes(`\`${start}${'${'}`));
  expect(made).toHaveLength(2);
  const used = (id: string) => code.includes(`'${id}'`) || made.some((start) => id.startsWith(start));
  expect(ids.filter((id) => !used(id))).toEqual([]);
});

test('texts are told in the number and with the places of their language', () => {
  setLanguage('ca');
  expect(t('of-rounds', { rounds: 1 })).toBe('de 1 ronda');
  expect(t('of-rounds', { rounds: 1200 })).toBe('de 1200 rondes');
  expect(t('place', { place: 2 })).toBe('2n');
  expect(told(['order {}: {} {}', '7', ['not carried out'], '{}'])).toBe('ordre 7: no executada {}');
  expect(word('This file is empty.')).toBe('Aquest fitxer és buit.');
  setLanguage('en');
  expect(t('of-rounds', { rounds: 1 })).toBe('of 1 round');
  expect(told(['line {}: found {}, but {}.', '3', 'x', 'y'])).toBe('line 3: found x, but y.');
});
