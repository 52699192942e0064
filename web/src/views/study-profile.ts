/** What a study says about the player: things to work on, rates beside peers, the games. */

import { picture } from '../board';
import { h, replace } from '../dom';
import { filters } from '../filters';
import { replay } from '../placement';
import { rates } from '../rates';
import { type Visit, link } from '../router';
import { address, ask } from '../server';
import { empty } from '../trouble';
import type { Claim, Leak, Profile, Rate, StudiedGame, Study } from '../types';
import { capital, percent, plural, rateWords, thousands } from '../words';

export async function profileView(id: string, { signal }: Visit): Promise<HTMLElement> {
  const [study, summary] = await Promise.all([
    ask('get', '/api/studies/{study}', { path: { study: id }, signal }), ask('get', '/api/studies/{study}/summary', { path: { study: id }, signal }),
  ]);
  const { profile } = study;
  return h(
    'div',
    { class: 'stack wide-gap' },
    head(profile, id),
    isItFixed(profile),
    workOn(id, study),
    gamesList(id, study),
    h('section', { class: 'stack' }, h('h2', {}, 'The profile'), ...tables(profile)),
    h('section', { class: 'stack' }, h('h2', {}, 'Files'), h('p', { class: 'quiet' }, 'Everything that the study says, to keep, print or open elsewhere.'), files(id, summary.files)),
  );
}

