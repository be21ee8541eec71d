/** What buttons and keys do. */
import type { App } from './app.ts';
import { helpDialog, say } from './dialogs.ts';
import { h } from './dom.ts';
import type { Acts } from './header.ts';
import { t } from './i18n.ts';
import type { Act } from './keys.ts';
import { placeOf, writePlace } from './link.ts';
import { FilmMaker, savePicture, saveResult, saveTable } from './saving.ts';

const films = new WeakMap<App, FilmMaker>();

function chooseFile(take: (name: string, bytes: Uint8Array<ArrayBuffer>) => void): void {
  const input = h('input', { type: 'file', accept: '.res,.match,.json', hidden: true });
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) void file.arrayBuffer().then((buffer) => take(file.name, new Uint8Array(buffer)));
    input.remove();
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

async function share(app: App): Promise<void> {
  const { session, selected, playback } = app;
  const was = placeOf(location);
  const place = writePlace({
    ...was,
    round: (session?.firstRound ?? 0) + playback.state.k,
    cell: selected ?? undefined,
  });
  history.replaceState(null, '', place);
  try {
    await navigator.clipboard.writeText(location.href);
  } catch {
    // No clipboard here: the link is in the address bar all the same.
  }
  say(t('copied'));
}

function film(app: App): void {
  const { session, board, playback } = app;
  if (!session || !FilmMaker.possible) return;
  const maker = films.get(app) ?? new FilmMaker();
  films.set(app, maker);
  if (maker.busy) {
    maker.stop();
    return;
  }
  maker.start(board, session, () => say(t('save')));
  say(t('recording'));
  playback.play();
  playback.onChange((state) => {
    if (!state.playing && maker.busy) maker.stop();
  });
}

export function actsOf(app: App): Acts {
  const now = () => app.playback.state.k;
  return {
    open: () => chooseFile((name, bytes) => void app.openFile(name, bytes)),
    compare: () => {
      if (app.other) app.endComparison();
      else chooseFile((name, bytes) => void app.openOther(name, bytes));
    },
    share: () => void share(app),
    picture: () => app.session && savePicture(app.session, app.board, now()),
    table: () => app.session && saveTable(app.session),
    film: () => film(app),
    result: () => app.session && void saveResult(app.session),
    fullScreen: () => {
      if (document.fullscreenElement) void document.exitFullscreen();
      else void document.documentElement.requestFullscreen?.();
    },
    theme: () => {
      document.documentElement.dataset.theme = currentTheme() === 'dark' ? 'light' : 'dark';
      app.recolor();
    },
    moreMarks: () => {
      app.board.moreMarks = !app.board.moreMarks;
      app.board.draw();
    },
    language: (wanted) => {
      // All words are written anew: the page starts again where it was.
      document.dispatchEvent(new CustomEvent('palestra-language', { detail: wanted }));
    },
    help: () => helpDialog(app.session?.stage ?? null),
  };
}

/** Carries out what a key stands for. */
export function perform(app: App, act: Act): void {
  const { playback, board } = app;
  const acts = actsOf(app);
  const middle = { x: board.canvas.clientWidth / 2, y: board.canvas.clientHeight / 2 };
  const by = (n: number) => { playback.pause(); app.seek(playback.state.k + n); };
  const table: Record<Act, () => void> = {
    toggle: () => playback.toggle(),
    on: () => playback.step(1),
    back: () => playback.step(-1),
    on10: () => by(10),
    back10: () => by(-10),
    first: () => by(-playback.state.k),
    last: () => by(playback.state.last),
    faster: () => playback.changeSpeed(1),
    slower: () => playback.changeSpeed(-1),
    'next-mark': () => app.jump(1),
    'previous-mark': () => app.jump(-1),
    series: () => app.transport.nextSeries(),
    'zoom-in': () => board.zoom(1.25, middle),
    'zoom-out': () => board.zoom(0.8, middle),
    fit: () => board.fit(),
    follow: () => app.follow(),
    unselect: () => { app.unselect(); app.sheet(false); },
    'more-marks': acts.moreMarks,
    open: acts.open,
    compare: acts.compare,
    share: acts.share,
    full: acts.fullScreen,
    theme: acts.theme,
    help: acts.help,
    'tab-0': () => app.tabs.choose('events'),
    'tab-1': () => app.tabs.choose('orders'),
    'tab-2': () => app.tabs.choose('messages'),
    'tab-3': () => app.tabs.choose('view'),
    'cursor-up': () => app.cursor(-1, 0),
    'cursor-down': () => app.cursor(1, 0),
    'cursor-left': () => app.cursor(0, -1),
    'cursor-right': () => app.cursor(0, 1),
    pick: () => { if (board.hovered) app.pick(board.hovered); },
  };
  table[act]();
}
