"""Test sentences against the board: clauses about the position before the move are true before it, and clauses about
the target square only after it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import chess

from goldens import Golden
from motif._core.board import decode_move
from motif.board.games import read_games, sample_positions
from motif.patterns.board_pattern import BoardPattern
from motif.patterns.library import Library
from motif.patterns.move_pattern import MovePattern
from motif.patterns.sentences import sentence
from motif.runtime.files import SAMPLE_GAMES

GAMES, PER_GAME, PATTERNS = 30, 2, 25

PIECE = r"the [a-z ]+ on ([a-h][1-8])"
PIECES = rf"{PIECE}(?:, {PIECE})*(?: and {PIECE})?"
SQUARE = re.compile(r" on ([a-h][1-8])")

NEXT_TO_A_NAME = re.compile(rf"{PIECE} (attack|defend)ed by {PIECE}")
MOVER_DOES = re.compile(rf"^[^,]+, which (attack|defend)s ({PIECES}) ?,? ?[a-z, ]*(?:goes|moves|captures|castles)")
MOVER_SUFFERS = re.compile(rf"^[^,]+, (attack|defend)ed by ({PIECES}) ?,? ?[a-z, ]*(?:goes|moves|captures|castles)")
FROM_WHERE = re.compile(rf"from where it (attack|defend)s ({PIECES})")

Claim = tuple[str, chess.Board, str, chess.Square, chess.Square]


def _squares(words: str) -> list[chess.Square]:
    return [chess.parse_square(name) for name in SQUARE.findall(re.sub(r" (?:attack|defend)ed by .*", "", words))]


def _claims(said: str, board: chess.Board, move: chess.Move) -> Iterator[Claim]:
    """What a sentence claims: when, on which board, who does what to whom."""
    after = board.copy(stack=False)
    after.push(move)
    for hit, verb, hitter in NEXT_TO_A_NAME.findall(said):
        yield "mentioned with", board, verb, chess.parse_square(hitter), chess.parse_square(hit)
    for verb, names, *_ in MOVER_DOES.findall(said):
        yield from (("does", board, verb, move.from_square, square) for square in _squares(names))
    for verb, names, *_ in MOVER_SUFFERS.findall(said):
        yield from (("suffers", board, verb, square, move.from_square) for square in _squares(names))
    for verb, names, *_ in FROM_WHERE.findall(said):
        yield from (("from where", after, verb, move.to_square, square) for square in _squares(names))


def test_clauses_are_true_before_or_after_the_move() -> None:
    library = Library.shipped()
    sample = sample_positions(list(read_games(SAMPLE_GAMES))[:GAMES], PER_GAME, from_move=6)
    seen: Counter[str] = Counter()
    for board, code in zip(sample.positions, sample.moves.tolist(), strict=True):
        move, full = decode_move(code), BoardPattern.full(board)
        for pattern in library.fitting(board, move)[:PATTERNS]:
            said = sentence(pattern, board, next(pattern.embeddings(full, board, move)))
            # Only what holds after the move and not before would be news, and no relation of a pattern says that.
            assert "now" not in said.split(), said
            for kind, there, verb, subject, object_ in _claims(said, board, move):
                where = f"{said} ({there.fen()})"
                assert object_ in there.attacks(subject), where
                assert (there.color_at(subject) == there.color_at(object_)) is (verb == "defend"), where
                seen[kind] += 1
    assert min(seen[kind] for kind in ("mentioned with", "does", "suffers", "from where")) >= 10, seen


def test_a_king_that_already_defends_a_pawn_just_castles(golden: Golden) -> None:
    castling = MovePattern.parse("hits 1 3\n1K -(+1)-> 2. castles with 3P")
    board = chess.Board("4k3/8/8/8/8/8/5P2/R3K2R w KQ - 0 1")
    full = BoardPattern.full(board)
    for move in ("O-O", "O-O-O"):
        squares = next(castling.embeddings(full, board, board.parse_san(move)))
        golden(sentence(castling, board, squares))


def test_a_rook_that_leaves_a_pawn_defends_another_from_where_it_goes(golden: Golden) -> None:
    leaving = MovePattern.parse("hits 1 3\nhits_from 1 2 4\n1R -(+1)-> 2. with 3P 4P")
    board = chess.Board("4k3/8/8/3P4/8/8/P7/R3K3 w - - 0 1")
    squares = next(leaving.embeddings(BoardPattern.full(board), board, board.parse_san("Rd1")))
    golden(sentence(leaving, board, squares))
