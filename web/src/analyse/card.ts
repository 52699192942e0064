/** The coach card: the verdict in a word, why in a sentence, and buttons for what a pupil asks next. */

import { moveArrow } from '../board';
import { button, h, live, replace } from '../dom';
import { numberOf, turnOf } from '../placement';
import { SIGNS } from '../reason';
import { attempt, troubleOf } from '../trouble';
import type { Check, Explanation, Point } from '../types';
import { MoveList } from '../walk';
import { capital, percent } from '../words';
import { type Mentioned, sentenceOf } from './sentence';
import { stepByUci } from './chess';
import { judgementOf } from './sheet';
import type { AnalysisStore, Known } from './store';
import type { Node } from './tree';

const NO_MARKS = { marked: [], words: '' };
const LINE_NAMES: Readonly<Record<Point['side'], string>> = {
  does: 'The line',
  allowed: 'The reply',
  missed: 'Better',
};

export class CoachCard {
  readonly element = h('section', { class: 'coach card', 'aria-label': 'Coach' });
  private readonly status = h('p', { class: 'status' });
  private readonly content = live({ class: 'reason' });
  private readonly strip = h('div', { class: 'strip', hidden: true });
  private list: MoveList | null = null;

  constructor(private readonly store: AnalysisStore) {
    this.element.append(this.status, this.strip, this.content);
    store.on('reason', () => this.draw());
    store.on('at', () => this.drawLine());
    this.draw();
    this.drawLine();
  }

  /** What the board shows, in a line of text; a line that is shown says so itself. */
  say(words: string): void {
    this.status.textContent = words;
  }

  private get backWords(): string {
    return this.store.game ? 'Back to the game' : 'Back to the position';
  }

  private draw(): void {
    const { store } = this;
    const { at, task } = store;
    if (task !== 'look') {
      const move = at.step?.san ?? '';
      const [title, words] =
        task === 'why not'
          ? ['Why not …?', `Play the move that you would rather have played than ${move}.`]
          : ['Find a better move', `${move} was a ${judgementOf(store, at)}. Play a better move.`];
      replace(
        this.content,
        h('h2', {}, title),
        h('p', { class: 'sentence' }, words),
        h(
          'div',
          { class: 'row asks' },
          button(task === 'retry' ? 'Show the answer' : this.backWords, () => store.back()),
        ),
      );
    } else if (!at.step) this.drawStart();
    else this.drawMove(store.knownOf(at));
  }

  private drawStart(): void {
    const words = this.store.game
      ? 'Step through the game, or go to a mistake.'
      : 'Play a move, and Motif says how good it is.';
    const room = h('div');
    const best = this.bestButton('What is best here?', room, this.store.at);
    const asks = h('div', { class: 'row asks' }, best);
    replace(
      this.content,
      h('h2', {}, `${capital(turnOf(this.store.at.fen))} to move`),
      h('p', { class: 'sentence' }, words),
      asks,
      room,
    );
  }

  private drawMove(known: Known): void {
    const { explanation, look, error } = known;
    const { at } = this.store;
    const san = at.step?.san ?? '';
    if (explanation) this.drawExplanation(explanation, look?.best?.uci === at.step?.uci);
    else if (error !== undefined) {
      replace(
        this.content,
        troubleOf(error),
        h(
          'div',
          { class: 'row' },
          button('Try again', () => this.store.again()),
        ),
      );
    } else if (look) {
      const isBest = look.best?.uci === at.step?.uci;
      const waiting = h('p', { class: 'sentence quiet thinking' }, 'Looking for the reason');
      const verdict = head(look.judgement, isBest, at.parent?.fen ?? at.fen, look.chances);
      replace(this.content, this.trialRow(look.judgement), verdict, waiting);
    } else replace(this.content, h('p', { class: 'sentence quiet thinking' }, `Looking at ${san}`));
  }

  private drawExplanation(explanation: Explanation, isBest: boolean): void {
    const { store } = this;
    const { point, better, verdict, fen } = explanation;
    const tested = [point, explanation.also].find(each => each?.check);
    const node = store.at;
    const base = point?.side === 'allowed' ? node : node.parent;
    const line = point && {
      ...NO_MARKS,
      name: LINE_NAMES[point.side],
      start: point.fen,
      steps: point.line,
      base,
      arrows: point.arrows,
    };
    const instead = better && {
      name: 'Better',
      start: fen,
      steps: better.line,
      base: node.parent,
      marked: [],
      arrows: arrowOf(better.line[0]?.uci),
      words: better.reason,
    };
    const room = h('div');
    replace(
      this.content,
      this.trialRow(verdict.judgement),
      head(verdict.judgement, isBest, fen, [verdict.before, verdict.after]),
      sentenceOf(explanation.sentence, explanation, move => this.showMention(move)),
      h(
        'div',
        { class: 'row asks' },
        line && button('Show me', () => store.show(line, 0, true)),
        instead
          ? button('What instead?', () => store.show(instead, 0, true))
          : this.bestButton('What instead?', room, node.parent ?? node),
        tested?.check &&
          button('Test it', () => this.test(tested, tested.check as Check), {
            title: 'See the same move on a board where its reason is taken away',
          }),
        isRetryable(store) && button('Find a better move', () => store.retry()),
        button('Why not …?', () => store.askWhyNot(), { title: 'Play any other move here' }),
      ),
      room,
    );
  }

