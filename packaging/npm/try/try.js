// Tries the package where npm installed it: node try.js PROGRAM viewer/package.json
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import assert from 'node:assert/strict';
import { page, withMatch } from 'palestra-viewer';

const [program, viewer] = process.argv.slice(2);
const { chromium } = createRequire(viewer)('@playwright/test');

const match = '30 & "x".match';
const players = ['Dummy', 'Demo', 'Demo', 'Null'];
execFileSync(program, ['play', 'dominator', ...players, '-s', '30', '--record', match]);
execFileSync(program, ['watch', match, '--output', 'watch.html', '--no-open']);

const html = withMatch(await readFile(page, 'utf8'), match, await readFile(match));
assert.equal(html, await readFile('watch.html', 'utf8'), 'the page is that of `palestra watch`');

// A site with a page that shows the match in a frame.
const root = new URL('.', page);
const outer = `<!doctype html><iframe src="/viewer.html"></iframe><script type="module">
  import { show } from '/index.js';
  const bytes = new Uint8Array(await (await fetch('/match')).arrayBuffer());
  await show(document.querySelector('iframe'), '30.match', bytes);
  document.title = 'shown';
</script>`;
const files = {
  '/': ['text/html', outer],
  '/match': ['application/octet-stream', await readFile(match)],
  '/index.js': ['text/javascript', await readFile(new URL('index.js', root))],
  '/viewer.html': ['text/html', await readFile(page)],
};
const site = createServer((request, answer) => {
  const [type, body] = files[request.url] ?? [];
  answer.writeHead(body ? 200 : 404, { 'content-type': type ?? 'text/plain' });
  answer.end(body);
});
await new Promise((listens) => site.listen(0, '127.0.0.1', listens));

const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const browser = await chromium.launch({
  executablePath: places.find((place) => place && existsSync(place)),
  args: ['--no-sandbox', '--disable-quic', '--disable-component-update'],
});
try {
  const tab = await browser.newPage();
  await tab.goto(`http://127.0.0.1:${site.address().port}/`);
  await tab.waitForFunction(() => document.title === 'shown');
  await tab.frameLocator('iframe').getByText('Dummy').first().waitFor();
  console.log('the viewer shows a match in a frame');
} finally {
  await browser.close();
  site.close();
}
