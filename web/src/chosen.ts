/** The reader's choice of a study's games and their order, kept in the address for the list and its links. */

import type { GameOutline } from './types';

export interface Choice {
  readonly kind: string;
  readonly search: string;
  readonly order: string;
  readonly opening: string;
  readonly motif: string;
}

type Names = keyof Choice;

export const ORDERS: Readonly<Record<string, (one: GameOutline, other: GameOutline) => number>> = {
  'As they came': (one, other) => one.number - other.number,
  'Newest first': (one, other) => other.date.localeCompare(one.date) || other.number - one.number,
  'Most mistakes first': (one, other) => other.faults.length - one.faults.length || one.number - other.number,
  'By opening': (one, other) => one.opening.localeCompare(other.opening) || one.number - other.number,
  'By opponent': (one, other) => opponentOf(one).localeCompare(opponentOf(other)) || one.number - other.number,
};

export const KINDS: readonly string[] = ['All', 'Lost', 'With mistakes'];

const USUAL: Choice = { kind: 'All', search: '', order: 'As they came', opening: '', motif: '' };
const NAMES = Object.keys(USUAL) as Names[];

export function choiceOf(query: URLSearchParams): Choice {
  const choice = Object.fromEntries(NAMES.map(name => [name, query.get(name) ?? USUAL[name]])) as Record<Names, string>;
  if (!KINDS.includes(choice.kind)) choice.kind = USUAL.kind;
  if (!(choice.order in ORDERS)) choice.order = USUAL.order;
  return choice;
}

/** As much of a choice as an address must say. */
export function asked(choice: Choice): Record<Names, string | null> {
  const chosen = (name: Names): string | null => (choice[name].trim() === USUAL[name] ? null : choice[name].trim());
  return Object.fromEntries(NAMES.map(name => [name, chosen(name)])) as Record<Names, string | null>;
}

/** Whether a choice leaves games out. */
export function isNarrow(choice: Choice): boolean {
  return NAMES.some(name => name !== 'order' && asked(choice)[name] !== null);
}

export function chosenGames(
  games: readonly GameOutline[],
  { kind, search, order, opening, motif }: Choice,
): GameOutline[] {
  const words = search.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const isWanted = (game: GameOutline): boolean => {
    if (kind === 'Lost' && !isLost(game)) return false;
    if (kind === 'With mistakes' && game.faults.length === 0) return false;
    if (opening && game.opening !== opening) return false;
    if (motif && !game.faults.some(fault => fault.motifs.includes(motif))) return false;
    const text = [game.white, game.black, game.opening, game.eco, game.event, game.date].join(' ').toLowerCase();
    return words.every(word => text.includes(word));
  };
  return games.filter(isWanted).sort(ORDERS[order]);
}

/** The mistakes of a game that match the choice: all, or those of one motif. */
export function chosenPlies({ faults }: GameOutline, { motif }: Choice): number[] {
  return faults.filter(fault => !motif || fault.motifs.includes(motif)).map(fault => fault.ply);
}

export function opponentOf(game: GameOutline): string {
  return game.is_white ? game.black : game.white;
}

function isLost(game: GameOutline): boolean {
  return game.result === (game.is_white ? '0-1' : '1-0');
}
