/** Wires state, page and API together, and runs the clock. */
import { actsOf, type Parts } from './acts.ts';
import { Api } from './api.ts';
import { receiptDialog } from './dialogs.ts';
import type { Games } from './games.ts';
import type { Acts } from './header.ts';
import { placeOf } from './link.ts';
import { Page, type PageHands } from './page.ts';
import { ViewerState } from './state.ts';
import type { Receipt } from './words.ts';

export class App implements Parts {
  readonly state = new ViewerState();
  readonly page: Page;
  readonly api: Api;
  readonly acts: Acts;
  private running = true;

  constructor(games: Games, holder: HTMLElement) {
    this.acts = actsOf(this);
    this.page = new Page(this.state, this.hands(), this.acts, holder);
    this.api = new Api(this.state, this.page, games, () => placeOf(location));
    requestAnimationFrame((now) => this.frame(now));
  }

  private hands(): PageHands {
    return {
      look: (cell) => this.api.look(cell),
      pick: (cell) => this.api.pick(cell),
      go: (cell) => this.api.go(cell),
      seek: (k) => this.api.seek(k),
      see: (seen) => this.api.see(seen),
      follow: () => this.api.follow(),
      unselect: () => this.api.unselect(),
      sheet: (open) => this.api.sheet(open),
      receipt: (receipt) => this.receipt(receipt),
    };
  }

  private frame(now: number): void {
    if (!this.running) return;
    this.api.tick(now);
    requestAnimationFrame((next) => this.frame(next));
  }

  private receipt(receipt: Receipt): void {
    const { session } = this.state;
    if (!session) return;
    receiptDialog(receipt, session.stage, session.source.card, (round) => {
      this.api.stop(round + 1 - session.firstRound);
    });
  }

  /** Stops the clock and closes the matches; another App takes the page. */
  end(): void {
    this.running = false;
    this.api.close();
  }
}
