/** Everything the rules know about a cell and who stands on it. */
import type { Looked } from '../api.ts';
import { layersOf } from '../board/pieces.ts';
import { clear, h, icon, sprite } from '../dom.ts';
import { type PlainId, t, told, word } from '../i18n.ts';
import { type Asked, type Event, type Fact, type Piece, standing } from '../words.ts';

export interface InspectorHands {
  follow(): void;
  unselect(): void;
  share(): void;
}

export function titled(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replaceAll('-', ' ');
}

/** A picture of a piece for lists and panels. */
export function pieceSprite(piece: Pick<Piece, 'kind' | 'seat' | 'tags'>, size: number): SVGSVGElement {
  const names = layersOf(piece, 24).map(([name]) => name);
  return sprite(names, piece.seat, size);
}

export class Inspector {
  readonly element: HTMLElement;
  private readonly body = h('div', { class: 'inspector-body' });
  private readonly followKey: HTMLButtonElement;
  private readonly unselectKey: HTMLButtonElement;

  constructor(hands: InspectorHands) {
    const key = (name: string, label: PlainId, act: () => void) => h('button', {
      class: 'tool', type: 'button', title: t(label), 'aria-label': t(label), onclick: act,
    }, icon(name));
    this.followKey = key('follow', 'follow', () => hands.follow());
    this.unselectKey = key('close', 'unselect', () => hands.unselect());
    this.element = h('section', { class: 'inspector', 'aria-label': t('inspector') },
      h('header', { class: 'panel-head' }, h('h2', {}, t('inspector')),
        h('span', { class: 'keys' }, this.followKey,
          key('share', 'share-title', () => hands.share()), this.unselectKey)),
      this.body);
    this.show(null);
  }

  show(looked: Looked | null): void {
    const piece = looked && standing(looked.scene, looked.cell);
    this.followKey.disabled = !(looked?.kept && piece && piece.id >= 0);
    this.followKey.setAttribute('aria-pressed', String(Boolean(looked?.following)));
    this.unselectKey.disabled = !looked?.kept;
    if (!looked) {
      clear(this.body, h('p', { class: 'quiet' }, t('inspect-hint')));
      return;
    }
    clear(this.body, this.title(looked, piece || undefined),
      h('dl', { class: 'rows' }, ...looked.facts.map(row), ...this.told(looked, piece || undefined)));
  }

  private title({ stage, cell }: Looked, piece: Piece | undefined): HTMLElement {
    if (!piece) {
      return h('div', { class: 'who' }, h('div', {},
        h('h3', {}, t('cell', { row: cell[0], column: cell[1] }))));
    }
    const name = piece.id >= 0 ? `${titled(word(piece.kind))} ${piece.id}` : titled(word(piece.kind));
    const owner = piece.seat >= 0
      ? t('seat-n', { name: stage.names[piece.seat] ?? '', seat: piece.seat })
      : t('nobody');
    return h('div', { class: 'who' }, pieceSprite(piece, 36),
      h('div', {}, h('h3', {}, name), h('p', { class: 'quiet' }, owner)));
  }

  /** What it asked for and what happened to it in this round. */
  private told({ scene }: Looked, piece: Piece | undefined): HTMLElement[] {
    if (!piece || piece.id < 0) return [];
    const orders = scene.orders.filter((o) => o.id === piece.id && o.seat === piece.seat);
    const events = scene.events.filter((e) => e.id === piece.id || e.other === piece.id);
    return [
      ...orders.map((o) => row({ label: t('orders'), value: orderWords(o) })),
      ...events.slice(0, 6).map((e) => row({ label: t('events'), value: eventWords(e) })),
    ];
  }
}

export function orderWords(order: Asked): string {
  const outcome = order.done ? t('done') : t('refused');
  const why = told(order.why);
  return `${told(order.text)}, ${outcome}${why ? `: ${why}` : ''}`;
}

export function eventWords(event: Event): string {
  return event.id >= 0 ? `${event.id} ${told(event.text)}` : told(event.text);
}

/** A fact; values like `60 of 100` get a bar. */
function row(fact: Fact): HTMLElement {
  const [key, now, most] = typeof fact.value === 'string' ? [] : fact.value;
  const share = key === '{} of {}' ? Number(now) / Math.max(1, Number(most)) : NaN;
  const meter = Number.isFinite(share) && h('span', { class: 'meter', 'aria-hidden': 'true' },
    h('span', { style: `width:${Math.min(1, Math.max(0, share)) * 100}%` }));
  return h('div', {}, h('dt', {}, word(fact.label)), h('dd', {}, meter, told(fact.value)));
}
