/** A board: chessground in Motif's colours. It draws a position, and lets the reader make legal moves on it. */

import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { DrawBrushes, DrawShape } from '@lichess-org/chessground/draw';
import type { Color, Key, MoveMetadata } from '@lichess-org/chessground/types';

import { h, replace } from './dom';
import { boardWords, squaresOf, turnOf } from './placement';
import type { Position, Step } from './types';

/** An arrow or a mark as Lichess writes it, `Ge2e4` or `Re5`; or an adviser's arrow in another colour. */
export type Drawn = string | { readonly move: string; readonly colour: string; readonly width?: number };

export interface Shown {
  readonly fen: string;
  readonly last?: string | null | undefined;
  readonly check?: boolean | undefined;
  readonly arrows?: readonly Drawn[];
  readonly marked?: readonly string[];
  /** The mark at the corner of the square where the last move ended, such as `??`. */
  readonly glyph?: string | undefined;
}

export interface BoardOptions {
  readonly orientation?: Color;
  readonly small?: boolean;
  readonly label?: string;
}

const INK: Readonly<Record<string, string>> = {
  G: '#0f6e45',
  R: '#b3321b',
  Y: '#b98500',
  B: '#245f9e',
  'adviser-0': '#17655f',
  'adviser-1': '#b3321b',
  'adviser-2': '#245f9e',
  'adviser-3': '#8a5a00',
  'adviser-4': '#7a3d8f',
  'adviser-5': '#4f6b12',
  'adviser-6': '#a3306b',
  'adviser-7': '#4a5560',
};
export const ADVISER_COLOURS = 8;

export function inkOf(colour: string): string {
  return INK[colour] ?? '#0f6e45';
}

/** chessground's names for what the reader draws with the right button and Shift, Alt or both. */
const BY_HAND = { green: INK['G'], red: INK['R'], blue: INK['B'], yellow: INK['Y'] };

const BRUSHES = Object.fromEntries(
  Object.entries({ ...INK, ...BY_HAND }).map(([key, color]) => [key, { key, color, opacity: 0.9, lineWidth: 9 }]),
) as unknown as DrawBrushes;

const calm = matchMedia('(prefers-reduced-motion: reduce)');

export class Board {
  readonly element: HTMLElement;
  private readonly surface: HTMLElement;
  private readonly choosing: HTMLElement;
  private readonly ground: Api;
  private readonly label: string;
  private legal: readonly Step[] = [];
  private answer: ((step: Step) => void) | null = null;
  /** Puts the board back as it was before a piece was moved. */
  private again: () => void = () => undefined;
  private shapes: readonly DrawShape[] = [];

  constructor(options: BoardOptions = {}) {
    this.label = options.label ?? 'Board';
    this.surface = h('div', { class: 'surface', role: 'img', 'aria-label': this.label });
    this.choosing = h('div', { class: 'promotion cg-wrap', hidden: true, role: 'group', 'aria-label': 'Promote to' });
    this.choosing.addEventListener('click', event => event.target === this.choosing && this.again());
    this.choosing.addEventListener('keydown', event => event.key === 'Escape' && this.again());
    this.element = h('div', { class: options.small ? 'board small' : 'board' }, this.surface, this.choosing);
    this.ground = Chessground(this.surface, {
      orientation: options.orientation ?? 'white',
      coordinates: !options.small,
      viewOnly: options.small ?? false,
      disableContextMenu: !options.small,
      animation: { enabled: !calm.matches, duration: 220 },
      movable: { free: false, showDests: true, events: { after: (from, to, how) => this.moved(from, to, how) } },
      draggable: { showGhost: true },
      premovable: { enabled: false },
      drawable: { enabled: !options.small, brushes: BRUSHES },
    });
    lookWherePressed(this.surface, this.ground);
    // A board is often made before it is on the page; it can only be drawn once it has a size.
    new ResizeObserver(() => this.redraw()).observe(this.surface);
  }

  get orientation(): Color {
    return this.ground.state.orientation;
  }

  /** Draw a position. Nothing can be moved on it until `ask`. */
  show({ fen, last, check, arrows = [], marked = [], glyph }: Shown): void {
    this.answer = null;
    this.legal = [];
    this.choosing.hidden = true;
    this.surface.setAttribute('aria-label', `${this.label}. ${boardWords(fen)}`);
    this.ground.set({
      fen,
      turnColor: turnOf(fen),
      lastMove: last ? squaresOf(last) : undefined,
      check: check ?? false,
      selected: undefined,
      movable: { color: undefined, dests: new Map() },
      premovable: { enabled: false },
      highlight: { custom: new Map(marked.map(key => [key as Key, 'marked'])) },
    });
    this.annotate(arrows, last, glyph);
  }

