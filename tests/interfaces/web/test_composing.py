"""Puzzles to order, and the library."""

from __future__ import annotations

import chess
import pytest

from interfaces.web.served import Served


def test_a_mate_is_found_and_comes_with_the_events(served: Served) -> None:
    job = served.post("/api/puzzles", json={"mate_in": 1, "count": 1, "seconds": 60, "men": 9}).json()
    made = served.finished(job["id"])
    assert made["state"] == "finished", made
    (puzzle,) = made["puzzles"]
    board = chess.Board(puzzle["fen"])
    assert len(board.piece_map()) == puzzle["men"] <= 9
    board.push_uci(puzzle["solution"][0]["move"]["uci"])
    assert board.is_checkmate()
    assert served.get(f"/api/puzzles/{job['id']}.pdf").content.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"themes": ["no such theme"]}, "no theme is called"),
        ({"tactic": "uci:/bin/sh"}, "nothing is composed for"),
        ({"tactic": "fork", "themes": ["zugzwang"]}, "one of the two"),
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
