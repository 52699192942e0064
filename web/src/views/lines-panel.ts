/** Show the engine's lines for the position on the board, if the reader wants them. */

import { button, h, live, replace } from '../dom';
import { valueWords } from '../game-view';
import { moveName } from '../placement';
import { ask } from '../server';
import { attempt } from '../trouble';

export class LinesPanel {
  readonly element: HTMLElement;
  private readonly content = live({ class: 'stack lines' });
  private readonly toggle: HTMLInputElement;
  private fen = '';
  private asked = new AbortController();

  constructor(
    private readonly study: string | null,
    signal: AbortSignal,
  ) {
    this.toggle = h('input', { type: 'checkbox', onchange: () => void this.look() });
    signal.addEventListener('abort', () => this.asked.abort());
    this.element = h(
      'section',
      { class: 'card stack' },
      h('label', { class: 'check' }, this.toggle, 'Show the lines of the engine'),
      this.content,
    );
  }

  /** The board has moved on: abandon the request about the position before. */
  at(fen: string): void {
    if (fen === this.fen) return;
    this.fen = fen;
    void this.look();
  }

  private async look(): Promise<void> {
    this.asked.abort();
    this.asked = new AbortController();
    const { signal } = this.asked;
    replace(this.content);
    if (!this.toggle.checked || !this.fen) return;
    const { fen, study } = this;
    replace(this.content, h('p', { class: 'quiet thinking' }, 'Looking'));
    const seen = await attempt(
      () => ask('post', '/api/lines', { body: { fen, study }, signal }),
      trouble => replace(this.content, trouble),
    );
    if (!seen || signal.aborted) return;
    const words = { win: 'a win', draw: 'a draw', loss: 'a loss' };
    replace(
      this.content,
      seen.opening && h('p', {}, h('b', {}, seen.opening)),
      seen.tables && h('p', {}, `The tables: ${words[seen.tables]} for the side to move, with best play.`),
      h(
        'ol',
        { class: 'plain-list' },
        ...seen.lines.map(line =>
          h(
            'li',
            {},
            h('b', {}, valueWords(line.advantage)),
            ' ',
            line.moves
              .map((step, index) => {
                const before = line.moves[index - 1]?.fen ?? fen;
                return index === 0 || moveName(before, step).includes('. ') ? moveName(before, step) : step.san;
              })
              .join(' '),
          ),
        ),
      ),
      ...seen.theory.map(each => h('p', { class: 'quiet' }, `${each}.`)),
      h('p', { class: 'quiet' }, `By ${seen.engine}.`),
      button('Look again', () => void this.look(), { class: 'plain', hidden: seen.lines.length > 0 }),
    );
  }
}
