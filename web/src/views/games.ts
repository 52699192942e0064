/** My games: every game that was opened, with its result, opening, accuracy and mistakes. */

import { PasteBox } from '../analyse/paste';
import { askedOnce, button, field, h, live, replace, select } from '../dom';
import { type Visit, link, mark } from '../router';
import { address, ask, follow, isOver } from '../server';
import { attempt, empty } from '../trouble';
import type { AnalysisSummary, Side } from '../types';
import { accuracyWords, playersOf, plural } from '../words';

const ORDERS: Readonly<Record<string, (one: AnalysisSummary, other: AnalysisSummary) => number>> = {
  'Newest first': (one, other) => other.created.localeCompare(one.created),
  'Most mistakes first': (one, other) => (mistakesOf(other) ?? -1) - (mistakesOf(one) ?? -1),
  'Lowest accuracy first': (one, other) => (accuracyOf(one) ?? 101) - (accuracyOf(other) ?? 101),
  'By opening': (one, other) => one.opening.localeCompare(other.opening),
};
const USUAL = 'Newest first';

export function gamesTabs(current: 'games' | 'study'): HTMLElement {
  const tab = (name: 'games' | 'study', words: string): HTMLElement =>
    h('a', { href: link([name]), 'aria-current': name === current ? 'page' : null }, words);
  return h('nav', { class: 'shelves', 'aria-label': 'My games' }, tab('games', 'Games'), tab('study', 'Study'));
}

export async function games({ query, signal }: Visit): Promise<HTMLElement> {
  const list = new GameList(await ask('get', '/api/analyses', { signal }), query, signal);
  return h(
    'div',
    { class: 'stack wide-gap' },
    gamesTabs('games'),
    h('h1', {}, 'My games'),
    list.element,
    h('section', { class: 'card stack' }, h('h2', {}, 'Add games'), new PasteBox(signal).element),
  );
}

class GameList {
  readonly element = h('section', { class: 'stack' });
  private readonly rows = h('ol', { class: 'plain-list my-games' });
  private readonly said = live({ class: 'quiet' });
  private readonly search = h('input', { type: 'text', autocomplete: 'off', oninput: () => this.draw() });
  private readonly order: HTMLSelectElement;
  private readonly analyseButton = button('Analyse all', () => void this.analyseAll());
  private isRunning = false;

  constructor(
    private all: AnalysisSummary[],
    query: URLSearchParams,
    private readonly signal: AbortSignal,
  ) {
    const order = query.get('order') ?? USUAL;
    const choices = Object.keys(ORDERS).map(words => ({ value: words, words }));
    this.order = select(choices, order in ORDERS ? order : USUAL, () => this.draw());
    this.search.value = query.get('search') ?? '';
    if (all.length === 0) {
      replace(
        this.element,
        empty('No game yet', 'Paste a game below, drop a file, or open a game on the page Analyse.'),
      );
      return;
    }
    replace(
      this.element,
      h('div', { class: 'fields' }, field('Search', this.search), field('Order', this.order), this.analyseButton),
      this.said,
      this.rows,
    );
    this.draw();
  }

  private get waiting(): AnalysisSummary[] {
    return this.all.filter(game => game.state === 'waiting');
  }

  private draw(): void {
    const words = this.search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const shown = this.all.filter(({ white, black, opening, date }) => {
      const text = [white, black, opening, date].join(' ').toLowerCase();
      return words.every(word => text.includes(word));
    });
    this.analyseButton.hidden = this.waiting.length === 0;
    shown.sort(ORDERS[this.order.value]);
    const items = shown.map(game => this.row(game));
    replace(this.rows, ...(items.length ? items : [h('li', { class: 'quiet' }, 'There are none.')]));
    const order = this.order.value === USUAL ? null : this.order.value;
    mark(link(['games'], { order, search: this.search.value.trim() || null }));
  }

  private row(game: AnalysisSummary): HTMLElement {
    const { id, result, opening, date, state } = game;
    const found = mistakesOf(game);
    const standing = { waiting: 'not analysed yet', running: 'being analysed', failed: 'not analysed', finished: '' }[
      state
    ];
    const facts = [
      result,
      opening,
      date,
      accuracyWords(game.accuracy, game.side),
      found === null ? standing : plural(found, 'mistake'),
    ];
    return h(
      'li',
      { class: 'row between' },
      h(
        'a',
        { href: link(['analyse', id]) },
        h('b', {}, playersOf(game)),
        h('span', { class: 'quiet' }, facts.filter(fact => fact && fact !== '*').join(' · ')),
      ),
      askedOnce('Delete', 'Yes, delete', () => void this.remove(id)),
    );
  }

  private async remove(id: string): Promise<void> {
    const isGone = await attempt(
      () => ask('delete', '/api/analyses/{analysis}', { path: { analysis: id } }).then(() => true),
      trouble => replace(this.said, trouble),
    );
    if (!isGone) return;
    this.all = this.all.filter(game => game.id !== id);
    this.draw();
  }

  /** Analyse the games that wait, one after the other. */
  private async analyseAll(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    for (const [done, { id }] of this.waiting.entries()) {
      if (this.signal.aborted) return;
      replace(this.said, `Analysing game ${done + 1} of ${done + this.waiting.length}.`);
      await analysed(id, this.signal);
      const all = await attempt(
        () => ask('get', '/api/analyses', { signal: this.signal }),
        trouble => replace(this.said, trouble),
      );
      if (!all) break;
      this.all = all;
      this.draw();
    }
    this.isRunning = false;
    replace(this.said, 'All games are analysed.');
  }
}

/** Wait until a game is analysed; its stream of events begins that. */
function analysed(id: string, signal: AbortSignal): Promise<void> {
  return new Promise(done => {
    signal.addEventListener('abort', () => done());
    follow(address('/api/analyses/{analysis}/events', { analysis: id }), now => isOver(now) && done(), signal);
  });
}

function sidesOf({ side }: AnalysisSummary): readonly Side[] {
  return side ? [side] : ['white', 'black'];
}

/** The mistakes of the reader, or of both sides; null until the game is analysed. */
function mistakesOf(game: AnalysisSummary): number | null {
  const { mistakes } = game;
  return mistakes && sidesOf(game).reduce((sum, side) => sum + mistakes[side], 0);
}

/** The accuracy of the reader, or the lower one. */
function accuracyOf(game: AnalysisSummary): number | null {
  const known = sidesOf(game).flatMap(side => game.accuracy?.[side] ?? []);
  return known.length ? Math.min(...known) : null;
}
