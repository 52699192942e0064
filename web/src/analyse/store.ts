/** The state of the page Analyse: the moves, the move on the board, and what is known of each move. Views read it. */

import type { Explanation, Analysis as Shape, Side, Step } from '../types';
import type { Asked, Look, Reasons } from './reasons';
import { type Node, Tree, movesTo } from './tree';

/** A line that is shown without being part of the game: the reply that punishes, the better move. */
export interface Preview {
  readonly name: string;
  readonly start: string;
  readonly steps: readonly Step[];
  /** Where a move that is played on it is added; null for a board that cannot come from the game. */
  readonly base: Node | null;
  readonly marked: readonly string[];
  readonly arrows: readonly string[];
  readonly words: string;
  index: number;
}

/** What is known about a move. */
export interface Known {
  readonly look?: Look;
  readonly explanation?: Explanation;
  readonly error?: unknown;
}

/** `why not`: the next move replaces the one on the board, to be explained; `retry`: it should be better than that. */
export type Task = 'look' | 'why not' | 'retry';

export type Topic = 'at' | 'reason' | 'tree' | 'game';

/** Milliseconds that a reader stays at a move before the page asks the server about it. */
const PAUSE = 350;
/** Milliseconds between two moves of a line that plays itself. */
const BEAT = 800;

export class AnalysisStore {
  readonly tree: Tree;
  at: Node;
  preview: Preview | null = null;
  task: Task = 'look';
  /** The mistake for which a better move is looked for. */
  trial: Node | null = null;
  private readonly known = new Map<Node, Known>();
  private readonly best = new Map<Node, Explanation>();
  private readonly listeners = new Map<Topic, (() => void)[]>();
  private asking = new AbortController();
  private playing: ReturnType<typeof setInterval> | undefined;

  constructor(
    start: string,
    steps: readonly Step[],
    public game: Shape | null,
    private readonly reasons: Reasons,
    /** The moves that count as the reader's mistakes, where the marks do not decide it. */
    private chosen: readonly number[] | null = null,
  ) {
    this.tree = new Tree(start, steps);
    this.tree.isGame = game !== null;
    this.at = this.tree.root;
  }

  on(topic: Topic, listener: () => void): void {
    this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
  }

  private changed(...topics: readonly Topic[]): void {
    for (const topic of topics) for (const listener of this.listeners.get(topic) ?? []) listener();
  }

  /** Put the board at a position. */
  go(node: Node): void {
    this.stopPlaying();
    this.preview = null;
    this.task = 'look';
    this.trial = null;
    this.at = node;
    this.changed('at', 'reason');
    void this.ask(node, PAUSE);
  }

  /** One move back or on, in the line that is shown or else in the moves. */
  step(by: 1 | -1): void {
    this.stopPlaying();
    const { preview } = this;
    if (preview) this.showPreview(preview.index + by);
    else if (by < 0) {
      if (this.at.parent) this.go(this.at.parent);
    } else {
      const next = this.at.children[0];
      if (next) this.go(next);
    }
  }

  /** To the start, or to the end of the line that the board is in. */
  toEnd(by: 1 | -1): void {
    if (this.preview) this.showPreview(by < 0 ? -1 : this.preview.steps.length - 1);
    else if (by < 0) this.go(this.tree.root);
    else {
      let end = this.at;
      while (end.children[0]) end = end.children[0];
      this.go(end);
    }
  }

  /** A move was made on the board. */
  play(step: Step): void {
    let from = this.at;
    if (this.preview?.base) {
      const shown = this.preview.steps.slice(0, this.preview.index + 1).map(each => each.uci);
      from = this.tree.follow(this.preview.base, shown);
    } else if (this.task !== 'look') from = this.shown;
    const node = this.tree.play(from, step);
    this.stopPlaying();
    this.preview = null;
    this.task = 'look';
    this.at = node;
    this.changed('tree', 'at', 'reason');
    void this.ask(node, 0);
  }

  /** Remove the variation that the board is in, from this move on. */
  takeBack(): void {
    const before = this.tree.remove(this.at);
    if (before === this.at) return;
    this.changed('tree');
    this.go(before);
  }

  /** Show a line; with `isPlayed` it plays itself. */
  show(preview: Omit<Preview, 'index'>, index = 0, isPlayed = false): void {
    this.stopPlaying();
    this.task = 'look';
    this.preview = { ...preview, index };
    this.changed('at');
    if (isPlayed) this.playing = setInterval(() => this.beat(), BEAT);
  }

  private beat(): void {
    const { preview } = this;
    if (!preview || preview.index >= preview.steps.length - 1) this.stopPlaying();
    else this.showPreview(preview.index + 1);
  }

  private showPreview(index: number): void {
    const { preview } = this;
    if (!preview) return;
    preview.index = Math.min(Math.max(index, -1), preview.steps.length - 1);
    this.changed('at');
  }

  stopPlaying(): void {
    clearInterval(this.playing);
    this.playing = undefined;
  }

