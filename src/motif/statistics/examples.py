"""Gather, read and write examples: positions, the moves played there, and an engine's values of the moves.

A row is a legal move of a position, in the order of `positions.legal_moves().codes`. The reference move of a position
is the move that was played or the engine's best move. The value q(s, a) of a row is the engine's evaluation after the
move, from the mover's point of view and including mates and draws (equations 4 and 5 of Krishnan & Martens 2022).

`ask_engine` adds an engine's answers. Positions go to workers a few at a time, and the evaluation cache keeps the
answers, so an interrupted run continues where it stopped.

Any program can write examples as a CSV file: it needs only the columns `fen` and `uci`, and can have more.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import NoReturn

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Game, LegalMoves, Positions, Sample, decode_move, encode_move
from motif.board.games import sample_positions
from motif.engines.evaluator import Evaluation, Evaluator, value_moves
from motif.engines.limits import Limit
from motif.errors import BadArgument, BadFile, BadPosition, MotifError
from motif.runtime.files import close, read_text, write_atomically
from motif.runtime.parallel import Pool, Progress, Watch, Workers, in_order, unwatched

Codes = NDArray[np.uint16]
Values = NDArray[np.int32]
Rows = NDArray[np.int64]

UNKNOWN_PLAYER = "?"
UNKNOWN_SQUARE = -1
UNRATED = 0

POSITIONS_IN_A_TASK = 16

EngineAnswer = tuple[int, list[int]]
"""The code of the best move, and the values of all legal moves in the order of their codes, if they were evaluated."""


class Reference(StrEnum):
    """The move to find: the one that the player chose, or the engine's best."""

    PLAYED = "played"
    BEST = "best"


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Positions, the move played in each, and the games that they come from.

    `games` gives the game number of each position, and `players` the two players of each game. `best` and `values` are
    set once an engine has evaluated the positions; `engine` names that engine and its limit.
    """

    positions: Positions
    played: Codes
    games: NDArray[np.int64]
    players: tuple[tuple[str, str], ...]
    best: Codes | None = None
    values: Values | None = None
    """The value of each row, in centipawns from the mover's point of view."""
    engine: str = ""
    captured_on: NDArray[np.int8] | None = None
    """For each position, the square of the capture just played; UNKNOWN_SQUARE if the last move was not a capture."""
    ratings: NDArray[np.int16] | None = None
    """For each position, the rating of the player to move; UNRATED if it is unknown."""

    def __len__(self) -> int:
        return len(self.positions)

    @classmethod
    def of_games(
        cls,
        games: Iterable[Game],
        per_game: int = 1,
        from_move: int = 12,
        seed: int = 0,
        most: int | None = None,
        players: Sequence[str] = (),
    ) -> Evidence:
        """Return positions drawn from games by `sample_positions`, not yet evaluated by an engine."""
        return cls.of_sample(sample_positions(games, per_game, from_move, seed, most, players))

    @classmethod
    def of_sample(cls, sample: Sample) -> Evidence:
        """Return the positions of a sample, not yet evaluated by an engine."""
        return cls(
            sample.positions,
            sample.moves,
            sample.games,
            tuple(sample.players),
            captured_on=sample.captured_on,
            ratings=sample.ratings,
        )

    @classmethod
    def concatenate(cls, parts: Sequence[Evidence]) -> Evidence:
        """Join several sets of positions; engine values are kept only if all sets have them."""
        if len(parts) == 1:
            return parts[0]
        starts = np.cumsum([0, *(len(part.players) for part in parts)])
        best = [part.best for part in parts if part.best is not None]
        values = [part.values for part in parts if part.values is not None]
        return cls(
            Positions.concatenate(part.positions for part in parts),
            np.concatenate([np.empty(0, np.uint16), *(part.played for part in parts)], dtype=np.uint16),
            np.concatenate(
                [np.empty(0, np.int64), *(part.games + start for part, start in zip(parts, starts[:-1], strict=True))]
            ),
            tuple(players for part in parts for players in part.players),
            np.concatenate(best) if parts and len(best) == len(parts) else None,
            np.concatenate(values) if parts and len(values) == len(parts) else None,
            "; ".join(dict.fromkeys(part.engine for part in parts if part.engine)),
            np.concatenate([np.empty(0, np.int8), *(part.squares_of_captures() for part in parts)], dtype=np.int8),
            np.concatenate([np.empty(0, np.int16), *(part.ratings_of_movers() for part in parts)], dtype=np.int16),
        )

    def squares_of_captures(self) -> NDArray[np.int8]:
        """Return `captured_on`, with UNKNOWN_SQUARE everywhere if it is not set."""
        return np.full(len(self), UNKNOWN_SQUARE, np.int8) if self.captured_on is None else self.captured_on

    def ratings_of_movers(self) -> NDArray[np.int16]:
        """Return `ratings`, with UNRATED everywhere if they are not set."""
        return np.full(len(self), UNRATED, np.int16) if self.ratings is None else self.ratings

    def moves(self, reference: Reference) -> Codes:
        """Return the reference move of each position."""
        if reference is Reference.PLAYED:
            return self.played
        if self.best is None:
            raise BadArgument(
                "the best moves are not known: no engine has evaluated these positions",
                hint="name an engine, or use the played moves as the reference",
            )
        return self.best

    def row_values(self) -> Values:
        """Return the value of every row."""
        if self.values is None:
            raise BadArgument(
                "the values of the moves are not known: no engine has evaluated every move",
                hint="name an engine",
            )
        return self.values

    def targets(self, stakes: Mapping[Reference, float]) -> NDArray[np.float64]:
        """Return for each row the sum of the stakes of those references whose move it is; 0 for any other move."""
        legal = self.positions.legal_moves()
        targets = np.zeros(len(legal.codes))
        for reference, stake in stakes.items():
            targets[rows_of_moves(legal, self.moves(reference))] += stake
        return targets

    def some(self, most: int) -> Evidence:
        """Return at most this many of the positions, evenly spaced from first to last."""
        return self.take(np.linspace(0, len(self) - 1, min(most, len(self))).astype(np.int64))

    def take(self, places: NDArray[np.int64]) -> Evidence:
        """Return the examples at these places, in this order."""
        values = None
        if self.values is not None:
            offsets = self.positions.legal_moves().offsets
            rows = [np.arange(offsets[place], offsets[place + 1]) for place in places]
            values = self.values[np.concatenate(rows)] if rows else self.values[:0]
        return replace(
            self,
            positions=self.positions.take(np.asarray(places, np.int64)),
            played=self.played[places],
            games=self.games[places],
            best=None if self.best is None else self.best[places],
            values=values,
            captured_on=None if self.captured_on is None else self.captured_on[places],
            ratings=None if self.ratings is None else self.ratings[places],
        )

    def with_a_choice(self) -> Evidence:
        """Return the positions with more than one legal move; the others teach nothing."""
        return self.take(np.flatnonzero(np.diff(self.positions.legal_moves().offsets) > 1))

    def movers(self) -> list[str]:
        """Return the name of the player to move, for each position."""
        white = self.positions.turns()
        return [self.players[game][0 if turn else 1] for game, turn in zip(self.games, white, strict=True)]


