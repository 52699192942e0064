"""Test the start positions: they are legal, fair and numerous."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import chess
import pytest

from goldens import Golden
from motif.arena.start_positions import StartPosition, load_starts, shipped_starts, starts
from motif.errors import BadFile, BadGameFile, BadPosition


def test_the_book_holds_64_openings_of_four_to_eight_plies() -> None:
    book = shipped_starts()
    assert len(book) == len({start.name for start in book}) == len({start.board().epd() for start in book}) == 64
    assert {len(start.moves) for start in book} <= set(range(4, 9))


def test_no_side_is_more_than_a_pawn_up_in_the_book() -> None:
    worth = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
    for start in shipped_starts():
        pieces = start.board().piece_map().values()
        assert abs(sum(worth[piece.piece_type] * (1 if piece.color else -1) for piece in pieces)) <= 1, start.name


@pytest.mark.parametrize("first", ["e4 e5", "e4 c5", "e4 e6", "d4 d5", "d4 Nf6", "d4 f5", "c4", "Nf3"])
def test_the_book_covers(first: str) -> None:
    opening = StartPosition.from_san("", first).moves
    assert any(start.moves[: len(opening)] == opening for start in shipped_starts())


def test_the_seed_decides_the_order() -> None:
    one, same, other = (list(islice(starts(seed), 64)) for seed in (1, 1, 2))
    assert one == same
    assert one != other
    assert set(one) == set(other) == set(shipped_starts())


def test_the_second_time_through_the_book_each_start_goes_on_for_two_random_plies() -> None:
    first, second = list(islice(starts(5), 64)), list(islice(starts(5), 64, 128))
    openings = {start.moves for start in first}
    # A start without fair random plies stays as it is, but most starts have some.
    varied = [start for start in second if start.moves not in openings]
    assert len(varied) > 60
    assert all(start.moves[:-2] in openings for start in varied)
    assert all(start.name.endswith(", 2 random plies") for start in varied)


def test_random_plies_never_exceed_eight_even_for_a_book_of_one_start() -> None:
    book = (StartPosition("nothing yet"),)
    many = list(islice(starts(5, book), 50))
    assert [len(start.moves) for start in many[:6]] == [0, 2, 4, 6, 8, 8]
    assert len({start.moves for start in many}) > 45


def test_random_plies_leave_no_mate_in_one() -> None:
    for start in islice(starts(11), 64, 320):
        board = start.board()
        for move in list(board.legal_moves):
            board.push(move)
            assert not board.is_checkmate(), start
            board.pop()


def test_random_plies_leave_no_piece_to_be_taken_for_nothing() -> None:
    for start in islice(starts(11), 64, 320):
        board = start.board()
        for move in board.generate_legal_captures():
            victim = board.piece_type_at(move.to_square)
            protected = board.is_attacked_by(not board.turn, move.to_square)
            assert protected or victim in (None, chess.PAWN), (start, move)


def test_a_book_without_starts_is_refused(golden: Golden) -> None:
    with golden.raises(BadFile):
        next(starts(1, ()))


def test_a_start_that_cannot_be_played_says_where(golden: Golden) -> None:
    with golden.raises(BadPosition):
        StartPosition.from_san("wrong", "e4 e5 Ke3")
    with golden.raises(BadPosition):
        StartPosition("far", ("e2e5",)).board()


def test_a_start_after_fools_mate_is_already_over(golden: Golden) -> None:
    with golden.raises(BadPosition):
        StartPosition.from_san("fool", "f3 e5 g4 Qh4#").board()


def test_a_start_without_a_black_king_is_no_legal_position(golden: Golden) -> None:
    with golden.raises(BadPosition):
        StartPosition("lonely", (), "8/8/8/8/8/8/4P3/4K3 w - - 0 1").board()


def test_load_positions_as_fen_and_epd(tmp_path: Path) -> None:
    path = tmp_path / "book.epd"
    path.write_text('# two endings\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n\n4k3/8/8/8/8/8/3PP3/4K3 b - - id "two pawns";\n')
    one, two = load_starts(path)
    assert one == StartPosition("position 2", (), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    assert two == StartPosition("two pawns", (), "4k3/8/8/8/8/8/3PP3/4K3 b - - 0 1")


def test_load_the_openings_of_a_pgn(tmp_path: Path) -> None:
    path = tmp_path / "book.pgn"
    path.write_text('[Opening "French"]\n\n1. e4 e6 *\n\n[Event "?"]\n\n1. d4 (1. c4) 1... d5 *\n')
    assert load_starts(path) == (StartPosition("French", ("e2e4", "e7e6")), StartPosition("game 2", ("d2d4", "d7d5")))


def test_load_a_table(tmp_path: Path) -> None:
    path = tmp_path / "book.tsv"
    path.write_text("name\tmoves\nFrench\te4 e6\n")
    assert load_starts(path) == (StartPosition.from_san("French", "e4 e6"),)


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("book.tsv", "French\te4 e6\n", "line 1: expected the columns name and moves"),
        (
            "book.tsv",
            "name\tmoves\nFrench\te4 e9\n",
            "line 2: the moves of the start position 'French' cannot be played",
        ),
        ("book.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nhello\n", "line 2: expected a FEN or EPD"),
        ("book.fen", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1\n", "line 1: .*already over"),
        ("book.epd", "\n", "expected starts, found none"),
        ("book.pgn", "1. e4 Ke7 *\n", "game 1: illegal san: 'Ke7'"),
        ("book.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n", "game 1: the game is already over in the start position 'game 1'"),
    ],
)
def test_a_bad_book_says_what_and_where(tmp_path: Path, name: str, content: str, problem: str) -> None:
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises((BadFile, BadGameFile), match=problem):
        load_starts(path)
