/** A season from the first link to the exports, in a browser, as its people live it. */
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { photograph } from './gallery.ts';
import { organise, send, verdict } from './organiser.ts';
import { compiler, end, player, rows, serve, type Server, table, verified, walker } from './server.ts';

const GAME = 'battle-royale';
const PASSWORD = 'a sentence that nobody guesses';
/** So many rounds of the ladder are waited for. */
const ROUNDS = 3;
const BOUTS = 8;
const SEASON = '/s/spring';

interface Person {
  name: string;
  context: BrowserContext;
  page: Page;
}

let server: Server;
/** What went wrong in any page: scripts, and what the content security policy stopped. */
const faults: string[] = [];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  compiler();
  server = await serve();
});

test.afterAll(async () => {
  expect(await end(server), 'the server ends in order').toBe(0);
});

async function person(browser: Browser, name: string): Promise<Person> {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(`${name}: ${error}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${name}, ${page.url()}: ${message.text()}`);
  });
  return { name, context, page };
}

/** Uses an invitation; `login` is asked for unless it is prescribed. */
async function join(who: Person, link: string, login?: string): Promise<void> {
  await who.page.goto(link);
  if (login) await who.page.getByLabel('Login').fill(login);
  await who.page.getByLabel('Public name').fill(who.name);
  await who.page.getByLabel('Password').fill(PASSWORD);
  await who.page.getByRole('button', { name: 'Create the account' }).click();
  await expect(who.page.getByRole('link', { name: who.name })).toBeVisible();
}

/** A page that is wider than a phone scrolls sideways, which nobody likes. */
async function fits(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide, `${page.url()} on a phone`).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Saves the settings on an organiser's page. */
async function save(page: Page): Promise<void> {
  await page.locator('form[action*="/organise/settings"] button').click();
}

