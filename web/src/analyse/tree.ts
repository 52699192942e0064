/** The moves of the page Analyse: the game, and the variations that the reader played on the board. */

import { stepsOf } from './chess';
import type { Step } from '../types';

/** A position of the tree, with the move that led there; the first one has no move. */
export interface Node {
  readonly parent: Node | null;
  readonly step: Step | null;
  readonly fen: string;
  /** Half-moves from the start, minus one: the first move has 0, the start −1. */
  readonly ply: number;
  /** Whether it belongs to the game, and not to a variation. */
  readonly isMain: boolean;
  readonly children: Node[];
}

/** The moves from the start to a position, as UCI writes them. */
export function movesTo(node: Node): string[] {
  const moves: string[] = [];
  for (let at: Node | null = node; at?.step; at = at.parent) moves.unshift(at.step.uci);
  return moves;
}

/** The last position of the game on the way to this one. */
export function mainOf(node: Node): Node {
  let at = node;
  while (!at.isMain && at.parent) at = at.parent;
  return at;
}

/** The moves of a variation after it left the game. */
export function asideOf(node: Node): string[] {
  return movesTo(node).slice(mainOf(node).ply + 1);
}

export class Tree {
  readonly root: Node;

  constructor(
    readonly start: string,
    steps: readonly Step[],
  ) {
    this.root = { parent: null, step: null, fen: start, ply: -1, isMain: true, children: [] };
    let at = this.root;
    for (const step of steps) at = put(at, step, true);
  }

  /** The moves of the game, without the start. */
  get main(): Node[] {
    const nodes: Node[] = [];
    for (let at = this.root.children[0]; at?.isMain; at = at.children[0]) nodes.push(at);
    return nodes;
  }

  /** The position of the game after this ply, -1 for the start. */
  mainAt(ply: number): Node {
    const { main } = this;
    return main[Math.min(ply, main.length - 1)] ?? this.root;
  }

  /** The position after a move from here: one that is known, or a new variation. */
  play(from: Node, step: Step): Node {
    return from.children.find(child => child.step?.uci === step.uci) ?? put(from, step, this.isOpenEnded(from));
  }

  /** The position after these moves, as far as they are legal. */
  follow(from: Node, moves: readonly string[]): Node {
    return stepsOf(from.fen, moves).reduce((at, step) => this.play(at, step), from);
  }

  /** Remove a move and what follows, unless it was played in the game; the position before it. */
  remove(node: Node): Node {
    const { parent } = node;
    if (!parent || (node.isMain && this.isGame)) return node;
    parent.children.splice(parent.children.indexOf(node), 1);
    return parent;
  }

  /** Whether the next move is no variation, because there is no game that it could leave. */
  private isOpenEnded(from: Node): boolean {
    return !this.isGame && from.isMain && from.children.length === 0;
  }

  /** Whether the main line is a game that was played; otherwise moves at its end continue it. */
  isGame = false;
}

function put(parent: Node, step: Step, isMain: boolean): Node {
  const node: Node = { parent, step, fen: step.fen, ply: parent.ply + 1, isMain, children: [] };
  if (isMain) parent.children.unshift(node);
  else parent.children.push(node);
  return node;
}
