/** The program under test, in an empty folder, on a port that is free. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../..', import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? `${root}/target`;
const program = process.env.PALESTRA_PROGRAM ?? `${target}/release/palestra`;
export const VIEWER = `${target}/viewer/viewer.html`;

export interface Server {
  /** Its address. */
  url: string;
  /** The link that makes its first admin. */
  link: string;
  /** An invitation that nobody has used. */
  open: string;
  /** Its folder. */
  folder: string;
  process: ChildProcess;
}

/** Installs the compiler for submissions, which does nothing when it is there. */
export function compiler(): void {
  const done = spawnSync(program, ['toolchain', 'install'], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`palestra toolchain install: ${done.stderr}`);
}

function palestra(...args: string[]): string {
  const done = spawnSync(program, args, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`palestra ${args.join(' ')}: ${done.stderr}`);
  return done.stdout;
}

/** The ids of all games. */
export function games(): string[] {
  return (JSON.parse(palestra('games', '--json')) as { id: string }[]).map((game) => game.id);
}

/** The record of a match of a game. */
export function record(game: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'palestra-record-'));
  const file = join(folder, 'x.match');
  palestra('play', game, 'Dummy', 'Demo', 'Dummy', 'Demo', '-s', '3', '-q', '--record', file);
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true });
  return bytes;
}

/** Starts the server and waits until it has said where it is. */
export async function serve(): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'palestra-e2e-'));
  const options = ['serve', folder, '--listen', '127.0.0.1:0', '--workers', '2', '--trust-sources'];
  const process = spawn(program, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  const said = await new Promise<string>((resolve, reject) => {
    let text = '';
    process.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
    process.stdout.on('data', (part: Buffer) => {
      text += part.toString();
      if (/\/invitation\/[0-9a-f]+\s/.test(text)) resolve(text);
    });
  });
  const url = said.match(/Palestra is at (\S+)/)?.[1] ?? '';
  const link = said.match(/(\S+\/invitation\/[0-9a-f]+)/)?.[1] ?? '';
  return { url, link, open: '', folder, process };
}

/** Ends the server as a service manager does, and removes its folder. */
export async function end(server: Server): Promise<number | null> {
  const code = new Promise<number | null>((resolve) => server.process.on('exit', resolve));
  server.process.kill('SIGTERM');
  const ended = await code;
  rmSync(server.folder, { recursive: true });
  return ended;
}

/** What `palestra verify` says about a record. */
export function verified(record: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'palestra-e2e-'));
  writeFileSync(join(folder, 'it.match'), record);
  const done = spawnSync(program, ['verify', join(folder, 'it.match')], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return done.stdout + done.stderr;
}

/** What `palestra submit` says to an author who names no season. */
export function submitted(server: Server, token: string, name: string, source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'palestra-e2e-'));
  const file = join(folder, `AI${name}.cc`);
  writeFileSync(file, source);
  const env = { ...process.env, PALESTRA_TOKEN: token };
  const done = spawnSync(program, ['submit', file, '--server', server.url], { encoding: 'utf8', env, input: '' });
  rmSync(folder, { recursive: true });
  return done.stdout + done.stderr;
}

/** What the database says, asked beside the server: rows of columns. */
export function rows(server: Server, sql: string): unknown[][] {
  const script = 'import json, sqlite3, sys\n'
    + 'db = sqlite3.connect(f"file:{sys.argv[1]}/palestra.db?mode=ro", uri=True, timeout=20)\n'
    + 'print(json.dumps(db.execute(sys.argv[2]).fetchall()))';
  const done = spawnSync('python3', ['-c', script, server.folder, sql], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${sql}: ${done.stderr}`);
  return JSON.parse(done.stdout) as unknown[][];
}

/** The lines of a CSV file as objects; none of our fields holds a comma or a quote. */
export function table(csv: string): Record<string, string>[] {
  const [head = '', ...lines] = csv.trim().split('\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, k) => [names[k], cell])));
}

/** The last player of the book's first chapter, under another name: it wins most of its matches. */
export function walker(name: string): string {
  const text = readFileSync(`${root}/docs/src/first/AIStep5.cc`, 'utf8');
  return text.replace('#define PLAYER_NAME Step5', `#define PLAYER_NAME ${name}`);
}

/** The least that is a player, with this in its turn. */
export function player(name: string, turn: string): string {
  return `#include "Player.hh"
#define PLAYER_NAME ${name}

struct PLAYER_NAME : public Player {
  static Player* factory () {
    return new PLAYER_NAME;
  }
  virtual void play () {
    ${turn}
  }
};

RegisterPlayer(PLAYER_NAME);
`;
}
