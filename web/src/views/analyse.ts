/** Analyse: the board on which a player looks at a game or a position, with a coach who says why. */

import { AnalysisStore } from '../analyse/store';
import { CoachCard, nameOf } from '../analyse/card';
import { GameHead } from '../analyse/head';
import { Graph } from '../analyse/graph';
import { takeBegun } from '../analyse/begin';
import { PasteBox } from '../analyse/paste';
import type { Pictured } from '../analyse/picture';
import { shareButtons } from '../analyse/share';
import { Sheet, judgementOf } from '../analyse/sheet';
import { boardOf, positionOf, stepsOf } from '../analyse/chess';
import { reasonsOf } from '../analyse/reasons';
import { asideOf, mainOf, movesTo } from '../analyse/tree';
import { Board } from '../board';
import { button, h, isTyping, replace } from '../dom';
import { MoveField } from '../move-field';
import { START, turnOf } from '../placement';
import { ReasonView, SIGNS } from '../reason';
import { type Visit, go, link, mark } from '../router';
import { Problem, address, ask, connection, follow, isOver } from '../server';
import type { Analysis } from '../types';
import { AdvicePanel } from './advice-panel';
import { engineLine } from './engine-line';
import { LinesPanel } from './lines-panel';
import { recentGames } from './recent-games';
import { setupView } from './setup';
import { capital } from '../words';

export async function analyse(visit: Visit): Promise<HTMLElement> {
  const {
    parts: [, id],
    query,
    signal,
  } = visit;
  const fen = query.get('fen') ?? START;
  if (id === 'setup') return setupView(fen);
  const study = query.get('study');
  const list = (name: string): string[] => (query.get(name) ?? '').split(',').filter(Boolean);
  if (id) {
    const game = takeBegun(id) ?? (await ask('get', '/api/analyses/{analysis}', { path: { analysis: id }, signal }));
    const store = new AnalysisStore(game.start, game.moves, game, reasonsOf(study));
    const view = new AnalyseView(store, study, visit);
    const ply = query.get('ply');
    if (ply === null) store.go(store.tree.root);
    else store.go(store.tree.follow(store.tree.mainAt(Number(ply)), list('line')));
    const events = address('/api/analyses/{analysis}/events', { analysis: game.id });
    // The reader chooses whose mistakes are reviewed.
    if (!isOver(game)) follow<Analysis>(events, ({ side, ...news }) => store.update(news), signal);
    return view.element;
  }
  if (!boardOf(fen))
    throw new Problem('This is not a position that can be analysed.', 'Paste a FEN of a legal position.', 422);
  const steps = stepsOf(fen, list('moves'));
  const store = new AnalysisStore(fen, steps, null, reasonsOf(study));
  const view = new AnalyseView(store, study, visit);
  view.board.turn(turnOf(fen));
  store.go(store.tree.mainAt(Number(query.get('at') ?? steps.length - 1)));
  return view.element;
}

/** The parts of a view around a game, such as links to its study. */
export interface Around {
  readonly head: HTMLElement;
  /** Who evaluated the game, as a sentence. */
  readonly source: string;
  /** Links about the move on the board. */
  about(ply: number): HTMLElement;
  /** The board has come to this move of the game, or to a variation of it. */
  arrived(ply: number, line: readonly string[]): void;
  /** Where to go from the first mistake back, and from the last one on. */
  beyond(by: 1 | -1): string | null;
}

export class AnalyseView {
  readonly element: HTMLElement;
  readonly board = new Board({ label: 'The board' });
  private readonly card: CoachCard;
  private readonly moves: MoveField;
  private readonly lines: LinesPanel;
  private readonly advice: AdvicePanel;
  private readonly bar = h('div', { class: 'eval', 'aria-hidden': 'true' }, h('div', {}));
  private readonly before = button('◀ mistake', () => this.toMistake(-1), { class: 'to-mistake' });
  private readonly after = button('mistake ▶', () => this.toMistake(1), { class: 'to-mistake' });
  private readonly about = h('div', { class: 'row about-move' });

