"""Run a server and an arena for a long time with engines that hang, die and answer nonsense; watch their resources.

    python fuzz/trust/soak.py --minutes 60

Clients ask the server for explanations, advice, games, exercises and studies, with valid and invalid requests. Its
studies use an unreliable engine, and now and then one of its processes is killed. The arena plays one match after
another between such engines. Every few seconds the script records memory, handles and processes of both and draws them
at the end. Finally all jobs are stopped, to compare the idle server with the server before the first request.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import gc
import json
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from itertools import count, islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import chess
import httpx
import uvicorn
from families import Holding, each_bytes, family, holding
from matplotlib.figure import Figure

from motif.arena.game import Conditions
from motif.arena.match import MatchSettings, play_match
from motif.board.games import read_games, sample_positions
from motif.engines.limits import DEFAULT_LIMIT
from motif.players.names import enter
from motif.puzzles.puzzle import load_puzzles
from motif.runtime.files import DATA, SAMPLE_GAMES
from motif.runtime.parallel import Workers
from motif.training.deck import Deck
from motif.training.exercise import Exercise, Source
from motif.web.app import listen, make_app
from motif.web.settings import Bounds, Settings

HERE = Path(__file__).parent
SECONDS_BETWEEN_LOOKS = 5.0
SECONDS_BETWEEN_QUESTIONS = 1.5
SECONDS_BETWEEN_KILLS = 45.0
SECONDS_BETWEEN_STUDIES = 30.0
GAMES_OF_A_STUDY = 2
SECONDS_TO_CALM_DOWN = 300.0
SECONDS_TO_STOP_JOBS = 120.0
MOST_KINDS = 25
EXERCISES = 200
STRANGE = ("", "\x00", "8/8/8/8/8/8/8/8 w - - 0 1", "♔" * 60, "QQQQQQQk/QQQQQQQQ/8/8/8/8/8/K7 w - - 0 1")

Rows = list[tuple[float, Holding, Holding]]


def main() -> None:
    """Run server and arena and write the results."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--out", type=Path, default=HERE / "soak.json")
    given = parser.parse_args()
    context = get_context("spawn")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        os.environ["MOTIF_CACHE"] = str(folder / "cache")
        engine = _moody(folder)
        ours, theirs = context.Pipe()
        server = context.Process(target=_serve, args=(theirs, folder, engine))
        arena_ours, arena_theirs = context.Pipe()
        arena = context.Process(target=_play, args=(arena_theirs, folder, engine))
        server.start()
        arena.start()
        stack.callback(_end, arena)
        stack.callback(_end, server)
        address = f"http://127.0.0.1:{ours.recv()}"
        heard: Counter[str] = Counter()
        rows: Rows = []
        pids = server.pid or 0, arena.pid or 0
        seconds = 60 * given.minutes
        _wait_for_answers(address)
        rest = {"before": _rest(pids[0], ours)}
        asyncio.run(_soak(address, pids, seconds, heard, rows))
        arena_ours.send("enough")
        matches: Counter[str] = arena_ours.recv() if arena_ours.poll(120) else Counter()
        last = time.monotonic(), holding(pids[0]), holding(pids[1])
        _stop_jobs(address)
        time.sleep(SECONDS_TO_CALM_DOWN)
        rest["after"] = _rest(pids[0], ours)
        members = {pid: family(pid) for pid in pids}
    time.sleep(2)
    left = [pid for each in members.values() for pid in each if Path(f"/proc/{pid}").exists()]
    result = _summary(given.minutes, heard, matches, rows, last, left)
    result["idle server"] = _compared(rest)
    given.out.write_text(json.dumps(result, indent=1) + "\n")
    _write_rows(given.out.with_suffix(".csv"), rows)
    _draw(given.out.with_suffix(".svg"), rows)
    print(json.dumps(result, indent=1))


def _moody(folder: Path) -> str:
    program = folder / "moody"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{HERE / "moody_engine.py"}" "$@"\n')
    program.chmod(0o755)
    return f"uci:{program},patience=2"


