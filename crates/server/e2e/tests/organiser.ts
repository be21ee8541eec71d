/** The organiser is not stopped: what people of a running season need, in a browser. */
import { expect, type Page, test } from '@playwright/test';
import { submitted, walker, type Server } from './server.ts';

export interface Person {
  name: string;
  page: Page;
}

export interface Cast {
  olga: Person;
  anna: Person;
  berta: Person;
  carla: Person;
}

const NEW_PASSWORD = 'another sentence that nobody guesses';

/** Sends a file on the season's page for submissions. */
export async function send(page: Page, season: string, name: string, text: string): Promise<void> {
  await page.goto(`${season}/submit`);
  const file = { name: `AI${name}.cc`, mimeType: 'text/plain', buffer: Buffer.from(text) };
  await page.getByLabel('AIName.cc').setInputFiles(file);
  await page.getByRole('button', { name: 'Send' }).first().click();
  await expect(page).toHaveURL(/\/submissions\//);
}

/** Waits for the verdict; the page brings itself up to date. */
export async function verdict(page: Page): Promise<string> {
  await expect(page.locator('.verdict')).not.toHaveClass(/received|compiling|qualifying/, { timeout: 120_000 });
  return (await page.locator('.verdict').textContent()) ?? '';
}

/** How often a version was first in its qualification. */
const firsts = (text: string) => /first in (\d+) of/.exec(text)?.[1];

/** All that an organiser and the authors do after the ladder. `faults` are errors that browsers reported. */
export async function organise(server: Server, season: string, { olga, anna, berta, carla }: Cast, faults: string[]): Promise<void> {
  const organiser = olga.page;
  /** Runs a step in which the browser reports so many refused requests. */
  const refusals = (count: number) => expect(faults.splice(0), 'refused requests').toHaveLength(count);

  await test.step('the settings tell how likely players pass', async () => {
    await organiser.goto(`${season}/organise`);
    const row = organiser.getByRole('row', { name: /^Dummy / });
    await expect(row).toContainText('%');
  });

  await test.step('a date has its time zone and the time that is left', async () => {
    const week = new Date(Date.now() + 7 * 86_400_000 + 3_600_000).toISOString().slice(0, 16);
    await organiser.getByLabel('Submissions close').fill(week);
    await organiser.locator('form[action*="/organise/settings"] button').click();
    await expect(organiser.getByRole('status')).toHaveText('Saved.');
    await berta.page.goto(`${season}/submit`);
    const told = berta.page.locator('main li');
    await expect(told.filter({ hasText: 'Submissions close' })).toContainText(`${week.replace('T', ' ')} UTC (time left: 7 d`);
    await expect(told.filter({ hasText: 'To qualify' })).toContainText('1 / 8');
    await expect(told.filter({ hasText: 'Versions that you can still submit' })).toContainText(/\d/);
    const starter = await told.getByRole('link', { name: /^AI.*\.cc$/ }).getAttribute('href');
    expect(await (await berta.page.request.get(`${server.url}${starter}`)).text()).toContain('PLAYER_NAME');
  });

  await test.step('the same source under another name gets the same verdict', async () => {
    await carla.page.goto(`${season}/submit`);
    await carla.page.getByRole('link', { name: 'Xaloc', exact: true }).click();
    const before = firsts(await verdict(carla.page));
    await send(berta.page, season, 'Ponent', walker('Ponent'));
    expect(firsts(await verdict(berta.page))).toBe(before);
  });

  await test.step('a failed qualification is not public', async () => {
    for (const path of ['/matches?q=Endless', '/players/Endless', '/standings']) {
      const answer = await anna.page.request.get(`${season}${path}`);
      expect(/players\/Endless"|"name">\s*Endless/.test(await answer.text()), path).toBe(false);
    }
  });

  await test.step('a version keeps its name and gets the next number', async () => {
    await send(carla.page, season, 'Xaloc', walker('Xaloc'));
    await verdict(carla.page);
    await expect(carla.page.locator('main > .note').first()).toContainText('version 2');
    await carla.page.getByRole('button', { name: 'Let this version compete' }).click();
    await expect(carla.page.locator('.verdict')).toContainText('This version competes for you.');
  });

  await test.step('disqualifying asks, needs a reason, and can be undone', async () => {
    await organiser.goto(`${season}/organise/submissions`);
    await organiser.getByRole('searchbox').fill('carla');
    await organiser.getByRole('button', { name: 'Search' }).click();
    await expect(organiser.locator('tbody tr')).toHaveCount(2);
    await organiser.getByRole('link', { name: 'Disqualify' }).first().click();
    await expect(organiser.locator('h1')).toHaveText('Disqualify this version?');
    await organiser.getByRole('button', { name: 'Disqualify' }).click();
    await expect(organiser.locator('textarea:invalid'), 'the reason is required').toHaveCount(1);
    await organiser.getByLabel('Reason').fill('Copied from Berta.');
    await organiser.getByRole('button', { name: 'Disqualify' }).click();
    await expect(organiser).toHaveURL(/\/organise\/submissions/);
    await carla.page.reload();
    await expect(carla.page.locator('.verdict')).toContainText('Disqualified: Copied from Berta.');
    await expect(carla.page.locator('.verdict')).toContainText('This version competes for you now: Xaloc');
    await organiser.getByRole('button', { name: 'Undo the disqualification' }).click();
    await carla.page.reload();
    await expect(carla.page.locator('.verdict')).toContainText('Qualified: first in');
  });

  await test.step('a person with an account gets a link for a new password', async () => {
    await organiser.goto(`${server.url}/people`);
    await organiser.locator('[name=name]').fill('Anna again');
    await organiser.locator('[name=login]').fill('anna');
    await organiser.getByRole('button', { name: 'Invite' }).first().click();
    await expect(organiser.getByRole('alert')).toContainText('`anna` already has an account. Make a new-password link');
    await expect(organiser.locator('[name=name]')).toHaveValue('Anna again');
    await expect(organiser.locator('header')).toContainText('Olga');
    refusals(1);
    await organiser.getByRole('searchbox').fill('anna');
    await organiser.getByRole('button', { name: 'Search' }).click();
    await organiser.getByRole('button', { name: 'New-password link' }).click();
    const link = /https?:\S+/.exec(await organiser.locator('.notice').innerText())?.[0] ?? '';
    await anna.page.context().clearCookies();
    await anna.page.goto(link);
    await anna.page.getByLabel('Password').fill(NEW_PASSWORD);
    await anna.page.locator('main').getByRole('button').last().click();
    await anna.page.context().clearCookies();
    await anna.page.goto(`${server.url}/sign-in`);
    await anna.page.getByLabel('Login').fill('anna');
    await anna.page.getByLabel('Password').fill(NEW_PASSWORD);
    await anna.page.locator('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(anna.page.locator('header')).toContainText('Anna');
  });

  await test.step('a list of people tells its errors, and invitations can be renewed and revoked', async () => {
    await organiser.goto(`${server.url}/people`);
    const list = organiser.getByLabel('CSV with the columns');
    const invite = organiser.getByRole('button', { name: 'Invite' }).last();
    await list.fill('login,name\ndora,Dora\nanna,Anna\nb d,Bad\n');
    await invite.click();
    const told = organiser.getByRole('alert');
    await expect(told).toContainText(/3.*`anna` already has an account/);
    await expect(told).toContainText(/4.*The login contains/);
    await expect(list).toHaveValue(/dora,Dora/);
    refusals(1);
    await list.fill('login,name\ndora,Dora\neva,Eva\n');
    await invite.click();
    const links = organiser.locator('table.links tbody tr');
    await expect(links).toHaveCount(2);
    const csv = await organiser.getByRole('link', { name: 'CSV' }).getAttribute('href');
    expect(decodeURIComponent(csv ?? '')).toMatch(/dora,.*\/invitation\//);
    const old = await links.filter({ hasText: 'Dora' }).locator('.wrap').innerText();
    await organiser.getByRole('row', { name: /^Dora / }).getByRole('button', { name: 'New link' }).click();
    const renewed = /https?:\S+/.exec(await organiser.locator('.notice').innerText())?.[0] ?? '';
    const status = async (link: string) => (await anna.page.request.get(link)).status();
    expect([await status(old), await status(renewed)]).toEqual([404, 200]);
    await organiser.goto(`${server.url}/people`);
    await organiser.getByRole('row', { name: /^Dora / }).getByRole('button', { name: 'Revoke' }).click();
    await expect(organiser.getByRole('row', { name: /^Dora / })).toHaveCount(0);
    expect(await status(renewed)).toBe(404);
  });

  await test.step('staff of one season organise that season alone', async () => {
    const row = organiser.getByRole('row', { name: /^anna / });
    await row.getByLabel('Organises only these seasons').fill('spring');
    await row.getByRole('button', { name: 'Save' }).last().click();
    const status = async (path: string) => (await anna.page.request.get(`${server.url}${path}`)).status();
    expect([await status('/s/spring/organise'), await status('/s/demo/organise'), await status('/people')])
      .toEqual([200, 403, 403]);
  });

  await test.step('matches can be searched', async () => {
    await carla.page.goto(`${season}/matches`);
    await carla.page.getByRole('searchbox').fill('xalo');
    await carla.page.getByRole('button', { name: 'Search' }).click();
    const all = await carla.page.locator('.match').all();
    expect(all.length).toBeGreaterThan(0);
    for (const one of all) await expect(one).toContainText('Xaloc');
  });

  await test.step('the program asks for the season when several are open', async () => {
    await berta.page.goto(`${server.url}/account`);
    await berta.page.getByLabel('Name of the token').fill('laptop');
    await berta.page.getByRole('button', { name: 'Create a token' }).click();
    const token = /PALESTRA_TOKEN=(\S+)/.exec(await berta.page.locator('.notice').innerText())?.[1] ?? '';
    const asked = submitted(server, token, 'Ponent', walker('Ponent'));
    expect(asked).toContain('demo');
    expect(asked).toContain('spring');
    expect(asked).toContain('--season');
  });

  await test.step('a button hides house players, without a script', async () => {
    await carla.page.goto(`${season}/standings`);
    await expect(carla.page.locator('tr.house')).not.toHaveCount(0);
    await carla.page.getByRole('link', { name: 'Hide house players' }).click();
    await expect(carla.page.locator('tr.house')).toHaveCount(0);
    await carla.page.getByRole('link', { name: 'Show house players' }).click();
    await expect(carla.page.locator('tr.house')).not.toHaveCount(0);
  });
}
