/** What a player was shown before it played, as a list. */
import { h, number, sprite } from '../dom.ts';
import { t, told, word } from '../i18n.ts';
import type { Cell, Piece, Sight, Stage } from '../words.ts';
import { pieceSprite, titled } from './inspector.ts';

/** Rows of units at most: the board shows them all. */
const MOST_UNITS = 400;

/** The player's own units first, then the others as it counts them, things last. */
export function inItsOrder(pieces: Piece[], seat: number, numbers: number[]): Piece[] {
  const rank = (p: Piece) => p.seat < 0 ? 99 : p.seat === seat ? -1 : numbers[p.seat] ?? p.seat;
  return pieces.filter((p) => p.id >= 0).sort((a, b) => rank(a) - rank(b) || a.id - b.id);
}

export function sightPanel(
  stage: Stage, sight: Sight, seat: number, isRecord: boolean, look: (cell: Cell | null) => void,
): HTMLElement[] {
  const { scene, hidden, numbers, notes } = sight;
  const units = inItsOrder(scene.pieces, seat, numbers);
  const cells = stage.rows * stage.cols;
  const shown = hidden.length === 0
    ? t('sees-all', { cells: number(cells), units: units.length })
    : t('sees-part', {
      seen: number(cells - hidden.length), cells: number(cells), units: units.length,
    });
  const own = (n: number) => numbers[n] === undefined || numbers[n] === n
    ? '' : ` ${t('own-number', { number: numbers[n] })}`;
  const scores = scene.seats.map((now, n) => h('div', {},
    h('dt', {}, sprite([`seat-${n}`], n, 12), ` ${stage.names[n] ?? ''}`,
      h('span', { class: 'quiet' }, own(n))), h('dd', {}, number(now.score))));
  const facts = scene.counts.map((fact) => h('div', {},
    h('dt', {}, word(fact.label)), h('dd', {}, told(fact.value))));
  const row = (p: Piece) => {
    const cell: Cell = [p.i, p.j];
    return h('tr', { onmouseenter: () => look(cell), onmouseleave: () => look(null) },
      h('td', {}, pieceSprite({ ...p, tags: [] }, 16), ` ${p.id}`),
      h('td', {}, titled(word(p.kind))),
      h('td', {}, h('button', {
        type: 'button', class: 'cell-link', onfocus: () => look(cell), onclick: () => look(cell),
      }, `${p.i}, ${p.j}`)),
      h('td', {}, p.health ? `${p.health[0]}` : ''));
  };
  const head = (['unit', 'kind', 'where', 'health'] as const).map((key) => h('th', { scope: 'col' }, t(key)));
  const rest = units.length - MOST_UNITS;
  return [
    h('p', { class: 'pad sight-words' }, [shown, ...notes.map(told), isRecord ? '' : t('at-its-turn')]
      .filter(Boolean).join(' ')),
    h('dl', { class: 'counts sight-scores' }, ...scores, ...facts),
    h('table', { class: 'units' }, h('thead', {}, h('tr', {}, ...head)),
      h('tbody', {}, ...units.slice(0, MOST_UNITS).map(row))),
    ...rest > 0 ? [h('p', { class: 'quiet pad' }, t('more-rows', { rows: rest }))] : [],
  ];
}
