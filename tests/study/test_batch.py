"""Test that evaluated games are cached one by one: no game is evaluated twice, even after an interruption."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import chess
import pytest
from pydantic import TypeAdapter

from motif._core.board import Game
from motif.engines.cache import CACHE_NAME
from motif.engines.evaluator import Evaluation, Evaluator
from motif.engines.limits import Limit
from motif.runtime.parallel import Progress, Workers
from motif.study import engine as cache_module
from motif.study import review
from motif.study.engine import StudyCache, StudyEngine, game_key
from motif.study.games import StudiedGame
from motif.study.gathering import OwnGame
from motif.study.review import games_so_far, new_games, review_games

QUICK = StudyEngine("search", Limit(depth=2), Limit(depth=2))
OPENINGS = ("1. e4 e5 2. Nf3 Nc6", "1. d4 d5 2. c4 e6", "1. f3 e5 2. g4 Qh4#")


def games(*texts: str) -> list[OwnGame]:
    return [OwnGame(Game.parse(f'[White "Anna"]\n[Black "Bert"]\n\n{text} *\n'), is_white=True) for text in texts]


class Tired:
    """An engine that answers for a while, and then is interrupted."""

    name = "tired"

    def __init__(self, inner: Evaluator, answers: int) -> None:
        self.inner = inner
        self.answers = answers

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        self.answers -= 1
        if self.answers < 0:
            raise KeyboardInterrupt
        return self.inner.evaluate(boards, limit)


def test_a_second_run_needs_no_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = StudyCache(tmp_path)
    first = list(review_games(games(*OPENINGS), QUICK, cache))
    assert [game.number for game in first] == [1, 2, 3]
    monkeypatch.setattr(review, "review_sides", None)
    assert list(review_games(games(*OPENINGS), QUICK, cache)) == first
    assert len(new_games(games(*OPENINGS), QUICK, cache)) == 0


def test_two_workers_say_the_same_as_one(tmp_path: Path) -> None:
    alone = list(review_games(games(*OPENINGS), QUICK, StudyCache(tmp_path / "one")))
    together = list(review_games(games(*OPENINGS), QUICK, StudyCache(tmp_path / "two"), Workers(2)))
    assert together == alone


def test_games_evaluated_before_an_interruption_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tired = Tired(QUICK.evaluator(), 5)
    monkeypatch.setattr(StudyEngine, "evaluator", lambda _: tired)
    with pytest.raises(KeyboardInterrupt):
        list(review_games(games(*OPENINGS), QUICK, StudyCache(tmp_path)))
    left = len(new_games(games(*OPENINGS), QUICK, StudyCache(tmp_path)))
    assert 0 < left < len(OPENINGS)


def test_a_game_of_two_pupils_is_evaluated_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (white,) = games(OPENINGS[2])
    black = OwnGame(white.game, is_white=False)
    apart = [
        *review_games([white], QUICK, StudyCache(tmp_path / "a")),
        *review_games([black], QUICK, StudyCache(tmp_path / "b")),
    ]
    asked: list[Sequence[bool]] = []
    review_as_before = review.review_sides

    def review_sides(game: Game, sides: Sequence[bool], evaluator: Evaluator, engine: StudyEngine) -> list[StudiedGame]:
        asked.append(sides)
        return review_as_before(game, sides, evaluator, engine)

    monkeypatch.setattr(review, "review_sides", review_sides)
    cache = StudyCache(tmp_path / "both")
    assert len(new_games([white, black], QUICK, cache)) == 1
    both = list(review_games([white, black], QUICK, cache))
    assert asked == [(True, False)]
    assert both == [apart[0], replace(apart[1], number=2)]
    assert both[0].faults[-1].played.san == "g4", "White walked into the mate"
    assert not both[1].faults
    assert len(new_games([white, black], QUICK, cache)) == 0


def cut_results(folder: Path) -> None:
    with closing(sqlite3.connect(folder / CACHE_NAME, isolation_level=None)) as connection:
        changed = connection.execute("UPDATE results SET content = substr(content, 1, 5)").rowcount
    assert changed == 1


def test_the_game_of_a_broken_file_is_evaluated_again(tmp_path: Path) -> None:
    cache = StudyCache(tmp_path)
    (first,) = review_games(games(OPENINGS[0]), QUICK, cache)
    cut_results(tmp_path)
    assert list(review_games(games(OPENINGS[0]), QUICK, cache)) == [first]


def test_another_engine_side_or_game_has_another_key() -> None:
    (own,) = games(OPENINGS[0])
    (other,) = games(OPENINGS[1])
    keys = {
        game_key(own.game, "a", is_white=True),
        game_key(own.game, "b", is_white=True),
        game_key(own.game, "a", is_white=False),
        game_key(other.game, "a", is_white=True),
    }
    assert len(keys) == 4
    assert QUICK.fingerprint() != StudyEngine("search", Limit(depth=3), Limit(depth=2)).fingerprint()


def test_a_cache_that_cannot_write_says_so_once(tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("")
    messages: list[str] = []
    cache = StudyCache(tmp_path / "a file" / "study", messages.append)
    assert len(list(review_games(games(*OPENINGS), QUICK, cache))) == 3
    assert len(messages) == 1
    assert "evaluated games are not kept for the next run" in messages[0]


def test_a_watcher_hears_of_every_game(tmp_path: Path) -> None:
    heard: list[Progress] = []
    list(review_games(games(*OPENINGS), QUICK, StudyCache(tmp_path), watch=heard.append))
    assert [(progress.done, progress.total) for progress in heard] == [(0, 3), (1, 3), (2, 3), (3, 3)]


NUMBERS = TypeAdapter(list[int])


class Maker:
    """Makes a list, and counts how often it was called."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> list[int]:
        self.asked += 1
        return [1, 2, 3]


