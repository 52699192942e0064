/** One game of a study: board, moves and curve; a mistake opens its reason, the better line, and the check. */

import { Board, type Drawn } from '../board';
import { Curve } from '../curve';
import { h, live, replace } from '../dom';
import { numberOf, squaresOf } from '../placement';
import { LineView, checkOf, pair } from '../reason';
import { type Visit, link, mark } from '../router';
import { ask } from '../server';
import type { Fault, Step, StudyGame, Told } from '../types';
import { percent } from '../words';
import { MoveList, Walk, walkButtons, walkByKeys } from '../walk';

const SIGNS: Readonly<Record<string, string>> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

export async function gameView(id: string, number: number, { query, signal }: Visit): Promise<HTMLElement> {
  const told = await ask('get', '/api/studies/{study}/games/{number}', { path: { study: id, number }, signal });
  return new GameView(told, query.get('ply'), signal).element;
}

class GameView {
  readonly element: HTMLElement;
  private readonly board: Board;
  private readonly list: MoveList;
  private readonly curve: Curve;
  private readonly status = live({ class: 'status' });
  private readonly reason = live({ class: 'stack reason' });
  private readonly main: Walk;
  /** The line beside the game that is stepped through now. */
  private aside: { walk: Walk; view: LineView } | null = null;
  private shownFault: Fault | null = null;

  constructor(private readonly told: StudyGame, ply: string | null, signal: AbortSignal) {
    const { game, steps, faults } = told;
    this.board = new Board({ orientation: game.is_white ? 'white' : 'black', label: 'The game' });
    this.list = new MoveList(index => this.main.go(index));
    this.list.show({ start: game.start, steps }, {
      kind: index => game.moves[index]?.judgement ?? '',
      sign: index => SIGNS[game.moves[index]?.judgement ?? ''] ?? '',
    });
    this.main = new Walk({ start: game.start, steps }, (index, step) => this.arrive(index, step));
    this.curve = new Curve(told.chances, told.curve_words, faults.map(fault => ({ index: fault.ply, kind: fault.judgement })), index => this.main.go(index));
    const current = (): Walk => this.aside?.walk ?? this.main;
    walkByKeys(current, signal, {
      ArrowUp: () => this.nextFault(-1),
      ArrowDown: () => this.nextFault(1),
      Escape: () => this.main.go(this.main.index),
    });
    this.element = h(
      'div',
      { class: 'stack' },
      h('p', {}, h('a', { href: link(['study', told.study]) }, 'Back to the study')),
      h('div', { class: 'table' },
        h('div', { class: 'board-column' }, this.board.element, this.status, walkButtons(current, () => this.board.turn()), this.curve.element),
        h('div', { class: 'side' }, this.head(), this.list.element, this.faultButtons(), this.reason),
      ),
    );
    this.main.go(ply === null ? (faults[0]?.ply ?? -1) : Number(ply));
  }

  private head(): HTMLElement {
    const { game } = this.told;
    const facts = [game.result, game.opening, game.date, game.event].filter(fact => fact && fact !== '?');
    return h('div', {}, h('h1', { class: 'small' }, `${game.white} – ${game.black}`), h('p', { class: 'quiet' }, facts.join(' · ')));
  }

  private faultButtons(): HTMLElement {
    const { faults } = this.told;
    if (faults.length === 0) return h('p', { class: 'quiet' }, 'No mistake of yours was found in this game.');
    return h(
      'div',
      { class: 'row faults', role: 'group', 'aria-label': 'Your mistakes' },
      ...faults.map(fault => h('button', { type: 'button', class: fault.judgement, 'data-ply': fault.ply, onclick: () => this.main.go(fault.ply) }, fault.name)),
    );
  }

