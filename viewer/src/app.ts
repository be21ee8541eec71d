/** The page: what is open, where we are in it, and who is told. */
import { Board } from './board/board.ts';
import { receiptDialog, say } from './dialogs.ts';
import { clear, h, icon, number, sprite } from './dom.ts';
import type { Games } from './games.ts';
import type { Source } from './source.ts';
import { Header } from './header.ts';
import { learn, t, told, word } from './i18n.ts';
import { type Place, placeOf } from './link.ts';
import { Inspector, type Looked, standing } from './panels/inspector.ts';
import { places, Strips } from './panels/strips.ts';
import { type Seen, Tabs } from './panels/tabs.ts';
import { actsOf } from './acts.ts';
import { Playback, SIGNS_UP_TO } from './playback.ts';
import { Session } from './session.ts';
import { Timeline } from './timeline.ts';
import { Transport } from './transport.ts';
import { readDrawings } from './viz.ts';
import type { Cell, Fact, Receipt, Scene, Turn } from './words.ts';

/** Panels are rewritten at most this often while playing fast. */
const CALM_MS = 150;
/** What cannot be used before a match is open. */
const HELD = '.transport, .time, .left, .middle, .right, .sheet-key';

export class App {
  readonly playback = new Playback();
  readonly header: Header;
  readonly board: Board;
  readonly tabs: Tabs;
  readonly transport: Transport;
  readonly timeline: Timeline;
  session: Session | null = null;
  /** The second match, when two are compared. */
  other: Session | null = null;
  /** The file that is open, to open it again in another language. */
  file: { name: string; bytes: Uint8Array<ArrayBuffer> } | null = null;
  selected: Cell | null = null;
  /** The unit that is followed, or that the selection stays with. */
  unit: number | null = null;
  following = false;
  private readonly root: HTMLElement;
  private readonly otherBoard: Board;
  private readonly captions = [h('div', { class: 'caption' }), h('div', { class: 'caption' })] as const;
  private readonly strips: Strips;
  private readonly inspector: Inspector;
  private readonly middle = h('main', { class: 'middle' });
  private readonly when = h('div', { class: 'when' });
  private readonly live = h('p', { id: 'live', class: 'unseen', 'aria-live': 'polite' });
  private readonly table = h('div', { class: 'unseen', id: 'chart-table' });
  private readonly notice = h('p', { class: 'notice', role: 'status' });
  private readonly welcome: HTMLElement;
  private readonly seeing = h('div', { class: 'seeing', role: 'status' });
  /** What a player was shown, while the board shows that. */
  private seen: Seen | null = null;
  private drawn = { k: -1, other: -1 };
  private turn: { k: number; turn: Turn | null } = { k: -1, turn: null };
  private panelsAt = 0;
  private panelsDue = false;
  private clock = 0;

  constructor(readonly games: Games, holder: HTMLElement) {
    const hands = {
      look: (cell: Cell | null) => this.look(cell),
      pick: (cell: Cell) => this.pick(cell),
    };
    this.board = new Board(hands, this.captions[0]);
    this.otherBoard = new Board(hands, this.captions[1]);
    this.otherBoard.element.hidden = true;
    this.header = new Header(actsOf(this));
    this.strips = new Strips((receipt) => this.receipt(receipt));
    this.inspector = new Inspector({
      follow: () => this.follow(), unselect: () => this.unselect(), share: () => actsOf(this).share(),
    });
    this.tabs = new Tabs({
      look: (cell) => this.look(cell), go: (cell) => { this.pick(cell); this.board.center(cell); },
      seek: (k) => this.seek(k), overlay: () => this.overlay(), sight: (seen) => this.see(seen),
    });
    this.timeline = new Timeline((k) => this.seek(k));
    this.transport = new Transport(this.playback, (n) => {
      this.timeline.choose(n);
      clear(this.table, this.timeline.table());
    });
    this.welcome = h('section', { class: 'welcome', 'aria-label': t('welcome') }, sprite(['wordmark-block'], -1, 208, 104),
      h('h1', {}, t('welcome')), h('p', {}, t('drop-here')),
      h('button', { class: 'button solid', type: 'button', onclick: () => actsOf(this).open() },
        icon('open'), t('open')), h('p', { class: 'wrong', role: 'alert' }));
    this.root = this.build();
    holder.replaceChildren(this.root);
    this.playback.onChange(() => this.changed());
    this.playback.ready = (k) => this.ready(k);
    requestAnimationFrame((now) => this.frame(now));
  }