  /** Draw arrows, and a sign such as `??` at the corner of the square where the last move ended. */
  annotate(arrows: readonly Drawn[], last?: string | null, glyph = ''): void {
    const fill = glyph === '?!' ? '#855a00' : '#a93a23';
    this.draw(arrows, glyph && last ? [{ orig: squaresOf(last)[1], label: { text: glyph, fill } }] : []);
  }

  draw(arrows: readonly Drawn[], more: readonly DrawShape[] = []): void {
    this.shapes = [...arrows.map(shapeOf), ...more];
    this.redraw();
  }

  private redraw(): void {
    if (this.surface.clientWidth === 0) return;
    // chessground may have measured the board before it was on the page.
    this.ground.state.dom.bounds.clear();
    this.ground.setAutoShapes([...this.shapes]);
  }

  /** Draw a position and let a legal move be made on it. */
  ask(position: Position, answer: (step: Step) => void, shown: Omit<Shown, 'fen' | 'check'> = {}): void {
    this.show({ fen: position.fen, check: position.check !== null, ...shown });
    if (position.over) return;
    this.legal = position.moves;
    this.answer = answer;
    this.again = () => this.ask(position, answer, shown);
    this.ground.set({ movable: { color: position.turn, dests: destinations(position.moves) } });
  }

  /** While the opponent thinks: draw the position and let a side enter its next move in advance. */
  wait(side: Color, shown: Shown): void {
    this.show(shown);
    this.ground.set({ movable: { color: side, dests: new Map() }, premovable: { enabled: true, showDests: true } });
  }

  /** Play the move that was entered in advance if it is legal now; whether it was. */
  playAhead(): boolean {
    return this.ground.playPremove();
  }

  forgetAhead(): void {
    this.ground.cancelPremove();
  }

  turn(to?: Color): void {
    if (to === undefined || to !== this.orientation) this.ground.toggleOrientation();
  }

  private moved(from: Key, to: Key, { premove }: MoveMetadata): void {
    const moves = this.legal.filter(step => step.uci.startsWith(from + to));
    const [first] = moves;
    // A pawn that was moved in advance becomes a queen.
    const only = premove ? (moves.find(step => step.uci.endsWith('q')) ?? first) : first;
    if (moves.length > 1 && !premove) this.promote(moves, to);
    else if (only) this.answer?.(only);
  }

  /** Offer the pieces of a promotion on its square and the squares below it. */
  private promote(choices: readonly Step[], to: Key): void {
    const roles: Readonly<Record<string, string>> = { q: 'queen', n: 'knight', r: 'rook', b: 'bishop' };
    const color = to.endsWith('8') ? 'white' : 'black';
    const isTurned = this.orientation !== color;
    const file = 'abcdefgh'.indexOf(to.charAt(0));
    const column = this.orientation === 'white' ? file : 7 - file;
    const pieces = Object.entries(roles).flatMap(([letter, role], row) => {
      const step = choices.find(each => each.uci.endsWith(letter));
      if (!step) return [];
      const choose = (): void => {
        this.choosing.hidden = true;
        this.answer?.(step);
      };
      const name = role.charAt(0).toUpperCase() + role.slice(1);
      const piece = h('button', { type: 'button', 'aria-label': name, title: name, onclick: choose });
      piece.append(Object.assign(document.createElement('piece'), { className: `${role} ${color}` }));
      piece.style.left = `${column * 12.5}%`;
      piece.style.top = `${(isTurned ? 7 - row : row) * 12.5}%`;
      return [piece];
    });
    replace(this.choosing, ...pieces);
    this.choosing.hidden = false;
    pieces[0]?.focus();
  }
}

/** chessground remembers where the board is until the browser reports a scroll, which it does a frame late. */
export function lookWherePressed(surface: HTMLElement, ground: Api): void {
  surface.addEventListener('pointerdown', () => ground.state.dom.bounds.clear(), { capture: true, passive: true });
}

function destinations(moves: readonly Step[]): Map<Key, Key[]> {
  const reach = new Map<Key, Key[]>();
  for (const { uci } of moves) {
    const [from, to] = squaresOf(uci);
    reach.set(from, [...(reach.get(from) ?? []), to]);
  }
  return reach;
}

function shapeOf(drawn: Drawn): DrawShape {
  const [move, brush] = typeof drawn === 'string' ? [drawn.slice(1), drawn.charAt(0)] : [drawn.move, drawn.colour];
  const [from, to] = squaresOf(move);
  const shape: DrawShape = to ? { orig: from, dest: to, brush } : { orig: from, brush };
  return typeof drawn === 'string' || drawn.width === undefined
    ? shape
    : { ...shape, modifiers: { lineWidth: drawn.width } };
}

/** The arrow of a move that should have been played. */
export function moveArrow(uci: string): string {
  return `G${uci.slice(0, 4)}`;
}

/** A small board that only shows. */
export function picture(shown: Shown, options: BoardOptions = {}): HTMLElement {
  const board = new Board({ ...options, small: true });
  board.show(shown);
  return board.element;
}
