"""A player's move in a game, why a move was played, and a hint."""

from __future__ import annotations

from dataclasses import dataclass

from motif.advice import Advice
from motif.board.drawing import Arrow
from motif.board.limits import Limit
from motif.interfaces.play.hints import hint
from motif.interfaces.play.kept import KeptGame
from motif.interfaces.web.tasks.explaining import JUDGE
from motif.interfaces.web.tasks.kept import kept
from motif.interfaces.web.workers import Tell
from motif.players import find_adviser, find_oracle, find_player
from motif.reasons import LIMIT, explain

THINKING = Limit(seconds=1.0)
"""How long the opponent thinks unless its name says so."""

HINTS_BY = "motif,depth=8"


@dataclass(frozen=True, slots=True)
class Why:
    """A reason in words, and what to draw."""

    sentence: str
    arrows: tuple[Arrow, ...]


def reply(_: Tell, game: KeptGame) -> tuple[str, Why]:
    """The opponent's move as UCI, and its own reason."""
    player = kept(find_player, game.against)
    # Whoever moves may be another process than the one before: the seed of a move follows from its place in the game.
    player.new_game(game.seed + len(game.moves))
    advice: Advice = player.choose(game.board(), THINKING)
    return advice.move.uci(), Why(advice.because.english, advice.because.arrows)


def why(_: Tell, game: KeptGame) -> Why:
    """What the last move was good for."""
    board = game.board()
    move = board.pop()
    found = explain(board, move, kept(find_oracle, JUDGE), LIMIT)
    return Why(found.sentence, found.reason().arrows)


def hint_for(_: Tell, game: KeptGame, step: int) -> str:
    """A hint by steps for whoever is to move."""
    board = game.board()
    return hint(board, kept(find_adviser, HINTS_BY).advise(board)[0], step)