  /** The main line has arrived after a move. */
  private arrive(index: number, step: Step | null): void {
    this.aside?.view.at(null);
    this.aside = null;
    const { game, chances, faults } = this.told;
    const fault = faults.find(each => each.ply === index) ?? null;
    this.board.show({ fen: step?.fen ?? game.start, last: step?.uci, check: step?.san.match(/[+#]$/) !== null && step !== null, arrows: fault ? arrowsOf(fault) : [] });
    this.status.textContent = step
      ? `${this.name(index)} · your chance ${percent(chances[index + 1] ?? 0.5)}`
      : `The start · your chance ${percent(chances[0] ?? 0.5)}`;
    this.list.at(index);
    this.curve.at(index);
    for (const each of this.element.querySelectorAll('.faults button')) {
      each.setAttribute('aria-pressed', String((each as HTMLElement).dataset['ply'] === String(index)));
    }
    if (fault) this.open(fault);
    else this.shownFault = null;
    if (!fault) replace(this.reason, this.hint(step?.fen ?? game.start));
    mark(link(['study', this.told.study, 'games', game.number], { ply: index }));
  }

  private name(index: number): string {
    const { game, steps } = this.told;
    const before = steps[index - 1]?.fen ?? game.start;
    return `${numberOf(before)} ${steps[index]?.san ?? ''}${SIGNS[game.moves[index]?.judgement ?? ''] ?? ''}`;
  }

  private hint(fen: string): HTMLElement {
    return h('p', { class: 'quiet' }, '← → step through the moves, ↑ ↓ go from mistake to mistake. ', h('a', { href: link(['explain'], { fen }) }, 'Explain this position'));
  }

  private open(fault: Fault): void {
    if (this.shownFault === fault) return;
    this.shownFault = fault;
    const { missed, allowed, better } = fault;
    const best = missed?.line ?? better;
    const lines: LineView[] = [];
    if (best.length) lines.push(this.line('Better', fault.fen, best, missed));
    if (allowed?.line.length) lines.push(this.line('Punished by', allowed.fen, allowed.line, allowed));
    const motif = allowed?.motif ?? missed?.motif;
    const orientation = this.told.game.is_white ? 'white' : 'black';
    const checks = [missed, allowed].flatMap(side => (side ? (checkOf(side) ?? []) : []));
    replace(
      this.reason,
      h('div', { class: 'row' }, h('h2', { class: fault.judgement }, fault.name), h('span', { class: 'quiet' }, `−${percent(fault.lost)} winning chance`), motif && h('span', { class: 'tag' }, motif)),
      h('p', {}, fault.sentence),
      ...lines.map(line => line.element),
      ...checks.map(check => pair(check, orientation)),
      this.hint(fault.fen),
    );
  }

  private line(name: string, start: string, steps: readonly Step[], told: Told | null): LineView {
    return new LineView({ name, start, steps }, (view, chosen) => {
      if (this.aside?.view !== view) this.aside?.view.at(null);
      const walk = new Walk(view.line, (index, step) => {
        view.at(index);
        this.board.show({ fen: step?.fen ?? start, last: step?.uci, arrows: index < 0 ? (told?.arrows ?? firstMove(steps)) : [] });
        const before = steps[index - 1]?.fen ?? start;
        this.status.textContent = step ? `${name} ${numberOf(before)} ${step.san}` : `${name} …`;
      });
      this.aside = { walk, view };
      walk.go(chosen);
    });
  }

  private nextFault(by: 1 | -1): void {
    const plies = this.told.faults.map(fault => fault.ply);
    const next = by > 0 ? plies.find(ply => ply > this.main.index) : plies.findLast(ply => ply < this.main.index);
    if (next !== undefined) this.main.go(next);
  }
}

/** What the mistake allowed is drawn on the board after it; else the move that should have been played. */
function arrowsOf(fault: Fault): readonly Drawn[] {
  return fault.allowed?.arrows ?? firstMove(fault.missed?.line ?? fault.better);
}

function firstMove(steps: readonly Step[]): readonly Drawn[] {
  const [step] = steps;
  if (!step) return [];
  const [from, to] = squaresOf(step.uci);
  return [{ from, to, colour: 'green' }];
}
