"""Learned rules in judged games: where the word of a rule was right, was it followed?

A rule is on where it suggests a move that was right. It was found where the move played is one that it suggests and
lost less than .05, and missed where the best move is one that it suggests, the played one is not, and that lost .10 or
more. Where a game was decided by then, nothing is right or wrong. The calculation ("count the captures to the end") is
no rule to follow: it suggests something everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions, encode_move
from motif.engines.evaluator import winning_chance
from motif.statistics.examples import rows_of_moves
from motif.study.games import Occasion, Outcome, StudiedGame, StudiedMove
from motif.study.review import INACCURACY, MISTAKE
from motif.tactics.adviser import COUNTING
from motif.tactics.coverage import Coverage, square_of_last_capture
from motif.tactics.library import TacticsLibrary
from motif.tactics.rule import Rule

DECIDED = 0.10
"""A winning chance as near to 0 or 1 as this, before the move, is a game that was decided."""

AT_ONCE = 100
"""Games that are looked at together: of two thousand at once the boards alone would fill a gigabyte."""

Followed = tuple[tuple[Occasion, ...], ...]
"""For each game its occasions to follow a rule, of both sides; `motif` is what the rule says."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """A move that a rule might have told: where it is, and which move was right."""

    game: int
    ply: int
    board: chess.Board
    played: chess.Move
    right: chess.Move
    lost: float


def follow(games: Sequence[StudiedGame], library: TacticsLibrary | None = None) -> Followed:
    """Every occasion to follow a rule of the coach's list."""
    library = library or TacticsLibrary.shipped()
    starts = range(0, len(games), AT_ONCE)
    return tuple(each for start in starts for each in _followed(games[start : start + AT_ONCE], library))


def _followed(games: Sequence[StudiedGame], library: TacticsLibrary) -> Followed:
    moments = [moment for place, game in enumerate(games) for moment in _moments(place, game)]
    occasions: list[list[Occasion]] = [[] for _ in games]
    if moments:
        positions = Positions.from_boards(moment.board for moment in moments)
        captured_on = np.array([square_of_last_capture(moment.board) for moment in moments], np.int8)
        rules = followed_rules(library)
        played = _rows(positions, [moment.played for moment in moments])
        right = _rows(positions, [moment.right for moment in moments])
        for rule, rows in zip(rules, Coverage(positions, library.vocabulary, captured_on).rows(rules), strict=True):
            said = rule.sentence()
            is_on = np.isin(right, rows) & ((right == played) | ~np.isin(played, rows))
            for moment in (moments[place] for place in np.flatnonzero(is_on).tolist()):
                outcome = Outcome.FOUND if moment.played == moment.right else Outcome.MISSED
                lost = 0.0 if outcome is Outcome.FOUND else moment.lost
                occasions[moment.game].append(Occasion(moment.ply, said, outcome, lost))
    return tuple(tuple(sorted(each, key=lambda occasion: occasion.ply)) for each in occasions)


def followed_rules(library: TacticsLibrary) -> list[Rule]:
    """The rules of a list that know something; one that only counts is left out."""
    return [rule for rule in library.rules if all(literal.relation != COUNTING for literal in rule.body)]


def _moments(place: int, game: StudiedGame) -> Iterator[_Moment]:
    advantage = game.advantage
    for ply, (board, move) in enumerate(zip(game.boards(), game.moves, strict=False)):
        right = _right(move)
        is_open = DECIDED <= winning_chance(advantage) <= 1 - DECIDED
        if right is not None and is_open and board.legal_moves.count() > 1:
            yield _Moment(place, ply, board, move.move, right, move.lost)
        advantage = move.advantage


def _right(move: StudiedMove) -> chess.Move | None:
    if move.lost < INACCURACY:
        return move.move
    return move.best if move.lost >= MISTAKE and move.best != move.move else None


def _rows(positions: Positions, moves: Sequence[chess.Move]) -> NDArray[np.int64]:
    return rows_of_moves(positions.legal_moves(), np.array([encode_move(move) for move in moves], np.uint16))