def rows_of_moves(legal: LegalMoves, codes: Codes) -> NDArray[np.int64]:
    """Return the row of each position's given move; raise BadArgument for a move that is not legal."""
    rows = np.empty(len(legal), np.int64)
    for place, (begin, end) in enumerate(pairwise(legal.offsets)):
        within = int(np.searchsorted(legal.codes[begin:end], codes[place]))
        if begin + within == end or legal.codes[begin + within] != codes[place]:
            raise BadArgument(f"move code {codes[place]} is not legal in position {place + 1}")
        rows[place] = begin + within
    return rows


@dataclass(frozen=True, slots=True)
class Shares:
    """The share of players set aside for testing, and the share of the other players' games for validation."""

    test: float = 0.3
    validation: float = 0.1

    def __post_init__(self) -> None:
        for name, share in (("test", self.test), ("validation", self.validation)):
            if not 0 <= share < 1:
                raise BadArgument(f"the share for {name} cannot be {share}; it must be at least 0 and below 1")


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """Examples in three parts, and the number of positions that are in none of them."""

    training: Evidence
    validation: Evidence
    test: Evidence
    left_out: int

    def __str__(self) -> str:
        return (
            f"{len(self.training):,} positions for training, {len(self.validation):,} for validation, "
            f"{len(self.test):,} by other players for testing; {self.left_out:,} left out"
        )


