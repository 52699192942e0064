"""Provide start positions for games: an endless stream from a book of balanced openings, shuffled by a seed.

Deterministic players would repeat a game from the same start. Therefore, on the second pass through the book, each
start is followed by two random plies, then by four, by six and on all later passes by eight. Random plies that end the
game, allow mate in one or lose a piece are replaced by others.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from itertools import count
from pathlib import Path
from random import Random

import chess

from motif.board.material import VALUES, balance, gain_at_once
from motif.errors import BadFile, BadGameFile, BadPosition
from motif.runtime.files import read_text
from motif.runtime.parallel import seed_of

MOST_RANDOM_PLIES = 8
ATTEMPTS = 20


@dataclass(frozen=True, slots=True)
class StartPosition:
    """The start of a game: a position, and the moves (in UCI notation) to play from it.

    >>> StartPosition.from_san("French Defence", "e4 e6").moves
    ('e2e4', 'e7e6')
    """

    name: str
    moves: tuple[str, ...] = ()
    fen: str = chess.STARTING_FEN

    @classmethod
    def from_san(cls, name: str, moves: str) -> StartPosition:
        """Return the start after moves such as `e4 e5 Nf3` from the initial position."""
        board = chess.Board()
        try:
            return cls(name, tuple([board.push_san(move).uci() for move in moves.split()]))
        except ValueError as error:
            raise BadPosition(f"the moves of the start position {name!r} cannot be played: {error}") from None

    def board(self) -> chess.Board:
        """Return a new board with the moves played on it, so that repetitions count from the first move."""
        try:
            board = chess.Board(self.fen)
            for move in self.moves:
                board.push_uci(move)
        except ValueError as error:
            raise BadPosition(f"the moves of the start position {self.name!r} cannot be played: {error}") from None
        if not board.is_valid():
            raise BadPosition(f"the start position {self.name!r} is not legal: {board.fen()}")
        if board.is_game_over():
            raise BadPosition(f"the game is already over in the start position {self.name!r}: {board.fen()}")
        return board


def starts(seed: int, book: Sequence[StartPosition] | None = None) -> Iterator[StartPosition]:
    """Yield starts from the book (by default the shipped one) without end, in an order that depends on the seed."""
    book = shipped_starts() if book is None else book
    if not book:
        raise BadFile("a book of starts needs at least one start")
    for turn in count():
        order = list(book)
        Random(seed_of(seed, "order of starts", turn)).shuffle(order)
        for place, start in enumerate(order):
            plies = min(2 * turn, MOST_RANDOM_PLIES)
            yield varied(start, plies, seed_of(seed, "random plies", turn, place)) if plies else start


def fingerprint(book: Sequence[StartPosition]) -> str:
    """Return a short text that identifies a book by its content."""
    content = [(start.name, start.moves, start.fen) for start in book]
    return blake2b(repr(content).encode(), digest_size=8).hexdigest()


@cache
def shipped_starts() -> tuple[StartPosition, ...]:
    """Return the shipped book: open, semi-open, closed, Indian and flank openings of four to eight plies."""
    source = files("motif").joinpath("data", "starts.tsv")
    return _read_table(source.read_text(encoding="utf-8"), "data/starts.tsv")


HOW_TO_WRITE = "write one FEN per line; or name a .pgn of openings, or a .tsv with the columns name and moves"


def load_starts(path: Path) -> tuple[StartPosition, ...]:
    """Read a book from a file: `.pgn` (each game an opening), `.tsv` (name, moves), or else one FEN or EPD per line."""
    text = read_text(path)
    read = {".pgn": _read_games, ".tsv": _read_table}.get(path.suffix.lower(), _read_positions)
    book = read(text, str(path))
    if not book:
        raise BadFile(f"{path}: expected starts, found none", hint=HOW_TO_WRITE)
    return book


def _read_table(text: str, where: str) -> tuple[StartPosition, ...]:
    lines = text.splitlines()
    if not lines or lines[0].split("\t") != ["name", "moves"]:
        raise BadFile(f"{where}, line 1: expected the columns name and moves, separated by a tab", hint=HOW_TO_WRITE)
    book = []
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip():
            continue
        name, _, moves = line.partition("\t")
        try:
            book.append(_checked(StartPosition.from_san(name, moves)))
        except BadPosition as error:
            raise BadFile(f"{where}, line {number}: {error}") from None
    return tuple(book)


def _read_positions(text: str, where: str) -> tuple[StartPosition, ...]:
    book = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            book.append(_read_position(line, f"position {number}"))
        except ValueError as error:
            raise BadFile(f"{where}, line {number}: expected a FEN or EPD: {error}", hint=HOW_TO_WRITE) from None
    return tuple(book)


def _read_position(line: str, name: str) -> StartPosition:
    # FEN and EPD begin with the same four fields; only a FEN continues with two numbers.
    fields = line.split()
    if len(fields) == 6 and fields[4].isdigit() and fields[5].isdigit():
        board = chess.Board(line)
    else:
        board = chess.Board()
        name = str(board.set_epd(line).get("id", name))
    return _checked(StartPosition(name, (), board.fen()))


def _read_games(text: str, where: str) -> tuple[StartPosition, ...]:
    import chess.pgn  # loads chess.engine and asyncio, which a match does not need

    book: list[StartPosition] = []
    file = io.StringIO(text)
    while game := chess.pgn.read_game(file):
        number = len(book) + 1
        if game.errors:
            raise BadGameFile(f"{where}, game {number}: {game.errors[0]}")
        name = game.headers.get("Opening") or game.headers.get("ECO") or f"game {number}"
        moves = tuple(move.uci() for move in game.mainline_moves())
        if not moves and "FEN" not in game.headers:
            raise BadGameFile(f"{where}, game {number}: it has no moves", hint=HOW_TO_WRITE)
        try:
            book.append(_checked(StartPosition(name, moves, game.board().fen())))
        except BadPosition as error:
            raise BadGameFile(f"{where}, game {number}: {error}") from None
    return tuple(book)


def _checked(start: StartPosition) -> StartPosition:
    start.board()
    return start


def varied(start: StartPosition, plies: int, seed: int) -> StartPosition:
    """Return the start followed by random plies, or unchanged if no fair ones were found."""
    rng = Random(seed)
    for _ in range(ATTEMPTS):
        board = start.board()
        before = balance(board, chess.WHITE)
        for _ in range(plies):
            if board.is_game_over():
                break
            board.push(rng.choice(sorted(board.legal_moves, key=chess.Move.uci)))
        if abs(balance(board, chess.WHITE) - before) <= 1 and _is_quiet(board):
            moves = tuple(move.uci() for move in board.move_stack)
            return StartPosition(f"{start.name}, {plies} random plies", moves, start.fen)
    return start


def _is_quiet(board: chess.Board) -> bool:
    """Whether the game goes on, and the side to move can neither mate in one nor win two pawns or more."""
    return not board.is_game_over() and not any(
        _gives_mate(board, move) or _gain(board, move) >= 2 for move in board.legal_moves
    )


def _gives_mate(board: chess.Board, move: chess.Move) -> bool:
    if not board.gives_check(move):
        return False
    board.push(move)
    mate = board.is_checkmate()
    board.pop()
    return mate


def _gain(board: chess.Board, move: chess.Move) -> int:
    """Return the material that a move wins, in pawns, if the opponent recaptures once where that is possible."""
    gain = gain_at_once(board, move)
    if not gain:
        return 0
    piece = move.promotion or board.piece_type_at(move.from_square)
    assert piece is not None  # a legal move moves a piece
    return gain - (VALUES[piece] if board.is_attacked_by(not board.turn, move.to_square) else 0)