  /** Whether the move that was tried is as good as the best one, and what can be done then. */
  private trialRow(judgement: string): HTMLElement | null {
    const { store } = this;
    const { trial } = store;
    if (!trial) return null;
    const isRight = judgement === 'good';
    const next = store.mistakes.find(ply => ply > trial.ply);
    const asks = isRight
      ? [
          next !== undefined && button('Next mistake', () => store.retry(store.tree.mainAt(next)), { class: 'main' }),
          button(this.backWords, () => store.go(trial)),
        ]
      : [
          button('Try again', () => store.retry(trial), { class: 'main' }),
          button('Show the answer', () => store.go(trial)),
        ];
    const words = h('b', { class: isRight ? 'good' : 'bad' }, isRight ? 'Found it.' : 'Not this one.');
    return h('div', { class: 'row asks trial' }, words, ...asks);
  }

  /** A move in the sentence was pressed. */
  private showMention({ start, steps, index }: Mentioned): void {
    const { at } = this.store;
    const base = start === at.fen ? at : start === at.parent?.fen ? at.parent : null;
    this.store.show({ ...NO_MARKS, name: 'The line', start, steps, base, arrows: [] }, index);
  }

  /** Play the same move on a board where its reason is taken away: it no longer works. */
  private test({ line }: Point, check: Check): void {
    const move = line[check.ply];
    const step = move && stepByUci(check.fen, move.uci);
    this.store.show(
      {
        name: 'Test',
        start: check.fen,
        steps: step ? [step] : [],
        base: null,
        marked: check.squares,
        arrows: step ? [`R${step.uci.slice(0, 4)}`] : [],
        words: check.result || 'Without its reason the move no longer works.',
      },
      -1,
      true,
    );
  }

  /** A button that asks which move is best at a position, and says it in a place. */
  private bestButton(words: string, room: HTMLElement, node: Node): HTMLElement {
    return button(words, () => void this.tellBest(node, room));
  }

  private async tellBest(node: Node, room: HTMLElement): Promise<void> {
    replace(room, h('p', { class: 'quiet thinking' }, 'Looking for the best move'));
    const best = await attempt(
      () => this.store.askBest(node),
      trouble => replace(room, trouble),
    );
    if (!best) return;
    const { point, played } = best;
    const steps = point?.side === 'does' && point.line[0]?.uci === played.uci ? point.line : [played];
    const line = { ...NO_MARKS, name: 'Best', start: node.fen, steps, base: node, arrows: arrowOf(played.uci) };
    const mention = (move: Mentioned): void =>
      this.store.show({ ...line, ...move, base: move.start === node.fen ? node : null, arrows: [] }, move.index);
    replace(room, sentenceOf(best.sentence, best, mention));
    this.store.show(line, 0);
  }

  /** The line that is shown now, each of its moves a button. */
  private drawLine(): void {
    const { preview } = this.store;
    this.strip.hidden = preview === null;
    this.status.hidden = preview !== null;
    if (!preview) {
      this.list = null;
      replace(this.strip);
      return;
    }
    if (this.strip.dataset['line'] !== keyOf(preview) || !this.list) {
      const list = new MoveList(index => this.store.show(preview, index));
      list.show({ start: preview.start, steps: preview.steps });
      this.list = list;
      this.strip.dataset['line'] = keyOf(preview);
      const back = button(this.backWords, () => this.store.back());
      replace(
        this.strip,
        h('div', { class: 'line' }, h('b', {}, preview.name), list.element, back),
        preview.words && h('p', { class: 'sentence' }, preview.words),
      );
    }
    this.list.at(preview.index);
  }
}

/** Whether the move on the board is a mistake of the game: something better can be looked for. */
function isRetryable(store: AnalysisStore): boolean {
  return store.game !== null && store.at.isMain && /mistake|blunder/.test(judgementOf(store, store.at));
}

function keyOf({ name, start, steps }: NonNullable<AnalysisStore['preview']>): string {
  return [name, start, ...steps.map(step => step.uci)].join(' ');
}

function arrowOf(uci: string | undefined): string[] {
  return uci ? [moveArrow(uci)] : [];
}

/** The verdict in a word, and the winning chance of the side that moved, before and after; `fen` is before the move. */
function head(
  judgement: string,
  isBest: boolean,
  fen: string,
  [before, after]: readonly [number, number],
): HTMLElement {
  const word = judgement === 'good' ? (isBest ? 'Best' : 'Good') : capital(judgement);
  const [was, now] = [percent(before), percent(after)];
  const chance = `${capital(turnOf(fen))}’s winning chance ${was === now ? now : `${was} → ${now}`}`;
  return h('div', { class: 'row' }, h('h2', { class: judgement }, word), h('span', { class: 'quiet' }, chance));
}

/** A move as the status says it: "12… Nf6??" */
export function nameOf(before: string, san: string, judgement = ''): string {
  return `${numberOf(before)} ${san}${SIGNS[judgement] ?? ''}`;
}
