"""Test games in the API: moves, answers, reasons, takeback, resigning, PGN."""

from __future__ import annotations

from typing import Any

import pytest

from motif.web.play import ClockShape, WebGame, WebGames
from web.served import Served


def begun(served: Served, **wanted: Any) -> dict[str, Any]:
    answer = served.post("/api/games", json={"player": "greedy", "seed": 1} | wanted)
    assert answer.status_code == 201, answer.text
    game: dict[str, Any] = answer.json()
    return game


def test_a_game_from_the_first_move_to_the_pgn(served: Served) -> None:
    game = begun(served)
    assert (game["side"], game["yours"], game["moves"]) == ("white", True, [])
    after = served.post(f"/api/games/{game['id']}/move", json={"move": "e4"}).json()
    assert after["moves"][0]["san"] == "e4"
    assert len(after["moves"]) == 2
    assert after["yours"]
    assert served.get(f"/api/games/{game['id']}").json() == after
    pgn = served.get(f"/api/games/{game['id']}/pgn").text
    assert '[White "you"]' in pgn
    assert "1. e4" in pgn


def test_black_is_answered_before_anything_is_played(served: Served) -> None:
    game = begun(served, side="black")
    assert len(game["moves"]) == 1
    assert game["yours"]


def test_why_gives_the_opponents_reason_and_the_point_of_your_move(served: Served) -> None:
    fork = begun(served, fen="r3k3/5p2/8/P2N4/8/8/5P2/4K3 w q - 0 1")
    assert served.get(f"/api/games/{fork['id']}/why").status_code == 422
    served.post(f"/api/games/{fork['id']}/move", json={"move": "Nc7+"})
    theirs = served.get(f"/api/games/{fork['id']}/why").json()
    assert theirs["by"] == "opponent"
    mate = begun(served, fen="6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    over = served.post(f"/api/games/{mate['id']}/move", json={"move": "Ra8#"}).json()
    assert (over["over"]["result"], over["yours"]) == ("1-0", False)
    own = served.get(f"/api/games/{mate['id']}/why").json()
    assert own["by"] == "you"
    assert "mate" in own["sentence"]


def test_a_move_can_be_taken_back_and_even_a_resignation(served: Served) -> None:
    game = begun(served)
    where = f"/api/games/{game['id']}"
    assert served.post(f"{where}/takeback").status_code == 422
    served.post(f"{where}/move", json={"move": "e4"})
    assert served.post(f"{where}/resign").json()["over"]["result"] == "0-1"
    assert served.post(f"{where}/move", json={"move": "d4"}).status_code == 422
    assert served.post(f"{where}/resign").status_code == 422
    back = served.post(f"{where}/takeback").json()
    assert (back["moves"], back["over"], back["yours"]) == ([], None, True)


@pytest.mark.parametrize("move", ["e5", "e2e5", "", "Ke9", "--", "0000"])
def test_an_illegal_move_changes_nothing(served: Served, move: str) -> None:
    game = begun(served)
    assert served.post(f"/api/games/{game['id']}/move", json={"move": move}).status_code == 422
    assert served.get(f"/api/games/{game['id']}").json() == game


def test_hints_come_by_steps(served: Served) -> None:
    game = begun(served, fen="6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    hints = [served.get(f"/api/games/{game['id']}/hint", params={"step": step}).json() for step in (1, 3)]
    assert hints[0]["words"] == "Look at the queen's side."
    assert hints[1]["words"] == "The rook on a1 belongs on a8."


def test_levels_are_those_of_the_list(served: Served) -> None:
    people = next(player for player in served.get("/api/players").json() if player["name"] == "human")
    assert [level["number"] for level in people["levels"]] == list(range(1, 9))
    assert begun(served, player="human", level=1, side="black")["level"] == 1
    for wanted in ({"player": "human", "level": 9}, {"player": "greedy", "level": 1}, {"player": "human,level=2"}):
        assert served.post("/api/games", json=wanted).status_code == 422


def test_a_game_that_was_never_begun_is_not_found(served: Served) -> None:
    assert served.get("/api/games/none").status_code == 404


def test_a_move_in_a_tab_that_is_behind_is_refused_and_changes_nothing(served: Served) -> None:
    game = begun(served)
    where = f"/api/games/{game['id']}"
    now = served.post(f"{where}/move", json={"move": "e4", "ply": 0}).json()
    stale = served.post(f"{where}/move", json={"move": "d4", "ply": 0})
    assert (stale.status_code, stale.json()["error"]) == (409, "this game has gone on in another window")
    assert served.get(where).json() == now
    assert served.post(f"{where}/move", json={"move": "d4", "ply": 2}).status_code == 200


def test_the_games_are_listed_the_last_one_first(served: Served) -> None:
    first, second = begun(served), begun(served)
    served.post(f"/api/games/{first['id']}/move", json={"move": "e4"})
    listed = served.get("/api/games").json()
    assert [each["id"] for each in listed[:2]] == [first["id"], second["id"]]
    assert (listed[0]["moves"], listed[0]["yours"], listed[0]["over"]) == (2, True, None)


def test_an_ending_is_said_once(served: Served) -> None:
    mate = begun(served, fen="6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    over = served.post(f"/api/games/{mate['id']}/move", json={"move": "Ra8#"}).json()["over"]
    assert over == {"result": "1-0", "words": "checkmate"}


def test_people_give_the_point_of_a_move_and_how_many_choose_it(served: Served) -> None:
    game = begun(served, player="human", level=8, side="black", fen="6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    why = served.get(f"/api/games/{game['id']}/why").json()
    assert "of such players choose" in why["sentence"]
    assert len(why["sentence"].split(". ")) >= 2, why
    assert "0% of such" not in why["sentence"].replace("10", "").replace("20", "")


def test_no_card_shows_a_players_command_line_name(served: Served) -> None:
    cards = served.get("/api/players").json() + served.get("/api/advisers").json()
    assert {"human", "tactics"} <= {each["name"] for each in cards}
    assert [each["summary"] for each in cards if "=" in each["summary"] or ":m" in each["summary"]] == []
    assert "people of a rating: it makes the mistakes they make" in [each["summary"] for each in cards]


def test_a_clock_runs_for_the_side_to_move_and_a_move_adds_to_it(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = served.server.part(WebGames)
    moment = [0.0]
    monkeypatch.setattr(games, "now", lambda: moment[0])
    game = begun(served, clock={"minutes": 1, "increment": 2})
    where = f"/api/games/{game['id']}"
    assert game["clock"] == {"white": 60, "black": 60, "is_running": True}
    moment[0] = 10
    assert served.get(where).json()["clock"]["white"] == 50
    after = served.post(f"{where}/move", json={"move": "e4"}).json()
    assert (after["clock"]["white"], after["clock"]["black"]) == (52, 62)
    # Who takes back does not get the time back.
    moment[0] = 20
    assert served.post(f"{where}/takeback").json()["clock"]["white"] == 42
    moment[0] = 70
    late = served.post(f"{where}/move", json={"move": "d4"}).json()
    assert (late["moves"], late["over"]) == ([], {"result": "0-1", "words": "out of time"})
    assert served.post(f"{where}/takeback").status_code == 422
    again = WebGame.from_json(game["id"], games.find(game["id"]).to_json())
    assert again.ending == games.find(game["id"]).ending


@pytest.mark.parametrize("ended", ["resigned", "mated", "out of time"])
def test_the_clock_of_a_finished_game_is_stopped(served: Served, monkeypatch: pytest.MonkeyPatch, ended: str) -> None:
    moment = [0.0]
    monkeypatch.setattr(served.server.part(WebGames), "now", lambda: moment[0])
    game = begun(served, clock={"minutes": 1}, fen="6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")
    where = f"/api/games/{game['id']}"
    moment[0] = 60 if ended == "out of time" else 10
    if ended == "resigned":
        served.post(f"{where}/resign")
    elif ended == "mated":
        served.post(f"{where}/move", json={"move": "Ra8#"})
    then = served.get(where).json()
    moment[0] += 30
    later = served.get(where).json()
    assert then["over"] is not None
    assert (later["clock"], later["over"]) == (then["clock"], then["over"])
    assert later["clock"]["is_running"] is False


def test_a_restart_keeps_the_clock(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    games = served.server.part(WebGames)
    monkeypatch.setattr(games, "now", lambda: 0.0)
    game = begun(served, clock={"minutes": 3})
    again = WebGame.from_json(game["id"], games.find(game["id"]).to_json())
    assert again.shape(1_000_000).clock == ClockShape(white=180, black=180, is_running=False)
    again.look_at_clock(1_000_000)
    assert again.shape(1_000_005).clock == ClockShape(white=175, black=180, is_running=True)


def test_out_of_time_against_a_bare_king_is_a_draw(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    moment = [0.0]
    monkeypatch.setattr(served.server.part(WebGames), "now", lambda: moment[0])
    bare = begun(served, clock={"minutes": 1}, fen="4k3/8/8/8/8/8/8/4KQ2 w - - 0 1")
    moment[0] = 61
    assert served.get(f"/api/games/{bare['id']}").json()["over"]["result"] == "1/2-1/2"
    # That it is over outlives the server.
    kept = dict(served.server.journal.kept("games"))[bare["id"]]
    assert WebGame.from_json(bare["id"], kept).flagged is True


def test_a_game_without_takebacks_keeps_what_was_played(served: Served) -> None:
    game = begun(served, takebacks=False)
    served.post(f"/api/games/{game['id']}/move", json={"move": "e4"})
    refused = served.post(f"/api/games/{game['id']}/takeback")
    assert (refused.status_code, refused.json()["error"]) == (422, "this game is played without takebacks")