def split(evidence: Evidence, shares: Shares | None = None, seed: int = 0) -> Split:
    """Split examples so that no player and no position of the test part is in the other two parts."""
    shares = shares or Shares()
    parts: dict[str, list[int]] = {"training": [], "validation": [], "test": []}
    left_out = 0
    destinations = [_destination(number, players, shares, seed) for number, players in enumerate(evidence.players)]
    for place, game in enumerate(evidence.games):
        destination = destinations[game]
        if destination is None:
            left_out += 1
        else:
            parts[destination].append(place)
    hashes = evidence.positions.hashes()
    known = {int(hashes[place]) for place in (*parts["training"], *parts["validation"])}
    unseen = [place for place in parts["test"] if int(hashes[place]) not in known]
    left_out += len(parts["test"]) - len(unseen)
    training, validation, test = (
        evidence.take(np.array(places, np.int64)) for places in (parts["training"], parts["validation"], unseen)
    )
    return Split(training, validation, test, left_out)


def _destination(number: int, players: tuple[str, str], shares: Shares, seed: int) -> str | None:
    drawn = [
        _draw(seed, "player", name if name != UNKNOWN_PLAYER else f"? of game {number}") < shares.test
        for name in players
    ]
    if players == (UNKNOWN_PLAYER, UNKNOWN_PLAYER):
        drawn[1] = drawn[0]
    if all(drawn):
        return "test"
    if any(drawn):
        return None
    by_game = _draw(seed, "game", f"{number} {players[0]} {players[1]}")
    return "validation" if by_game < shares.validation else "training"