  constructor(
    private readonly store: AnalysisStore,
    private readonly study: string | null,
    { signal }: Pick<Visit, 'signal'>,
    private readonly around: Around | null = null,
  ) {
    this.card = new CoachCard(store);
    this.moves = new MoveField(step => store.play(step));
    this.lines = new LinesPanel(study, signal);
    this.advice = new AdvicePanel(arrows => this.board.draw(arrows), signal);
    const paste = new PasteBox(signal);
    const graph = new Graph(store);
    const head = new GameHead(store, side => this.board.turn(side), around?.source).element;
    // Nothing is given yet: a new reader pastes a game first.
    const isFront = !store.game && store.tree.start === START && !store.tree.root.children.length;
    const takeBack = button('Take the move back', () => store.takeBack(), { class: 'plain' });
    this.element = h(
      'div',
      { class: store.game ? 'analyse' : 'analyse no-game' },
      h(
        'div',
        { class: 'board-side' },
        h('div', { class: 'board-column board-and-bar', tabindex: -1 }, this.bar, this.board.element),
        this.walkButtons(),
        graph.element,
      ),
      h(
        'div',
        { class: 'coach-side' },
        isFront && h('div', { class: 'intro' }, head, paste.element),
        around?.head,
        this.card.element,
        h(
          'div',
          { class: 'sheet-column' },
          !isFront && head,
          new Sheet(store).element,
          around && this.about,
          isFront && recentGames(signal),
          this.moves.element,
          more('More about this position', this.lines.element, this.advice.element, takeBack),
          more(
            'Share',
            shareButtons(store, () => this.pictured()),
          ),
          !isFront && more('Another game or position', paste.element),
          !store.game && engineLine(study, signal),
        ),
      ),
    );
    if (store.game?.side === 'black') this.board.turn('black');
    store.on('at', () => this.arrive());
    store.on('game', () => this.showMarks());
    store.on('reason', () => this.drawArrows());
    this.listenToKeys(signal);
    signal.addEventListener('abort', () => store.stopPlaying());
    // When Motif runs again, repeat the requests that failed because it did not.
    const isBack = (event: Event): void => {
      if ((event as CustomEvent<boolean>).detail && store.knownOf(store.at).error !== undefined) store.again();
    };
    connection.addEventListener('changed', isBack, { signal });
  }

  private walkButtons(): HTMLElement {
    const { store } = this;
    const step = (words: string, sign: string, act: () => void): HTMLElement =>
      button(sign, act, { 'aria-label': words, title: words });
    const mistakes = store.game ? [this.before, this.after] : [];
    return h(
      'div',
      { class: 'walk', role: 'group', 'aria-label': 'Step through the moves' },
      step('To the start', '«', () => store.toEnd(-1)),
      step('One move back', '‹', () => store.step(-1)),
      step('One move on', '›', () => store.step(1)),
      step('To the end', '»', () => store.toEnd(1)),
      ...mistakes,
      step('Turn the board', '⇅', () => this.turn()),
    );
  }

  /** What the board and the card show, for a picture to share. */
  private pictured(): Pictured {
    const { store } = this;
    const node = store.shown;
    const explanation = node === store.at ? store.knownOf(node).explanation : undefined;
    return {
      fen: node.fen,
      orientation: this.board.orientation,
      last: node.step?.uci,
      arrows: explanation ? ReasonView.arrowsOf(explanation) : [],
      title: this.statusOf(null),
      sentence: explanation?.sentence ?? '',
    };
  }

  private turn(): void {
    this.board.turn();
    this.drawBar();
  }

