"""List everything that reads foreign text, each as a function of bytes that may only succeed or refuse with an error.

Readers in Rust are called through the extension module, as Motif calls them: a panic there is an exception that no
reader may raise.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import tempfile
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

import chess
import clingo.ast
import shapes
import user_targets
from foreign_studies import read_study, study_seed
from shapes import Shape

from motif._core.board import Game, Positions
from motif._core.patterns import PatternIndex
from motif._core.puzzles import solve
from motif.arena.start_positions import load_starts
from motif.board.games import read_games
from motif.download.sites import ChesscomGames
from motif.download.web import Account, KeptGames, Site, Wanted, Web, split_games
from motif.endgames.program import Program
from motif.engines.maia import load_network
from motif.errors import BadArgument, MotifError
from motif.openings.cases import load_cases
from motif.patterns.library import Library as PatternLibrary
from motif.players.names import find_player
from motif.puzzles.puzzle import load_puzzles
from motif.puzzles.recipe import Recipe
from motif.puzzles.themes import find_theme
from motif.runtime.clingo_sandbox import refuse_directives
from motif.runtime.files import SAMPLE_GAMES, Checkpoint
from motif.search.evaluation import TaperedWeights
from motif.statistics.examples import read_evidence
from motif.tactics.library import TacticsLibrary
from motif.uci.engine import UciSession

DATA = Path(__file__).parents[1] / "src" / "motif" / "data"
ENCODINGS = Path(__file__).parents[1] / "src" / "motif" / "puzzles" / "encodings"


SINCE = datetime(2024, 1, 1, tzinfo=UTC)
REFUSED = MotifError
"""The errors that a reader may raise."""


Seeds = tuple[bytes, ...]
"""Valid inputs to start from."""


@dataclass(frozen=True)
class Target:
    """A reader: whether it is written in Rust, the function, and its seeds or a function that makes them."""

    is_rust: bool
    read: Callable[[bytes], object]
    given_seeds: Seeds | Callable[[], Seeds]
    shape: Shape | None = None
    """A mutation that keeps the format valid, for formats that random bytes would break at once."""

    @cached_property
    def seeds(self) -> Seeds:
        """The seeds, made on first use: the tests list all targets, and some seeds take a second."""
        return self.given_seeds() if callable(self.given_seeds) else self.given_seeds


class Broken(Exception):
    """A reader accepted something that it should have refused."""


def _text(read: Callable[[str], object], data: bytes) -> object:
    return read(data.decode("utf-8", "replace"))


@cache
def _folder() -> Path:
    shared = Path("/dev/shm")
    return Path(tempfile.mkdtemp(prefix="motif-fuzz-", dir=shared if os.access(shared, os.W_OK) else None))


def _file(suffix: str, read: Callable[[Path], object], data: bytes) -> object:
    path = _folder() / f"input{suffix}"
    path.write_bytes(data)
    return read(path)


def _games(path: Path) -> int:
    return sum(len(game.moves) for game in read_games(path))


def _game(text: str) -> object:
    return Game.parse(text).moves


def _fen(text: str) -> object:
    # Make all moves: this finds a position that should have been refused.
    return len(Positions([text]).successors())


def _directives(text: str) -> None:
    """Check with clingo's own parser that rules which pass the guard open no file and contain no script."""
    refuse_directives(text)
    messages: list[str] = []
    kinds: list[clingo.ast.ASTType] = []
    # clingo raises RuntimeError for a mistake in the rules.
    with suppress(RuntimeError):
        clingo.ast.parse_string(
            text, lambda node: kinds.append(node.ast_type), logger=lambda _, message: messages.append(message)
        )
    if clingo.ast.ASTType.Script in kinds or any("could not be opened" in message for message in messages):
        raise Broken(f"the guard let a directive through: {messages}")


def _uci(text: str) -> None:
    said: list[str] = []
    lines = [line for line in text.split("\n") if not line.strip().startswith(("go", "ponderhit"))]
    UciSession("fuzzed", _player(), said.append).run(lines)


def _uci_go(text: str) -> None:
    from motif.uci.protocol import read_go

    read_go(text, chess.Board())


@cache
def _player() -> Any:  # noqa: ANN401 - any player
    return find_player("greedy")


