/** The page: its parts, and how each shows the state. */
import type { Looked, View } from './api.ts';
import { Board } from './board/board.ts';
import { clear, h, icon, number, sprite } from './dom.ts';
import { type Acts, Header } from './header.ts';
import { t } from './i18n.ts';
import { Inspector } from './panels/inspector.ts';
import { places, Strips } from './panels/strips.ts';
import { Tabs } from './panels/tabs.ts';
import type { Session } from './session.ts';
import type { Seen, ViewerState } from './state.ts';
import { Timeline } from './timeline.ts';
import { Transport } from './transport.ts';
import { readDrawings } from './viz.ts';
import type { Cell, Receipt, Scene, Turn, Verdict } from './words.ts';

/** Opening shows that it is under way only if it takes longer than this. */
const PATIENCE_MS = 400;
/** What cannot be used before a match is open. */
const HELD = '.transport, .time, .left, .middle, .right, .sheet-key';

/** What the page's parts do. */
export interface PageHands {
  look(cell: Cell | null): void;
  pick(cell: Cell): void;
  go(cell: Cell): void;
  seek(k: number): void;
  see(seen: Seen | null): void;
  follow(): void;
  unselect(): void;
  sheet(open: boolean): void;
  receipt(receipt: Receipt): void;
}

export class Page implements View {
  readonly board: Board;
  readonly tabs: Tabs;
  readonly transport: Transport;
  private readonly root: HTMLElement;
  private readonly header: Header;
  private readonly timeline: Timeline;
  private readonly otherBoard: Board;
  private readonly captions = [
    h('div', { class: 'caption' }), h('div', { class: 'caption' }),
  ] as const;
  private readonly strips: Strips;
  private readonly inspector: Inspector;
  private readonly middle = h('main', { class: 'middle' });
  private readonly when = h('div', { class: 'when' });
  private readonly live = h('p', { id: 'live', class: 'unseen', 'aria-live': 'polite' });
  private readonly table = h('div', { class: 'unseen', id: 'chart-table' });
  private readonly notice = h('p', { class: 'notice', role: 'status' });
  private readonly seeing = h('div', { class: 'seeing', role: 'status' });
  private readonly welcome: HTMLElement;
  private readonly sheetKey: HTMLButtonElement;
  /** The picture that round, scores and timeline show. */
  private told = -1;
  /** What the players wrote in the round that the panels show. */
  private turn: Turn | null = null;
  private patience: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly state: ViewerState, hands: PageHands, acts: Acts, holder: HTMLElement,
  ) {
    this.board = new Board(hands, this.captions[0]);
    this.otherBoard = new Board(hands, this.captions[1]);
    this.otherBoard.element.hidden = true;
    this.header = new Header(acts);
    this.strips = new Strips(hands.receipt);
    this.inspector = new Inspector({ ...hands, share: acts.share });
    this.tabs = new Tabs({ ...hands, overlay: () => this.overlay(), sight: hands.see });
    this.timeline = new Timeline(hands.seek);
    this.transport = new Transport(state.playback, (n) => {
      this.timeline.choose(n);
      clear(this.table, this.timeline.table());
    });
    this.welcome = welcome(acts);
    this.sheetKey = h('button', {
      class: 'sheet-key button', type: 'button', 'aria-expanded': 'false',
      onclick: () => hands.sheet(!state.sheet),
    }, t('details'));
    this.root = this.build();
    holder.replaceChildren(this.root);
  }

  private build(): HTMLElement {
    this.middle.append(this.notice, this.seeing,
      h('div', { class: 'boards' }, this.board.element, this.otherBoard.element));
    const empty = h('div', { class: 'app is-empty' },
      this.header.logo, this.header.element, this.transport.element,
      h('section', { class: 'time', 'aria-label': t('timeline') },
        this.timeline.element, this.table),
      h('aside', { class: 'left', 'aria-label': t('standings') },
        this.when, this.strips.element, this.strips.counts),
      this.middle, this.sheetKey,
      h('aside', { class: 'right', 'aria-label': t('details') },
        this.inspector.element, this.tabs.element),
      this.welcome, this.live);
    for (const part of empty.querySelectorAll(HELD)) part.toggleAttribute('inert', true);
    return empty;
  }

  busy(on: boolean): void {
    clearTimeout(this.patience);
    const show = () => this.root.classList.add('is-busy');
    if (on) this.patience = setTimeout(show, PATIENCE_MS);
    else this.root.classList.remove('is-busy');
  }

  begin(session: Session): void {
    const { stage, source: { card } } = session;
    document.title = `${stage.title || card.game} · ${session.name} · Palestra`;
    this.root.classList.remove('is-empty');
    for (const part of this.root.querySelectorAll(HELD)) part.removeAttribute('inert');
    this.turn = null;
    this.told = -1;
    this.tabs.reset();
    this.header.load(session);
    this.strips.load(stage, card.receipts);
    this.board.camera.fitted = true;
    this.board.load(stage);
    this.timeline.load(stage, session.firstRound);
    this.transport.load(stage);
    clear(this.table, this.timeline.table());
  }

  /** The key that opened the file has done its work: space plays from here on. */
  opened(): void {
    const opener = document.activeElement?.closest('.welcome, .act-open, body > input');
    if (opener) this.transport.focus();
  }

  /** On the first page, or over the match that stays open. */
  wrong(text: string): void {
    const place = this.welcome.querySelector('.wrong');
    if (place && !this.state.session) place.textContent = text;
    else this.note(text);
  }

  note(text: string, key?: { label: string; act(): void }): void {
    clear(this.notice, text && h('span', {}, text),
      key && h('button', { class: 'button', type: 'button', onclick: () => key.act() }, key.label),
      text && h('button', {
        class: 'tool', type: 'button', 'aria-label': t('close'), onclick: () => clear(this.notice),
      }, icon('close')));
  }

  verifying(): void {
    this.header.verifying();
  }

  verdict(verdict: Verdict | null): void {
    this.header.verdict(verdict);
  }

  compare(): void {
    const { other } = this.state;
    this.otherBoard.element.hidden = other === null;
    this.root.classList.toggle('is-compared', other !== null);
    this.header.comparing(other !== null);
    clear(this.captions[0]);
    if (!other) return;
    this.otherBoard.camera.fitted = true;
    this.otherBoard.load(other.stage);
  }

  difference(k: number | null): void {
    this.timeline.mark(k);
  }

  draw(): void {
    const { session, other } = this.state;
    const first = session && this.state.moment(session);
    if (first) this.board.show(first);
    const second = other && this.state.moment(other);
    if (second) this.otherBoard.show(second);
  }

  tell(): void {
    const { session, other, scene, k } = this.state;
    if (!session || !scene || (this.told === k && !other)) return;
    this.told = k;
    const lastRound = session.firstRound + session.last;
    clear(this.when, h('span', { class: 'round-number' }, `${scene.round}`),
      h('span', { class: 'round-of' }, t('of-rounds', { rounds: lastRound })));
    this.strips.show(scene);
    this.timeline.show(k, t('round-of', { round: scene.round, last: lastRound }));
    if (!this.state.playback.state.playing) this.speak(summary(session, scene));
    if (!other) return;
    caption(this.captions[0], session, scene);
    const beside = other.has(Math.min(k, other.last));
    if (beside) caption(this.captions[1], other, beside);
  }

  panels(scene: Scene, turn: Turn | null): void {
    const { session, k } = this.state;
    if (!session) return;
    this.turn = turn;
    const { stage, source, firstRound } = session;
    this.tabs.show({ stage, source, scene, before: session.has(k - 1), turn, k, firstRound });
  }

  /** The drawings of the player whose messages are shown. */
  private overlay(): void {
    const { seat, on } = this.tabs.drawing;
    const said = this.turn?.seats[seat]?.said ?? '';
    this.board.overlay = on && said ? [{ seat, list: readDrawings(said) }] : [];
    this.board.draw();
  }

  mark(): void {
    const { selected, hovered, other } = this.state;
    for (const board of [this.board, this.otherBoard]) Object.assign(board, { selected, hovered });
    this.board.draw();
    if (other) this.otherBoard.draw();
  }

  center(cell: Cell): void {
    this.board.center(cell);
  }

  see(): void {
    const { seen, session } = this.state;
    this.board.see(seen);
    const name = seen && session?.stage.names[seen.seat];
    clear(this.seeing, seen && sprite([`seat-${seen.seat}`], seen.seat, 16),
      seen && h('span', {}, t('seen-by', { name: name ?? '', round: seen.round })),
      seen && h('button', {
        class: 'button', type: 'button', onclick: () => this.tabs.unsee(),
      }, t('seen-end')));
  }

  inspect(looked: Looked | null): void {
    this.inspector.show(looked);
  }

  sheet(): void {
    const open = this.state.sheet;
    this.root.classList.toggle('sheet-open', open);
    this.sheetKey.setAttribute('aria-expanded', String(open));
    this.sheetKey.textContent = t(open ? 'close' : 'details');
  }

  narrow(): boolean {
    return matchMedia('(max-width: 899px)').matches;
  }

  /** Shows a cell close up, in the part of the board that the sheet of details leaves free. */
  closeUp(cell: Cell): void {
    const sheet = this.root.querySelector('.right')?.getBoundingClientRect();
    const above = sheet && sheet.left <= this.board.element.getBoundingClientRect().left;
    this.board.closeUp(cell, above ? sheet.top : innerHeight);
  }

  speak(text: string): void {
    this.live.textContent = text;
  }

  /** Takes the colours anew after a change of theme. */
  recolor(): void {
    this.board.recolor();
    this.otherBoard.recolor();
    this.timeline.recolor();
  }
}

