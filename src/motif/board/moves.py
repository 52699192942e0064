"""Describe one move on its board, and read positions and moves as people type them.

`MoveOnBoard` knows the board before and after a move and the expected line. `read_board`, `read_move` and `read_typed`
say what is wrong with a text that is not a position, or not a move that can be played.
"""

from __future__ import annotations

import difflib
from functools import cached_property

import chess

from motif.board.phases import Phase, phase_of
from motif.board.wording import listed
from motif.errors import BadPosition, IllegalMove

SOON_PLIES = 6
"""A promotion within this many plies of the line leaves no time for anything slower."""


LARGEST_COUNTER = 9_999
"""No game lasts longer; the core would silently keep 65,535 for a number that is larger."""


class MoveOnBoard:
    """A legal move, the board before and after it, and the line that is expected to follow.

    >>> move = MoveOnBoard(chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), chess.Move.from_uci("e2e4"))
    >>> move.san, chess.piece_name(move.kind), move.rank(move.target)
    ('e4', 'pawn', 4)
    """

    def __init__(self, board: chess.Board, move: chess.Move, line: tuple[chess.Move, ...] = ()) -> None:
        self.board = board
        self.move = move
        self.side = board.turn
        self.origin = move.from_square
        self.target = move.to_square
        self.kind = board.piece_type_at(move.from_square) or chess.PAWN
        self.after = board.copy(stack=False)
        self.after.push(move)
        self._line = line

    @property
    def san(self) -> str:
        """The move in standard algebraic notation."""
        return self.board.san(self.move)

    @cached_property
    def phase(self) -> Phase:
        """The phase of the game before the move."""
        return phase_of(self.board)

    @cached_property
    def is_capture(self) -> bool:
        """Whether the move captures."""
        return self.board.is_capture(self.move)

    @cached_property
    def passed(self) -> chess.Board | None:
        """The board after the move with the same side to move again; None if the opponent is in check."""
        if self.after.is_check():
            return None
        twin = self.after.copy(stack=False)
        twin.turn = not twin.turn
        twin.ep_square = None
        return twin if twin.is_valid() else None

    @property
    def is_taken_at_once(self) -> bool:
        """Whether the line's next move captures the piece that just moved."""
        return any(reply.to_square == self.target for reply in self._line[1:2])

    @property
    def is_a_race(self) -> bool:
        """Whether a pawn promotes soon in the line, so that everything else has to wait."""
        return any(move.promotion for move in self._line[1:SOON_PLIES])

    @cached_property
    def settled(self) -> chess.Board:
        """The board after the line has finished the exchange on the move's target square."""
        board = self.after.copy(stack=False)
        if self.is_capture:
            for reply in self._line[1:]:
                if reply.to_square != self.target or not board.is_legal(reply):
                    break
                board.push(reply)
        return board

    def own(self, kind: chess.PieceType, board: chess.Board | None = None) -> chess.SquareSet:
        """Return the mover's pieces of a kind, before the move or on another board."""
        return (board or self.board).pieces(kind, self.side)

    def theirs(self, kind: chess.PieceType, board: chess.Board | None = None) -> chess.SquareSet:
        """Return the opponent's pieces of a kind, before the move or on another board."""
        return (board or self.board).pieces(kind, not self.side)

    def rank(self, square: chess.Square) -> int:
        """Return the rank of a square as the mover counts it, from 1 to 8."""
        return rank_for(square, self.side)


def rank_for(square: chess.Square, side: chess.Color) -> int:
    """Return the rank of a square as a side counts it, from 1 to 8."""
    rank = chess.square_rank(square)
    return rank + 1 if side else 8 - rank


MOST_MOVES_LISTED = 6

_PIECES = {"N": chess.KNIGHT, "B": chess.BISHOP, "R": chess.ROOK, "Q": chess.QUEEN, "K": chess.KING}


def read_board(fen: str) -> chess.Board:
    """Return the board for a FEN that a user typed, or for the word `start`; raise BadPosition for any other text."""
    from motif._core.board import Positions  # loads NumPy

    # In a FEN copied from a table or an email, the fields may be separated by tabs, two spaces or a line break.
    fields = " ".join(fen.split())
    for name, count in zip(("halfmove clock", "move number"), fields.split()[4:6], strict=False):
        if count.isdecimal() and (len(count) > 9 or int(count) > LARGEST_COUNTER):
            raise BadPosition(f"bad position: the {name} is {count[:20]}, at most {LARGEST_COUNTER:,} is possible")
    return Positions([chess.STARTING_FEN if fields == "start" else fields])[0]


def read_move(board: chess.Board, text: str) -> chess.Move:
    """Return the legal move that a user typed or copied: Nf3 or g1f3, with or without an annotator's `!` and `?`."""
    move = _parsed(board, text.strip().rstrip("!?"))
    if move is None:
        raise IllegalMove(f"illegal move {text} in {board.fen()}", hint="write it like Nf3 or like g1f3")
    return move


