"""The regret of pruning: what the rules leave out, and what that would have cost.

A judge, a deeper search of every legal move, says what each move is worth. regret = value of the best move - value of
the best move that was kept, in centipawns, each value kept within ±1000; it is 0 when the best move was kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import chess

from motif._core.search import SearchInfo
from motif.board.positions import Positions
from motif.evidence.intervals import Share
from motif.search.pruning import Divisible
from motif.search.settings import SearchSettings

LARGEST_VALUE = 1000


@dataclass(frozen=True, slots=True)
class Regret:
    """What a set of rules did on some positions."""

    pruning: Divisible
    positions: int
    moves: int
    pruned: dict[str, int]
    """Moves left out, by the rule that refused them; `not chosen` for those that no rule chose."""
    best_pruned: dict[str, int]
    """How often the judge's best move was among them."""
    total_regret: float

    @property
    def share_pruned(self) -> Share:
        """The share of all moves that is left out."""
        return Share.counted(sum(self.pruned.values()), self.moves)

    @property
    def best_lost(self) -> Share:
        """The share of positions whose best move is left out."""
        return Share.counted(sum(self.best_pruned.values()), self.positions)

    @property
    def mean_regret(self) -> float:
        """Centipawns lost a position."""
        return self.total_regret / max(1, self.positions)


def judge(positions: Positions, settings: SearchSettings, depth: int, threads: int | None = None) -> list[SearchInfo]:
    """What every legal move of each position is worth; every position needs a legal move."""
    most = max((len(moves) for moves in positions.legal_moves()), default=1)
    return settings.searcher().search_all(positions, depth=depth, multi_pv=max(1, most), threads=threads)


def examine(positions: Positions, judgements: Sequence[SearchInfo], pruning: Divisible) -> Regret:
    """What these rules would have left out at the root, and how the judge feels about it."""
    chooser = pruning.filter()
    moves, total = 0, 0.0
    pruned: Counter[str] = Counter()
    best_pruned: Counter[str] = Counter()
    for board, info in zip(positions, judgements, strict=True):
        worth = {line.moves[0]: _capped(line.centipawns) for line in info.lines}
        best = info.lines[0].moves[0]
        kept = []
        for move, verdict, reasons in chooser.verdicts(board, True, 1):
            moves += 1
            if verdict == "keep":
                kept.append(worth[move])
                continue
            reason = pruning.why(reasons)
            pruned[reason] += 1
            best_pruned[reason] += move == best
        total += worth[best] - max(kept, default=worth[best])
    return Regret(pruning, len(positions), moves, dict(pruned), dict(best_pruned), total)


def examine_each_part(positions: Positions, judgements: Sequence[SearchInfo], pruning: Divisible) -> list[Regret]:
    """All parts together, then with each of them switched off in turn."""
    variants = [pruning, *(pruning.without(part) for part in pruning.parts)]
    return [examine(positions, judgements, variant) for variant in variants]


def playable(boards: Sequence[chess.Board]) -> Positions:
    """The positions in which there is something to prune: two legal moves or more, and no check."""
    return Positions.from_boards(board for board in boards if not board.is_check() and board.legal_moves.count() > 1)


def _capped(centipawns: int) -> int:
    return max(-LARGEST_VALUE, min(LARGEST_VALUE, centipawns))
