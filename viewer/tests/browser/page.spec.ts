// The page itself: keys, inspector, links, wrong files, saving, languages, access.
import { readFileSync, statSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { EXPECTED, expect, fixture, made, open, opened, round, start, test, VIEWER } from './viewer.ts';

const GAME = EXPECTED.find((game) => game.id === 'dominator') ?? EXPECTED[0]!;
const MATCH = `${GAME.id}.match`;

test('one file of at most 3 MB with each placeholder once, loading nothing', async ({ page }) => {
  expect(statSync(VIEWER).size).toBeLessThanOrEqual(3 << 20);
  const html = readFileSync(VIEWER, 'utf8');
  for (const placeholder of ['PALESTRA-MATCH', 'PALESTRA-NAME']) {
    expect(html.split(placeholder)).toHaveLength(2);
  }
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await opened(page, MATCH);
  expect(asked.filter((url) => !/^(file|blob|data):/.test(url))).toEqual([]);
});

test('a copy with a match inside opens with it', async ({ page }) => {
  const match = readFileSync(fixture(MATCH)).toString('base64');
  const html = readFileSync(VIEWER, 'utf8')
    .replace('PALESTRA-NAME', 'a &amp; b.match').replace('PALESTRA-MATCH', match);
  await page.goto(`file://${made('copy.html', html)}#lang=en&round=7&cell=5,6`);
  await expect(page.locator('.round-number')).toHaveText('7');
  await expect(page.locator('.facts-line')).toContainText('a & b.match');
  await expect(page.locator('.inspector h3')).toBeVisible();
  await expect(page.locator('.rows')).toContainText('row 5, column 6');
});

test('dropping a file opens it, dropping two compares them', async ({ page }) => {
  await start(page);
  const drop = async (names: string[]) => {
    const files = names.map((name) => ({ name, text: readFileSync(fixture(name)).toString('base64') }));
    await page.evaluate((list) => {
      const transfer = new DataTransfer();
      for (const { name, text } of list) {
        transfer.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
      }
      document.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, files);
  };
  await drop([MATCH]);
  await expect(page.locator('.round-number')).toHaveText('0');
  await drop([MATCH, `${GAME.id}-other.match`]);
  await expect(page.locator('.board:visible')).toHaveCount(2);
});

for (const [name, bytes, words] of [
  ['empty.res', '', 'This file is empty.'],
  ['picture.png', new Uint8Array([137, 80, 78, 71, 0, 0, 0, 1]), 'it is not text'],
  ['poem.txt', 'Roses are red\n', 'No game can read this as a result file.'],
  ['half.match', 'palestra match 1\nabc', 'The match record is damaged'],
  ['wrong.json', '{"stage": {}}', 'A scene file needs'],
] as const) {
  test(`a wrong file gets a sentence: ${name}`, async ({ page }) => {
    const errors = await start(page);
    await open(page, made(name, bytes));
    await expect(page.getByRole('alert')).toContainText(`${name} cannot be shown.`);
    await expect(page.getByRole('alert')).toContainText(words);
    await open(page, fixture(MATCH));
    await expect(page.locator('.round-number')).toHaveText('0');
    await open(page, made(name, bytes));
    await expect(page.locator('.notice')).toContainText(words);
    await expect(page.locator('.round-number')).toHaveText('0');
    expect(errors).toEqual([]);
  });
}

test('keys do what the help panel says', async ({ page }) => {
  await opened(page, MATCH);
  const at = (n: number) => expect(page.locator('.round-number')).toHaveText(`${n}`);
  await page.keyboard.press('Shift+ArrowRight');
  await at(10);
  await page.keyboard.press('PageUp');
  await at(0);
  await page.keyboard.press('End');
  await at(GAME.rounds);
  await page.keyboard.press('Home');
  await at(0);
  await page.keyboard.press(']');
  await expect.poll(() => round(page)).toBeGreaterThan(0);
  await page.keyboard.press('[');
  await page.keyboard.press('>');
  await expect(page.locator('.speed-value')).toHaveText('8');
  await page.keyboard.press('<');
  await expect(page.locator('.speed-value')).toHaveText('4');
  await page.keyboard.press('s');
  await expect(page.locator('.segment [aria-pressed=true]')).toHaveText('Land');
  await page.keyboard.press('3');
  await expect(page.getByRole('tab', { name: /Messages/ })).toHaveAttribute('aria-selected', 'true');
  const theme = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await theme();
  await page.keyboard.press('t');
  expect(await theme()).not.toBe(before);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Ten rounds back or on');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('play runs to the end at full speed and stops there', async ({ page }) => {
  await opened(page, MATCH, '&speed=60');
  await page.getByRole('button', { name: 'Play (space)' }).click();
  await expect(page.getByRole('button', { name: 'Pause (space)' })).toBeVisible();
  await expect(page.locator('.round-number')).toHaveText(`${GAME.rounds}`);
  await expect(page.getByRole('button', { name: 'Play (space)' })).toBeVisible();
});

test('the timeline is a slider', async ({ page }) => {
  await opened(page, MATCH);
  const box = (await page.locator('.timeline-canvas').boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + 40);
  // The page asks a worker for the picture before it shows the round.
  await expect.poll(() => round(page)).toBeGreaterThan(GAME.rounds / 4);
  const middle = await round(page);
  expect(middle).toBeLessThan((3 * GAME.rounds) / 4);
  await expect(page.getByRole('slider', { name: 'Timeline' })).toHaveAttribute('aria-valuenow', `${middle}`);
});

test('the inspector answers to pointer and keyboard, keeps and follows a unit', async ({ page }) => {
  await opened(page, MATCH, '&round=30');
  const unit = page.locator('.units tbody tr').first();
  await page.keyboard.press('4');
  const cell = (await unit.locator('td').nth(2).textContent())!.split(', ').map(Number) as [number, number];
  await page.keyboard.press('ArrowLeft');
  await page.evaluate(([i, j]) => { location.hash = `#cell=${i},${j}`; }, cell);
  await expect(page.locator('.inspector h3')).toHaveText(/ \d+$/);
  const name = await page.locator('.inspector h3').textContent();
  await page.keyboard.press('u');
  await expect(page.getByRole('button', { name: 'Follow this unit (u)' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.locator('.inspector h3')).toHaveText(name!);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Point at a cell')).toBeVisible();
  await page.locator('.board-canvas').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('.inspector .rows')).toContainText('row');
  await expect(page.locator('#live')).toContainText('Cell');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Let go (Esc)' })).toBeEnabled();
});

test('events can be filtered by player and kind', async ({ page }) => {
  await opened(page, MATCH);
  let rows = 0;
  const first = await round(page);
  for (let n = 1; n < 60 && rows < 2; n += 1) {
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('.round-number')).toHaveText(`${first + n}`);
    rows = Number(await page.locator('#tab-events .count').textContent());
  }
  expect(rows).toBeGreaterThan(0);
  await expect(page.locator('.event')).toHaveCount(rows);
  let sum = 0;
  for (const seat of [0, 1, 2, 3]) {
    await page.locator('.chip').nth(seat + 1).click();
    sum += await page.locator('.event').count();
  }
  expect(sum).toBe(rows);
  await page.locator('.chip').first().click();
  await page.locator('.event').first().click();
  await expect(page.getByRole('button', { name: 'Let go (Esc)' })).toBeEnabled();
});

test('zoom, pan and fit', async ({ page }) => {
  await opened(page, MATCH);
  const canvas = page.locator('.board-canvas').first();
  const picture = () => canvas.evaluate((board) => (board as HTMLCanvasElement).toDataURL());
  const fitted = await picture();
  await page.getByRole('button', { name: 'Zoom in (+)' }).click();
  const zoomed = await picture();
  expect(zoomed === fitted).toBe(false);
  const box = (await canvas.boundingBox())!;
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 260, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByRole('button', { name: 'Let go (Esc)' })).toBeDisabled();
  await page.mouse.move(5, 5);
  expect(await picture() === zoomed).toBe(false);
  await page.keyboard.press('0');
  expect(await picture() === fitted).toBe(true);
});

test('sharing, picture, table and result file', async ({ page }) => {
  await opened(page, MATCH, '&round=12&cell=3,4');
  await page.keyboard.press('l');
  await expect(page).toHaveURL(/round=12&cell=3,4/);
  const saved = async (row: string) => {
    const waiting = page.waitForEvent('download');
    await page.locator('.act-save summary').click();
    await page.getByRole('button', { name: row }).click();
    return await waiting;
  };
  const picture = await saved('Picture of this round (PNG)');
  expect(picture.suggestedFilename()).toBe(`${GAME.id}-12.png`);
  expect(readFileSync((await picture.path())!).subarray(1, 4).toString()).toBe('PNG');
  const table = await saved('Scores and other series (CSV)');
  const lines = readFileSync((await table.path())!, 'utf8').trimEnd().split('\r\n');
  expect(lines).toHaveLength(GAME.rounds + 2);
  expect(lines.at(-1)!.split(',').slice(1, 5).map(Number)).toEqual(GAME.scores);
  const result = await saved('Result file (.res)');
  expect(readFileSync((await result.path())!).equals(readFileSync(fixture(`${GAME.id}.res`)))).toBe(true);
});

test('a film is recorded until it is stopped', async ({ page }) => {
  await opened(page, MATCH, '&speed=60');
  const waiting = page.waitForEvent('download');
  await page.locator('.act-save summary').click();
  await page.getByRole('button', { name: 'Record from here (WebM)' }).click();
  const film = await waiting;
  expect(film.suggestedFilename()).toBe(`${GAME.id}.webm`);
  expect(statSync((await film.path())!).size).toBeGreaterThan(1000);
});

test('languages: the whole page changes and stays in its place', async ({ page }) => {
  await opened(page, MATCH, '&round=9');
  await page.locator('.more summary').click();
  await page.getByLabel('Language').selectOption('ca');
  await expect(page.getByRole('tab', { name: /Missatges/ })).toBeVisible();
  await expect(page.locator('.round-number')).toHaveText('9');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('ca');
  await page.locator('.more summary').click();
  await page.getByLabel('Llengua').selectOption('es');
  await expect(page.getByRole('tab', { name: /Mensajes/ })).toBeVisible();
});

test('reduced motion: a step changes the picture at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await opened(page, MATCH);
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.round-number')).toHaveText('1');
  const picture = () => page.locator('.board-canvas').first()
    .evaluate((board) => (board as HTMLCanvasElement).toDataURL());
  const first = await picture();
  expect(await picture() === first).toBe(true);
});

