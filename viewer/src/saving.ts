/** Pictures, tables and films of a match as files. */
import type { Board } from './board/board.ts';
import { csv } from './csv.ts';
import { download, number } from './dom.ts';
import { t } from './i18n.ts';
import type { Session } from './session.ts';

function base(session: Session): string {
  return session.name.replace(/\.[a-z]+$/i, '').replace(/[^\w.-]+/g, '-') || 'match';
}

export function savePicture(session: Session, board: Board, k: number): void {
  const scene = session.has(k);
  const scores = scene?.seats.map((s, n) => `${session.stage.names[n]} ${number(s.score)}`) ?? [];
  const round = session.firstRound + k;
  const words = `${session.stage.title} · ${t('round', { round })} · ${scores.join('   ')}`;
  board.picture(words).toBlob((blob) => {
    if (blob) download(`${base(session)}-${round}.png`, blob);
  }, 'image/png');
}

export function saveTable(session: Session): void {
  const text = csv(session.stage, session.firstRound);
  download(`${base(session)}.csv`, new Blob([text], { type: 'text/csv;charset=utf-8' }));
}

export async function saveResult(session: Session): Promise<void> {
  const bytes = await session.source.resultFile();
  download(`${base(session)}.res`, new Blob([new Uint8Array(bytes)], { type: 'text/plain' }));
}

/** Records what the board shows until told to stop. */
export class FilmMaker {
  private recorder: MediaRecorder | null = null;

  get busy(): boolean {
    return this.recorder !== null;
  }

  static get possible(): boolean {
    return typeof MediaRecorder !== 'undefined' && 'captureStream' in HTMLCanvasElement.prototype;
  }

  start(board: Board, session: Session, done: () => void): void {
    const stream = board.canvas.captureStream(30);
    const type = ['video/webm;codecs=vp9', 'video/webm'].find((m) => MediaRecorder.isTypeSupported(m));
    const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 6_000_000 });
    const parts: Blob[] = [];
    recorder.ondataavailable = (event) => parts.push(event.data);
    recorder.onstop = () => {
      for (const track of stream.getTracks()) track.stop();
      download(`${base(session)}.webm`, new Blob(parts, { type: 'video/webm' }));
      done();
    };
    recorder.start(500);
    this.recorder = recorder;
  }

  stop(): void {
    this.recorder?.stop();
    this.recorder = null;
  }
}
