/** What is open, selected and looked at, and where we are in time. Knows no page. */
import type { Moment } from './board/pieces.ts';
import type { Place } from './link.ts';
import { Playback, SIGNS_UP_TO } from './playback.ts';
import type { Session } from './session.ts';
import { type Cell, type Piece, type Scene, type Sight, standing } from './words.ts';

export interface OpenFile { name: string; bytes: Uint8Array<ArrayBuffer> }

/** A player's view of the picture before `round`. */
export interface Seen { sight: Sight; seat: number; round: number }

/** What a pick did; a cell beyond the board does nothing. */
export type Picked = 'nothing' | 'looked' | 'unselected' | 'selected';

export class ViewerState {
  readonly playback = new Playback();
  session: Session | null = null;
  /** The second match, when two are compared. */
  other: Session | null = null;
  /** The file that is open, to open it again in another language. */
  file: OpenFile | null = null;
  selected: Cell | null = null;
  /** The unit that is followed, or that the selection stays with. */
  unit: number | null = null;
  following = false;
  /** The cell under the pointer or the keyboard's cursor. */
  hovered: Cell | null = null;
  /** What a player was shown, while the board shows that. */
  seen: Seen | null = null;
  /** Whether the sheet of details is open on narrow screens. */
  sheet = false;

  constructor() {
    this.playback.ready = (k) => this.ready(k);
  }

  /** The picture shown, 0 for the first. */
  get k(): number {
    return this.playback.state.k;
  }

  /** The picture shown, if it has come already. */
  get scene(): Scene | null {
    return this.session?.has(this.k) ?? null;
  }

  /** The cell that the inspector explains. */
  get focus(): Cell | null {
    return this.hovered ?? this.selected;
  }

  /** The unit or thing on a cell of the picture shown. */
  on(cell: Cell): Piece | undefined {
    return this.scene ? standing(this.scene, cell) : undefined;
  }

  /** Takes a new match and closes the earlier ones. Playback still has to load it. */
  begin(session: Session, file: OpenFile): void {
    this.endComparison();
    this.session?.close();
    Object.assign(this, { session, file, seen: null, hovered: null });
    this.unselect();
  }

  /** Takes a second match and closes an earlier second one. */
  compare(other: Session): void {
    this.endComparison();
    this.other = other;
  }

  endComparison(): void {
    this.other?.close();
    this.other = null;
  }

  /** Whether playing may go on to a picture; asks for it and the next ones. */
  private ready(k: number): boolean {
    const { session, other } = this;
    if (!session) return false;
    session.ahead(k - 1);
    other?.ahead(k - 1);
    return session.has(k) !== null && (!other || k > other.last || other.has(k) !== null);
  }

  /** Loads what the boards need now; false when the reader went on meanwhile. */
  async load(): Promise<boolean> {
    const { session, other, k } = this;
    if (!session) return false;
    const scenes = [session.scene(k), session.scene(k - 1), other?.scene(k), other?.scene(k - 1)];
    if (this.playback.state.playing) session.ahead(k);
    await Promise.all(scenes);
    return this.session === session && this.k === k;
  }

  /** What the board of a match draws at this moment; null before its picture has come. */
  moment(of: Session): Moment | null {
    const { playing, speed } = this.playback.state;
    const k = Math.min(this.k, of.last);
    const [scene, before] = [of.has(k), of.has(k - 1)];
    if (!scene) return null;
    const phase = before ? this.playback.drawnPhase() : 1;
    return { scene, before, phase, signs: speed <= SIGNS_UP_TO || !playing, speed };
  }

  look(cell: Cell | null): void {
    this.hovered = cell;
  }

  /** Selects a cell and the unit on it; the selected cell again ends the selection. */
  pick(cell: Cell): Picked {
    const stage = this.session?.stage;
    const [i, j] = cell;
    if (!stage || i < 0 || j < 0 || i >= stage.rows || j >= stage.cols) return 'nothing';
    if (this.seen) {
      // What a player was shown may lie elsewhere on the board: it is not selected.
      this.look(cell);
      return 'looked';
    }
    if (this.selected?.[0] === i && this.selected[1] === j) {
      this.unselect();
      return 'unselected';
    }
    const unit = this.on(cell);
    this.selected = cell;
    this.unit = unit && unit.id >= 0 ? unit.id : null;
    this.following = false;
    return 'selected';
  }

  unselect(): void {
    this.selected = null;
    this.unit = null;
    this.following = false;
  }

  /** Follows the selected unit, or stops following it; nothing without a unit. */
  follow(): void {
    if (this.unit !== null) this.following = !this.following;
  }

  /** Moves the selection to where its unit stands in a picture; whether it moved. */
  stay(scene: Scene): boolean {
    if (this.unit === null) return false;
    const piece = scene.pieces.find((p) => p.id === this.unit);
    if (!piece || (this.selected?.[0] === piece.i && this.selected[1] === piece.j)) return false;
    this.selected = [piece.i, piece.j];
    return true;
  }

  /** Moves the keyboard's cursor on the board, from its middle at first. */
  cursor(di: number, dj: number): Cell | null {
    const stage = this.session?.stage;
    if (!stage) return null;
    const [i, j] = this.focus ?? [Math.floor(stage.rows / 2), Math.floor(stage.cols / 2)];
    const inside = (v: number, size: number) => Math.min(Math.max(v, 0), size - 1);
    this.hovered = [inside(i + di, stage.rows), inside(j + dj, stage.cols)];
    return this.hovered;
  }

  /** The picture of the next or previous change of lead; null when there is none. */
  lead(by: 1 | -1): number | null {
    const marks = this.session?.stage.marks.filter((m) => m.kind === 'lead') ?? [];
    const leads = marks.map((m) => m.scene);
    const found = by > 0 ? leads.find((s) => s > this.k) : leads.findLast((s) => s < this.k);
    return found ?? null;
  }

  /** What a link to this moment remembers. */
  place(): Place {
    const round = (this.session?.firstRound ?? 0) + this.k;
    return { round, cell: this.selected ?? undefined };
  }
}
