"""Load the server with many clients and several studies at once; measure errors, waiting time and memory.

    python fuzz/web/load.py --clients 50 --questions 6 --studies 4 --games 20

The script starts a server on 127.0.0.1, asks a fixed number of questions, each about another position of the games that
ship, and ends by itself. Memory is the proportional set size (PSS) of the server and all its processes, which counts
shared memory once. It is read twice a second, so this needs Linux.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import signal
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import chess
import httpx
import uvicorn
from processes import memory

from motif._core.board import Game
from motif.board.games import read_games, sample_positions
from motif.runtime.files import SAMPLE_GAMES
from motif.web.app import listen, make_app
from motif.web.settings import Settings

RESULT = Path(__file__).parent / "result.json"
SECONDS_BETWEEN_LOOKS = 0.5
SECONDS_TO_CALM_DOWN = 150.0
"""Longer than the server waits before it replaces processes that have answered."""


@dataclass(frozen=True, slots=True)
class Load:
    """The number of clients, of questions for each, of studies and of games in each."""

    clients: int
    questions: int
    studies: int
    games: int


@dataclass(slots=True)
class Heard:
    """The measured times and statuses."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    jobs: Counter[str] = field(default_factory=Counter)
    study_seconds: list[float] = field(default_factory=list)


def main() -> None:
    """Start a server, load it, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    for name, number in (("clients", 50), ("questions", 6), ("studies", 4), ("games", 20)):
        parser.add_argument(f"--{name}", type=int, default=number)
    parser.add_argument("--out", type=Path, default=RESULT)
    given = parser.parse_args()
    load = Load(given.clients, given.questions, given.studies, given.games)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        os.environ["MOTIF_CACHE"] = str(folder / "cache")
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        # The server starts processes, which a daemon must not.
        server = context.Process(target=_serve, args=(theirs, folder))
        server.start()
        stack.callback(_end, server.pid, server.join)
        port = ours.recv()
        result = asyncio.run(_measure(f"http://127.0.0.1:{port}", server.pid or 0, load))
    given.out.write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(result, indent=1))


def _serve(pipe: Connection[Any, Any], folder: Path) -> None:
    settings = Settings(port=0, data=folder, deck=folder / "deck.sqlite", page=folder / "page", engine="search")
    taken = listen(settings)
    pipe.send(taken.getsockname()[1])
    config = uvicorn.Config(make_app(settings), log_level="warning", timeout_graceful_shutdown=1)
    uvicorn.Server(config).run(sockets=[taken])


def _end(pid: int | None, join: Any) -> None:  # noqa: ANN401 - the process's own method
    if pid is not None:
        os.kill(pid, signal.SIGTERM)
    join()


async def _measure(address: str, pid: int, load: Load) -> dict[str, Any]:
    positions = _positions(load.clients * load.questions)
    heard, most = Heard(), [0]
    limits = httpx.Limits(max_connections=load.clients + load.studies + 2)
    async with httpx.AsyncClient(base_url=address, timeout=600, limits=limits, trust_env=False) as client:
        # Ask one question first, so that every process exists before memory is measured.
        await asyncio.gather(*(client.post("/api/explain", json={"fen": fen}) for fen in positions[:2]))
        before = memory(pid)
        watching = asyncio.create_task(_watch(pid, most))
        begun = time.perf_counter()
        asking = [_ask(client, positions[number :: load.clients], heard) for number in range(load.clients)]
        studying = [_study(client, text, heard) for text in _uploads(load)]
        questions = asyncio.gather(*asking)
        studies = asyncio.gather(*studying)
        await questions
        questions_took = time.perf_counter() - begun
        await studies
        took = time.perf_counter() - begun
        await asyncio.sleep(SECONDS_TO_CALM_DOWN)
        watching.cancel()
        after = memory(pid)
    ranked = sorted(heard.seconds)
    return {
        "cores": os.cpu_count(),
        "machine": platform.machine(),
        "clients": load.clients,
        "questions": len(ranked),
        "answers by status": dict(heard.statuses),
        "explain seconds": {
            "median": round(_share(ranked, 0.5), 3),
            "p95": round(_share(ranked, 0.95), 3),
            "longest": round(ranked[-1], 3),
        },
        "seconds until the last answer": round(questions_took, 1),
        "studies by end": dict(heard.jobs),
        "games in each study": load.games,
        "study seconds": [round(seconds, 1) for seconds in sorted(heard.study_seconds)],
        "seconds in all": round(took, 1),
        "memory in MB": {
            "before": round(before / 2**20),
            "most": round(most[0] / 2**20),
            "after": round(after / 2**20),
        },
    }


async def _ask(client: httpx.AsyncClient, fens: list[str], heard: Heard) -> None:
    """Act as one client that asks one question after another."""
    for fen in fens:
        begun = time.perf_counter()
        try:
            answer = await client.post("/api/explain", json={"fen": fen})
            heard.statuses[str(answer.status_code)] += 1
        except httpx.HTTPError as error:
            heard.statuses[type(error).__name__] += 1
        heard.seconds.append(time.perf_counter() - begun)


async def _study(client: httpx.AsyncClient, text: str, heard: Heard) -> None:
    begun = time.perf_counter()
    job = (await client.post("/api/studies", content=text)).json()
    async with client.stream("GET", f"/api/jobs/{job['id']}/events") as stream:
        async for line in stream.aiter_lines():
            if line.startswith("data: "):
                job = json.loads(line.removeprefix("data: "))
    heard.jobs[job["state"]] += 1
    heard.study_seconds.append(time.perf_counter() - begun)


def _positions(count: int) -> list[str]:
    """Return `count` different positions with something to explain, the same on every run."""
    found: dict[str, None] = {}
    for per_game in (2, 8, 40):
        for board in sample_positions(read_games(SAMPLE_GAMES), per_game, from_move=8).positions:
            if not board.is_game_over():
                found.setdefault(board.fen())
        if len(found) >= count:
            break
    return list(islice(found, count))


def _uploads(load: Load) -> list[str]:
    """Return files of games, each game in one file only, without evaluations: the server must evaluate every move."""
    games = read_games(SAMPLE_GAMES)
    return ["\n\n".join(map(plain, islice(games, load.games))) for _ in range(load.studies)]


def plain(game: Game) -> str:
    """Return a game as PGN without its evaluations."""
    white, black = game.players
    board = game.board(0).copy(stack=False)
    tags = f'[White "{white}"]\n[Black "{black}"]\n[Result "{game.result}"]\n'
    start = "" if board.fen() == chess.STARTING_FEN else f'[SetUp "1"]\n[FEN "{board.fen()}"]\n'
    return f"{tags}{start}\n{board.variation_san(game.moves)} {game.result}"


async def _watch(pid: int, most: list[int]) -> None:
    while True:
        most[0] = max(most[0], await asyncio.to_thread(memory, pid))
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS)


def _share(ranked: list[float], share: float) -> float:
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))]


if __name__ == "__main__":
    main()
