/** An open match: its stage, and its scenes as they are needed. */
import type { Source } from './source.ts';
import type { Scene, Stage, Turn } from './words.ts';

const KEPT = 96;
const AHEAD = 12;

export class Session {
  firstRound = 0;
  private readonly scenes = new Map<number, Scene>();
  private readonly asked = new Map<number, Promise<Scene | null>>();
  private readonly turns = new Map<number, Turn | null>();

  private constructor(
    readonly name: string,
    readonly source: Source,
    readonly stage: Stage,
  ) {}

  static async begin(name: string, source: Source): Promise<Session> {
    const stage = await source.stage();
    if (!stage || stage.scenes === 0) throw new Error('The match has no boards.');
    if (stage.rows < 1 || stage.cols < 1) throw new Error('The match has a board without cells.');
    const session = new Session(name, source, stage);
    const first = await session.scene(0);
    session.firstRound = first?.round ?? 0;
    return session;
  }

  get last(): number {
    return this.stage.scenes - 1;
  }

  /** A scene that has come already. */
  has(k: number): Scene | null {
    return this.scenes.get(k) ?? null;
  }

  /** A scene; beyond the end, the last one's neighbours are not asked for. */
  scene(k: number): Promise<Scene | null> {
    const known = this.scenes.get(k);
    if (known) {
      // Freshly used ones stay longest.
      this.scenes.delete(k);
      this.scenes.set(k, known);
      return Promise.resolve(known);
    }
    if (k < 0 || k > this.last) return Promise.resolve(null);
    let promise = this.asked.get(k);
    if (!promise) {
      promise = this.source.scene(k).then((scene) => {
        this.asked.delete(k);
        if (scene) this.keep(k, scene);
        return scene;
      });
      this.asked.set(k, promise);
    }
    return promise;
  }

  private keep(k: number, scene: Scene): void {
    this.scenes.set(k, scene);
    for (const old of this.scenes.keys()) {
      if (this.scenes.size <= KEPT) break;
      this.scenes.delete(old);
    }
  }

  /** Asks for the scenes that playing will need soon. */
  ahead(k: number): void {
    for (let n = k + 1; n <= Math.min(k + AHEAD, this.last); n += 1) void this.scene(n);
  }

  async turn(k: number): Promise<Turn | null> {
    const known = this.turns.get(k);
    if (known !== undefined) return known;
    const turn = await this.source.turn(k);
    if (this.turns.size > KEPT) this.turns.clear();
    this.turns.set(k, turn);
    return turn;
  }

  close(): void {
    this.source.close();
  }
}
