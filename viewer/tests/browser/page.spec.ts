// The page itself: keys, inspector, links, wrong files, saving, languages, access.
import { readFileSync, statSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
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
    await expect(page.getByRole('alert')).toContainText(`The viewer cannot show ${name}.`);
    await expect(page.getByRole('alert')).toContainText(words);
    await open(page, fixture(MATCH));
    await expect(page.locator('.round-number')).toHaveText('0');
    await open(page, made(name, bytes));
    await expect(page.locator('.notice')).toContainText(words);
    await expect(page.locator('.round-number')).toHaveText('0');
    expect(errors).toEqual([]);
  });
}

test('what is wrong with a file is said in the language of the page', async ({ page }) => {
  await start(page, '', 'ca');
  await open(page, made('damaged.match', 'palestra match 1\nabc'), 'Obre');
  await expect(page.getByRole('alert')).toContainText('El registre de la partida està malmès: acaba abans del seu resum.');
  await open(page, made('poem.txt', 'Roses are red\n'), 'Obre');
  await expect(page.getByRole('alert')).toContainText('Cap joc no pot llegir això com a fitxer de resultats.');
  await expect(page.getByRole('alert')).toContainText(/a la línia \d+ hi ha/);
});

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
  await expect(page.getByRole('dialog')).toContainText('Ten rounds back or forward');
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
  await expect(page.getByRole('button', { name: 'Clear the selection (Esc)' })).toBeEnabled();
});

test('events can be filtered by player and kind', async ({ page }) => {
  await opened(page, MATCH);
  let rows = 0;
  const first = await round(page);
  for (let n = 1; n < 60 && rows < 2; n += 1) {
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('#tab-body')).toHaveAttribute('data-round', `${first + n}`);
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
  await expect(page.getByRole('button', { name: 'Clear the selection (Esc)' })).toBeEnabled();
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
  await expect(page.getByRole('button', { name: 'Clear the selection (Esc)' })).toBeDisabled();
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

test('sharing copies the link, or says that it could not', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await opened(page, MATCH, '&round=12');
  await page.keyboard.press('l');
  await expect(page.locator('.passing')).toHaveText('Link copied');
  expect(await copied()).toBe(page.url());
  // As on a site without TLS.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not here'));
  });
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('l');
  await expect.poll(copied).toContain('round=11');
  expect(await copied()).toBe(page.url());
  await page.evaluate(() => { document.execCommand = () => false; });
  await page.keyboard.press('l');
  await expect(page.locator('.passing')).toContainText('Copy the link from the address bar');
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
  expect(await picturesOfStep(page, 1)).toHaveLength(1);
  await page.locator('.more summary').click();
  await page.getByLabel('Language').selectOption('ca');
  await expect(page.getByRole('tab', { name: /Missatges/ })).toBeVisible();
  await expect(page.locator('.round-number')).toHaveText('1');
  expect(await picturesOfStep(page, 2)).toHaveLength(1);
});

/** Steps to a round, and gives the different pictures of the board from then on. */
async function picturesOfStep(page: Page, round: number): Promise<string[]> {
  const watched = page.locator('.board-canvas').first().evaluate(async (board, there) => {
    const frame = () => new Promise(requestAnimationFrame);
    const pictures = new Set<string>();
    while (document.querySelector('.round-number')?.textContent !== there) await frame();
    // The board may get another size with the words of the round. A movement takes longer.
    for (let k = 0; k < 3; k += 1) await frame();
    for (let k = 0; k < 20; k += 1) {
      pictures.add((board as HTMLCanvasElement).toDataURL());
      await frame();
    }
    return [...pictures];
  }, `${round}`);
  await page.keyboard.press('ArrowRight');
  return watched;
}

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
        // The rest of the page is the same under every tab.
        const part = tab === '1' ? '.app' : '.right';
        const { violations } = await new AxeBuilder({ page }).include(part).analyze();
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

test('a player that sees the board turned: its list and the board are in its rows and columns', async ({ page }) => {
  await opened(page, MATCH, '&round=1');
  const cells = async (player: number) => {
    await page.getByLabel('Player', { exact: true }).selectOption({ index: player });
    await expect(page.locator('.seeing .sprite')).toHaveClass(new RegExp(`seat-${player}`));
    return page.locator('.sight tbody tr').evaluateAll((rows) => rows.map((row): [string, number[]] => [
      row.children[0]!.textContent!.trim(), row.children[2]!.textContent!.split(', ').map(Number),
    ]));
  };
  await page.keyboard.press('4');
  const plain = new Map(await cells(0));
  const turned = new Map(await cells(2));
  expect(turned.size).toBe(plain.size);
  for (const [id, [i, j]] of turned) expect([36 - i!, 36 - j!], id).toEqual(plain.get(id));
  await expect(page.locator('.sight-words')).toContainText('The player sees the board turned');
});

