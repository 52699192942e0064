"""Test the puzzle commands."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from command_line import Motif, caller
from goldens import Golden
from motif.engines.limits import Limit
from motif.puzzles.batches import CompositionStep, Order
from motif.puzzles.files import SECONDS_BETWEEN_WRITES, SHIPPED_PUZZLES, PuzzleWriter
from motif.puzzles.puzzle import Branch, Goal, Puzzle, Stipulation, load_puzzles, save_puzzles
from motif.puzzles.recipe import Recipe
from motif.puzzles.solutions import puzzle_of, solve_within
from motif.runtime.parallel import Workers

ALEKHINE = "7K/8/7k/1Q1b4/3r1R2/6R1/8/8 w - - 0 1"
OPTIMUM = "1K2/1P2/kpp1/rqr1 w"


@pytest.fixture
def motif(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path) -> Motif:
    return caller(monkeypatch, capsys, "puzzles")


def test_solve_shows_key_threat_defences_set_play_and_tries(motif: Motif) -> None:
    code, printed, _ = motif("solve", ALEKHINE)
    assert code == 0
    assert "1. Qb1! (threat 2. Qg6# or 2. Qh7#)" in printed
    assert "   1... Rd3  2. Rh4#" in printed
    assert "try 1. Rf7? but 1... Rg4!" in printed
    assert "set play\n   1... Rd1  2. Rh4#" in printed
    assert "#2 is sound: one key, no shorter way" in printed
    assert "b5→b1" in printed


def test_check_knows_the_puzzles_that_ship(motif: Motif, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    some = tmp_path / "some.txt"
    save_puzzles(load_puzzles(SHIPPED_PUZZLES)[:2], some)
    monkeypatch.setattr("motif.cli.puzzles.check.SHIPPED_PUZZLES", some)
    code, printed, _ = motif("check", "shipped", "--only-core", "--oracle", "search")
    assert code == 0
    assert "2 puzzles, 2 sound" in printed
    code, _, complaints = motif("check", "shiped")
    assert code == 2
    assert "did you mean shipped?" in complaints


def test_solve_knows_the_start(motif: Motif) -> None:
    code, printed, _ = motif("solve", "start", "--moves", "1")
    assert code == 0
    assert "#1" in printed


def test_solve_knows_small_boards(motif: Motif) -> None:
    code, printed, _ = motif("solve", OPTIMUM)
    assert code == 0
    assert "1. Ka4! (threat 2. b4=N#)" in printed


def test_solve_for_machines(motif: Motif) -> None:
    code, printed, _ = motif("solve", OPTIMUM, "--json")
    report = json.loads(printed)
    assert code == 0
    assert report["sound"]
    assert report["keys"][0]["replies"][0]["replies"][0]["san"] == "b4=N#"


def test_solve_helpmate(motif: Motif) -> None:
    assert "1. Kg8 Rd8#" in motif("solve", "5k2/5ppp/8/8/8/8/8/K2R4 b - - 0 1", "-n", "1", "--goal", "helpmate")[1]


def test_solve_says_why_a_mate_is_not_sound(motif: Motif) -> None:
    assert "it can be done in 1" in motif("solve", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")[1]
    assert "cannot be done" in motif("solve", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")[1]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["solve", "8/8/nonsense w"], "error: bad position"),
        (["solve", "nonsense"], "cannot read nonsense"),
        (["solve", "8/8/8/8/8/8/8/4K3 w - - 0 1"], "a king is missing"),
        (["solve", ALEKHINE, "--moves", "0"], "--moves must be at least 1"),
        (["solve", ALEKHINE, "--goal", "win"], "only mates can be proved"),
        (["solve", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "-n", "5", "--nodes", "9"], "no answer"),
        (["check", "nowhere.txt"], "cannot read nowhere.txt"),
        (["mine", "nowhere.pgn", "--oracle", "none"], "cannot read nowhere.pgn"),
        (["mine", "sample", "--oracle", "stranger"], "there is no player called 'stranger'"),
        (["mine", "sample", "--oracle", "none", "--shortest-mate", "3", "--longest-mate", "2"], "cannot mine mates"),
    ],
)
def test_mistakes_are_one_line_with_exit_code_two(motif: Motif, arguments: list[str], complaint: str) -> None:
    code, _, complaints = motif(*arguments)
    assert code == 2
    assert complaint in complaints
    assert "Traceback" not in complaints


def test_check_reads_fens_and_asks_both_solvers(motif: Motif, tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text(f"{ALEKHINE}\n\n{OPTIMUM}\n")
    assert motif("check", "two.txt")[:2] == (0, "2 puzzles, 2 sound, 0 not\n")


def test_check_names_what_is_wrong_and_where(motif: Motif, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text(
        f"{ALEKHINE}\n6k1/5ppp/8/8/8/8/8/K2R4 w - - dm 2;\nnonsense\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"
    )
    code, printed, _ = motif("check", "bad.txt")
    assert code == 1
    assert "line 2:" in printed
    assert "the core: it can be done in 1" in printed
    assert "the second solver: there is a mate in 1" in printed
    assert "line 3: nonsense" in printed
    assert "the core: no mate in 2" in printed
    assert "4 puzzles, 1 sound, 3 not" in printed


def test_check_names_a_mate_in_more_moves_than_python_counts(motif: Motif, tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_text(f"6k1/5ppp/8/8/8/8/8/K2R4 w - - dm {'9' * 5000};\n")
    code, printed, _ = motif("check", "long.txt")
    assert (code, "1 puzzle, 0 sound, 1 not" in printed) == (1, True)


def test_check_refuses_an_empty_file(motif: Motif, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("\n")
    code, _, complaints = motif("check", "empty.txt")
    assert (code, "nothing to check" in complaints) == (2, True)


@pytest.mark.parametrize("text", ["<html>\n<p>4 puzzles</p>", '{"player": "Anna"}', "eco\tname\tpgn\nA00\tGrob\t1. g4"])
def test_check_refuses_a_file_of_another_kind_in_one_line(motif: Motif, tmp_path: Path, text: str) -> None:
    (tmp_path / "report.html").write_text(text)
    code, printed, complaints = motif("check", "report.html")
    assert (code, printed) == (2, "")
    assert "nothing to check, as no line is a position" in complaints


def test_mine_writes_puzzles_that_check_out(motif: Motif, tmp_path: Path) -> None:
    code, printed, complaints = motif(
        "mine", "sample", "--oracle", "none", "--count", "2", "--longest-mate", "2", "--out", "mined.txt"
    )
    assert code == 0
    assert "2 puzzles from" in printed
    assert "the puzzles are in mined.txt" in complaints
    assert len(load_puzzles(tmp_path / "mined.txt")) == 2
    assert motif("check", "mined.txt")[:2] == (0, "2 puzzles, 2 sound, 0 not\n")


def test_check_asks_an_oracle_about_wins_and_believes_no_file(
    motif: Motif, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("motif.cli.puzzles.check.PUZZLE_CHECK_LIMIT", Limit(depth=4))
    won, only, lost = (
        Puzzle(fen, Stipulation(Goal.WIN, 1), Branch.along([chess.Move.from_uci(key)]))
        for fen, key in [
            ("3q3k/8/8/6N1/8/8/PP6/6K1 w - - 0 1", "g5f7"),
            ("7k/8/8/8/8/8/6q1/7K w - - 0 1", "h1g2"),
            ("3q3k/8/8/6N1/8/8/PP6/6K1 w - - 0 1", "g5e6"),
        ]
    )
    save_puzzles([won, only, lost], tmp_path / "wins.txt")
    code, printed, _ = motif("check", "wins.txt", "--oracle", "search")
    assert code == 1
    assert "puzzle 2: 7k/8/8/8/8/8/6q1/7K w - - 0 1\n   the key is the only legal move\n" in printed
    assert "the key does not win" in printed
    assert "3 puzzles, 1 sound, 2 not; 3 wins evaluated by " in printed
    assert "not proved" in printed


def test_check_finds_a_falsified_key(motif: Motif, tmp_path: Path) -> None:
    motif("mine", "sample", "--oracle", "none", "--count", "1", "--longest-mate", "2", "--out", "mined.txt")
    (puzzle,) = load_puzzles(tmp_path / "mined.txt")
    legal = next(move for move in puzzle.board().legal_moves if move.uci() != puzzle.key)
    text = (tmp_path / "mined.txt").read_text()
    solution = next(line for line in text.splitlines() if line.startswith("solution:"))
    (tmp_path / "false.txt").write_text(text.replace(solution, f"solution: {legal.uci()}"))
    code, printed, _ = motif("check", "false.txt")
    assert code == 1
    assert f"not {legal.uci()}" in printed
    assert f"the second solver: {legal.uci()} does not force mate" in printed


def test_mine_without_stockfish_says_so(motif: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motif.cli.puzzles.check.get_engine", lambda name: None)
    code, _, complaints = motif("mine", "sample", "--count", "1")
    assert code == 0
    assert "Stockfish was not found, so only mates are mined" in complaints


def test_ctrl_c_keeps_what_was_mined(motif: Motif, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(*arguments: object) -> Iterator[Puzzle]:
        yield Puzzle("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", Stipulation(Goal.MATE, 1), (Branch("d1d8"),))
        raise KeyboardInterrupt

    monkeypatch.setattr("motif.cli.puzzles.check.mine_games", interrupted)
    code, printed, complaints = motif("mine", "sample", "--oracle", "none", "--out", "kept.txt")
    assert code == 130
    assert "stopped; what was found is kept" in complaints
    assert "1 puzzle from" in printed
    assert len(load_puzzles(tmp_path / "kept.txt")) == 1


def test_compose_on_a_small_board_and_print_the_sheet(motif: Motif, tmp_path: Path) -> None:
    order = ["compose", "--board", "4x4", "--replies", "only", "--count", "2", "--seed", "1", "--quiet"]
    code, printed, _ = motif(*order, "--out", "small.txt")
    assert code == 0
    assert "2 puzzles in small.txt" in printed
    puzzles = load_puzzles(tmp_path / "small.txt")
    assert [puzzle.stipulation for puzzle in puzzles] == [Stipulation(Goal.MATE, 2)] * 2
    assert motif("check", "small.txt")[0] == 0
    motif(*order, "--out", "again.txt")
    assert (tmp_path / "again.txt").read_text() == (tmp_path / "small.txt").read_text()
    code, printed, _ = motif("sheet", "small.txt", "--out", "small.pdf")
    assert (code, printed) == (0, "2 puzzles in small.pdf\n")
    assert (tmp_path / "small.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["compose", "--board", "9x9"], "9x9"),
        (["compose", "--theme", "brilliancy"], "brilliancy"),
        (["compose", "--board", "4x4", "--white", "20-30"], "do not fit on 16"),
        (["compose", "--rules", "bad.lp"], "line 2, column 1"),
        (["compose", "--rules", "none.lp"], "none.lp"),
        (["compose", "--out", "p.docx"], "p.docx"),
        (["sheet", "none.txt"], "none.txt"),
        (["sheet", "shipped", "--theme", "brilliancy"], "brilliancy"),
    ],
)
def test_a_bad_order_is_one_line_with_exit_code_2(
    motif: Motif, tmp_path: Path, arguments: list[str], message: str
) -> None:
    (tmp_path / "bad.lp").write_text("tactic(S,T) :- key(S,T\n")
    code, printed, complaints = motif(*arguments)
    assert (code, printed) == (2, ""), complaints
    assert complaints.startswith("error: ")
    assert message in complaints
    assert len(complaints.splitlines()) <= 2


WRITERS = {
    "compose": ("motif.cli.puzzles.compose.compose_puzzles", ["compose", "--out"], ".pdf"),
    "mine": ("motif.cli.puzzles.check.mine_games", ["mine", "sample", "--oracle", "none", "--out"], ".csv"),
    "sheet": ("motif.cli.puzzles.check.write_puzzles", ["sheet", "shipped", "--out"], ".pgn"),
    "solve": ("motif.cli.puzzles.check.solve_within", ["solve", ALEKHINE, "--svg"], ".svg"),
}
"""What each command that writes works long at, its arguments, and the ending of its file."""


@pytest.mark.parametrize("command", WRITERS)
@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("taken/puzzles", "Not a directory"),
        ("folder", "Is a directory"),
        ("pipe", "Not a regular file"),
        ("/proc/puzzles", ""),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_work(
    motif: Motif, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, place: str, why: str
) -> None:
    work, arguments, ending = WRITERS[command]
    (tmp_path / "taken").write_text("a file where a folder should be")
    (tmp_path / f"folder{ending}").mkdir()
    os.mkfifo(tmp_path / f"pipe{ending}")

    def waste(*_: object) -> None:
        raise AssertionError("the work began")

    monkeypatch.setattr(work, waste)
    code, printed, complaints = motif(*arguments, f"{place}{ending}")
    assert (code, printed) == (2, "")
    assert complaints.startswith(f"error: cannot write {place}{ending}: {why}")
    assert "hint: does the folder exist, and may you write to it?" in complaints


def test_a_folder_that_is_not_there_is_not_made(motif: Motif, tmp_path: Path) -> None:
    code, _, complaints = motif("sheet", "shipped", "--number", "1", "--out", "new/folder/one.epd")
    assert (code, "there is no folder new/folder" in complaints) == (2, True)
    assert not (tmp_path / "new").exists()


def test_solve_draws_small_boards_too(motif: Motif, tmp_path: Path) -> None:
    code, _, complaints = motif("solve", OPTIMUM, "--svg", "optimum.svg")
    assert (code, complaints) == (0, "the picture is in optimum.svg\n")
    assert (tmp_path / "optimum.svg").read_text().count("<rect") >= 16


def test_a_crowded_board_is_proved_to_have_no_quiet_key(motif: Motif) -> None:
    code, printed, complaints = motif("compose", "--board", "4x4", "--white", "10-12", "--black", "6-9")
    assert (code, printed) == (2, "")
    assert complaints.startswith("error: no position fulfils the recipe (proved")


def test_a_search_in_vain_ends_and_says_that_it_proves_nothing(motif: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    def in_vain(_: Recipe, order: Order, workers: Workers) -> Iterator[CompositionStep]:
        assert order.patience == (None if order.seconds else 300)
        rejected = Counter({"no skeleton within the limit": 7})
        yield CompositionStep(None, 0, rejected, attempts=7, is_out_of_time=True)

    monkeypatch.setattr("motif.cli.puzzles.compose.compose_puzzles", in_vain)
    for limit, given in (((), 300), (("--seconds", "20"), 20)):
        code, printed, complaints = motif("compose", *limit)
        assert (code, printed) == (2, "")
        assert f"no puzzle was found in the {given} seconds given, 7 attempts (7 no skeleton" in complaints
        assert "this does not prove that there is none" in complaints


def test_too_few_puzzles_are_not_passed_over_in_silence(motif: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*arguments: object) -> Iterator[CompositionStep]:
        found = Puzzle("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", Stipulation(Goal.MATE, 1), (Branch("d1d8"),))
        yield CompositionStep(found, 1)
        yield CompositionStep(None, 1, is_out_of_time=True)

    monkeypatch.setattr("motif.cli.puzzles.compose.compose_puzzles", slow)
    code, _, complaints = motif("compose", "--count", "2")
    assert (code, complaints) == (0, "only 1 of 2 puzzles were found in the time given\n")


def test_a_long_search_says_now_and_then_that_it_is_at_work(motif: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*arguments: object) -> Iterator[CompositionStep]:
        yield CompositionStep(None, 0, attempts=20)
        yield CompositionStep(None, 0, attempts=40)

    monkeypatch.setattr("motif.cli.puzzles.compose.compose_puzzles", slow)
    assert "attempts, 0 s" not in motif("compose")[2]
    monkeypatch.setattr("motif.cli.puzzles.compose.SECONDS_BETWEEN_NOTES", -1.0)
    report = motif("compose")[2]
    assert report.startswith("0 of 5 puzzles in 20 attempts, ")
    assert "\n0 of 5 puzzles in 40 attempts, " in report


def test_ctrl_c_keeps_what_was_composed(motif: Motif, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(*arguments: object) -> Iterator[CompositionStep]:
        found = Puzzle("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", Stipulation(Goal.MATE, 1), (Branch("d1d8"),))
        yield CompositionStep(found, 1)
        raise KeyboardInterrupt

    monkeypatch.setattr("motif.cli.puzzles.compose.compose_puzzles", interrupted)
    code, printed, complaints = motif("compose", "--count", "5", "--out", "kept.txt")
    assert code == 130
    assert "1 puzzle in kept.txt" in printed
    assert "interrupted: these are the puzzles so far" in complaints
    assert len(load_puzzles(tmp_path / "kept.txt")) == 1


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_before_the_first_puzzle(
    golden: Golden, motif: Motif, monkeypatch: pytest.MonkeyPatch, workers: str
) -> None:
    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("motif.puzzles.composition.in_order", interrupted)
    code, printed, complaints = motif("compose", "--workers", workers)
    assert (code, printed) == (130, "")
    golden(complaints)


def test_two_workers_mine_what_one_mines(motif: Motif, tmp_path: Path) -> None:
    order = ["mine", "sample", "--oracle", "none", "--count", "2", "--longest-mate", "2"]
    alone = motif(*order, "--out", "one.txt")
    together = motif(*order, "--out", "two.txt", "--workers", "2")
    assert (together[0], together[1]) == (0, alone[1])
    assert (tmp_path / "two.txt").read_text() == (tmp_path / "one.txt").read_text()


def test_a_selfmate_is_checked_by_both_solvers(motif: Motif, tmp_path: Path) -> None:
    key = puzzle_of(solve_within("8/1QR4R/8/r7/k7/8/8/KB3q2 w - - 0 1", Stipulation(Goal.SELFMATE, 1)))
    save_puzzles([key], tmp_path / "right.txt")
    assert motif("check", "right.txt")[:2] == (0, "1 puzzle, 1 sound, 0 not\n")
    save_puzzles([replace(key, solution=(Branch(key.key),))], tmp_path / "wrong.txt")
    code, printed, _ = motif("check", "wrong.txt")
    assert code == 1
    assert "the second solver: " in printed
    assert "is not in the solution" in printed


def test_no_cluster_at_this_address(motif: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motif.runtime.parallel.CLUSTER_TIMEOUT_SECONDS", 0.1)
    code, _, complaints = motif("mine", "sample", "--oracle", "none", "--cluster", "tcp://127.0.0.1:1")
    assert code == 2
    assert "no Dask cluster answers at tcp://127.0.0.1:1" in complaints


def test_puzzles_are_in_their_file_before_the_command_ends(tmp_path: Path) -> None:
    now = 0.0
    path = tmp_path / "found.txt"
    kept = PuzzleWriter(path, clock=lambda: now)
    first, second, third = load_puzzles(SHIPPED_PUZZLES)[:3]
    kept.add(first)
    assert load_puzzles(path) == [first], "a run that is killed now has lost nothing"
    kept.add(second)
    assert load_puzzles(path) == [first], "not for every one of thousands"
    now = SECONDS_BETWEEN_WRITES
    kept.add(third)
    assert load_puzzles(path) == [first, second, third]
    kept.add(first)
    kept.finish()
    assert len(load_puzzles(path)) == 4
    nowhere = PuzzleWriter(None, clock=lambda: now)
    nowhere.add(first)
    nowhere.finish()
    assert nowhere.puzzles == [first]
