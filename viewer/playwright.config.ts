import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = places.find((place) => place && existsSync(place));

export default defineConfig({
  testDir: 'tests',
  testMatch: '**/*.spec.ts',
  outputDir: '../target/viewer/test-results',
  fullyParallel: true,
  workers: 2,
  // Guards against waiting for ever: a loaded machine is slow, and no test measures time.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    launchOptions: { executablePath, args: ['--no-sandbox', '--disable-quic', '--disable-component-update'] },
    viewport: { width: 1280, height: 800 },
    acceptDownloads: true,
  },
});
