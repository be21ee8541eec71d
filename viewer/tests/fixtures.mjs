// Plays the matches that the browser tests open, into target/viewer/fixtures. The program is built as
// for the tests in Rust, which share most of it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? `${root}/target`;

const run = (program, ...words) => {
  const { status } = spawnSync(program, words, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

run(
  'cargo', 'build', '--locked', '--quiet', '--workspace', '--release', '--config', '.cargo/tests.toml',
  '--example', 'fixtures',
);
run(`${target}/release/examples/fixtures`, `${target}/viewer/fixtures`);