  private listenToKeys(signal: AbortSignal): void {
    const { store } = this;
    const keys: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => store.step(-1),
      ArrowRight: () => store.step(1),
      ArrowUp: () => this.toMistake(-1),
      ArrowDown: () => this.toMistake(1),
      Home: () => store.toEnd(-1),
      End: () => store.toEnd(1),
      Escape: () => store.back(),
      f: () => this.turn(),
    };
    document.addEventListener(
      'keydown',
      event => {
        const act = keys[event.key];
        if (!act || isTyping(event)) return;
        event.preventDefault();
        act();
      },
      { signal },
    );
  }

  private toMistake(by: 1 | -1): void {
    const beyond = this.store.mistakeFrom(by) === undefined ? this.around?.beyond(by) : null;
    if (beyond) go(beyond);
    else this.store.toMistake(by);
  }

  /** The board shows the current move, or the line that is looked at. */
  private arrive(): void {
    const { store } = this;
    const { preview } = store;
    const node = store.shown;
    const shown = preview ? (preview.steps[preview.index]?.fen ?? preview.start) : node.fen;
    const last = preview ? preview.steps[preview.index]?.uci : node.step?.uci;
    const position = positionOf(shown);
    const isBefore = preview !== null && preview.index < 0;
    const marks = { last, marked: isBefore ? preview.marked : [], arrows: isBefore ? preview.arrows : [] };
    // A board without the cause may be one that no game can reach; it is shown all the same.
    if (position && (!preview || preview.base)) this.board.ask(position, step => store.play(step), marks);
    else this.board.show({ fen: shown, ...marks });
    this.moves.offer(position);
    this.lines.at(shown);
    this.advice.at(shown);
    this.card.say(this.statusOf(position?.over ?? null));
    this.drawArrows();
    this.drawBar();
    this.write();
    this.showMistakeButtons();
  }

  private statusOf(over: { result: string; words: string } | null): string {
    const { at, preview } = this.store;
    if (preview) {
      const step = preview.steps[preview.index];
      const before = preview.steps[preview.index - 1]?.fen ?? preview.start;
      return `${preview.name}: ${step ? nameOf(before, step.san) : '…'}`;
    }
    const { shown } = this.store;
    if (!at.step) return this.store.game ? 'The start of the game' : '';
    if (shown !== at) return `${capital(turnOf(shown.fen))} to move`;
    const name = nameOf(at.parent?.fen ?? at.fen, at.step.san, judgementOf(this.store, at));
    return over ? `${name} · ${over.result}, ${over.words}` : name;
  }

  /** The arrows of the reason, at the move that it is about. */
  private drawArrows(): void {
    const { at, preview, task } = this.store;
    if (preview) return;
    const { explanation } = this.store.knownOf(at);
    this.card.say(this.statusOf(positionOf(at.fen)?.over ?? null));
    const arrows = explanation ? ReasonView.arrowsOf(explanation) : [];
    if (task === 'look') this.board.annotate(arrows, at.step?.uci, SIGNS[judgementOf(this.store, at)]);
    this.drawBar();
  }

  private drawBar(): void {
    const chance = this.store.chanceAt(this.store.at);
    const fill = this.bar.firstElementChild as HTMLElement;
    if (chance !== null) fill.style.height = `${Math.round(1000 * chance) / 10}%`;
    this.bar.classList.toggle('turned', this.board.orientation === 'black');
  }

  private showMarks(): void {
    this.drawArrows();
    this.showMistakeButtons();
  }

  private showMistakeButtons(): void {
    // Stays enabled for the focus, and says to those who hear it that there is no other.
    const isThere = (by: 1 | -1): boolean =>
      this.store.mistakeFrom(by) !== undefined || Boolean(this.around?.beyond(by));
    this.before.setAttribute('aria-disabled', String(!isThere(-1)));
    this.after.setAttribute('aria-disabled', String(!isThere(1)));
  }

  /** Where the board is, in the address: it can be bookmarked and survives a reload. */
  private write(): void {
    const { at, game, tree } = this.store;
    if (this.around) {
      this.around.arrived(mainOf(at).ply, asideOf(at));
      replace(this.about, this.around.about(mainOf(at).ply));
      return;
    }
    if (game) {
      const line = asideOf(at).join(',') || null;
      mark(link(['analyse', game.id], { study: this.study, ply: mainOf(at).ply, line }));
      return;
    }
    let end = at;
    while (end.children[0]) end = end.children[0];
    const moves = movesTo(end);
    const place = { study: this.study, fen: tree.start === START ? null : tree.start, moves: moves.join(',') || null };
    mark(link(['analyse'], { ...place, at: end === at ? null : at.ply }));
  }
}

/** A folded part of the page. */
function more(title: string, ...content: readonly HTMLElement[]): HTMLElement {
  return h('details', { class: 'more' }, h('summary', {}, title), h('div', { class: 'stack' }, ...content));
}