  private build(): HTMLElement {
    this.middle.append(this.notice, this.seeing, h('div', { class: 'boards' }, this.board.element, this.otherBoard.element));
    const sheetKey = h('button', {
      class: 'sheet-key button', type: 'button', 'aria-expanded': 'false',
      onclick: () => this.sheet(!this.root.classList.contains('sheet-open')),
    }, t('details'));
    const empty = h('div', { class: 'app is-empty' },
      this.header.logo, this.header.element, this.transport.element,
      h('section', { class: 'time', 'aria-label': t('timeline') }, this.timeline.element, this.table),
      h('aside', { class: 'left', 'aria-label': t('standings') }, this.when, this.strips.element, this.strips.counts),
      this.middle, sheetKey,
      h('aside', { class: 'right', 'aria-label': t('details') }, this.inspector.element, this.tabs.element),
      this.welcome, this.live);
    for (const part of empty.querySelectorAll(HELD)) part.toggleAttribute('inert', true);
    return empty;
  }

  /** Opens or closes the sheet of details on narrow screens. */
  sheet(open: boolean): void {
    this.root.classList.toggle('sheet-open', open);
    const key = this.root.querySelector('.sheet-key');
    key?.setAttribute('aria-expanded', String(open));
    if (key) key.textContent = t(open ? 'close' : 'details');
  }

  /** Shows a file; a wrong one gets a sentence and what was open stays. */
  async openFile(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    // The link's place is for the first match: later ones begin at their beginning.
    const place = this.session ? {} : placeOf(location);
    const copy = bytes.slice();
    const patience = setTimeout(() => this.root.classList.add('is-busy'), 400);
    try {
      const session = await Session.begin(name, await this.games.open(bytes));
      this.session?.close();
      this.endComparison();
      this.file = { name, bytes: copy };
      this.begin(session, place);
      // The key that opened the file has done its work: space plays from here on.
      if (document.activeElement?.closest('.welcome, .act-open, body > input')) this.transport.focus();
    } catch (error) {
      this.wrong(name, error instanceof Error ? error.message : String(error));
    } finally {
      clearTimeout(patience);
      this.root.classList.remove('is-busy');
    }
  }

  /** Says why a file cannot be shown: on the first page, or over the match that stays open. */
  wrong(name: string, why: string): void {
    const text = name ? `${t('cannot-open', name)} ${why}` : why;
    const place = this.welcome.querySelector('.wrong');
    if (place && !this.session) place.textContent = text;
    else this.note(text);
  }

  /** A sentence over the board. */
  note(text: string): void {
    clear(this.notice, text && h('span', {}, text), text && h('button', {
      class: 'tool', type: 'button', 'aria-label': t('close'), onclick: () => clear(this.notice),
    }, icon('close')));
  }

  private begin(session: Session, place: Place): void {
    this.session = session;
    const { stage, source: { card } } = session;
    document.title = `${stage.title || card.game} · ${session.name} · Palestra`;
    this.root.classList.remove('is-empty');
    for (const part of this.root.querySelectorAll(HELD)) part.removeAttribute('inert');
    learn(stage.words);
    this.turn = { k: -1, turn: null };
    this.drawn = { k: -1, other: -1 };
    this.see(null);
    this.tabs.reset();
    this.unselect();
    this.header.load(session);
    this.note(told(stage.incomplete));
    this.strips.load(stage, card.receipts);
    this.board.camera.fitted = true;
    this.board.load(stage);
    this.timeline.load(stage, session.firstRound);
    this.transport.load(stage);
    clear(this.table, this.timeline.table());
    if (place.speed) this.playback.setSpeed(place.speed);
    this.playback.load(stage.scenes);
    if (place.round !== undefined) this.seek(place.round - session.firstRound);
    if (place.cell) void session.scene(this.playback.state.k).then(() => this.pick(place.cell!));
    void this.verify(session);
  }

