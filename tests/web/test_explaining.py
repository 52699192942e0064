"""Test explanations and advice in the API: the same JSON as the command line; unknown advisers are refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

from command_line import caller
from download.site_server import Behaviour, games, serving
from goldens import Golden
from motif.study.engine import engine_name_of, engine_sentence_of
from motif.study.study import Study
from motif.web.explain import summary
from motif.web.server import Engines
from trained import STUDY
from web.served import GAMES, Served

FORK = "r3k3/5p2/8/P2N4/8/8/5P2/4K3 w q - 0 1"


def test_an_impossible_position_is_refused_with_a_reason(served: Served) -> None:
    answer = served.post("/api/explain", json={"fen": "8/8/8/8/8/8/8/8 w - - 0 1"})
    assert answer.status_code == 422
    assert "king" in answer.json()["error"]


def test_explain_is_the_json_of_the_command_line(
    served: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = served.post("/api/explain", json={"fen": FORK, "move": "Nc7+"}).json()
    _, printed, _ = caller(monkeypatch, capsys)("explain", FORK, "Nc7+", "--json")
    assert answer == json.loads(printed)
    point = answer["point"]
    assert (point["motif"], point["line"][0]["san"], point["check"]["squares"]) == ("fork", "Nc7+", ["a8"])


def test_a_mistake_says_what_it_missed(served: Served) -> None:
    answer = served.post("/api/explain", json={"fen": FORK, "move": "e1e2"}).json()
    assert answer["played"]["san"] == "Ke2"
    assert (answer["point"]["side"], answer["point"]["line"][0]["san"]) == ("missed", "Nc7+")
    assert answer["point"]["check"]["fen"].startswith("4k3/")


def test_without_a_move_the_best_one_is_explained(served: Served) -> None:
    assert served.post("/api/explain", json={"fen": FORK}).json()["played"]["san"] == "Nc7+"


def test_the_moves_before_belong_to_the_story(served: Served) -> None:
    moves = ["e2e4", "e7e5", "g1f3", "b8c6"]
    answer = served.post("/api/explain", json={"fen": "start", "game_moves": moves, "move": "f1b5"}).json()
    assert answer["fen"].startswith("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2")


@pytest.mark.parametrize("asked", [{"fen": FORK, "move": "d5d8"}, {"fen": "x"}, {"fen": FORK, "what": 1}, {}])
def test_what_cannot_be_explained_is_refused(served: Served, asked: dict[str, object]) -> None:
    answer = served.post("/api/explain", json=asked)
    assert answer.status_code == 422
    assert set(answer.json()) == {"error", "hint"}


def test_advisers_say_what_they_think(served: Served) -> None:
    known = {adviser["name"] for adviser in served.get("/api/advisers").json()}
    assert {"reasons", "tactics", "greedy"} <= known
    advice = served.post("/api/advise", json={"fen": FORK, "advisers": ["reasons", "greedy"]}).json()
    assert advice[0]["san"] == "Nc7+"
    assert "Rc7a8" in advice[0]["arrows"]


@pytest.mark.parametrize("name", ["uci:/bin/sh", "xboard:/bin/sh", "uci", "maia:/etc/passwd", "reasons:uci:/bin/sh"])
def test_no_command_comes_from_a_request(served: Served, name: str) -> None:
    advised = served.post("/api/advise", json={"fen": FORK, "advisers": [name]})
    played = served.post("/api/games", json={"player": name})
    assert (advised.status_code, played.status_code) == (422, 422)
    assert "no adviser is called" in advised.json()["error"]
    assert "no player here is called" in played.json()["error"]


@pytest.fixture(scope="module")
def study(served: Served) -> str:
    job = served.post("/api/studies", content=GAMES, params={"player": "Anna"}).json()
    return str(served.finished(job["id"])["study"])


def test_a_study_is_not_contradicted_where_its_mistakes_are_explained(served: Served, study: str) -> None:
    game = served.get(f"/api/studies/{study}/games/1").json()
    moves = [move["move"] for move in game["moves"]]
    assert game["faults"]
    for fault in game["faults"]:
        asked = {"fen": game["start"], "game_moves": moves[: fault["ply"]], "move": moves[fault["ply"]], "study": study}
        answer = served.post("/api/explain", json=asked).json()
        assert answer == {name: fault[name] for name in answer}
        assert answer["sentence"] == fault["sentence"]
    # A move that the study does not mention is explained with the study's engine.
    other = served.post("/api/explain", json={"fen": FORK, "move": "Nc7+", "study": study}).json()
    assert other["point"]["motif"] == "fork"


def test_the_engine_of_a_study_is_used_and_named(served: Served, study: str) -> None:
    (summary,) = (each for each in served.get("/api/studies").json() if each["id"] == study)
    assert summary["engine"] == "Evaluated by Motif's own search."
    here = served.get("/api/engine", params={"study": study}).json()
    assert here == {"name": "search", "sentence": "Evaluated by Motif's own search, as in the study."}
    assert served.get("/api/engine").json()["sentence"] == "Evaluated by Motif's own search."
    assert served.get("/api/engine", params={"study": "none"}).status_code == 404
    assert served.post("/api/explain", json={"fen": FORK, "study": "none"}).status_code == 404


@pytest.mark.parametrize(
    ("recorded", "engine", "words"),
    [
        ("stockfish, depth=10", "stockfish", "Evaluated by Stockfish."),
        (
            "evaluations in the file; stockfish",
            "stockfish",
            "The evaluations are from the file; Stockfish explains the mistakes.",
        ),
        (
            "search,weights=tapered, depth=8,nodes=4000",
            "search,weights=tapered",
            "Evaluated by search,weights=tapered.",
        ),
    ],
)
def test_a_study_names_its_engine(recorded: str, engine: str, words: str) -> None:
    studied = (replace(STUDY.games[0], engine=recorded),)
    assert (engine_name_of(studied), engine_sentence_of(studied)) == (engine, words)
    half = (*studied, replace(studied[0], engine="evaluations in the file; stockfish"))
    assert "the evaluations are from the file; " in engine_sentence_of(half).lower()


def test_evaluations_from_the_file_are_named_with_the_engine_for_other_moves(served: Served) -> None:
    studied = Study(STUDY.profile, (replace(STUDY.games[0], engine="evaluations in the file; search"),))
    sentence = Engines(served.server.settings).shape(studied).sentence
    assert sentence.startswith("The evaluations are from the file;")
    assert sentence.endswith("Motif's own search evaluates now.")


def test_an_engine_that_is_missing_or_would_run_a_file_is_replaced_by_the_servers(served: Served) -> None:
    for recorded in ("uci:/bin/sh, depth=10", "no-engine, depth=10", ""):
        studied = Study(STUDY.profile, (replace(STUDY.games[0], engine=recorded),))
        assert Engines(served.server.settings).of(studied) is None


def test_summaries_say_nothing_of_the_command_line(golden: Golden) -> None:
    assert summary("tactics learned from games, tactics:mine.pl for your own") == "tactics learned from games"
    golden(summary("the rules of endings, by tables where they reach"))


def test_a_quick_verdict_comes_before_the_explanation(served: Served) -> None:
    *_, last = served.states("/api/explain/events", fen=FORK, move="d5e3")
    assert last["look"]["best"]["san"] == "Nc7+"
    assert last["look"]["judgement"] == last["explanation"]["verdict"]["judgement"]
    assert last["explanation"]["played"]["san"] == "Ne3"
    assert last["problem"] is None


def test_a_question_that_cannot_be_answered_says_why(served: Served) -> None:
    *_, last = served.states("/api/explain/events", fen=FORK, move="d5d6")
    assert last["explanation"] is None
    assert "d5d6" in last["problem"]["error"]


@pytest.fixture
def lichess(monkeypatch: pytest.MonkeyPatch) -> Iterator[Behaviour]:
    site = Behaviour(games(3))
    with serving(site) as address:
        monkeypatch.setenv("LICHESS_URL", address)
        yield site


def linked(served: Served, link: str, **more: Any) -> httpx.Response:
    return served.post("/api/game/link", json={"link": link, "may_ask": True} | more)


def test_a_link_to_a_game_is_followed_when_that_is_allowed(served: Served, lichess: Behaviour) -> None:
    text = linked(served, "https://lichess.org/game0002/black#12").json()["text"]
    assert '[White "Anna"]' in text
    assert "Qh4# 0-1" in text
    assert [path.partition("?")[0] for path in lichess.asked] == ["/game/export/game0002"]


def test_nothing_goes_out_that_was_not_allowed_or_is_no_game_of_lichess(served: Served, lichess: Behaviour) -> None:
    refused = [
        linked(served, "https://lichess.org/game0002", may_ask=False),
        linked(served, "https://www.chess.com/game/live/123"),
        linked(served, "https://lichess.org.evil.example/game0002"),
        linked(served, "https://lichess.org/@/Anna"),
        linked(served, "lichess.org/../../etc/passwd"),
    ]
    assert [answer.status_code for answer in refused] == [422] * len(refused)
    assert lichess.asked == []


def test_a_missing_game_and_a_site_that_asks_for_a_pause_are_reported(
    golden: Golden, served: Served, lichess: Behaviour
) -> None:
    golden(linked(served, "lichess.org/game0009").json()["error"])
    lichess.faults.append("429")
    golden(linked(served, "lichess.org/game0001").json()["error"])


def test_a_game_that_is_pasted_can_be_walked(golden: Golden, served: Served) -> None:
    def opened(text: str) -> httpx.Response:
        return served.post("/api/analyses", json={"text": text, "is_begun": False})

    game = opened(GAMES).json()
    assert (game["white"], game["black"], game["moves"][0]["san"], game["moves"][-1]["san"]) == (
        *("Anna", "Ben"),
        *("e4", "Nf3#"),
    )
    bare = opened("1. f3 e5 2. g4 Qh4#").json()
    assert [step["uci"] for step in bare["moves"]] == ["f2f3", "e7e5", "g2g4", "d8h4"]
    golden(opened("https://www.chess.com/game/live/123").json()["hint"])
    for text in ("", "no game at all", "1. e5", '[White "A"]'):
        assert opened(text).status_code == 422, text
