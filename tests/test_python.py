"""Test `import motif`: everything by name, and nothing loaded before its first use."""

from __future__ import annotations

import subprocess
import sys
from html import escape
from pathlib import Path

import chess
import pytest

import motif
from goldens import Golden
from motif.errors import BadArgument, IllegalMove

FORK = "r3k3/5p2/8/P2N4/8/8/5P2/4K3 w q - 0 1"
SCHOLAR = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"


def test_importing_motif_imports_no_room() -> None:
    asked = "import sys, motif; print([name for name in sys.modules if name.startswith(('motif.', 'chess', 'numpy'))])"
    assert subprocess.check_output([sys.executable, "-c", asked], text=True) == "[]\n"


def test_all_that_is_offered_is_there_and_typed() -> None:
    stub = (Path(motif.__file__).parent / "__init__.pyi").read_text()
    for name in motif.__all__:
        assert getattr(motif, name)
        assert f"{name}:" in stub or f"import {name} as {name}\n" in stub
        assert name in dir(motif)


def test_what_is_not_offered_is_refused_by_name(golden: Golden) -> None:
    with golden.raises(AttributeError):
        motif.perft  # type: ignore[attr-defined] # noqa: B018


def test_a_fork_is_explained_and_the_move_that_lets_the_queen_mate() -> None:
    fork = motif.explain(FORK, "Nc7+")
    assert fork.motif == "fork"
    assert fork.sentence.startswith("Nc7+ forks the king on e8 and the rook on a8")
    mistake = motif.explain(chess.Board(SCHOLAR), chess.Move.from_uci("g8f6"))
    assert mistake.is_mistake
    assert mistake.sentence.startswith("Nf6 ignores the threat Qxf7, mate")


def test_without_a_move_the_best_one_is_explained() -> None:
    best, asked = motif.explain(FORK), motif.explain(FORK, "d5c7")
    assert (best.line, best.sentence) == (asked.line, asked.sentence)


def test_a_move_that_cannot_be_played_is_refused(golden: Golden) -> None:
    with golden.raises(IllegalMove):
        motif.explain(FORK, "Nd4")


def test_advice_keeps_to_a_limit() -> None:
    board = "4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1"
    assert motif.advise(board, engine="search", limit="depth=4")[0].move.uci() == "d1d6"
    with pytest.raises(BadArgument, match="cannot read the limit"):
        motif.advise(board, engine="search", limit="deep")


def test_advisers_answer_by_name() -> None:
    assert [advice.because.source for advice in motif.advise("4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1", "greedy")] == [
        "greedy"
    ]


def test_a_games_blunder_is_found_and_the_good_moves_before_it_are_not(tmp_path: Path) -> None:
    path = tmp_path / "scholar.pgn"
    path.write_text("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0")
    (game,) = motif.read_games(path)
    review = motif.review(game, limit="depth=4")
    assert review.marks == (*[""] * 4, "?!", "??", ""), "to bring the queen out is no blunder"
    assert [moment.name for moment in review.moments] == ["3...Nf6??"]


def test_a_study_a_puzzle_and_rules_come_from_one_call_each() -> None:
    study = motif.study_games("sample", player="Ada Learner", newest=1, engine="search,depth=2")
    assert (study.profile.player, len(study.games)) == ("Ada Learner", 1)
    for finding in study.profile.findings:
        assert f"<b>{escape(finding.title, quote=False)}</b>" in finding._repr_html_()
    assert [str(puzzle.stipulation) for puzzle in motif.compose("mate in 1", seed=1)] == ["mate in 1"]
    assert motif.learn("sample", conditions=1).tactics


def test_values_show_themselves_in_a_notebook() -> None:
    mistake = motif.explain(SCHOLAR, "Nf6", engine="search,depth=4")
    assert motif.Case.parse("C60\tRuy Lopez\t1. e4 e5 2. Nf3 Nc6 3. Bb5").board().fen().startswith("r1bqkbnr/pppp1ppp")
    shown = {
        mistake.sentence: mistake,
        "tactic(P, F, T)": motif.Rule.parse("tactic(P, F, T) :- legal_move(F, T, P)."),
        "1N -(+5)-&gt; 2.": motif.Pattern.parse("hits_from 1 2 3\n1N -(+5)-> 2. with 3k"),
        "A program of 3 symbols": motif.Program.parse("(Advantage 0) (Even 0) (Disadvantage 0)"),
        "C60 Ruy Lopez": motif.Case.parse("C60\tRuy Lopez\t1. e4 e5 2. Nf3 Nc6 3. Bb5"),
        "Solution: 1. Rd8#": motif.Puzzle.parse(
            "position: 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\ngoal: mate in 1\nsolution: d1d8"
        ),
    }
    for words, value in shown.items():
        html = value._repr_html_()  # type: ignore[attr-defined]
        assert words in html.replace("\n    ", " ")
        assert ("<svg" in html) is isinstance(value, motif.Explanation | motif.Case | motif.Puzzle)