@cache
def _web() -> tuple[asyncio.AbstractEventLoop, Any]:
    from motif.web.app import make_app
    from motif.web.jobs import Jobs
    from motif.web.server import Server
    from motif.web.settings import Settings

    folder = _folder()
    settings = Settings(data=folder, deck=folder / "deck.sqlite", page=folder / "page", workers=1)
    app = make_app(settings)
    server = app.state.server = Server(settings)

    async def refuse(*_: object, **__: object) -> None:
        raise BadArgument("no worker is running")

    # Everything that reaches the workers has been read by then; other targets test what they do with it.
    server.pool.ask = refuse  # type: ignore[method-assign,assignment]
    server.part(Jobs).start = lambda *_, **__: (_ for _ in ()).throw(BadArgument("no worker is running"))  # type: ignore[method-assign]
    return asyncio.new_event_loop(), app


def _request(data: bytes) -> int:
    """Send a request: the first line has the method and the path, the rest is the body."""
    line, _, body = data.partition(b"\n")
    method, _, path = line.partition(b" ")
    loop, app = _web()
    status = loop.run_until_complete(_asked(app, method.decode("latin-1"), path, body))
    if status >= 500:
        raise Broken(f"answered with {status}")
    return status


async def _asked(app: Any, method: str, path: bytes, body: bytes) -> int:  # noqa: ANN401 - an ASGI application
    where, _, query = path.partition(b"?")
    statuses: list[int] = []
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": where.decode("utf-8", "replace"),
        "raw_path": where,
        "query_string": query,
        "root_path": "",
        "headers": [
            (b"host", b"127.0.0.1:8642"),
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
        ],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8642),
        "state": {},
    }
    parts = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        return parts.pop() if parts else {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    asking: Coroutine[Any, Any, None] = app(scope, receive, send)
    await asking
    return statuses[0] if statuses else 599


def _program(path: Path) -> int:
    # The core parses a program a second time.
    program = Program.load(path)
    _ = program.compiled
    return program.size


def _checkpoint(path: Path) -> object:
    return Checkpoint(path, "match", {"seed": 1}).load()


FENS = (
    chess.STARTING_FEN.encode(),
    b"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    b"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    b"rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    b"nrkbqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBQBRN w GBgb - 0 1",
)
PGN = (
    b'[Event "A \\"B\\""]\n[White "Anna"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 {[%eval 0.3] [%clk 0:01:00] a} e5 '
    b"(1... c5 2. Nf3 (2. c3)) 2. Qh5 $1 Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0\n\n",
    b'[FEN "8/P7/8/8/8/8/8/k1K5 w - - 0 1"]\n[SetUp "1"]\n\n1. a8=Q+ Kb1 ; rest\n2. Qa2+?? Kxa2 1/2-1/2\n',
    b'[Variant "Chess960"]\n[FEN "nrkbqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBQBRN w GBgb - 0 1"]\n\n1. O-O-O *\n',
)
UCI = (
    b"uci\nisready\nsetoption name Hash value 64\nucinewgame\nposition startpos moves e2e4 e7e5\nstop\nd\nquit\n",
    b"position fen 8/P7/8/8/8/8/8/k1K5 w - - 0 1 moves a7a8q\nsetoption name MultiPV value 3\n",
)
GO = (
    b"depth 6 movetime 500",
    b"wtime 60000 btime 60000 winc 1000 binc 1000 movestogo 20",
    b"infinite searchmoves e2e4 d2d4 ponder",
    b"nodes 5000 mate 3",
)
REQUESTS = (
    b"GET /api/engine?study=start",
    b"GET /api/puzzles/choices",
    b'POST /api/explain\n{"fen": "start", "move": "e2e4", "game_moves": []}',
    b'POST /api/advise\n{"fen": "8/P7/8/8/8/8/8/k1K5 w - - 0 1"}',
    b'POST /api/games\n{"player": "greedy", "side": "white", "seed": 3, "fen": null, "level": null}',
    b"GET /api/training/next?theme=fork&skip=1,2&seed=3",
    b'POST /api/training/1/answer\n{"move": "e2e4"}',
    b'POST /api/puzzles\n{"mate_in": 2, "count": 3}',
    b"GET /api/knowledge/rules?page=1&size=20",
    b"DELETE /api/jobs/abc",
    b"GET /api/studies/abc/games/1",
    b'POST /api/studies?player=Anna&newest=3\n[White "Anna"]\n\n1. e4 *\n',
)
EVIDENCE = (
    b"fen,uci,game,white,black,best,values,judge,captured_on,rating\n"
    b"8/P7/8/8/8/8/8/k1K5 w - - 0 1,a7a8q,1,Anna,Ben,a7a8q,"
    b'"a7a8q:900 a7a8r:500 a7a8b:3 a7a8n:-3 c1d1:0 c1d2:0 c1c2:0",search,e4,1500\n',
    b"fen,uci\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,e2e4\n",
)
MATES = (
    b"1Q6/8/8/8/3K4/8/8/k7 w - - 0 1 #2",
    b"k7/8/K7/8/8/8/8/1R6 w - - 0 1 #2",
    b"k3/4/K3/1R2 w - - 0 1 #1",
    b"3k/4/1K2/Q3 w - - 0 1 s#2",
    b"k7/8/1K6/8/8/8/8/7R w - - 0 1 h#2",
)
THEMES = (
    b'sacrifice :- move(1, _, T), attacked(T). #const n = 3. % a comment " with a quote\n:- not sacrifice.\n',
    b'%* a block *% a("#include"). b :- a(X), X != "\\"x". #show a/1.\n#include "/nowhere.lp".\n',
    b"#script (python)\nprint(1)\n#end.\n",
    (ENCODINGS / "mate.lp").read_bytes()[:1500],
)
PROGRAMS = tuple(f"endgames/{name}.program" for name in ("KRKR", "bare-king", "general"))
RECIPES = tuple(str(recipe).encode() for recipe in (Recipe(), Recipe(themes=(find_theme("smothered mate"),))))


@cache
def network_seed() -> bytes:
    """Return a small network made by a helper of the tests."""
    import sys

    sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "engines"))
    from networks import TinyNetwork  # type: ignore[import-not-found]  # a helper of the tests

    content: bytes = TinyNetwork(blocks=1).encoded()
    return content


