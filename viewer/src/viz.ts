/** `@viz` lines that players write on stderr to draw over the board. */

export type Drawing =
  | { what: 'cell'; at: [number, number]; color: string }
  | { what: 'line'; at: [number, number]; to: [number, number]; color: string }
  | { what: 'text'; at: [number, number]; words: string };

const NAMED = new Set(['ink', 'ok', 'warn', 'fail', 'seat']);
const MOST = 2000;

function color(word: string | undefined): string | null {
  if (word === undefined) return 'ink';
  if (NAMED.has(word)) return word;
  return /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(word) ? word : null;
}

function numbers(words: string[], n: number): number[] | null {
  const found = words.slice(0, n).map((w) => (/^-?\d{1,6}$/.test(w) ? Number(w) : NaN));
  return found.length === n && found.every((v) => !Number.isNaN(v)) ? found : null;
}

/** One line; null when it is not of the documented form. */
export function readLine(line: string): Drawing | null {
  const [mark, what, ...rest] = line.trim().split(/\s+/);
  if (mark !== '@viz') return null;
  if (what === 'cell' && rest.length <= 3) {
    const at = numbers(rest, 2);
    const tint = color(rest[2]);
    return at && tint ? { what, at: [at[0]!, at[1]!], color: tint } : null;
  }
  if (what === 'line' && rest.length <= 5) {
    const at = numbers(rest, 4);
    const tint = color(rest[4]);
    if (!at || !tint) return null;
    return { what, at: [at[0]!, at[1]!], to: [at[2]!, at[3]!], color: tint };
  }
  if (what === 'text' && rest.length > 2) {
    const at = numbers(rest, 2);
    const words = rest.slice(2).join(' ').replace(/^"(.*)"$/, '$1').slice(0, 60);
    return at ? { what, at: [at[0]!, at[1]!], words } : null;
  }
  return null;
}

/** All drawings of what a player said in a round. */
export function readDrawings(said: string): Drawing[] {
  if (!said.includes('@viz')) return [];
  const drawings: Drawing[] = [];
  for (const line of said.split('\n')) {
    const drawing = readLine(line);
    if (drawing) drawings.push(drawing);
    if (drawings.length >= MOST) break;
  }
  return drawings;
}
