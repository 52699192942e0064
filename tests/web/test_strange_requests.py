"""Test that strange requests get a readable error, never an internal one."""

from __future__ import annotations

import pytest

from web.served import Served

STRANGE = [
    "",
    "\x00",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 99999999999999999999 1",
    "QQQQQQQk/QQQQQQQQ/8/8/8/8/8/K7 w - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1; DROP",
    "♔" * 60,
]
NUMBER = "9" * 30


@pytest.mark.parametrize("fen", STRANGE)
def test_strange_positions_are_answered(served: Served, fen: str) -> None:
    answers = [
        served.post("/api/lines", json={"fen": fen}),
        served.post("/api/explain", json={"fen": fen}),
        served.post("/api/explain", json={"fen": fen, "move": "e7e8k", "game_moves": ["0000"]}),
        served.post("/api/advise", json={"fen": fen}),
        served.post("/api/games", json={"player": "greedy", "fen": fen, "side": "black"}),
    ]
    assert all(answer.status_code < 500 for answer in answers)
    assert all({"error", "hint"} == set(answer.json()) for answer in answers if answer.status_code >= 400)


@pytest.mark.parametrize(
    "path",
    [
        "/%00",
        "/api/studies/%00",
        f"/api/studies/any/games/{NUMBER}",
        "/api/jobs/%00/events",
        f"/api/training/{NUMBER}/answer",
        "/api/training/-1/hint",
        "/api/puzzles/%00.pdf",
        "/api/knowledge/rules?page=0",
        f"/api/training/next?skip={NUMBER},x&theme=%00&seed=-1",
    ],
)
def test_strange_paths_are_answered(served: Served, path: str) -> None:
    for method in ("GET", "POST", "DELETE", "PUT", "TRACE"):
        assert 400 <= served.client.request(method, path, content=b"{}").status_code < 500


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"fen": 1}', b"[" * 10_000])
def test_strange_bodies_are_answered(served: Served, body: bytes) -> None:
    headers = {"content-type": "application/json"}
    for path in ("/api/explain", "/api/advise", "/api/games", "/api/training"):
        answer = served.post(path, content=body, headers=headers)
        assert answer.status_code in (400, 422), answer.text
        assert set(answer.json()) == {"error", "hint"}
