// Makes src/texts.ts, which git does not keep, from the Fluent files of locales/. Refuses lines
// that are not Fluent, and languages whose texts or places differ from English.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FluentParser, Visitor } from '@fluent/syntax';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const first = 'en';

/** The texts of a file: each id with the names of its places. */
function read(path, text) {
  const texts = new Map();
  for (const entry of new FluentParser().parse(text).body) {
    if (entry.type === 'Junk') throw new Error(`${path}: this is not Fluent: ${entry.content}`);
    if (entry.type !== 'Message') continue;
    const id = entry.id.name;
    if (texts.has(id)) throw new Error(`${path}: ${id} stands there twice`);
    const places = new Set();
    const visitor = new Visitor();
    visitor.visitVariableReference = (place) => places.add(place.id.name);
    visitor.visit(entry);
    texts.set(id, [...places].sort());
  }
  return texts;
}

/** Refuses a file that lacks a text of the English one, or fills other places. */
function compare(path, texts, english) {
  for (const id of new Set([...english.keys(), ...texts.keys()])) {
    const [own, wanted] = [texts.get(id)?.join(), english.get(id)?.join()];
    if (own !== wanted) throw new Error(`${path}: ${id} has «${own}», English has «${wanted}»`);
  }
}

/** The texts of all languages as TypeScript. `folder` has one folder per language. */
export function textsOf(folder) {
  const codes = readdirSync(folder).sort((a, b) => Number(b === first) - Number(a === first) || a.localeCompare(b));
  const all = {};
  const english = {};
  for (const code of codes) {
    const files = ['page.ftl', 'said.ftl'].map((file) => readFileSync(`${folder}/${code}/${file}`, 'utf8'));
    for (const [n, file] of ['page.ftl', 'said.ftl'].entries()) {
      const path = `${code}/${file}`;
      const texts = read(path, files[n]);
      english[file] ??= texts;
      compare(path, texts, english[file]);
    }
    all[code] = files.join('');
  }
  const union = (places) => places.map((place) => `'${place}'`).join(' | ') || 'never';
  const rows = [...english['page.ftl']].map(([id, places]) => `  '${id}': ${union(places)};\n`);
  return `// Made by texts.mjs.
export const TEXTS = ${JSON.stringify(all, null, 2)};
/** Each text of the page with the names of its places. */
export interface Places {
${rows.join('')}}
/** The texts that matches may say besides those of their game. */
export const SAID = ${JSON.stringify([...english['said.ftl'].keys()])};
`;
}

if (process.argv[1] === here('texts.mjs')) writeFileSync(here('src/texts.ts'), textsOf(here('locales')));
