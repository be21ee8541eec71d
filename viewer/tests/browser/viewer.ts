/** What the browser tests share: the built page and the matches of `npm run fixtures`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? `${root}/target`;
export const VIEWER = fileURLToPath(new URL('../../dist/index.html', import.meta.url));
export const fixture = (name: string) => `${target}/viewer/fixtures/${name}`;

export interface Expected {
  id: string;
  title: string;
  rounds: number;
  scores: number[];
  middle: number[];
}

export const EXPECTED = JSON.parse(readFileSync(fixture('expected.json'), 'utf8')) as Expected[];

/** The viewer without a match; errors of the page fail the test. */
export async function start(page: Page, hash = '', lang = 'en'): Promise<string[]> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto('about:blank');
  await page.goto(`file://${VIEWER}#lang=${lang}${hash}`);
  await page.waitForFunction(() => 'palestraOpen' in window);
  return errors;
}

/** Opens a file by the dialog, as readers do. */
export async function open(page: Page, path: string, button = 'Open'): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button, exact: true }).first().click();
  await (await choosing).setFiles(path);
}

export async function opened(page: Page, name: string, hash = ''): Promise<string[]> {
  const errors = await start(page, hash);
  await open(page, fixture(name));
  await expect(page.locator('.round-number')).toHaveText(/\d/);
  return errors;
}

export async function scores(page: Page): Promise<number[]> {
  const texts = await page.locator('.strip .score').allTextContents();
  return texts.map((text) => Number(text.replace(/\u202f/g, '').replace('\u2212', '-')));
}

export async function round(page: Page): Promise<number> {
  return Number(await page.locator('.round-number').textContent());
}

/** A file of any bytes, in the test's own folder. */
export function made(name: string, bytes: string | Uint8Array): string {
  const path = test.info().outputPath(name);
  writeFileSync(path, bytes);
  return path;
}

export { expect, test };