  /** Leave a line that is shown, or a task. */
  back(): void {
    if (this.preview || this.task !== 'look') this.go(this.at);
  }

  /** Put the board before the move: the next move that is played is explained. */
  askWhyNot(): void {
    this.begin('why not');
  }

  /** Put the board before a mistake and hide what was better: the reader looks for it. */
  retry(mistake = this.at): void {
    this.at = mistake;
    this.trial = mistake;
    this.begin('retry');
  }

  private begin(task: Task): void {
    if (!this.at.parent) return;
    this.stopPlaying();
    this.preview = null;
    this.task = task;
    this.changed('at', 'reason');
  }

  /** The position on the board, unless a line is shown. */
  get shown(): Node {
    return this.task === 'look' ? this.at : (this.at.parent ?? this.at);
  }

  /** What is known about the move on the board. */
  knownOf(node: Node): Known {
    const mistake = node.isMain ? this.game?.mistakes?.[String(node.ply)] : undefined;
    return mistake ? { explanation: mistake } : (this.known.get(node) ?? {});
  }

  bestAt(node: Node): Explanation | undefined {
    return this.best.get(node);
  }

  /** Ask for the reason of a move, unless it is known or the reader has gone on. */
  private async ask(node: Node, pause: number): Promise<void> {
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    if (!node.step || this.knownOf(node).explanation) return;
    await new Promise(done => setTimeout(done, pause));
    if (signal.aborted || this.knownOf(node).explanation) return;
    this.known.delete(node);
    try {
      await this.reasons.explain(this.asked(node.parent ?? node, node.step.uci), signal, {
        look: look => this.learn(node, { look }),
        explanation: explanation => this.learn(node, { ...this.known.get(node), explanation }),
      });
    } catch (error) {
      if (!signal.aborted) this.learn(node, { error });
    }
  }

  private learn(node: Node, known: Known): void {
    this.known.set(node, known);
    this.changed(...(node === this.at ? (['reason', 'game'] as const) : (['game'] as const)));
  }

  /** Ask again about the move on the board, after something went wrong. */
  again(): void {
    void this.ask(this.at, 0);
    this.changed('reason');
  }

  /** Ask for the best move of a position; it is remembered. */
  async askBest(node: Node): Promise<Explanation> {
    const known = this.best.get(node) ?? (await this.reasons.best(this.asked(node), this.asking.signal));
    this.best.set(node, known);
    return known;
  }

  private asked(node: Node, move?: string): Asked {
    return { fen: this.tree.start, game_moves: movesTo(node), ...(move === undefined ? {} : { move }) };
  }

  /** Review the mistakes of one side, or of both. */
  review(side: Side | null): void {
    this.chosen = null;
    this.update({ side });
  }

  /** The server knows more about the game. */
  update(news: Partial<Shape>): void {
    if (!this.game) return;
    const before = this.knownOf(this.at).explanation;
    const mistakes = { ...this.game.mistakes, ...news.mistakes };
    this.game = { ...this.game, ...news, mistakes };
    this.changed('game');
    if (this.knownOf(this.at).explanation !== before) this.changed('reason');
  }

  /** The game's mistakes of the side that is reviewed, by ply. */
  get mistakes(): number[] {
    const { game } = this;
    if (this.chosen || !game) return [...(this.chosen ?? [])];
    const isWhiteFirst = this.tree.start.split(' ')[1] !== 'b';
    return (game.marks ?? []).flatMap((mark, ply) => {
      const side: Side = (ply % 2 === 0) === isWhiteFirst ? 'white' : 'black';
      const isOf = game.side === null || game.side === side;
      return isOf && (mark.judgement === 'mistake' || mark.judgement === 'blunder') ? [ply] : [];
    });
  }

  /** The mistake before or after the board. */
  mistakeFrom(by: 1 | -1): number | undefined {
    const { mistakes, at } = this;
    return by > 0 ? mistakes.find(ply => ply > at.ply) : mistakes.findLast(ply => ply < at.ply);
  }

  toMistake(by: 1 | -1): void {
    const ply = this.mistakeFrom(by);
    if (ply !== undefined) this.go(this.tree.mainAt(ply));
  }

  /** White's winning chance at a position, where it is known. */
  chanceAt(node: Node): number | null {
    const { game } = this;
    if (node.isMain && game?.marks?.length) {
      const advantage = node.ply < 0 ? game.advantage : game.marks[node.ply]?.advantage;
      if (advantage !== undefined) return chanceOf(advantage);
    }
    const { look, explanation } = this.knownOf(node);
    if (look) return chanceOf(look.advantage);
    if (!explanation) return null;
    const { after } = explanation.verdict;
    return explanation.fen.split(' ')[1] === 'w' ? after : 1 - after;
  }
}

/** White's winning chance from an advantage in centipawns, as Lichess has it (lichess.org/page/accuracy). */
export function chanceOf(advantage: number): number {
  return 1 / (1 + Math.exp(-0.00368208 * advantage));
}
