"""Test the endgame commands: programs evolved, matched, shown, explained and measured."""

from __future__ import annotations

import io
import json
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest
from rich.console import Console

from command_line import Motif, caller
from fakes import SCRIPT, received
from goldens import Golden
from motif.cli import console
from motif.cli.lab import endgames_learn as evolve_command
from motif.cli.lab import endgames_match as match_command
from motif.cli.lab.endgames_learn import curve
from motif.endgames.games import match as match_in_core
from motif.endgames.learning.evolution import Run
from motif.endgames.learning.evolution import evolve as real_evolve
from motif.endgames.program import Program, find_program
from motif.endgames.symbols import known_symbols

SMALL = ("--population", "8", "--generations", "3", "--peers", "2", "--games", "2", "--test", "20", "--seed", "4")
SKEWER = "8/8/8/4k3/8/8/r7/5K1R w - - 0 1"
"""Even material; White may check from h5."""

MATE_IN_ONE = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"
CHECKS = "(Advantage (If3 IsMate 1000 NumNotMovesOppKing)) (Even (If3 IsOppKingInCheck 500 0)) (Disadvantage 0)"


@pytest.fixture
def motif(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path) -> Motif:
    return caller(monkeypatch, capsys, "endgames")


def test_evolve_writes_a_program_that_loads_and_says_where_it_comes_from(motif: Motif, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    code, printed, noted = motif("evolve", "KRKR", *SMALL, "--out", "new/rooks.program")
    assert code == 0
    assert "the program is in new/rooks.program" in noted
    assert re.search(r"^48 games in [0-9.]+ s, [0-9,]+ a second$", noted, re.MULTILINE)
    text = (tmp_path / "new" / "rooks.program").read_text()
    assert "; Evolved for KRKR: 8 programs, 3 generations, seed 4." in text
    assert "; Against the Master, 20 fresh games: " in text
    assert Program.load(tmp_path / "new" / "rooks.program").indented() in printed
    assert motif("show", "new/rooks.program")[0] == 0


def test_evolve_gives_the_same_champion_on_one_and_on_two_workers(motif: Motif) -> None:
    islands = ("evolve", "KRKR", "KQKQ", *SMALL, "--islands", "2", "--json")
    one, two = (json.loads(motif(*islands, "--workers", workers)[1]) for workers in ("1", "2"))
    assert one == two
    assert {generation["island"] for generation in one["generations"]} == {0, 1}


@pytest.mark.parametrize("option", [("--searched", "2"), ("--polish", "10"), ("--won", "9")])
def test_how_to_use_cases_is_refused_without_cases(motif: Motif, option: tuple[str, ...]) -> None:
    code, _, said = motif("evolve", "KRKR", *SMALL, *option)
    assert code != 0
    assert "say how to use cases, and there are none" in said
    assert "add --cases 400" in said


def test_evolve_by_cases_on_one_and_on_two_workers(motif: Motif) -> None:
    cases = (
        "evolve",
        "KQK",
        *SMALL,
        "--cases",
        "2",
        "--population",
        "3",
        "--generations",
        "2",
        "--islands",
        "2",
        "--polish",
        "1",
        "--json",
    )
    one, two = (json.loads(motif(*cases, "--workers", workers)[1]) for workers in ("1", "2"))
    assert one == two
    with_wins = json.loads(motif(*cases, "--won", "20")[1])
    assert with_wins["generations"] != one["generations"]


def test_the_best_of_a_run_play_an_engine_of_the_old_protocol(motif: Motif, tmp_path: Path) -> None:
    crafty = tmp_path / "crafty"
    crafty.write_text(f"#!/bin/sh\nexec {shlex.quote(sys.executable)} {shlex.quote(str(SCRIPT))} xboard {tmp_path}\n")
    crafty.chmod(0o755)
    rival = ("--rival", "xboard:./crafty,depth=6", "--rival-games", "2")
    code, printed, noted = motif("evolve", "KRKR", *SMALL, *rival)
    assert code == 0
    assert "against xboard:./crafty,depth=6, 2 games each" in " ".join(printed.split())
    assert re.search(r"^1 against xboard:.*,depth=6: 0\.", noted, re.MULTILINE)
    assert re.search(r"champion .* [01]\.\d+ ± ", printed)
    assert "sd 6" in received(tmp_path)
    scores = json.loads(motif("evolve", "KRKR", *SMALL, *rival, "--json")[1])["against the rival"]
    assert list(scores) == ["1", "champion"]
    assert all(score["games"] == 2 for score in scores.values())


def test_another_seed_finds_another_program(motif: Motif) -> None:
    first, second = (json.loads(motif("evolve", "KRKR", *SMALL, "--seed", seed, "--json")[1]) for seed in ("1", "2"))
    assert first["champion"] != second["champion"]


def test_ctrl_c_keeps_the_best_and_the_checkpoint_goes_on_to_the_same_end(
    motif: Motif, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = json.loads(motif("evolve", "KRKR", *SMALL, "--json")[1])

    def interrupted(*arguments: object) -> Iterator[Run]:
        for number, run in enumerate(real_evolve(*arguments), 1):  # type: ignore[arg-type]
            yield run
            if number == 2:
                raise KeyboardInterrupt

    part = ("evolve", "KRKR", *SMALL, "--checkpoint", "run.json", "--out", "best.program")
    with monkeypatch.context() as during:
        during.setattr(evolve_command, "evolve", interrupted)
        code, printed, noted = motif(*part)
    assert code == 130
    assert "interrupted: this is the best of generation 2" in noted
    assert "against the Master" not in printed
    assert Program.load(tmp_path / "best.program").indented() in printed
    resumed = json.loads(motif(*part, "--json")[1])
    assert resumed == whole | {"file": "best.program"}
    assert str(Program.load(tmp_path / "best.program")) == whole["champion"]


def test_ctrl_c_while_the_champion_is_chosen_loses_nothing(
    motif: Motif, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(evolve_command, "choose_champion", interrupted)
    code, _, noted = motif("evolve", "KRKR", *SMALL, "--out", "best.program")
    assert (code, "best of generation 3" in noted) == (130, True)
    assert Program.load(tmp_path / "best.program").size > 0


def test_ctrl_c_before_the_first_generation_says_so(motif: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object) -> Iterator[Run]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(evolve_command, "evolve", interrupted)
    code, printed, noted = motif("evolve", "KRKR", *SMALL)
    assert (code, printed) == (130, "")
    assert "no generation was finished" in noted


def test_a_person_sees_how_the_run_goes(motif: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(console, "err", Console(file=screen, force_terminal=True, width=120))
    assert motif("evolve", "KRKR", *SMALL)[0] == 0
    assert "3 of 3" in screen.getvalue()
    assert "games a second" in screen.getvalue()
    screen.truncate(0)
    motif("evolve", "KRKR", *SMALL, "--quiet")
    assert "games a second" not in screen.getvalue()


def test_curves_are_bars_and_long_ones_are_thinned() -> None:
    assert curve([0.3, 0.3]) == "▁▁"
    assert curve([0.0, 1.0, 0.5]) == "▁█▄"
    assert len(curve([number / 200 for number in range(200)], width=10)) == 10


def test_match_between_programs_counts_every_outcome(motif: Motif) -> None:
    code, printed, _ = motif("match", "master", "master", "-e", "KRKR", "-e", "kqkq", "--games", "120", "--json")
    report = json.loads(printed)
    assert code == 0
    assert list(report["endgames"]) == ["KRKR", "KQKQ"]
    for score in report["endgames"].values():
        counts = [score[name] for name in ("wins", "advantages", "draws", "disadvantages", "losses")]
        assert sum(counts) == score["games"] == 120
    assert report["together"]["games"] == 240
    table = motif("match", "master", "master", "-e", "KRKR", "-e", "kqkq", "--games", "120")[1]
    assert f"{report['together']['score']:.3f} ±" in table
    assert "master against master, 240 games" in table


def test_a_program_without_ideas_loses_to_the_master(motif: Motif, tmp_path: Path) -> None:
    Program.parse("(Advantage 0) (Even 0) (Disadvantage 0)").save(tmp_path / "idle.program")
    report = json.loads(motif("match", "idle.program", "master", "--games", "100", "--json")[1])
    ahead = json.loads(motif("match", "idle.program,plies=3,material=100", "master", "--games", "20", "--json")[1])
    assert report["together"]["score"] < 0.4
    assert ahead["together"]["score"] > report["together"]["score"]


def test_any_player_may_play_and_the_workers_change_nothing(motif: Motif) -> None:
    games = ("match", "master", "random", "--games", "8", "--seed", "3", "--json")
    one, two = (json.loads(motif(*games, "--workers", workers)[1]) for workers in ("1", "2"))
    assert one == two
    assert one["together"]["score"] > 0.5


def test_a_match_in_the_arena_goes_on_from_its_checkpoint(motif: Motif, tmp_path: Path) -> None:
    games = ("match", "greedy", "random", "--games", "4", "--checkpoint", "games.json", "--json")
    first = motif(*games)
    assert (tmp_path / "games-KRKR.json").exists()
    assert motif(*games) == first


def test_programs_whose_games_are_kept_go_on_too(motif: Motif, tmp_path: Path) -> None:
    games = ("match", "KRKR", "random", "--games", "2", "--moves", "6", "--checkpoint", "games.json", "--json")
    first = motif(*games)
    assert (tmp_path / "games-KRKR.json").exists(), "what plays in the core alone would keep nothing"
    assert motif(*games) == first


def test_reasons_without_a_file_for_them_are_refused(motif: Motif) -> None:
    code, _, noted = motif("match", "KRKR", "random", "--games", "2", "--reasons")
    assert code == 2
    assert "--reasons puts reasons into the PGN, and none is written" in noted
    assert "add --out FILE" in noted


def test_a_match_is_written_with_the_reasons_of_the_programs(motif: Motif, tmp_path: Path) -> None:
    game = ("match", "KRKR", "random", "-e", "KRKR", "--games", "2", "--moves", "6")
    code, printed, noted = motif(*game, "--pgn", "games.pgn", "--reasons")
    assert code == 0
    assert "2 games in games.pgn" in noted
    text = (tmp_path / "games.pgn").read_text()
    assert text.count('[SetUp "1"]') == 2
    assert "{" in text, "the program says why"
    assert "KRKR against random, 2 games" in printed
    without = motif(*game, "--pgn", "plain.pgn")
    assert without[0] == 0
    assert "{" not in (tmp_path / "plain.pgn").read_text()


def test_ctrl_c_in_a_match_gives_the_score_so_far(motif: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    real = match_in_core

    def second_time_interrupted(*arguments: object) -> object:
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(match_command, "play_in_core", second_time_interrupted)
    code, printed, noted = motif("match", "master", "master", "--games", "400")
    assert code == 130
    assert "master against master, 100 games" in printed
    assert "interrupted: the score is that of the games so far" in noted
    calls[:] = [1]
    code, printed, noted = motif("match", "master", "master")
    assert (code, printed) == (130, "")
    assert "no pair of games was finished" in noted


def test_show_prints_text_that_reads_back(motif: Motif) -> None:
    program = find_program("master")
    assert Program.parse(motif("show", "master")[1]) == program
    assert Program.parse(motif("show", "master", "--line")[1]) == program
    assert motif("show", "master", "--line")[1].count("\n") == 1
    assert json.loads(motif("show", CHECKS, "--json")[1])["size"] == 9


def test_show_draws_trees_in_the_terminal_and_to_files(motif: Motif, tmp_path: Path) -> None:
    code, printed, noted = motif("show", CHECKS, "--tree", "--svg", "tree.svg", "--png", "tree.png")
    assert code == 0
    assert "Even\nIf3\n├─ IsOppKingInCheck\n├─ 500\n└─ 0\n" in printed
    assert "the picture is in tree.svg" in noted
    assert "InCheck" in (tmp_path / "tree.svg").read_text()
    assert (tmp_path / "tree.png").read_bytes().startswith(b"\x89PNG")


def test_show_simplifies_when_asked(motif: Motif) -> None:
    text = "(Advantage (If3 (Not (Not IsMate)) 500 500)) (Even 0) (Disadvantage 0)"
    assert motif("show", text, "--line", "--simplified")[1] == "(Advantage 500) (Even 0) (Disadvantage 0)\n"
    assert motif("show", text, "--line")[1] == f"{text}\n"


def test_show_lists_the_programs_and_the_whole_language(motif: Motif) -> None:
    assert "master" in motif("show")[1].split()
    listed = json.loads(motif("show", "--language", "--json")[1])
    assert [symbol["name"] for symbol in listed] == known_symbols()
    printed = motif("show", "--language")[1]
    assert "If3(Boolean, Float, Float)" in printed
    assert "constants: 500, -500, 0.002, -0.002, 1000/3" in printed


def test_explain_reads_a_program_aloud(golden: Golden, motif: Motif) -> None:
    golden(motif("explain", CHECKS)[1])
    assert json.loads(motif("explain", CHECKS, "--json")[1])["size"] == 9


def test_explain_says_which_conditions_held(motif: Motif) -> None:
    code, printed, _ = motif("explain", CHECKS, SKEWER)
    assert code == 0
    assert "  h1→h5\nWhen material is even:\n  I give check? yes\n  = 500\nprogram plays Rh5+\n" in printed
    assert "values: Rh5+ 500, " in printed


def test_explain_says_why_another_move_is_not_played(motif: Motif) -> None:
    printed = motif("explain", CHECKS, SKEWER, "--move", "Kg1")[1]
    assert "  f1→g1\nWhen material is even:\n  I give check? no\n  = 0\nprogram prefers Rh5+ to Kg1\n" in printed


def test_explain_names_the_moves_chosen_from_at_random(motif: Motif) -> None:
    printed = motif("explain", "(Advantage (If3 IsMate 9 0)) (Even 0) (Disadvantage 0)", SKEWER)[1]
    assert re.search(r"program plays \S+, or at random \S+, ", printed)


def test_explain_draws_the_move_to_a_file(motif: Motif, tmp_path: Path) -> None:
    assert "the picture is in move.svg" in motif("explain", CHECKS, SKEWER, "--svg", "move.svg")[2]
    assert "<svg" in (tmp_path / "move.svg").read_text()
    code, _, complaints = motif("explain", CHECKS, SKEWER, "--svg", "/proc/nowhere/move.svg")
    assert (code, "cannot write /proc/nowhere/move.svg" in complaints) == (2, True)


def test_a_position_alone_is_explained_by_the_master(motif: Motif) -> None:
    report = json.loads(motif("explain", MATE_IN_ONE, "--json")[1])
    assert (report["move"], report["state"], report["value"]) == ("Qf8#", "Advantage", 1000)
    assert report["steps"] == [{"condition": "IsMate", "held": True, "english": "it is mate"}]
    assert {move["move"] for move in report["moves"]} == {move.uci() for move in chess.Board(MATE_IN_ONE).legal_moves}


def test_measure_compares_the_player_with_a_random_mover(motif: Motif) -> None:
    measured = ("measure", "master", "--endgame", "KRK", "--positions", "300")
    report = json.loads(motif(*measured, "--json")[1])
    assert report["player"]["result kept"]["count"] == report["random"]["result kept"]["count"] == 300
    assert report["player"]["result kept"]["share"] > report["random"]["result kept"]["share"]
    printed = motif(*measured)[1]
    for row in ("wins kept", "draws kept", "result kept", "kept where it could be spoilt", "moves wasted", "blunders"):
        assert row in printed
    assert "KRK, 300 positions" in printed


def test_the_tablebase_itself_never_blunders_nor_wastes_a_move(motif: Motif) -> None:
    report = json.loads(motif("measure", "tablebase", "--endgame", "KRK", "--positions", "40", "--json")[1])
    assert report["player"]["result kept"]["share"] == 1
    assert report["player"]["moves wasted"]["mean"] == 0


@pytest.mark.parametrize("name", ["master", "greedy"])
def test_measure_on_the_positions_of_the_players_games(motif: Motif, name: str) -> None:
    report = json.loads(
        motif("measure", name, "-e", "KRK", "--against", "random", "--games", "4", "--json")[1],
    )
    assert report["player"]["result kept"]["count"] == report["random"]["result kept"]["count"] > 0


def test_programs_are_measured_in_games_of_the_core(motif: Motif) -> None:
    measured = ("measure", "master", "-e", "KRK", "--against", "master", "--games", "10", "--json")
    assert motif(*measured) == motif(*measured)
    assert json.loads(motif(*measured)[1])["player"]["result kept"]["count"] > 10


def test_mates_of_a_program_and_of_any_player(motif: Motif) -> None:
    printed = motif("measure", "master", "-e", "KQK", "--mates", "--positions", "50")[1]
    assert "master against one longest defence: mated " in printed
    assert "master against every defence: mated " in printed
    assert "of 144,508" in printed
    assert "not mated against every defence, for example: " in printed
    report = json.loads(motif("measure", "tablebase", "-e", "KQK", "--mates", "--positions", "10", "--json")[1])
    ((defence, mates),) = report["player"].items()
    assert (defence, mates["mated"]["share"], mates["ratio"]) == ("one longest defence", 1, 1)
    assert report["random"]["mated"]["share"] < 1


@pytest.mark.parametrize(
    ("arguments", "complaint", "hint"),
    [
        (["evolve", "KXKR"], "no endgame is called 'KXKR'", "choose one of KRKR, KRRKRR, KQKQ, KQRKQR"),
        (["evolve", "KRKR", "--population", "1"], "a population needs at least 2 programs, not 1", ""),
        (["evolve", "KRKR", "--generations", "0"], "an evolution needs at least 1 generation", ""),
        (["improve", "stockfish"], "'stockfish' is no endgame program", "or name a file"),
        (["improve", "KRKR", "--against", "random"], "'random' is no endgame program", "or name a file"),
        (["improve", "KRKR", "--test", "7"], "a match cannot have 7 games", "even number"),
        (["improve", "KRKR", "-e", "KZK"], "no endgame is called 'KZK'", "choose one of"),
        (["evolve", "KRKR", "--plies", "2"], "looks 1, 3 or 5 plies ahead, not 2", ""),
        (["evolve", "KRKR", "--moves", "0"], "a game cannot be limited to 0 moves", ""),
        (["evolve", "KRKR", "--games", "3"], "games cannot be 3", ""),
        (["evolve", "KRKR", "--master", "3"], "master_games cannot be 3", ""),
        (["evolve", "KRKR", "--peers", "0"], "programs that play no games", ""),
        (["evolve", "KRKR", "--islands", "0"], "at least 1 island", ""),
        (["evolve", "KRKR", "--rival", "xboard:/nowhere/crafty"], "/nowhere/crafty", ""),
        (["evolve", "KRKR", "--rival-games", "7"], "a match cannot have 7 games", "an even number"),
        (["evolve", "KRKR", "--test", "7"], "a match cannot have 7 games", "an even number"),
        (["evolve", "KRKR", "--out", "/proc/nowhere/best.program"], "cannot write /proc/nowhere/best.program", ""),
        (["match", "master", "master", "--games", "5"], "a match cannot have 5 games", "an even number"),
        (["match", "master", "master", "-e", "rooks"], "no endgame is called 'ROOKS'", "choose one of KRKR"),
        (["match", "master", "stranger"], "there is no player called 'stranger'", "there are random, greedy"),
        (["match", "master", "xboard:/nowhere/crafty"], "/nowhere/crafty", ""),
        (["match", "master", "nowhere.program"], "cannot read nowhere.program", ""),
        (["match", "master,plies=2", "random"], "looks 1, 3 or 5 plies ahead, not 2", ""),
        (["match", "master,colour=red", "random"], "master has no such setting", "plies and material"),
        (["show", "stranger"], "no program is called 'stranger'", "there are "),
        (["show", "nowhere.program"], "cannot read nowhere.program", ""),
        (["show", "."], "cannot read .", ""),
        (["show", "master", "--svg", "tree.png"], "a picture as svg cannot go to tree.png", "end its name in .svg"),
        (["show", "master", "--png", "/proc/nowhere/tree.png"], "cannot write /proc/nowhere/tree.png", "make it first"),
        (["show", "(Advantage IsMate) (Even 0) (Disadvantage 0)"], "line 1, column 12: the Advantage tree must be", ""),
        (
            ["show", "(Advantage (If3 500 1 2)) (Even 0) (Disadvantage 0)"],
            "line 1, column 17: argument 1 of If3 must be a truth value, but 500 is a number",
            "",
        ),
        (
            ["show", "(Advantage (If3 IsMat 1 2)) (Even 0) (Disadvantage 0)"],
            "no function or terminal is called IsMat",
            "IsMate",
        ),
        (["explain", "master", "nonsense"], "bad position", ""),
        (["explain", "master", "--move", "Ra5"], "without a position there is no move", "give a FEN"),
        (["explain", "master", SKEWER, "--move", "Ra8"], "Ra8 is not legal here: no rook can go to a8", ""),
        (["explain", "master", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], "the game is over", ""),
        (["measure", "master", "-e", "KQQQK"], "KQQQK", "there are KQK, KRK"),
        (
            ["measure", "master", "-e", "KRK", "--mates", "--against", "random"],
            "--mates and --against cannot be combined",
            "",
        ),
        (["measure", "master", "--against", "random", "--games", "3"], "a match cannot have 3 games", "even number"),
        (["measure", "stranger", "-e", "KRK"], "there is no player called 'stranger'", "there are"),
        (["measure", "master", "-e", "KQRKQR", "--against", "master", "--games", "0"], "cannot have 0 games", ""),
    ],
)
def test_mistakes_are_one_line_and_a_hint(motif: Motif, arguments: list[str], complaint: str, hint: str) -> None:
    code, printed, complaints = motif(*arguments)
    assert (code, printed) == (2, "")
    assert complaint in complaints
    assert hint in complaints
    assert "Traceback" not in complaints


def test_a_type_error_in_a_file_is_found_by_line_and_column(motif: Motif, tmp_path: Path) -> None:
    Program.parse(CHECKS).save(tmp_path / "checks.program", "a remark")
    text = (tmp_path / "checks.program").read_text()
    (tmp_path / "broken.program").write_text(text.replace("If3 IsMate", "If3 1000"))
    code, _, complaints = motif("show", "broken.program")
    assert code == 2
    assert (
        "broken.program, line 4, column 8: argument 1 of If3 must be a truth value, but 1000 is a number" in complaints
    )


def test_foreign_and_truncated_files_are_refused(motif: Motif, tmp_path: Path) -> None:
    (tmp_path / "foreign.program").write_text("a letter\n")
    Program.parse(CHECKS).save(tmp_path / "whole.program")
    lines = (tmp_path / "whole.program").read_text().splitlines()
    (tmp_path / "cut.program").write_text("\n".join(lines[:-1]) + "\n")
    for name in ("foreign.program", "cut.program"):
        code, _, complaints = motif("match", name, "master")
        assert (code, name in complaints) == (2, True)


def test_a_checkpoint_of_another_run_is_left_alone(motif: Motif, tmp_path: Path) -> None:
    motif("evolve", "KRKR", *SMALL, "--checkpoint", "run.json")
    shutil.copy("run.json", "kept.json")
    code, _, complaints = motif("evolve", "KQKQ", *SMALL, "--checkpoint", "run.json")
    assert code == 2
    assert "belongs to another run: endgames was ['KRKR'] there and is ['KQKQ'] now" in complaints
    assert (tmp_path / "run.json").read_text() == (tmp_path / "kept.json").read_text()
