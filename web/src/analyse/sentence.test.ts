// @vitest-environment happy-dom
/** Moves in a sentence can be pressed; squares cannot. */

import { expect, it } from 'vitest';

import { START } from '../placement';
import type { Explanation } from '../types';
import { stepsOf } from './chess';
import { type Mentioned, sentenceOf } from './sentence';

const BEFORE = stepsOf(START, ['f2f3', 'e7e5'])[1]?.fen ?? '';
const [PLAYED] = stepsOf(BEFORE, ['g2g4']);
const REPLY = stepsOf(PLAYED?.fen ?? '', ['d8h4']);
const BETTER = stepsOf(BEFORE, ['e2e4', 'b8c6']);

const ABOUT = {
  fen: BEFORE,
  played: PLAYED,
  point: { side: 'allowed', fen: PLAYED?.fen, line: REPLY },
  also: null,
  better: { kind: 'space', reason: '', line: BETTER },
} as unknown as Explanation;

function pressed(text: string): [string | null, Mentioned][] {
  const shown: Mentioned[] = [];
  const element = sentenceOf(text, ABOUT, move => shown.push(move));
  expect(element.textContent).toBe(text);
  return [...element.querySelectorAll('button')].map(button => {
    button.click();
    return [button.textContent, shown.at(-1) as Mentioned];
  });
}

it('shows the line that a move belongs to', () => {
  const found = pressed('g4 allows Qh4#, mate: the pawn left g2. Better is e4, and Nc6 follows.');
  expect(found.map(([san]) => san)).toEqual(['g4', 'Qh4#', 'e4', 'Nc6']);
  expect(found[1]?.[1]).toMatchObject({ start: PLAYED?.fen, index: 0 });
  expect(found[3]?.[1]).toMatchObject({ start: BEFORE, index: 1 });
});

it('takes no square for a move', () => {
  expect(pressed('The pawn on e4 guards d4 and the king goes to f2.')).toEqual([]);
});
