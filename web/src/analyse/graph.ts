/** The graph under the board: White's winning chance through the game, as far as it is known. */

import { Curve } from '../curve';
import { h, replace } from '../dom';
import { chanceOf, type AnalysisStore } from './store';

export class Graph {
  readonly element = h('div', { class: 'graph' });
  private curve: Curve | null = null;
  private drawn: unknown = null;

  constructor(private readonly store: AnalysisStore) {
    store.on('game', () => this.draw());
    store.on('at', () => this.curve?.at(store.at.isMain ? store.at.ply : -1));
    this.draw();
  }

  private draw(): void {
    const { game, tree, at } = this.store;
    this.element.hidden = !game || game.moves.length === 0;
    if (!game || game.marks === this.drawn) return;
    this.drawn = game.marks;
    const marks = game.marks ?? [];
    const [, turn, , , , number] = game.start.split(' ');
    this.curve = new Curve(
      {
        first: [Number(number ?? 1), turn !== 'b'],
        chances: marks.length ? [game.advantage, ...marks.map(mark => mark.advantage)].map(chanceOf) : [],
        whose: "White's",
        plies: game.moves.length,
        dots: marks.flatMap(({ judgement }, index) =>
          judgement === 'mistake' || judgement === 'blunder' ? [{ index, kind: judgement }] : [],
        ),
      },
      ply => this.store.go(tree.mainAt(ply)),
    );
    replace(this.element, this.curve.drawing);
    this.curve.at(at.ply);
  }
}
