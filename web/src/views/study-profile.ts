/** What a study says about the player: things to work on, rates beside peers, the games. */

import { askedOnce, h, live, replace } from '../dom';
import { rates, scale } from '../rates';
import { type Visit, go, link } from '../router';
import { address, ask } from '../server';
import { attempt, empty } from '../trouble';
import type { Case, Claim, Leak, Overview, Profile, Rate, StudySummary } from '../types';
import { capital, percent, plural, rateWords, thousands } from '../words';
import { gamesList } from './study-games';
import { caseBoard, positionsLink } from './study-positions';
import { treeLink } from './study-tree';

export async function profileView(id: string, { query, signal }: Visit): Promise<HTMLElement> {
  const overview = await ask('get', '/api/studies/{study}/overview', { path: { study: id }, signal });
  const { profile, summary } = overview;
  return h(
    'div',
    { class: 'stack wide-gap' },
    head(profile, summary),
    isItFixed(profile),
    workOn(id, overview),
    h('section', { class: 'stack' }, h('h2', {}, 'The profile'), ...tables(id, overview)),
    gamesList(id, overview.games, query),
    h('section', { class: 'stack' }, h('h2', {}, 'Files'), h('p', { class: 'quiet' }, 'Everything that the study says, to keep, print or open elsewhere.'), files(id, summary.files)),
  );
}

function head(profile: Profile, { id, title, judge, group }: StudySummary): HTMLElement {
  const facts: [string, Cell][] = [
    ['games', thousands(profile.games)],
    ['moves', thousands(profile.moves)],
    ['score', percent(profile.score)],
    ['accuracy', `${Math.round(profile.accuracy)} %`],
    ['blunders', { words: rateWords(profile.blunders), to: positionsLink(id, 'blunders') }],
    ['openings', { words: 'your tree', to: treeLink(id, 'white') }],
  ];
  if (profile.rating) facts.splice(2, 0, ['rating', String(profile.rating)]);
  return h(
    'div',
    { class: 'stack' },
    h('p', { class: 'row' }, h('a', { href: link(['study']) }, 'All studies'), group && h('a', { href: link(['study', group]) }, 'The class')),
    h('h1', {}, title),
    h('dl', { class: 'facts' }, ...facts.flatMap(([name, value]) => [h('div', {}, h('dt', {}, name), h('dd', {}, cellOf(value)))])),
    h('p', { class: 'quiet' }, [title === profile.player ? '' : profile.player, profile.peers && `Beside ${profile.peers}`, `Your games were judged by ${judge}.`].filter(Boolean).join('. ')),
    h('div', { class: 'row' }, h('a', { class: 'button main', href: link(['train'], { study: id }) }, 'Train what was missed'), ...keeping(id, title)),
  );
}

/** A study can be given a name, and be taken away, which is asked once. */
function keeping(id: string, title: string): HTMLElement[] {
  const status = live();
  const name = h('input', { type: 'text', value: title, maxlength: 100, 'aria-label': 'Name of the study' });
  const rename = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const named = await attempt(() => ask('patch', '/api/studies/{study}', { path: { study: id }, body: { title: name.value } }), trouble => replace(status, trouble));
    const heading = document.querySelector('main h1');
    if (named && heading) heading.textContent = named.title;
    if (named) replace(status, h('p', { class: 'quiet' }, `It is called ${named.title} now.`));
  };
  const remove = async (): Promise<void> => {
    const isDone = await attempt(async () => { await ask('delete', '/api/studies/{study}', { path: { study: id } }); return true; }, trouble => replace(status, trouble));
    if (isDone) go(link(['study']));
  };
  return [
    h('details', { class: 'keeping' }, h('summary', {}, 'Rename'), h('form', { class: 'inline', onsubmit: (event: SubmitEvent) => void rename(event) }, name, h('button', { type: 'submit' }, 'Call it so'))),
    askedOnce('Delete', 'Yes, delete this study', () => void remove()),
    status,
  ];
}

/** What stands in a cell, and where its positions are. */
type Cell = string | { readonly words: string; readonly to: string };

function cellOf(cell: Cell): HTMLElement | string {
  return typeof cell === 'string' ? cell : h('a', { href: cell.to }, cell.words);
}

