"""Play a game in the terminal: the person moves, asks for hints, takes back, resigns or leaves.

The game is saved after every move as one JSON file, so that it can go on and a broken connection loses nothing. The
session reads lines and prints with `say`, which the caller gives it; it draws no board itself and reads no keys.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import chess

from motif.advice import Advice, Player
from motif.arena.game import EndReason, GameEnding, ending_by_rules, pgn_of
from motif.board.drawing import Drawing
from motif.board.moves import read_move
from motif.board.tags import GameResult
from motif.engines.cache import default_cache_path
from motif.engines.limits import Limit
from motif.errors import BadFile, IllegalMove, MotifError, NothingFound
from motif.runtime.files import read_text, refuse_replacing, write_atomically

KIND = "game"
YOU = "you"


def default_path() -> Path:
    """The file of the last unfinished game, in Motif's cache folder."""
    return default_cache_path().parent / "game.json"


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game between a person and one of Motif's players."""

    against: str
    side: chess.Color
    seed: int
    fen: str = chess.STARTING_FEN
    moves: tuple[str, ...] = ()

    def board(self) -> chess.Board:
        """The position, with the moves that led to it; raises ValueError if they cannot be played."""
        board = chess.Board(self.fen)
        for move in self.moves:
            board.push_uci(move)
        return board

    def played(self, move: chess.Move) -> KeptGame:
        return replace(self, moves=(*self.moves, move.uci()))

    def taken_back(self) -> KeptGame | None:
        """The game before the person's last move; None if there is none to take back."""
        own = [ply for ply in range(len(self.moves)) if self._mover(ply) == self.side]
        return replace(self, moves=self.moves[: own[-1]]) if own else None

    def _mover(self, ply: int) -> chess.Color:
        first = chess.Board(self.fen).turn
        return first if ply % 2 == 0 else not first

    def pgn(self, ending: GameEnding | None) -> str:
        """The game so far as PGN, without a date, so that the same game always gives the same text."""
        names = {self.side: YOU, not self.side: self.against}
        tags = {
            "Event": "Motif game",
            "Site": "?",
            "Date": "????.??.??",
            "Round": "?",
            "White": names[chess.WHITE],
            "Black": names[chess.BLACK],
            "Result": ending.result if ending else "*",
        }
        if ending:
            tags["Ending"] = ending.termination
        return pgn_of(tags, self.fen, self.moves)

    def to_json(self) -> dict[str, Any]:
        side = chess.COLOR_NAMES[self.side]
        return {
            "motif": KIND,
            "against": self.against,
            "side": side,
            "seed": self.seed,
            "fen": self.fen,
            "moves": " ".join(self.moves),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> KeptGame:
        side = chess.COLOR_NAMES.index(value["side"]) == chess.WHITE
        return cls(str(value["against"]), side, int(value["seed"]), value["fen"], tuple(value["moves"].split()))

    def keep(self, path: Path) -> None:
        """Write the game to a file, completely or not at all."""
        write_atomically(path, json.dumps(self.to_json(), indent=2) + "\n")


def find_kept(path: Path) -> KeptGame:
    """The unfinished game in a file; raises an error if there is none, or the file has other content."""
    if not path.exists():
        raise NothingFound("there is no saved game", hint="`motif play` begins one; `quit` keeps it")
    text = read_text(path)
    try:
        game = KeptGame.from_json(json.loads(text))
        game.board()
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadFile(f"{path} is not a saved game: {error!r}", hint="delete it, and begin a new game") from None
    return game


# A hint in steps: the side of the board, the piece, the square, and at last the move with its reason.

STEPS = 4


def hint(board: chess.Board, advice: Advice, step: int) -> str:
    """The hint for a step, counted from 1; the last step gives the reason for the move.

    >>> from motif.advice import Reason
    >>> advice = Advice(chess.Move.from_uci("g1f3"), None, Reason("openings", "Nf3 as in the King's Knight Opening"))
    >>> [hint(chess.Board(), advice, step) for step in (1, 2, 3)]
    ["Look at the king's side.", 'Move the knight on g1.', 'The knight on g1 belongs on f3.']
    """
    move = advice.move
    piece = chess.piece_name(board.piece_type_at(move.from_square) or chess.PAWN)
    origin, target = chess.square_name(move.from_square), chess.square_name(move.to_square)
    if step <= 1:
        return f"Look at the {'queen' if chess.square_file(move.to_square) < 4 else 'king'}'s side."
    if step == 2:
        return f"Move the {piece} on {origin}."
    if step == 3:
        return "Castle." if board.is_castling(move) else f"The {piece} on {origin} belongs on {target}."
    return advice.because.english


HELP = """\
e4, Nf3, g1f3   a move, as in a score sheet or by its squares
?               a hint: which side of the board; again: which piece, which square, the move and why
why             the reason of the last move
back            take your last move back
board           draw the board again
moves           list the legal moves
save FILE       write the game up to here as PGN
resign          give up
quit            leave; `motif play --resume` goes on
help            this list"""


@dataclass(frozen=True, slots=True)
class Table:
    """The settings of a session: the opponent and its limit, the sources of hints and reasons, the file of the game."""

    opponent: Player
    limit: Limit
    advise: Callable[[chess.Board], Advice]
    explain: Callable[[chess.Board, chess.Move], str]
    say: Callable[[str], None]
    path: Path
    save: Path | None = None


class PlaySession:
    """A game in the terminal from the first line to the last."""

    def __init__(self, game: KeptGame, table: Table) -> None:
        self._game = game
        self._table = table
        self._board = game.board()
        self._reason = ""
        self._hints = 0
        self._saved = {table.save.absolute()} if table.save else set[Path]()
        self._hinted: Advice | None = None
        self.ending: GameEnding | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "?": self._hint,
            "why": self._why,
            "back": self._back,
            "board": self._draw,
            "moves": self._list,
            "save": self._save_as,
            "resign": self._resign,
            "help": self._help,
        }

    def play(self, lines: Iterable[str]) -> None:
        """Play until the game ends, `quit` is typed, or there are no more lines."""
        try:
            self._table.opponent.new_game(self._game.seed)
            self._reply()
            self._listen(lines)
        finally:
            # After Ctrl-C, and when the opponent fails, the game can go on as well.
            self._leave()

    def _listen(self, lines: Iterable[str]) -> None:
        if self.ending is not None:
            return
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word == "quit":
                return
            if word:
                self._answer(word, rest.strip(), line.strip())
            if self.ending is not None:
                return

    def _answer(self, word: str, rest: str, line: str) -> None:
        try:
            if command := self._commands.get(word):
                command(rest)
            else:
                self._move(read_move(self._board, line))
        except IllegalMove as refused:
            self._table.say(f"{refused}; {refused.hint}" if refused.hint else str(refused))

    def _move(self, move: chess.Move) -> None:
        self._push(move)
        self._reply()

    def _push(self, move: chess.Move, reason: str = "") -> None:
        self._board.push(move)
        self._reason, self._hints, self._hinted = reason, 0, None
        self.ending = ending_by_rules(self._board)
        self._game = self._game.played(move)
        self._game.keep(self._table.path)

    def _reply(self) -> None:
        """Play the opponent's move if it is its turn, and draw the board."""
        self.ending = ending_by_rules(self._board)
        if self.ending is None and self._board.turn != self._game.side:
            advice = self._table.opponent.choose(self._board.copy(), self._table.limit)
            played = f"{_number(self._board)}{self._board.san(advice.move)}"
            self._push(advice.move, advice.because.english)
            self._table.say(f"{self._game.against} plays {played}")
        self._draw()

    def _draw(self, _: str = "") -> None:
        self._table.say(Drawing.of(self._board, flipped=self._game.side == chess.BLACK).text())
        if self.ending is None:
            check = ", in check" if self._board.is_check() else ""
            self._table.say(f"You have {chess.COLOR_NAMES[self._game.side].capitalize()}{check}.")

    def _hint(self, _: str) -> None:
        self._hinted = self._hinted or self._table.advise(self._board.copy())
        self._hints = min(STEPS, self._hints + 1)
        self._table.say(hint(self._board, self._hinted, self._hints))

    def _why(self, _: str) -> None:
        if not self._board.move_stack:
            self._table.say("No move has been played yet.")
            return
        if not self._reason:
            before = self._board.copy()
            self._reason = self._table.explain(before, before.pop())
        self._table.say(self._reason)

    def _back(self, _: str) -> None:
        before = self._game.taken_back()
        if before is None:
            self._table.say("There is no move of yours to take back.")
            return
        self._game, self._board = before, before.board()
        self._reason, self._hints, self._hinted = "", 0, None
        self._game.keep(self._table.path)
        self._draw()

    def _list(self, _: str) -> None:
        self._table.say(" ".join(sorted(map(self._board.san, self._board.legal_moves))))

    def _save_as(self, name: str) -> None:
        if not name:
            self._table.say("Save to which file? Write `save game.pgn`.")
            return
        path = Path(name).expanduser()
        try:
            # A file that this game was saved to before holds only this game, so it may be replaced.
            if path.absolute() not in self._saved:
                refuse_replacing(path, "save")
            write_atomically(path, self.pgn())
            self._saved.add(path.absolute())
        except MotifError as error:
            self._table.say(str(error))
            return
        self._table.say(f"The game so far is in {name}.")

    def _resign(self, _: str) -> None:
        self.ending = GameEnding(GameResult.win_for(not self._game.side), EndReason.RESIGNATION)

    def _help(self, _: str) -> None:
        self._table.say(HELP)

    def _leave(self) -> None:
        """Print the result and the game, or how to continue it."""
        if self.ending is not None:
            self._table.say(f"{self.ending}\n\n{self.pgn().rstrip()}")
            self._table.path.unlink(missing_ok=True)
        elif self._game.moves:
            self._game.keep(self._table.path)
            self._table.say("The game is kept; `motif play --resume` goes on.")
        if self._table.save is not None:
            write_atomically(self._table.save, self.pgn())
            self._table.say(f"The game is in {self._table.save}.")

    def pgn(self) -> str:
        return self._game.pgn(self.ending)


def _number(board: chess.Board) -> str:
    return f"{board.fullmove_number}.{' ' if board.turn == chess.WHITE else '.. '}"
