"""Explanations and advice at the API: the same JSON as on the command line, and nobody who is not on the list."""

from __future__ import annotations

import json

import pytest

from command_line import caller
from interfaces.web.served import Served

FORK = "r3k3/5p2/8/P2N4/8/8/5P2/4K3 w q - 0 1"


def test_a_position_knows_its_moves_and_the_boards_after_them(served: Served) -> None:
    position = served.get("/api/position").json()
    assert (position["turn"], position["check"], position["over"]) == ("white", None, None)
    step = next(step for step in position["moves"] if step["san"] == "e4")
    assert step["uci"] == "e2e4"
    assert step["fen"].startswith("rnbqkbnr/pppppppp/8/8/4P3/8")
    assert len(position["moves"]) == 20


def test_a_mated_king_is_seen(served: Served) -> None:
    mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
    position = served.get("/api/position", params={"fen": mate}).json()
    assert position["check"] == "e1"
    assert position["moves"] == []
    assert position["over"]["result"] == "0-1"


def test_an_impossible_position_is_refused_in_words(served: Served) -> None:
    answer = served.get("/api/position", params={"fen": "8/8/8/8/8/8/8/8 w - - 0 1"})
    assert answer.status_code == 422
    assert "king" in answer.json()["error"]


def test_a_bookmarked_line_is_walked_in_one_request(served: Served) -> None:
    position = served.get("/api/position", params={"fen": FORK, "moves": "d5c7,e8d7,c7a8"}).json()
    assert [step["san"] for step in position["line"]] == ["Nc7+", "Kd7", "Nxa8"]
    assert position["fen"] == position["line"][-1]["fen"]
    assert position["turn"] == "black"


def test_a_move_that_is_illegal_ends_the_line(served: Served) -> None:
    position = served.get("/api/position", params={"fen": FORK, "moves": "d5c7,d5d7,e8d7"}).json()
    assert [step["san"] for step in position["line"]] == ["Nc7+"]
    assert served.get("/api/position", params={"fen": FORK}).json()["line"] == []


def test_explain_is_the_json_of_the_command_line(
    served: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = served.post("/api/explain", json={"fen": FORK, "move": "Nc7+"}).json()
    _, printed, _ = caller(monkeypatch, capsys)("explain", FORK, "Nc7+", "--json")
    assert told == json.loads(printed)
    assert (told["motif"], told["line"][0]["san"], told["without"]["squares"]) == ("fork", "Nc7+", ["a8"])


def test_a_mistake_tells_what_it_missed(served: Served) -> None:
    told = served.post("/api/explain", json={"fen": FORK, "move": "e1e2"}).json()
    assert told["played"]["san"] == "Ke2"
    assert told["missed"]["line"][0]["san"] == "Nc7+"
    assert told["missed"]["without"]["fen"].startswith("4k3/")


def test_without_a_move_the_best_one_is_explained(served: Served) -> None:
    assert served.post("/api/explain", json={"fen": FORK}).json()["line"][0]["san"] == "Nc7+"


def test_the_moves_before_belong_to_the_story(served: Served) -> None:
    moves = ["e2e4", "e7e5", "g1f3", "b8c6"]
    told = served.post("/api/explain", json={"fen": "start", "game_moves": moves, "move": "f1b5"}).json()
    assert told["fen"].startswith("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2")


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
    assert "nobody here is called" in advised.json()["error"]
    assert "nobody here is called" in played.json()["error"]
