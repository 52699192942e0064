"""Read what a user names, uploads and keeps: accounts, players, positions, decks, any file, each as bytes."""

from __future__ import annotations

import gzip
import io
import json
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import chess
import shapes

from motif.board.games import read_games
from motif.board.moves import read_board
from motif.download.web import Account
from motif.players.names import Name
from motif.puzzles.puzzle import load_puzzles
from motif.runtime.compressed import text_bytes
from motif.runtime.files import DATA
from motif.training.deck import Deck, Grade, choose, standing
from motif.training.exercise import Exercise, Source
from motif.training.export import to_anki, to_study
from motif.training.question import Question
from motif.web.guard import check_upload
from motif.web.settings import Bounds

FEW = Bounds(games=50, moves=5_000, moves_of_a_game=500, text_bytes=1 << 20)

Seeds = tuple[bytes, ...]

ACCOUNTS = (b"lichess:Anna_77", b"chesscom:ben-2", b"Lichess:x", b"games.pgn", b"chesscom:")
NAMES = (
    b"stockfish,depth=8,Skill_Level=2",
    b"openings+base,depth=4",
    b"search:8",
    b"tactics:mine.pl+uci:/opt/wasp,seconds=0.5",
    b"greedy,nodes=2000,seconds=1e3",
)
WORDS = (
    b"start",
    chess.STARTING_FEN.encode(),
    b"8/8/8/8/8/2k5/1R6/K7 w - - 0 1",
    b"8/8/8/8/8/2k5/1R6/K7 w",
    b"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
)


def account(text: str) -> object:
    """Read the name of an account; writing it and reading it again must give the same."""
    known = Account.get(text)
    if known is not None and Account.parse(str(known)) != known:
        raise AssertionError(f"{known} is not read back")
    return known


def name(text: str) -> object:
    """Read the name of a player or an engine."""
    known = Name.parse(text)
    if Name.parse(str(known)) != known:
        raise AssertionError(f"{known} is not read back")
    return known


def position(text: str) -> object:
    """Read a position as a user types or pastes it."""
    return len(list(read_board(text).legal_moves))


def any_file(path: Path) -> int:
    """Read any file that a user may take for a file of games."""
    return sum(len(game.moves) for game in read_games(path))


def upload(path: Path) -> int:
    """Read a file that a user uploads; no more text is read than allowed."""
    check_upload(path, FEW)
    size = text_bytes(path, FEW.text_bytes)
    if size > FEW.text_bytes:
        raise AssertionError("more text than is allowed was let in")
    return size


def deck(path: Path) -> int:
    """Open a deck with something changed in it and use it: ask, answer, count, export."""
    with Deck(path) as opened:
        cards = opened.cards()
        size = len(to_anki([card.exercise for card in cards])) + len(to_study([card.exercise for card in cards]))
        for card in choose(cards, opened.time(), 2, seed=1):
            question = Question(card)
            question.hint()
            question.give_up(opened)
        standing(opened.cards(), opened.answers(), opened.time())
        return size + len(opened.themes())


def files(pgn: bytes) -> Seeds:
    """Return games in every encoding and compression that people use, and files that hold no games."""
    text = pgn.decode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("games.pgn", text)
    return (
        pgn,
        packed.getvalue(),
        text.encode("utf-16"),
        text.encode("utf-16-be"),
        b"\xef\xbb\xbf" + pgn,
        pgn.replace(b"\n", b"\r\n"),
        pgn.replace(b"\n", b"\r"),
        gzip.compress(pgn, 1) + gzip.compress(pgn, 1),
        gzip.compress(gzip.compress(pgn, 1), 1),
        b"<!DOCTYPE html><html><body>1. e4 e5</body></html>",
        b"Event,White,Black\nx,Anna,Ben\n",
    )


def uploads(pgn: bytes, zst: Callable[[bytes], bytes]) -> Seeds:
    """Return small files, plain and compressed, and one that grows when it is unpacked."""
    return (pgn, gzip.compress(pgn, 1), zst(pgn), gzip.compress(pgn + b" " * (2 << 20), 9), zst(pgn) + zst(pgn))


@cache
def decks(folder: Path) -> Seeds:
    """Return a deck with an exercise of each kind and an answer."""
    path = folder / "seed.sqlite"
    path.unlink(missing_ok=True)
    mate = next(iter(load_puzzles(DATA / "puzzles.txt")))
    with Deck(path) as made:
        made.add(Exercise.of_puzzle(Source.MISSED, mate, "fork", "It forks.", "Anna against Ben"))
        made.add(Exercise(Source.QUIET, chess.STARTING_FEN, "", "Fine.", "a game", fine=("e2e4", "d2d4")))
        made.record(made.cards()[0], Grade.GOOD, "e2e4")
        made.finish_study("0" * 64)
    return (path.read_bytes(), b"")


def cell(data: bytes, random: Random) -> bytes:
    """Return a deck in which one cell has another value, or that of another cell; SQLite accepts it."""
    with closing(sqlite3.connect(":memory:")) as connection:
        try:
            connection.deserialize(data)
            table = random.choice(("exercises", "answers", "studies"))
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            column, other = random.choice(columns), random.choice(columns)
            value = random.choice((*shapes.WORDS, *shapes.NUMBERS[:12], None, b"\xff\x00", 0.5, "2026-01-01T00:00:00"))
            if isinstance(value, int) and abs(value) >= 2**63:
                value = str(value)
            if random.random() < 0.8:
                connection.execute(f"UPDATE OR IGNORE {table} SET {column} = ?", (value,))
            else:
                connection.execute(f"UPDATE OR IGNORE {table} SET {column} = {other}")
            connection.commit()
            return connection.serialize()
        except (sqlite3.DatabaseError, MemoryError):
            return data


def requests() -> Seeds:
    """Return one request for every operation in the server's OpenAPI document, with bodies of the shapes it names."""
    from motif.web.schema import document

    described = json.loads(document())
    found = []
    for path, operations in described["paths"].items():
        where = path
        for word in ("study", "group", "job", "game", "shelf", "name"):
            where = where.replace(f"{{{word}}}", "abc")
        where = where.replace("{number}", "1").replace("{puzzle}", "1")
        for method, operation in operations.items():
            wanted = [each for each in operation.get("parameters", ()) if each["in"] == "query"]
            query = "&".join(f"{each['name']}={_value(each['schema'], described)}" for each in wanted)
            content = operation.get("requestBody", {}).get("content", {}).get("application/json")
            body = json.dumps(_value(content["schema"], described)) if content else ""
            found.append(f"{method.upper()} {where}{'?' if query else ''}{query}\n{body}".encode())
    return tuple(found)


def _value(schema: dict[str, Any], described: dict[str, Any]) -> Any:  # noqa: ANN401 - any JSON value
    if "$ref" in schema:
        return _value(described["components"]["schemas"][schema["$ref"].rpartition("/")[2]], described)
    if "default" in schema:
        return schema["default"]
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return _value(schema["anyOf"][0], described)
    if schema.get("type") == "object":
        return {key: _value(each, described) for key, each in schema.get("properties", {}).items()}
    if schema.get("type") == "array":
        return [_value(schema["items"], described)] if "items" in schema else []
    return {"string": "start", "integer": 1, "number": 0.5, "boolean": True}.get(str(schema.get("type")))


def body(data: bytes, random: Random) -> bytes:
    """Change the body of a request with its shape kept."""
    line, _, content = data.partition(b"\n")
    return line + b"\n" + shapes.values(content, random)
