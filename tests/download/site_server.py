"""Imitate Lichess and Chess.com with a server on this machine that can misbehave on demand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, urlsplit

FIRST = datetime(2024, 1, 1, 12, tzinfo=UTC)
PERFS = ("bullet", "blitz", "rapid")


@dataclass(frozen=True)
class Played:
    """A game of Anna's on the site."""

    number: int
    when: datetime
    perf: str = "rapid"
    rated: bool = True
    rules: str = "chess"

    @property
    def pgn(self) -> str:
        mode = "Rated" if self.rated else "Casual"
        return (
            f'[Event "{mode} {self.perf} game"]\n[Site "https://lichess.org/game{self.number:04}"]\n'
            f'[Date "{self.when:%Y.%m.%d}"]\n[White "Anna"]\n[Black "Bert"]\n[Result "0-1"]\n'
            f'[UTCDate "{self.when:%Y.%m.%d}"]\n[UTCTime "{self.when:%H:%M:%S}"]\n[TimeControl "600+0"]\n\n'
            "1. f3 { [%eval -0.5] [%clk 0:10:00] } 1... e5 2. g4 { [%eval #-1] } 2... Qh4# 0-1\n\n\n"
        )


def games(count: int, apart: timedelta = timedelta(days=3)) -> list[Played]:
    """A number of games, the oldest first."""
    return [Played(number, FIRST + number * apart) for number in range(count)]


@dataclass
class Behaviour:
    """The games of the server, the requests it got, and its faults: one answer for each fault, then correct answers."""

    games: list[Played] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """`429`, `429:120`, `503`, `cut`, `end`, `html`: in the order in which they happen."""
    cut_after: int = 3
    """Whole games before a cut in the middle of the next one."""

    def queries(self) -> list[dict[str, str]]:
        """The parameters of each request."""
        return [{name: value[0] for name, value in parse_qs(urlsplit(path).query).items()} for path in self.asked]


def _handler(site: Behaviour) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *arguments: object) -> None:
            pass

        def do_GET(self) -> None:
            site.asked.append(self.path)
            site.headers.append(dict(self.headers))
            fault = site.faults.pop(0) if site.faults else ""
            if fault[:3].isdecimal():
                self._status(fault)
            elif fault == "html":
                self._whole(b"<html>Please log in to the station's network</html>")
            elif self.path.startswith("/api/games/user/"):
                self._lichess(fault)
            elif self.path.startswith("/game/export/"):
                self._game(self.path.removeprefix("/game/export/").partition("?")[0])
            else:
                self._chesscom(fault)

        def _game(self, name: str) -> None:
            found = [game for game in site.games if f"game{game.number:04}" == name]
            if found:
                self._whole(found[0].pgn.encode())
            else:
                self._status("404")

        def _status(self, fault: str) -> None:
            self.send_response(int(fault[:3]))
            if fault[3:]:
                self.send_header("Retry-After", fault[4:])
            self.send_header("Content-Length", "0")
            self.end_headers()

        def _whole(self, content: bytes, said: int | None = None) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(content) if said is None else said))
            self.end_headers()
            self.wfile.write(content)
            self.close_connection = said is not None

        def _lichess(self, fault: str) -> None:
            address = urlsplit(self.path)
            asked = {name: value[0] for name, value in parse_qs(address.query).items()}
            if address.path.rpartition("/")[2].casefold() != "anna":
                self._status("404")
                return
            found = [game for game in site.games if _fits(game, asked)]
            if asked.get("sort") != "dateAsc":
                found.reverse()
            self._stream([game.pgn.encode() for game in found[: int(asked.get("max", len(found)))]], fault)

        def _stream(self, texts: list[bytes], fault: str) -> None:
            self.send_response(200)
            if fault == "end":
                # As an old proxy does: no length, no chunks, and the end of the connection for the end of the text.
                self.send_header("Connection", "close")
                self.end_headers()
                self.wfile.write(b"".join(texts)[:-120])
                self.close_connection = True
                return
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for number, text in enumerate(texts):
                if fault == "cut" and number == site.cut_after:
                    self.wfile.write(b"%x\r\n%s" % (len(text), text[: len(text) // 2]))
                    self.close_connection = True
                    return
                self.wfile.write(b"%x\r\n%s\r\n" % (len(text), text))
            self.wfile.write(b"0\r\n\r\n")

        def _chesscom(self, fault: str) -> None:
            _, _, _, name, _, *what = urlsplit(self.path).path.split("/")
            if name != "anna":
                self._status("404")
                return
            if what == ["archives"]:
                months = sorted({f"{game.when:%Y/%m}" for game in site.games})
                # These are addresses of the real site, which the test must never follow.
                found: object = {
                    "archives": [f"https://api.chess.com/pub/player/anna/games/{month}" for month in months]
                }
            else:
                found = {"games": [_archived(game) for game in site.games if f"{game.when:%Y/%m}" == "/".join(what)]}
            content = json.dumps(found).encode()
            if fault == "cut":
                self._whole(content[: len(content) // 2], said=len(content))
            else:
                self._whole(content)

    return Handler


def _fits(game: Played, asked: dict[str, str]) -> bool:
    when = 1000 * game.when.timestamp()
    return (
        int(asked.get("since", 0)) <= when < int(asked.get("until", 10**15))
        and game.perf in asked["perfType"].split(",")
        and (game.rated or "rated" not in asked)
    )


def _archived(game: Played) -> dict[str, object]:
    return {
        "url": f"https://www.chess.com/game/live/{game.number}",
        "pgn": game.pgn,
        "end_time": int(game.when.timestamp()),
        "time_class": game.perf,
        "rated": game.rated,
        "rules": game.rules,
    }


@contextmanager
def serving(site: Behaviour) -> Iterator[str]:
    """The address of a server that behaves so."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _handler(site)) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
