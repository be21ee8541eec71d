// Every game: what is shown is what the engine counts.
import { readFileSync } from 'node:fs';
import { EXPECTED, expect, fixture, made, open, opened, round, scores, start, test } from './viewer.ts';

for (const game of EXPECTED) {
  test.describe(game.title, () => {
    test('opens, steps, and ends with the scores of the engine', async ({ page }) => {
      const errors = await opened(page, `${game.id}.match`);
      await expect(page.locator('h1').first()).toHaveText(game.title);
      const first = await round(page);
      await page.keyboard.press('ArrowRight');
      await expect(page.locator('.round-number')).toHaveText(`${first + 1}`);
      await page.keyboard.press('ArrowLeft');
      await expect(page.locator('.round-number')).toHaveText(`${first}`);
      await page.keyboard.press('End');
      await expect(page.locator('.round-number')).toHaveText(`${first + game.rounds}`);
      await expect.poll(() => scores(page)).toEqual(game.scores);
      expect(errors).toEqual([]);
    });

    test('is verified in the page', async ({ page }) => {
      await opened(page, `${game.id}.match`);
      await expect(page.locator('.badge')).toHaveText(`Verified, ${game.rounds} rounds equal`);
    });

    test('the result file tells the same, also with Windows line ends', async ({ page }) => {
      for (const name of [`${game.id}.res`, `${game.id}-windows.res`]) {
        const errors = await opened(page, name);
        await page.keyboard.press('End');
        await expect(page.locator('.round-of')).toContainText(`${game.rounds}`);
        await expect.poll(() => scores(page)).toEqual(game.scores);
        await expect(page.locator('.notice')).toHaveText('');
        expect(errors).toEqual([]);
      }
    });

    test('a file cut short is shown as far as it goes, and says so', async ({ page }) => {
      const errors = await opened(page, `${game.id}-cut.res`);
      await expect(page.locator('.notice')).toContainText('cut short');
      await page.keyboard.press('End');
      await expect.poll(() => round(page)).toBeGreaterThan(game.rounds / 4);
      expect(await round(page)).toBeLessThan(game.rounds);
      expect(errors).toEqual([]);
    });

    test('the middle is right after seeking there at once', async ({ page }) => {
      const middle = Math.floor(game.rounds / 2);
      const errors = await opened(page, `${game.id}.match`);
      const first = await round(page);
      await page.evaluate((n) => { location.hash = `#round=${n}`; }, first + middle);
      await expect(page.locator('.round-number')).toHaveText(`${first + middle}`);
      await expect.poll(() => scores(page)).toEqual(game.middle);
      expect(errors).toEqual([]);
    });

    test('the board is drawn, and playing changes it', async ({ page }) => {
      const errors = await opened(page, `${game.id}.match`);
      const picture = () => page.locator('.board-canvas').first().evaluate((canvas) => {
        const board = canvas as HTMLCanvasElement;
        const data = board.getContext('2d')!.getImageData(0, 0, board.width, board.height).data;
        let sum = 0;
        const colors = new Set<number>();
        for (let n = 0; n < data.length; n += 4) {
          const color = (data[n]! << 16) | (data[n + 1]! << 8) | data[n + 2]!;
          colors.add(color);
          sum = (sum * 31 + color) % 1000003;
        }
        return { sum, colors: colors.size };
      });
      const before = await picture();
      expect(before.colors).toBeGreaterThan(20);
      await page.keyboard.press('.');
      await page.keyboard.press(' ');
      await expect.poll(() => round(page)).toBeGreaterThan(3);
      await page.keyboard.press(' ');
      expect((await picture()).sum).not.toBe(before.sum);
      expect(errors).toEqual([]);
    });

    test('the frozen player has a receipt', async ({ page }) => {
      await opened(page, `${game.id}.match`);
      await page.keyboard.press('End');
      await page.getByRole('button', { name: 'Show the reason' }).click();
      const slip = page.getByRole('dialog', { name: 'Failure receipt' });
      await expect(slip).toContainText('read beyond the end of memory');
      await expect(slip).toContainText('choose (AIBreaker.cc:41)');
      await expect(slip).toContainText('index is 4096');
      await expect(slip.locator('.command')).toHaveText(`palestra play ${game.id} Talker Demo Breaker Demo -s 1234`);
    });

    test('what a player saw: on the board and as a list', async ({ page }) => {
      for (const name of [`${game.id}.match`, `${game.id}.res`]) {
        const errors = await opened(page, name);
        const first = await round(page);
        await page.keyboard.press('4');
        await expect(page.getByText('There is no view before the match.')).toBeVisible();
        await page.evaluate((n) => { location.hash = `#round=${n}`; }, first + 10);
        await expect(page.locator('.seeing')).toContainText(`before round ${first + 10}`);
        await expect(page.locator('.sight-words')).toContainText('the player saw the whole board');
        const units = await page.locator('.sight tbody tr').count();
        expect(units).toBeGreaterThan(3);
        await page.getByLabel('Player', { exact: true }).selectOption({ index: 2 });
        await expect(page.locator('.seeing')).toContainText('As Breaker saw it');
        await expect(page.locator('.sight tbody tr')).toHaveCount(units);
        const digest = page.locator('.view-bytes');
        if (name.endsWith('.match')) await expect(digest).toContainText(/bytes, digest [0-9a-f]{8}/);
        await page.getByRole('button', { name: 'Back to the match' }).click();
        await expect(page.locator('.seeing')).toHaveText('');
        expect(errors).toEqual([]);
      }
    });

    test('no text is left in English', async ({ page }) => {
      for (const [lang, words] of [['ca', /casella|fila/i], ['es', /casilla|fila/i]] as const) {
        await page.goto('about:blank');
        await start(page, '', lang);
        await open(page, fixture(`${game.id}.match`), lang === 'ca' ? 'Obre' : 'Abrir');
        await expect(page.locator('.round-number')).toHaveText(/\d/);
        await page.evaluate(() => { location.hash = '#round=60&cell=5,5'; });
        await expect(page.locator('.inspector')).toContainText(words);
        const english = /\b(the|row|hits|takes|move|there|nobody|of|steps|units)\b/i;
        for (const key of ['1', '2', '4']) {
          await page.keyboard.press(key);
          const text = await page.locator('.right, .left').allInnerTexts();
          expect(text.join('\n').match(english)?.[0], text.join('\n')).toBeUndefined();
        }
      }
    });

    test('messages and drawings of a player', async ({ page }) => {
      await opened(page, `${game.id}.match`);
      const first = await round(page);
      await page.keyboard.press('3');
      await expect(page.getByText('wrote nothing on stderr')).toBeVisible();
      const picture = () => page.locator('.board-canvas').first()
        .evaluate((board) => (board as HTMLCanvasElement).toDataURL());
      const bare = await picture();
      await page.keyboard.press('ArrowRight');
      await expect(page.locator('.messages li').first()).toHaveText(`round ${first}: I have a plan`);
      await expect.poll(async () => await picture() === bare).toBe(false);
      await page.getByLabel('All rounds').check();
      await page.getByLabel('Search').fill('PLAN');
      await expect(page.locator('.messages mark').first()).toHaveText('plan');
      await page.locator('.messages .round-link').nth(9).click();
      await expect(page.locator('.round-number')).toHaveText(`${first + 10}`);
    });

    test('two matches side by side: the first difference', async ({ page }) => {
      const errors = await opened(page, `${game.id}.match`);
      await open(page, fixture(`${game.id}-other.match`), 'Compare');
      await expect(page.locator('.board')).toHaveCount(2);
      await expect(page.locator('.notice')).toContainText('First difference in round');
      await page.getByRole('button', { name: 'Go to this round' }).click();
      await page.keyboard.press('ArrowRight');
      await expect(page.locator('.caption').nth(1)).toContainText(`${game.id}-other.match`);
      await page.getByRole('button', { name: 'Compare' }).click();
      await expect(page.locator('.board:visible')).toHaveCount(1);
      await open(page, fixture(`${game.id}.match`), 'Compare');
      await expect(page.locator('.notice')).toContainText('The two matches are equal');
      expect(errors).toEqual([]);
    });

    test('a damaged record gets a sentence', async ({ page }) => {
      const bytes = readFileSync(fixture(`${game.id}.match`));
      bytes[bytes.length >> 1]! ^= 0x40;
      await start(page);
      await open(page, made('damaged.match', bytes));
      await expect(page.getByRole('alert')).toContainText('The viewer cannot show damaged.match. The match record is damaged');
    });

    test('phone: board, scores, round and play fit 360 pixels', async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 780 });
      const errors = await opened(page, `${game.id}.match`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(360);
      for (const selector of ['.round-number', '.key-play', '.board-canvas', '.strip .score', '.timeline']) {
        const box = await page.locator(selector).first().boundingBox();
        expect(box, selector).not.toBeNull();
        expect(box!.x, selector).toBeGreaterThanOrEqual(0);
        expect(box!.x + box!.width, selector).toBeLessThanOrEqual(360);
        expect(box!.y + box!.height, selector).toBeLessThanOrEqual(780);
      }
      const frame = (await page.locator('.board-canvas').first().boundingBox())!;
      await page.mouse.click(frame.x + frame.width / 2, frame.y + frame.height / 2);
      await expect(page.locator('.inspector h3')).toBeVisible();
      await expect(page.locator('.key-play')).toBeVisible();
      // The sheet covers no button, and what was tapped is close up above it.
      const sheet = (await page.locator('.right').boundingBox())!;
      expect(sheet.y).toBeGreaterThan(frame.y + 100);
      for (const label of ['Close', 'Clear the selection (Esc)']) {
        await page.getByRole('button', { name: label, exact: true }).first().click({ trial: true });
      }
      expect(errors).toEqual([]);
    });
  });
}
