/** A study of a player: things to work on, rates compared with players of the same rating, the games. */

import { picture } from '../board';
import { askedOnce, h, live, replace, s } from '../dom';
import { turnOf } from '../placement';
import { type Visit, go, link } from '../router';
import { address, ask } from '../server';
import { attempt } from '../trouble';
import type { Case, Finding, Overview, Profile } from '../types';
import { percent, plural, rateWords } from '../words';
import { gamesList } from './study-games';
import { caseBoard, positionsLink } from './study-positions';
import { keepOpen, opened, tables } from './study-tables';
import { treeLink } from './study-tree';

export async function profileView(id: string, { query, signal }: Visit): Promise<HTMLElement> {
  const overview = await ask('get', '/api/studies/{study}/overview', { path: { study: id }, signal });
  const { profile, summary, has_profile: hasProfile } = overview;
  return h(
    'div',
    { class: 'stack wide-gap' },
    head(overview),
    hasProfile ? verdict(profile) : h('p', { class: 'lead verdict' }, profile.verdict.join(' ')),
    workOn(id, overview),
    hasProfile && strengths(profile),
    gamesList(id, overview.games, query),
    hasProfile && details(id, profile),
    h(
      'section',
      { class: 'stack' },
      h('h2', {}, 'Files'),
      h('p', { class: 'quiet' }, 'Everything that the study says, to keep, print or open elsewhere.'),
      files(id, summary.files),
    ),
  );
}

function head({ profile, summary: { id, title, engine, group }, has_profile: hasProfile }: Overview): HTMLElement {
  const { games, rating, score, accuracy } = profile;
  const facts = [
    title !== profile.player && profile.player,
    plural(games, 'game'),
    hasProfile && rating && `about ${rating}`,
    hasProfile && `scored ${percent(score)}`,
    hasProfile && `accuracy ${Math.round(accuracy)} %`,
  ];
  return h(
    'div',
    { class: 'stack' },
    h(
      'p',
      { class: 'row' },
      h('a', { href: link(['study']) }, 'All studies'),
      group && h('a', { href: link(['study', group]) }, 'The class'),
    ),
    h('h1', {}, title),
    h('p', { class: 'quiet' }, `${facts.filter(Boolean).join(' · ')}. ${engine}`),
    h(
      'div',
      { class: 'row' },
      h('a', { class: 'button main', href: link(['train'], { study: id }) }, 'Train your mistakes'),
      ...keeping(id, title),
    ),
  );
}

/** Rename or delete a study; deleting asks for confirmation. */
function keeping(id: string, title: string): HTMLElement[] {
  const status = live();
  const name = h('input', { type: 'text', value: title, maxlength: 100, 'aria-label': 'Name of the study' });
  const rename = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const named = await attempt(
      () => ask('patch', '/api/studies/{study}', { path: { study: id }, body: { title: name.value } }),
      trouble => replace(status, trouble),
    );
    const heading = document.querySelector('main h1');
    if (named && heading) heading.textContent = named.title;
    if (named) replace(status, h('p', { class: 'quiet' }, `The study is now called ${named.title}.`));
  };
  const remove = async (): Promise<void> => {
    const isDone = await attempt(
      async () => {
        await ask('delete', '/api/studies/{study}', { path: { study: id } });
        return true;
      },
      trouble => replace(status, trouble),
    );
    if (isDone) go(link(['study']));
  };
  return [
    h(
      'details',
      { class: 'keeping' },
      h('summary', {}, 'Rename'),
      h(
        'form',
        { class: 'inline', onsubmit: (event: SubmitEvent) => void rename(event) },
        name,
        h('button', { type: 'submit' }, 'Save'),
      ),
    ),
    askedOnce('Delete', 'Yes, delete this study', () => void remove()),
    status,
  ];
}

/** The statistics, folded: openings, blunders, what each cause costs, and the tables. */
function details(id: string, profile: Profile): HTMLElement {
  return h(
    'details',
    { class: 'more', open: opened.has(id), ontoggle: keepOpen(id) },
    h('summary', {}, h('h2', {}, 'Details')),
    h(
      'p',
      { class: 'row' },
      h('a', { href: treeLink(id, 'white') }, 'Your openings as a tree'),
      h('a', { href: positionsLink(id, 'blunders') }, `Blunders: ${rateWords(profile.blunders)} moves`),
    ),
    chart(id, profile),
    ...tables(id, profile),
  );
}

/** What the study concludes, what is odd about the games, and what became of the findings of an earlier study. */
function verdict({ verdict: sentences, sample, progress }: Profile): HTMLElement {
  const followed = progress?.findings ?? [];
  return h(
    'section',
    { class: 'stack' },
    h('h2', {}, 'The verdict'),
    ...sample.map(words => h('p', { class: 'notice' }, words)),
    h('p', { class: 'lead verdict' }, sentences.join(' ')),
    followed.length > 0 && h('h3', {}, `Since the last study: ${plural(progress?.new_games ?? 0, 'new game')}`),
    followed.length > 0 &&
      h('ul', {}, ...followed.map(each => h('li', {}, h('b', {}, `${each.title}: ${each.change}.`), ` ${each.words}`))),
  );
}