test('a season, from the first link to the exports', async ({ browser }) => {
  const olga = await person(browser, 'Olga');
  let last = 0;
  let links: string[] = [];
  const authors: Person[] = [];
  for (const name of ['Anna', 'Berta', 'Carla']) authors.push(await person(browser, name));
  const [anna, berta, carla] = authors as [Person, Person, Person];

  await test.step('the organiser makes a season', async () => {
    await join(olga, server.link, 'olga');
    await olga.page.getByRole('link', { name: 'Organise' }).click();
    // The demonstration would take the processors from the season.
    await olga.page.getByLabel('The ladder is on').uncheck();
    await save(olga.page);
    await olga.page.getByRole('link', { name: 'New season' }).click();
    await olga.page.getByLabel('Title').fill('Spring');
    await olga.page.getByLabel('Address').fill('spring');
    await olga.page.locator('select[name=game]').selectOption(GAME);
    await fits(olga.page);
    await olga.page.getByRole('button', { name: 'Create the season' }).click();
    await expect(olga.page).toHaveURL(`${server.url}${SEASON}/organise`);
    await olga.page.getByLabel('The ladder is on').uncheck();
    // The seeds are new in every run: against these odds the good player fails once in thousands.
    await olga.page.locator('[name=qualification_matches]').fill(`${BOUTS}`);
    await olga.page.locator('[name=qualification_wins]').fill('1');
    // What loops for ever loops until here, in seconds.
    await olga.page.locator('[name=fuel]').fill('0.02');
    await olga.page.getByLabel('Text about the dates').fill('Until Friday');
    // What cannot be saved stays in the form, with the reason beside its field.
    await olga.page.locator('[name=memory]').fill('0.5');
    await save(olga.page);
    await expect(olga.page.locator('label', { has: olga.page.locator('[name=memory]') }).getByRole('alert'))
      .toContainText('Enter a number from 1 to 1024');
    await expect(olga.page.getByLabel('Text about the dates')).toHaveValue('Until Friday');
    await expect(olga.page.locator('[name=memory]')).toHaveValue('0.5');
    await expect(olga.page.locator('header')).toContainText('Olga');
    expect(faults.splice(0), 'the refused form').toHaveLength(1);
    await olga.page.locator('[name=memory]').fill('64');
    await save(olga.page);
    await expect(olga.page.getByRole('status')).toHaveText('Saved.');
    await fits(olga.page);
    await olga.page.goto(`${server.url}${SEASON}`);
    await expect(olga.page.getByText('Until Friday')).toBeVisible();
  });

  await test.step('a list invites three people', async () => {
    await olga.page.goto(`${server.url}/people`);
    await olga.page.getByLabel('CSV').fill('login,name\nanna,Anna\nberta,Berta\ncarla,Carla\n');
    await olga.page.getByLabel('CSV').locator('xpath=ancestor::form').getByRole('button').click();
    const shown = await olga.page.locator('.notice').innerText();
    links = [...(shown ?? '').matchAll(/https?:\S+/g)].map((found) => found[0]);
    expect(links).toHaveLength(3);
    await fits(olga.page);
    for (const [k, who] of authors.entries()) await join(who, links[k] ?? '');
    const again = await anna.page.goto(links[0] ?? '');
    expect(again?.status(), 'an invitation makes one account').toBe(404);
    faults.splice(0);
  });

  await test.step('three submit', async () => {
    await anna.page.goto(`${server.url}${SEASON}/submit`);
    await anna.page.getByLabel('Name of the player').fill('Broken');
    await anna.page.locator('textarea[name=text]').fill(player('Broken', 'int x = "three";'));
    await anna.page.getByRole('button', { name: 'Send' }).nth(1).click();
    await expect(anna.page).toHaveURL(/\/submissions\//);
    const endless = player('Endless', 'cerr << "thinking" << endl; for (;;) {}');
    await send(berta.page, `${server.url}${SEASON}`, 'Endless', endless);
    await send(carla.page, `${server.url}${SEASON}`, 'Xaloc', walker('Xaloc'));
  });

  await test.step('the verdicts are right, and say why', async () => {
    expect(await verdict(anna.page)).toContain('The source does not compile');
    await expect(anna.page.locator('.log')).toContainText(/AIBroken\.cc:9/);
    await expect(anna.page.locator('.steps .failed')).toHaveText(/Compiled/);
    expect(await verdict(berta.page)).toContain(`first in 0 of ${BOUTS} matches, 1 needed. The player was frozen in ${BOUTS} matches`);
    const slips = berta.page.locator('.slip');
    await expect(slips).toHaveCount(BOUTS);
    await expect(slips.first()).toContainText('thinking');
    await expect(slips.first()).toContainText('palestra play');
    expect(await verdict(carla.page)).toMatch(/Qualified: first in [1-8] of 8 matches/);
    await expect(carla.page.locator('.verdict')).toContainText('This version competes for you.');
    for (const who of authors) await fits(who.page);
  });

  await test.step('nobody sees what is somebody else’s', async () => {
    for (const path of ['', '/source']) {
      const answer = await anna.page.request.get(`${carla.page.url()}${path}`);
      expect(answer.status(), path).toBe(404);
    }
    expect((await anna.page.request.get(`${server.url}${SEASON}/organise`)).status()).toBe(403);
  });

  await test.step('the ladder runs to its last round', async () => {
    await olga.page.goto(`${server.url}${SEASON}/organise`);
    const table = () => olga.page.request.get(`${server.url}/api/seasons/spring/standings`).then((a) => a.json());
    // A new season's ladder plays until it is told not to: some rounds may be over.
    last = ((await table()).round ?? 0) + ROUNDS;
    await olga.page.getByLabel('The ladder is on').check();
    await olga.page.getByLabel('Maximum number of rounds').fill(`${last}`);
    await save(olga.page);
    await expect.poll(async () => (await table()).round, { timeout: 100_000 }).toBe(last);
    await carla.page.goto(`${server.url}${SEASON}/standings`);
    await expect(carla.page.locator('tr.own')).toContainText('Xaloc');
    await fits(carla.page);
    await carla.page.getByRole('link', { name: 'Xaloc' }).click();
    await expect(carla.page.locator('h1')).toHaveText('Xaloc');
    await fits(carla.page);
  });

  await test.step('the viewer plays a match', async () => {
    const page = carla.page;
    await page.goto(`${server.url}${SEASON}/matches`);
    await fits(page);
    await page.getByRole('link', { name: /^Match / }).first().click();
    await expect(page.locator('.tag.ok')).toContainText('Verified');
    const plain = (text: string) => Number(text.replace(/[\u2009\u202f]/g, '').replace('\u2212', '-'));
    const scores = (await page.locator('.seats .num').allTextContents()).map(plain);
    await fits(page);
    const viewer = page.frameLocator('iframe.viewer');
    const round = viewer.locator('.round-number');
    await expect(round).toHaveText('0');
    await viewer.getByRole('button', { name: /^Play/ }).click();
    await expect(round).not.toHaveText('0');
    await page.keyboard.press('End');
    await expect
      .poll(async () => (await viewer.locator('.strip .score').allTextContents()).map(plain))
      .toEqual(scores);
    const allowed = await round.evaluate(() => document.fullscreenEnabled);
    expect(allowed, 'full screen works in the page of a match').toBe(true);
    const link = await page.getByRole('link', { name: '.match', exact: true }).getAttribute('href');
    const record = await page.request.get(`${server.url}${link}`);
    expect(record.headers()['content-disposition']).toMatch(/^attachment; filename="[0-9a-f]+\.match"$/);
    expect(verified(await record.body()), 'palestra verify agrees').toContain('Consistent');
    await page.goto(`${page.url().replace(/[?#].*/, '')}/viewer#round=7`);
    await expect(page.locator('.round-number')).toHaveText('7');
  });

  await test.step('an elimination runs to its final', async () => {
    const page = olga.page;
    await page.goto(`${server.url}${SEASON}/rounds`);
    await page.locator('[name=matches_each]').fill('4');
    await page.getByLabel('House players take part').check();
    await fits(page);
    await page.getByRole('button', { name: 'Begin', exact: true }).click();
    const told = () => page.request.get(`${server.url}/api/seasons/spring/tournaments`).then((a) => a.json());
    await expect.poll(async () => (await told())[0]?.over, { timeout: 100_000 }).toBe(true);
    await page.goto(`${server.url}${SEASON}/rounds`);
    await expect(page.getByText('Winner')).toBeVisible();
    await page.locator('main ul.plain a').first().click();
    await expect(page.locator('.lead .tag')).toHaveText('over');
    const stored = rows(server, 'SELECT s.name, e.place FROM entries e '
      + 'JOIN submissions s ON s.id = e.submission_id ORDER BY e.place');
    expect(stored.map(([, place]) => place)).toEqual(stored.map((_, k) => k + 1));
    const shown = await page.locator('table').last().locator('tbody tr').all();
    const cells = await Promise.all(shown.map((row) => row.locator('td').allTextContents()));
    expect(cells.map(([place, name]) => [name?.trim().split(/\s+/)[0], Number(place)])).toEqual(stored);
    await expect(page.getByText(/^\s*out in round/)).toHaveCount(stored.length - 4);
    await fits(page);
  });

  await test.step('the organiser looks who copied whom, and after the machinery', async () => {
    await olga.page.goto(`${server.url}${SEASON}/organise`);
    await fits(olga.page);
    await olga.page.getByRole('link', { name: 'Copies' }).click();
    await olga.page.getByRole('button', { name: 'Compare all sources' }).click();
    // The page loads itself again until the comparison is there.
    await expect(olga.page.getByText('3 sources, 3 pairs')).toBeVisible({ timeout: 60_000 });
    await fits(olga.page);
    await olga.page.getByRole('link', { name: 'Organise' }).first().click();
    await olga.page.getByRole('link', { name: 'Workers and queue' }).click();
    await expect(olga.page.getByText('None.')).toBeVisible();
    await fits(olga.page);
  });

  await test.step('the exports agree with the database', async () => {
    const get = async (path: string) => (await olga.page.request.get(`${server.url}${path}`)).text();
    const stored = rows(server, 'SELECT s.name, s.user_id, t.strength, t.matches FROM standings t '
      + 'JOIN rounds r ON r.id = t.round_id JOIN seasons x ON x.id = r.season_id '
      + `JOIN submissions s ON s.id = t.submission_id WHERE x.slug = 'spring' AND r.number = ${last} `
      + "AND r.kind = 'ladder' ORDER BY t.place");
    const written = table(await get(`${SEASON}/standings.csv`));
    const cells = written.map((row) => [row.player, row.place, row.rating, row.strength, Number(row.matches)]);
    // House players have no place.
    let placed = 0;
    const wanted = stored.map(([name, author, strength, count]) => [name, author === null ? '' : `${placed += 1}`,
      `${Math.round(1500 + 100 * Number(strength))}`, Number(strength).toFixed(3), count]);
    expect(cells).toEqual(wanted);
    expect(stored.length).toBeGreaterThanOrEqual(6);
    const xaloc = written.find((row) => row.player === 'Xaloc');
    const grades = table(await get(`${SEASON}/organise/export.csv`));
    expect(grades.map((row) => [row.login, row.player, row.place, row.submissions, row.qualified])).toEqual([
      ['anna', '', '', '1', '0'],
      ['berta', '', '', '1', '0'],
      ['carla', 'Xaloc', xaloc?.place, '1', '1'],
    ]);
    const played = rows(server, "SELECT COUNT(*), SUM(verified) FROM matches WHERE state = 'done'")[0];
    expect(played?.[0], 'all matches are verified').toBe(played?.[1]);
    const open = rows(server, "SELECT COUNT(*) FROM matches m JOIN seasons x ON x.id = m.season_id "
      + "WHERE x.slug = 'spring' AND m.state <> 'done'");
    expect(open).toEqual([[0]]);
  });

  await organise(server, `${server.url}${SEASON}`, { olga, anna, berta, carla }, faults);

  const folder = process.env.PALESTRA_GALLERY;
  if (folder) {
    await test.step('pictures of all pages', async () => {
      await olga.page.goto(`${server.url}/people`);
      await olga.page.getByLabel('CSV').fill('login,name\ndora,Dora\n');
      await olga.page.getByLabel('CSV').locator('xpath=ancestor::form').getByRole('button').click();
      server.open = /https?:\S+/.exec(await olga.page.locator('.notice').innerText())?.[0] ?? '';
      const stranger = await browser.newContext();
      const visitors = { admin: olga.context, author: carla.context, stranger };
      await photograph(folder, browser, visitors, server, SEASON);
    });
  }

  expect(faults, 'scripts that failed, and what the policy stopped').toEqual([]);
});