/** What an earlier study of the player named, asked again of the games since; nothing where there is none. */
function isItFixed({ progress }: Profile): HTMLElement | null {
  const asked = progress?.asked ?? [];
  if (asked.length === 0) return null;
  return h(
    'section',
    { class: 'stack' },
    h('h2', {}, 'Is it fixed?'),
    h('p', { class: 'quiet' }, `${plural(progress?.new_games ?? 0, 'game')} since the study before.`),
    h('ul', { class: 'cards claims' }, ...asked.map(each => h('li', { class: 'card stack' }, h('div', {}, h('p', { class: 'quiet' }, each.verdict), h('h3', {}, each.title)), h('p', {}, each.words)))),
  );
}

/** The first screen: what costs most, each with how sure that is; older studies have only claims. */
function workOn(id: string, { profile, examples }: Overview): HTMLElement {
  const leaks = profile.leaks ?? [];
  const shown = new Set<string>();
  if (leaks.length > 0) {
    // One axis for all of them, or what costs twice as much would look alike.
    const reach = Math.max(...leaks.map(leak => Math.max(leak.interval?.[1] ?? leak.points, leak.opponents ?? 0)));
    return h(
      'section',
      { class: 'stack' },
      h('h2', {}, 'What costs you most'),
      h('ol', { class: 'cards claims' }, ...leaks.map((leak, index) => h('li', { class: 'card stack' }, ...leakCard(leak, reach), ...examplesOf(id, examples[index] ?? [], shown, positionsLink(id, `leak:${index}`), leak.cases)))),
    );
  }
  if (profile.work_on.length === 0) {
    const words = ['Nothing stands out that is more than chance.', ...profile.too_few].join(' ');
    return empty('Nothing to say for certain', words);
  }
  return h(
    'section',
    { class: 'stack' },
    h('h2', {}, profile.work_on.length === 1 ? 'One thing to work on' : 'What to work on'),
    h('ol', { class: 'cards claims' }, ...profile.work_on.map((claim, index) => {
      const place = profile.claims.findIndex(each => each.subject === claim.subject && each.kind === claim.kind);
      return h('li', { class: 'card stack' }, ...claimCard(claim), ...examplesOf(id, examples[index] ?? [], shown, positionsLink(id, `claim:${place}`), claim.yours.hits));
    })),
  );
}

const ABOUT: Readonly<Record<string, string>> = {
  missed: 'You miss', allowed: 'You allow', oversight: 'You overlook', conversion: 'Won games', habit: 'A habit', rule: 'A rule', pattern: 'You pass by', phase: 'Where you err',
  stage: 'Late in the game', clock: 'Time', opening: 'Opening', endgame: 'Ending', results: 'Results', strength: 'Strength',
};

/** The board of a claim's first example that no other claim shows, what is said of it, and where the others are. */
function examplesOf(id: string, examples: readonly Case[], shown: Set<string>, all: string, cases: number): HTMLElement[] {
  const place = (each: Case): string => `${each.game} ${each.ply}`;
  const name = ({ move, glyph }: Case): string => `${move}${glyph}`;
  const there = (each: Case): string => link(['study', id, 'games', each.game], { ply: each.ply });
  const example = examples.find(each => !shown.has(place(each)));
  if (example) shown.add(place(example));
  const others = examples.filter(each => each !== example).slice(0, 3);
  const rest = h('p', { class: 'row' },
    ...others.map(each => h('a', { href: there(each), title: `against ${each.opponent}` }, name(each))),
    examples.length > 0 && h('a', { href: all }, cases === 1 ? 'Its position' : `The ${cases} positions`));
  if (!example) return [rest];
  const words = `${name(example)} against ${example.opponent}`;
  return [h('figure', { class: 'stack' }, caseBoard(example, words), h('figcaption', {}, h('a', { href: there(example) }, words), example.sentence && h('p', {}, example.sentence))), rest];
}

function claimCard(claim: Claim): HTMLElement[] {
  return [
    h('div', {}, h('p', { class: 'quiet' }, ABOUT[claim.kind] ?? ''), h('h3', {}, capital(claim.subject))),
    h('p', {}, claim.words),
    rates(claim.yours, claim.peers, ['you', claim.beside ?? 'peers']),
  ];
}

