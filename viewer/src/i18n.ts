/** All words of the viewer, from the Fluent files of `locales/`. The games bring their own tables. */
import { FluentBundle, FluentNumber, FluentResource, type FluentVariable } from '@fluent/bundle';
import { type Places, SAID, TEXTS } from './texts.ts';
import type { Say } from './words.ts';

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
const bundles = new Map(codes.map((code) => {
  // Values stand in the text without marks of direction around them.
  const bundle = new FluentBundle(code, { useIsolating: false });
  bundle.addResource(new FluentResource(TEXTS[code]));
  return [code, bundle];
}));

function written(code: Language, id: string, values: Record<string, string | number>): string {
  const bundle = bundles.get(code);
  const text = bundle?.getMessage(id)?.value;
  if (!bundle || !text) return id;
  const filled = Object.entries(values).map(([name, value]): [string, FluentVariable] =>
    [name, typeof value === 'number' ? new Plain(value) : value]);
  return bundle.formatPattern(text, Object.fromEntries(filled));
}

/** The languages by their codes, each with its own name. */
export const LANGUAGES = codes.map((code) => [code, written(code, 'language-name', {})] as const);

/** What every match may say besides its game, from the form of English in the form of a language. */
function commonIn(code: Language): Map<string, string> {
  const gap = { a: '{}', b: '{}', c: '{}', d: '{}' };
  const numbered = { a: '{0}', b: '{1}', c: '{2}', d: '{3}' };
  return new Map(SAID.map((id) => [written('en', id, gap), written(code, id, numbered)]));
}
const common = new Map(codes.map((code) => [code, commonIn(code)]));

/** The columns of the games' tables. */
const COLUMNS: readonly string[] = ['en', 'ca', 'es'];
type Row = [en: string, ca: string, es: string];
let ofGame = new Map<string, Row>();

/** Takes the words of a match's game; those of earlier matches are forgotten. */
export function learn(words: Row[]): void {
  ofGame = new Map(words.map((row) => [row[0], row]));
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
  return written(language, id, values ?? {});
}

/** Words of a game; what its table does not have is shown as the game says it. */
export function told(say: Say): string {
  if (typeof say === 'string') return say;
  const [key, ...parts] = say;
  const text = word(String(key));
  let next = 0;
  return text.replace(/\{(\d?)\}/g, (_, n: string) => {
    const part = parts[n === '' ? next : Number(n)];
    next += 1;
    return part === undefined ? '' : told(part);
  });
}

/** A label, a kind or a name of a game, which is always words. */
export function word(key: string): string {
  return ofGame.get(key)?.[COLUMNS.indexOf(language)] ?? common.get(language)?.get(key) ?? key;
}
