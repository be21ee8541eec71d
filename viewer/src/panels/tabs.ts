/** Events, orders, messages and what a player saw. */
import { clear, h, icon, number, sprite } from '../dom.ts';
import { type PlainId, t, told } from '../i18n.ts';
import type { EventKind } from '../kinds.ts';
import type { Source } from '../source.ts';
import type { Seen } from '../state.ts';
import type { Asked, Cell, Event, Scene, Stage, Turn } from '../words.ts';
import { pieceSprite } from './inspector.ts';
import { sightPanel } from './sight.ts';

const ORDER_KINDS = ['done', 'refused'] as const;
type OrderKind = (typeof ORDER_KINDS)[number];
const NAMES = ['events', 'orders', 'messages', 'view'] as const;
export type TabName = (typeof NAMES)[number];
const MOST_ROWS = 300;
const SIGNS: Record<Exclude<EventKind, 'refused'>, string> = {
  hit: 'hit', taken: 'captured', dead: 'dead', reborn: 'reborn', conquest: 'lead',
  infected: 'virus-3', bonus: 'bonus-points', shot: 'hit',
};

export interface TabHands {
  look(cell: Cell | null): void;
  go(cell: Cell): void;
  seek(k: number): void;
  /** Which player's messages are shown and whether its drawings are. */
  overlay(seat: number, on: boolean): void;
  /** What a player was shown, to be drawn on the board; null for the match itself. */
  sight(seen: Seen | null): void;
}

export interface Shown {
  stage: Stage;
  source: Source;
  scene: Scene;
  before: Scene | null;
  turn: Turn | null;
  k: number;
  firstRound: number;
}

export class Tabs {
  readonly element: HTMLElement;
  seat: number | null = null;
  open: TabName = 'events';
  private shown: Shown | null = null;
  private kind: EventKind | OrderKind | '' = '';
  private query = '';
  private everywhere = false;
  private drawViz = true;
  private drawSight = true;
  private speaker = 0;
  private readonly heads = new Map<TabName, HTMLButtonElement>();
  private readonly body = h('div', { class: 'tab-body', role: 'tabpanel', tabindex: '0', id: 'tab-body' });
  private asked = 0;

  constructor(private readonly hands: TabHands) {
    for (const name of NAMES) {
      this.heads.set(name, h('button', {
        role: 'tab', type: 'button', class: 'tab', id: `tab-${name}`, 'aria-controls': 'tab-body',
        onclick: () => this.choose(name),
      }, t(name), h('span', { class: 'count' })));
    }
    const list = h('div', { role: 'tablist', class: 'tabs' }, ...this.heads.values());
    list.addEventListener('keydown', (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      event.stopPropagation();
      const next = NAMES[(NAMES.indexOf(this.open) + by + NAMES.length) % NAMES.length]!;
      this.choose(next);
      this.heads.get(next)?.focus();
    });
    this.element = h('section', { class: 'tabbed' }, list, this.body);
    this.choose('events');
  }

  choose(name: TabName): void {
    if (this.open === 'view' && name !== 'view') this.hands.sight(null);
    this.open = name;
    for (const [other, head] of this.heads) {
      head.setAttribute('aria-selected', String(other === name));
      head.tabIndex = other === name ? 0 : -1;
    }
    this.body.setAttribute('aria-labelledby', `tab-${name}`);
    this.render();
  }

  /** A new match: filters that may not fit it are let go. */
  reset(): void {
    Object.assign(this, { seat: null, kind: '', query: '', speaker: 0, everywhere: false });
  }

  show(shown: Shown): void {
    this.shown = shown;
    const count = (name: TabName, n: number) => {
      const place = this.heads.get(name)?.querySelector('.count');
      if (place) place.textContent = n > 0 ? number(n) : '';
    };
    count('events', shown.scene.events.length);
    count('orders', Math.max(shown.scene.orders.length, rawOrders(shown.turn)));
    const said = shown.turn?.seats[this.speaker]?.said ?? '';
    count('messages', said ? said.trimEnd().split('\n').length : 0);
    this.hands.overlay(this.speaker, this.drawViz);
    // The round that the panels show: they follow the board when its orders have been read.
    this.body.dataset['round'] = String(shown.scene.round);
    this.render();
  }

