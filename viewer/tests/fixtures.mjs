// Plays the matches that the browser tests open, into target/viewer/fixtures. The program is built as
// for the tests in Rust, which share most of it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? `${root}/target`;

const run = (program, words, stdout) => {
  const done = spawnSync(program, words, { cwd: root, encoding: 'utf8', stdio: ['inherit', stdout, 'inherit'] });
  if (done.error) throw done.error;
  if (done.status !== 0) process.exit(done.status ?? 1);
  return done.stdout;
};

// Cargo alone knows where it puts programs: its settings may name another folder.
const said = run('cargo', [
  'build', '--locked', '--quiet', '--workspace', '--release', '--config', '.cargo/tests.toml',
  '--example', 'fixtures', '--message-format', 'json-render-diagnostics',
], 'pipe');
const artifacts = said.trim().split('\n').map((line) => JSON.parse(line));
const { executable } = artifacts.find(({ target }) => target?.name === 'fixtures');
run(executable, [`${target}/viewer/fixtures`], 'inherit');
