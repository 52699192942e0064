"""ECO codes go by position: the last position of a game that is known decides, and a deeper case knows better."""

from __future__ import annotations

from pathlib import Path

import pytest

from motif.board.games import Game
from motif.errors import BadFile
from motif.openings import Case, CaseBase, OpeningCodes, Openings, shipped_cases, shipped_codes
from motif.openings.codes import CodedLine

KING_PAWN = CodedLine("B00", 9, ("e4",))
OPEN = CodedLine("C20", 5, ("e4", "e5"))


def keys(moves: str) -> list[int]:
    game = Game.parse(f"{moves} *")
    found: list[int] = game.positions(range(1, len(game) + 1)).hashes().tolist()
    return found


def test_the_last_known_position_decides_and_a_transposition_is_seen_through() -> None:
    codes = OpeningCodes([KING_PAWN, OPEN, CodedLine("C42", 3, ("e4", "e5", "Nf3", "Nf6"))])
    assert codes.code_at(keys("1. e4 e5 2. Nf3 h6")) == ("C20", 2)
    assert codes.code_at(keys("1. Nf3 Nf6 2. e4 e5")) == ("C42", 4)
    assert codes.code_at(keys("1. d4")) is None


def test_a_case_that_goes_on_beyond_the_table_keeps_its_own_code() -> None:
    base = CaseBase.of([Case("C44", "Scotch Game", ("e4", "e5", "Nf3", "Nc6", "d4"))])
    names = Openings(base, OpeningCodes([OPEN]))
    found = names.name_of_game(Game.parse("1. e4 e5 2. Nf3 Nc6 3. d4 *"))
    assert found is not None
    assert found.eco == "C44"


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    OpeningCodes([KING_PAWN, OPEN]).save(tmp_path / "codes.tsv")
    assert OpeningCodes.load(tmp_path / "codes.tsv").lines == (KING_PAWN, OPEN)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [("C20\tmany\t1. e4 e5", "line 3: expected a code, a number of games"), ("C20\t5\t1. e4 e9", "e9")],
)
def test_a_bad_line_is_refused_with_its_place(tmp_path: Path, line: str, complaint: str) -> None:
    path = tmp_path / "codes.tsv"
    OpeningCodes([OPEN]).save(path)
    path.write_text(path.read_text().replace(str(OPEN), line))
    with pytest.raises(BadFile, match=complaint):
        OpeningCodes.load(path)


def test_all_five_hundred_codes_are_known() -> None:
    known = {line.eco for line in shipped_codes().lines} | {case.eco for case in shipped_cases().cases}
    assert known == {f"{volume}{number:02}" for volume in "ABCDE" for number in range(100)}
