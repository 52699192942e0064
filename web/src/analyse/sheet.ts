/** The move list: the game with its marks, and variations in brackets; each move is a button. */

import { button, h, replace } from '../dom';
import { numberOf } from '../placement';
import { SIGNS } from '../reason';
import { keepInSight } from '../walk';
import type { AnalysisStore } from './store';
import type { Node } from './tree';

export class Sheet {
  readonly element = h('ol', { class: 'moves sheet', tabindex: -1, 'aria-label': 'Moves' });
  private buttons = new Map<Node, HTMLButtonElement>();

  constructor(private readonly store: AnalysisStore) {
    store.on('tree', () => this.draw());
    store.on('game', () => this.mark());
    store.on('at', () => this.at());
    this.draw();
  }

  private draw(): void {
    this.buttons = new Map();
    replace(this.element, ...this.itemsAfter(this.store.tree.root, true));
    this.mark();
    this.at();
  }

  /** The moves after a position: the first one, its rivals as variations, then what follows it. */
  private itemsAfter(node: Node, isNumbered: boolean): HTMLElement[] {
    const items: HTMLElement[] = [];
    let withNumber = isNumbered;
    for (let at: Node | undefined = node; at; at = at.children[0]) {
      const [next, ...others] = at.children;
      if (next) items.push(this.item(at, next, withNumber));
      for (const other of others) {
        items.push(
          h('li', { class: 'variation' }, h('ol', {}, this.item(at, other, true), ...this.itemsAfter(other, false))),
        );
      }
      withNumber = others.length > 0;
    }
    return items;
  }

  private item(before: Node, node: Node, isNumbered: boolean): HTMLElement {
    const isWhite = before.fen.split(' ')[1] === 'w';
    const move = button(node.step?.san ?? '', () => this.store.go(node));
    this.buttons.set(node, move);
    return h('li', {}, (isWhite || isNumbered) && h('span', { class: 'number' }, `${numberOf(before.fen)} `), move);
  }

  /** Write the marks behind the moves. */
  private mark(): void {
    for (const [node, move] of this.buttons) {
      const judgement = judgementOf(this.store, node);
      move.className = judgement;
      move.textContent = `${node.step?.san ?? ''}${SIGNS[judgement] ?? ''}`;
    }
  }

  private at(): void {
    const { at } = this.store;
    for (const [node, move] of this.buttons) {
      if (node === at) move.setAttribute('aria-current', 'true');
      else move.removeAttribute('aria-current');
    }
    const current = this.buttons.get(at);
    if (current) keepInSight(this.element, current);
    else this.element.scrollTop = 0;
  }
}

/** How good a move is, as far as it is known. */
export function judgementOf(store: AnalysisStore, node: Node): string {
  const { explanation, look } = store.knownOf(node);
  const mark = node.isMain ? store.game?.marks?.[node.ply]?.judgement : undefined;
  return mark ?? explanation?.verdict.judgement ?? look?.judgement ?? '';
}