/** Where the points go: what each cause costs, the player's bar above the opponents'. */
function chart(id: string, { games, shares }: Profile): HTMLElement | null {
  if (games < 2 || shares.length === 0) return null;
  const most = Math.max(...shares.map(share => Math.max(share.cost, share.opponents))) || 1;
  const total = (values: readonly number[]): string => values.reduce((sum, value) => sum + value, 0).toFixed(2);
  const bar = (own: number, theirs: number): SVGElement =>
    s(
      'svg',
      { class: 'share', viewBox: '0 0 200 12', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      s('rect', { class: 'own-bar', x: 0, y: 0, width: (200 * own) / most, height: 7 }),
      s('rect', { class: 'their-bar', x: 0, y: 8, width: (200 * theirs) / most, height: 3 }),
    );
  return h(
    'section',
    { class: 'stack' },
    h('h3', {}, 'Where your points go'),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Where your points go' },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h('tr', {}, ...['you', 'points a game', '', 'opponents'].map(name => h('th', { scope: 'col' }, name))),
        ),
        h(
          'tbody',
          {},
          ...shares.map(share =>
            h(
              'tr',
              {},
              h(
                'th',
                { scope: 'row' },
                share.cases > 0
                  ? h('a', { href: positionsLink(id, `cause:${share.cause}`) }, share.label)
                  : share.label,
              ),
              h('td', {}, share.cost.toFixed(2)),
              h('td', {}, bar(share.cost, share.opponents)),
              h('td', { class: 'quiet' }, share.opponents.toFixed(2)),
            ),
          ),
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, 'all mistakes'),
            h('td', {}, h('b', {}, total(shares.map(share => share.cost)))),
            h('td', {}),
            h('td', { class: 'quiet' }, total(shares.map(share => share.opponents))),
          ),
        ),
      ),
    ),
    h(
      'p',
      { class: 'quiet' },
      'Every mistake has one cause, and its cost is the winning chance it lost. A point is a win.',
    ),
  );
}

/** At most three findings, each with a position and advice; with few games the worst mistakes. */
function workOn(id: string, { profile, examples, worst }: Overview): HTMLElement | null {
  if (profile.work_on.length > 0) {
    return h(
      'section',
      { class: 'stack' },
      h('h2', {}, 'Work on'),
      h(
        'ol',
        { class: 'cards claims' },
        ...profile.work_on.map((finding, index) =>
          h(
            'li',
            { class: 'card stack' },
            ...findingCard(finding),
            ...examplesOf(id, examples[index] ?? [], positionsLink(id, `work:${index}`), finding.examples.length),
            trainLink(id, examples[index]?.[0]),
            masters(finding),
          ),
        ),
      ),
    );
  }
  if (worst.length === 0) return null;
  return h(
    'section',
    { class: 'stack' },
    h('h2', {}, 'Your mistakes, the worst first'),
    h(
      'ol',
      { class: 'cards claims' },
      ...worst.map(each => h('li', { class: 'card stack' }, ...examplesOf(id, [each], '', 1), trainLink(id, each))),
    ),
    h('p', {}, h('a', { href: positionsLink(id, 'mistakes') }, 'All your mistakes')),
  );
}

function strengths(profile: Profile): HTMLElement | null {
  if (profile.strengths.length === 0) return null;
  return h(
    'section',
    { class: 'stack' },
    h('h2', {}, 'You do well'),
    h('ul', {}, ...profile.strengths.map(each => h('li', {}, h('b', {}, `${each.title}:`), ` ${each.words}`))),
  );
}

function findingCard(finding: Finding): HTMLElement[] {
  return [h('h3', {}, finding.title), h('p', {}, finding.words), h('p', {}, h('b', {}, finding.advice))];
}

/** The exercise that the first example makes. */
function trainLink(study: string, example: Case | undefined): HTMLElement | null {
  if (!example) return null;
  const { game, ply } = example;
  return h('a', { class: 'button', href: link(['train', 'question'], { study, game, ply }) }, 'Train this');
}

/** How masters did it right in positions of the same kind. */
function masters({ done_well: moves = [] }: Finding): HTMLElement | null {
  if (moves.length === 0) return null;
  return h(
    'details',
    { class: 'masters' },
    h('summary', {}, 'How masters did it'),
    ...moves.map(({ fen, arrows, players, year, sentence }) => {
      const words = `${players}, ${year}`;
      return h(
        'figure',
        { class: 'stack' },
        picture({ fen, arrows }, { orientation: turnOf(fen), label: words }),
        h('figcaption', {}, words, h('p', {}, sentence)),
      );
    }),
  );
}

/** The board of the first example, what is said of it, and where the others are. */
function examplesOf(id: string, examples: readonly Case[], all: string, cases: number): HTMLElement[] {
  const name = ({ move, glyph }: Case): string => `${move}${glyph}`;
  const there = (each: Case): string => link(['study', id, 'games', each.game], { ply: each.ply });
  const [example, ...others] = examples;
  if (!example) return [];
  const words = `${name(example)} against ${example.opponent}`;
  const rest = h(
    'p',
    { class: 'row' },
    ...others.map(each => h('a', { href: there(each), title: `against ${each.opponent}` }, name(each))),
    cases > 1 && h('a', { href: all }, `The ${cases} positions`),
  );
  return [
    h(
      'figure',
      { class: 'stack' },
      caseBoard(example, words),
      h('figcaption', {}, h('a', { href: there(example) }, words), example.sentence && h('p', {}, example.sentence)),
    ),
    rest,
  ];
}

function files(id: string, names: readonly string[]): HTMLElement {
  return h(
    'p',
    { class: 'row' },
    ...names.map(name =>
      h(
        'a',
        { class: 'button', href: address('/api/studies/{study}/files/{name}', { study: id, name }), download: name },
        name,
      ),
    ),
  );
}
