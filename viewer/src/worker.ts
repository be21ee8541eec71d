/** Runs the games beside the page, so that large files never stop it. */
import { Instance, type Question } from './instance.ts';

export type Request =
  | { id: number; do: 'start'; module: WebAssembly.Module }
  | { id: number; do: 'open'; file: Uint8Array }
  | { id: number; do: 'close'; handle: number }
  | { id: number; do: 'ask'; question: Question; numbers: number[] }
  | { id: number; do: 'res'; handle: number };

export interface Reply { id: number; value?: unknown; error?: string }

let module: WebAssembly.Module;
let instance: Instance;

async function answer(request: Request): Promise<unknown> {
  switch (request.do) {
    case 'start':
      module = request.module;
      instance = await Instance.make(module);
      return null;
    case 'open': return instance.open(request.file);
    case 'close': instance.close(request.handle); return null;
    case 'ask': return instance.ask(request.question, request.numbers);
    case 'res': return instance.resultFile(request.handle);
  }
}

self.onmessage = async (event: MessageEvent<Request>) => {
  const { id } = event.data;
  try {
    self.postMessage({ id, value: await answer(event.data) } satisfies Reply);
  } catch (error) {
    self.postMessage({ id, error: String(error) } satisfies Reply);
  }
};