function welcome(acts: Acts): HTMLElement {
  return h('section', { class: 'welcome', 'aria-label': t('welcome') },
    sprite(['wordmark-block'], -1, 208, 104),
    h('h1', {}, t('welcome')), h('p', {}, t('drop-here')),
    h('button', { class: 'button solid', type: 'button', onclick: () => acts.open() },
      icon('open'), t('open')), h('p', { class: 'wrong', role: 'alert' }));
}

/** A picture in words: round, scores by place, number of events. */
function summary(session: Session, scene: Scene): string {
  const scores = scene.seats.map((s) => s.score);
  const ranks = places(scores);
  const rows = scores.map((score, seat) => ({ score, seat }))
    .sort((a, b) => ranks[a.seat]! - ranks[b.seat]!)
    .map(({ score, seat }) =>
      t('live-scores', { name: session.stage.names[seat] ?? '', score: number(score) }));
  const last = session.firstRound + session.last;
  return [t('round-of', { round: scene.round, last }), ...rows,
    t('live-events', { events: scene.events.length })].join('. ');
}

function caption(place: HTMLElement, session: Session, scene: Scene): void {
  const scores = scene.seats.map((s, seat) => h('span', { class: 'caption-score' },
    sprite([`seat-${seat}`], seat, 14), number(s.score)));
  clear(place, h('b', {}, session.name), ...scores);
}
