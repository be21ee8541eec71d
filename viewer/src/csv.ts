/** All series of a match as a table for spreadsheets. */
import type { Stage } from './words.ts';

function quoted(text: string): string {
  // A leading sign would be read as a formula by spreadsheets.
  const safe = /^[=+\-@]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line per picture: `round`, then each series by seat, e.g. `Score 0 Xaloc`. */
export function csv(stage: Stage, firstRound: number): string {
  const head = ['round'];
  for (const series of stage.series) {
    stage.names.forEach((name, seat) => head.push(`${series.name} ${seat} ${name}`));
  }
  const lines = [head.map(quoted).join(',')];
  for (let k = 0; k < stage.scenes; k += 1) {
    const row = [`${firstRound + k}`];
    for (const series of stage.series) {
      stage.names.forEach((_, seat) => row.push(`${series.values[k]?.[seat] ?? ''}`));
    }
    lines.push(row.join(','));
  }
  return `${lines.join('\r\n')}\r\n`;
}
