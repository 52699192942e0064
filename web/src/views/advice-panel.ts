/** The advisers, each in a colour, with their advice and their arrows on the board. */

import { ADVISER_COLOURS, type Drawn, inkOf } from '../board';
import { button, h, live, replace, s } from '../dom';
import { ask } from '../server';
import { attempt } from '../trouble';
import type { Advice, Adviser } from '../types';

export class AdvicePanel {
  readonly element: HTMLElement;
  private readonly list = h('ul', { class: 'advice' });
  private readonly status = live({ class: 'quiet' });
  private readonly who = h('div', { class: 'row who-to-ask' });
  private advisers: readonly Adviser[] = [];
  private readonly chosen = new Set<string>();
  private fen = '';
  private given: { adviser: Adviser; advice: Advice }[] = [];
  private asked = 0;

  constructor(
    private readonly draw: (arrows: readonly Drawn[]) => void,
    private readonly signal: AbortSignal,
  ) {
    this.element = h(
      'section',
      { class: 'card stack' },
      h(
        'div',
        { class: 'row between' },
        h('h2', {}, 'The advisers'),
        button('Ask every adviser', () => void this.askAll(), { class: 'main' }),
      ),
      h('details', { ontoggle: () => void this.load() }, h('summary', {}, 'Which advisers'), this.who),
      this.status,
      this.list,
    );
  }

  /** Remove the advice about the position before. */
  at(fen: string): void {
    if (fen === this.fen) return;
    this.fen = fen;
    this.asked += 1;
    this.given = [];
    replace(this.list);
    this.status.textContent = '';
  }

  /** Fetch the list of advisers once, when the reader first opens it. */
  private async load(): Promise<void> {
    if (this.advisers.length) return;
    const advisers = await attempt(
      () => ask('get', '/api/advisers', { signal: this.signal }),
      trouble => replace(this.list, trouble),
    );
    this.advisers = advisers ?? [];
    for (const adviser of this.advisers) if (adviser.by_default) this.chosen.add(adviser.name);
    replace(
      this.who,
      ...this.advisers.map((adviser, index) => {
        const box = h('input', {
          type: 'checkbox',
          checked: adviser.by_default,
          onchange: () => {
            if (box.checked) this.chosen.add(adviser.name);
            else this.chosen.delete(adviser.name);
          },
        });
        return h('label', { class: 'check', title: adviser.summary }, box, dot(index), adviser.name);
      }),
    );
  }

  /** Ask each adviser separately, so that the quick ones need not wait for the slow. */
  private async askAll(): Promise<void> {
    const turn = ++this.asked;
    await this.load();
    if (turn !== this.asked) return;
    this.given = [];
    const asked = this.advisers.filter(adviser => this.chosen.has(adviser.name));
    let left = asked.length;
    replace(this.list);
    this.status.textContent = left ? `Asking ${left}.` : 'Choose an adviser.';
    await Promise.all(
      asked.map(async adviser => {
        const advice = await attempt(
          () => ask('post', '/api/advise', { body: { fen: this.fen, advisers: [adviser.name] }, signal: this.signal }),
          trouble => {
            if (turn === this.asked) this.list.append(h('li', {}, h('b', {}, adviser.name), trouble));
          },
        );
        if (turn !== this.asked) return;
        left -= 1;
        const [best] = advice ?? [];
        if (best) this.add(adviser, best);
        const silent = asked.length - this.given.length;
        this.status.textContent = left
          ? `${left} still ${left === 1 ? 'thinks' : 'think'}.`
          : silent
            ? `${this.given.length} of ${asked.length} have advice.`
            : '';
      }),
    );
  }

  private add(adviser: Adviser, advice: Advice): void {
    this.given.push({ adviser, advice });
    // Keep the order of the list, not the order of the answers.
    this.given.sort((one, other) => this.advisers.indexOf(one.adviser) - this.advisers.indexOf(other.adviser));
    replace(this.list, ...this.given.map(each => this.row(each.adviser, each.advice)));
    this.drawAll();
  }

  private row(adviser: Adviser, advice: Advice): HTMLElement {
    const only = (): void => this.draw([...advice.arrows, this.arrow(adviser, advice)]);
    const gain =
      advice.weight === null ? '' : `${advice.weight >= 0 ? '+' : '−'}${Math.abs(advice.weight / 100).toFixed(1)}`;
    return h(
      'li',
      {},
      h(
        'button',
        { type: 'button', class: 'advice-row', onclick: only, title: 'Show only this' },
        h(
          'span',
          { class: 'row' },
          dot(this.advisers.indexOf(adviser)),
          h('b', {}, adviser.name),
          h('span', { class: 'san' }, advice.san),
          gain && h('span', { class: 'quiet', title: 'Expected gain in pawns over the average move' }, gain),
        ),
        h('span', { class: 'because' }, advice.because),
      ),
    );
  }

  private arrow(adviser: Adviser, advice: Advice, width?: number): Drawn {
    const arrow = { move: advice.move, colour: colourOf(this.advisers.indexOf(adviser)) };
    return width === undefined ? arrow : { ...arrow, width };
  }

  /** Where several advise the same move, each next arrow is thinner, so that every colour is seen. */
  private drawAll(): void {
    const times = new Map<string, number>();
    this.draw(
      this.given.map(({ adviser, advice }) => {
        const nth = times.get(advice.move) ?? 0;
        times.set(advice.move, nth + 1);
        return this.arrow(adviser, advice, Math.max(2, 13 - 4 * nth));
      }),
    );
  }
}

function colourOf(index: number): string {
  return `adviser-${index % ADVISER_COLOURS}`;
}

function dot(index: number): SVGSVGElement {
  return s(
    'svg',
    { class: 'ink', viewBox: '0 0 10 10', 'aria-hidden': 'true' },
    s('circle', { cx: 5, cy: 5, r: 5, fill: inkOf(colourOf(index)) }),
  );
}
