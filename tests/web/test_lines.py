"""Test facts about a position: the engine's lines, the opening, its theory, and the endgame tables."""

from __future__ import annotations

from web.served import Served

FORK = "r3k3/5p2/8/P2N4/8/8/5P2/4K3 w q - 0 1"


def test_the_best_lines_of_the_engine_come_first(served: Served) -> None:
    seen = served.post("/api/lines", json={"fen": FORK}).json()
    assert seen["engine"] == "Motif's own search"
    assert len(seen["lines"]) == 3
    assert seen["lines"][0]["moves"][0]["san"] == "Nc7+"
    assert seen["lines"][0]["advantage"] > 300
    worth = [line["advantage"] for line in seen["lines"]]
    assert worth == sorted(worth, reverse=True)
    assert (seen["opening"], seen["theory"], seen["tables"]) == (None, [], None)


def test_an_opening_has_its_name_and_what_masters_played(served: Served) -> None:
    spanish = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
    seen = served.post("/api/lines", json={"fen": spanish}).json()
    assert "Ruy Lopez" in seen["opening"]
    assert "a6" in seen["theory"][0]


def test_tablebases_answer_where_they_can_and_a_finished_game_has_no_lines(served: Served) -> None:
    pawn = served.post("/api/lines", json={"fen": "8/4k3/8/8/4K3/4P3/8/8 w - - 0 1"}).json()
    drawn = served.post("/api/lines", json={"fen": "k7/8/K7/P7/8/8/8/8 w - - 0 1"}).json()
    assert pawn["tables"] == "win"
    assert drawn["tables"] == "draw"
    mated = served.post("/api/lines", json={"fen": "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"}).json()
    assert mated["lines"] == []
    assert served.post("/api/lines", json={"fen": "x"}).status_code == 422
    assert served.post("/api/lines", json={"fen": FORK, "study": "none"}).status_code == 404
