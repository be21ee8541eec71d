/** Hand-made matches in JSON. */
import { told, word } from './i18n.ts';
import { AreaKind, EventKind, GroundKind, Lane, MarkKind, Tag } from './kinds.ts';
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

/** @throws Error with the scene and the known words, if the word is not one of them. */
function check(at: number, what: string, known: readonly string[], given: string | null): void {
  if (given === null || known.includes(given)) return;
  const list = known.map((one) => `\`${one}\``).join(', ');
  throw new Error(told([
    'Scene {}: `{}` is not a known {}. Known are {}.', `${at}`, given, word(what), list,
  ]));
}

function checkStage(stage: Stage): void {
  for (const { draw } of stage.legend) check(0, 'kind of ground', GroundKind, draw);
  for (const { scene, kind } of stage.marks) check(scene, 'kind of mark', MarkKind, kind);
}

function checkScene(scene: Scene, at: number): void {
  for (const tag of scene.pieces.flatMap((p) => p.tags)) check(at, 'tag', Tag, tag);
  for (const { kind } of scene.areas) check(at, 'kind of area', AreaKind, kind);
  for (const { kind, lane } of scene.events) {
    check(at, 'kind of event', EventKind, kind);
    check(at, 'lane', Lane, lane);
  }
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
  const sights = given.sights?.map((seats) => seats.map((sight): Sight =>
    ({ hidden: [], numbers: [], notes: [], ...sight, scene: whole(sight.scene) }))) ?? [];
  checkStage(stage);
  scenes.forEach(checkScene);
  sights.forEach((seats, at) => seats.forEach(({ scene }) => checkScene(scene, at)));
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
      const scene = scenes[k];
      return sights[k]?.[seat] ?? (scene ? { hidden: [], numbers: [], notes: [], scene } : null);
    },
    verify: async () => null,
    resultFile: async () => new Uint8Array(),
    close: () => {},
  };
}
