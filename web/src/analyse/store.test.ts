/** The store of Analyse: moves and variations, requests to the server, retrying a mistake. */

import { describe, expect, it, vi } from 'vitest';

import { START } from '../placement';
import type { Explanation } from '../types';
import { stepBySan, stepsOf } from './chess';
import { gameOf, step, storeOf } from './fixtures';
import { asideOf, movesTo } from './tree';

describe('the moves', () => {
  it('keeps the game apart from variations', () => {
    const [store] = storeOf();
    store.go(store.tree.mainAt(1));
    store.play(step(store, 'e4'));
    expect(asideOf(store.at)).toEqual(['e2e4']);
    expect(store.tree.main).toHaveLength(4);
    store.takeBack();
    expect(store.at.ply).toBe(1);
    expect(store.at.children).toHaveLength(1);
  });

  it('refuses to take back a move of the game', () => {
    const [store] = storeOf();
    store.go(store.tree.mainAt(3));
    store.takeBack();
    expect(store.tree.main).toHaveLength(4);
  });

  it('plays on from a line that is shown', () => {
    const [store] = storeOf();
    store.go(store.tree.mainAt(1));
    const steps = stepsOf(store.at.fen, ['e2e4', 'b8c6']);
    const line = { name: 'Better', start: store.at.fen, steps, base: store.at, marked: [], arrows: [], words: '' };
    store.show(line, 1);
    store.play(stepBySan(steps[1]?.fen ?? '', 'Nc3') ?? step(store, 'e4'));
    expect(movesTo(store.at)).toEqual(['f2f3', 'e7e5', 'e2e4', 'b8c6', 'b1c3']);
  });
});

describe('mistakes', () => {
  it('steps through those of the side that is reviewed', () => {
    const [store] = storeOf(gameOf(['mistake', 'mistake', 'blunder', 'good']));
    expect(store.mistakes).toEqual([0, 1, 2]);
    store.update({ side: 'black' });
    expect(store.mistakes).toEqual([1]);
    store.toMistake(1);
    expect(store.at.ply).toBe(1);
    expect(store.mistakeFrom(1)).toBeUndefined();
  });

  it('are retried on the board before them', () => {
    const [store] = storeOf();
    store.go(store.tree.mainAt(2));
    store.retry();
    expect(store.shown.ply).toBe(1);
    store.play(step(store, 'h3'));
    expect(store.trial?.ply).toBe(2);
    expect(store.at.isMain).toBe(false);
    store.go(store.tree.mainAt(2));
    expect(store.trial).toBeNull();
  });
});

describe('reasons', () => {
  it('are requested once the reader stays, with the moves that led there', async () => {
    vi.useFakeTimers();
    const [store, asking] = storeOf();
    store.go(store.tree.mainAt(0));
    store.go(store.tree.mainAt(1));
    await vi.advanceTimersByTimeAsync(1000);
    expect(asking.asked).toEqual([{ fen: START, game_moves: ['f2f3'], move: 'e7e5' }]);
    vi.useRealTimers();
  });

  it('are those of the analysis where it has them', async () => {
    vi.useFakeTimers();
    const [store, asking] = storeOf();
    const said = { sentence: 'g4 allows Qh4, mate.' } as Explanation;
    store.update({ mistakes: { 2: said } });
    store.go(store.tree.mainAt(2));
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.knownOf(store.at).explanation).toBe(said);
    expect(asking.asked).toEqual([]);
    vi.useRealTimers();
  });
});