  private async verify(session: Session): Promise<void> {
    if (session.source.card.kind !== 'match') return;
    this.header.verifying();
    await session.scene(this.playback.state.k);
    const verdict = await session.source.verify();
    if (this.session === session) this.header.verdict(verdict);
  }

  /** Puts a second match beside the first. */
  async openOther(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    if (!this.session) return this.openFile(name, bytes);
    try {
      const other = await Session.begin(name, await this.games.open(bytes));
      this.endComparison();
      this.other = other;
      this.otherBoard.element.hidden = false;
      this.root.classList.add('is-compared');
      this.otherBoard.camera.fitted = true;
      this.otherBoard.load(other.stage);
      this.header.comparing(true);
      this.drawn.other = -1;
      this.changed();
      const first = await this.games.differ(this.session.source, other.source);
      this.timeline.mark(first);
      this.difference(first);
    } catch (error) {
      this.wrong(name, error instanceof Error ? error.message : String(error));
    }
  }

  private difference(k: number | null): void {
    if (k === null) return this.note(t('no-difference'));
    const words = t('first-difference', this.session!.firstRound + k);
    this.note(words);
    this.notice.lastElementChild?.before(h('button', {
      class: 'button', type: 'button', onclick: () => { this.playback.pause(); this.seek(k); },
    }, t('go-there')));
  }

  endComparison(): void {
    if (!this.other) return;
    this.other.close();
    this.other = null;
    this.otherBoard.element.hidden = true;
    this.root.classList.remove('is-compared');
    clear(this.captions[0]);
    this.header.comparing(false);
    this.timeline.mark(null);
    this.note('');
  }

  private ready(k: number): boolean {
    const { session, other } = this;
    if (!session) return false;
    session.ahead(k - 1);
    other?.ahead(k - 1);
    return session.has(k) !== null && (!other || k > other.last || other.has(k) !== null);
  }

  seek(k: number): void {
    this.playback.seek(k);
  }

  private changed(): void {
    const { session } = this;
    if (!session) return;
    const { k } = this.playback.state;
    const scenes = [session.scene(k), session.scene(k - 1), this.other?.scene(k), this.other?.scene(k - 1)];
    if (this.playback.state.playing) session.ahead(k);
    void Promise.all(scenes).then(() => {
      if (this.session !== session || this.playback.state.k !== k) return;
      this.drawBoards();
      this.words(k);
      this.panelsDue = true;
    });
  }

  private frame(now: number): void {
    const seconds = Math.min(0.25, (now - this.clock) / 1000);
    this.clock = now;
    if (this.playback.tick(seconds)) this.drawBoards();
    const fast = this.playback.state.playing && this.playback.state.speed > 4;
    if (this.panelsDue && (!fast || now - this.panelsAt > CALM_MS)) {
      this.panelsAt = now;
      this.panelsDue = false;
      void this.panels();
    }
    requestAnimationFrame((next) => this.frame(next));
  }

  private drawBoards(): void {
    const { k } = this.playback.state;
    if (!this.session) return;
    this.drawOne(this.board, this.session, k);
    if (this.other) this.drawOne(this.otherBoard, this.other, Math.min(k, this.other.last));
  }

  private drawOne(board: Board, session: Session, k: number): void {
    const scene = session.has(k);
    if (!scene) return;
    const phase = this.playback.drawnPhase();
    board.show({
      scene, before: session.has(k - 1), phase: session.has(k - 1) ? phase : 1,
      signs: this.playback.state.speed <= SIGNS_UP_TO || !this.playback.state.playing,
      speed: this.playback.state.speed,
    });
  }

