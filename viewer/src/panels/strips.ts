/** Who plays: a strip per seat with score, place and facts; and the counts of the round. */
import { clear, h, icon, number, sprite } from '../dom.ts';
import { t, told, word } from '../i18n.ts';
import type { Receipt, Scene, Stage } from '../words.ts';

/** Places by score; equals share the better one. */
export function places(scores: number[]): number[] {
  return scores.map((score) => 1 + scores.filter((other) => other > score).length);
}

interface Strip {
  element: HTMLElement;
  plate: HTMLElement;
  score: HTMLElement;
  place: HTMLElement;
  bar: HTMLElement;
  facts: HTMLElement;
  pips: HTMLElement;
  frozen: HTMLElement;
}

export class Strips {
  readonly element = h('section', { class: 'strips', 'aria-label': t('players') });
  readonly counts = h('dl', { class: 'counts' });
  private strips: Strip[] = [];
  private receipts: Receipt[] = [];
  private stage: Stage | null = null;

  constructor(private readonly openReceipt: (receipt: Receipt) => void) {}

  load(stage: Stage, receipts: Receipt[]): void {
    this.stage = stage;
    this.receipts = receipts;
    this.strips = stage.names.map((name, seat) => this.strip(name, seat));
    clear(this.element, ...this.strips.map((s) => s.element));
  }

  private strip(name: string, seat: number): Strip {
    const plate = h('span', { class: 'plate' }, sprite([`seat-${seat}`], seat, 18));
    const score = h('span', { class: 'score', 'data-seat': seat });
    const place = h('span', { class: 'place' });
    const bar = h('span', { class: `bar-fill seat-${seat}` });
    const facts = h('dl', { class: 'facts' });
    const pips = h('div', { class: 'pips', 'aria-hidden': 'true' });
    const frozen = h('div', { class: 'frozen-line' });
    const element = h('article', { class: 'strip' },
      h('header', {}, plate, h('h2', { class: 'name', title: name }, name), score, place),
      h('div', { class: 'bar', 'aria-hidden': 'true' }, bar), frozen, pips, facts);
    return { element, plate, score, place, bar, facts, pips, frozen };
  }

  show(scene: Scene): void {
    const scores = scene.seats.map((s) => s.score);
    const most = Math.max(1, ...scores);
    const ranks = places(scores);
    scene.seats.forEach((now, seat) => {
      const strip = this.strips[seat];
      if (!strip) return;
      strip.score.textContent = number(now.score);
      strip.place.textContent = t('place', { place: ranks[seat]! });
      strip.bar.style.width = `${Math.max(0, (100 * now.score) / most)}%`;
      clear(strip.facts, ...now.facts.slice(0, 4).map((fact) => h('div', {},
        h('dt', { title: word(fact.label) }, word(fact.label)), h('dd', {}, told(fact.value)))));
      this.pips(strip, seat, now.pips);
      this.frozen(strip, seat, now.status < 0, scene.round);
    });
    clear(this.counts, ...scene.counts.map((fact) => h('div', {},
      h('dt', {}, word(fact.label)), h('dd', {}, told(fact.value)))));
  }

  private pips(strip: Strip, seat: number, up: boolean[]): void {
    const key = up.map(Number).join('');
    if (strip.pips.dataset.key === key) return;
    strip.pips.dataset.key = key;
    const name = this.stage?.pip === 'starship' ? `starship-${seat}` : `seat-${seat}`;
    clear(strip.pips, ...up.map((on) => sprite([on ? name : `seat-${seat}-open`], seat, 15)));
  }

  private frozen(strip: Strip, seat: number, frozen: boolean, round: number): void {
    const was = strip.element.classList.contains('is-frozen');
    if (frozen === was) return;
    strip.element.classList.toggle('is-frozen', frozen);
    clear(strip.plate, sprite([`seat-${seat}${frozen ? '-open' : ''}`], seat, 18));
    const receipt = this.receipts.find((r) => r.seat === seat);
    clear(strip.frozen, frozen && h('span', { class: 'tag fail' }, sprite(['frozen'], -1, 14),
      receipt ? t('frozen-in', { round: receipt.round }) : t('frozen')),
    frozen && receipt ? h('button', {
      class: 'button small', type: 'button', onclick: () => this.openReceipt(receipt),
    }, t('see-receipt'), icon('on')) : null);
    void round;
  }
}
