/** Show two clocks next to a board; they count down from the server's seconds until it sends new ones. */

import { h } from './dom';
import { turnOf } from './placement';
import type { Game, Side } from './types';
import { capital } from './words';

const TICK = 200;

export class Clocks {
  readonly element = h('div', { class: 'clocks', role: 'timer', 'aria-label': 'Clocks', hidden: true });
  private names: readonly (readonly [string, Side])[] = [];
  private seconds: Readonly<Record<Side, number>> = { white: 0, black: 0 };
  private running: Side | null = null;
  private updated = 0;

  /** `over` is called when the side to move has no time left. */
  constructor(
    private readonly over: () => void,
    signal: AbortSignal,
  ) {
    const ticking = setInterval(() => this.draw(), TICK);
    signal.addEventListener('abort', () => clearInterval(ticking));
  }

  show({ clock, side, player, start, moves }: Game): void {
    this.element.hidden = clock === null;
    if (!clock) return;
    this.names = [
      ['You', side],
      [capital(player), side === 'white' ? 'black' : 'white'],
    ];
    this.set(clock, clock.is_running ? turnOf(moves.at(-1)?.fen ?? start) : null);
  }

  /** A move was made: the other clock runs until the server says how both stand. */
  press(): void {
    if (this.running)
      this.set(
        { ...this.seconds, [this.running]: this.left(this.running) },
        this.running === 'white' ? 'black' : 'white',
      );
  }

  private set({ white, black }: Readonly<Record<Side, number>>, running: Side | null): void {
    this.seconds = { white, black };
    this.running = running;
    this.updated = performance.now();
    this.draw();
  }

  private left(side: Side): number {
    return Math.max(0, this.seconds[side] - (side === this.running ? (performance.now() - this.updated) / 1000 : 0));
  }

  private draw(): void {
    this.element.replaceChildren(
      ...this.names.map(([name, side]) =>
        h('span', { class: side === this.running ? 'runs' : '' }, name, h('b', {}, clockWords(this.left(side)))),
      ),
    );
    if (this.running && this.left(this.running) === 0) {
      this.running = null;
      this.over();
    }
  }
}

/** `4:05`; the last ten seconds with their tenths. */
export function clockWords(seconds: number): string {
  if (seconds < 10) return `0:0${(Math.floor(10 * seconds) / 10).toFixed(1)}`;
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
