// @vitest-environment happy-dom
/** The sentence under a shared picture is broken into lines that fit. */

import { expect, it } from 'vitest';

import { wrapped } from './picture';

const letters = (text: string): number => text.length;

it('breaks lines between words', () => {
  expect(wrapped('g4 allows Qh4, mate.', 10, letters)).toEqual(['g4 allows', 'Qh4, mate.']);
});

it('keeps a word that is wider than the line', () => {
  expect(wrapped('a Donaudampfschiff b', 5, letters)).toEqual(['a', 'Donaudampfschiff', 'b']);
  expect(wrapped('', 5, letters)).toEqual([]);
});
