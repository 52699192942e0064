"""Which ECO code a position belongs to, learned from games that carry one, and how often it is right for others.

    python experiments/opening-codes/learn.py GAMES.pgn.zst … --out src/motif/data/opening_codes.tsv --apart Kasparov

A position belongs to the code that most games through it carry, where at least half of them do. Kept are only the
positions at which the code of some game changes. `--apart` names players all of whose games are kept from learning
for a first measurement; what is written is learned from all games.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from motif.board.games import read_games
from motif.evidence.intervals import wilson
from motif.openings import Openings, shipped_cases
from motif.openings.codes import MOST_PLIES, CodedLine, OpeningCodes

LEAST_GAMES = 1
LEAST_SHARE = 0.5
CODE_LETTERS = 3

BENONI = "d4 Nf6 c4 c5 d5 e6 Nc3 exd5 cxd5 d6 e4 g6 Nf3 Bg7 Be2 O-O O-O"
DEFINED = [
    CodedLine(eco, 0, tuple(moves.split()))
    for eco, moves in {
        "A74": f"{BENONI} a6 a4",
        "A76": f"{BENONI} Re8",
        "A78": f"{BENONI} Re8 Nd2 Na6",
        "A98": "d4 f5 c4 Nf6 g3 e6 Bg2 Be7 Nf3 O-O O-O d6 Nc3 Qe8 Qc2",
        "D84": "d4 Nf6 c4 g6 Nc3 d5 Bf4 Bg7 e3 O-O cxd5 Nxd5 Nxd5 Qxd5 Bxc7",
    }.items()
]
"""Codes that no game here carries, by the lines that define them."""


@dataclass(frozen=True)
class TaggedGame:
    """The beginning of a game that carries a code: its moves, and the keys of the positions after them."""

    players: tuple[str, str]
    eco: str
    moves: tuple[str, ...]
    keys: tuple[int, ...]
    named: str
    """The code that the names of cases alone give it."""
    named_at: int
    """The ply at which that begins."""

    def coded(self, codes: OpeningCodes) -> str:
        """Its code by a table; by the case where that goes on beyond the table, as `Openings` does."""
        found = codes.code_at(self.keys)
        return found[0] if found and found[1] >= self.named_at else self.named


def main() -> None:
    """Learn, measure on the players that were kept apart, and write what all games show."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("games", nargs="+")
    arguments.add_argument("--apart", action="append", default=[], help="A player kept from learning.")
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--result", type=Path, default=Path(__file__).parent / "result.json")
    chosen = arguments.parse_args()
    games = read(chosen.games)
    measured = {}
    for player in chosen.apart:
        theirs = [game for game in games if any(player in name for name in game.players)]
        others = [game for game in games if not any(player in name for name in game.players)]
        codes = OpeningCodes(learn(others))
        measured[player] = {
            "games": len(theirs),
            "learned": _share([game.coded(codes) == game.eco for game in theirs]),
            "cases alone": _share([game.named == game.eco for game in theirs]),
        }
        print(player, measured[player])
    lines = sorted([*learn(games), *DEFINED], key=lambda line: (line.eco, line.moves))
    OpeningCodes(lines).save(chosen.out)
    known = {line.eco for line in lines} | {case.eco for case in shipped_cases().cases}
    chosen.result.write_text(
        json.dumps({"games": len(games), "lines": len(lines), "codes": len(known), "apart": measured}, indent=2) + "\n"
    )
    print(f"{len(lines):,} lines from {len(games):,} games, {len(known)} codes with those of the cases")


def read(names: Sequence[str]) -> list[TaggedGame]:
    """The games that carry a code, each once."""
    openings = Openings(shipped_cases())
    found: dict[tuple[object, ...], TaggedGame] = {}
    for game in read_games(names):
        eco = game.tags.get("ECO", "")[:CODE_LETTERS]
        if len(eco) < CODE_LETTERS or len(game) < 2:
            continue
        board, moves = game.board(0), []
        for move in game.moves[:MOST_PLIES]:
            moves.append(board.san(move))
            board.push(move)
        keys = game.positions(range(1, len(moves) + 1)).hashes().tolist()
        name = openings.name_of_game(game)
        tagged = TaggedGame(
            game.players, eco, tuple(moves), tuple(keys), name.eco if name else "", name.ply if name else 0
        )
        found.setdefault((tagged.players, tagged.moves), tagged)
    return list(found.values())


def learn(games: Sequence[TaggedGame]) -> list[CodedLine]:
    """The shortest lines at which a code begins."""
    votes: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for game in games:
        for key in set(game.keys):
            votes[key][game.eco] += 1
    chosen = {key: found for key, counts in votes.items() if (found := _majority(counts))}
    kept: dict[int, CodedLine] = {}
    current = [""] * len(games)
    for ply in range(MOST_PLIES):
        for number, game in enumerate(games):
            if ply >= len(game.keys):
                continue
            place = game.keys[ply]
            code = chosen.get(place)
            if code and code != current[number] and place not in kept:
                kept[place] = CodedLine(code, sum(votes[place].values()), game.moves[: ply + 1])
        for number, game in enumerate(games):
            if ply < len(game.keys) and (line := kept.get(game.keys[ply])):
                current[number] = line.eco
    return sorted(kept.values(), key=lambda line: (line.eco, line.moves))


def _majority(counts: Counter[str]) -> str | None:
    games = sum(counts.values())
    # Equal votes are broken by the alphabet, so that the order of the games does not matter.
    eco, most = min(counts.items(), key=lambda item: (-item[1], item[0]))
    return eco if games >= LEAST_GAMES and most >= LEAST_SHARE * games else None


def _share(right: Iterable[bool]) -> dict[str, float | int]:
    rows = list(right)
    low, high = wilson(sum(rows), len(rows))
    return {"share": round(sum(rows) / len(rows), 4), "low": round(low, 4), "high": round(high, 4), "of": len(rows)}


if __name__ == "__main__":
    main()
