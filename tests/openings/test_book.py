"""Test the opening book: counts by position agree with python-chess, and each position has one name."""

from __future__ import annotations

from collections import Counter
from io import StringIO
from pathlib import Path

import chess
import chess.pgn
import pytest

from goldens import Golden
from motif.board.games import read_games
from motif.errors import BadFile
from motif.openings.adviser import OpeningAdviser
from motif.openings.book import BAND_BOOKS, Book, band_book, shipped_book, usual_move
from motif.openings.cases import Case, CaseBase, shipped_cases
from motif.openings.learning.book_making import make_book
from motif.openings.names import Openings, family_of, shipped_openings, theory, theory_of

GAMES = """
[White "A"]
[Black "B"]
[Result "1-0"]
[ECO "C42"]

1. e4 e5 2. Nf3 Nf6 3. Nxe5 1-0

[White "C"]
[Black "D"]
[Result "1/2-1/2"]
[ECO "C42"]

1. Nf3 Nf6 2. e4 e5 3. Nxe5 1/2-1/2

[White "E"]
[Black "F"]
[Result "0-1"]
[ECO "C44"]

1. e4 e5 2. Nf3 Nc6 3. d4 0-1

[White "G"]
[Black "H"]
[Result "*"]

1. a4 h5 *
"""
LINES = CaseBase.of(
    [Case("C20", "King's Pawn Game", ("e4", "e5")), Case("C42", "Petrov Defence", ("e4", "e5", "Nf3", "Nf6"))]
)
MIDDLEGAME = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"


def played(moves: str) -> chess.Board:
    board = chess.Board()
    for move in moves.split():
        board.push_san(move)
    return board


@pytest.fixture
def book(tmp_path: Path) -> Book:
    (tmp_path / "games.pgn").write_text(GAMES.strip() + "\n")
    return make_book(read_games(tmp_path / "games.pgn"), LINES)


def test_counts_agree_with_python_chess(book: Book) -> None:
    counts: Counter[tuple[str, str]] = Counter()
    points: Counter[tuple[str, str]] = Counter()
    boards: dict[str, chess.Board] = {}
    text = StringIO(GAMES.strip() + "\n")
    while game := chess.pgn.read_game(text):
        white = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}.get(game.headers["Result"])
        if white is None:
            continue
        board = chess.Board()
        for move in game.mainline_moves():
            boards.setdefault(board.epd(), board.copy())
            counts[board.epd(), move.uci()] += 1
            points[board.epd(), move.uci()] += white if board.turn else 1 - white  # type: ignore[assignment]
            board.push(move)
    for epd, board in boards.items():
        found = {(epd, row.move.uci()): (row.games, row.score) for row in book.moves(board)}
        assert found == {key: (counts[key], points[key] / counts[key]) for key in counts if key[0] == epd}
    assert book.moves(played("a4")) == [], "a game without a result does not count"


def test_a_transposition_is_the_same_position_and_another_knight_is_not(book: Book) -> None:
    names = Openings(LINES, book)
    petrov, by_knights = (played(moves) for moves in ("e4 e5 Nf3 Nf6", "Nf3 Nf6 e4 e5"))
    assert book.moves(petrov) == book.moves(by_knights)
    assert str(names.name_of(petrov)) == str(names.name_of(by_knights)) == "C42 Petrov Defence"
    assert book.moves(played("e4 e5 Nc3 Nf6")) == []


ODD_ORDERS = """
[White "A"]
[Black "B"]
[Result "1-0"]
[ECO "B22"]

1. d4 e6 2. e4 c5 3. Nf3 Nc6 4. c3 d5 1-0

[White "C"]
[Black "D"]
[Result "0-1"]
[ECO "B22"]

1. e4 c5 2. c3 e6 3. d4 d5 0-1

[White "E"]
[Black "F"]
[Result "0-1"]
[ECO "C44"]

1. e4 d6 2. Nf3 e5 3. d4 Nc6 0-1
"""
MORE_LINES = CaseBase.of(
    [
        Case("A40", "Horwitz Defence", ("d4", "e6")),
        Case("B20", "Sicilian Defence", ("e4", "c5")),
        Case("B22", "Sicilian Defence: Alapin Variation", ("e4", "c5", "c3")),
        Case("B07", "Pirc Defence", ("e4", "d6")),
        Case("C44", "Scotch Game", ("e4", "e5", "Nf3", "Nc6", "d4")),
        Case("C44", "King's Knight Opening", ("e4", "e5", "Nf3", "Nc6")),
    ]
)


