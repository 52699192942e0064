"""What pruning costs at the root: the full search's choice beside the pruned one's, where a mate or a piece is lost.

loss = v(best move) - v(chosen move), both by the search that prunes nothing
"""

from __future__ import annotations

from dataclasses import replace

import chess

from motif._core.search import SearchLine
from motif.advice import Limit
from motif.search.player import score_of
from motif.search.settings import SearchSettings

PIECE = 250
"""So many centipawns are a piece: less than a knight's 300, as what is lost is seldom lost for nothing."""


def pruning_loss(board: chess.Board, chosen: chess.Move, settings: SearchSettings, limit: Limit) -> str | None:
    """What a search without pruning says against the chosen move; None when that costs neither a mate nor a piece."""
    searcher = replace(settings, pruning=None).searcher()

    def first_line(moves: list[chess.Move] | None = None) -> SearchLine:
        searcher.new_game()
        return searcher.search(board, depth=limit.depth, nodes=limit.nodes, seconds=limit.seconds, moves=moves).lines[0]

    best = first_line()
    if best.moves[0] == chosen:
        return None
    worth = first_line([chosen])
    mate, mate_left = score_of(best).mate() or 0, score_of(worth).mate() or 0
    best_san, san = board.san(best.moves[0]), board.san(chosen)
    if mate > 0 >= mate_left:
        return f"pruning drops a mate in {mate}: {best_san} instead of {san}"
    if mate_left < 0 <= mate:
        return f"pruning walks into a mate in {-mate_left}: {san}, where {best_san} does not"
    if not mate and not mate_left and (loss := best.centipawns - worth.centipawns) >= PIECE:
        return f"pruning costs {loss / 100:.1f} pawns: {san} instead of {best_san}"
    return None
