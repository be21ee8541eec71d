import type { Card, Fact, Scene, Sight, Stage, Turn, Verdict } from './words.ts';

/** Where a match's pictures come from. */
export interface Source {
  readonly card: Card;
  stage(): Promise<Stage>;
  scene(k: number): Promise<Scene | null>;
  inspect(k: number, cell: [number, number]): Promise<Fact[]>;
  turn(k: number): Promise<Turn | null>;
  said(seat: number): Promise<[number, string][]>;
  view(k: number, seat: number): Promise<{ size: number; digest: string } | null>;
  /** What a player was shown of picture k before it played. */
  sight(k: number, seat: number): Promise<Sight | null>;
  verify(): Promise<Verdict | null>;
  resultFile(): Promise<Uint8Array>;
  close(): void;
}
