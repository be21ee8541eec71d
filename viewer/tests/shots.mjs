// Pictures of matches at several sizes and in both themes: npm run shots -- FILE[@ROUND]…
// Options before the files: --sizes 1440x900,360x780  --themes dark,light  --cell i,j  --out DIR
import { mkdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? `${root}/target`;
const options = {
  sizes: '1920x1080,1280x800,360x780', themes: 'dark,light', cell: '', out: `${target}/viewer/shots`,
  page: `${target}/viewer/viewer.html`, keys: '',
};
const files = [];
const words = process.argv.slice(2);
for (let n = 0; n < words.length; n += 1) {
  if (words[n].startsWith('--')) {
    options[words[n].slice(2)] = words[n + 1];
    n += 1;
  } else files.push(words[n]);
}
mkdirSync(options.out, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-quic'],
});
for (const word of files) {
  const [file, round = ''] = word.split('@');
  for (const size of options.sizes.split(',')) {
    const [width, height] = size.split('x').map(Number);
    for (const theme of options.themes.split(',')) {
      const page = await browser.newPage({ viewport: { width, height }, hasTouch: width < 500 });
      page.on('pageerror', (error) => console.error(`page error: ${error}`));
      page.on('console', (line) => line.type() === 'error' && console.error(line.text()));
      const cell = options.cell ? `&cell=${options.cell}` : '';
      await page.goto(`file://${options.page}#theme=${theme}&lang=en&round=${round}${cell}`);
      await page.waitForFunction(() => 'palestraOpen' in window);
      const data = readFileSync(file).toString('base64');
      await page.evaluate(([name, text]) => window.palestraOpen(
        name, Uint8Array.from(atob(text), (c) => c.charCodeAt(0)),
      ), [basename(file), data]);
      await page.waitForTimeout(500);
      for (const key of options.keys ? options.keys.split(',') : []) await page.keyboard.press(key);
      await page.waitForTimeout(300);
      const name = `${basename(file).replace(/\W+/g, '-')}-${round || 0}-${width}-${theme}.png`;
      await page.screenshot({ path: `${options.out}/${name}` });
      console.log(`${options.out}/${name}`);
      await page.close();
    }
  }
}
await browser.close();
