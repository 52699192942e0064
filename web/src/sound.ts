/** Play a short sound for each move. It is off until the reader turns it on; the browser remembers that. */

import { h } from './dom';

const KEY = 'motif-sounds';
let context: AudioContext | null = null;

export function soundSwitch(): HTMLElement {
  const input = h('input', {
    type: 'checkbox',
    checked: localStorage.getItem(KEY) === 'on',
    onchange: () => {
      localStorage.setItem(KEY, input.checked ? 'on' : 'off');
      knock();
    },
  });
  return h('label', { class: 'check' }, input, 'Sounds');
}

/** Play the sound of a move; it is lower where the game is over. */
export function knock(isEnd = false): void {
  if (localStorage.getItem(KEY) !== 'on') return;
  context ??= new AudioContext();
  const [tone, volume, now] = [context.createOscillator(), context.createGain(), context.currentTime];
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(isEnd ? 180 : 420, now);
  tone.frequency.exponentialRampToValueAtTime(90, now + 0.06);
  volume.gain.setValueAtTime(0.2, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + (isEnd ? 0.4 : 0.09));
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.4);
}