def _shipped(name: str) -> bytes:
    return (DATA / name).read_bytes()


def _packed() -> bytes:
    return Positions([fen.decode() for fen in FENS[:4]]).to_bytes()


def _knowledge(
    name: str, mark: str, read: Callable[[Path], object], lines: int
) -> tuple[Callable[[bytes], object], Callable[[], Seeds]]:
    """Return the reader of a knowledge file that ships, and a function for the beginning of the file."""
    return partial(_file, Path(name).suffix, read), lambda: (_closed(name, mark, read, lines),)


def _patterns() -> bytes:
    """Return the first patterns that ship, without the header and the notes."""
    return PatternLibrary.of(PatternLibrary.shipped().patterns[:12]).text.encode()


def _closed(name: str, mark: str, read: Callable[[Path], object], lines: int) -> bytes:
    """Return the first `lines` lines of a knowledge file, or fewer, that can be read, with a correct last line."""
    kept = (DATA / name).read_text().splitlines()
    for number in range(lines, 1, -1):
        content = ("\n".join([*kept[:number], f"{mark} end of {number - 1} lines"]) + "\n").encode()
        try:
            _file(Path(name).suffix, read, content)
        except REFUSED:
            continue
        return content
    raise Broken(f"no beginning of {name} can be read")


def _zst(content: bytes) -> bytes:
    """Return a Zstandard frame with one uncompressed block (RFC 8878, 3.1.1)."""
    size = len(content)
    header = (
        b"\x28\xb5\x2f\xfd" + b"\x60" + (size - 256).to_bytes(2, "little")
        if size > 255
        else (b"\x28\xb5\x2f\xfd" + b"\x20" + size.to_bytes(1, "little"))
    )
    return header + (size << 3 | 1).to_bytes(3, "little") + content


def _mate(text: str) -> object:
    position, _, stipulation = text.rpartition(" ")
    return solve(position, stipulation, 2000)


SHAPES: dict[str, Shape] = {
    "rules": shapes.lines("%"),
    "programs": shapes.terms(";"),
    "cases": shapes.lines("#"),
    "weights": shapes.lines("#"),
    "checkpoints": shapes.values,
    "studies": shapes.values,
    "archives": shapes.values,
    "networks": shapes.unpacked(shapes.fields),
    "network-content": shapes.fields,
    "page-requests": user_targets.body,
    "decks": user_targets.cell,
}


