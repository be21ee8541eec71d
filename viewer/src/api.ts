/** What readers, keys, links and the website can do: changes the state, then tells the view. */
import type { Games } from './games.ts';
import { learn, t, told, word } from './i18n.ts';
import type { Place } from './link.ts';
import { Session } from './session.ts';
import type { OpenFile, Seen, ViewerState } from './state.ts';
import { standing } from './words.ts';
import type { Cell, Fact, Scene, Stage, Turn, Verdict } from './words.ts';

/** Panels are rewritten at most this often while playing fast. */
const CALM_MS = 150;
/** Above this many rounds a second playing is fast. */
const CALM_UP_TO = 4;

/** What the inspector shows. */
export interface Looked {
  stage: Stage;
  scene: Scene;
  cell: Cell;
  facts: Fact[];
  /** Whether it stays until another is clicked. */
  kept: boolean;
  following: boolean;
}

/** What draws the state. Every method reads the state as it is then. */
export interface View {
  /** A file is being opened, or no longer. */
  busy(on: boolean): void;
  /** Another match is open. */
  begin(session: Session): void;
  /** A file that the reader chose is open. */
  opened(): void;
  /** A file cannot be shown. */
  wrong(text: string): void;
  /** A sentence over the board, with something to do about it; empty for none. */
  note(text: string, key?: { label: string; act(): void }): void;
  verifying(): void;
  verdict(verdict: Verdict | null): void;
  /** The second match is there, or gone. */
  compare(): void;
  /** The first picture in which the two matches differ. */
  difference(k: number | null): void;
  /** The boards at this moment. */
  draw(): void;
  /** Round, scores, timeline: told at once. */
  tell(): void;
  /** Lists of events and orders: told when there is time. */
  panels(scene: Scene, turn: Turn | null): void;
  /** Selection and cursor. */
  mark(): void;
  center(cell: Cell): void;
  /** What a player was shown, or the match again. */
  see(): void;
  inspect(looked: Looked | null): void;
  /** The sheet of details is open or closed. */
  sheet(): void;
  /** Whether the details are a sheet over the board. */
  narrow(): boolean;
  closeUp(cell: Cell): void;
  /** For screen readers. */
  speak(text: string): void;
}

export class Api {
  private panelsAt = 0;
  private panelsDue = false;
  private clock = 0;

  constructor(
    readonly state: ViewerState,
    private readonly view: View,
    private readonly games: Pick<Games, 'open' | 'differ'>,
    /** Where the page's link points to: the first match begins there. */
    private readonly link: () => Place,
  ) {
    state.playback.onChange(() => void this.changed());
  }

  /** Shows a file; a wrong one gets a sentence and what was open stays. */
  async open(file: OpenFile): Promise<void> {
    const place = this.state.session ? {} : this.link();
    // The worker takes the bytes away.
    const kept = { name: file.name, bytes: file.bytes.slice() };
    this.view.busy(true);
    try {
      const session = await Session.begin(file.name, await this.games.open(file.bytes));
      this.endComparison();
      this.state.begin(session, kept);
      this.begin(session, place);
      this.view.opened();
    } catch (error) {
      this.wrong(file.name, error);
    } finally {
      this.view.busy(false);
    }
  }

  private begin(session: Session, place: Place): void {
    const { state, view } = this;
    const { stage } = session;
    learn(stage.words);
    view.begin(session);
    view.note(told(stage.incomplete));
    view.see();
    this.mark();
    if (place.speed) state.playback.setSpeed(place.speed);
    state.playback.load(stage.scenes);
    if (place.round !== undefined) this.seekRound(place.round);
    const { cell } = place;
    if (cell) void session.scene(state.k).then(() => this.pick(cell));
    void this.verify(session);
  }

  /** Says why a file cannot be shown. */
  wrong(name: string, error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.view.wrong(name ? `${t('cannot-open', { name })} ${why}` : why);
  }

  private async verify(session: Session): Promise<void> {
    if (session.source.card.kind !== 'match') return;
    this.view.verifying();
    await session.scene(this.state.k);
    const verdict = await session.source.verify();
    if (this.state.session === session) this.view.verdict(verdict);
  }

  /** Puts a second match beside the first. */
  async compare(file: OpenFile): Promise<void> {
    const { state, view } = this;
    if (!state.session) return this.open(file);
    try {
      const other = await Session.begin(file.name, await this.games.open(file.bytes));
      if (other.source.card.game !== state.session.source.card.game) {
        other.close();
        const [theirs, ours] = [other.stage.title, state.session.stage.title];
        return view.wrong(t('other-game', { file: file.name, theirs, ours }));
      }
      this.endComparison();
      state.compare(other);
      view.compare();
      void this.changed();
      const first = await this.games.differ(state.session.source, other.source);
      if (state.other !== other) return;
      view.difference(first);
      this.difference(first);
    } catch (error) {
      this.wrong(file.name, error);
    }
  }

  private difference(k: number | null): void {
    if (k === null) return this.view.note(t('no-difference'));
    const words = t('first-difference', { round: this.state.session!.firstRound + k });
    this.view.note(words, { label: t('go-there'), act: () => this.stop(k) });
  }