def _serve(pipe: Connection[Any, Any], folder: Path, engine: str) -> None:
    # Other programs share the machine, so a slow answer is no fault here.
    settings = Settings(
        port=0,
        data=folder,
        deck=folder / "deck.sqlite",
        page=folder / "page",
        engine=engine,
        bounds=Bounds(question_seconds=120.0),
    )
    with Deck(settings.deck) as deck:
        for puzzle in islice(load_puzzles(DATA / "puzzles.txt"), EXERCISES):
            deck.add(Exercise.of_puzzle(Source.COMPOSED, puzzle, "mate", "It mates.", "made for this"))
    taken = listen(settings)
    pipe.send(taken.getsockname()[1])
    Thread(target=_tell_kinds, args=(pipe,), daemon=True).start()
    config = uvicorn.Config(make_app(settings), log_level="critical", timeout_graceful_shutdown=1)
    uvicorn.Server(config).run(sockets=[taken])


def _tell_kinds(pipe: Connection[Any, Any]) -> None:
    """Send the number of live objects of each kind whenever the other side asks."""
    while True:
        pipe.recv()
        gc.collect()
        pipe.send(Counter(type(each).__name__ for each in gc.get_objects()))


def _rest(pid: int, pipe: Connection[Any, Any]) -> tuple[Holding, list[int], Counter[str]]:
    """Return the resources of the idle server, of each process, and the objects of the first process."""
    pipe.send("kinds")
    kinds: Counter[str] = pipe.recv()
    return holding(pid), each_bytes(pid), kinds


def _compared(rest: dict[str, tuple[Holding, list[int], Counter[str]]]) -> dict[str, Any]:
    before, after = rest["before"][2], rest["after"][2]
    more = Counter({kind: after[kind] - before[kind] for kind in after if after[kind] > before[kind]})
    result: dict[str, Any] = {
        when: {
            "megabytes": round(held.bytes / 2**20, 1),
            "each process": [round(each / 2**20, 1) for each in processes],
            "handles": held.handles,
            "objects of the server itself": kinds.total(),
        }
        for when, (held, processes, kinds) in rest.items()
    }
    return {**result, "more objects of the server itself": dict(more.most_common(MOST_KINDS))}