def all_targets() -> dict[str, Target]:
    """Return every target by its name."""
    games = gzip.decompress(SAMPLE_GAMES.read_bytes())[:3000]
    pgn = (*PGN, games)
    in_rust: dict[str, tuple[Callable[[bytes], object], Seeds | Callable[[], Seeds]]] = {
        "fen": (partial(_text, _fen), FENS),
        "pgn": (partial(_text, _game), pgn),
        "pgn-file": (partial(_file, ".pgn", _games), pgn),
        "pgn-gz": (partial(_file, ".pgn.gz", _games), tuple(gzip.compress(text, 1) for text in pgn)),
        "pgn-zst": (partial(_file, ".pgn.zst", _games), tuple(map(_zst, pgn))),
        "pattern-index": (partial(_text, PatternIndex.parse), lambda: (_patterns(),)),
        "packed-positions": (Positions.from_bytes, (_packed(),)),
        "mates": (partial(_text, _mate), MATES),
    }
    in_python: dict[str, tuple[Callable[[bytes], object], Seeds | Callable[[], Seeds]]] = {
        "rules": _knowledge("tactics.pl", "%", TacticsLibrary.read, 40),
        "themes": (partial(_text, _directives), THEMES),
        "recipes": (partial(_text, Recipe.parse), RECIPES),
        "patterns": _knowledge("patterns.txt", "#", PatternLibrary.read, 40),
        "programs": (partial(_file, ".program", _program), tuple(map(_shipped, PROGRAMS))),
        "cases": _knowledge("openings.tsv", "#", load_cases, 12),
        "starts": _knowledge("starts.tsv", "#", load_starts, 8),
        "puzzles": _knowledge("puzzles.txt", "#", load_puzzles, 20),
        "weights": (partial(_file, ".tsv", TaperedWeights.load), (_shipped("weights.tsv"),)),
        "evidence": (partial(_file, ".csv", read_evidence), EVIDENCE),
        "networks": (partial(_file, ".pb.gz", load_network), lambda: (gzip.compress(network_seed(), 1),)),
        "network-content": (_network_content, lambda: (network_seed(),)),
        "checkpoints": (partial(_file, ".json", _checkpoint), lambda: (_a_checkpoint(),)),
        "studies": (partial(_file, ".json", read_study), lambda: (study_seed(),)),
        "downloads": (partial(_file, ".pgn", _downloads), pgn),
        "archives": (_archives, lambda: (_a_month(),)),
        "uci": (partial(_text, _uci), UCI),
        "uci-go": (partial(_text, _uci_go), GO),
        "web": (_request, REQUESTS),
        "page-requests": (_request, user_targets.requests),
        "accounts": (partial(_text, user_targets.account), user_targets.ACCOUNTS),
        "players": (partial(_text, user_targets.name), user_targets.NAMES),
        "positions": (partial(_text, user_targets.position), user_targets.WORDS),
        "any-file": (partial(_file, ".pgn", user_targets.any_file), user_targets.files(PGN[0])),
        "uploads": (partial(_file, ".upload", user_targets.upload), lambda: user_targets.uploads(PGN[0], _zst)),
        "decks": (partial(_file, ".sqlite", user_targets.deck), lambda: user_targets.decks(_folder())),
    }
    return {
        name: Target(name in in_rust, read, seeds, SHAPES.get(name))
        for name, (read, seeds) in (in_rust | in_python).items()
    }


def _downloads(path: Path) -> object:
    """Store what a site sent, read it again, and check that nothing is lost."""
    texts = list(split_games(path.read_bytes().splitlines(keepends=True)))
    other = path.with_name("kept.pgn")
    other.unlink(missing_ok=True)
    kept = KeptGames(other)
    for text in texts:
        kept.add(text)
    if len(KeptGames(other)) != len(kept):
        raise Broken("what was kept is not what is found again")
    return kept.chosen(None, 2)


def _archives(data: bytes) -> object:
    account = Account(Site.CHESSCOM, "anna")
    shelf = _folder() / "chesscom"
    shelf.mkdir(exist_ok=True)
    (shelf / "2024-01.json").write_bytes(data)
    return ChesscomGames(account, shelf, Web()).write(shelf / "out.pgn", Wanted(SINCE, newest=3))


def _a_month() -> bytes:
    game = {"rules": "chess", "time_class": "rapid", "rated": True, "end_time": 1_704_110_400, "pgn": "1. e4 e5 1-0"}
    return json.dumps({"games": [game, game | {"rated": False}]}).encode()


def _network_content(data: bytes) -> object:
    return _file(".pb.gz", load_network, gzip.compress(data, 0))


def _a_checkpoint() -> bytes:
    content = {"motif": "checkpoint", "kind": "match", "settings": {"seed": 1}, "state": [{"first": "a", "games": []}]}
    return json.dumps(content).encode()
