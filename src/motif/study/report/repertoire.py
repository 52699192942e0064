"""repertoire.pgn: the opening that the player really plays, a game for each colour, for any program that reads PGN.

The most frequent move stands first, the others are variations; a comment says how often and with what score, and a move
that the player keeps getting wrong has the better one beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

import chess
import chess.pgn

from motif.study.games import StudiedGame
from motif.study.review import INACCURACY
from motif.study.subjects.repertoire import Played, Repertoire, repertoires


def repertoire_pgn(games: Sequence[StudiedGame], player: str) -> str:
    """Both colours as PGN; empty where nothing came up twice."""
    return "\n\n".join(_written(each, player) for each in repertoires(games)) + "\n"


def _written(repertoire: Repertoire, player: str) -> str:
    colour = "White" if repertoire.is_white else "Black"
    game = chess.pgn.Game()
    game.headers.clear()
    game.headers.update({"Event": f"What {player} plays with {colour}", "Result": "*"})
    game.headers[colour] = player
    _grow(game, chess.Board(), repertoire, set())
    return str(game)


def _grow(node: chess.pgn.GameNode, board: chess.Board, repertoire: Repertoire, seen: set[str]) -> None:
    """The moves from here on; a position that is in the tree already is not told again."""
    if board.epd() in seen:
        node.comment = f"{node.comment} Goes on as above.".strip()
        return
    seen.add(board.epd())
    is_own = board.turn == repertoire.is_white
    for played in repertoire.moves(board):
        child = node.add_variation(played.move)
        child.comment = _told(played)
        remedy = played.remedy if is_own else None
        if remedy is not None:
            child.nags.add(chess.pgn.NAG_MISTAKE if played.mean_lost >= 0.1 else chess.pgn.NAG_DUBIOUS_MOVE)
            if not node.has_variation(remedy):
                node.add_variation(remedy, comment="Better, as the judge sees it.", nags=[chess.pgn.NAG_GOOD_MOVE])
        after = board.copy()
        after.push(played.move)
        _grow(child, after, repertoire, seen)


def _told(played: Played) -> str:
    words = f"{played.games} games"
    if played.scores:
        words += f", {sum(played.scores):g} of {len(played.scores)}"
    if played.mean_lost >= INACCURACY:
        words += f"; gives away {100 * played.mean_lost:.0f} % of the winning chance"
    return f"{words}."
