/** All words of the viewer, from the Fluent files of `locales/`. The games bring their own files. */
import { FluentBundle, FluentNumber, FluentResource, type FluentVariable } from '@fluent/bundle';
import { type Places, SAID, TEXTS } from './texts.ts';
import type { Say, Stage } from './words.ts';

export type Language = keyof typeof TEXTS;
export type TextId = keyof Places;
/** The texts that have no places to fill in. */
export type PlainId = { [K in TextId]: [Places[K]] extends [never] ? K : never }[TextId];
type Values<K extends TextId> =
  [Places[K]] extends [never] ? [] : [values: Record<Places[K], string | number>];

/** Chooses the plural, and is written without groups of digits: `number()` makes these. */
class Plain extends FluentNumber {
  override toString(): string {
    return String(this.value);
  }
}

const codes = Object.keys(TEXTS) as Language[];

/** Texts in all languages. */
type Texts = Map<string, FluentBundle>;

function textsOf(files: Map<string, FluentResource>): Texts {
  return new Map(Array.from(files, ([code, file]) => {
    // Values stand in the text without marks of direction around them.
    const bundle = new FluentBundle(code, { useIsolating: false });
    bundle.addResource(file);
    return [code, bundle];
  }));
}

function parsed(files: [code: string, text: string][]): Map<string, FluentResource> {
  return new Map(files.map(([code, text]) => [code, new FluentResource(text)]));
}

const own = textsOf(parsed(Object.entries(TEXTS)));

/** A text of the first of these languages that has it, or nothing. */
function written(
  texts: Texts, languages: string[], id: string, values: Record<string, string | number>
): string | undefined {
  for (const code of languages) {
    const bundle = texts.get(code);
    const text = bundle?.getMessage(id)?.value;
    if (!bundle || !text) continue;
    const filled = Object.entries(values).map(([name, value]): [string, FluentVariable] =>
      [name, typeof value === 'number' ? new Plain(value) : value]);
    return bundle.formatPattern(text, Object.fromEntries(filled));
  }
  return undefined;
}

/** The languages by their codes, each with its own name. */
export const LANGUAGES = codes.map((code) => [code, written(own, [code], 'language-name', {}) ?? code] as const);

/** What matches say: texts, and the id of each by its English form with gaps. */
interface Sayings { texts: Texts; ids: Map<string, string> }

const PLACES = ['a', 'b', 'c', 'd'];
const GAPS = Object.fromEntries(PLACES.map((place) => [place, '{}']));

function sayings(texts: Texts, ids: Iterable<string>): Sayings {
  return { texts, ids: new Map(Array.from(ids, (id) => [written(texts, ['en'], id, GAPS) ?? id, id])) };
}

/** What every match may say besides its game. */
const common = sayings(own, SAID);
let ofGame = sayings(new Map(), []);

/** Takes the words of a match's game; those of earlier matches are forgotten. */
export function learn(words: Stage['words']): void {
  const files = parsed(words);
  ofGame = sayings(textsOf(files), (files.get('en')?.body ?? []).map(({ id }) => id));
}

let language: Language = 'en';

export function setLanguage(wanted: string | undefined): void {
  const first = (wanted ?? '').slice(0, 2).toLowerCase();
  language = codes.find((code) => code === first) ?? 'en';
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

export function currentLanguage(): Language {
  return language;
}

/** A text of the page in the reader's language. */
export function t<K extends TextId>(id: K, ...[values]: Values<K>): string {
  return written(own, [language], id, values ?? {}) ?? id;
}

/** Words of a match; what no file has is shown as the game says it. */
export function told(say: Say): string {
  if (typeof say === 'string') return say;
  const key = String(say[0]);
  const parts = say.slice(1).map(told);
  for (const { texts, ids } of [ofGame, common]) {
    const id = ids.get(key);
    if (id === undefined) continue;
    // Numbers travel as texts, and choose the plural.
    const values = parts.map((part, n) => [PLACES[n], String(Number(part)) === part ? Number(part) : part]);
    const text = written(texts, [language, 'en'], id, Object.fromEntries(values));
    if (text !== undefined) return text;
  }
  let next = 0;
  return key.replace(/\{\}/g, () => parts[next++] ?? '');
}

/** A label, a kind or a name of a game, which is always words. */
export function word(key: string): string {
  return told([key]);
}
