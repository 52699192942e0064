"""Choose from the mined positions those that ship: balanced over what the moves do and over the phases.

    python experiments/masters/choose.py found.jsonl --count 2000 --result experiments/masters/result.json
    python experiments/masters/choose.py more.jsonl --keep src/motif/data/masters.tsv

With `--keep`, the positions of that table stay, and those of other games are added.

What a move does is the kind and the motif of its explanation. Rare ones come first: in each round every kind of move
gives its next position, those that beat the second best move by most first, so that the table is never full of common
ones. One game gives at most two positions.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import chess

from motif.board.drawing import Arrow
from motif.board.material import phase_of
from motif.explain.kinds import PointKind
from motif.study.findings.masters import TABLE, MasterPosition, load_masters, save_masters
from motif.study.profile import MasterMove

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, write_result
from mine import FORCING, is_right

MOST_OF_A_GAME = 2
MOST_ARROWS = 4
SAME_PLACE = 0.005
"""Winning chance: gaps this near are alike, so that the hash of the games decides the order."""

LITTLE = (
    ("advanced passed pawn", " pushes the passed pawn."),
    ("trades", " trades pawns."),
    ("escape", " gets the pawn out of attack"),
    ("offered trade", ""),
    ("unpinning", "O-O"),
)
"""Sentences that say too little, by the motif and a part of the sentence."""

Row = Mapping[str, Any]


def read(path: Path) -> list[Row]:
    """The mined positions that say something."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if "fen" in row and not _says_little(row)]


def _says_little(row: Row) -> bool:
    is_right_here = is_right((row["chance"], row["gap"]), is_forcing=row["kind"] in FORCING)
    is_little = any(row["motif"] == motif and words in row["sentence"] for motif, words in LITTLE)
    return is_little or not is_right_here


def balanced(rows: Sequence[Row], count: int) -> Iterator[Row]:
    """The positions in rounds, one of each kind of move and phase in a round."""
    groups: dict[tuple[str, str, str], list[Row]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: -round(row["gap"] / SAME_PLACE)):
        groups[row["kind"], row["motif"], phase_of(chess.Board(row["fen"]))].append(row)
    of_game: Counter[tuple[str, str, int]] = Counter()
    chosen = 0
    for number in range(max(map(len, groups.values()))):
        for _, group in sorted(groups.items()):
            if number >= len(group) or chosen >= count:
                continue
            row = group[number]
            game = row["white"], row["black"], row["year"]
            if of_game[game] < MOST_OF_A_GAME:
                of_game[game] += 1
                chosen += 1
                yield row


def position_of(row: Row) -> MasterPosition:
    """A mined position as it ships."""
    board, move = chess.Board(row["fen"]), chess.Move.from_uci(row["move"])
    players = "–".join(name.split(",")[0].strip().replace("–", "-") for name in (row["white"], row["black"]))
    arrows = tuple(map(Arrow.parse, row["arrows"].split()[:MOST_ARROWS]))
    shown = MasterMove(board.fen(), move, board.san(move), players, row["year"], row["sentence"], arrows)
    return MasterPosition(shown, row["eco"], PointKind(row["kind"]), row["motif"], round(100 * row["chance"]))


def main() -> None:
    """Choose, write the table, and count what is in it."""
    given = read_options(
        __doc__,
        {"found": Path},
        count=2000,
        keep=Path,
        out=TABLE,
        result=Path(__file__).with_name("result.json"),
    )
    mined = read(given.found)
    kept = list(load_masters(given.keep)) if given.keep else []
    games = {(each.move.players, each.move.year) for each in kept}
    chosen = map(position_of, balanced(mined, given.count - len(kept)))
    positions = [*kept, *(each for each in chosen if (each.move.players, each.move.year) not in games)]
    positions.sort(key=lambda each: (each.kind, each.motif, each.move.fen))
    save_masters(given.out, positions)
    write_result(
        given.result,
        {
            "mined": len(mined),
            "shipped": len(positions),
            "kinds": dict(Counter(each.kind for each in positions).most_common()),
            "motifs": dict(Counter(each.motif for each in positions).most_common()),
            "phases": dict(Counter(each.phase for each in positions).most_common()),
        },
        show=True,
    )


if __name__ == "__main__":
    main()
