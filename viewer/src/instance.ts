/** The games' module and its exports; used by the worker, or on the page where workers fail. */

interface Exports {
  memory: WebAssembly.Memory;
  palestra_alloc(length: number): number;
  palestra_open(): bigint;
  palestra_close(handle: number): void;
  [ask: string]: unknown;
}

export type Question = 'stage' | 'scene' | 'inspect' | 'turn' | 'said' | 'view' | 'sight' | 'verify' | 'differ';

/** An instance of the games. A trap leaves it unusable; then a new one must be made. */
export class Instance {
  private constructor(private readonly exports: Exports) {}

  static async make(module: WebAssembly.Module): Promise<Instance> {
    const instance = await WebAssembly.instantiate(module, {});
    return new Instance(instance.exports as unknown as Exports);
  }

  private bytes(answer: bigint): Uint8Array {
    const address = Number(answer >> 32n);
    const length = Number(answer & 0xffffffffn);
    return new Uint8Array(this.exports.memory.buffer, address, length);
  }

  open(file: Uint8Array): string {
    const address = this.exports.palestra_alloc(file.length);
    new Uint8Array(this.exports.memory.buffer, address, file.length).set(file);
    return new TextDecoder().decode(this.bytes(this.exports.palestra_open()));
  }

  close(handle: number): void {
    this.exports.palestra_close(handle);
  }

  ask(question: Question, numbers: number[]): string {
    const call = this.exports[`palestra_${question}`] as (...n: number[]) => bigint;
    return new TextDecoder().decode(this.bytes(call(...numbers)));
  }

  resultFile(handle: number): Uint8Array {
    const call = this.exports.palestra_result_file as (handle: number) => bigint;
    return this.bytes(call(handle)).slice();
  }
}