def test_what_was_made_of_the_same_inputs_is_not_made_again(tmp_path: Path) -> None:
    make = Maker()
    assert StudyCache(tmp_path).recall("numbers", ["games"], NUMBERS, make) == [1, 2, 3]
    assert StudyCache(tmp_path).recall("numbers", ["games"], NUMBERS, make) == [1, 2, 3]
    assert make.asked == 1
    StudyCache(tmp_path).recall("numbers", ["other games"], NUMBERS, make)
    assert make.asked == 2


def test_another_version_makes_it_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make = Maker()
    StudyCache(tmp_path).recall("numbers", ["games"], NUMBERS, make)
    monkeypatch.setattr(cache_module, "package_fingerprint", lambda: "after a change of the code")
    StudyCache(tmp_path).recall("numbers", ["games"], NUMBERS, make)
    assert make.asked == 2


def test_a_truncated_file_is_made_again(tmp_path: Path) -> None:
    make = Maker()
    StudyCache(tmp_path).recall("numbers", ["games"], NUMBERS, make)
    cut_results(tmp_path)
    assert StudyCache(tmp_path).recall("numbers", ["games"], NUMBERS, make) == [1, 2, 3]
    assert make.asked == 2


def with_values(*pawns: float) -> str:
    """A game with White's advantage after each move, in pawns."""
    moves = zip(("1. e4", "1... e5", "2. Nf3", "2... Nc6"), pawns, strict=True)
    return " ".join(f"{move} {{[%eval {value}]}}" for move, value in moves)


def test_the_games_with_the_costliest_mistakes_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = games(with_values(0.2, 0.2, 0.2, 0.2), with_values(0.2, 1.8, 0.2, 0.2), with_values(0.2, 9.0, -9.0, 0.0))
    done: list[str] = []
    review_as_before = review.review_sides

    def review_sides(game: Game, sides: Sequence[bool], evaluator: Evaluator, engine: StudyEngine) -> list[StudiedGame]:
        done.append(str(game))
        return review_as_before(game, sides, evaluator, engine)

    monkeypatch.setattr(review, "review_sides", review_sides)
    made = list(review_games(own, QUICK, StudyCache(tmp_path)))
    assert done == [str(own[place].game) for place in (2, 1, 0)]
    assert [game.number for game in made] == [1, 2, 3], "they are counted in the order of the file"
    done.clear()
    list(review_games(own, replace(QUICK, from_file=False), StudyCache(tmp_path)))
    assert done == [str(each.game) for each in own], "a fresh study knows no costs yet"


def test_the_games_that_are_done_are_known_by_their_places(tmp_path: Path) -> None:
    own = games(*OPENINGS)
    cache = StudyCache(tmp_path)
    (made,) = review_games(own[1:2], QUICK, cache)
    assert games_so_far(own, QUICK, cache) == [None, replace(made, number=2), None]
