// Pictures of matches.
//
// npm run shots                 the pictures of README and book, in docs/src/images: a match of
//                               every game is played for each (by cargo run, or by the program
//                               that PALESTRA names)
// npm run shots -- FILE[@ROUND]…  these matches at several sizes and in both themes
//   options before the files: --sizes 1440x900,360x780  --themes dark,light  --cell i,j
//   --keys 4,m  --lang ca  --out DIR
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const target = process.env.CARGO_TARGET_DIR ?? `${root}/target`;
const page = `${target}/viewer/viewer.html`;
/** Pictures of documents must load quickly. */
const LARGEST = 150_000;

const options = {
  sizes: '1920x1080,1280x800,360x780', themes: 'dark,light', cell: '', keys: '', lang: 'en',
  out: `${target}/viewer/shots`,
};
const files = [];
const words = process.argv.slice(2);
for (let n = 0; n < words.length; n += 1) {
  if (words[n].startsWith('--')) {
    options[words[n].slice(2)] = words[n + 1];
    n += 1;
  } else files.push(words[n]);
}

function palestra(...args) {
  const own = process.env.PALESTRA;
  const [command, ...before] = own ? [own] : ['cargo', 'run', '--quiet', '--release', '--package', 'palestra', '--'];
  const run = spawnSync(command, [...before, ...args], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (run.status !== 0) throw new Error(`palestra ${args.join(' ')}: ${run.stderr}`);
  return run.stdout;
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-quic'],
});

/** A picture of a match in one round, in a file. */
async function shoot(file, { round, width, height, theme, cell, keys, lang }, to) {
  const tab = await browser.newPage({ viewport: { width, height }, hasTouch: width < 500 });
  tab.on('pageerror', (error) => console.error(`page error: ${error}`));
  tab.on('console', (line) => line.type() === 'error' && console.error(line.text()));
  await tab.goto(`file://${page}#theme=${theme}&lang=${lang}&round=${round}${cell ? `&cell=${cell}` : ''}`);
  await tab.waitForFunction(() => 'palestraOpen' in window);
  const data = readFileSync(file).toString('base64');
  await tab.evaluate(([name, text]) => window.palestraOpen(
    name, Uint8Array.from(atob(text), (c) => c.charCodeAt(0)),
  ), [basename(file), data]);
  await tab.waitForTimeout(500);
  for (const key of keys ? keys.split(',') : []) await tab.keyboard.press(key);
  await tab.waitForTimeout(300);
  await tab.screenshot({ path: to });
  await tab.close();
}

/** One picture of every game, two thirds into a match, for README and book. */
async function documents() {
  const out = `${root}/docs/src/images`;
  mkdirSync(out, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'palestra-shots-'));
  for (const game of JSON.parse(palestra('games', '--json'))) {
    const id = game.id ?? game.name;
    const file = join(folder, `${id}.match`);
    palestra('play', id, 'Dummy', 'Demo', 'Dummy', 'Demo', '-s', '3', '--record', file, '-o', join(folder, 'x.res'), '-q');
    const to = `${out}/${id}.png`;
    const place = { round: '40', width: 1080, height: 660, theme: 'dark', lang: 'en' };
    await shoot(file, place, to);
    const { size } = statSync(to);
    if (size > LARGEST) throw new Error(`${to} has ${size} bytes; at most ${LARGEST} are allowed`);
    console.log(`${to}: ${Math.ceil(size / 1000)} KB`);
  }
  rmSync(folder, { recursive: true });
}

if (files.length === 0) await documents();
mkdirSync(options.out, { recursive: true });
for (const word of files) {
  const [file, round = ''] = word.split('@');
  for (const size of options.sizes.split(',')) {
    const [width, height] = size.split('x').map(Number);
    for (const theme of options.themes.split(',')) {
      const name = `${basename(file).replace(/\W+/g, '-')}-${round || 0}-${width}-${theme}.png`;
      await shoot(file, { ...options, round, width, height, theme }, `${options.out}/${name}`);
      console.log(`${options.out}/${name}`);
    }
  }
}
await browser.close();
