/** Write numbers, days and shares as people write them. */

import type { Rate, Side } from './types';

export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** The 95 % range of a share (Wilson). */
export function wilson(hits: number, count: number): [number, number] {
  if (count === 0) return [0, 1];
  const z = 1.959964;
  const share = hits / count;
  const middle = share + (z * z) / (2 * count);
  const spread = z * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count));
  const whole = 1 + (z * z) / count;
  return [Math.max(0, (middle - spread) / whole), Math.min(1, (middle + spread) / whole)];
}

/** `15 of 20 (75 %, 53 to 89)`; what is seldom has a decimal: `7 of 870 (0.8 %, 0.4 to 1.7)`. */
export function rateWords({ hits, count }: Rate): string {
  if (count === 0) return '0 of 0';
  const [low, high] = wilson(hits, count);
  const digits = high < 0.1 ? 1 : 0;
  const written = (share: number): string => (100 * share).toFixed(digits).replace(/^0\.0$/, '0');
  return `${thousands(hits)} of ${thousands(count)} (${written(hits / count)} %, ${written(low)} to ${written(high)})`;
}

export function thousands(value: number): string {
  return value.toLocaleString('en');
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${thousands(count)} ${count === 1 ? one : many}`;
}

export function day(moment: string): string {
  return new Date(moment).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
}

/** When something comes back: "in 10 minutes", "tomorrow", "in 6 days". */
export function untilWords(moment: string, now = Date.now()): string {
  const minutes = Math.round((new Date(moment).getTime() - now) / 60_000);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `in ${plural(minutes, 'minute')}`;
  if (minutes < 24 * 60) return `in ${plural(Math.round(minutes / 60), 'hour')}`;
  const days = Math.round(minutes / (24 * 60));
  return days === 1 ? 'tomorrow' : `in ${plural(days, 'day')}`;
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The accuracy of one side or of both: "accuracy 91 %", "accuracy: White 84 %, Black 68 %"; '' if unknown. */
export function accuracyWords(accuracy: Readonly<Record<Side, number | null>> | null, side: Side | null): string {
  const words = (value: number | null): string => (value === null ? '–' : `${Math.round(value)} %`);
  if (!accuracy || (accuracy.white === null && accuracy.black === null)) return '';
  return side
    ? `accuracy ${words(accuracy[side])}`
    : `accuracy: White ${words(accuracy.white)}, Black ${words(accuracy.black)}`;
}

/** The players of a game: "Anna – Bert", and their colours where the names are unknown. */
export function playersOf({ white, black }: { readonly white: string; readonly black: string }): string {
  const name = (words: string, side: string): string => (words === '?' || !words ? side : words);
  return `${name(white, 'White')} – ${name(black, 'Black')}`;
}
