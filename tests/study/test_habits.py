"""Test habits: a kind of move that loses repeatedly is learned, one that lost by chance is not."""

from __future__ import annotations

import random
from functools import cache

import chess
import pytest

from motif.board.material import Phase
from motif.engines.game_review import Judgement
from motif.study.findings.habits import CALCULATED, habit_findings
from motif.study.games import StudiedGame, StudiedMove
from motif.study.profile import Finding, Kind

PLIES = 60


@cache
def played(seed: int) -> tuple[tuple[chess.Move, bool, str], ...]:
    """A random game: its moves, whether each is a knight's, and how it is written."""
    rng = random.Random(seed)
    board = chess.Board()
    moves: list[tuple[chess.Move, bool, str]] = []
    while len(moves) < PLIES and not board.is_game_over():
        move = rng.choice(sorted(board.legal_moves, key=chess.Move.uci))
        moves.append((move, board.piece_type_at(move.from_square) == chess.KNIGHT, board.san(move)))
        board.push(move)
    return tuple(moves)


def game(number: int, *, knights: float, others: float) -> StudiedGame:
    """A game in which White's knight moves are mistakes with one chance, and all other moves with another."""
    rng = random.Random(f"mistakes {number}")
    moves = []
    for ply, (move, is_knights, san) in enumerate(played(number)):
        chance = knights if is_knights and ply % 2 == 0 else others
        lost = 0.3 if rng.random() < chance else 0.0
        moves.append(StudiedMove(move, san, None, (), 0, lost, Judgement.of(lost), Phase.MIDDLEGAME))
    return StudiedGame(
        number, "Anna", "Bert", "1-0", True, "", "", "", "", None, None, "", "", None, chess.STARTING_FEN, 0,
        tuple(moves), (), (), "search",
    )  # fmt: skip


@cache
def all_findings(count: int, *, knights: float, others: float) -> tuple[Finding, ...]:
    games = [game(number, knights=knights, others=others) for number in range(1, count + 1)]
    return tuple(habit_findings(games))


def habits(count: int, *, knights: float, others: float) -> list[Finding]:
    return [finding for finding in all_findings(count, knights=knights, others=others) if finding.is_weakness]


def test_a_player_whose_knights_go_astray_hears_of_knights() -> None:
    said = habits(30, knights=0.6, others=0.05)
    assert said
    assert all(each.kind is Kind.HABIT for each in said)
    assert any("knight" in each.title for each in said)
    assert said[0].rule
    assert min(example.game for example in said[0].examples) > 15, "what was learned from is no proof"


def test_a_habit_is_a_kind_of_move_and_not_what_comes_of_it() -> None:
    """A real player once heard: "you move a knight, losing nothing by captures"."""
    findings = all_findings(30, knights=0.6, others=0.05)
    assert findings
    assert not [each.rule for each in findings if any(word in str(each.rule) for word in CALCULATED)]


def test_mistakes_without_a_pattern_are_no_habit() -> None:
    assert not habits(30, knights=0.1, others=0.1)


@pytest.mark.parametrize("count", [0, 2])
def test_a_few_mistakes_teach_nothing(count: int) -> None:
    assert not all_findings(count, knights=0.1, others=0.1)
