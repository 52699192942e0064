"""What is left of a game: who played, from where, every move and the ending; as a value, as JSON, as PGN."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest
from typing import Any

import chess

from motif.arena.start_positions import StartPosition


class Result(StrEnum):
    """The result of a game, as PGN writes it."""

    WHITE_WINS = "1-0"
    BLACK_WINS = "0-1"
    DRAW = "1/2-1/2"

    @classmethod
    def win_for(cls, colour: chess.Color) -> Result:
        """The result of a game that this side won."""
        return cls.WHITE_WINS if colour == chess.WHITE else cls.BLACK_WINS

    def points(self, colour: chess.Color) -> float:
        """What the side gets: 1, 1/2 or 0."""
        if self is Result.DRAW:
            return 0.5
        return 1.0 if self is Result.win_for(colour) else 0.0


class Termination(StrEnum):
    """Why a game ended."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    REPETITION = "threefold repetition"
    FIFTY_MOVES = "fifty moves without a capture or a pawn move"
    INSUFFICIENT_MATERIAL = "nobody has enough material to mate"
    RESIGNATION = "resignation"
    TIME = "out of time"
    MOVE_CAP = "drawn at the move limit"
    ADJUDICATED = "adjudicated by the judge"
    ILLEGAL_MOVE = "forfeit by an illegal move"
    FAILURE = "forfeit by a player that failed"

    @property
    def in_pgn(self) -> str:
        """The word of the PGN standard for it, which filters of games know."""
        match self:
            case Termination.MOVE_CAP | Termination.ADJUDICATED:
                return "adjudication"
            case Termination.TIME:
                return "time forfeit"
            case Termination.ILLEGAL_MOVE | Termination.FAILURE:
                return "rules infraction"
            case _:
                return "normal"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended; the explanation adds what the termination leaves open, such as the illegal move."""

    result: Result
    termination: Termination
    explanation: str = ""

    def __str__(self) -> str:
        return f"{self.result} {self.termination}" + (f": {self.explanation}" if self.explanation else "")


@dataclass(frozen=True, slots=True)
class Note:
    """What a player said about one of its moves: the weight of its advice, if it has one, and the reason in English."""

    weight: float | None
    english: str

    def __str__(self) -> str:
        return self.english if self.weight is None else f"{self.weight:+.0f} {self.english}"


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game. `round` is pair.game, both counted from one; `moves` are those played after the start."""

    round: str
    white: str
    black: str
    start: StartPosition
    moves: tuple[str, ...]
    ending: Ending
    notes: tuple[Note, ...] = ()

    @property
    def result(self) -> Result:
        """The result as PGN writes it."""
        return self.ending.result

    def to_json(self) -> dict[str, Any]:
        """The record as a JSON value."""
        start, ending = self.start, self.ending
        return {
            "round": self.round,
            "white": self.white,
            "black": self.black,
            "start": [start.name, " ".join(start.moves), start.fen],
            "moves": " ".join(self.moves),
            "ending": [ending.result.value, ending.termination.name, ending.explanation],
            "notes": [[note.weight, note.english] for note in self.notes],
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> GameRecord:
        """Read a record back from its JSON value."""
        name, opening, fen = value["start"]
        result, termination, explanation = value["ending"]
        return cls(
            value["round"],
            value["white"],
            value["black"],
            StartPosition(name, tuple(opening.split()), fen),
            tuple(value["moves"].split()),
            Ending(Result(result), Termination[termination], explanation),
            tuple(Note(weight, english) for weight, english in value["notes"]),
        )

    def to_pgn(
        self, event: str = "Motif match", ratings: Mapping[str, float] | None = None, comments: bool = False
    ) -> str:
        """The game as PGN with a blank line after it; undated, so that the same game is the same bytes."""
        tags = {"Event": event, "Site": "?", "Date": "????.??.??", "Round": self.round}
        tags |= {"White": self.white, "Black": self.black, "Result": self.result}
        for colour, name in (("White", self.white), ("Black", self.black)):
            if ratings and name in ratings:
                tags[f"{colour}Elo"] = f"{ratings[name]:.0f}"
        tags |= {"Opening": self.start.name, "Termination": self.ending.termination.in_pgn}
        tags["Ending"] = self.ending.termination
        said = [""] * (1 + len(self.start.moves))
        said += [str(note) for note in self.notes] if comments and self.notes else [""] * len(self.moves)
        if self.ending.explanation:
            said[-1] = f"{said[-1]} {self.ending.explanation}".strip()
        return pgn_of(tags, self.start.fen, (*self.start.moves, *self.moves), said)


def pgn_of(tags: Mapping[str, str], fen: str, moves: Sequence[str], comments: Sequence[str] = ()) -> str:
    """A game as PGN with a blank line after it: tags, where it begins, its moves as UCI writes them.

    Of the comments the first stands before all moves, and each other after its move.
    """
    import chess.pgn  # it brings chess.engine and asyncio along, which no match needs

    game = chess.pgn.Game()
    game.setup(chess.Board(fen))
    for tag, text in tags.items():
        # python-chess writes header values as they are, and a quotation mark would end the value.
        game.headers[tag] = text.replace('"', "'").replace("\\", "/").replace("\n", " ")
    game.comment, *others = comments or ("",)
    node: chess.pgn.GameNode = game
    for move, comment in zip_longest(moves, others, fillvalue=""):
        node = node.add_main_variation(chess.Move.from_uci(move))
        node.comment = comment
    return game.accept(chess.pgn.StringExporter(columns=80)) + "\n\n"


@dataclass(frozen=True, slots=True)
class PairRecord:
    """Two games from the same start; the first player has White in the first game and Black in the second."""

    number: int
    games: tuple[GameRecord, GameRecord]

    @property
    def first(self) -> str:
        """The name of the player who had White first."""
        return self.games[0].white

    @property
    def second(self) -> str:
        """The name of the player who had Black first."""
        return self.games[0].black

    @property
    def was_played(self) -> bool:
        """Whether no player failed in it: a program that crashed or hung has lost its game, but not by playing."""
        return all(game.ending.termination is not Termination.FAILURE for game in self.games)

    @property
    def half_points(self) -> int:
        """What the first player got from both games, in half points: its place among the five pair results."""
        return round(2 * sum(self.points))

    @property
    def points(self) -> tuple[float, float]:
        """What the first player got from each game."""
        return self.games[0].result.points(chess.WHITE), self.games[1].result.points(chess.BLACK)

    def to_json(self) -> dict[str, Any]:
        """The record as a JSON value."""
        return {"number": self.number, "games": [game.to_json() for game in self.games]}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> PairRecord:
        """Read a record back from its JSON value."""
        one, two = value["games"]
        return cls(value["number"], (GameRecord.from_json(one), GameRecord.from_json(two)))