test('what a player was not shown is hidden on the board', async ({ page }) => {
  const scene = { round: 0, ground: '.'.repeat(16), seats: [{ score: 1 }], pieces: [{ id: 0, kind: 'knight', seat: 0, i: 1, j: 1 }] };
  const hidden = [[3, 0], [3, 1], [3, 2], [3, 3]];
  const file = {
    stage: { title: 'Toy', names: ['A'], rows: 4, cols: 4, legend: [{ letter: '.', name: 'plain', draw: 'plain' }] },
    scenes: [scene, { ...scene, round: 1 }], sights: [[{ scene, hidden }]],
  };
  await start(page);
  await open(page, made('toy.json', JSON.stringify(file)));
  await expect(page.locator('.round-number')).toHaveText('0');
  await page.keyboard.press('End');
  await expect(page.locator('.round-number')).toHaveText('1');
  const low = () => page.locator('.board-canvas').first().evaluate((canvas) => {
    const board = canvas as HTMLCanvasElement;
    const { data } = board.getContext('2d')!.getImageData(0, 0, board.width, board.height);
    return data.reduce((sum, value) => sum + value, 0);
  });
  const open4 = await low();
  await page.keyboard.press('4');
  await expect(page.locator('.sight-words')).toContainText('The player saw 12 of 16 cells and 1 unit.');
  await expect.poll(async () => await low() === open4).toBe(false);
  await page.keyboard.press('1');
  await expect.poll(low).toBe(open4);
});

test('phone: a cell of a link is close up, in the middle of what the sheet leaves free', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await opened(page, MATCH, '&round=20&cell=30,8');
  await expect(page.locator('.right')).toBeVisible();
  const board = (await page.locator('.board-canvas').first().boundingBox())!;
  const sheet = (await page.locator('.right').boundingBox())!;
  await page.mouse.move(180, (board.y + Math.min(sheet.y, board.y + board.height)) / 2);
  await expect(page.locator('.inspector')).toContainText('row 30, column 8');
});

test('an attack, a shot and a unit that crosses the edge are drawn', async ({ page }) => {
  const unit = (id: number, seat: number, i: number, j: number, more = {}) => ({ id, kind: 'knight', seat, i, j, ...more });
  const scene = {
    round: 0, ground: '.'.repeat(81), seats: [{ score: 1 }, { score: 1 }],
    pieces: [unit(0, 0, 4, 2), unit(1, 1, 4, 6), unit(2, 0, 7, 2, { aim: [0, 1] })],
  };
  const attack = { kind: 'hit', seat: 0, id: 0, other: 1, cell: [4, 6], text: 'hits' };
  const shot = { kind: 'shot', seat: 0, id: 2, other: -1, cell: [7, 2], text: 'shoots' };
  const crossing = { ...scene, pieces: [unit(0, 0, 0, 0, { from: [0, 8] }), ...scene.pieces.slice(1)] };
  const picture = async (name: string, second: object, wraps: boolean) => {
    const stage = { title: 'Toy', names: ['A', 'B'], rows: 9, cols: 9, wraps, legend: [{ letter: '.', name: 'x', draw: 'plain' }] };
    await start(page);
    await open(page, made(name, JSON.stringify({ stage, scenes: [scene, second] })));
    await expect(page.locator('.round-number')).toHaveText('0');
    await page.keyboard.press('End');
    await expect(page.locator('.round-number')).toHaveText('1');
    await page.mouse.move(2, 2);
    return page.locator('.board-canvas').first().evaluate((board) => (board as HTMLCanvasElement).toDataURL());
  };
  const quiet = await picture('quiet.json', { ...scene, round: 1 }, false);
  const pictures = [
    quiet, await picture('hit.json', { ...scene, round: 1, events: [attack] }, false),
    await picture('shot.json', { ...scene, round: 1, events: [shot] }, false),
    await picture('edge.json', { ...crossing, round: 1 }, false),
    await picture('around.json', { ...crossing, round: 1 }, true),
  ];
  expect(new Set(pictures).size).toBe(pictures.length);
  expect(await picture('again.json', { ...scene, round: 1 }, false)).toBe(quiet);
});

test('phone on its side: the board, scores, time and details are there', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await opened(page, MATCH, '&round=20');
  const box = async (what: string) => (await page.locator(what).first().boundingBox())!;
  const inside = async (what: string) => {
    const { x, y, width, height } = await box(what);
    expect(x >= 0 && y >= 0 && x + width <= 844 && y + height <= 390, what).toBe(true);
  };
  const board = await box('.board-canvas');
  expect(Math.min(board.width, board.height)).toBeGreaterThan(300);
  for (const part of ['.round-number', '.key-play', '.timeline-canvas', '.sheet-key']) await inside(part);
  for (const score of await page.locator('.strip .score').all()) {
    const { x, width } = (await score.boundingBox())!;
    expect(x >= board.width && x + width <= 844, 'a score is cut off').toBe(true);
  }
  await page.evaluate(() => { location.hash = '#cell=5,5'; });
  await expect(page.locator('.right')).toBeVisible();
  await inside('.right');
  expect((await box('.right')).x, 'the details leave the board free').toBeGreaterThanOrEqual(board.width);
  await page.locator('.sheet-key').click();
  await expect(page.locator('.right')).toBeHidden();
});
