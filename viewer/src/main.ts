/** Starts the viewer: theme, language, the match that came with the page, files that are dropped. */
import './tokens.css';
import './style.css';
import { perform } from './acts.ts';
import { App } from './app.ts';
import { Games, unbase64 } from './games.ts';
import { setLanguage, t } from './i18n.ts';
import { actOf } from './keys.ts';
import { placeOf, readPlace, target, writePlace } from './link.ts';
import { loadSprites } from './sprites.ts';
import sheet from './sprites.svg?raw';

const holder = document.querySelector<HTMLElement>('#app')!;
const place = placeOf(location);
if (place.theme) document.documentElement.dataset.theme = place.theme;
setLanguage(place.lang ?? navigator.language);
loadSprites(sheet);
const games = new Games(document.querySelector('#games')?.textContent ?? '');
let app = new App(games, holder);

const open = (name: string, bytes: Uint8Array<ArrayBuffer>) => app.api.open({ name, bytes });
const compare = (name: string, bytes: Uint8Array<ArrayBuffer>) => app.api.compare({ name, bytes });

/** The match that a copy of this page carries; placeholders have a dash, base64 has none. */
function embedded(): { name: string; bytes: Uint8Array<ArrayBuffer> } | null {
  const script = document.querySelector<HTMLElement>('#match');
  const text = script?.textContent?.trim() ?? '';
  if (!text || text.includes('-')) return null;
  return { name: script?.dataset.name ?? '', bytes: unbase64(text) };
}

/** The file that a link names, if it lies on this site; anything else gets a sentence. */
async function fetched(from: string): Promise<void> {
  const address = target(from, location.href);
  if (typeof address === 'string') return app.api.wrong(from.slice(0, 200), t(`open-${address}`));
  const name = fileName(address);
  try {
    // Redirects to other sites are not followed either.
    const answer = await fetch(address, { mode: 'same-origin', credentials: 'same-origin' });
    if (!answer.ok) return app.api.wrong(name, t('open-status', { status: answer.status }));
    await open(name, new Uint8Array(await answer.arrayBuffer()));
  } catch {
    app.api.wrong(name, t('open-failed'));
  }
}

function fileName(address: URL): string {
  const last = address.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

document.addEventListener('keydown', (event) => {
  const target = event.target as HTMLElement;
  if (document.querySelector('dialog[open]')) return;
  if (target.matches('input:not([type=range]):not([type=checkbox]), textarea, select')) return;
  const press = target.matches('button, summary, input, [role=tab]')
    && (event.key === ' ' || event.key === 'Enter');
  if (press || (target.matches('input[type=range]') && event.key.startsWith('Arrow'))) return;
  const act = actOf(event, target === app.page.board.canvas);
  if (!act) return;
  event.preventDefault();
  perform(app, app.acts, act);
});

let dragging = 0;
document.addEventListener('dragenter', () => {
  dragging += 1;
  holder.classList.add('is-dropping');
});
document.addEventListener('dragleave', () => {
  dragging -= 1;
  if (dragging <= 0) holder.classList.remove('is-dropping');
});
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  dragging = 0;
  holder.classList.remove('is-dropping');
  const files = [...event.dataTransfer?.files ?? []];
  void (async () => {
    if (files[0]) await open(files[0].name, new Uint8Array(await files[0].arrayBuffer()));
    if (files[1]) await compare(files[1].name, new Uint8Array(await files[1].arrayBuffer()));
  })();
});

document.addEventListener('palestra-language', (event) => {
  const { state: { file, session } } = app;
  const lang = (event as CustomEvent<string>).detail;
  const round = session ? app.state.place().round : undefined;
  setLanguage(lang);
  history.replaceState(null, '', writePlace({ ...readPlace(location.hash), lang, round }));
  app.end();
  app = new App(games, holder);
  motion();
  if (file) void open(file.name, file.bytes);
});

window.addEventListener('hashchange', () => {
  const next = readPlace(location.hash);
  if (!app.state.session) return;
  if (next.round !== undefined) app.api.seekRound(next.round);
  if (!next.cell) return;
  app.page.tabs.unsee();
  app.api.pick(next.cell);
});

const still = matchMedia('(prefers-reduced-motion: reduce)');
const motion = () => { app.state.playback.motion = !still.matches; };
still.addEventListener('change', motion);
motion();
matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => app.page.recolor());

async function begin(): Promise<void> {
  try {
    await games.start();
  } catch (error) {
    app.api.wrong('', t('games-failed', { error: String(error) }));
    return;
  }
  const inside = embedded();
  if (inside) await open(inside.name, inside.bytes);
  else if (place.open) await fetched(place.open);
}

// For the website's pages around an embedded viewer.
Object.assign(window, { palestraOpen: open, palestraCompare: compare });
void begin();
