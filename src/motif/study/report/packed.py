"""The games as the script of report.html reads them: `unpacked` in web/src/packed.ts is the other end.

A row of moves is two texts, `e2e4 e7e5` and `e4 e5`: the script replays them to the boards between. Of 800 games that
is half of what study.json says of them, and no more than the page shows. What is wrong with a mistake it reads from the
list of mistakes, which the page has without it.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterable

from motif.board.oracles import LARGEST_ADVANTAGE
from motif.board.review import Judgement
from motif.reasons.told import Step, Told
from motif.study.games import Fault, StudiedGame

MOST_STEPS = 6
"""Of a better line that nobody can explain."""


def packed(games: Iterable[StudiedGame]) -> str:
    """JSON, gzipped to be small; base64 can close no element."""
    content = json.dumps([_game(game) for game in games], separators=(",", ":"), ensure_ascii=False)
    return base64.b64encode(gzip.compress(content.encode(), mtime=0)).decode()


def _game(game: StudiedGame) -> dict[str, object]:
    return {
        "number": game.number,
        "white": game.is_white,
        "start": game.start,
        "uci": " ".join(move.move.uci() for move in game.moves),
        "san": " ".join(move.san for move in game.moves),
        "values": [_rounded(value) for value in (game.advantage, *(move.advantage for move in game.moves))],
        "bad": {ply: move.judgement for ply, move in enumerate(game.moves) if move.judgement is not Judgement.GOOD},
        "spent": {fault.ply: game.moves[fault.ply].spent for fault in game.faults},
        "faults": [_fault(fault) for fault in game.faults],
    }


def _rounded(value: int) -> int:
    """A value to a tenth of a pawn, as it is shown; the moves to a mate as they are."""
    return value if abs(value) > LARGEST_ADVANTAGE else 10 * round(value / 10)


def _fault(fault: Fault) -> dict[str, object]:
    return {
        "ply": fault.ply,
        "chances": [round(chance, 2) for chance in fault.chances],
        "missed": _side(fault.missed),
        "allowed": _side(fault.allowed),
        "better": None if fault.missed else _line(fault.better[:MOST_STEPS]),
    }


def _side(side: Told | None) -> dict[str, object] | None:
    if side is None:
        return None
    without = side.without
    return {
        "line": _line(side.line),
        "motif": side.motif,
        "arrows": " ".join(map(str, side.arrows)),
        "without": without and [without.fen, without.ply, " ".join(without.squares), without.sentence],
    }


def _line(line: Iterable[Step]) -> list[str]:
    steps = list(line)
    return [" ".join(step.uci for step in steps), " ".join(step.san for step in steps)]