def read_typed(board: chess.Board, text: str) -> chess.Move:
    """Return the legal move that a person typed during a game; otherwise raise IllegalMove, which says what is wrong.

    >>> read_typed(chess.Board(), "e2e4").uci(), read_typed(chess.Board(), "Nf3").uci()
    ('e2e4', 'g1f3')
    """
    word = text.strip().rstrip("!?")
    word = word.upper().replace("0", "O") if word.lower().replace("0", "o").startswith("o-o") else word
    move = _parsed(board, word)
    if move is None:
        raise IllegalMove(_problem(board, word))
    return move


def _parsed(board: chess.Board, word: str) -> chess.Move | None:
    for parse in (board.parse_san, board.parse_uci):
        try:
            move = parse(word)
        except ValueError:
            continue
        # python-chess also reads the null move "--", which is not a legal move.
        if move:
            return move
    return None


def _problem(board: chess.Board, word: str) -> str:
    """Say what is wrong with a word that is not a legal move, and name the moves that the player may have meant."""
    legal = {board.san(move): move for move in board.legal_moves}
    if squares := _squares(word):
        return _wrong_squares(board, legal, word, *squares)
    kind, target = _PIECES.get(word[:1], chess.PAWN), _target(word)
    if target is None:
        nearest = difflib.get_close_matches(word, legal, n=3, cutoff=0.5)
        tip = f"did you mean {_either(nearest)}?" if nearest else "write Nf3 or g1f3; `help` lists what can be typed"
        return f"{word!r} is not a move: {tip}"
    meant = [san for san, move in legal.items() if _is_meant(board, move, kind, target)]
    if len(meant) > 1:
        return f"{word} is ambiguous: {_either(meant)}"
    if meant:
        return f"{word} is not legal here; {_either(meant)} is"
    return f"{word} is not legal here: {_why_not(board, kind, target)}{_instead(board, legal, kind, target)}"


def _squares(word: str) -> tuple[chess.Square, chess.Square] | None:
    try:
        move = chess.Move.from_uci(word.lower())
    except ValueError:
        return None
    return (move.from_square, move.to_square) if move else None


def _wrong_squares(
    board: chess.Board, legal: dict[str, chess.Move], word: str, origin: chess.Square, target: chess.Square
) -> str:
    name = chess.square_name(origin)
    piece = board.piece_at(origin)
    if piece is None:
        return f"{word} is not legal here: {name} is empty"
    if piece.color != board.turn:
        return f"{word} is not legal here: the {chess.piece_name(piece.piece_type)} on {name} is not yours"
    own = [san for san, move in legal.items() if move.from_square == origin]
    if any(legal[san].to_square == target for san in own):
        return f"{word} does not say what the pawn becomes; write {word}q for a queen"
    problem = f"{word} is not legal here: the {chess.piece_name(piece.piece_type)} on {name}"
    check = " while you are in check" if board.is_check() else ""
    return f"{problem} can play {_either(own)}" if own else f"{problem} cannot move{check}"


def _target(word: str) -> chess.Square | None:
    """Return the target square of a move in SAN."""
    bare = word.rstrip("+#").partition("=")[0]
    try:
        return chess.parse_square(bare[-2:])
    except ValueError:
        return None


def _is_meant(board: chess.Board, move: chess.Move, kind: chess.PieceType, target: chess.Square) -> bool:
    return move.to_square == target and board.piece_type_at(move.from_square) == kind


def _why_not(board: chess.Board, kind: chess.PieceType, target: chess.Square) -> str:
    square, name = chess.square_name(target), chess.piece_name(kind)
    if any(_is_meant(board, move, kind, target) for move in board.pseudo_legal_moves):
        return "it leaves the king in check" if board.is_check() else "it exposes the king to check"
    if not board.pieces(kind, board.turn):
        return f"you have no {name}"
    own = board.piece_at(target)
    if own is not None and own.color == board.turn:
        return f"your own {chess.piece_name(own.piece_type)} is on {square}"
    return f"no {name} can go to {square}"


def _instead(board: chess.Board, legal: dict[str, chess.Move], kind: chess.PieceType, target: chess.Square) -> str:
    """Name a few legal moves: to the same square if possible, else of the same kind of piece, else any."""
    to_target = [san for san, move in legal.items() if move.to_square == target]
    of_kind = [san for san, move in legal.items() if board.piece_type_at(move.from_square) == kind]
    for moves in (to_target, of_kind, list(legal)):
        if 0 < len(moves) <= MOST_MOVES_LISTED:
            return f"; {_either(moves)} {'is' if len(moves) == 1 else 'are'}"
    return ""


def _either(moves: list[str]) -> str:
    more = len(moves) - MOST_MOVES_LISTED
    return f"{', '.join(moves[:MOST_MOVES_LISTED])} and {more} more" if more > 0 else listed(moves, "or")