  /** Whose messages are shown, and whether its drawings are on the board. */
  get drawing(): { seat: number; on: boolean } {
    return { seat: this.speaker, on: this.drawViz };
  }

  private render(): void {
    if (!this.shown) return;
    const kept = this.body.contains(document.activeElement)
      ? document.activeElement?.getAttribute('data-keep') : null;
    const caret = (document.activeElement as HTMLInputElement | null)?.selectionStart ?? null;
    if (this.open === 'events') this.events(this.shown);
    else if (this.open === 'orders') this.orders(this.shown);
    else if (this.open === 'messages') this.messages(this.shown);
    else this.view(this.shown);
    if (!kept) return;
    const again = this.body.querySelector<HTMLInputElement>(`[data-keep="${kept}"]`);
    again?.focus();
    if (again?.type === 'search' && caret !== null) again.setSelectionRange(caret, caret);
  }

  private chips(kinds: readonly (EventKind | OrderKind)[]): HTMLElement {
    const chip = (seat: number | null, ...inside: (Node | string)[]) => h('button', {
      class: 'chip', type: 'button', 'aria-pressed': String(this.seat === seat),
      'data-keep': `chip-${seat}`,
      'aria-label': seat === null ? t('all') : this.shown?.stage.names[seat] ?? '',
      title: seat === null ? t('all') : this.shown?.stage.names[seat] ?? '',
      onclick: () => { this.seat = seat; this.render(); },
    }, ...inside);
    const names = this.shown?.stage.names ?? [];
    const select = h('select', {
      class: 'kind', 'aria-label': t('kind'), 'data-keep': 'kind',
      onchange: () => { this.kind = select.value as EventKind | OrderKind | ''; this.render(); },
    }, h('option', { value: '' }, t('any-kind')), ...kinds.map((kind) =>
      h('option', { value: kind, selected: kind === this.kind }, t(`kind-${kind}`))));
    return h('div', { class: 'chips' }, chip(null, t('all')),
      ...names.map((_, seat) => chip(seat, sprite([`seat-${seat}`], seat, 14))),
      kinds.length > 1 ? select : null);
  }

  private events({ scene, before }: Shown): void {
    const kinds = [...new Set([...scene.events.map((e) => e.kind), this.kind])].filter((kind) => kind !== '');
    const rows = scene.events.filter((e) => (this.seat === null || e.seat === this.seat)
      && (this.kind === '' || e.kind === this.kind));
    clear(this.body, this.chips(kinds), rows.length === 0
      ? h('p', { class: 'quiet pad' }, t(scene.events.length ? 'no-filter' : 'no-events'))
      : h('ul', { class: 'list' }, ...rows.slice(0, MOST_ROWS).map((e) => this.eventRow(e, scene, before)),
        rows.length > MOST_ROWS && moreRows(rows.length - MOST_ROWS)));
  }

  private eventRow(event: Event, scene: Scene, before: Scene | null): HTMLElement {
    const doer = scene.pieces.find((p) => p.id === event.id && event.id >= 0)
      ?? before?.pieces.find((p) => p.id === event.id && event.id >= 0);
    const sign = event.kind === 'refused' ? icon('cross')
      : sprite([SIGNS[event.kind]], event.seat, 16);
    return this.row(sign, doer ? pieceSprite({ ...doer, seat: event.seat, tags: [] }, 16)
      : event.seat >= 0 ? sprite([`seat-${event.seat}`], event.seat, 14) : null,
    event.id, told(event.text), event.cell, `${event.cell[0]}, ${event.cell[1]}`);
  }

  private row(
    sign: Node, plate: Node | null, id: number, text: string, cell: Cell, end: string,
  ): HTMLElement {
    return h('li', {}, h('button', {
      type: 'button', class: 'event',
      onmouseenter: () => this.hands.look(cell), onmouseleave: () => this.hands.look(null),
      onfocus: () => this.hands.look(cell), onclick: () => this.hands.go(cell),
    }, h('span', { class: 'sign' }, sign), h('span', { class: 'doer' }, plate),
    h('span', { class: 'what' }, id >= 0 && h('b', {}, `${id} `), text),
    h('span', { class: 'at' }, end)));
  }

