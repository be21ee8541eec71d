// Measures the built viewer in headless Chromium: npm run measure -- FILE…
// Says how long each file takes to its first picture and its whole verdict, how many frames a
// second it shows while playing at 4 and 60 rounds a second, and the page's memory.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? `${root}/target`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--enable-precise-memory-info'],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
page.on('pageerror', (error) => console.error(`page error: ${error}`));

/** Frames a second and the longest gap between two, over three seconds. */
const frames = () => page.evaluate(() => new Promise((resolve) => {
  let [count, longest, before] = [0, 0, performance.now()];
  const begun = before;
  const next = (now) => {
    count += 1;
    longest = Math.max(longest, now - before);
    before = now;
    if (now - begun < 3000) requestAnimationFrame(next);
    else resolve({ fps: Math.round((count * 1000) / (now - begun)), longest: Math.round(longest) });
  };
  requestAnimationFrame(next);
}));

for (const file of process.argv.slice(2)) {
  await page.goto('about:blank');
  await page.goto(`file://${target}/viewer/viewer.html#lang=en`);
  await page.waitForFunction(() => 'palestraOpen' in window);
  await page.waitForTimeout(500);
  const chooser = page.waitForEvent('filechooser');
  await page.locator('.welcome button').click();
  await (await chooser).setFiles(file);
  const begun = Date.now();
  const gaps = page.evaluate(() => new Promise((resolve) => {
    let [longest, before] = [0, performance.now()];
    const next = (now) => {
      longest = Math.max(longest, now - before);
      before = now;
      if (document.querySelector('.round-number')) resolve(Math.round(longest));
      else requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  }));
  const gap = await gaps;
  const opened = Date.now() - begun;
  await page.waitForTimeout(1500);
  await page.keyboard.press(' ');
  const slow = await frames();
  await page.keyboard.press(' ');
  for (let n = 0; n < 8; n += 1) await page.keyboard.press('.');
  await page.keyboard.press('Home');
  await page.keyboard.press(' ');
  const fast = await frames();
  const memory = await page.evaluate(() => Math.round(performance.memory.usedJSHeapSize / 1e6));
  console.log(`${basename(file)}: ${(readFileSync(file).length / 1e6).toFixed(1)} MB, first picture after ${opened} ms`
    + ` (longest pause of the page ${gap} ms), ${slow.fps} frames/s at 4 rounds/s (longest ${slow.longest} ms),`
    + ` ${fast.fps} frames/s at 60 rounds/s (longest ${fast.longest} ms), ${memory} MB of JavaScript`);
}
await browser.close();
