/** Hand-made matches in JSON. */
import type { Source } from './source.ts';
import { type Card, type Scene, type Stage, type Turn, whole, wholeStage } from './words.ts';

interface SceneFile {
  stage: Partial<Stage>;
  scenes: Partial<Scene>[];
  turns?: (Turn | null)[];
  receipts?: Card['receipts'];
}

/** A hand-made match in JSON; null when the file is something else. */
export function sceneFile(file: Uint8Array): Source | null {
  const start = new TextDecoder().decode(file.subarray(0, 64)).trimStart();
  if (!start.startsWith('{')) return null;
  let told: SceneFile;
  try {
    told = JSON.parse(new TextDecoder().decode(file)) as SceneFile;
  } catch (error) {
    throw new Error(`This looks like a scene file, but it is not JSON: ${String(error)}.`);
  }
  if (!told.stage || !Array.isArray(told.scenes) || told.scenes.length === 0) {
    throw new Error('A scene file needs a `stage` and at least one entry in `scenes`.');
  }
  const scenes = told.scenes.map(whole);
  const stage = wholeStage(told.stage, scenes.length);
  const turns = told.turns ?? [];
  const card: Card = {
    handle: -1, kind: 'scenes', game: stage.title, ruleset: null, engine: '', judged: false,
    players: [], receipts: told.receipts ?? [], outcome: null,
    scores: scenes.at(-1)?.seats.map((s) => s.score) ?? [],
  };
  return {
    card,
    stage: async () => stage,
    scene: async (k) => scenes[k] ?? null,
    inspect: async (k, [i, j]) => (scenes[k]?.pieces ?? [])
      .filter((p) => p.i === i && p.j === j)
      .map((p) => ({ label: p.kind, value: `${p.id}` })),
    turn: async (k) => turns[k] ?? null,
    said: async (seat) => turns
      .map((turn, k): [number, string] => [k, turn?.seats[seat]?.said ?? ''])
      .filter(([, said]) => said !== ''),
    view: async () => null,
    verify: async () => null,
    resultFile: async () => new Uint8Array(),
    close: () => {},
  };
}
