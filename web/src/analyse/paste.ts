/** Open pasted or dropped text: a position as FEN, one game or several as PGN, a link, or a name on a site. */

import { parsePgn } from 'chessops/pgn';

import { button, h, replace } from '../dom';
import { mayAsk } from '../going-out';
import { START } from '../placement';
import { go, link } from '../router';
import { ask } from '../server';
import { attempt } from '../trouble';
import { analyseGame, keepGames } from './begin';
import { boardOf, fenOf, stepBySan } from './chess';

const FEN = /^\s*[1-8pnbrqkPNBRQK]+(\/[1-8pnbrqkPNBRQK]+){7}(\s|$)/;
const LINK = /^(https?:\/\/)?(www\.)?lichess\.org\/\S+$/;
const CHESS_COM = /^(https?:\/\/)?(www\.)?chess\.com\/\S+$/;
/** The name of an account: one word, and no move. */
const NAME = /^(?![a-h][1-8]$)[A-Za-z][\w-]{2,29}$/;
const MOST_LISTED = 200;

export class PasteBox {
  readonly element: HTMLElement;
  private readonly field = h('textarea', {
    rows: 3,
    spellcheck: 'false',
    autocomplete: 'off',
    placeholder: '1. e4 e5 2. Nf3 …',
  });
  private readonly room = h('div', { 'aria-live': 'polite' });

  constructor(private readonly signal: AbortSignal) {
    const file = h('input', {
      type: 'file',
      class: 'unseen',
      accept: '.pgn,.txt',
      onchange: () => void this.read(file.files?.[0]),
    });
    const submit = (event: SubmitEvent): void => {
      event.preventDefault();
      void this.open(this.field.value);
    };
    this.element = h(
      'form',
      { class: 'stack paste', onsubmit: submit },
      h(
        'label',
        { class: 'field' },
        h(
          'span',
          { class: 'name' },
          'Paste a game (PGN or Lichess link), a position (FEN), or your name on Lichess or Chess.com',
        ),
        this.field,
      ),
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'submit', class: 'main' }, 'Analyse'),
        h('label', { class: 'button file' }, file, 'Open a file'),
        h('a', { class: 'button plain', href: link(['analyse', 'setup']) }, 'Set up a position'),
      ),
      this.room,
    );
    this.listen();
  }

  /** Anything may be pasted or dropped anywhere on the page. */
  private listen(): void {
    const { signal } = this;
    document.addEventListener(
      'paste',
      event => {
        if ((event.target as HTMLElement).closest('input, textarea')) return;
        const text = event.clipboardData?.getData('text/plain') ?? '';
        if (text.trim()) void this.open(text);
      },
      { signal },
    );
    document.addEventListener('dragover', event => event.preventDefault(), { signal });
    document.addEventListener(
      'drop',
      event => {
        event.preventDefault();
        const [file] = event.dataTransfer?.files ?? [];
        if (file) void this.read(file);
        else void this.open(event.dataTransfer?.getData('text/plain') ?? '');
      },
      { signal },
    );
  }

  private async read(file: File | undefined): Promise<void> {
    if (file) await this.open(await file.text());
  }

  /** Show what a text holds. */
  async open(text: string): Promise<void> {
    replace(this.room);
    if (!text.trim()) this.refuse('Paste a game or a position first.');
    else if (FEN.test(text)) this.openPosition(text);
    else if (LINK.test(text.trim())) {
      mayAsk(this.room, 'lichess.org', 'this game', () => void this.openLink(text.trim()));
    } else if (CHESS_COM.test(text.trim())) {
      this.refuse(
        'Motif cannot open a single game of Chess.com. Press Share on its page, copy the PGN and paste it here.',
      );
    } else if (NAME.test(text.trim()) && !stepBySan(START, text.trim())) {
      const to = link(['study'], { name: text.trim() });
      const words = h('p', {}, `To study the games of ${text.trim()}, `, h('a', { href: to }, 'choose the site'), '.');
      replace(this.room, words);
    } else {
      const games = splitGames(text);
      if (games.length > 1) this.choose(games);
      else await this.openGame(text);
    }
  }

  private openPosition(text: string): void {
    const board = boardOf(text.trim().split(/\s+/).length === 1 ? `${text.trim()} w - - 0 1` : text);
    if (board) go(link(['analyse'], { fen: fenOf(board) === START ? null : fenOf(board) }));
    else
      this.refuse(
        'This position is not possible: each side needs one king, and the side that moved may not be in check.',
      );
  }

  private async openLink(address: string): Promise<void> {
    const asked = { body: { link: address, may_ask: true as const }, signal: this.signal };
    const game = await attempt(
      () => ask('post', '/api/game/link', asked),
      trouble => replace(this.room, trouble),
    );
    if (game) await this.openGame(game.text);
  }

  private async openGame(text: string): Promise<void> {
    await attempt(
      () => analyseGame(text, null, this.signal),
      trouble => replace(this.room, trouble),
    );
  }

  /** A text of several games: one is opened. */
  private choose(games: readonly string[]): void {
    const listed = games.slice(0, MOST_LISTED);
    const items = listed.map(text =>
      h(
        'li',
        {},
        button(titleOf(text), () => void this.openGame(text), { class: 'plain' }),
      ),
    );
    const words =
      games.length > listed.length ? `The first ${listed.length} of ${games.length} games.` : `${games.length} games.`;
    const keepAll = async (): Promise<void> => {
      const keep = (): Promise<boolean> => keepGames(listed, this.signal).then(() => true);
      const isKept = await attempt(keep, trouble => replace(this.room, trouble));
      if (isKept) go(link(['games'], { added: listed.length, at: Date.now() }));
    };
    replace(
      this.room,
      h('p', {}, `${words} Choose one.`),
      button('Add them to My games', () => void keepAll()),
      h('ol', { class: 'plain-list choice-of-games' }, ...items),
    );
  }

  private refuse(words: string): void {
    replace(this.room, h('p', { class: 'trouble', role: 'alert' }, words));
  }
}

/** The games of a text, each as its own text. */
function splitGames(text: string): string[] {
  return text
    .trim()
    .split(/\n\s*\n(?=\s*\[)/)
    .filter(each => each.trim());
}

export function titleOf(text: string): string {
  const tags = parsePgn(text)[0]?.headers ?? new Map<string, string>();
  const tag = (name: string): string => (tags.get(name) ?? '').replaceAll('?', '').replace(/^[.\s]+$/, '');
  return [`${tag('White') || 'White'} – ${tag('Black') || 'Black'}`, tag('Result'), tag('Date')]
    .filter(Boolean)
    .join(' · ');
}
