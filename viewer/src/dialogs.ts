/** Help, receipts, and what is said in passing. */
import { clear, copy, download, h, icon, number, sprite } from './dom.ts';
import { type PlainId, t, told } from './i18n.ts';
import type { Card, Receipt, Stage } from './words.ts';

function dialog(title: string, ...content: Node[]): HTMLDialogElement {
  const close = h('button', {
    class: 'tool', type: 'button', 'aria-label': t('close'), title: t('close'),
    onclick: () => made.close(),
  }, icon('close'));
  const made = h('dialog', { class: 'dialog', 'aria-label': title },
    h('header', { class: 'panel-head' }, h('h2', {}, title), close), ...content);
  made.addEventListener('close', () => made.remove());
  made.addEventListener('click', (event) => {
    if (event.target === made) made.close();
  });
  document.body.append(made);
  made.showModal();
  return made;
}

export const KEYS: [string[], PlainId][] = [
  [['Space'], 'play'], [['←', '→'], 'on'], [['⇧←', '⇧→'], 'key-seek10'],
  [['Home', 'End'], 'first'], [['<', '>'], 'key-speed'], [['[', ']'], 'key-mark'],
  [['s'], 'key-series'], [['+', '−', '0'], 'zoom'], [['1', '2', '3', '4'], 'key-tabs'],
  [['↑ ↓ ← →'], 'key-cursor'], [['Enter'], 'key-pick'], [['u'], 'follow'], [['Esc'], 'unselect'],
  [['m'], 'more-marks'], [['o'], 'open-title'], [['c'], 'compare-title'], [['l'], 'share-title'],
  [['f'], 'full-screen'], [['t'], 'theme'], [['?'], 'help'],
];

export function helpDialog(stage: Stage | null): void {
  const bare = (text: string) => text.replace(/ \([^)]*\)$/, '');
  const rows = KEYS.map(([keys, label]) => h('div', {},
    h('dt', {}, ...keys.map((key) => h('kbd', {}, key))),
    h('dd', {}, label === 'on' ? `${bare(t('back'))}, ${bare(t('on'))}`
      : label === 'first' ? `${bare(t('first'))}, ${bare(t('last'))}` : bare(t(label)))));
  const settings = stage?.settings.length ? [
    h('h3', {}, t('settings')),
    h('dl', { class: 'rows' }, ...stage.settings.map((fact) => h('div', {},
      h('dt', {}, fact.label), h('dd', {}, told(fact.value))))),
  ] : [];
  dialog(bare(t('help')), h('div', { class: 'dialog-body', tabindex: '0' },
    h('h3', {}, t('keys')), h('dl', { class: 'rows key-rows' }, ...rows), ...settings));
}

/** A failure receipt, in the order of the look. */
export function receiptDialog(
  receipt: Receipt, stage: Stage, card: Card, seek: (round: number) => void,
): void {
  const name = stage.names[receipt.seat] ?? '';
  const command = card.again ?? '';
  const settings = card.settings;
  const part = (title: string, lines: string[]) => lines.length === 0 ? null : h('section', {},
    h('h3', {}, title), h('pre', {}, lines.join('\n')));
  const copyKey = h('button', {
    class: 'button', type: 'button',
    onclick: async () => { if (await copy(command)) copyKey.textContent = t('copied-text'); },
  }, t('copy'));
  const made = dialog(t('receipt'), h('div', { class: 'dialog-body slip', tabindex: '0' },
    h('p', { class: 'who' }, sprite([`seat-${receipt.seat}-open`], receipt.seat, 20),
      h('b', {}, name), ` ${t('frozen-in', { round: receipt.round })}`),
    h('section', {}, h('h3', {}, t('cause')), h('p', {}, receipt.detail || receipt.cause),
      h('p', {}, t('lost', { name, round: receipt.round }))),
    part(t('backtrace'), receipt.backtrace),
    part(t('last-words'), receipt.last_words),
    part(`${t('fuel')}, ${t('memory')}`, [
      `${number(receipt.fuel)} · ${number(receipt.memory / 2 ** 20, 1)} MB`,
    ]),
    command ? h('section', {}, h('h3', {}, t('again')), h('pre', { class: 'command' }, command), copyKey,
      settings && h('button', {
        class: 'button', type: 'button',
        onclick: () => download('settings.cnf', new Blob([settings], { type: 'text/plain' })),
      }, t('save-settings'))) : null,
    h('section', {}, h('button', {
      class: 'button', type: 'button',
      onclick: () => { made.close(); seek(receipt.round); },
    }, t('go-to-round', { round: receipt.round })))));
}

const passing = h('div', { class: 'passing', role: 'status' });

/** A sentence that goes away by itself. */
export function say(text: string): void {
  if (!passing.isConnected) document.body.append(passing);
  clear(passing, h('p', {}, text));
  setTimeout(() => {
    if (passing.textContent === text) clear(passing);
  }, 3500);
}