  /** Round, strips, timeline and the summary: told at once. */
  private words(k: number): void {
    const session = this.session!;
    const scene = session.has(k);
    if (!scene || this.drawn.k === k && !this.other) return;
    this.drawn.k = k;
    const lastRound = session.firstRound + session.last;
    clear(this.when, h('span', { class: 'round-number' }, `${scene.round}`),
      h('span', { class: 'round-of' }, t('of-rounds', lastRound)));
    this.strips.show(scene);
    this.timeline.show(k, t('round-of', scene.round, lastRound));
    if (!this.playback.state.playing) this.live.textContent = this.summary(session, scene);
    if (!this.other) return;
    this.caption(0, session, scene);
    const beside = this.other.has(Math.min(k, this.other.last));
    if (beside) this.caption(1, this.other, beside);
  }

  private summary(session: Session, scene: Scene): string {
    const scores = scene.seats.map((s) => s.score);
    const ranks = places(scores);
    const rows = scores.map((score, seat) => ({ score, seat }))
      .sort((a, b) => ranks[a.seat]! - ranks[b.seat]!)
      .map(({ score, seat }) => t('live-scores', session.stage.names[seat] ?? '', number(score)));
    return [t('round-of', scene.round, session.firstRound + session.last), ...rows,
      t('live-events', scene.events.length)].join('. ');
  }

  private caption(n: 0 | 1, session: Session, scene: Scene): void {
    const scores = scene.seats.map((s, seat) => h('span', { class: 'caption-score' },
      sprite([`seat-${seat}`], seat, 14), number(s.score)));
    clear(this.captions[n], h('b', {}, session.name), ...scores);
  }

  /** Inspector and tabs: told when there is time. */
  private async panels(): Promise<void> {
    const { session } = this;
    const { k } = this.playback.state;
    if (!session) return;
    const turn = await session.turn(k);
    const scene = session.has(k);
    if (!scene || this.session !== session || this.playback.state.k !== k) return;
    this.turn = { k, turn };
    this.stay(scene);
    this.tabs.show({
      stage: session.stage, source: session.source, scene, before: session.has(k - 1), turn, k,
      firstRound: session.firstRound,
    });
    await this.inspect();
  }

  /** The drawings of the player whose messages are shown. */
  private overlay(): void {
    const { seat, on } = this.tabs.drawing;
    const said = this.turn.turn?.seats[seat]?.said ?? '';
    this.board.overlay = on && said ? [{ seat, list: readDrawings(said) }] : [];
    this.board.draw();
  }

  /** Shows the board as a player was shown it, or as it is. */
  private see(seen: Seen | null): void {
    if (!seen && !this.seen) return;
    this.seen = seen;
    this.board.see(seen);
    const name = seen && this.session?.stage.names[seen.seat];
    clear(this.seeing, seen && sprite([`seat-${seen.seat}`], seen.seat, 16),
      seen && h('span', {}, t('seen-by', name ?? '', seen.round)),
      seen && h('button', {
        class: 'button', type: 'button', onclick: () => this.tabs.unsee(),
      }, t('seen-end')));
    void this.inspect();
  }

  private look(cell: Cell | null): void {
    this.board.hovered = cell;
    this.otherBoard.hovered = cell;
    this.redraw();
    void this.inspect();
  }

  private redraw(): void {
    this.board.draw();
    if (this.other) this.otherBoard.draw();
  }

  /** Keeps a cell, and the unit on it. */
  pick(cell: Cell): void {
    const stage = this.session?.stage;
    if (!stage || cell[0] < 0 || cell[1] < 0 || cell[0] >= stage.rows || cell[1] >= stage.cols) return;
    // What a player was shown may lie elsewhere on the board: it is looked at, not kept.
    if (this.seen) return this.look(cell);
    const same = this.selected && this.selected[0] === cell[0] && this.selected[1] === cell[1];
    if (same) {
      this.unselect();
      return;
    }
    const scene = this.session?.has(this.playback.state.k);
    const unit = scene && standing(scene, cell);
    this.selected = cell;
    this.unit = unit && unit.id >= 0 ? unit.id : null;
    this.following = false;
    this.select();
    if (!matchMedia('(max-width: 899px)').matches) return;
    this.sheet(true);
    const sheet = this.root.querySelector('.right');
    this.board.closeUp(cell, sheet?.getBoundingClientRect().top ?? innerHeight);
  }

