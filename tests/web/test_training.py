"""Test training in the API: right and wrong answers, hints that lower the grade, the same deck as `motif train`."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from motif.engines.limits import Limit
from motif.puzzles.puzzle import Puzzle
from motif.runtime.parallel import Progress
from motif.study.engine import StudyEngine
from motif.training.deck import Deck
from motif.training.exercise import Exercise, Source
from motif.training.plan import Plan
from motif.web.server import Engines
from motif.web.train import EVERY, WORK, TrainOrder, train
from trained import MISSED_FORK, STUDY
from web.deeds import study_without_end
from web.served import Served

LADDER = "position: 7k/R7/1R6/8/8/8/8/K7 w - - 0 1\ngoal: mate in 1\nsolution: b6b8\nthemes: mate"
FORK = "position: r3k3/5p2/8/P2N4/8/8/5P2/4K3 w q - 0 1\ngoal: win in 2\nsolution: d5c7[e8d7[c7a8]]\nthemes: fork"


@pytest.fixture(scope="module")
def deck(served: Served) -> Served:
    with Deck(served.server.settings.deck) as opened:
        for text, theme in ((LADDER, "mate"), (FORK, "fork")):
            opened.add(Exercise.of_puzzle(Source.COMPOSED, Puzzle.parse(text), theme, f"It is a {theme}.", "made here"))
    return served


def question(deck: Served, theme: str) -> dict[str, Any]:
    asked: dict[str, Any] = deck.get("/api/training/next", params={"theme": theme}).json()["question"]
    return asked


def answer(deck: Served, number: int, move: str) -> dict[str, Any]:
    graded: dict[str, Any] = deck.post(f"/api/training/{number}/answer", json={"move": move}).json()
    return graded


def test_a_line_is_answered_move_by_move(deck: Served) -> None:
    asked = question(deck, "fork")
    assert asked["fen"].split()[1] == "w"
    first = answer(deck, asked["puzzle"], "d5c7")
    assert (first["verdict"], first["reply"]["san"], first["is_over"]) == ("goes on", "Kd7", False)
    assert first["fen"].startswith("r7/2Nk1p2")
    assert first["story"] == ""
    last = answer(deck, asked["puzzle"], "Nxa8")
    assert (last["verdict"], last["sentence"], last["theme"]) == ("solved", "It is a fork.", "fork")
    assert [step["san"] for step in last["solution"]] == ["Nc7+", "Kd7", "Nxa8"]
    assert last["due"]


def test_a_wrong_move_is_punished_and_may_be_tried_again(deck: Served) -> None:
    number = question(deck, "mate")["puzzle"]
    wrong = answer(deck, number, "b6b1")
    assert (wrong["verdict"], wrong["is_over"]) == ("wrong", False)
    assert wrong["sentence"]
    assert wrong["punishment"]
    assert wrong["fen"].startswith("7k/R7/1R6")
    assert answer(deck, number, "Rb8#")["verdict"] == "solved"


def test_hints_tell_more_and_more(deck: Served) -> None:
    number = 2
    hints = [deck.post(f"/api/training/{number}/hint", json={"step": step}).json() for step in (1, 2, 3)]
    assert [hint["squares"] for hint in hints] == [[], ["d5"], ["d5", "c7"]]
    assert "knight on d5" in hints[1]["words"]
    shown = answer(deck, number, "")
    assert (shown["verdict"], shown["solution"][0]["san"]) == ("shown", "Nc7+")


def test_progress_is_that_of_the_deck(deck: Served) -> None:
    answer(deck, 1, "Rb8#")
    standing = deck.get("/api/training").json()
    assert standing["cards"] == 2
    assert standing["themes"] == {"fork": 1, "mate": 1}
    assert standing["right"]["count"] >= 1
    assert [name for name, _ in standing["by_theme"]] == ["fork", "mate"]


def test_what_is_skipped_does_not_come_at_once(deck: Served) -> None:
    numbers = ",".join(str(card) for card in range(1, 10))
    nothing = deck.get("/api/training/next", params={"skip": numbers}).json()
    assert nothing["question"] is None
    assert "Nothing is due" in nothing["words"]


def test_what_is_not_there_is_said(deck: Served) -> None:
    assert deck.get("/api/training/next", params={"theme": "zugzwang"}).status_code == 404
    assert deck.post("/api/training/999/answer", json={"move": "e4"}).status_code == 404
    assert deck.post("/api/training", json={"study": "../../etc"}).status_code == 404
    assert deck.post("/api/training/2/answer", json={"move": "d5d7"}).status_code == 422
    assert deck.post("/api/training/2/hint", json={"step": 4}).status_code == 422


def test_all_mistakes_of_a_study_are_examined_and_exercises_are_reported_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However many seconds are left for composing, they do not end the look at the mistakes.
    moments = count(0, 10**6)
    monkeypatch.setattr("motif.training.plan.time", SimpleNamespace(monotonic=lambda: next(moments)))
    file, reports = tmp_path / "study.json", list[object]()
    STUDY.save(file)
    plan = Plan(mistakes=EVERY, composed=0, quiet=0, seconds=1, look=EVERY)
    outcome = train(reports.append, TrainOrder("study", file, tmp_path / "deck.sqlite", "search", plan))
    assert outcome["notes"] == ["All 3 sides of mistakes were looked at."]
    looked = [news for news in reports if isinstance(news, Progress) and "mistakes" in news.words]
    assert [(news.done, news.total) for news in looked] == [(0, 3), (1, 3), (2, 3)]
    assert [news for news in reports if isinstance(news, dict)] == [{"added": 1}, {"added": 2}]
    assert outcome["added"] == 2
    again = train(reports.append, TrainOrder("study", file, tmp_path / "deck.sqlite", "search", plan))
    assert again == {"added": 0, "notes": ["All of it is in the deck."]}
    with Deck(tmp_path / "deck.sqlite") as deck:
        assert {(card.engine, card.study) for card in deck.cards()} == {("search", "study")}


def test_a_card_leads_back_to_the_mistake_while_its_study_is_here(served: Served) -> None:
    folder = served.server.settings.studies / "to-go-back"
    folder.mkdir(parents=True)
    STUDY.save(folder / "study.json")
    places = []
    for mistake in ((1, 0), (2, 2)):
        asked = dict(zip(("game", "ply"), mistake, strict=True))
        number = served.post("/api/training/mistake", json={"study": "to-go-back", **asked}).json()["puzzle"]
        places.append(answer(served, number, "")["place"])
    assert places == [
        {"study": "to-go-back", "game": 1, "ply": 0},
        {"study": "to-go-back", "game": 2, "ply": 2},
    ], "the question about what was allowed begins after the mistake, and leads back to the mistake itself"
    # Explained from there the move is what the study calls it, with its own words.
    move = {"fen": MISSED_FORK.start, "move": "Kd2", "study": "to-go-back"}
    assert served.post("/api/explain", json=move).json()["sentence"] == "Kd2 misses Nc7+."
    served.client.delete("/api/studies/to-go-back")
    assert answer(served, number, "")["place"] is None


def test_exercises_are_made_in_the_background_and_once_at_a_time(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = served.server.settings.studies / "to-train"
    folder.mkdir(parents=True)
    STUDY.save(folder / "study.json")
    monkeypatch.setattr(WORK, "task", study_without_end)
    first = served.post("/api/training", json={"study": "to-train"}).json()
    assert (first["kind"], first["study"], first["title"]) == ("training", "to-train", "Fool")
    assert served.post("/api/training", json={"study": "to-train"}).json()["id"] == first["id"]
    (kept,) = (job for job in served.server.journal.jobs() if job.order and "to-train" in job.order)
    plan = WORK.orders.validate_json(kept.order or "").plan
    assert (plan.look, plan.mistakes) == (EVERY, EVERY)
    assert WORK.orders.validate_json((kept.order or "").replace('"engine"', '"judge"')).plan == plan
    assert served.client.delete(f"/api/jobs/{first['id']}").json()["state"] == "cancelled"


def test_what_is_wrong_with_an_answer_comes_from_the_engine_of_the_cards_study(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs, asked = StudyEngine("search", reasons=Limit(depth=2)), list[StudyEngine]()
    engines = served.server.part(Engines)
    monkeypatch.setitem(engines.kept._known, "theirs", theirs)
    ask = served.server.pool.ask

    async def listening(task: Any, *args: Any) -> object:
        asked.append(args[-1])
        return await ask(task, *args)

    monkeypatch.setattr(served.server.pool, "ask", listening)
    for engine, king, sentence in (
        ("theirs", "1K6", "Evaluated by Motif's own search, as in the study."),
        ("gone", "2K5", "gone evaluated the study, but is not installed here; Motif's own search evaluates."),
        ("", "3K4", "Evaluated by Motif's own search."),
    ):
        mate = Puzzle.parse(LADDER.replace("K7", king))
        with Deck(served.server.settings.deck) as deck:
            deck.add(Exercise.of_puzzle(Source.MISSED, mate, f"mate {king}", "It mates.", "yours"), engine)
        put = question(served, f"mate {king}")
        assert put["engine"] == sentence
        answer(served, put["puzzle"], "b6b2")
    assert asked == [theirs, engines.own, engines.own]
