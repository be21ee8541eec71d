// Plays the matches that the browser tests open, into target/viewer/fixtures.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? `${root}/target`;
const played = spawnSync('cargo', [
  'run', '--quiet', '--package', 'viewer-wasm', '--example', 'fixtures', '--',
  `${target}/viewer/fixtures`,
], { cwd: root, stdio: 'inherit' });
process.exit(played.status ?? 1);