  /** Closes what is open: the page is about to be made anew. */
  close(): void {
    this.state.endComparison();
    this.state.session?.close();
    this.state.session = null;
  }

  endComparison(): void {
    if (!this.state.other) return;
    this.state.endComparison();
    this.view.compare();
    this.view.difference(null);
    this.view.note('');
  }

  seek(k: number): void {
    this.state.playback.seek(k);
  }

  /** Shows a round as the match counts them. */
  seekRound(round: number): void {
    const { session } = this.state;
    if (session) this.seek(round - session.firstRound);
  }

  /** Stops playing at a picture. */
  stop(k: number): void {
    this.state.playback.pause();
    this.seek(k);
  }

  /** Shows the next or previous change of lead. */
  jump(by: 1 | -1): void {
    const next = this.state.lead(by);
    if (next !== null) this.seek(next);
  }

  /** Another picture, match or speed: draws as soon as the pictures have come. */
  private async changed(): Promise<void> {
    if (!await this.state.load()) return;
    this.view.draw();
    this.view.tell();
    this.panelsDue = true;
  }

  /** Lets time pass: draws what moves, and the panels, which rest while playing is fast. */
  tick(now: number): void {
    const { playback } = this.state;
    const seconds = Math.min(0.25, (now - this.clock) / 1000);
    this.clock = now;
    if (playback.tick(seconds)) this.view.draw();
    const fast = playback.state.playing && playback.state.speed > CALM_UP_TO;
    if (!this.panelsDue || (fast && now - this.panelsAt <= CALM_MS)) return;
    this.panelsAt = now;
    this.panelsDue = false;
    void this.panels();
  }

  private async panels(): Promise<void> {
    const { state } = this;
    const { session, k } = state;
    if (!session) return;
    const turn = await session.turn(k);
    const scene = session.has(k);
    if (!scene || state.session !== session || state.k !== k) return;
    if (state.stay(scene)) {
      this.view.mark();
      if (state.following) this.view.center(state.selected!);
    }
    this.view.panels(scene, turn);
    await this.inspect();
  }

  /** Shows the board as a player was shown it, or as it is. */
  see(seen: Seen | null): void {
    if (!seen && !this.state.seen) return;
    this.state.seen = seen;
    this.view.see();
    void this.inspect();
  }

  look(cell: Cell | null): void {
    this.state.look(cell);
    this.mark();
  }

  /** Selects a cell, and the unit on it. */
  pick(cell: Cell): void {
    const picked = this.state.pick(cell);
    if (picked === 'nothing') return;
    this.mark();
    if (picked !== 'selected' || !this.view.narrow()) return;
    this.sheet(true);
    this.view.closeUp(cell);
  }

  /** Selects a cell and moves it into the middle. */
  go(cell: Cell): void {
    this.pick(cell);
    this.view.center(cell);
  }

  unselect(): void {
    this.state.unselect();
    this.mark();
  }

  follow(): void {
    const { state } = this;
    state.follow();
    if (state.following && state.selected) this.view.center(state.selected);
    void this.inspect();
  }

  /** Opens or closes the sheet of details on narrow screens. */
  sheet(open: boolean): void {
    this.state.sheet = open;
    this.view.sheet();
  }

  /** Moves the keyboard's cursor on the board. */
  cursor(di: number, dj: number): void {
    const { state } = this;
    const cell = state.cursor(di, dj);
    if (!cell) return;
    this.mark();
    const unit = state.on(cell);
    const owner = unit && (state.session?.stage.names[unit.seat] ?? t('nobody'));
    const who = unit ? `, ${word(unit.kind)} ${unit.id >= 0 ? unit.id : ''}, ${owner}` : '';
    this.view.speak(t('cell', { row: cell[0], column: cell[1] }) + who);
  }

  private mark(): void {
    this.view.mark();
    void this.inspect();
  }

  /** Asks about the cell that the inspector explains. */
  private async inspect(): Promise<void> {
    const { session, focus: cell, scene, seen, k } = this.state;
    if (!session || !cell || !scene) return this.view.inspect(null);
    const { stage } = session;
    if (seen) return this.view.inspect(glimpse(stage, seen, cell));
    const facts = await session.source.inspect(k, cell);
    const { state } = this;
    const now = state.focus;
    if (state.session !== session || now?.[0] !== cell[0] || now[1] !== cell[1]) return;
    const kept = state.selected !== null;
    this.view.inspect({ stage, scene, cell, facts, kept, following: state.following });
  }
}

/** A cell as a player was shown it. */
function glimpse(stage: Stage, { sight }: Seen, cell: Cell): Looked {
  const hidden = sight.hidden.some(([i, j]) => i === cell[0] && j === cell[1]);
  const facts: Fact[] = [{ label: t('cell', { row: cell[0], column: cell[1] }), value: hidden ? t('hidden') : '' }];
  const health = standing(sight.scene, cell)?.health;
  if (health) facts.push({ label: t('health'), value: ['{} of {}', ...health.map(String)] });
  return { stage, scene: sight.scene, cell, facts, kept: false, following: false };
}
