// Links: what they open, what they refuse, what they remember; the viewer inside another page.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { EXPECTED, expect, fixture, start, test, VIEWER } from './viewer.ts';

const GAME = EXPECTED[0]!;
const FILE = `${GAME.id}.match`;
let site: Server;
let other: Server;
let here = '';
let elsewhere = '';
const asked: string[] = [];

const listen = (server: Server) => new Promise<string>((resolve) => {
  server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
});

test.beforeAll(async () => {
  other = createServer((request, answer) => {
    asked.push(request.url ?? '');
    answer.setHeader('Access-Control-Allow-Origin', '*');
    answer.end(readFileSync(fixture(FILE)));
  });
  elsewhere = await listen(other);
  site = createServer((request, answer) => {
    const path = new URL(request.url ?? '', 'http://localhost').pathname;
    if (path === '/viewer.html') {
      answer.setHeader('Content-Type', 'text/html');
      answer.end(readFileSync(VIEWER));
    } else if (path === '/match/7.match') {
      answer.end(readFileSync(fixture(FILE)));
    } else if (path === '/away') {
      answer.writeHead(302, { Location: `${elsewhere}/7.match` }).end();
    } else if (path === '/match/7') {
      answer.setHeader('Content-Type', 'text/html');
      answer.end('<iframe src="/viewer.html?open=/match/7.match&round=9" style="width:900px;height:600px"></iframe>');
    } else {
      answer.writeHead(404).end('<h1>Not here</h1>');
    }
  });
  here = await listen(site);
});

test.afterAll(() => {
  site.close();
  other.close();
});

test.beforeEach(() => { asked.length = 0; });

for (const mark of ['#', '?']) {
  test(`${mark}open= opens a file of the same site at its place`, async ({ page }) => {
    await page.goto(`${here}/viewer.html${mark}lang=en&open=/match/7.match&round=12&cell=3,4`);
    await expect(page.locator('.round-number')).toHaveText('12');
    await expect(page.locator('.facts-line')).toContainText('7.match');
    await expect(page.locator('.inspector')).toContainText('row 3, column 4');
  });
}

for (const [what, link, words] of [
  ['a file that is not there', '/match/8.match', 'The viewer cannot show 8.match. The site answered 404'],
  ['a page that is no match', '/match/7', 'No game can read this'],
  ['a link that leads nowhere', 'http://', 'The link does not name a file.'],
] as const) {
  test(`${what} gets a sentence on the first page`, async ({ page }) => {
    await page.goto(`${here}/viewer.html#lang=en&open=${encodeURIComponent(link)}`);
    await expect(page.getByRole('alert')).toContainText(words);
    await expect(page.getByRole('alert')).toBeInViewport();
    const covered = await page.getByRole('alert').evaluate((alert) => {
      const box = alert.getBoundingClientRect();
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + 8);
      return top === null || !alert.contains(top);
    });
    expect(covered).toBe(false);
  });
}

test('links to other sites are not followed, however they are written', async ({ page }) => {
  const bare = elsewhere.replace('http:', '');
  for (const link of [`${elsewhere}/7.match`, `${bare}/7.match`, `${bare.replace('//', '/\\')}/7.match`,
    here.replace('http://', 'http://user@'), 'data:text/plain,x', 'blob:x', 'javascript:alert(1)', 'file:///etc/passwd']) {
    await page.goto('about:blank');
    await page.goto(`${here}/viewer.html#lang=en&open=${encodeURIComponent(link)}`);
    await expect(page.getByRole('alert'), link).toContainText('the viewer follows no links to other sites');
  }
  await page.goto('about:blank');
  await page.goto(`${here}/viewer.html?lang=en&open=/away`);
  await expect(page.getByRole('alert')).toContainText('The site did not send the file');
  expect(asked).toEqual([]);
});

test('on disk a link opens nothing, and says what to do', async ({ page }) => {
  await start(page, `&open=${encodeURIComponent(fixture(FILE))}`);
  await expect(page.getByRole('alert')).toContainText('Drop the file here');
});

test('inside another page: opens, plays by keys, follows a new place', async ({ page }) => {
  await page.goto(`${here}/match/7`);
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('.round-number')).toHaveText('9');
  await frame.locator('.key-on').click();
  await expect(frame.locator('.round-number')).toHaveText('10');
  await page.evaluate(() => {
    document.querySelector('iframe')!.contentWindow!.location.hash = '#round=20&cell=2,2';
  });
  await expect(frame.locator('.round-number')).toHaveText('20');
  await expect(frame.locator('.inspector')).toContainText(/row 2|2, 2/);
});