def _wait_for_answers(address: str) -> None:
    """Wait until every process of the pool has answered a question."""
    with httpx.Client(base_url=address, timeout=300, trust_env=False) as client:
        for fen in (chess.STARTING_FEN, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1") * 2:
            client.post("/api/explain", json={"fen": fen})
            client.post("/api/advise", json={"fen": fen})


def _stop_jobs(address: str) -> None:
    """Stop waiting and running jobs."""
    with httpx.Client(base_url=address, timeout=300, trust_env=False) as client:
        until = time.monotonic() + SECONDS_TO_STOP_JOBS
        while time.monotonic() < until:
            under_way = [job for job in client.get("/api/jobs").json() if job["state"] in ("waiting", "running")]
            if not under_way:
                return
            for job in under_way:
                client.delete(f"/api/jobs/{job['id']}")
            time.sleep(1)


def _play(pipe: Connection[Any, Any], folder: Path, engine: str) -> None:
    """Play match after match between unreliable engines, with one worker and with two in turn."""
    # Send the counts only at the end: an unread pipe would fill up and block the arena forever.
    played: Counter[str] = Counter()
    for number in count():
        moody, greedy = enter(engine, DEFAULT_LIMIT), enter("greedy", DEFAULT_LIMIT)
        settings = MatchSettings(games=4, seed=number, conditions=Conditions(20))
        played["matches"] += 1
        for pair in play_match(moody, greedy, settings, Workers(1 + number % 2), folder / f"match-{number % 3}.json"):
            for game in pair.games:
                played["games"] += 1
                played[f"ended: {game.ending.termination}"] += 1
        (folder / f"match-{(number + 1) % 3}.json").unlink(missing_ok=True)
        if pipe.poll():
            pipe.send(played)
            signal.pause()


def _end(process: Any) -> None:  # noqa: ANN401 - multiprocessing's own, of any start
    os.kill(process.pid, signal.SIGTERM)
    process.join(20)
    if process.is_alive():
        process.kill()
        process.join()


async def _soak(address: str, pids: tuple[int, int], seconds: float, heard: Counter[str], rows: Rows) -> None:
    random = Random(1)
    fens = [
        board.fen()
        for board in sample_positions(read_games(SAMPLE_GAMES), 4, from_move=8).positions
        if not board.is_game_over()
    ]

    async def over(pause: float, deed: Callable[[], Awaitable[None]]) -> None:
        while time.monotonic() - begun < seconds:
            try:
                await deed()
            except httpx.HTTPError as error:
                heard[f"no answer: {type(error).__name__}"] += 1
            await asyncio.sleep(pause)

    async with httpx.AsyncClient(base_url=address, timeout=300, trust_env=False) as client:
        # The first answer waits for the processes to start.
        await client.post("/api/explain", json={"fen": fens[0]})
        begun = time.monotonic()

        async def ask(method: str, path: str, what: str, **settings: Any) -> httpx.Response:  # noqa: ANN401 - httpx's
            answer = await client.request(method, path, **settings)
            heard[f"{what}: {answer.status_code}"] += 1
            if answer.status_code >= 500 or (answer.status_code == 422 and what != "strange"):
                heard[f"message: {what}: {answer.json()['error']}"] += 1
            return answer

        async def explain() -> None:
            await ask("POST", "/api/explain", "explain", json={"fen": random.choice(fens)})

        async def advise() -> None:
            await ask("POST", "/api/advise", "advise", json={"fen": random.choice(fens)})

        async def strange() -> None:
            fen = random.choice(STRANGE)
            await ask("POST", "/api/explain", "strange", json={"fen": fen})
            await ask("POST", "/api/games", "strange", content=random.randbytes(random.randrange(200)))
            await ask("POST", "/api/lines", "strange", json={"fen": fen})

        async def play() -> None:
            begin = {"player": "greedy", "seed": random.randrange(10**6), "side": "black"}
            game = (await ask("POST", "/api/games", "game", json=begin)).json()
            for _ in range(3):
                if game.get("over") or not game.get("yours"):
                    break
                board = chess.Board(game["moves"][-1]["fen"] if game["moves"] else game["start"])
                move = random.choice([move.uci() for move in board.legal_moves])
                answer = await ask("POST", f"/api/games/{game['id']}/move", "move", json={"move": move})
                game = answer.json()
            if "id" in game:
                await ask("POST", f"/api/games/{game['id']}/resign", "resign")

        async def train() -> None:
            asked = (await ask("GET", "/api/training/next", "exercise", params={"seed": random.randrange(1000)})).json()
            if question := asked.get("question"):
                where = f"/api/training/{question['puzzle']}"
                await ask("POST", f"{where}/hint", "hint", json={"step": random.randrange(1, 4)})
                moves = [move.uci() for move in chess.Board(question["fen"]).legal_moves]
                move = random.choice([*moves, ""])
                await ask("POST", f"{where}/answer", "answer", json={"move": move})

        async def study() -> None:
            text = _games(random)
            job = (await ask("POST", "/api/studies", "study", content=text)).json()
            if "id" in job and random.random() < 0.3:
                await asyncio.sleep(random.random() * 5)
                await ask("DELETE", f"/api/jobs/{job['id']}", "stop a study")
            for job in (await ask("GET", "/api/jobs", "jobs")).json()[:1]:
                heard[f"study {job['state']}"] += 1

        async def kill() -> None:
            await asyncio.sleep(SECONDS_BETWEEN_KILLS)
            workers = [pid for pid in family(pids[0]) if pid != pids[0]]
            if workers:
                os.kill(random.choice(workers), signal.SIGKILL)
                heard["processes killed"] += 1

        async def look() -> None:
            server = await asyncio.to_thread(holding, pids[0])
            rows.append((time.monotonic() - begun, server, await asyncio.to_thread(holding, pids[1])))

        await asyncio.gather(
            over(SECONDS_BETWEEN_QUESTIONS, explain),
            over(2 * SECONDS_BETWEEN_QUESTIONS, advise),
            over(2 * SECONDS_BETWEEN_QUESTIONS, strange),
            over(2 * SECONDS_BETWEEN_QUESTIONS, play),
            over(2 * SECONDS_BETWEEN_QUESTIONS, train),
            over(SECONDS_BETWEEN_STUDIES, study),
            over(0, kill),
            over(SECONDS_BETWEEN_LOOKS, look),
        )


def _games(random: Random) -> str:
    """Return a few random games of random length, all different."""
    texts = []
    for number in range(GAMES_OF_A_STUDY):
        board, line = chess.Board(), []
        for _ in range(random.randrange(10, 40)):
            moves = list(board.legal_moves)
            if not moves:
                break
            line.append(random.choice(moves))
            board.push(line[-1])
        sides = ("Anna", "Ben") if number % 2 else ("Ben", "Anna")
        tags = f'[White "{sides[0]}"]\n[Black "{sides[1]}"]\n[Result "*"]\n'
        texts.append(f"{tags}\n{chess.Board().variation_san(line)} *")
    return "\n\n".join(texts)


def _summary(
    minutes: float,
    heard: Counter[str],
    matches: Counter[str],
    rows: Rows,
    last: tuple[float, Holding, Holding],
    left: list[int],
) -> dict[str, Any]:
    return {
        "minutes": minutes,
        "cores": os.cpu_count(),
        "server heard": dict(sorted(heard.items())),
        "arena played": dict(sorted(matches.items())),
        "server held": _held([row[1] for row in rows], last[1]),
        "arena held": _held([row[2] for row in rows], last[2]),
        "processes left after the end": len(left),
    }


def _held(looks: list[Holding], last: Holding) -> dict[str, Any]:
    quarter = max(1, len(looks) // 4)
    summary: dict[str, Any] = {"looks": len(looks)}
    for name, unit, values, end in (
        ("megabytes", 2**20, [look.bytes for look in looks], last.bytes),
        ("handles", 1, [look.handles for look in looks], last.handles),
        ("processes", 1, [look.processes for look in looks], last.processes),
        ("zombies", 1, [look.zombies for look in looks], last.zombies),
    ):
        second, fourth = values[quarter : 2 * quarter] or values, values[-quarter:]
        summary[name] = {
            "mean of the second quarter": round(sum(second) / len(second) / unit, 1),
            "mean of the last quarter": round(sum(fourth) / len(fourth) / unit, 1),
            "most": round(max(values) / unit, 1),
            "at rest afterwards": round(end / unit, 1),
        }
    return summary


def _write_rows(path: Path, rows: Rows) -> None:
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        names = ("megabytes", "handles", "processes", "zombies")
        writer.writerow(["seconds", *(f"{who} {name}" for who in ("server", "arena") for name in names)])
        for seconds, *both in rows:
            cells = [(round(each.bytes / 2**20, 1), each.handles, each.processes, each.zombies) for each in both]
            writer.writerow([round(seconds), *cells[0], *cells[1]])


def _draw(path: Path, rows: Rows) -> None:
    minutes = [row[0] / 60 for row in rows]
    figure = Figure(figsize=(7, 6), layout="constrained")
    shown: list[tuple[str, Callable[[Holding], float]]] = [
        ("memory, MB", lambda held: held.bytes / 2**20),
        ("open handles", lambda held: held.handles),
        ("processes", lambda held: held.processes),
    ]
    for place, (name, value) in enumerate(shown, start=1):
        axes = figure.add_subplot(3, 1, place)
        axes.plot(minutes, [value(row[1]) for row in rows], label="server and its processes", linewidth=0.8)
        axes.plot(minutes, [value(row[2]) for row in rows], label="arena and its engines", linewidth=0.8)
        axes.set_ylabel(name)
        axes.set_ylim(bottom=0)
    figure.axes[0].legend(fontsize="small")
    figure.axes[-1].set_xlabel("minutes")
    figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    main()