def test_name_and_code_fit_in_odd_move_orders(tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(ODD_ORDERS.strip() + "\n")
    book = make_book(read_games(tmp_path / "games.pgn"), MORE_LINES)
    names = Openings(MORE_LINES, book)
    by_queens_pawn = played("d4 e6 e4 c5 Nf3 Nc6 c3")
    assert str(names.name_of(by_queens_pawn)) == "B22 Sicilian Defence"
    assert str(names.name_of(played("e4 c5 c3 e6 d4"))) == "B22 Sicilian Defence: Alapin Variation"
    assert str(names.name_of(played("e4 d6 Nf3 e5"))) == "C44 King's Knight Opening"
    assert str(names.name_of(played("d4 e6"))) == "A40 Horwitz Defence"


def test_name_and_code_fit_in_the_shipped_book() -> None:
    names = shipped_openings()
    assert str(names.name_of(played("e4 c5 Nf3 Nc6 c3 e6 d4"))).startswith("B22 Sicilian Defence")
    for letter, family in (
        ("C", "Pirc Defence"),
        ("B", "Horwitz Defence"),
        ("C", "Sicilian Defence"),
        ("E", "Ruy Lopez"),
    ):
        odd = [each for each in shipped_book().labels if each.eco[0] == letter and family_of(each.name) == family]
        assert odd == [], "no line of this opening is in that volume of the Encyclopaedia"


def test_a_saved_book_loads_and_a_truncated_one_is_refused(golden: Golden, book: Book, tmp_path: Path) -> None:
    path = tmp_path / "book.bin"
    book.save(path)
    again = Book.load(path)
    assert again.moves(chess.Board()) == book.moves(chess.Board()) != []
    assert again.name_of(played("e4 e5")) == book.name_of(played("e4 e5")) is not None
    path.write_bytes(path.read_bytes()[:-9])
    with golden.raises(BadFile):
        Book.load(path)
    with pytest.raises(BadFile, match="cannot read"):
        Book.load(tmp_path / "missing.bin")


def test_players_of_each_rating_have_a_book_of_positions_that_many_reached() -> None:
    assert sum(path.stat().st_size for path in BAND_BOOKS.iterdir()) < 3_000_000
    bands = sorted(int(path.stem) for path in BAND_BOOKS.iterdir())
    for band in bands:
        book = band_book(band)
        assert book
        (first, *_) = played = book.moves(chess.Board())
        assert (first.move.uci(), first.games_here) == ("e2e4", sum(each.games for each in played))
        boards, reached = [chess.Board()], 0
        while boards:
            board = boards.pop()
            for each in book.moves(board):
                assert each.games_here >= 50
                after = board.copy()
                after.push(each.move)
                boards += [after] * (len(book.moves(after)) > 0 and len(after.move_stack) < 4)
            reached += 1
        assert reached <= len(book)
    assert usual_move(chess.Board(), 1500) == "players rated 1400 to 1599 play e4 in 64 % and score 51 %"
    assert usual_move(chess.Board(), bands[-1] + 200) is None
    assert usual_move(chess.Board("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), 1500) is None


def test_no_figures_of_a_few_games_are_given(book: Book) -> None:
    sentences = {
        ("", "e2e4"): "e4 was played by masters here",
        ("", "g1f3"): "Nf3 was played by masters here",
        ("e4", "e7e5"): "e5 was played by masters here; it leads to the King's Pawn Game",
        ("e4 e5 Nf3 Nc6", "d2d4"): "d4 was played by masters here",
        ("", "a2a4"): None,
    }
    for (moves, uci), sentence in sentences.items():
        assert theory_of(played(moves), chess.Move.from_uci(uci), book) == sentence


def test_the_shipped_book_has_first_moves_and_no_middlegame() -> None:
    first = theory(chess.Board())
    assert [row.move.uci() for row in first[:2]] == ["e2e4", "d2d4"]
    said = theory_of(chess.Board(), first[0].move)
    assert said is not None
    assert (
        f"{round(100 * first[0].games / first[0].games_here)} % of {sum(row.games for row in first):,} master games"
        in said
    )
    assert theory(chess.Board(MIDDLEGAME)) == []


def test_advice_at_the_start_rates_neither_the_grob_nor_a_rooks_pawn() -> None:
    advised = [advice.move.uci() for advice in OpeningAdviser(shipped_cases()).advise(chess.Board())]
    assert advised[:2] == ["e2e4", "d2d4"]
    assert not {"a2a4", "g2g4"} & {*advised}
    assert theory_of(chess.Board(), chess.Move.from_uci("g2g4")) is not None


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("d4 d5 c4 e6 Nc3 Nf6 Nf3 Be7 Bg5", "D53 Queen's Gambit Declined"),
        ("d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 Nf3", "D53 Queen's Gambit Declined"),
        ("d4 d5 c4 e6 Nc3 Nf6 Nf3 Be7", "D37 Queen's Gambit Declined"),
        ("d4 Nf6 Bf4", "A45 Indian Defence: Accelerated London System"),
        (
            "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2",
            "C96 Ruy Lopez: Closed, Chigorin Defence",
        ),
    ],
)
def test_shipped_names_go_by_position(moves: str, name: str) -> None:
    board = played(moves)
    found = shipped_openings().name_of(board)
    assert found is not None
    assert (str(found).startswith(name), found.ply) == (True, len(board.move_stack))


def test_a_prefix_of_a_case_still_counts_as_its_line() -> None:
    for case in shipped_cases().cases[::20]:
        if len(case) > 4:
            found = shipped_openings().name_of(played(" ".join(case.moves[:-2])))
            assert found is not None
            assert found.ply == len(case) - 2, case


def test_all_five_hundred_codes_are_known() -> None:
    known = {label.eco for label in shipped_book().labels}
    assert known >= {f"{volume}{number:02}" for volume in "ABCDE" for number in range(100)}
