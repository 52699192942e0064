/** Share what is on the board: the position as FEN or as a picture, the moves as PGN with marks and reasons. */

import { ChildNode, Node as PgnNode, type PgnNodeData, defaultHeaders, makePgn } from 'chessops/pgn';

import { button, h, live, replace } from '../dom';
import { START } from '../placement';
import type { Analysis } from '../types';
import { judgementOf } from './sheet';
import { type Pictured, pngOf } from './picture';
import type { AnalysisStore } from './store';
import type { Node } from './tree';

/** The numbers that PGN has for `?!`, `?` and `??`. */
const NAGS: Readonly<Record<string, number>> = { inaccuracy: 6, mistake: 2, blunder: 4 };

type Named = Partial<Pick<Analysis, 'white' | 'black' | 'result' | 'date'>>;

/** The moves as PGN. */
export function pgnOf(store: AnalysisStore): string {
  const moves = new PgnNode<PgnNodeData>();
  const write = (from: Node, to: PgnNode<PgnNodeData>): void => {
    for (const node of from.children) {
      const nag = NAGS[judgementOf(store, node)];
      const reason = store.knownOf(node).explanation?.sentence.replace(/[{}]/g, '');
      const child = new ChildNode<PgnNodeData>({
        san: node.step?.san ?? '',
        ...(nag ? { nags: [nag] } : {}),
        ...(nag && reason ? { comments: [reason] } : {}),
      });
      to.children.push(child);
      write(node, child);
    }
  };
  write(store.tree.root, moves);
  return makePgn({ headers: headersOf(store.game ?? {}, store.tree.start), moves });
}

function headersOf({ white, black, result, date }: Named, start: string): Map<string, string> {
  const headers = defaultHeaders();
  const known = { White: white, Black: black, Result: result, Date: date };
  for (const [name, value] of Object.entries(known)) if (value) headers.set(name, value);
  if (start !== START) headers.set('SetUp', '1').set('FEN', start);
  return headers;
}

/** Buttons that copy or save. */
export function shareButtons(store: AnalysisStore, pictured: () => Pictured): HTMLElement {
  const said = live({ class: 'quiet' });
  const copy = (name: string, text: () => string): HTMLElement =>
    button(`Copy ${name}`, () => {
      navigator.clipboard.writeText(text()).then(
        () => replace(said, `${name} is copied.`),
        () => replace(said, h('textarea', { rows: 3, readonly: true, 'aria-label': name }, text())),
      );
    });
  const keep = (file: Blob, name: string): void => {
    const address = URL.createObjectURL(file);
    h('a', { href: address, download: name }).click();
    URL.revokeObjectURL(address);
  };
  const asPgn = (): Blob => new Blob([pgnOf(store)], { type: 'application/x-chess-pgn' });
  const savePicture = (): Promise<void> =>
    pngOf(pictured()).then(
      file => keep(file, 'motif-board.png'),
      () => replace(said, 'The picture could not be made; copy the FEN instead.'),
    );
  const row = h(
    'div',
    { class: 'row' },
    copy('FEN', () => store.shown.fen),
    copy('PGN', () => pgnOf(store)),
    button('Save PGN', () => keep(asPgn(), 'motif-analysis.pgn')),
    button('Save picture', () => void savePicture()),
  );
  return h('div', { class: 'stack share' }, row, said);
}
