/** Make a move by keyboard: a field next to the board takes Nf3 or g1f3. */

import { h, replace } from './dom';
import type { Position, Step } from './types';

let fields = 0;

export class MoveField {
  readonly element: HTMLElement;
  private readonly input: HTMLInputElement;
  private readonly list: HTMLDataListElement;
  private readonly trouble: HTMLElement;
  private readonly play: HTMLButtonElement;
  private legal: readonly Step[] = [];

  constructor(private readonly answer: (step: Step) => void) {
    const id = `moves-${++fields}`;
    this.list = h('datalist', { id });
    this.input = h('input', {
      type: 'text',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      maxlength: 12,
      list: id,
      placeholder: 'Nf3 or g1f3',
      'aria-describedby': `${id}-trouble`,
      oninput: () => this.say(''),
    });
    this.play = h('button', { type: 'submit', 'aria-disabled': 'true' }, 'Play');
    this.trouble = h('p', { class: 'trouble', id: `${id}-trouble`, 'aria-live': 'assertive' });
    this.element = h(
      'form',
      { class: 'move-field', onsubmit: (event: SubmitEvent) => this.submit(event) },
      h('label', {}, h('span', { class: 'name' }, 'Your move'), this.input),
      this.play,
      this.list,
      this.trouble,
    );
  }

  /** Offer the moves of a position; null while no move is wanted. */
  offer(position: Position | null): void {
    this.legal = position && !position.over ? position.moves : [];
    replace(this.list, ...this.legal.map(step => h('option', { value: step.san })));
    // Stays enabled, so that it keeps the focus until the answer comes.
    this.play.setAttribute('aria-disabled', String(this.legal.length === 0));
    this.say('');
  }

  focus(): void {
    this.input.focus({ preventScroll: true });
  }

  private submit(event: SubmitEvent): void {
    event.preventDefault();
    const typed = this.input.value.trim();
    if (!typed || this.legal.length === 0) return;
    const step = read(typed, this.legal);
    if (step) {
      this.input.value = '';
      this.answer(step);
    } else this.say(`${typed} is not a legal move here.`);
  }

  private say(words: string): void {
    this.trouble.textContent = words;
    this.input.toggleAttribute('aria-invalid', words !== '');
  }
}

function plain(san: string): string {
  return san.replace(/[+#?!=x]/g, '').replaceAll('0', 'O');
}

/** The legal move that was meant; small letters will do where only one move fits. */
export function read(typed: string, legal: readonly Step[]): Step | undefined {
  const exact = legal.find(step => step.uci === typed.toLowerCase() || plain(step.san) === plain(typed));
  if (exact) return exact;
  const loose = legal.filter(step => plain(step.san).toLowerCase() === plain(typed).toLowerCase());
  return loose.length === 1 ? loose[0] : undefined;
}
