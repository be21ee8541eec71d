/** The keys of time: first, back, play, on, last, speed, series. */
import { clear, h, icon } from './dom.ts';
import { type PlainId, t, word } from './i18n.ts';
import { type Playback, type PlaybackState, SPEEDS } from './playback.ts';
import type { Stage } from './words.ts';

export class Transport {
  readonly element: HTMLElement;
  readonly seriesKeys = h('div', { class: 'segment', role: 'group', 'aria-label': t('series') });
  private readonly playKey: HTMLButtonElement;
  private readonly speed: HTMLInputElement;
  private readonly speedText = h('output', { class: 'speed-value' });
  private readonly cycle: HTMLButtonElement;
  private playing: boolean | null = null;

  constructor(playback: Playback, private readonly choose: (series: number) => void) {
    const key = (name: PlainId, act: () => void) => h('button', {
      class: `key key-${name}`, type: 'button', title: t(name), 'aria-label': t(name), onclick: act,
    }, icon(name));
    this.playKey = key('play', () => playback.toggle());
    this.speed = h('input', {
      type: 'range', min: '0', max: `${SPEEDS.length - 1}`, step: '1', 'aria-label': t('speed'),
      oninput: () => playback.setSpeed(SPEEDS[Number(this.speed.value)] ?? 4),
    });
    this.cycle = h('button', {
      class: 'cycle', type: 'button', title: t('speed'),
      onclick: () => {
        const { speed } = playback.state;
        playback.setSpeed(SPEEDS.find((s) => s > speed) ?? SPEEDS[0]!);
      },
    });
    this.element = h('section', { class: 'transport', 'aria-label': t('transport') },
      h('div', { class: 'play-keys' },
        key('first', () => { playback.pause(); playback.seek(0); }),
        key('back', () => playback.step(-1)), this.playKey,
        key('on', () => playback.step(1)),
        key('last', () => { playback.pause(); playback.seek(playback.state.last); })),
      h('label', { class: 'speed' }, h('span', {}, t('speed')), this.speed, this.speedText,
        h('span', { class: 'quiet' }, t('rounds-s'))),
      this.seriesKeys, this.cycle);
    playback.onChange((state) => this.show(state));
    this.show(playback.state);
  }

  load(stage: Stage): void {
    clear(this.seriesKeys, ...stage.series.slice(0, 6).map((series, n) => h('button', {
      type: 'button', 'aria-pressed': String(n === 0), onclick: () => this.press(n),
    }, word(series.name))));
  }

  press(n: number): void {
    const keys = [...this.seriesKeys.children];
    if (keys.length === 0) return;
    const wanted = n % keys.length;
    keys.forEach((key, at) => key.setAttribute('aria-pressed', String(at === wanted)));
    // On narrow screens the row scrolls.
    keys[wanted]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    this.choose(wanted);
  }

  focus(): void {
    this.playKey.focus({ preventScroll: true });
  }

  nextSeries(): void {
    const now = [...this.seriesKeys.children].findIndex((k) => k.getAttribute('aria-pressed') === 'true');
    this.press(now + 1);
  }

  private show({ playing, speed }: PlaybackState): void {
    const nearest = SPEEDS.findIndex((s) => s >= speed);
    this.speed.value = `${nearest}`;
    this.speed.setAttribute('aria-valuetext', `${speed} ${t('rounds-s')}`);
    this.speedText.textContent = `${speed}`;
    this.cycle.textContent = `${speed} ${t('rounds-s')}`;
    if (this.playing === playing) return;
    this.playing = playing;
    const name = playing ? 'pause' : 'play';
    clear(this.playKey, icon(name));
    this.playKey.title = t(name);
    this.playKey.setAttribute('aria-label', t(name));
  }
}
