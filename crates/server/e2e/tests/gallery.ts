/** Pictures of every page of the judge and of the boards of all games, for people to look at. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { games, record, root, type Server, VIEWER } from './server.ts';

const SIZES = [[1280, 800], [390, 844], [844, 390]] as const;
const THEMES = ['light', 'dark'] as const;
/** The round that boards show. */
const ROUND = 40;
/** Files for programs, and addresses that are no pages. */
const NO_PAGES = /^\/pictures\/|^\/api\/|^\/\.|\.(css|js|svg|csv|json|cnf|match|res)$|^\/(health|metrics|language)\b|\/(events|starter|source|viewer)$/;

export interface Visitors {
  /** An administrator. */
  admin: BrowserContext;
  /** An author with a version that competes. */
  author: BrowserContext;
  /** A person without an account. */
  stranger: BrowserContext;
}

/** The addresses of the links of a page that have this form, at least one. */
async function links(context: BrowserContext, server: Server, from: string, form: RegExp): Promise<string[]> {
  const page = await context.newPage();
  await page.goto(`${server.url}${from}`);
  const all = await page.locator('a').evaluateAll((links) => links.map((a) => a.getAttribute('href') ?? ''));
  await page.close();
  const found = all.filter((address) => form.test(address));
  if (found.length === 0) throw new Error(`${from} has no link like ${form}`);
  return found;
}

/** The first of these links. */
async function link(context: BrowserContext, server: Server, from: string, form: RegExp): Promise<string> {
  return (await links(context, server, from, form))[0]!;
}

/** The pages of the list of routes, each with an address that exists. */
async function addresses({ admin, author }: Visitors, server: Server, season: string): Promise<Map<string, string>> {
  const list = readFileSync(`${root}/crates/server/tests/it/access.tsv`, 'utf8').split('\n');
  const routes = list.map((row) => row.split('\t')).filter(([method]) => method === 'GET')
    .map(([, path]) => path ?? '').filter((path) => !NO_PAGES.test(path));
  const tournament = await link(admin, server, `${season}/rounds`, /\/rounds\/[^/]+$/);
  const submissions = `${season}/organise/submissions`;
  const versions = await links(admin, server, submissions, /\/submissions\/[^/]+$/);
  const [left, right] = versions.map((version) => version.split('/').at(-1));
  const places: Record<string, string> = {
    '/invitation/{token}': new URL(server.open).pathname,
    '/s/{season}/matches/{id}': await link(admin, server, `${season}/matches`, /\/matches\/[0-9a-f]+$/),
    '/s/{season}/players/{name}': await link(author, server, `${season}/standings`, /\/players\/Xaloc$/),
    '/s/{season}/rounds/{id}': tournament,
    '/s/{season}/rounds/{id}/{number}': await link(admin, server, tournament, /\/rounds\/[^/]+\/\d+$/),
    '/s/{season}/submissions/{id}': await link(author, server, `${season}/submit`, /\/submissions\/[^/]+$/),
    '/s/{season}/organise/disqualify/{id}': await link(admin, server, submissions, /\/disqualify\//),
    '/s/{season}/organise/similar/{left}/{right}': `${season}/organise/similar/${left}/${right}`,
  };
  return new Map(routes.map((route) => {
    const path = places[route] ?? route.replace('/s/{season}', season);
    // A new page needs a line above.
    if (path.includes('{')) throw new Error(`the gallery has no address for ${route}`);
    return [route, path];
  }));
}

/** The visitor who sees a page as most people see it. */
function reader(route: string, { admin, author, stranger }: Visitors): BrowserContext {
  if (/sign-in|invitation|register/.test(route)) return stranger;
  return /account|friendly|submit|submissions\/\{id\}$/.test(route) ? author : admin;
}

class Gallery {
  private readonly rows: string[] = [];

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true });
  }

  /** Pictures of a page in all sizes and themes. */
  async take(page: Page, name: string, title: string, isBoard: boolean): Promise<void> {
    const cells: string[] = [];
    for (const theme of THEMES) {
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: theme });
        // A board is drawn once more after a change of size.
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        const file = `${name}-${width}-${theme}.png`;
        await page.screenshot({ path: join(this.folder, file), animations: 'disabled', fullPage: !isBoard });
        cells.push(`<a href="${file}"><img src="${file}" height="240" alt="${title}, ${width} × ${height}, ${theme}" loading="lazy"></a>`);
      }
    }
    this.rows.push(`<h2>${title}</h2>\n<p>${cells.join('\n')}</p>`);
  }

  finish(): void {
    const style = 'body{font:16px system-ui;margin:2rem}img{border:1px solid #888;margin:4px}';
    writeFileSync(join(this.folder, 'index.html'), `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Gallery</title><style>${style}</style>
<h1>Gallery</h1>\n${this.rows.join('\n')}\n</html>\n`);
  }
}

/** Writes the pictures and an `index.html` into a folder. */
export async function photograph(
  folder: string, browser: Browser, visitors: Visitors, server: Server, season: string,
): Promise<void> {
  const gallery = new Gallery(folder);
  for (const [route, path] of await addresses(visitors, server, season)) {
    const page = await reader(route, visitors).newPage();
    await page.goto(`${server.url}${path}`);
    const viewer = page.frameLocator('iframe.viewer').locator('.round-number');
    if (await page.locator('iframe.viewer').count()) await viewer.filter({ hasText: /\d/ }).waitFor();
    const name = route.replaceAll(/[^a-z]+/g, '-').replaceAll(/^-|-$/g, '') || 'home';
    await gallery.take(page, name, route, false);
    await page.close();
  }
  for (const game of games()) {
    const bytes = record(game).toString('base64');
    const page = await browser.newPage();
    await page.goto(`file://${VIEWER}#round=${ROUND}`);
    await page.waitForFunction(() => 'palestraOpen' in window);
    await page.evaluate(async ([name, text]) => {
      const open = (window as unknown as { palestraOpen: (name: string, bytes: Uint8Array) => Promise<void> }).palestraOpen;
      await open(name!, Uint8Array.from(atob(text!), (c) => c.charCodeAt(0)));
    }, [`${game}.match`, bytes]);
    await page.locator('.round-number').filter({ hasText: `${ROUND}` }).waitFor();
    await gallery.take(page, `board-${game}`, game, true);
    await page.close();
  }
  gallery.finish();
}
