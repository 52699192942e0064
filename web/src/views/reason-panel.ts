/** Why a move is good, or what is wrong with it: the sentence, the lines, the check. Play uses it as well as Explain. */

import type { Board } from '../board';
import { h, live, replace } from '../dom';
import { differing } from '../placement';
import { type Check, LineView, linesOf, pair } from '../reason';
import { ask } from '../server';
import { attempt } from '../trouble';
import type { Explanation, Mistake } from '../types';
import { Walk } from '../walk';
import { percent } from '../words';

interface Asked {
  fen: string;
  game_moves: string[];
  move?: string;
}

export class ReasonPanel {
  readonly element = live({ class: 'stack reason answer' });
  private asked = 0;

  constructor(
    private readonly board: Board,
    private readonly walking: (walk: Walk) => void,
    private readonly signal: AbortSignal,
  ) {}

  idle(words: string): void {
    this.asked += 1;
    replace(this.element, h('p', { class: 'quiet' }, words));
  }

  async explain(asked: Asked, name: string): Promise<void> {
    const turn = ++this.asked;
    replace(this.element, h('p', { class: 'quiet thinking' }, `Looking at ${name}`));
    const told = await attempt(
      () => ask('post', '/api/explain', { body: asked, signal: this.signal }),
      trouble => replace(this.element, trouble),
    );
    // Somebody has moved on before the answer came.
    if (!told || turn !== this.asked) return;
    if ('played' in told) await this.mistake(told, name, turn);
    else await this.reason(told, turn);
  }

  private async reason(told: Explanation, turn: number): Promise<void> {
    const line = await linesOf(told, 'The line', this.signal);
    if (turn !== this.asked) return;
    const motif = told.cause?.motif ?? told.motifs[0];
    replace(
      this.element,
      h('div', { class: 'row' }, h('h2', { class: 'good' }, told.san), motif && h('span', { class: 'tag' }, motif)),
      h('p', { class: 'sentence' }, told.sentence),
      line.steps.length > 0 && this.line(line.name, told, line.steps),
      ...checks(told, line.steps).map(check => pair(check, this.board.orientation)),
    );
    if (!told.arrows.length) return;
    this.board.draw(told.arrows);
  }

  private async mistake(told: Mistake, name: string, turn: number): Promise<void> {
    const { missed, allowed } = told;
    const better = missed && (await linesOf(missed, 'Better', this.signal));
    const punished = allowed && (await linesOf(allowed, 'Punished by', this.signal));
    if (turn !== this.asked) return;
    const motif = (allowed?.cause ?? missed?.cause)?.motif;
    replace(
      this.element,
      h('div', { class: 'row' }, h('h2', { class: told.lost >= 0.2 ? 'blunder' : told.lost >= 0.1 ? 'mistake' : '' }, name),
        h('span', { class: 'quiet' }, `−${percent(told.lost)} winning chance`), motif && h('span', { class: 'tag' }, motif)),
      h('p', { class: 'sentence' }, told.sentence),
      better && missed && this.line('Better', missed, better.steps),
      punished && allowed && this.line('Punished by', allowed, punished.steps),
      ...(missed && better ? checks(missed, better.steps) : []).map(check => pair(check, this.board.orientation)),
      ...(allowed && punished ? checks(allowed, punished.steps) : []).map(check => pair(check, this.board.orientation)),
    );
    if (allowed) this.board.draw(allowed.arrows);
  }

  private line(name: string, told: Explanation, steps: Awaited<ReturnType<typeof linesOf>>['steps']): HTMLElement {
    const view = new LineView({ name, start: told.fen, steps }, (chosen, index) => {
      const walk = new Walk(chosen.line, (at, step) => {
        chosen.at(at);
        this.board.show({ fen: step?.fen ?? told.fen, last: step?.uci, arrows: at < 0 ? told.arrows : [] });
      });
      this.walking(walk);
      walk.go(index);
    });
    return view.element;
  }
}

function checks(told: Explanation, steps: readonly { fen: string }[]): Check[] {
  if (!told.cause) return [];
  const { ply, fen, sentence } = told.cause['without it'];
  const before = steps[ply - 1]?.fen ?? told.fen;
  return [{ before, after: fen, sentence, squares: differing(before, fen) }];
}
