/** Why a move is good, or what is wrong with it, asked of the server. */

import type { Board } from '../board';
import { h, live, replace } from '../dom';
import { ReasonView, type Stage } from '../reason';
import { ask } from '../server';
import { attempt } from '../trouble';
import type { Walk } from '../walk';

interface Asked {
  study: string | null;
  fen: string;
  game_moves: string[];
  move?: string;
}

export class ReasonPanel implements Stage {
  readonly element = live({ class: 'stack reason answer' });
  private asked = 0;

  constructor(
    readonly board: Board,
    readonly walking: (walk: Walk) => void,
    readonly say: (words: string) => void,
    private readonly signal: AbortSignal,
  ) {}

  idle(words: string): void {
    this.asked += 1;
    replace(this.element, h('p', { class: 'quiet' }, words));
  }

  async explain(asked: Asked, name: string, pause = 0): Promise<void> {
    const turn = ++this.asked;
    replace(this.element, h('p', { class: 'quiet thinking' }, `Looking at ${name}`));
    if (pause) await new Promise(resolve => setTimeout(resolve, pause));
    if (turn !== this.asked || this.signal.aborted) return;
    const reason = await attempt(
      () => ask('post', '/api/explain', { body: asked, signal: this.signal }),
      trouble => replace(this.element, trouble),
    );
    // Somebody has moved on before the answer came.
    if (!reason || turn !== this.asked) return;
    replace(this.element, new ReasonView(reason, this).element);
    this.board.draw(ReasonView.arrowsOf(reason));
  }
}
