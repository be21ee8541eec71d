/** Where in the match we are and how time runs. Knows no page: the clock is handed in. */

export const SPEEDS = [1, 2, 4, 8, 12, 20, 30, 60];
/** Above this many rounds a second nothing eases, only signs are shown. */
export const EASED_UP_TO = 12;
/** Above this many rounds a second only states are shown. */
export const SIGNS_UP_TO = 30;

export interface PlaybackState {
  /** The picture shown, 0 ..= last. */
  k: number;
  last: number;
  playing: boolean;
  /** Rounds a second. */
  speed: number;
  /** How far the way from picture k − 1 to picture k has been shown, 0 ..= 1. */
  phase: number;
}

type Listener = (state: PlaybackState) => void;

export class Playback {
  readonly state: PlaybackState = { k: 0, last: 0, playing: false, speed: 4, phase: 1 };
  /** Whether a picture may be shown already; playing waits for those that may not. */
  ready: (k: number) => boolean = () => true;
  /** False when the reader wants no motion: pictures change at once. */
  motion = true;
  private readonly listeners: Listener[] = [];

  onChange(listener: Listener): void {
    this.listeners.push(listener);
  }

  private tell(): void {
    for (const listener of this.listeners) listener(this.state);
  }

  /** A match of `scenes` pictures; shows the first. */
  load(scenes: number): void {
    Object.assign(this.state, { k: 0, last: Math.max(0, scenes - 1), playing: false, phase: 1 });
    this.tell();
  }

  /** Shows a picture at once. */
  seek(k: number): void {
    const wanted = Number.isFinite(k) ? Math.round(k) : 0;
    this.state.k = Math.min(Math.max(wanted, 0), this.state.last);
    this.state.phase = 1;
    this.tell();
  }

  /** One picture on or back; one step on is shown moving. */
  step(by: number): void {
    this.pause();
    const before = this.state.k;
    this.seek(before + by);
    if (by === 1 && this.state.k === before + 1 && this.moves()) {
      this.state.phase = 0;
      this.tell();
    }
  }

  play(): void {
    if (this.state.last === 0) return;
    if (this.state.k >= this.state.last) this.seek(0);
    this.state.playing = true;
    this.tell();
  }

  pause(): void {
    if (!this.state.playing) return;
    this.state.playing = false;
    this.tell();
  }

  toggle(): void {
    if (this.state.playing) this.pause();
    else this.play();
  }

  setSpeed(speed: number): void {
    this.state.speed = Math.min(Math.max(speed, 1), 60);
    this.tell();
  }

  /** The next faster or slower of the usual speeds. */
  changeSpeed(by: 1 | -1): void {
    const { speed } = this.state;
    const next = by > 0
      ? SPEEDS.find((s) => s > speed)
      : SPEEDS.filter((s) => s < speed).at(-1);
    if (next !== undefined) this.setSpeed(next);
  }

  /** Whether the way between two pictures is shown at all. */
  moves(): boolean {
    return this.motion && this.state.speed <= EASED_UP_TO;
  }

  /** Lets `seconds` pass; true when something changed that must be drawn. */
  tick(seconds: number): boolean {
    const { state } = this;
    if (!state.playing && state.phase >= 1) return false;
    state.phase += seconds * state.speed;
    let turned = false;
    while (state.phase >= 1 && state.playing) {
      if (state.k >= state.last) {
        state.playing = false;
        turned = true;
      } else if (!this.ready(state.k + 1)) {
        break;
      } else {
        state.k += 1;
        state.phase -= 1;
        turned = true;
      }
    }
    if (!state.playing || state.phase >= 1) state.phase = Math.min(state.phase, 1);
    if (turned) this.tell();
    return turned || this.moves();
  }

  /** The part of the way that is drawn, 1 when nothing eases. */
  drawnPhase(): number {
    return this.moves() ? this.state.phase : 1;
  }
}

/** `cubic-bezier(.2, 0, .1, 1)` of the tokens, by bisection. */
export function ease(x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  let [low, high] = [0, 1];
  for (let n = 0; n < 18; n += 1) {
    const t = (low + high) / 2;
    const at = 3 * (1 - t) * (1 - t) * t * 0.2 + 3 * (1 - t) * t * t * 0.1 + t * t * t;
    if (at < x) low = t;
    else high = t;
  }
  const t = (low + high) / 2;
  return 3 * (1 - t) * t * t + t * t * t;
}
