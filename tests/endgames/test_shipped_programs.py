"""Test the shipped programs: they load, have English texts and pages, and play alike when simplified."""

from __future__ import annotations

import json
from pathlib import Path

import chess
import numpy as np
import pytest

from motif._core.endgames import endgame_starts
from motif.endgames.games import PAPER_ENDGAMES, EndgamePlayer, GameRules
from motif.endgames.learning.climbing import ClimbSettings, mean_points
from motif.endgames.program import SHIPPED, find_program, shipped_names
from motif.endgames.sentences import page_of, read_program
from motif.endgames.simplification import simplify
from motif.endgames.solving import answers
from motif.endgames.symbols import terminals
from motif.engines.small_tables import Tablebase

BOARDS = 300


def test_there_is_one_for_each_endgame_of_the_paper_a_general_one_and_one_that_mates() -> None:
    assert {
        *PAPER_ENDGAMES,
        "general",
        "bare-king",
        "sure-mate",
        "short-mate",
        "KPK",
        "master",
        "KQRKQR-defender",
    } <= set(shipped_names())


@pytest.mark.parametrize("name", shipped_names())
def test_the_simplified_program_values_random_boards_alike(name: str) -> None:
    program = find_program(name)
    simple = simplify(program)
    assert simple.size <= program.size
    for endgame in (*PAPER_ENDGAMES, "KQKR", "KRKQ", "KRK"):
        boards = endgame_starts(endgame, BOARDS, 1, turn="random")
        for before in (-4, 0, 5):
            balances = np.full(BOARDS, before, dtype=np.int32)
            one, two = (GameRules().compile(each).evaluate(boards, balances) for each in (program, simple))
            assert np.array_equal(one, two)


@pytest.mark.parametrize("name", shipped_names())
def test_every_program_can_be_read_in_english(name: str) -> None:
    text = read_program(find_program(name))
    assert text.startswith("When I am ahead in material:")
    assert "None" not in text


def test_the_defender_holds_more_than_its_ancestor() -> None:
    far = GameRules(plies=3, material=100.0)
    attacker = str(find_program("KQRKQR"))
    settings = ClimbSettings(("KQRKQR",), 1, far, attacker, far, (chess.BLACK,))
    before, after = (
        mean_points(find_program(name), settings, 300, seed=7)[0] for name in ("KQRKQR", "KQRKQR-defender")
    )
    assert after > before + 0.02


@pytest.mark.parametrize("name", [*PAPER_ENDGAMES, "general"])
def test_an_evolved_program_brings_the_record_of_its_run(name: str) -> None:
    record = json.loads((SHIPPED / f"{name}.json").read_text())
    assert record["against the Master"]["games"] >= 2000
    assert {"kind", "seed", "population", "generations", "the Master against himself"} <= record.keys()


@pytest.mark.parametrize("name", shipped_names())
def test_every_program_has_a_page(name: str, solved_tables: Path) -> None:
    page, player, tables = page_of(name), EndgamePlayer(name, find_program(name)), Tablebase(solved_tables)
    assert (len(page.sentences), len(page.boards)) == (3, 4)
    for fen, san in page.boards:
        board = chess.Board(fen)
        move = board.parse_san(san)
        values = dict(player.values(board))
        assert [each for each, value in values.items() if value == max(values.values())] == [move]
        if chess.popcount(board.occupied) <= 4:
            won = tables.probe(board)
            assert won.result == 1
            assert any(answer.move == move and answer.keeps(won) for answer in answers(tables, board))
    assert page.text().count("a b c d e f g h") == 4


def test_programs_have_no_terminals_about_pieces_outside_their_endgame() -> None:
    for name in shipped_names():
        endgame = name.partition("-")[0]
        if endgame in PAPER_ENDGAMES:
            used = set().union(*(tree.terminals() for tree in find_program(name).trees))
            assert used <= {terminal.name for terminal in terminals(extras=True, endgames=[endgame])}, name
