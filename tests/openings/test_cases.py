"""Test cases as text and in files: the shipped lines, imported tables and games, and refused lines."""

from __future__ import annotations

from pathlib import Path

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldens import Golden
from motif.board.games import Report
from motif.errors import BadArgument, BadFile, IllegalMove
from motif.openings.cases import Case, CaseBase, load_cases, read_lines, save_cases, shipped_cases

ITALIAN = "C50\tItalian Game\t1. e4 e5 2. Nf3 Nc6 3. Bc4"


def table(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "lines.tsv"
    path.write_text("\n".join(["eco\tname\tpgn", *lines]) + "\n")
    return path


def test_the_shipped_cases_cover_all_five_volumes() -> None:
    base = shipped_cases()
    assert len(base) >= 500
    codes = {case.eco for case in base.cases}
    assert {code[0] for code in codes} == set("ABCDE")
    assert len(codes) > 400
    assert sum(map(len, base.cases)) / len(base) > 12
    assert len({(case.eco, case.name) for case in base.cases}) == len(base)


def test_every_shipped_line_is_legal_and_in_standard_notation() -> None:
    for case in shipped_cases().cases:
        board = chess.Board()
        for text in case.moves:
            move = board.parse_san(text)
            assert board.san(move) == text, f"{case.name}: {text}"
            board.push(move)


@pytest.mark.parametrize(
    ("name", "eco", "moves"),
    [
        ("Sicilian Defence: Najdorf Variation", "B90", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"),
        ("Ruy Lopez: Marshall Attack", "C89", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5"),
        ("Queen's Gambit Accepted", "D20", "d4 d5 c4 dxc4"),
        ("Nimzo-Indian Defence", "E20", "d4 Nf6 c4 e6 Nc3 Bb4"),
        ("English Opening", "A10", "c4"),
    ],
)
def test_well_known_openings_have_their_codes(name: str, eco: str, moves: str) -> None:
    assert Case(eco, name, tuple(moves.split())) in shipped_cases().cases


@given(st.sampled_from(shipped_cases().cases))
def test_a_case_reads_back_from_its_text(case: Case) -> None:
    assert Case.parse(str(case)) == case


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("C50\tItalian Game", "expected an ECO code, a name and moves"),
        ("F10\tItalian Game\t1. e4", "'F10' is not an ECO code"),
        ("C50\t \t1. e4", "an opening cannot be called ''"),
        ("C50\tItalian Game\t*", "the opening 'Italian Game' has no moves"),
    ],
)
def test_refused_texts(text: str, message: str) -> None:
    with pytest.raises(BadArgument, match=message):
        Case.parse(text)


def test_an_illegal_line_is_refused(golden: Golden) -> None:
    with golden.raises(IllegalMove):
        CaseBase.of([Case("C20", "Wandering King", ("e4", "e5", "Ke3"))])


def test_a_file_with_an_illegal_move_names_the_line(golden: Golden, tmp_path: Path) -> None:
    path = table(tmp_path, ITALIAN, "", "C20\tWandering King\t1. e4 e5 2. Ke3")
    with golden.raises(BadFile) as caught:
        load_cases(path)
    assert "a table of eco, name and pgn" in caught.value.hint


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "line 1: expected the columns eco, name and pgn"),
        ("name\tmoves\nItalian\te4", "line 1: expected the columns eco, name and pgn"),
        ("eco\tname\tpgn\nC50 Italian Game", "line 2: expected an ECO code, a name and moves"),
        ("# motif openings 9\neco\tname\tpgn\n", "line 1: expected '# motif openings 1', found '# motif openings 9'"),
        ("# motif openings 1\neco\tname\tpgn\n" + ITALIAN, "is the file cut short"),
        ("# motif openings 1\neco\tname\tpgn\nC50\tx\t1. e5\n# end of 2 lines", "line 3: illegal move e5"),
    ],
)
def test_bad_files_are_refused_with_their_line(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "bad.tsv"
    path.write_text(content)
    with pytest.raises(BadFile, match=message):
        load_cases(path)


def test_a_base_is_written_and_read_back(tmp_path: Path) -> None:
    cases = shipped_cases().cases[:40]
    save_cases(tmp_path / "mine.tsv", cases)
    assert load_cases(tmp_path / "mine.tsv").cases == cases


def test_games_become_cases_under_the_names_of_their_tags(tmp_path: Path) -> None:
    path = tmp_path / "mine.pgn"
    path.write_text(
        '[White "Anna"]\n[Black "Ben"]\n[ECO "C50"]\n[Opening "Italian  Game"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 *\n\n'
        '[White "Anna"]\n[Black "Ben"]\n[ECO "nonsense"]\n\n1. d4 *\n\n'
        '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 2. Ke3 *\n\n'
        '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n[SetUp "1"]\n\n1. O-O *\n'
    )
    report = Report()
    assert read_lines([path], plies=4, report=report) == [
        Case("C50", "Italian Game", ("e4", "e5", "Nf3", "Nc6")),
        Case("?", "game 2", ("d4",)),
    ]
    assert ["Ke3" in str(bad) for bad in report.bad_games] == [True]


def test_the_same_line_in_two_files_counts_once(tmp_path: Path) -> None:
    path = table(tmp_path, ITALIAN)
    assert len(read_lines([path, path])) == 1


def test_a_line_needs_a_ply(golden: Golden) -> None:
    with golden.raises(BadArgument):
        read_lines([], plies=0)
