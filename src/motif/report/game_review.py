"""Review one game: every move with its mark, the accuracy of both sides, and the moves that decided it.

The terminal, report.html, the annotated PGN, `--json` and `motif.review` all show a `GameReview`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import TypeAdapter

from motif.engines.evaluator import winning_chance
from motif.errors import BadFile
from motif.study.games import Fault, StudiedGame

ONLY_MOVE = "!"
"""The mark of an only move that players of the same rating rarely find."""

MOST_MOMENTS = 3

CLEAR_SWING = 0.10
"""A move that lost less winning chance than this did not decide the game."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """The accuracy of both sides in per cent, as on Lichess; None for a side that made no move."""

    white: float | None
    black: float | None


@dataclass(frozen=True, slots=True)
class DecidingMove:
    """A move that decided the game, and what it cost the side that made it."""

    ply: int
    name: str
    """The move with its number and mark, as in 14...Qd7??"""
    player: str
    before: float
    """The winning chance of the side that moved, with the best move."""
    after: float
    explanation: Fault

    @property
    def lost(self) -> float:
        return max(0.0, self.before - self.after)


@dataclass(frozen=True, slots=True)
class GameReview:
    """One game with everything that Motif says about it.

    The mistakes of both sides are the faults of `game`, each with its explanation. The board is shown from the side of
    the player of `game`.
    """

    game: StudiedGame
    marks: tuple[str, ...]
    """For each move ?!, ?, ??, ! or the empty string."""
    accuracy: Accuracy
    moments: tuple[DecidingMove, ...]
    """The moves that decided the game, in order."""
    evaluated: str
    """The engine that evaluated, and its limit."""

    @property
    def chances(self) -> list[float]:
        return [winning_chance(self.game.advantage), *(winning_chance(move.advantage) for move in self.game.moves)]

    @property
    def only_moves(self) -> frozenset[int]:
        """The plies of the moves marked with an exclamation mark."""
        return frozenset(ply for ply, mark in enumerate(self.marks) if mark == ONLY_MOVE)

    def name(self, ply: int) -> str:
        """A move with its number and mark, as in 14...Qd7??"""
        return move_name(self.game, ply) + self.marks[ply]

    def explanation(self, ply: int) -> Fault | None:
        """The explanation of a mistake, with the better move; None for a move that was no mistake."""
        return self.game.fault_at(ply)

    def moment(self, ply: int) -> DecidingMove | None:
        """A mistake and what it cost; None if the move was no mistake."""
        fault = self.explanation(ply)
        return None if fault is None else _deciding(self.game, self.marks, fault)

    def to_json(self) -> str:
        return _adapter().dump_json(self, indent=2).decode()

    @classmethod
    def from_json(cls, text: str) -> GameReview:
        try:
            return _adapter().validate_json(text)
        except ValueError as error:
            raise BadFile(f"cannot read the review of a game: {str(error).splitlines()[0]}") from None


def json_schema() -> dict[str, object]:
    """The JSON schema of a review, for programs that read it."""
    return _adapter().json_schema()


def move_name(game: StudiedGame, ply: int) -> str:
    """A move of a game with its number, as in 23...Nd4."""
    number, is_black = game.place(ply)
    return f"{number}{'...' if is_black else '.'}{game.moves[ply].san}"


def deciding_moves(game: StudiedGame, marks: tuple[str, ...]) -> tuple[DecidingMove, ...]:
    """Return the mistakes of both sides that lost most winning chance, in the order of the game."""
    swings = [fault for fault in game.faults if game.moves[fault.ply].lost >= CLEAR_SWING]
    largest = sorted(swings, key=lambda fault: (-game.moves[fault.ply].lost, fault.ply))[:MOST_MOMENTS]
    return tuple(_deciding(game, marks, fault) for fault in sorted(largest, key=lambda fault: fault.ply))


def _deciding(game: StudiedGame, marks: tuple[str, ...], fault: Fault) -> DecidingMove:
    _, is_black = game.place(fault.ply)
    name = move_name(game, fault.ply) + marks[fault.ply]
    player = game.black if is_black else game.white
    return DecidingMove(fault.ply, name, player, fault.verdict.before, fault.verdict.after, fault)


def _adapter() -> TypeAdapter[GameReview]:
    return TypeAdapter(GameReview)


def rows(review: GameReview) -> Iterator[tuple[int, str, str]]:
    """The scoresheet: each move's number, White's move and Black's, with their marks."""
    sheet: dict[int, list[str]] = {}
    for ply, move in enumerate(review.game.moves):
        number, is_black = review.game.place(ply)
        sheet.setdefault(number, ["", ""])[is_black] = move.san + review.marks[ply]
    first = next(iter(sheet), None)
    for number, (white, black) in sheet.items():
        yield number, white or ("…" if number == first else ""), black