test('a screen reader hears each round, and the chart has a table', async ({ page }) => {
  await opened(page, MATCH);
  await page.keyboard.press('End');
  await expect(page.locator('#live')).toContainText(`Round ${GAME.rounds} of ${GAME.rounds}`);
  for (const score of GAME.scores) {
    await expect(page.locator('#live')).toContainText(score.toString().replace(/\B(?=(\d{3})+$)/g, '\u202f'));
  }
  await expect(page.locator('#chart-table tr').last()).toContainText(`${GAME.rounds}`);
});

test('a hundred matches one after another leave memory flat', async ({ page }) => {
  await opened(page, MATCH);
  const bytes = readFileSync(fixture(MATCH)).toString('base64');
  const load = (times: number) => page.evaluate(async ([text, n]) => {
    const open = (window as unknown as { palestraOpen(name: string, b: Uint8Array): Promise<void> }).palestraOpen;
    for (let at = 0; at < Number(n); at += 1) {
      await open('again.match', Uint8Array.from(atob(text as string), (c) => c.charCodeAt(0)));
    }
    return (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize;
  }, [bytes, times] as const);
  const early = await load(20);
  const late = await load(80);
  expect(late - early).toBeLessThan(30 << 20);
});

for (const theme of ['dark', 'light']) {
  for (const [width, height] of [[1280, 800], [360, 780]] as const) {
    test(`axe finds nothing: ${theme}, ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await opened(page, MATCH, `&theme=${theme}&round=40&cell=5,5`);
      for (const tab of ['1', '2', '3', '4']) {
        await page.keyboard.press(tab);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' | ')}`)).toEqual([]);
      }
    });
  }
}

test('axe finds nothing on the first page and in the help', async ({ page }) => {
  await start(page);
  expect((await new AxeBuilder({ page }).analyze()).violations.map((v) => v.id)).toEqual([]);
  await page.keyboard.press('?');
  expect((await new AxeBuilder({ page }).analyze()).violations.map((v) => v.id)).toEqual([]);
});
