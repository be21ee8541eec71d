/** Hand-made matches in JSON. */
import { told, word } from './i18n.ts';
import type { Source } from './source.ts';
import { type Card, type Scene, type Sight, type Stage, type Turn, whole, wholeStage } from './words.ts';

interface SceneFile {
  stage: Partial<Stage>;
  scenes: Partial<Scene>[];
  turns?: (Turn | null)[];
  receipts?: Card['receipts'];
  /** What each seat was shown of each scene. */
  sights?: (Partial<Omit<Sight, 'scene'>> & { scene: Partial<Scene> })[][];
}

/** A hand-made match in JSON; null when the file is something else. */
export function sceneFile(file: Uint8Array): Source | null {
  const start = new TextDecoder().decode(file.subarray(0, 64)).trimStart();
  if (!start.startsWith('{')) return null;
  let given: SceneFile;
  try {
    given = JSON.parse(new TextDecoder().decode(file)) as SceneFile;
  } catch (error) {
    throw new Error(told(['This looks like a scene file, but it is not JSON: {}.', String(error)]));
  }
  if (!given.stage || !Array.isArray(given.scenes) || given.scenes.length === 0) {
    throw new Error(word('A scene file needs a `stage` and at least one entry in `scenes`.'));
  }
  const scenes = given.scenes.map(whole);
  const stage = wholeStage(given.stage, scenes.length);
  const turns = given.turns ?? [];
  const card: Card = {
    handle: -1, kind: 'scenes', game: stage.title, ruleset: null, engine: '', judged: false,
    players: [], receipts: given.receipts ?? [], outcome: null,
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
    sight: async (k, seat) => {
      const seen = given.sights?.[k]?.[seat];
      const scene = seen ? whole(seen.scene) : scenes[k];
      return scene ? { hidden: [], numbers: [], notes: [], ...seen, scene } : null;
    },
    verify: async () => null,
    resultFile: async () => new Uint8Array(),
    close: () => {},
  };
}
