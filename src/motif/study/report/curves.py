"""The course of a game as the player saw it: their winning chance after every move, their mistakes marked on it."""

from __future__ import annotations

from dataclasses import dataclass

from motif.board.chances import winning_chance
from motif.board.review import Judgement
from motif.study.games import StudiedGame


@dataclass(frozen=True, slots=True)
class Mark:
    """A mistake on the curve, in hundredths of its width and height."""

    ply: int
    x: float
    y: float
    judgement: Judgement
    words: str


@dataclass(frozen=True, slots=True)
class Curve:
    """The points of the curve, x by x from 0 to `plies`, y from 0 (above: won) to 100, and the marks on it."""

    plies: int
    points: str
    marks: tuple[Mark, ...]
    words: str


def curve(game: StudiedGame) -> Curve:
    """The curve of a game."""
    heights = [100 - round(100 * chance) for chance in chances(game)]
    plies = len(game.moves)
    marks = [
        Mark(
            fault.ply,
            round(100 * (fault.ply + 1) / plies, 2),
            heights[fault.ply + 1],
            game.moves[fault.ply].judgement,
            f"{move_name(game, fault.ply)}{game.moves[fault.ply].judgement.symbol}",
        )
        for fault in game.faults
    ]
    said = ", ".join(mark.words for mark in marks)
    words = f"The player's winning chance through the game, from {100 - heights[0]} to {100 - heights[-1]} percent."
    return Curve(
        plies,
        " ".join(f"{ply},{height}" for ply, height in enumerate(heights)),
        tuple(marks),
        f"{words} Mistakes: {said}." if said else words,
    )


def chances(game: StudiedGame) -> list[float]:
    """The player's winning chance before the first move and after each."""
    sign = 1 if game.is_white else -1
    return [winning_chance(sign * advantage) for advantage in (game.advantage, *(m.advantage for m in game.moves))]


def move_name(game: StudiedGame, ply: int) -> str:
    """A move as a scoresheet has it: 12. Nxe5, or 12… Nxe5."""
    turn, number = game.start.split()[1], int(game.start.split()[5])
    half = ply + (turn == "b")
    return f"{number + half // 2}{'…' if half % 2 else '.'} {game.moves[ply].san}"