function leakCard(leak: Leak, reach: number): HTMLElement[] {
  const { points, interval, opponents } = leak;
  const rows = [{ name: 'you', value: points, reach: interval, words: points.toFixed(1) }];
  if (opponents !== null) rows.push({ name: 'opponents', value: opponents, reach: null, words: opponents.toFixed(1) });
  return [
    h('div', {}, h('p', { class: 'quiet' }, leak.standing), h('h3', {}, leak.title)),
    h('p', {}, leak.words),
    h('div', {}, h('p', { class: 'quiet' }, 'Points lost in a hundred games'), scale(rows, String, reach)),
  ];
}

function share(rate: Rate | null | undefined): string {
  return rate && rate.count ? rateWords(rate) : '–';
}

/** Which tables of which study stand open, for whoever comes back. */
const opened = new Set<string>();

function table(id: string, title: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): HTMLElement {
  const key = `${id} ${title}`;
  return h(
    'details',
    { class: 'card figures', open: opened.has(key), ontoggle: (event: Event) => { if ((event.currentTarget as HTMLDetailsElement).open) opened.add(key); else opened.delete(key); } },
    h('summary', {}, h('h3', {}, title)),
    h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': title },
      h('table', {},
        h('thead', {}, h('tr', {}, ...columns.map(name => h('th', { scope: 'col' }, name)))),
        h('tbody', {}, ...rows.map(row => h('tr', {}, ...row.map((cell, index) => (index ? h('td', {}, cellOf(cell)) : h('th', { scope: 'row' }, cellOf(cell))))))),
      ),
    ),
  );
}

function tables(id: string, { profile, oversights, questions }: Overview): HTMLElement[] {
  const opens = (words: string, about: string): Cell => (words === '–' ? words : { words, to: positionsLink(id, about) });
  /** Where only what happened has positions, and not all that might have. */
  const hits = (rate: Rate, about: string): Cell => (rate.hits ? opens(share(rate), about) : share(rate));
  const all: HTMLElement[] = [];
  const add = (title: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): void => {
    if (rows.length) all.push(table(id, title, columns, rows));
  };
  add('Motifs', ['motif', 'found', 'peers', 'allowed, of your moves', 'peers'], profile.motifs.map(each => [each.motif, opens(share(each.found), `missed:${each.motif}`), share(each.peers_found), hits(each.allowed, `allowed:${each.motif}`), share(each.peers_allowed)]));
  add('What your blunders overlooked', ['the move', 'you', 'your opponents'], (profile.oversights ?? []).filter(each => each.yours.hits).map(each => [oversights[each.oversight ?? ''] ?? 'nobody could say', hits(each.yours, `oversight:${each.oversight ?? 'unexplained'}`), share(each.opponents)]));
  add('Rules', ['where it was right', 'followed', 'peers'], (profile.rules ?? []).map(each => [each.rule, opens(share(each.found), `rule:${each.rule}`), share(each.peers_found)]));
  add('Phases', ['phase', 'mistakes', 'peers'], profile.phases.map(each => [each.phase, hits(each.mistakes, `phase:${each.phase}`), share(each.peers)]));
  add('Openings', ['opening', 'side', 'games', 'score', 'first to leave what is known'], profile.openings.map(each => {
    const side = each.is_white ? 'white' : 'black';
    const games = `opening:${side}:${each.name}`;
    return [{ words: each.name, to: treeLink(id, side, { opening: each.name }) }, side, opens(String(each.games), games), opens(percent(each.score), games), opens(share(each.left_first), `left:${side}:${each.name}`)];
  }));
  add('Endings', ['ending', 'games', 'held', 'what became of them'], profile.endgames.map(each => [each.name, opens(String(each.games), `ending:${each.name}`), opens(share(each.held), `ending:${each.name}`), each.words]));
  add('Clock', ['moves', 'mistakes'], profile.clocks.map(each => [each.name, hits(each.mistakes, `clock:${each.name}`)]));
  const unsaid = profile.claims.flatMap((claim, index) => (claim.said ? [] : [{ claim, index }]));
  add('Tested, and not more than chance', ['about', 'you', 'beside'], unsaid.map(({ claim, index }) => [questions[index] ?? '', claim.examples.length ? opens(share(claim.yours), `claim:${index}`) : share(claim.yours), share(claim.peers)]));
  return all;
}

function files(id: string, names: readonly string[]): HTMLElement {
  return h('p', { class: 'row' }, ...names.map(name => h('a', { class: 'button', href: address('/api/studies/{study}/files/{name}', { study: id, name }), download: name }, name)));
}
