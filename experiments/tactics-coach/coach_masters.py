"""Quiet positions of masters, and what rules of each family are worth there and in ordinary games.

A position is quiet where the calculation wins nothing: the side to move is not in check and no legal move gains a pawn
in the end. Whoever the file is named after is to move, and the move that was played is the one to be found. What is
found among the positions of a family is kept only if it speaks of what the family is about, in its words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from motif.board.games import GameFilter, read_games
from motif.evidence import Evidence, Reference, Share
from motif.tactics import FULL, Rule
from motif.tactics.language.coverage import Coverage

PER_GAME, FROM_MOVE, SEED = 4, 6, 13
"""So many positions are drawn from a game, from the move on at which pieces are still at home."""


LOUD = ("settles_at_least(F, T, 1, P)", "in_check(P)")
"""Where one of these is so, something can be calculated."""


@dataclass(frozen=True, slots=True)
class Theme:
    """What a family of rules is about: where it occurs, told by a move that can be made there, and in which words."""

    name: str
    occurs: tuple[str, ...]
    words: tuple[frozenset[str], ...]
    """A rule is of the family if it holds all words of one of these sets; `king` and `rook` are kinds."""

    def holds(self, rule: Rule) -> bool:
        """Whether a rule speaks of what the family is about."""
        said = {literal.relation for literal in rule.body}
        said |= {literal.arguments[1] for literal in rule.body if literal.relation == "kind"}
        return any(words <= said for words in self.words)


def _any_of(*words: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset((word,)) for word in words)


THEMES = (
    Theme("development", ("undeveloped(F, P)",), _any_of("undeveloped")),
    Theme(
        "king safety",
        ("castles(F, T, P)", "near_own_king(X, P), own(X, P), attacked(X, P)"),
        _any_of("castles", "near_own_king", "near_enemy_king", "allows_no_mate", "king"),
    ),
    Theme(
        "files and squares",
        ("half_open_file(T, P)", "center(T, P)"),
        _any_of("open_file", "half_open_file", "center", "enemy_half", "first_rank", "last_rank", "edge"),
    ),
    Theme("passed pawns", ("passed(X, P)",), _any_of("passed", "promotes")),
    Theme(
        "exchanges when ahead",
        ("captures(F, T, P)",),
        _any_of("ahead"),
    ),
)
"""Families that the puzzles do not teach."""


def quiet(files: Sequence[Path], most: int) -> Evidence:
    """At most so many quiet positions of those after whom the files are named."""
    parts = []
    for path in files:
        drawn = Evidence.of_games(read_games(path, GameFilter()), PER_GAME, FROM_MOVE, SEED)
        master = path.name.split(".")[0]
        parts.append(drawn.take(np.flatnonzero([mover.startswith(master) for mover in drawn.movers()])))
    every = Evidence.concatenate(parts).with_a_choice()
    # About half of all positions are quiet.
    some = every.take(np.sort(np.random.default_rng(SEED).permutation(len(every))[: 3 * most]))
    is_loud = _can_be_done(some, (LOUD,))[0]
    return some.take(np.flatnonzero(~is_loud)[:: max(1, int((~is_loud).sum()) // most)][:most])


def _occurring(evidence: Evidence) -> dict[str, np.ndarray]:
    """For each family whether it occurs in each position."""
    masks = _can_be_done(evidence, [theme.occurs for theme in THEMES])
    return {theme.name: mask for theme, mask in zip(THEMES, masks, strict=True)}


def learned(
    evidence: Evidence, search: Callable[[str, Evidence, Callable[[Rule], bool]], list[Rule]]
) -> dict[str, list[Rule]]:
    """For each family the rules that are found where it occurs, in its words."""
    occurs = _occurring(evidence)
    return {
        theme.name: search(theme.name, evidence.take(np.flatnonzero(occurs[theme.name])), theme.holds)
        for theme in THEMES
    }


def told(found: dict[str, list[Rule]], quiet_ones: Evidence, games: Evidence, most: int = 6) -> str:
    """A table: of each family the commonest rules, with their precision where they were found and in ordinary games."""
    lines = [
        f"{len(quiet_ones):,} quiet positions of masters, {len(games):,} of ordinary games. Share of a rule's "
        "suggestions that were played by the master, best in the games, and played there; of how many.",
        "",
        "| family | rule | masters | best in games | played in games |",
        "|---|---|---|---|---|",
    ]
    there, here = Coverage.of(quiet_ones, FULL), Coverage.of(games, FULL)
    by_master = quiet_ones.targets({Reference.PLAYED: 1.0}) > 0
    is_best, is_played = (games.targets({reference: 1.0}) > 0 for reference in (Reference.BEST, Reference.PLAYED))
    for name, occurs in _occurring(quiet_ones).items():
        rules = found[name]
        is_there = np.repeat(occurs, np.diff(there.offsets))
        of_masters = [by_master[rows[is_there[rows]]] for rows in there.rows(rules)]
        in_games = here.rows(rules)
        order = sorted(range(len(rules)), key=lambda place: -int(of_masters[place].sum()))[:most]
        lines += [
            f"| {name} ({len(rules)} rules, {int(occurs.sum()):,} positions) | {rules[place].sentence()} | "
            f"{_share(of_masters[place])} | {_share(is_best[in_games[place]])} | {_share(is_played[in_games[place]])} |"
            for place in order
        ]
    return "\n".join(lines) + "\n"


def _share(hits: np.ndarray) -> str:
    share = Share.counted(int(hits.sum()), len(hits))
    return f"{share.value:.3f} [{share.low:.3f}, {share.high:.3f}] of {len(hits):,}" if len(hits) else "never"


def _can_be_done(evidence: Evidence, wanted: Sequence[tuple[str, ...]]) -> list[np.ndarray]:
    """For each of the wanted, and each position, whether some legal move fulfils the conditions of any of its lines."""
    rules = [[Rule.parse(f"t(P, F, T) :- legal_move(F, T, P), {body}.", FULL) for body in bodies] for bodies in wanted]
    coverage = Coverage.of(evidence, FULL)
    found = []
    for group in rules:
        mask = np.zeros(len(evidence), np.bool_)
        for rows in coverage.rows(group):
            mask[np.searchsorted(coverage.offsets, rows, side="right") - 1] = True
        found.append(mask)
    return found
