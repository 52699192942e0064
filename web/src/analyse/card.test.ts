// @vitest-environment happy-dom
/** The coach card and the move list as a reader sees them: words, buttons, marks. */

import { beforeAll, expect, it, vi } from 'vitest';

import { START } from '../placement';
import type { Explanation } from '../types';
import { stepsOf } from './chess';
import { CoachCard } from './card';
import { gameOf, step, storeOf } from './fixtures';
import { Sheet } from './sheet';
import type { AnalysisStore } from './store';

const BEFORE = stepsOf(START, ['f2f3', 'e7e5'])[1]?.fen ?? '';
const AFTER = stepsOf(BEFORE, ['g2g4'])[0]?.fen ?? '';

/** 2. g4 allows mate in one; with a pawn still on g2 it would not be mate. */
const ALLOWED = {
  fen: BEFORE,
  played: stepsOf(BEFORE, ['g2g4'])[0],
  verdict: { judgement: 'blunder', before: 0.4, after: 0 },
  sentence: 'g4 allows Qh4#. Better is e4.',
  point: {
    side: 'allowed',
    fen: AFTER,
    line: stepsOf(AFTER, ['d8h4']),
    arrows: ['Rd8h4'],
    check: { fen: AFTER, ply: 0, squares: ['g2'], result: 'With the pawn still on g2, Qh4+ would be no mate.' },
  },
  also: null,
  better: { kind: 'space', reason: 'It takes space.', line: stepsOf(BEFORE, ['e2e4']) },
  motifs: [],
} as unknown as Explanation;

beforeAll(() => {
  // The store waits before it asks for a reason; no test here needs the answer.
  vi.useFakeTimers();
});

function explained(): [AnalysisStore, CoachCard] {
  const [store] = storeOf();
  store.update({ mistakes: { 2: ALLOWED } });
  const card = new CoachCard(store);
  store.go(store.tree.mainAt(2));
  return [store, card];
}

function press(card: CoachCard, words: string): void {
  const found = [...card.element.querySelectorAll('button')].find(each => each.textContent === words);
  if (!found) throw new Error(`there is no button “${words}”`);
  found.click();
}

it('says the verdict, what it cost and why, and answers what a pupil asks', () => {
  const [, card] = explained();
  expect(card.element.querySelector('h2')?.textContent).toBe('Blunder');
  expect(card.element.textContent).toContain('winning chance 40 % → 0 %');
  expect(card.element.textContent).toContain(ALLOWED.sentence);
  const asks = [...card.element.querySelectorAll('.asks button')].map(each => each.textContent);
  expect(asks).toEqual(['Show me', 'What instead?', 'Test it', 'Find a better move', 'Why not …?']);
});

it('shows the reply, the better move and the board without the cause', () => {
  const [store, card] = explained();
  press(card, 'Show me');
  expect(store.preview).toMatchObject({ name: 'The reply', start: AFTER, index: 0 });
  press(card, 'Back to the game');
  expect(store.preview).toBeNull();
  press(card, 'What instead?');
  expect(store.preview).toMatchObject({ name: 'Better', start: BEFORE });
  press(card, 'Test it');
  expect(store.preview).toMatchObject({ marked: ['g2'], words: 'With the pawn still on g2, Qh4+ would be no mate.' });
});

it('hides the answer while a better move is looked for, and says whether it was found', () => {
  const [store, card] = explained();
  press(card, 'Find a better move');
  expect(card.element.textContent).toContain('g4 was a blunder. Play a better move.');
  expect(card.element.textContent).not.toContain('e4');
  store.play(step(store, 'e4'));
  expect(card.element.textContent).toContain('Looking at e4');
});

it('asks for a move to explain instead', () => {
  const [store, card] = explained();
  press(card, 'Why not …?');
  expect(card.element.textContent).toContain('Play the move that you would rather have played than g4.');
  press(card, 'Back to the game');
  expect(store.task).toBe('look');
});

it('says nothing about a move at the start of a game', () => {
  const [store] = storeOf();
  const card = new CoachCard(store);
  store.go(store.tree.root);
  card.say('The start of the game');
  expect(card.element.querySelector('h2')?.textContent).toBe('White to move');
  expect(card.element.querySelector('.status')?.textContent).toBe('The start of the game');
});

it('lists the moves with numbers, marks and variations', () => {
  const [store] = storeOf(gameOf(['inaccuracy', 'good', 'blunder', 'good']));
  const sheet = new Sheet(store);
  expect(sheet.element.textContent).toBe('1. f3?!e52. g4??Qh4#');
  store.go(store.tree.mainAt(1));
  store.play(step(store, 'e4'));
  expect(sheet.element.querySelector('.variation')?.textContent).toBe('2. e4');
  expect(sheet.element.querySelector('[aria-current]')?.textContent).toBe('e4');
});