function head(profile: Profile, id: string): HTMLElement {
  const facts: [string, string][] = [
    ['games', thousands(profile.games)],
    ['moves', thousands(profile.moves)],
    ['score', percent(profile.score)],
    ['accuracy', `${Math.round(profile.accuracy)} %`],
    ['blunders', rateWords(profile.blunders)],
  ];
  if (profile.rating) facts.splice(2, 0, ['rating', String(profile.rating)]);
  return h(
    'div',
    { class: 'stack' },
    h('p', {}, h('a', { href: link(['study']) }, 'All studies')),
    h('h1', {}, profile.player),
    h('dl', { class: 'facts' }, ...facts.flatMap(([name, value]) => [h('div', {}, h('dt', {}, name), h('dd', {}, value))])),
    profile.peers && h('p', { class: 'quiet' }, `Beside ${profile.peers}.`),
    h('div', { class: 'row' }, h('a', { class: 'button main', href: link(['train'], { study: id }) }, 'Train what was missed')),
  );
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
function workOn(id: string, { profile, games }: Study): HTMLElement {
  const leaks = profile.leaks ?? [];
  if (leaks.length > 0) {
    return h(
      'section',
      { class: 'stack' },
      h('h2', {}, 'What costs you most'),
      h('ol', { class: 'cards claims' }, ...leaks.map(leak => h('li', { class: 'card stack' }, ...leakCard(id, leak), exampleOf(leak, games)))),
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
    h('ol', { class: 'cards claims' }, ...profile.work_on.map(claim => h('li', { class: 'card stack' }, ...claimCard(id, claim), exampleOf(claim, games)))),
  );
}

const ABOUT: Readonly<Record<string, string>> = {
  missed: 'You miss', allowed: 'You allow', oversight: 'You overlook', conversion: 'Won games', habit: 'A habit', rule: 'A rule', pattern: 'You pass by', phase: 'Where you err',
  stage: 'Late in the game', clock: 'Time', opening: 'Opening', endgame: 'Ending', results: 'Results', strength: 'Strength',
};

/** The board of a claim's first example, with how it was punished. */
function exampleOf(claim: Claim | Leak, games: readonly StudiedGame[]): HTMLElement | null {
  const [example] = claim.examples;
  const game = games.find(each => each.number === example?.game);
  if (!example || !game) return null;
  const step = replay(game.start, game.moves.slice(0, example.ply + 1)).at(-1);
  const fault = game.faults.find(each => each.ply === example.ply);
  return picture(
    { fen: step?.fen ?? game.start, last: step?.uci, arrows: fault?.allowed?.arrows ?? [] },
    { orientation: game.is_white ? 'white' : 'black', label: `Example: game ${game.number}` },
  );
}

function claimCard(id: string, claim: Claim): HTMLElement[] {
  return [
    h('div', {}, h('p', { class: 'quiet' }, ABOUT[claim.kind] ?? ''), h('h3', {}, capital(claim.subject))),
    h('p', {}, claim.words),
    rates(claim.yours, claim.peers),
    exampleLinks(id, claim),
  ];
}

function leakCard(id: string, leak: Leak): HTMLElement[] {
  return [
    h('div', {}, h('p', { class: 'quiet' }, leak.standing), h('h3', {}, leak.title)),
    h('p', {}, leak.words),
    exampleLinks(id, leak),
  ];
}

function exampleLinks(id: string, claim: Claim | Leak): HTMLElement {
  return h('p', { class: 'row' }, ...claim.examples.slice(0, 4).map((each, index) =>
    h('a', { href: link(['study', id, 'games', each.game], { ply: each.ply }) }, index === 0 ? `Example: game ${each.game}` : `game ${each.game}`)));
}

function share(rate: Rate | null | undefined): string {
  return rate && rate.count ? rateWords(rate) : '–';
}

function table(title: string, columns: readonly string[], rows: readonly (readonly string[])[]): HTMLElement {
  return h(
    'details',
    { class: 'card figures' },
    h('summary', {}, h('h3', {}, title)),
    h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': title },
      h('table', {},
        h('thead', {}, h('tr', {}, ...columns.map(name => h('th', { scope: 'col' }, name)))),
        h('tbody', {}, ...rows.map(row => h('tr', {}, ...row.map((cell, index) => (index ? h('td', {}, cell) : h('th', { scope: 'row' }, cell)))))),
      ),
    ),
  );
}

function tables(profile: Profile): HTMLElement[] {
  const all: HTMLElement[] = [];
  const add = (title: string, columns: readonly string[], rows: readonly (readonly string[])[]): void => {
    if (rows.length) all.push(table(title, columns, rows));
  };
  add('Motifs', ['motif', 'found', 'peers', 'allowed, of your moves', 'peers'], profile.motifs.map(each => [each.motif, share(each.found), share(each.peers_found), share(each.allowed), share(each.peers_allowed)]));
  add('Rules', ['where it was right', 'followed', 'peers'], (profile.rules ?? []).map(each => [each.rule, share(each.found), share(each.peers_found)]));
  add('Phases', ['phase', 'mistakes', 'peers'], profile.phases.map(each => [each.phase, share(each.mistakes), share(each.peers)]));
  add('Openings', ['opening', 'side', 'games', 'score', 'first to leave what is known'], profile.openings.map(each => [`${each.eco} ${each.name}`, each.is_white ? 'white' : 'black', String(each.games), percent(each.score), share(each.left_first)]));
  add('Endings', ['ending', 'games', 'held', ''], profile.endgames.map(each => [each.name, String(each.games), share(each.held), each.words]));
  add('Clock', ['moves', 'mistakes'], profile.clocks.map(each => [each.name, share(each.mistakes)]));
  const unsaid = profile.claims.filter(claim => !claim.said);
  add('Tested, and not more than chance', ['about', 'you', 'peers'], unsaid.map(claim => [`${ABOUT[claim.kind] ?? claim.kind}: ${claim.subject}`, share(claim.yours), share(claim.peers)]));
  return all;
}

function isLost(row: StudiedGame): boolean {
  return row.result === (row.is_white ? '0-1' : '1-0');
}

function gamesList(id: string, study: Study): HTMLElement {
  const list = h('ul', { class: 'games' });
  const show = (name: string): void => {
    const kept = study.games.filter(row => name === 'All' || (name === 'Lost' ? isLost(row) : row.faults.length > 0));
    replace(list, ...kept.map(row => h('li', {}, gameLink(id, row))));
    if (kept.length === 0) list.append(h('li', { class: 'quiet' }, 'There are none.'));
  };
  show('All');
  return h('section', { class: 'stack' }, h('div', { class: 'row between' }, h('h2', {}, 'The games'), filters(['All', 'Lost', 'With mistakes'], show)), list);
}

function gameLink(id: string, row: StudiedGame): HTMLElement {
  const opponent = row.is_white ? row.black : row.white;
  return h(
    'a',
    { class: 'game-row', href: link(['study', id, 'games', row.number]) },
    h('span', { class: `side-${row.is_white ? 'white' : 'black'}`, title: row.is_white ? 'white' : 'black' }, h('span', { class: 'unseen' }, row.is_white ? 'White' : 'Black')),
    h('span', { class: 'opponent' }, `against ${opponent}`),
    h('span', { class: 'result' }, row.result),
    h('span', { class: 'opening quiet' }, row.opening),
    h('span', { class: row.faults.length ? 'trouble' : 'quiet' }, row.faults.length ? plural(row.faults.length, 'mistake') : 'no mistakes'),
  );
}

function files(id: string, names: readonly string[]): HTMLElement {
  return h('p', { class: 'row' }, ...names.map(name => h('a', { class: 'button', href: address('/api/studies/{study}/files/{name}', { study: id, name }), download: name }, name)));
}
