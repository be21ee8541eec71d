/** The page's side of the games: questions go to the worker, answers come as promises. */
import { told } from './i18n.ts';
import { Instance, type Question } from './instance.ts';
import { sceneFile } from './scenefile.ts';
import type { Source } from './source.ts';
import type { Card, Fact, Say, Scene, Sight, Stage, Turn, Verdict } from './words.ts';
import type { Reply, Request } from './worker.ts';
import GamesWorker from './worker.ts?worker&inline';

type Plain = Request extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never;

/** Bytes from base64 text. */
export function unbase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.trim());
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).arrayBuffer();
}

/** The games, in a worker where the browser allows one. */
export class Games {
  private worker: Worker | null = null;
  private direct: Instance | null = null;
  private readonly waiting = new Map<number, (reply: Reply) => void>();
  private last = 0;
  private started: Promise<void> | null = null;

  constructor(private readonly packed: string) {}

  /** Starts at the first question; safe to call again. */
  start(): Promise<void> {
    this.started ??= this.begin();
    return this.started;
  }

  private async begin(): Promise<void> {
    const module = await WebAssembly.compile(await inflate(unbase64(this.packed)));
    try {
      const worker = new GamesWorker();
      worker.onmessage = (event: MessageEvent<Reply>) => {
        this.waiting.get(event.data.id)?.(event.data);
        this.waiting.delete(event.data.id);
      };
      await new Promise<void>((resolve, reject) => {
        worker.onerror = () => reject(new Error('no worker'));
        this.worker = worker;
        this.send({ do: 'start', module }).then(() => resolve(), reject);
      });
    } catch {
      this.worker = null;
      this.direct = await Instance.make(module);
    }
  }

  private send(request: Plain, transfer: Transferable[] = []): Promise<unknown> {
    this.last += 1;
    const id = this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, (reply) => {
        if (reply.error === undefined) resolve(reply.value);
        else reject(new Error(reply.error));
      });
      this.worker?.postMessage({ id, ...request }, transfer);
    });
  }

  private async ask(question: Question, ...numbers: number[]): Promise<unknown> {
    const text = this.direct
      ? this.direct.ask(question, numbers)
      : await this.send({ do: 'ask', question, numbers });
    return JSON.parse(text as string);
  }

  /** Opens a file; throws an Error with a sentence when it cannot be shown. */
  async open(file: Uint8Array<ArrayBuffer>): Promise<Source> {
    const scenes = sceneFile(file);
    if (scenes) return scenes;
    await this.start();
    const text = this.direct
      ? this.direct.open(file)
      : await this.send({ do: 'open', file }, [file.buffer]);
    const card = JSON.parse(text as string) as Card & { error?: Say };
    if (card.error) throw new Error(told(card.error));
    return this.source(card);
  }

  /** The first picture in which two matches differ, null when none does. */
  async differ(one: Source, other: Source): Promise<number | null> {
    if (one.card.kind === 'scenes' || other.card.kind === 'scenes') return null;
    return await this.ask('differ', one.card.handle, other.card.handle) as number | null;
  }

  private source(card: Card): Source {
    const { handle } = card;
    const ask = async <T>(q: Question, ...n: number[]) => await this.ask(q, handle, ...n) as T;
    return {
      card,
      stage: () => ask<Stage>('stage'),
      scene: (k) => ask<Scene | null>('scene', k),
      inspect: (k, [i, j]) => ask<Fact[]>('inspect', k, i, j),
      turn: (k) => ask<Turn | null>('turn', k),
      said: async (seat) => await ask<[number, string][] | null>('said', seat) ?? [],
      view: (k, seat) => ask<{ size: number; digest: string } | null>('view', k, seat),
      sight: (k, seat) => ask<Sight | null>('sight', k, seat),
      verify: () => ask<Verdict | null>('verify'),
      resultFile: async () => this.direct
        ? this.direct.resultFile(handle)
        : await this.send({ do: 'res', handle }) as Uint8Array,
      close: () => {
        if (this.direct) this.direct.close(handle);
        else void this.send({ do: 'close', handle });
      },
    };
  }
}
