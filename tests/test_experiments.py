"""Test that the scripts of the experiments run at a small size."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import sys
from itertools import islice
from pathlib import Path
from types import ModuleType

import chess
import pytest

from command_line import caller
from motif.board.games import read_games
from motif.engines.limits import Limit
from motif.patterns.learning.hierarchy import PatternKnowledge
from motif.patterns.learning.paper_library import PaperLibrary
from motif.patterns.library import Library
from motif.patterns.move_pattern import parse_pattern
from motif.players.names import find_evaluator
from motif.runtime.files import SAMPLE_GAMES
from motif.search.evaluation import PAPERS, Weights

EXPERIMENTS = Path(__file__).parents[1] / "experiments"


def script(name: str) -> ModuleType:
    """Load a script of the experiments as a module."""
    path = EXPERIMENTS / name
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def few_games(folder: Path, count: int) -> Path:
    """Write some of the sample games, each between two new players, to a file."""
    texts = []
    for number, game in enumerate(islice(read_games(SAMPLE_GAMES), count)):
        texts.append(re.sub(r'\[(White|Black) "[^"]*"\]', rf'[\1 "\1 {number}"]', str(game)))
    (folder / "few.pgn").write_text("\n\n".join(texts))
    return folder / "few.pgn"


def test_the_toy_of_the_tactics_paper_learns_what_a_knight_does() -> None:
    *others, (clause, verdict) = script("tactics-paper/knight_move.py").learn(
        [("d4", "c6"), ("d4", "f5")], [("d4", "d5"), ("d4", "h7")]
    )
    assert (clause, verdict) == (frozenset({"l_move"}), "right")
    assert {word for _, word in others} == {"too general", "too specific"}


def test_the_run_of_the_tactics_paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paper = script("tactics-paper/tactics_paper.py")
    monkeypatch.setattr(paper, "MANY", 5)
    if shutil.which("swipl") is None:
        monkeypatch.setattr(paper, "agreement", lambda learned, evidence: "SWI-Prolog is not installed")
    size = "--read 40 --training 6 --validation 3 --tests 4 6 --literals 3 --variables 4 --engine search"
    monkeypatch.setattr(
        sys, "argv", ["tactics_paper", str(few_games(tmp_path, 40)), *size.split(), "--out", str(tmp_path)]
    )
    paper.main()
    result = json.loads((tmp_path / "result.json").read_text())
    assert result["space"]["here"]["clauses"] > result["learned"]["satisfiable"] > 1
    assert [row["rule"].split("(")[0] for row in result["printed by the paper"]] == [
        "figure_8",
        "figure_9",
        "figure_10",
    ]
    assert result["best"]["highest F1"][0]["sentence"].endswith(".")
    assert 0 < result["validation"]["chosen"]["f1"] <= 1
    assert (tmp_path / "histograms-6.png").exists()


@pytest.mark.skipif(shutil.which("swipl") is None, reason="SWI-Prolog is not installed")
def test_prolog_agrees_with_the_list_that_ships(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    agreement = script("tactics-paper/prolog_agreement.py")
    monkeypatch.setattr(agreement, "HERE", tmp_path)
    monkeypatch.setattr(sys, "argv", ["prolog_agreement", str(SAMPLE_GAMES), "--positions", "3"])
    agreement.main()
    assert json.loads((tmp_path / "prolog_agreement.json").read_text())["differences"] == 0


def test_a_library_is_pruned(tmp_path: Path) -> None:
    shipped = Library.shipped()
    Library.of(map(shipped.pattern, range(300)), {"weights": "logit"}).write(tmp_path / "wide.txt")
    prune = script("patterns-paper/prune_patterns.py")
    prune.main(
        tmp_path / "wide.txt",
        [str(few_games(tmp_path, 8))],
        tmp_path / "narrow.txt",
        keep=150,
        most=400,
        looked_at=300,
        rounds=3,
    )
    narrow = Library.read(tmp_path / "narrow.txt")
    assert 10 < len(narrow) < 300
    assert min(abs(narrow.weights)) >= prune.LEAST
    assert narrow.notes["pruned"].startswith("from 300")


def test_selective_search_meets_full_width(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script("patterns-paper/matches.py").main(tmp_path, selection=3, limit="depth=1", games=2)
    assert capsys.readouterr().out.count("against full width, depth=1") == 2


def test_the_match_of_the_papers_section_is_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    knowledge = PatternKnowledge.of([parse_pattern("hits 1 2\n1N -(+1)-> 2p")])
    PaperLibrary(knowledge, (), {}).write(tmp_path / "taught.txt")
    material = "mode=paper,weights=1/0/0"
    code, printed, _ = caller(monkeypatch, capsys, "match")(
        f"patterns:{tmp_path / 'taught.txt'},k=5,{material}", f"base,{material}", "--limit", "depth=1",
        "--games", "2", "--moves", "8", "--quiet",
    )  # fmt: skip
    assert code == 0
    assert "2 games" in printed


def test_rules_are_counted_where_nothing_was_learned_the_least_right_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "seldom.json"
    size = f"--engine search --depth 2 --per-game 3 --out {out}"
    monkeypatch.setattr(sys, "argv", ["coach_seldom", str(few_games(tmp_path, 12)), *size.split()])
    script("tactics-coach/coach_seldom.py").main()
    rows = json.loads(out.read_text())["rules"]
    assert [row["right"] for row in rows] == sorted(row["right"] for row in rows)
    assert all(row["low"] <= row["right"] <= row["high"] for row in rows)
    cautions = {row["rule"] for row in rows if row["warning or calculation"]}
    assert cautions == {
        "Allow no mate in one.",
        "Lose nothing after the best capture in reply.",
        "Count the captures to the end and play what comes out best.",
    }


def test_masters_teach_the_papers_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = list(islice(read_games(SAMPLE_GAMES), 6))
    for name, some in (("Alekhine", games[:4]), ("Spassky", games[4:])):
        text = "\n\n".join(re.sub(r'\[White "[^"]*"\]', f'[White "{name}, A"]', str(game)) for game in some)
        (tmp_path / f"{name}.pgn").write_text(text)
    script("patterns-paper/masters_taught.py").main(
        tmp_path, [tmp_path / "Alekhine.pgn"], [tmp_path / "Spassky.pgn"], games=2, augmentation=2, most=10
    )
    as_learned, augmented, and_proved = capsys.readouterr().out.splitlines()
    assert "from 2 games" in as_learned
    assert "10 moves: k=1" in as_learned
    sizes = [int(line.partition(" patterns")[0].split()[-1]) for line in (as_learned, augmented, and_proved)]
    assert sizes[0] == sizes[1] >= sizes[2] > 0


def test_the_learning_curves_of_the_patterns_paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    curves = script("patterns-paper/learning_curves.py")
    for name, value in (("HERE", tmp_path), ("TEACHER", "base,depth=1"), ("EVERY", 2), ("PROOF", 10)):
        monkeypatch.setattr(curves, name, value)
    for seed in (curves.TEST, curves.AUGMENTATION):
        curves.play(tmp_path, 1, seed)
    curves.learn(tmp_path, games=2)
    curves.measure(tmp_path, sample=10)
    stage = json.loads((tmp_path / "figures.json").read_text())["stages"][0]
    assert stage["games"] == 2
    assert stage["habits"]["count"] > 0
    curves.seeds([tmp_path, tmp_path], sample=10)
    (stage,) = json.loads((tmp_path / "by_games.json").read_text())["stages"]
    assert stage["proved"]["standard deviation"] == 0
    assert [share["count"] for share in stage["kept"]["seeds"]] == [10, 10]
    curves.compare(tmp_path, [tmp_path / "patterns-002.txt"], sample=10, depth=1)
    kept = json.loads((tmp_path / "central.json").read_text())["kept"]
    assert list(kept) == ["patterns-002", "random", "MVV/LVA", "alpha-beta 1"]
    assert kept["random"]["k=4"]["count"] == 10


def test_moves_against_unknown_opponents_are_measured_separately(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    met, strange, learned = islice(read_games(SAMPLE_GAMES), 3)

    def named(game: object, white: str, black: str) -> str:
        text = re.sub(r'\[White "[^"]*"\]', f'[White "{white}"]', str(game))
        return re.sub(r'\[Black "[^"]*"\]', f'[Black "{black}"]', text)

    tested = [named(met, "Spassky, B", "Petrosian, T"), named(strange, "Spassky, B", "Unknown, U")]
    (tmp_path / "Spassky.pgn").write_text("\n\n".join(tested))
    (tmp_path / "Fischer.pgn").write_text(named(learned, "Fischer, R", "Petrosian, T"))
    script("patterns-paper/strangers.py").main("shipped", [tmp_path / "Spassky.pgn"], [tmp_path / "Fischer.pgn"])
    all_games, strangers = capsys.readouterr().out.splitlines()
    assert all_games.startswith("all games, 2 games: k=1")
    assert strangers.startswith("unknown opponents, 1 games: k=1")


def test_the_figures_of_the_patterns_paper_are_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    curves = script("patterns-paper/learning_curves.py")
    shutil.copy(EXPERIMENTS / "patterns-paper" / "figures.json", tmp_path)
    monkeypatch.setattr(curves, "HERE", tmp_path)
    curves.draw()
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["figure15.svg", "figure16.svg", "figure17.svg"]


def test_mistakes_found_by_a_study_are_compared_with_an_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = "--games 1 --depth 2 --engine search"
    out = tmp_path / "result.json"
    monkeypatch.setattr(sys, "argv", ["agreement", str(few_games(tmp_path, 1)), *size.split(), "--json", str(out)])
    script("study-engine/agreement.py").main()
    result = json.loads(out.read_text())
    assert result["engine"] == "search, depth 2"
    alone, together = result["each position alone"], result["a study"]
    assert alone["moves"] == together["moves"] > 0
    assert all(low <= share <= high for share, low, high in (together["recall"], together["precision"]))


def test_king_and_pawn_keeps_the_result_with_the_pawn_on_the_e_file_and_in_the_corner() -> None:
    measure = script("endgames-paper/king_and_pawn.py").kept
    # A file has 10,000 positions for each side: in the middle that of the pawn moves, in the corner the other.
    assert measure("KPK", chess.WHITE, range(4, 5))["won"][1] > 0.99
    assert measure("KPK", chess.BLACK, range(1))["drawn"][1] > 0.97


def test_figures_2_and_3_and_the_evolutions_of_the_search_paper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bands = script("search-paper/figure3_bands.py")
    monkeypatch.setattr(bands, "BANDS", {"any": (0, 4000)})
    monkeypatch.setattr(bands, "LIMIT", Limit(depth=1))
    games = str(few_games(tmp_path, 4))
    monkeypatch.setattr(sys, "argv", ["", games, "--games", "2", "--weights", "winning", "--out", str(tmp_path)])
    bands.main()
    assert json.loads((tmp_path / "figure3_bands.json").read_text())["winning"]["all"]["games"] == 2
    figure = script("search-paper/figure2.py")
    monkeypatch.setattr(figure, "DEPTH", 1)
    monkeypatch.setattr(figure, "MOST_PLIES", 60)
    game = figure.play(PAPERS["winning"], white_prunes=True)
    assert game["moves by cases"] >= 1
    evolutions = script("search-paper/evolutions.py")
    monkeypatch.setattr(evolutions, "DEPTH", 1)
    size = ["--seeds", "1", "--games", "2", "--generations", "1"]
    monkeypatch.setattr(sys, "argv", ["", *size, "--out", str(tmp_path)])
    evolutions.main()
    runs = json.loads((tmp_path / "evolutions.json").read_text())
    assert Weights.parse(runs["positioning up to 1"]["runs"][0]["weights"]).values[1] <= 1


def test_a_short_mate_is_looked_for() -> None:
    short = script("endgames-paper/short_mates.py")
    chain = ("my king near the rook", "my king off the edge", "the rook near the enemy king", "a small box")
    assert short.mated((*chain, "kings near in ranks and files")) == 21_959


def test_the_learner_allows_a_fork_until_it_is_cured() -> None:
    learner = script("sample-games/learner.py")
    evaluator = find_evaluator("search")
    # From the first of the learner's games: 7. a3 allows Nc2+.
    board = chess.Board("r2qkb1r/ppp2ppp/4pn2/3p1b2/1nPP4/4PN2/PP1N1PPP/R1BQKB1R w KQkq - 1 7")
    blunder, safe = board.parse_san("a3"), board.parse_san("Qb3")
    assert learner.Learner(lambda _: safe, evaluator)(board) == blunder
    cured = learner.Learner(lambda _: blunder, evaluator, is_cured=True)
    assert cured(board) != blunder
    assert learner.Learner(lambda _: safe, evaluator, is_cured=True)(board) == safe


def test_the_learner_is_cured_in_the_last_third() -> None:
    script("sample-games/learner.py")
    make = script("sample-games/make.py")
    tasks = make.schedule(seed=1)
    own = [task for task in tasks if task.is_of_the_learner]
    assert (len(tasks), len(own)) == (340, 60)
    assert [task.is_cured for task in own] == [False] * 40 + [True] * 20
    assert sum(task.white == make.LEARNER for task in own) == 30
    assert not any(task.is_cured for task in tasks if not task.is_of_the_learner)
    assert make.schedule(seed=1) == tasks
