"""Test lines of play: their steps, their end, and what is refused."""

from __future__ import annotations

from random import Random

import chess
from hypothesis import given, settings
from hypothesis import strategies as st

from goldens import Golden
from motif.errors import IllegalMove, UnknownName
from motif.motifs.catalogue import MOTIFS, find_motif, find_witnesses, motifs_of
from motif.motifs.motif import Line

FORK = chess.Board("r3k3/8/8/3N4/8/8/8/4K3 w q - 0 1")


def test_a_line_knows_its_winner_and_its_end() -> None:
    line = Line.of(FORK, ["d5c7", "e8d7", "c7a8"])
    assert line.winner == chess.WHITE
    assert [step.move.uci() for step in line.steps] == ["d5c7", "c7a8"]
    assert line.end.piece_at(chess.A8) == chess.Piece(chess.KNIGHT, chess.WHITE)


def test_a_single_move_is_a_line_of_one() -> None:
    assert "fork" in motifs_of(Line.of(FORK, ["d5c7"]))


def test_a_line_of_no_moves_shows_nothing() -> None:
    assert motifs_of(Line.of(FORK, [])) == ()


def test_an_illegal_move_is_refused_with_its_position(golden: Golden) -> None:
    with golden.raises(IllegalMove):
        Line.of(FORK, ["d5d6"])


def test_an_unknown_motif_is_refused_with_the_nearest_names(golden: Golden) -> None:
    with golden.raises(UnknownName):
        find_motif("windmill")


def test_the_rook_is_on_its_square_from_the_start_and_the_knight_since_its_move() -> None:
    line = Line.of(FORK, ["d5c7", "e8d7", "c7a8"])
    assert line.standing(chess.A8, 2) == 0
    assert line.standing(chess.C7, 2) == 2


def test_names_and_themes_are_one_vocabulary() -> None:
    assert len({motif.english for motif in MOTIFS.values()}) == len(MOTIFS)
    for motif in MOTIFS.values():
        assert set(motif.includes) <= set(MOTIFS)


def test_a_discovered_check_is_written_as_lichess_writes_it() -> None:
    board = chess.Board("4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1")
    line = Line.of(board, ["e4c5"])
    assert "discovered check" in motifs_of(line)
    assert MOTIFS["discovered check"].theme == "discoveredAttack"


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(min_value=0, max_value=80))
def test_finders_answer_on_any_line_with_squares_that_are_occupied(random: Random, plies: int) -> None:
    board = chess.Board()
    for _ in range(plies):
        if board.is_game_over():
            break
        board.push(random.choice(list(board.legal_moves)))
    start, moves = board.copy(stack=False), []
    for _ in range(5):
        if board.is_game_over():
            break
        moves.append(random.choice(list(board.legal_moves)))
        board.push(moves[-1])
    line = Line.of(start, moves)
    for witness in find_witnesses(line):
        assert witness.ply % 2 == 0
        assert 0 <= witness.ply < max(1, len(moves))
        for undone in witness.edits(line):
            assert undone.board.is_valid()


def test_the_queen_that_guards_the_mating_square_is_taken() -> None:
    # Lichess puzzle mUyxO: the mating move takes nothing.
    board = chess.Board("4r3/p7/1p2r2p/2p3p1/3q1pPk/1P2pP2/P1P1R1KP/5Q2 b - - 7 37")
    line = Line.after_lead(board, chess.Move.from_uci("d4d2"), ["e2d2", "e3e2", "f1e1"])
    assert "capture of the defender" in motifs_of(line)
