// The page of `palestra dev`: the panel of errors leaves all controls in the window.
import { readFileSync } from 'node:fs';
import { expect, fixture, test, VIEWER } from './viewer.ts';

const HOST = 'http://dev.test';
const LIVE = new URL('../../../crates/cli/src/commands/dev/live.js', import.meta.url);

for (const [name, width, height] of [['desktops', 1280, 800], ['phones', 390, 780]] as const) {
  test(`errors cover no control on ${name}, and the old match stays marked`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    let broken: (() => void) | undefined;
    const change = new Promise<void>((done) => { broken = done; });
    await page.route(`${HOST}/**`, async (route) => {
      const url = new URL(route.request().url());
      if (url.pathname === '/match') return route.fulfill({ body: readFileSync(fixture('dominator.match')) });
      if (url.pathname === '/') {
        const html = readFileSync(VIEWER, 'utf8');
        const at = html.lastIndexOf('</body>');
        const script = `<script>${readFileSync(LIVE, 'utf8')}</script>`;
        return route.fulfill({ contentType: 'text/html', body: html.slice(0, at) + script + html.slice(at) });
      }
      const after = url.searchParams.get('after');
      if (after === '0') return route.fulfill({ json: { version: 1, name: 'a.match', trouble: '' } });
      if (after !== '1') return;
      await change;
      return route.fulfill({ json: { version: 2, name: 'a.match', trouble: 'AIx.cc:1:1: error: a fault\n'.repeat(40) } });
    });
    await page.goto(`${HOST}/#lang=en`);
    const slider = page.getByRole('slider').first();
    await expect(slider).toBeInViewport({ ratio: 1 });
    const panel = page.locator('#palestra-trouble');
    await expect(panel).toBeHidden();
    broken?.();
    await expect(panel).toContainText('a fault');
    await expect(slider).toBeInViewport({ ratio: 1 });
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).not.toContainText('a fault', { useInnerText: true });
    await expect(panel).toContainText('The match below is from before this change.');
    await expect(slider).toBeInViewport({ ratio: 1 });
  });
}