  private orders({ scene, before, turn }: Shown): void {
    const list = [...scene.orders, ...(turn?.seats.flatMap((seat) => seat.rest ?? []) ?? [])];
    if (list.length === 0) return this.rawOrders(turn);
    const rows = list.filter((o) => (this.seat === null || o.seat === this.seat)
      && (!ORDER_KINDS.some((kind) => kind === this.kind) || (this.kind === 'done') === o.done));
    const piece = (o: Asked) => before?.pieces.find((p) => p.id === o.id && o.id >= 0)
      ?? scene.pieces.find((p) => p.id === o.id && o.id >= 0);
    const row = (o: Asked) => {
      const unit = piece(o);
      const plate = unit ? pieceSprite({ ...unit, tags: [] }, 16)
        : sprite([`seat-${o.seat}`], o.seat, 14);
      const why = told(o.why);
      const text = why ? `${told(o.text)}: ${why}` : told(o.text);
      const end = o.done ? `${o.cell[0]}, ${o.cell[1]}` : t('refused');
      return this.row(icon(o.done ? 'check' : 'cross'), plate, o.id, text, o.cell, end);
    };
    clear(this.body, this.chips(ORDER_KINDS), rows.length === 0
      ? h('p', { class: 'quiet pad' }, t('no-filter'))
      : h('ul', { class: 'list' }, ...rows.slice(0, MOST_ROWS).map(row),
        rows.length > MOST_ROWS && moreRows(rows.length - MOST_ROWS)));
  }

  /** Orders as the players gave them, where the rules tell nothing about them. */
  private rawOrders(turn: Turn | null): void {
    if (rawOrders(turn) === 0) {
      clear(this.body, h('p', { class: 'quiet pad' }, t('no-orders')));
      return;
    }
    const rows = turn!.seats.flatMap((seat, n) => this.seat !== null && this.seat !== n ? []
      : seat.orders.map((o) => h('li', { class: 'raw' }, sprite([`seat-${n}`], n, 14),
        ` ${t('unit')} ${o.unit}: ${o.verb} ${o.a} ${o.b}`)));
    clear(this.body, this.chips([]), h('ul', { class: 'list' }, ...rows.slice(0, MOST_ROWS)));
  }

  private messages(shown: Shown): void {
    const { stage, source, turn } = shown;
    const select = h('select', {
      'aria-label': t('player'), 'data-keep': 'speaker',
      onchange: () => {
        this.speaker = Number(select.value);
        if (this.shown) this.show(this.shown);
      },
    }, ...stage.names.map((name, seat) =>
      h('option', { value: seat, selected: seat === this.speaker }, name)),
    h('option', { value: stage.names.length, selected: this.speaker === stage.names.length }, t('rules')));
    const search = h('input', {
      type: 'search', placeholder: t('search'), 'aria-label': t('search'), value: this.query,
      'data-keep': 'search', oninput: () => { this.query = search.value; this.messages(shown); this.refocus(); },
    });
    const check = (label: PlainId, on: boolean, act: (on: boolean) => void) => {
      const box = h('input', { type: 'checkbox', checked: on, 'data-keep': label, onchange: () => act(box.checked) });
      return h('label', { class: 'check' }, box, t(label));
    };
    const list = h('ol', { class: 'messages' });
    clear(this.body, h('div', { class: 'chips' }, select, search), h('div', { class: 'chips thin' },
      check('draw-viz', this.drawViz, (on) => { this.drawViz = on; this.hands.overlay(this.speaker, on); }),
      check('all-rounds', this.everywhere, (on) => { this.everywhere = on; this.messages(shown); })), list);
    if (turn === null && source.card.kind === 'res') {
      list.replaceWith(h('p', { class: 'quiet pad' }, t('no-record')));
      return;
    }
    const said = this.speaker < stage.names.length
      ? turn?.seats[this.speaker]?.said ?? '' : turn?.notes ?? '';
    if (!this.everywhere) {
      this.lines(list, [[shown.k, said]], shown);
      return;
    }
    this.asked += 1;
    const question = this.asked;
    void source.said(this.speaker).then((all) => {
      if (question === this.asked) this.lines(list, all, shown);
    });
  }

