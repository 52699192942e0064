"""Patterns: who passes by what strong players look at hears of it; who does it as often as the opponents does not."""

from __future__ import annotations

import random

import chess

from motif.board.phases import Phase
from motif.engines.game_review import Judgement
from motif.study.findings.claims import decided
from motif.study.findings.learned import pattern_claims
from motif.study.games import StudiedGame, StudiedMove
from motif.study.profile import Claim, Kind

PLIES = 50


def pawn_takes_a_piece(board: chess.Board) -> chess.Move | None:
    """A capture that any strong player looks at."""
    for move in board.legal_moves:
        taken = board.piece_type_at(move.to_square)
        if board.piece_type_at(move.from_square) == chess.PAWN and taken not in (None, chess.PAWN):
            return move
    return None


def game(number: int, *, blind: set[chess.Color]) -> StudiedGame:
    """A random game in which those who are blind never take a piece with a pawn, and lose by it."""
    rng, board, moves = random.Random(number), chess.Board(), list[StudiedMove]()
    while len(moves) < PLIES and not board.is_game_over():
        better = pawn_takes_a_piece(board) if board.turn in blind else None
        move = rng.choice(sorted((move for move in board.legal_moves if move != better), key=chess.Move.uci))
        lost = 0.2 if better else 0.0
        line = (better,) if better else ()
        moves.append(StudiedMove(move, board.san(move), better, line, 0, lost, Judgement.of(lost), Phase.MIDDLEGAME))
        board.push(move)
    return StudiedGame(
        number, "Anna", "Bert", "1-0", True, "", "", "", "", None, None, "", "", None, chess.STARTING_FEN, 0,
        tuple(moves), (), (), "search",
    )  # fmt: skip


def said(*, blind: set[chess.Color]) -> list[Claim]:
    found = pattern_claims([game(number, blind=blind) for number in range(1, 31)])
    return [claim for claim in decided(found) if claim.said]


def test_who_never_takes_with_the_pawn_hears_of_it() -> None:
    found = said(blind={chess.WHITE})
    assert found
    assert all(claim.kind is Kind.PATTERN for claim in found)
    assert any("captures an enemy" in claim.subject for claim in found)
    assert min(example.game for example in found[0].examples) > 15, "what was chosen by is no proof"
    assert found[0].peers is not None
    assert found[0].peers.hits == 0


def test_who_does_as_the_opponents_do_does_not() -> None:
    assert not said(blind={chess.WHITE, chess.BLACK})


def test_without_games_or_mistakes_there_is_nothing_to_say() -> None:
    assert not pattern_claims([])
    assert not said(blind=set())
