/** What buttons and keys do. */
import type { Api } from './api.ts';
import { helpDialog, say } from './dialogs.ts';
import { copy, h } from './dom.ts';
import type { Acts } from './header.ts';
import { t } from './i18n.ts';
import type { Act } from './keys.ts';
import { placeOf, writePlace } from './link.ts';
import type { Page } from './page.ts';
import { FilmMaker, savePicture, saveResult, saveTable } from './saving.ts';
import type { OpenFile, ViewerState } from './state.ts';

/** What acts work on. They look at it when they are carried out, not before. */
export interface Parts {
  readonly state: ViewerState;
  readonly page: Page;
  readonly api: Api;
}

function chooseFile(take: (file: OpenFile) => void): void {
  const input = h('input', { type: 'file', accept: '.res,.match,.json', hidden: true });
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    input.remove();
    if (!file) return;
    const { name } = file;
    void file.arrayBuffer().then((buffer) => take({ name, bytes: new Uint8Array(buffer) }));
  });
  document.body.append(input);
  input.click();
}

/** The reader's choice holds on this page; the system's until then. */
export function currentTheme(): 'dark' | 'light' {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'dark' || chosen === 'light') return chosen;
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
}

async function share(state: ViewerState): Promise<void> {
  const place = writePlace({ ...placeOf(location), ...state.place() });
  history.replaceState(null, '', place);
  say(t(await copy(location.href) ? 'copied' : 'not-copied'));
}

/** Records from here on, or stops. */
function film(maker: FilmMaker, { state: { session, playback }, page }: Parts): void {
  if (!session || !FilmMaker.possible) return;
  if (maker.busy) {
    maker.stop();
    return;
  }
  playback.play();
  maker.start(page.board, session, () => say(t('save')));
  say(t('recording'));
}

export function actsOf(parts: Parts): Acts {
  const maker = new FilmMaker();
  parts.state.playback.onChange((state) => {
    if (!state.playing && maker.busy) maker.stop();
  });
  return {
    open: () => chooseFile((file) => void parts.api.open(file)),
    compare: () => {
      if (parts.state.other) parts.api.endComparison();
      else chooseFile((file) => void parts.api.compare(file));
    },
    share: () => void share(parts.state),
    picture: () => {
      const { session, k } = parts.state;
      if (session) savePicture(session, parts.page.board, k);
    },
    table: () => parts.state.session && saveTable(parts.state.session),
    film: () => film(maker, parts),
    result: () => parts.state.session && void saveResult(parts.state.session),
    fullScreen: () => {
      if (document.fullscreenElement) void document.exitFullscreen();
      else void document.documentElement.requestFullscreen?.();
    },
    theme: () => {
      document.documentElement.dataset.theme = currentTheme() === 'dark' ? 'light' : 'dark';
      parts.page.recolor();
    },
    moreMarks: () => {
      const { board } = parts.page;
      board.moreMarks = !board.moreMarks;
      board.draw();
    },
    language: (wanted) => {
      // All words are written anew: the page starts again where it was.
      document.dispatchEvent(new CustomEvent('palestra-language', { detail: wanted }));
    },
    help: () => helpDialog(parts.state.session?.stage ?? null),
  };
}

/** Carries out what a key stands for. */
export function perform(parts: Parts, acts: Acts, act: Act): void {
  const { api, state, page: { board, tabs, transport } } = parts;
  const { playback } = state;
  const middle = { x: board.canvas.clientWidth / 2, y: board.canvas.clientHeight / 2 };
  const table: Record<Act, () => void> = {
    toggle: () => playback.toggle(),
    on: () => playback.step(1),
    back: () => playback.step(-1),
    on10: () => api.stop(state.k + 10),
    back10: () => api.stop(state.k - 10),
    first: () => api.stop(0),
    last: () => api.stop(playback.state.last),
    faster: () => playback.changeSpeed(1),
    slower: () => playback.changeSpeed(-1),
    'next-mark': () => api.jump(1),
    'previous-mark': () => api.jump(-1),
    series: () => transport.nextSeries(),
    'zoom-in': () => board.zoom(1.25, middle),
    'zoom-out': () => board.zoom(0.8, middle),
    fit: () => board.fit(),
    follow: () => api.follow(),
    unselect: () => { api.unselect(); api.sheet(false); },
    'more-marks': acts.moreMarks,
    open: acts.open,
    compare: acts.compare,
    share: acts.share,
    full: acts.fullScreen,
    theme: acts.theme,
    help: acts.help,
    'tab-0': () => tabs.choose('events'),
    'tab-1': () => tabs.choose('orders'),
    'tab-2': () => tabs.choose('messages'),
    'tab-3': () => tabs.choose('view'),
    'cursor-up': () => api.cursor(-1, 0),
    'cursor-down': () => api.cursor(1, 0),
    'cursor-left': () => api.cursor(0, -1),
    'cursor-right': () => api.cursor(0, 1),
    pick: () => { if (state.hovered) api.pick(state.hovered); },
  };
  table[act]();
}
