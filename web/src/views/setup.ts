/** Set up a position: choose a piece and press squares, or type the FEN. */

import { Chessground } from '@lichess-org/chessground';
import type { Color, Role } from '@lichess-org/chessground/types';

import { lookWherePressed } from '../board';
import { button, field, h, select } from '../dom';
import { START, boardWords, turnOf } from '../placement';
import { go, link } from '../router';

const ROLES: readonly Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
const CASTLING: Readonly<Record<'K' | 'Q' | 'k' | 'q', string>> = {
  K: 'White short',
  Q: 'White long',
  k: 'Black short',
  q: 'Black long',
};
type Hand = { role: Role; color: Color } | null;

export function setupView(fen: string): HTMLElement {
  const surface = h('div', { class: 'surface', role: 'img', 'aria-label': 'Board' });
  const ground = Chessground(surface, {
    fen,
    coordinates: true,
    movable: { free: true, color: 'both' },
    selectable: { enabled: false },
    premovable: { enabled: false },
    draggable: { deleteOnDropOff: true },
    drawable: { enabled: false },
    events: { change: () => written() },
  });
  new ResizeObserver(() => ground.redrawAll()).observe(surface);
  lookWherePressed(surface, ground);

  const turn = select(
    [
      { value: 'w', words: 'White' },
      { value: 'b', words: 'Black' },
    ],
    turnOf(fen) === 'white' ? 'w' : 'b',
    () => written(),
  );
  const text = h('input', {
    type: 'text',
    spellcheck: 'false',
    autocomplete: 'off',
    maxlength: 120,
    oninput: () => read(),
  });
  let hand: Hand = { role: 'queen', color: 'white' };

  const rights = (['K', 'Q', 'k', 'q'] as const).map(letter => ({
    letter,
    box: h('input', {
      type: 'checkbox',
      checked: (fen.split(' ')[2] ?? 'KQkq').includes(letter),
      onchange: () => written(),
    }),
  }));

  /** Castling is allowed where king and rook stand at home and the box is checked. */
  function castling(): string {
    const at = (key: 'a1' | 'e1' | 'h1' | 'a8' | 'e8' | 'h8', role: Role): boolean => {
      const piece = ground.state.pieces.get(key);
      return piece?.role === role && piece.color === (key.endsWith('1') ? 'white' : 'black');
    };
    const possible: Readonly<Record<string, boolean>> = {
      K: at('e1', 'king') && at('h1', 'rook'),
      Q: at('e1', 'king') && at('a1', 'rook'),
      k: at('e8', 'king') && at('h8', 'rook'),
      q: at('e8', 'king') && at('a8', 'rook'),
    };
    for (const { letter, box } of rights) box.disabled = !possible[letter];
    return (
      rights
        .filter(({ letter, box }) => possible[letter] && box.checked)
        .map(({ letter }) => letter)
        .join('') || '-'
    );
  }

  function written(): void {
    text.value = `${ground.getFen()} ${turn.value} ${castling()} - 0 1`;
    surface.setAttribute('aria-label', boardWords(text.value));
  }

  function read(): void {
    const [placement, side, may = '-'] = text.value.trim().split(/\s+/);
    if (!placement?.match(/^([1-8pnbrqkPNBRQK]+\/){7}[1-8pnbrqkPNBRQK]+$/)) return;
    ground.set({ fen: placement });
    turn.value = side === 'b' ? 'b' : 'w';
    for (const { letter, box } of rights) box.checked = may.includes(letter);
    castling();
    surface.setAttribute('aria-label', boardWords(placement));
  }

  surface.addEventListener(
    'pointerdown',
    event => {
      const key = ground.getKeyAtDomPos([event.clientX, event.clientY]);
      const there = key && ground.state.pieces.get(key);
      // A piece on this square is dragged instead, unless the hand removes pieces.
      if (!key || (there && hand)) return;
      ground.setPieces(new Map([[key, hand ?? undefined]]));
      if (!hand) ground.cancelMove();
      written();
    },
    { capture: true },
  );

  const choice = (words: string, chosen: Hand, name: string): HTMLElement => {
    const input = h('input', {
      type: 'radio',
      name: 'piece',
      class: 'unseen',
      checked: hand !== null && chosen?.role === hand.role && chosen.color === hand.color,
      onchange: () => {
        hand = chosen;
      },
    });
    return h(
      'label',
      { class: 'piece-choice', title: words },
      input,
      h('span', { class: `cg-wrap ${name}` }, chosen ? pictureOf(chosen) : '×'),
      h('span', { class: 'unseen' }, words),
    );
  };
  const palette = h(
    'fieldset',
    { class: 'palette' },
    h('legend', {}, 'Choose a piece, then press a square'),
    ...(['white', 'black'] as const).flatMap(color =>
      ROLES.map(role => choice(`${color} ${role}`, { role, color }, 'piece-picture')),
    ),
    choice('remove a piece', null, 'piece-none'),
  );
  const done = (event: SubmitEvent): void => {
    event.preventDefault();
    go(link(['analyse'], { fen: text.value.trim() }));
  };
  written();
  return h(
    'div',
    { class: 'table' },
    h('div', { class: 'board-column' }, h('div', { class: 'board' }, surface)),
    h(
      'form',
      { class: 'side', onsubmit: done },
      h('h1', { class: 'small' }, 'Set up a position'),
      palette,
      field('To move', turn),
      h(
        'fieldset',
        { class: 'row castling' },
        h('legend', {}, 'May castle'),
        ...rights.map(({ letter, box }) => h('label', { class: 'check' }, box, CASTLING[letter])),
      ),
      field('FEN', text, 'You can also type or paste a FEN.'),
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'submit', class: 'main' }, 'Analyse it'),
        button('Empty board', () => {
          ground.set({ fen: '8/8/8/8/8/8/8/8' });
          written();
        }),
        button('The start', () => {
          ground.set({ fen: START });
          written();
        }),
      ),
    ),
  );
}

/** A piece drawn in chessground's style. */
function pictureOf({ role, color }: { role: Role; color: Color }): HTMLElement {
  const picture = document.createElement('piece');
  picture.className = `${role} ${color}`;
  return picture;
}
