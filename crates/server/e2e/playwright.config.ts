import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = places.find((place) => place && existsSync(place));

export default defineConfig({
  testDir: 'tests',
  testMatch: '**/*.spec.ts',
  outputDir: '../../../target/e2e/test-results',
  // One season, one story: a second try would begin with a server that has seen the first.
  workers: 1,
  timeout: process.env.PALESTRA_GALLERY ? 900_000 : 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    launchOptions: { executablePath, args: ['--no-sandbox', '--disable-quic', '--disable-component-update'] },
    actionTimeout: 30_000,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    acceptDownloads: true,
    screenshot: 'only-on-failure',
  },
});
