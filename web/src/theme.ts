/** Choose light or dark, at first as the system does, and the colours of the board. */

import { h, select } from './dom';

const KEY = 'motif-theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

type Theme = 'light' | 'dark';

function chosen(): Theme | null {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : null;
}

function apply(): Theme {
  const theme = chosen() ?? (dark.matches ? 'dark' : 'light');
  document.documentElement.dataset['theme'] = theme;
  return theme;
}

export function themeSwitch(label = 'Dark colours'): HTMLButtonElement {
  const element = h('button', { type: 'button', class: 'theme', role: 'switch', 'aria-label': label });
  const show = (): void => {
    const theme = apply();
    element.setAttribute('aria-checked', String(theme === 'dark'));
    element.textContent = theme === 'dark' ? '☾' : '☀';
    element.title = theme === 'dark' ? 'Dark; press for light' : 'Light; press for dark';
  };
  element.addEventListener('click', () => {
    localStorage.setItem(KEY, apply() === 'dark' ? 'light' : 'dark');
    show();
  });
  dark.addEventListener('change', show);
  show();
  return element;
}

const BOARD_KEY = 'motif-board';
const BOARDS = [
  { value: '', words: 'Green' },
  { value: 'brown', words: 'Brown' },
  { value: 'blue', words: 'Blue' },
  { value: 'grey', words: 'Grey' },
];

/** Give every board the colours that the reader chose. */
export function colourBoards(): void {
  document.documentElement.dataset['board'] = localStorage.getItem(BOARD_KEY) ?? '';
}

export function boardColours(): HTMLSelectElement {
  return select(BOARDS, localStorage.getItem(BOARD_KEY) ?? '', value => {
    localStorage.setItem(BOARD_KEY, value);
    colourBoards();
  });
}