  private select(): void {
    this.board.selected = this.selected;
    this.otherBoard.selected = this.selected;
    this.redraw();
    void this.inspect();
  }

  unselect(): void {
    this.selected = null;
    this.unit = null;
    this.following = false;
    this.select();
  }

  follow(): void {
    if (this.unit === null) return;
    this.following = !this.following;
    if (this.following && this.selected) this.board.center(this.selected);
    void this.inspect();
  }

  /** The selection goes with its unit. */
  private stay(scene: Scene): void {
    if (this.unit === null) return;
    const piece = scene.pieces.find((p) => p.id === this.unit);
    if (!piece || this.selected?.[0] === piece.i && this.selected[1] === piece.j) return;
    this.selected = [piece.i, piece.j];
    this.board.selected = this.selected;
    this.otherBoard.selected = this.selected;
    if (this.following) this.board.center(this.selected);
    else this.redraw();
  }

  private async inspect(): Promise<void> {
    const { session } = this;
    const { k } = this.playback.state;
    const cell = this.board.hovered ?? this.selected;
    const scene = session?.has(k);
    if (!session || !cell || !scene) return this.inspector.show(null);
    if (this.seen) return this.inspector.show(this.glimpse(session, this.seen, cell));
    const facts = await (session.source as Source).inspect(k, cell);
    const now = this.board.hovered ?? this.selected;
    if (this.session !== session || now?.[0] !== cell[0] || now[1] !== cell[1]) return;
    this.inspector.show({
      stage: session.stage, scene, cell, facts, kept: this.selected !== null,
      following: this.following,
    });
  }

  /** A cell as a player was shown it. */
  private glimpse(session: Session, { sight }: Seen, cell: Cell): Looked {
    const hidden = sight.hidden.some(([i, j]) => i === cell[0] && j === cell[1]);
    const piece = standing(sight.scene, cell);
    const facts: Fact[] = [{ label: t('cell', ...cell), value: hidden ? t('hidden') : '' }];
    if (piece?.health) facts.push({ label: t('health'), value: ['{} of {}', ...piece.health.map(String)] });
    return { stage: session.stage, scene: sight.scene, cell, facts, kept: false, following: false };
  }

  /** Moves the keyboard's cursor on the board. */
  cursor(di: number, dj: number): void {
    const stage = this.session?.stage;
    if (!stage) return;
    const [i, j] = this.board.hovered ?? this.selected
      ?? [Math.floor(stage.rows / 2), Math.floor(stage.cols / 2)];
    const next: Cell = [
      Math.min(Math.max(i + di, 0), stage.rows - 1), Math.min(Math.max(j + dj, 0), stage.cols - 1),
    ];
    this.look(next);
    const scene = this.session?.has(this.playback.state.k);
    const unit = scene && standing(scene, next);
    const who = unit ? `, ${word(unit.kind)} ${unit.id >= 0 ? unit.id : ''}, ${this.session?.stage.names[unit.seat] ?? t('nobody')}` : '';
    this.live.textContent = t('cell', ...next) + who;
  }

  /** The next or previous change of lead. */
  jump(by: 1 | -1): void {
    const { k } = this.playback.state;
    const leads = this.session?.stage.marks.filter((m) => m.kind === 'lead').map((m) => m.scene) ?? [];
    const next = by > 0 ? leads.find((s) => s > k) : leads.findLast((s) => s < k);
    if (next !== undefined) this.seek(next);
  }

  receipt(receipt: Receipt): void {
    const { session } = this;
    if (!session) return;
    receiptDialog(receipt, session.stage, session.source.card, (round) => {
      this.playback.pause();
      this.seek(round + 1 - session.firstRound);
    });
  }

  /** Takes the colours anew after a change of theme. */
  recolor(): void {
    this.board.recolor();
    this.otherBoard.recolor();
    this.timeline.recolor();
  }

  busy(text: string): void {
    say(text);
  }
}