def _draw(seed: int, kind: str, name: str) -> float:
    """Return a number from 0 to 1 that depends only on the arguments and is the same on every machine."""
    digest = sha256(f"{seed} {kind} {name}".encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


@dataclass(frozen=True, slots=True)
class Questions:
    """The engine's limit for each search, and whether it also evaluates every legal move."""

    limit: Limit
    every_move: bool = False


def ask_engine(
    evidence: Evidence,
    evaluator: Callable[[], Evaluator],
    questions: Questions,
    workers: Workers | None = None,
    watch: Watch = unwatched,
) -> Evidence:
    """Return the evidence with the engine's best moves and, if `questions` says so, the values of all legal moves.

    Each worker calls `evaluator` once to create its engine; `watch` is called with the number of positions done.
    """
    boards = list(evidence.positions)
    for board in boards:
        if not any(board.legal_moves):
            raise BadPosition(f"there are no legal moves in {board.fen()}")
    tasks = [boards[start : start + POSITIONS_IN_A_TASK] for start in range(0, len(boards), POSITIONS_IN_A_TASK)]
    answers: list[EngineAnswer] = []
    with (workers or Workers()).pooled() as (executor, pool):
        for batch in in_order(executor, partial(_evaluate, pool, evaluator, questions), tasks):
            answers += batch
            watch(Progress(len(answers), len(boards)))
    best = np.array([code for code, _ in answers], np.uint16)
    values = np.array([value for _, row in answers for value in row], np.int32) if questions.every_move else None
    return replace(evidence, best=best, values=values, engine=_engine_name(evaluator, questions.limit))


def _engine_name(evaluator: Callable[[], Evaluator], limit: Limit) -> str:
    engine = evaluator()
    name = f"{engine.name}, {limit}"
    close(engine)
    return name


def _evaluate(
    pool: Pool, evaluator: Callable[[], Evaluator], questions: Questions, boards: list[chess.Board]
) -> list[EngineAnswer]:
    with pool.borrow("engine", evaluator) as engine:
        if questions.every_move:
            return list(_every_move(engine, questions.limit, boards))
        evaluations = engine.evaluate(boards, questions.limit)
        return [(encode_move(_best(answer, board)), []) for answer, board in zip(evaluations, boards, strict=True)]


def _best(answer: Evaluation, board: chess.Board) -> chess.Move:
    if answer.best is None:
        raise MotifError(f"the engine did not give a move in {board.fen()}", hint="choose another engine")
    return answer.best


def _every_move(engine: Evaluator, limit: Limit, boards: list[chess.Board]) -> Iterator[EngineAnswer]:
    moves = [sorted(board.legal_moves, key=encode_move) for board in boards]
    for evaluations in value_moves(boards, engine, limit, moves=moves, compared=True):
        values = {move: evaluation.centipawns for move, evaluation in evaluations.items()}
        yield encode_move(max(values, key=values.__getitem__)), list(values.values())


COLUMNS = ("fen", "uci", "white", "black", "game", "rating", "captured_on", "best", "values", "judge")
HIGHEST_RATING = 10_000

_RATING = re.compile("[0-9]{1,5}")
_VALUE = re.compile("-?[0-9]{1,9}")


def write_evidence(evidence: Evidence, path: Path) -> None:
    """Write examples to a file; a failure leaves no partial file."""
    legal = evidence.positions.legal_moves()
    ratings = evidence.ratings_of_movers()
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for place, fen in enumerate(evidence.positions.fens()):
        game = int(evidence.games[place])
        best = "" if evidence.best is None else decode_move(int(evidence.best[place])).uci()
        values = ""
        if evidence.values is not None:
            rows = range(legal.offsets[place], legal.offsets[place + 1])
            values = " ".join(f"{decode_move(int(legal.codes[row])).uci()}:{evidence.values[row]}" for row in rows)
        played = decode_move(int(evidence.played[place])).uci()
        square = UNKNOWN_SQUARE if evidence.captured_on is None else int(evidence.captured_on[place])
        captured_on = "" if square == UNKNOWN_SQUARE else chess.square_name(square)
        rating = "" if ratings[place] == UNRATED else ratings[place]
        about = (*evidence.players[game], game, rating, captured_on, best, values, evidence.engine)
        writer.writerow([fen, played, *about])
    write_atomically(path, text.getvalue())


def read_evidence(path: Path) -> Evidence:
    """Read examples from a file; raise BadFile with the line number for a bad line.

    Best moves and values are kept only if every row has them.
    """
    reader = csv.DictReader(io.StringIO(read_text(path)))
    columns = reader.fieldnames or ()
    if not {"fen", "uci"} <= set(columns):
        raise BadFile(
            f"{path}, line 1: expected the columns fen and uci, found {', '.join(columns) or 'nothing'}",
            hint="to write such a file, run: motif games GAMES --out positions.csv",
        )
    boards, played, best, values, captured_on, ratings = [], [], [], [], [], []
    owners: list[int] = []
    games: dict[str, int] = {}
    players: list[tuple[str, str]] = []
    engine = ""
    for row in reader:
        where = _Place(path, reader.line_num)
        board = where.board(row)
        legal = sorted(board.legal_moves, key=encode_move)
        boards.append(board)
        played.append(where.move(row, "uci", legal))
        captured_on.append(where.square(row, "captured_on"))
        ratings.append(where.rating(row))
        if row.get("best"):
            best.append(where.move(row, "best", legal))
        if row.get("values"):
            values.append(where.values(row, legal))
        engine = row.get(COLUMNS[-1]) or engine
        game = row.get("game") or f"row {len(owners)}"
        if game not in games:
            games[game] = len(games)
            players.append((row.get("white") or UNKNOWN_PLAYER, row.get("black") or UNKNOWN_PLAYER))
        owners.append(games[game])
    return Evidence(
        Positions.from_boards(boards),
        np.array(played, np.uint16),
        np.array(owners, np.int64),
        tuple(players),
        np.array(best, np.uint16) if boards and len(best) == len(boards) else None,
        np.concatenate(values, dtype=np.int32) if boards and len(values) == len(boards) else None,
        engine,
        np.array(captured_on, np.int8),
        np.array(ratings, np.int16),
    )


class _Place:
    """A line of a file; error messages give its number."""

    def __init__(self, path: Path, line: int) -> None:
        self._path = path
        self._line = line

    def board(self, row: Mapping[str, str]) -> chess.Board:
        try:
            board = Positions([row["fen"] or ""])[0]
        except BadPosition as error:
            self._refuse(str(error))
        if not any(board.legal_moves):
            self._refuse(f"there are no legal moves in {row['fen']}")
        return board

    def move(self, row: Mapping[str, str], column: str, legal: list[chess.Move]) -> int:
        text = row[column] or ""
        try:
            move = chess.Move.from_uci(text)
        except ValueError:
            self._refuse(f"{column}: {text!r} is not a move; write one such as e2e4 or e7e8q")
        if move not in legal:
            self._refuse(f"{column}: {text} is not legal in {row['fen']}")
        return encode_move(move)

    def square(self, row: Mapping[str, str], column: str) -> int:
        text = row.get(column) or ""
        if text and text not in chess.SQUARE_NAMES:
            self._refuse(f"{column}: {text!r} is not a square; write one such as e4, or leave the field empty")
        return chess.parse_square(text) if text else UNKNOWN_SQUARE

    def rating(self, row: Mapping[str, str]) -> int:
        text = row.get("rating") or ""
        if text and not (_RATING.fullmatch(text) and int(text) < HIGHEST_RATING):
            self._refuse(f"rating: {text!r} is not a rating; write one such as 1850, or leave the field empty")
        return int(text) if text else UNRATED

    def values(self, row: Mapping[str, str], legal: list[chess.Move]) -> list[int]:
        worth = {}
        for word in row["values"].split():
            move, _, value = word.partition(":")
            if not _VALUE.fullmatch(value):
                self._refuse(f"values: cannot read {word!r}; write a value such as e2e4:35")
            worth[move] = int(value)
        names = [move.uci() for move in legal]
        if worth.keys() != set(names):
            odd = sorted(worth.keys() ^ set(names))
            self._refuse(f"values: expected one for each legal move; missing or not legal: {', '.join(odd[:5])}")
        return [worth[name] for name in names]

    def _refuse(self, problem: str) -> NoReturn:
        raise BadFile(f"{self._path}, line {self._line}: {problem}")


SOLUTION = "the solution"
"""What `Evidence.engine` says if the best moves come from puzzles, not from an engine."""


@dataclass(frozen=True, slots=True)
class ThemedPuzzle:
    """A puzzle: name, the board before the opponent's move, the moves (the opponent's and the solution), and themes."""

    name: str
    board: chess.Board
    moves: tuple[chess.Move, ...]
    themes: frozenset[str]

    @property
    def start(self) -> chess.Board:
        board = self.board.copy(stack=False)
        board.push(self.moves[0])
        return board

    @property
    def solution(self) -> chess.Move:
        return self.moves[1]


def read_puzzles(path: Path) -> Iterator[ThemedPuzzle]:
    """Yield the puzzles of a file in order; raise BadFile with the line number for a bad line."""
    reader = csv.DictReader(io.StringIO(read_text(path)))
    columns = set(reader.fieldnames or ())
    if not {"FEN", "Moves", "Themes"} <= columns:
        raise BadFile(f"{path}, line 1: expected the columns FEN, Moves and Themes, as in Lichess's puzzle file")
    for row in reader:
        try:
            board = chess.Board(row["FEN"])
            moves = tuple(map(chess.Move.from_uci, row["Moves"].split()))
        except ValueError as error:
            raise BadFile(f"{path}, line {reader.line_num}: {error}") from None
        if len(moves) < 2 or not board.is_legal(moves[0]):
            raise BadFile(f"{path}, line {reader.line_num}: {row['Moves']!r} cannot be a puzzle in {row['FEN']}")
        name = row.get("PuzzleId") or f"line {reader.line_num}"
        yield ThemedPuzzle(name, board, moves, frozenset((row["Themes"] or "").split()))


def puzzle_evidence(puzzles: list[ThemedPuzzle]) -> Evidence:
    """Return puzzles as examples whose reference moves are the solutions."""
    solutions = np.array([encode_move(puzzle.solution) for puzzle in puzzles], np.uint16)
    captures = [
        puzzle.moves[0].to_square if puzzle.board.is_capture(puzzle.moves[0]) else UNKNOWN_SQUARE for puzzle in puzzles
    ]
    return Evidence(
        Positions.from_boards([puzzle.start for puzzle in puzzles]),
        solutions,
        np.arange(len(puzzles)),
        ((UNKNOWN_PLAYER, UNKNOWN_PLAYER),) * len(puzzles),
        best=solutions,
        engine=SOLUTION,
        captured_on=np.array(captures, np.int8),
    )
