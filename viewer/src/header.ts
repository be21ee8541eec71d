/** What is shown, whether it is proven, and what can be done with it. */
import { clear, h, icon, sprite } from './dom.ts';
import { currentLanguage, LANGUAGES, type PlainId, t } from './i18n.ts';
import type { Session } from './session.ts';
import type { Verdict } from './words.ts';

export interface Acts {
  open(): void;
  compare(): void;
  share(): void;
  picture(): void;
  table(): void;
  film(): void;
  result(): void;
  fullScreen(): void;
  theme(): void;
  moreMarks(): void;
  language(wanted: string): void;
  help(): void;
}

export class Header {
  readonly logo = h('div', { class: 'logo' }, sprite(['mark'], -1, 18, 32), wordmark());
  readonly element: HTMLElement;
  private readonly facts = h('div', { class: 'match-facts' });
  private readonly badge = h('span', { class: 'badge', role: 'status' });
  private readonly compareKey: HTMLButtonElement;
  private readonly saveMenu: HTMLDetailsElement;

  constructor(acts: Acts) {
    const button = (name: string, label: PlainId, title: PlainId, act: () => void) => h('button', {
      class: `button act-${name}`, type: 'button', title: t(title), 'aria-label': t(label), onclick: act,
    }, icon(name), h('span', {}, t(label)));
    const key = (name: string, title: PlainId, act: () => void) => h('button', {
      class: `tool act-${name}`, type: 'button', title: t(title), 'aria-label': t(title), onclick: act,
    }, icon(name));
    this.compareKey = button('compare', 'compare', 'compare-title', acts.compare);
    this.saveMenu = menu('save', t('save'), [
      ['save-png', acts.picture], ['save-csv', acts.table], ['save-webm', acts.film],
      ['save-res', acts.result],
    ]);
    const language = h('select', {
      class: 'language', 'aria-label': t('language'), title: t('language'),
      onchange: () => acts.language(language.value),
    }, ...LANGUAGES.map(([code, name]) =>
      h('option', { value: code, selected: code === currentLanguage() }, name)));
    const more = h('details', { class: 'menu more' },
      h('summary', { class: 'tool', 'aria-label': t('menu'), title: t('menu') }, icon('menu')),
      h('div', { class: 'menu-body' }, language,
        menuRow('more-marks', acts.moreMarks),
        ...([['compare-title', acts.compare], ['save-png', acts.picture], ['save-csv', acts.table],
          ['save-webm', acts.film], ['save-res', acts.result], ['full-screen', acts.fullScreen], ['theme', acts.theme]] as const)
          .map(([label, act]) => menuRow(label, act, 'narrow')),
        menuRow('help', acts.help)));
    closeWhenLeft(more);
    this.element = h('header', { class: 'head' }, this.facts, this.badge,
      h('nav', { class: 'acts', 'aria-label': t('menu') },
        button('open', 'open', 'open-title', acts.open), this.compareKey,
        button('share', 'share', 'share-title', acts.share), this.saveMenu,
        key('full', 'full-screen', acts.fullScreen), key('theme', 'theme', acts.theme),
        key('help', 'help', acts.help), more));
  }

  load(session: Session): void {
    const { stage, source: { card } } = session;
    const facts = [
      session.name, stage.seed && t('seed', { seed: stage.seed }),
      card.ruleset === 'kit' && t('rules-kit'), stage.judged && t('judged'),
    ].filter((word): word is string => Boolean(word));
    clear(this.facts, h('h1', {}, stage.title || card.game),
      h('span', { class: 'quiet facts-line', title: facts.join(' · ') }, facts.join(' · ')));
    clear(this.badge);
  }

  comparing(on: boolean): void {
    this.compareKey.title = t(on ? 'compare-end' : 'compare-title');
    this.compareKey.setAttribute('aria-pressed', String(on));
  }

  verifying(): void {
    clear(this.badge, h('span', { class: 'tag' }, t('verifying')));
  }

  verdict(verdict: Verdict | null): void {
    if (!verdict) clear(this.badge);
    else if (verdict.ok) {
      clear(this.badge, h('span', { class: 'tag ok' }, icon('check'), t('verified', { rounds: verdict.rounds })));
    } else {
      const words = verdict.round === null ? t('not-verified') : t('differs', { round: verdict.round });
      clear(this.badge, h('span', { class: 'tag fail', title: verdict.why }, icon('warn'), words));
    }
  }
}

function wordmark(): SVGSVGElement {
  const mark = sprite(['wordmark'], -1, 122);
  mark.setAttribute('viewBox', '0 0 188 20');
  mark.setAttribute('height', '13');
  mark.setAttribute('role', 'img');
  mark.setAttribute('aria-label', 'Palestra');
  mark.removeAttribute('aria-hidden');
  mark.firstElementChild?.setAttribute('width', '188');
  mark.firstElementChild?.setAttribute('height', '20');
  return mark;
}

function menuRow(label: PlainId, act: () => void, more = ''): HTMLElement {
  return h('button', {
    class: `menu-row ${more}`, type: 'button',
    onclick: (event: Event) => {
      (event.target as Element).closest('details')?.removeAttribute('open');
      act();
    },
  }, t(label));
}

function menu(name: string, label: string, rows: [PlainId, () => void][]): HTMLDetailsElement {
  const made = h('details', { class: `menu act-${name}` },
    h('summary', { class: 'button', 'aria-label': label, title: label }, icon(name), h('span', {}, label)),
    h('div', { class: 'menu-body' }, ...rows.map(([key, act]) => menuRow(key, act))));
  closeWhenLeft(made);
  return made;
}

function closeWhenLeft(made: HTMLDetailsElement): void {
  made.addEventListener('focusout', (event) => {
    const to = event.relatedTarget;
    if (to instanceof Node && !made.contains(to)) made.open = false;
  });
  document.addEventListener('pointerdown', (event) => {
    if (!made.contains(event.target as Node)) made.open = false;
  });
  made.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && made.open) {
      event.stopPropagation();
      made.open = false;
      made.querySelector('summary')?.focus();
    }
  });
}
