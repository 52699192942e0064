"""Test composing puzzles in the API, and the library."""

from __future__ import annotations

import chess
import pytest

from goldens import Golden
from web.served import Served


def test_a_mate_is_found_and_comes_with_the_events(served: Served) -> None:
    job = served.post("/api/puzzles", json={"mate_in": 1, "count": 1, "seconds": 60, "pieces": 9}).json()
    made = served.finished(job["id"])
    assert made["state"] == "finished", made
    (puzzle,) = made["puzzles"]
    board = chess.Board(puzzle["fen"])
    assert len(board.piece_map()) == puzzle["pieces"] <= 9
    board.push_uci(puzzle["solution"][0]["move"]["uci"])
    assert board.is_checkmate()
    assert served.get(f"/api/puzzles/{job['id']}.pdf").content.startswith(b"%PDF")


def test_the_key_is_an_instance_of_a_learned_tactic(served: Served) -> None:
    wanted = {"tactic": "move nets at least 3", "count": 1, "seconds": 120}
    made = served.finished(served.post("/api/puzzles", json=wanted).json()["id"])
    assert made["state"] == "finished", made
    (puzzle,) = made["puzzles"]
    board = chess.Board(puzzle["fen"])
    key = chess.Move.from_uci(puzzle["solution"][0]["move"]["uci"])
    assert board.is_attacked_by(chess.BLACK, key.from_square)


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"themes": ["no such theme"]}, "no theme is called"),
        ({"tactic": "uci:/bin/sh"}, "puzzles cannot be composed for"),
        ({"tactic": "fork", "themes": ["zugzwang"]}, "either a tactic or themes"),
        ({"mate_in": 9}, "mate_in"),
        ({"count": 1000}, "count"),
    ],
)
def test_what_cannot_be_ordered_is_refused_at_once(served: Served, wanted: dict[str, object], words: str) -> None:
    answer = served.post("/api/puzzles", json=wanted)
    assert answer.status_code == 422
    assert words in answer.json()["error"]


def test_what_can_be_ordered_is_listed(served: Served) -> None:
    choices = served.get("/api/puzzles/choices").json()
    assert "smothered mate" in {theme["name"] for theme in choices["themes"]}
    assert {"fork", "pin"} <= {tactic["name"] for tactic in choices["tactics"]}


def test_a_sheet_needs_puzzles(served: Served) -> None:
    assert served.get("/api/puzzles/none.pdf").status_code == 404


@pytest.mark.parametrize("shelf", ["rules", "patterns", "cases", "programs", "motifs"])
def test_every_shelf_has_sentences_and_boards(served: Served, shelf: str) -> None:
    page = served.get(f"/api/knowledge/{shelf}", params={"size": 5}).json()
    assert page["page"] == 1
    assert len(page["pieces"]) == 5 <= page["total"]
    for piece in page["pieces"]:
        assert piece["sentence"].endswith(".")
        assert chess.Board(piece["example"]["fen"]).is_valid()
        for figure in piece["figures"]:
            assert figure["interval"] is None or figure["n"]


def test_beyond_the_last_page_there_is_nothing(served: Served) -> None:
    assert served.get("/api/knowledge/programs", params={"page": 99}).status_code == 404
    assert served.get("/api/knowledge/secrets").status_code == 422


LADDER = "7k/R7/1R6/8/8/8/8/K7 w - - 0 1"


def test_a_wrong_try_is_answered_by_its_defence(served: Served) -> None:
    # Only Rb8 mates at once; after a check on the file the king has a square.
    answer = served.post("/api/puzzles/defence", json={"fen": LADDER, "move": "b6h6", "goal": "mate in 1"}).json()
    assert answer["defence"]["san"] == "Kg8"
    # In two moves the rook may wait, and no king escapes a ladder.
    waits = served.post("/api/puzzles/defence", json={"fen": LADDER, "move": "b6c6", "goal": "mate in 2"}).json()
    assert waits["defence"] is None
    lost = served.post("/api/puzzles/defence", json={"fen": LADDER, "move": "a7h7", "goal": "mate in 2"}).json()
    assert lost["defence"]["san"] == "Kxh7"
    assert served.post("/api/puzzles/defence", json={"fen": LADDER, "move": "a7a9", "goal": "x"}).status_code == 422


def test_what_can_be_ordered_has_a_title_for_people(golden: Golden, served: Served) -> None:
    titles = {each["name"]: each["title"] for each in served.get("/api/puzzles/choices").json()["tactics"]}
    assert titles["fork"] == "fork"
    golden(titles["move settles at least 2"])


@pytest.mark.parametrize(
    ("shelf", "search", "words"),
    [
        ("cases", "Sicilian najdorf", "Najdorf"),
        ("rules", "KNIGHT centre", "knight to the centre"),
        ("motifs", "skewer", ""),
    ],
)
def test_a_shelf_is_searched(served: Served, shelf: str, search: str, words: str) -> None:
    everything = served.get(f"/api/knowledge/{shelf}", params={"examples": False}).json()
    page = served.get(f"/api/knowledge/{shelf}", params={"search": search, "examples": False}).json()
    assert 0 < page["total"] < everything["total"] == page["searched"]
    assert all(words in piece["sentence"] for piece in page["pieces"])
    nothing = served.get(f"/api/knowledge/{shelf}", params={"search": "zzz"}).json()
    assert (nothing["total"], nothing["pieces"]) == (0, [])


def test_a_shelf_comes_first_without_its_boards_and_shows_no_settings(served: Served) -> None:
    page = served.get("/api/knowledge/rules", params={"examples": False}).json()
    assert {piece["example"] for piece in page["pieces"]} == {None}
    for shelf in ("rules", "patterns"):
        about = served.get(f"/api/knowledge/{shelf}", params={"size": 1, "examples": False}).json()["about"]
        assert "learned from" in about
        assert not any(word in about for word in ("seed", "decide", "weights", "depth="))
    titles = {piece["id"]: piece["title"] for piece in page["pieces"]}
    assert titles["move_allows_no_mate"] == "Allow no mate in one", "what it says, not what it is called"
    names = {
        figure["name"]
        for piece in served.get("/api/knowledge/programs", params={"examples": False}).json()["pieces"]
        for figure in piece["figures"]
    }
    assert {"score against Stockfish at depth 6", "score of the Master against himself"} <= names
