// How the viewer's sources use one another.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const root = fileURLToPath(new URL('../../src/', import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'));

interface Import { to: string; typesOnly: boolean }

/** The sources of the viewer that a text imports. */
function imports(text: string, from: string): Import[] {
  const found = [...text.matchAll(/^import (type )?([^;]*? from )?'(\.[^']+)';/gms)];
  const here = new URL(from, 'file:///');
  return found.map(([, type, , to]) => ({
    to: new URL(to!.replace(/\?.*$/, ''), here).pathname.slice(1), typesOnly: type !== undefined,
  })).filter(({ to }) => to.endsWith('.ts'));
}

const all = new Map(files.map((file) => [file, imports(readFileSync(root + file, 'utf8'), file)]));

/** The first circle of a graph as a path, null when it has none. */
function circle(graph: Map<string, Import[]>): string[] | null {
  const done = new Set<string>();
  const walk = (file: string, path: string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const { to } of graph.get(file) ?? []) {
      const found = walk(to, [...path, file]);
      if (found) return found;
    }
    done.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const found = walk(file, []);
    if (found) return found;
  }
  return null;
}

test('imports are found as they are written', () => {
  const text = `import './x.css';
import { h } from '../dom.ts';
import type {
  Cell,
} from '../words.ts';
import W from '../worker.ts?worker&inline';
import { test } from 'elsewhere';`;
  expect(imports(text, 'panels/tabs.ts')).toEqual([
    { to: 'dom.ts', typesOnly: false }, { to: 'words.ts', typesOnly: true },
    { to: 'worker.ts', typesOnly: false },
  ]);
  const to = (name: string): Import[] => [{ to: name, typesOnly: true }];
  const graph = new Map([['a', to('b')], ['b', to('c')], ['c', to('b')]]);
  expect(circle(graph)).toEqual(['b', 'c', 'b']);
});

test('no source imports itself over others, not even for types', () => {
  expect(files.length).toBeGreaterThan(30);
  for (const [file, list] of all) for (const { to } of list) expect(files, file).toContain(to);
  expect(circle(all)).toBeNull();
});

test('state and API reach neither the page nor anything that builds one', () => {
  for (const start of ['state.ts', 'api.ts', 'playback.ts']) {
    const reached = new Set([start]);
    for (const file of reached) {
      for (const { to, typesOnly } of all.get(file) ?? []) if (!typesOnly) reached.add(to);
    }
    const page = ['dom.ts', 'page.ts', 'app.ts', 'sprites.ts'];
    for (const file of page) expect(reached, start).not.toContain(file);
  }
  for (const file of ['state.ts', 'api.ts']) {
    const text = readFileSync(root + file, 'utf8');
    expect(text, file).not.toMatch(/\b(document|window|location|matchMedia|HTMLElement)\b/);
  }
});
