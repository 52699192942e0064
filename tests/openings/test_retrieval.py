"""Test the retrieval of the nearest cases against a plain Python version that compares 64-character boards."""

from __future__ import annotations

import operator
from dataclasses import replace

import chess
import numpy as np
import pytest

from goldens import Golden
from motif._core.board import Positions
from motif.openings.adviser import OpeningAdviser
from motif.openings.cases import Case, CaseBase, shipped_cases
from motif.openings.retrieval import Breadth, CaseOrder, retrieve
from walks import random_positions

SICILIAN = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"

MCDONNELL = Case("B21", "McDonnell Attack", ("e4", "c5", "f4"))
OPEN = Case("B50", "Modern Variations", ("e4", "c5", "Nf3", "d6"))


def text_of(board: chess.Board) -> str:
    return "".join(piece.symbol() if (piece := board.piece_at(square)) else "." for square in chess.SQUARES)


def plain_boards(cases: CaseBase) -> list[list[str]]:
    """Return the boards of each case as text, after each of its moves."""
    lines = []
    for case in cases.cases:
        board, line = chess.Board(), []
        for move in case.moves:
            board.push_san(move)
            line.append(text_of(board))
        lines.append(line)
    return lines


def plain_distance(one: str, other: str) -> int:
    return sum(map(operator.ne, one, other))


def plain_retrieval(query: str, lines: list[list[str]], longest_first: bool) -> list[tuple[int, int, int]]:
    """Retrieve as the paper describes it: all boards less than 2 beyond the smallest distance, sorted by length."""
    known: dict[str, int] = {}
    for board in (board for line in lines for board in line):
        if board not in known:
            known[board] = plain_distance(query, board)
    least = min(known.values())
    found = [
        (number, ply, known[board])
        for number, line in enumerate(lines)
        for ply, board in enumerate(line, start=1)
        if known[board] < least + 2
    ]
    return sorted(found, key=lambda match: -len(lines[match[0]])) if longest_first else found


@pytest.fixture(scope="module")
def few() -> CaseBase:
    """Return a dozen lines of all volumes, few enough for a thousand searches in plain Python."""
    return CaseBase.of(shipped_cases().cases[5::64])


def near_positions(cases: CaseBase, count: int, seed: int) -> list[chess.Board]:
    """Return positions of random games that begin with a line, so that many are on it or near it."""
    rng = np.random.default_rng(seed)
    boards: list[chess.Board] = []
    while len(boards) < count:
        case = cases.cases[rng.integers(len(cases))]
        board = chess.Board()
        for move in case.moves[: rng.integers(1, len(case) + 1)]:
            board.push_san(move)
        for _ in range(rng.integers(0, 9)):
            boards.append(board.copy(stack=False))
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[rng.integers(len(moves))])
    return boards[:count]


def test_positions_have_the_same_nearest_boards_as_their_texts(few: CaseBase) -> None:
    boards = near_positions(few, 1000, seed=1) + random_positions(250, seed=2)
    lines = plain_boards(few)
    distinct = list(dict.fromkeys(board for line in lines for board in line))
    least, offsets, found = few.core.nearest(Positions.from_boards(boards))
    assert few.core.distinct_boards == len(distinct)
    for row, board in enumerate(boards):
        text = text_of(board)
        distances = [plain_distance(text, other) for other in distinct]
        nearest = min(distances)
        assert least[row] == nearest
        within = [number for number, distance in enumerate(distances) if distance < nearest + 2]
        assert found[offsets[row] : offsets[row + 1]].tolist() == within


@pytest.mark.parametrize("longest_first", [True, False])
def test_cases_are_retrieved_in_the_papers_order(few: CaseBase, longest_first: bool) -> None:
    lines = plain_boards(few)
    for board in near_positions(few, 150, seed=3):
        rows = few.core.retrieve(board, longest_first).tolist()
        assert [tuple(row) for row in rows] == plain_retrieval(text_of(board), lines, longest_first)


def test_the_longest_line_comes_first_by_default() -> None:
    cases = CaseBase.of([MCDONNELL, OPEN])
    sorted_first = retrieve(cases, chess.Board(SICILIAN)).first()
    given_first = retrieve(cases, chess.Board(SICILIAN), CaseOrder.AS_GIVEN).first()
    assert sorted_first is not None
    assert given_first is not None
    assert (sorted_first[0].uci(), given_first[0].uci()) == ("g1f3", "f2f4")


def test_a_next_move_that_is_illegal_here_is_passed_over() -> None:
    # The knight has already gone: Nf3 cannot be played, and the shorter line answers.
    board = chess.Board("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKB1R w KQkq - 0 2")
    cases = CaseBase.of([MCDONNELL, OPEN])
    first = retrieve(cases, board).first()
    assert first is not None
    assert first[0].uci() == "f2f4"