  private refocus(): void {
    const search = this.body.querySelector<HTMLInputElement>('input[type=search]');
    search?.focus();
    search?.setSelectionRange(search.value.length, search.value.length);
  }

  private lines(list: HTMLElement, said: [number, string][], { stage, firstRound }: Shown): void {
    const wanted = this.query.toLowerCase();
    const rows: HTMLElement[] = [];
    let found = 0;
    for (const [k, text] of said) {
      for (const line of text === '' ? [] : text.trimEnd().split('\n')) {
        if (wanted && !line.toLowerCase().includes(wanted)) continue;
        found += 1;
        if (rows.length >= MOST_ROWS) continue;
        const round = this.everywhere && h('button', {
          class: 'round-link', type: 'button', onclick: () => this.hands.seek(k),
        }, `${firstRound + k}`);
        rows.push(h('li', { class: line.startsWith('@viz') ? 'viz' : '' }, round, ...marked(line, wanted)));
      }
    }
    if (found === 0) {
      const name = stage.names[this.speaker] ?? t('rules');
      list.replaceWith(h('p', { class: 'quiet pad' }, wanted ? t('no-filter') : t('no-messages', { name })));
      return;
    }
    if (found > rows.length) rows.push(h('li', { class: 'quiet' }, t('more-rows', { rows: found - rows.length })));
    list.replaceChildren(...rows);
  }

  private view(shown: Shown): void {
    const { stage, source, before, k, firstRound } = shown;
    const seat = Math.min(this.speaker, stage.names.length - 1);
    const select = h('select', {
      'aria-label': t('player'), 'data-keep': 'viewer',
      onchange: () => { this.speaker = Number(select.value); this.show(shown); },
    }, ...stage.names.map((name, n) => h('option', { value: n, selected: n === seat }, name)));
    const box = h('input', {
      type: 'checkbox', checked: this.drawSight, 'data-keep': 'seen-draw',
      onchange: () => { this.drawSight = box.checked; this.view(shown); },
    });
    const head = h('div', { class: 'chips' }, select,
      h('label', { class: 'check' }, box, t('seen-draw')));
    if (!before) {
      this.hands.sight(null);
      clear(this.body, head, h('p', { class: 'quiet pad' }, t('view-none')));
      return;
    }
    if (!this.body.querySelector('.sight')) clear(this.body, head, h('div', { class: 'sight' }));
    else this.body.firstElementChild?.replaceWith(head);
    this.asked += 1;
    const question = this.asked;
    const stale = () => question !== this.asked || this.open !== 'view';
    const bytes = h('p', { class: 'quiet pad mono view-bytes' });
    void source.sight(k - 1, seat).then((sight) => {
      const place = this.body.querySelector('.sight');
      if (stale() || !place || !sight) return;
      const isRecord = source.card.kind !== 'res';
      clear(place, ...sightPanel(stage, sight, seat, isRecord, (cell) => this.hands.look(cell)), bytes);
      this.hands.sight(this.drawSight ? { sight, seat, round: firstRound + k } : null);
    });
    void source.view(k - 1, seat).then((view) => {
      if (!view || stale()) return;
      bytes.textContent = `${t('view-bytes', { bytes: number(view.size) })} ${view.digest}`;
    });
  }

  /** Leaves the player's view: the board shows the match again. */
  unsee(): void {
    this.drawSight = false;
    this.hands.sight(null);
    if (this.shown && this.open === 'view') this.view(this.shown);
  }
}

function moreRows(rows: number): HTMLElement {
  return h('li', { class: 'quiet pad' }, t('more-rows', { rows }));
}

function rawOrders(turn: Turn | null): number {
  return turn?.seats.reduce((n, seat) => n + seat.orders.length, 0) ?? 0;
}

/** A line with the searched words marked. */
function marked(line: string, wanted: string): (Node | string)[] {
  if (!wanted) return [line];
  const parts: (Node | string)[] = [];
  const lower = line.toLowerCase();
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    parts.push(line.slice(from, at), h('mark', {}, line.slice(at, at + wanted.length)));
    from = at + wanted.length;
  }
  parts.push(line.slice(from));
  return parts;
}

