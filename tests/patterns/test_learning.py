"""Test learning from a player's moves: the patterns, their file, and their advice."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

import chess
import numpy as np
import pytest

from goldens import Golden
from motif._core.board import Positions
from motif.board.games import read_games
from motif.errors import BadArgument, BadFile
from motif.patterns.adviser import Best, PatternPruning, PatternsAdviser
from motif.patterns.learning.logit import LearnSettings, augment, bounds_of, fork, hits_two, learn
from motif.patterns.learning.measures import by_victim, curve, no_preference, unseen_positions
from motif.patterns.library import Library
from motif.patterns.move_pattern import MovePattern, to_core
from motif.runtime.files import SAMPLE_GAMES
from motif.statistics.examples import Evidence

QUICK = LearnSettings(singles=300, pairs=200, support=10, rounds=10)

FORK = "hits_from 1 2 3\nhits_from 1 2 4\n1N -(+2.5)-> 2. with 3k 4r"
CHECK = "hits_from 1 2 3\n1N -(+0.5)-> 2. with 3k"


@pytest.fixture(scope="module")
def evidence() -> Evidence:
    return Evidence.of_games(islice(read_games([str(SAMPLE_GAMES)]), 25), per_game=8, from_move=5)


@pytest.fixture(scope="module")
def learned(evidence: Evidence) -> Library:
    return learn(evidence, QUICK)


def test_what_was_learned_ranks_played_moves_above_others(evidence: Evidence, learned: Library) -> None:
    by_patterns = curve("patterns", learned.scores(evidence.positions), evidence)
    by_chance = curve("random", no_preference(evidence.positions), evidence)
    assert by_patterns.shares[Best(4)].value > 2 * by_chance.shares[Best(4)].value
    assert by_chance.shares[Best(share=1.0)].value == 1.0


def test_learning_twice_gives_the_same_library(evidence: Evidence, learned: Library) -> None:
    assert learn(evidence, QUICK).text == learned.text


def test_pairs_looked_for_in_few_positions_are_weighed_in_all(evidence: Evidence, learned: Library) -> None:
    quicker = learn(evidence, replace(QUICK, first=100, looked_at=100))
    assert any(len(pattern.context) == 2 for pattern in quicker.patterns)
    assert quicker.text != learned.text
    ours, theirs = (curve("", known.scores(evidence.positions), evidence) for known in (quicker, learned))
    assert ours.shares[Best(4)].value > 0.8 * theirs.shares[Best(4)].value


def test_patterns_with_more_pieces_have_a_greater_penalty() -> None:
    check, fork = (to_core(MovePattern.parse(text)) for text in (CHECK, FORK))
    bare = to_core(MovePattern.parse("on_e4 2\n1P -(+1)-> 2."))
    settings = LearnSettings(penalty=2.0, pair_penalty=4.0, breadth=0.5)
    assert settings.penalties([bare, check, fork]).tolist() == [2.0, 2.0, 6.0]


def test_unseen_forks_weigh_as_much_as_any_fork_by_that_piece() -> None:
    known, met, unmet = (to_core(fork("N", *pair)) for pair in ("kr", "kq", "qn"))
    check = to_core(MovePattern.parse(CHECK))
    bounds = bounds_of([known, met, unmet, check], np.array([0.9, 0.5, 0.5, 1.0]))
    assert bounds["centres"].tolist() == [0.5, 0.5, 0.5, 0.0]
    assert bounds["upwards"].tolist() == [True, True, True, False]


def test_no_double_attack_gets_a_negative_weight(learned: Library) -> None:
    two = [pattern for pattern in learned.patterns if hits_two(to_core(pattern))]
    assert two
    assert all(pattern.weight > 0 for pattern in two)


def test_a_library_comes_back_from_its_file(learned: Library, tmp_path: Path) -> None:
    learned.write(tmp_path / "mine.txt")
    again = Library.read(tmp_path / "mine.txt")
    assert (again.text, again.notes) == (learned.text, learned.notes)
    assert [pattern.weight for pattern in again.patterns] == pytest.approx(again.weights.tolist())


def test_augmenting_adds_no_pattern(evidence: Evidence, learned: Library) -> None:
    more = augment(learned, evidence, QUICK)
    contexts = {(pattern.context, pattern.special) for pattern in learned.patterns}
    assert {(pattern.context, pattern.special) for pattern in more.patterns} <= contexts
    assert "augmented by" in more.notes


def test_learning_needs_moves(golden: Golden, evidence: Evidence, learned: Library) -> None:
    nothing = evidence.take(np.empty(0, np.int64))
    with golden.raises(BadArgument):
        learn(nothing)
    with golden.raises(BadArgument):
        augment(learned, nothing)


@pytest.mark.parametrize("settings", [{"pairs": 0}, {"penalty": 0.0}, {"likely": 1.0}])
def test_settings_that_make_no_sense(settings: dict[str, float]) -> None:
    with pytest.raises(BadArgument):
        LearnSettings(**settings)  # type: ignore[arg-type]


def test_a_damaged_library_is_refused_with_its_line(golden: Golden, tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text("# motif patterns 1\n# weights: logit\nskewers 1 2\n1N -(+1)-> 2.\n# end of 3 lines\n")
    with golden.raises(BadFile):
        Library.read(path)


def test_the_adviser_names_the_fork(golden: Golden) -> None:
    board = chess.Board("3r3k/8/8/4N3/8/8/8/4K3 w - - 0 1")
    library = Library.of(map(MovePattern.parse, [FORK, CHECK]))
    best, second, *_ = PatternsAdviser(library).advise(board)
    assert best.move == board.parse_san("Nf7+")
    golden(best.because.english)
    assert best.weight is None
    assert second.move == board.parse_san("Ng6+")


def test_the_adviser_says_when_no_pattern_speaks_for_a_move() -> None:
    board = chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    advice = PatternsAdviser(Library.of([MovePattern.parse(FORK)])).advise(board)
    assert all("no pattern recommends it" in piece.because.english for piece in advice)


def test_a_search_looks_only_at_what_patterns_keep(golden: Golden) -> None:
    board = chess.Board("3r3k/8/8/4N3/8/8/8/4K3 w - - 0 1")
    pruning = PatternPruning(Library.of(map(MovePattern.parse, [FORK, CHECK])), Best(2))
    kept = {move for move, verdict, _ in pruning.filter().verdicts(board, True, 3) if verdict == "keep"}
    assert kept == {board.parse_san("Nf7+"), board.parse_san("Ng6+")}
    golden(str(pruning))


def test_victims_come_before_quiet_moves() -> None:
    board = chess.Board("4k3/8/3q1p2/4P3/8/8/8/3RK3 w - - 0 1")
    column = Positions.from_boards([board])
    scores = dict(zip(column.legal_moves()[0], by_victim(column), strict=True))
    ranked = sorted(scores, key=lambda move: -scores[move])
    assert [board.san(move) for move in ranked[:3]] == ["exd6", "Rxd6", "exf6"]
    assert scores[board.parse_san("Rd2")] == 0


def test_positions_of_the_training_games_are_left_out(evidence: Evidence) -> None:
    half = evidence.take(np.arange(0, len(evidence), 2))
    left = unseen_positions(evidence, half)
    assert set(left.tolist()) <= set(range(1, len(evidence), 2))


def test_a_filter_that_keeps_nothing_makes_no_sense(golden: Golden) -> None:
    for count, share in ((0, None), (None, 0.0), (None, 1.2)):
        with golden.raises(BadArgument):
            Best(count, share)