def test_a_capture_that_captures_nothing_here_is_still_a_move() -> None:
    # Here the pawn on d4 is missing; the knight can go there all the same.
    board = chess.Board("rnbqkbnr/pp2pppp/3p4/8/4P3/5N2/PPP2PPP/RNBQKB1R w KQkq - 0 4")
    first = retrieve(CaseBase.of([Case.parse("B50\tSicilian\te4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6")]), board).first()
    assert first is not None
    assert first[0].uci() == "f3d4"


def test_a_move_for_the_other_side_does_not_count() -> None:
    # The same pieces as after 1.e4 c5, but Black is to move, while the cases continue with a move of White.
    board = chess.Board(SICILIAN.replace(" w ", " b "))
    cases = CaseBase.of([Case("B20", "Mirror", ("e4", "c5", "d3", "d6"))])
    assert retrieve(cases, board).first() is None
    other = replace(retrieve(cases, chess.Board(SICILIAN.replace(" w ", " b "))), turn_counts=False)
    assert other.matches[0].next_move == "d3"
    assert other.first() is None, "Black has no d3 either"


def test_a_case_that_ends_here_suggests_no_move() -> None:
    cases = CaseBase.of([Case("B20", "Sicilian Defence", ("e4", "c5"))])
    retrieval = retrieve(cases, chess.Board(SICILIAN))
    assert retrieval.distance == 0
    assert retrieval.matches[0].next_move is None
    assert retrieval.first() is None


def test_an_empty_base_retrieves_nothing() -> None:
    retrieval = retrieve(CaseBase.of([]), chess.Board())
    assert retrieval.distance is None
    assert retrieval.first() is None
    least, _, found = CaseBase.of([]).core.nearest(Positions([SICILIAN]))
    assert (least.tolist(), found.tolist()) == ([64], [])


def test_the_squares_that_differ_from_the_najdorf_are_counted() -> None:
    # h3 was also played, so two squares differ from the Najdorf.
    board = chess.Board("rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N4P/PPP2PP1/R1BQKB1R w KQkq - 0 7")
    base = CaseBase.of([Case.parse("B90\tNajdorf\te4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6")])
    (match,) = retrieve(base, board).matches
    assert match.sentence() == "as in the Najdorf, 2 squares differ"
    assert {chess.square_name(square) for square in match.differing(board)} == {"h2", "h3"}
    twin = retrieve(base, match.board()).matches[0]
    assert (twin.sentence(), twin.differing(match.board())) == ("as in the Najdorf", ())


def test_a_line_outside_the_base_is_refused(golden: Golden) -> None:
    core = CaseBase.of([Case("B20", "Sicilian Defence", ("e4", "c5"))]).core
    assert [move.uci() for move in core.moves(0)] == ["e2e4", "c7c5"]
    with golden.raises(IndexError):
        core.positions(1)


def test_every_case_is_at_distance_zero_from_the_start_position() -> None:
    few = CaseBase.of([Case("A00", "Anderssen's Opening", ("a3",)), Case("C20", "King's Pawn Game", ("e4", "e5"))])
    found = retrieve(few, chess.Board())
    assert [(match.case.name, match.ply, match.distance) for match in found.matches] == [
        ("King's Pawn Game", 0, 0),
        ("Anderssen's Opening", 0, 0),
    ]
    assert [match.case.eco for match in retrieve(few, chess.Board(), CaseOrder.AS_GIVEN).matches] == ["A00", "C20"]
    assert [advice.because.english for advice in OpeningAdviser(few).advise(chess.Board())] == [
        "e4 as in the King's Pawn Game",
        "a3 as in Anderssen's Opening",
    ]
    after_e4 = chess.Board()
    after_e4.push_san("e4")
    # One move later, only one case has this board.
    assert [match.ply for match in retrieve(few, after_e4).matches] == [1]


def test_one_and_equal_retrieve_fewer_cases_than_fuzzy() -> None:
    base = shipped_cases()
    # A rook's pawn and a knight on the rim: three squares or more from every case.
    board = chess.Board("r1bqkbnr/1ppppppp/n7/p7/4P3/7N/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
    one, equal, fuzzy = (retrieve(base, board, breadth=breadth) for breadth in Breadth)
    assert len(one.matches) == 1
    assert len(one.matches) <= len(equal.matches) < len(fuzzy.matches)
    assert {match.distance for match in equal.matches} == {fuzzy.distance}
    assert one.matches[0] in equal.matches
    assert set(equal.matches) < set(fuzzy.matches)
