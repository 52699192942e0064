"""Every claim of a sentence is true on its board: a plain search through all captures checks each again."""

from __future__ import annotations

import re

import chess
import pytest

from motif.tactics.adviser import TacticsAdviser
from motif.tactics.captures import has_no_safe_square, is_hanging, keeps, loses, wins
from motif.tactics.library import TacticsLibrary
from tactics.reference import can_mate, loss

GAMES = (
    "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Nxd5 Nxf7 Kxf7 Qf3+ Ke6 Nc3 Nb4 O-O c6 d4 Qf6 dxe5 Qxf3 gxf3",
    "d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 Bg5 dxc4 e4 b5 e5 h6 Bh4 g5 Nxg5 hxg5 Bxg5 Nbd7 g3 Bb7 Bg2 Qb6 exf6 O-O-O",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3 O-O Qd2 Nc6 O-O-O d5 exd5 Nxd5 Nxc6 bxc6 Bd4 e5 Bc5 Be6",
)
WORTH = {"a pawn": 1, "two pawns": 2, "a knight or bishop": 3, "a rook": 5, "a queen": 9}
VALUES = {1: 1, 2: 3, 3: 3, 4: 5, 5: 9, 6: 0}


def boards(game: str) -> list[chess.Board]:
    board, found = chess.Board(), []
    for san in game.split():
        board.push_san(san)
        found.append(board.copy())
    return found[4:]


def gained(board: chess.Board, move: chess.Move) -> int:
    taken = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    return (VALUES[taken] if taken and board.is_capture(move) else 0) + (8 if move.promotion else 0)


def brought(board: chess.Board, least: int = -99, most: int = 99) -> int:
    """Return what the side to move wins by captures, by alpha-beta; in check every move is searched."""
    in_check = board.is_check()
    best = -99 if in_check else 0
    moves = board.legal_moves if in_check else board.generate_legal_captures()
    for move in sorted(moves, key=lambda move: -gained(board, move)):
        if best >= most:
            break
        won = gained(board, move)
        board.push(move)
        best = max(best, won - brought(board, won - most, won - max(least, best)))
        board.pop()
    return best


def check_claims(board: chess.Board, move: chess.Move, text: str) -> int:
    """Check every claim of a text; return how many there were."""
    after = board.copy(stack=False)
    after.push(move)
    counted = 0
    for kind, name in re.findall(r"the (?:[a-z-]+ )*(pawn|knight|bishop|rook|queen|king) on ([a-h][1-8])", text):
        square = chess.parse_square(name)
        kinds = {chess.piece_name(at.piece_type) for at in (board.piece_at(square), after.piece_at(square)) if at}
        assert kind in kinds, text
        counted += 1
    if "leaves nothing hanging" in text:
        assert all(loss(after, square) <= 0 for square in chess.SquareSet(after.occupied_co[board.turn])), text
        assert brought(after) <= 0, text
        counted += 1
    if "does not hang there" in text:
        assert loss(after, move.to_square) == 0, text
        counted += 1
    if "if only captures follow" in text:
        least = 0 if "loses nothing" in text else gained(board, move)
        least = next((pawns for words, pawns in WORTH.items() if f" {words} if only" in text), least)
        assert gained(board, move) - brought(after) >= least, text
        counted += 1
    for name in re.findall(r"threatens to take the (?:[a-z]+ )*on ([a-h][1-8])", text):
        square = chess.parse_square(name)
        assert loss(after, square) > 0, text
        counted += 1
    if "allows no mate in one" in text:
        assert not can_mate(after), text
        counted += 1
    return counted


@pytest.mark.parametrize("game", GAMES)
def test_every_claim_of_the_shipped_list_is_true(game: str) -> None:
    adviser = TacticsAdviser(TacticsLibrary.shipped(), count=2)
    counted = 0
    for board in boards(game):
        for advice in adviser.advise(board):
            counted += check_claims(board, advice.move, advice.because.english)
    assert counted > 30


def test_a_pawn_recaptured_one_move_later_is_not_won() -> None:
    # Four half-moves deep cxd5 seems to win a pawn; the fifth half-move recaptures it.
    board = chess.Board("rnbqkb1r/pp3ppp/4pn2/2pp4/2PP4/2N2N2/PP2PPPP/R1BQKB1R w KQkq - 0 5")
    said = [advice.because.english for advice in TacticsAdviser(TacticsLibrary.shipped(), count=9).advise(board)]
    (capture,) = [line for line in said if line.startswith("cxd5")]
    assert "wins" not in capture
    assert "winning capture" not in capture


def test_a_free_pawn_is_won_and_a_guarded_one_is_not() -> None:
    free, guarded = "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "4k3/8/4p3/3p4/8/2N5/8/4K3 w - - 0 1"
    assert wins(chess.Board(free), 1)
    assert not wins(chess.Board(guarded), 1)
    take = chess.Move.from_uci("c3d5")
    assert loses(chess.Board(guarded), take, 2)
    assert not loses(chess.Board(free), take, 1)
    assert is_hanging(chess.Board(free), chess.D5)
    assert not is_hanging(chess.Board(guarded), chess.D5)


def test_a_mated_side_keeps_nothing() -> None:
    mated = chess.Board("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")
    assert keeps(mated, 0, 9)
    assert not wins(mated, -9)


def test_a_bishop_shut_in_has_no_safe_square() -> None:
    assert has_no_safe_square(chess.Board("8/Bkp5/1p6/8/8/8/8/4K3 w - - 0 1"), chess.A7)
    assert not has_no_safe_square(chess.Board("8/Bkp5/8/8/8/8/8/4K3 w - - 0 1"), chess.A7)
