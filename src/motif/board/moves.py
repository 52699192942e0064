"""Describe one move on its board, and read positions and moves as people type them.

`MoveOnBoard` knows the board before and after a move and the expected line. `read_board` and `read_move` say what is
wrong with a text that is not a position, or not a move that can be played.
"""

from __future__ import annotations

import difflib
from functools import cached_property

import chess

from motif.board.material import Phase, phase_of
from motif.board.wording import listed, pieces_on
from motif.errors import BadPosition, IllegalMove

SOON_PLIES = 6
"""A promotion within this many plies of the line leaves no time for anything slower."""


LARGEST_COUNTER = 9_999
"""The largest move counter accepted: no game lasts longer, and the core would cap numbers at 65,535."""


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
        self.line = line

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
    def reply(self) -> chess.Move | None:
        """The line's next move; None if the line ends with the move itself."""
        return self.line[1] if len(self.line) > 1 else None

    @property
    def is_taken_at_once(self) -> bool:
        """Whether the line's next move captures the piece that just moved."""
        return self.reply is not None and self.reply.to_square == self.target

    @property
    def is_a_race(self) -> bool:
        """Whether a pawn promotes soon in the line, so that everything else has to wait."""
        return any(move.promotion for move in self.line[1:SOON_PLIES])

    @cached_property
    def settled(self) -> chess.Board:
        """The board after the exchange on the move's target square is over."""
        board = self.after.copy(stack=False)
        if self.is_capture:
            for reply in self.line[1:]:
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
        """Return the rank of a square, 1 to 8, counted from the mover's first rank."""
        return rank_for(square, self.side)


def rank_for(square: chess.Square, side: chess.Color) -> int:
    """Return the rank of a square, 1 to 8, counted from a side's own first rank."""
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
            raise BadPosition(
                f"bad position: the {name} is {count[:20]}, at most {LARGEST_COUNTER:,} is possible",
                hint="write 0 1 at the end",
            )
    try:
        return Positions([chess.STARTING_FEN if fields == "start" else fields])[0]
    except BadPosition as error:
        raise BadPosition(str(error), hint=_how_to_write(fields, str(error))) from None


def _how_to_write(fields: str, problem: str) -> str:
    """Return a hint on how to write a FEN, by the problem found in it."""
    if "/" not in fields:
        return 'write a FEN in quotes, start, or moves such as "1. e4 e5"'
    return next(
        (hint for words, hint in _FEN_HINTS.items() if words in problem), f"a FEN looks like {chess.STARTING_FEN}"
    )


_FEN_HINTS = {
    "invalid turn": "after the pieces write w or b, for the side to move",
    "invalid castling": "after the side to move write letters of KQkq for castling, or -",
    "invalid ep": "after the castling rights write a square such as e3 for en passant, or -",
    "invalid halfmove": "write 0 1 at the end",
    "invalid fullmove": "write 0 1 at the end",
    "castling rights name": "write - for castling",
    "en passant square": "write - for en passant",
    "not to move is in check": "write the other side as the one to move, w or b",
    "king": "each side needs one king, K and k",
    "last rank": "put pawns on ranks 2 to 7",
    "ranks of pieces": "write eight ranks with / between them, from rank 8 down",
}
"""The hint for each problem in a FEN, by words of the core's message."""


def read_move(board: chess.Board, text: str) -> chess.Move:
    """Return the legal move that a person typed: Nf3, nf3, g1f3, O-O, 0-0, e8=Q or e8Q, with or without ! and ?.

    Any other text raises IllegalMove, which says why the move is illegal and what may have been meant.

    >>> [read_move(chess.Board(), text).uci() for text in ("e2e4", "Nf3", "nf3!?")]
    ['e2e4', 'g1f3', 'g1f3']
    """
    word = text.strip().rstrip("!?").strip()
    if word.lower().replace("0", "o").startswith("o-o"):
        word = word.upper().replace("0", "O")
    move = _parsed(board, word)
    if move is None:
        raise IllegalMove(*_problem(board, word))
    return move


def _parsed(board: chess.Board, word: str) -> chess.Move | None:
    # A small b means a pawn first: bxc3 is a bishop's capture only if no pawn can make it.
    for parse, spelling in (
        (board.parse_san, word),
        (board.parse_uci, word.lower()),
        (board.parse_san, word[:1].upper() + word[1:]),
    ):
        try:
            move = parse(spelling)
        except ValueError:
            continue
        # python-chess also reads the null move "--", which is not a legal move.
        if move:
            return move
    return None


def _problem(board: chess.Board, word: str) -> tuple[str, str]:
    """Say what is wrong with a word that is not a legal move, and as a hint what the player may have meant."""
    legal = {board.san(move): move for move in board.legal_moves}
    if word.startswith("O-O"):
        return _no_castling(board, is_short=not word.startswith("O-O-O")), _some_legal(board, legal, chess.KING)
    if squares := _squares(word):
        return _wrong_squares(board, legal, word, *squares)
    kind, target = _PIECES.get(word[:1], chess.PAWN), _target(word)
    if target is None:
        nearest = difflib.get_close_matches(word, legal, n=3, cutoff=0.5)
        return (
            f"{word!r} is not a move",
            f"did you mean {_either(nearest)}?" if nearest else "write it like Nf3 or g1f3",
        )
    meant = [san for san, move in legal.items() if _is_meant(board, move, kind, target)]
    if len(meant) > 1:
        return f"{word} can mean several moves here", f"write {_either(meant)}"
    if meant:
        return f"{word} is not legal here", f"did you mean {_either(meant)}?"
    return f"{word} is not legal here: {_why_not(board, kind, target)}", _instead(board, legal, kind, target)


def _squares(word: str) -> tuple[chess.Square, chess.Square] | None:
    try:
        move = chess.Move.from_uci(word.lower())
    except ValueError:
        return None
    return (move.from_square, move.to_square) if move else None


def _wrong_squares(
    board: chess.Board, legal: dict[str, chess.Move], word: str, origin: chess.Square, target: chess.Square
) -> tuple[str, str]:
    name = chess.square_name(origin)
    piece = board.piece_at(origin)
    if piece is None:
        return f"{word} is not legal here: {name} is empty", _some_legal(board, legal)
    called = f"the {chess.piece_name(piece.piece_type)} on {name}"
    if piece.color != board.turn:
        return f"{word} is not legal here: {called} is not yours", _some_legal(board, legal)
    own = [san for san, move in legal.items() if move.from_square == origin]
    if promoting := [san for san in own if legal[san].to_square == target and legal[san].promotion]:
        return f"{word} does not say what the pawn becomes", f"write {_either(promoting)}"
    if own:
        return f"{word} is not legal here", f"{called} can play {_either(own)}"
    check = " while you are in check" if board.is_check() else ""
    return f"{word} is not legal here: {called} cannot move{check}", _some_legal(board, legal)


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
    pseudo = next((move for move in board.pseudo_legal_moves if _is_meant(board, move, kind, target)), None)
    if pseudo is not None:
        return _leaves_king_in_check(board, pseudo)
    if not board.pieces(kind, board.turn):
        return f"you have no {name}"
    own = board.piece_at(target)
    if own is not None and own.color == board.turn:
        return f"your own {chess.piece_name(own.piece_type)} is on {square}"
    return f"no {name} can go to {square}"


def _leaves_king_in_check(board: chess.Board, move: chess.Move) -> str:
    """Say which piece attacks the king after a move that the rules forbid for that reason."""
    following = board.copy(stack=False)
    following.push(move)
    king = following.king(board.turn)
    attackers = following.attackers(following.turn, king) if king is not None else chess.SquareSet()
    by = f" from {pieces_on(following, attackers)}" if attackers else ""
    if board.piece_type_at(move.from_square) == chess.KING:
        return f"{chess.square_name(move.to_square)} is attacked by {pieces_on(following, attackers)}"
    if board.is_check():
        return f"your king is in check{by}"
    return f"your king would be in check{by}"


def _no_castling(board: chess.Board, *, is_short: bool) -> str:
    """Say why a side may not castle, by the first of the rules that forbids it."""
    cannot, side = "You cannot castle here", board.turn
    king, rank = board.king(side), 0 if side else 7
    target, rook = chess.square(6 if is_short else 2, rank), chess.square(7 if is_short else 0, rank)
    has_right = board.has_kingside_castling_rights(side) if is_short else board.has_queenside_castling_rights(side)
    if king is None or king != chess.square(4, rank):
        return f"{cannot}: the king is not on e{rank + 1}."
    if not has_right:
        return f"{cannot}: the king or the rook on {chess.square_name(rook)} has moved."
    if board.is_check():
        return f"{cannot}: you are in check from {pieces_on(board, board.checkers())}."
    if between := chess.SquareSet.between(king, rook) & board.occupied:
        verb = "is" if len(between) == 1 else "are"
        return f"{cannot}: {pieces_on(board, between)} {verb} in the way."
    for square in sorted(chess.SquareSet.between(king, target), key=lambda each: chess.square_distance(each, king)):
        if attackers := board.attackers(not side, square):
            return f"{cannot}: the king would pass {_attacked(board, square, attackers)}."
    attackers = board.attackers(not side, target)
    return f"{cannot}: the king would stand on {_attacked(board, target, attackers)}."


def _attacked(board: chess.Board, square: chess.Square, attackers: chess.SquareSet) -> str:
    verb = "attacks" if len(attackers) == 1 else "attack"
    return f"{chess.square_name(square)}, which {pieces_on(board, attackers)} {verb}"


def _instead(board: chess.Board, legal: dict[str, chess.Move], kind: chess.PieceType, target: chess.Square) -> str:
    """Name a few legal moves: to the same square if possible, else of the same kind of piece, else any."""
    to_target = [san for san, move in legal.items() if move.to_square == target]
    return f"legal here: {_either(to_target)}" if to_target else _some_legal(board, legal, kind)


def _some_legal(board: chess.Board, legal: dict[str, chess.Move], kind: chess.PieceType | None = None) -> str:
    """Name a few legal moves, of one kind of piece if it has any."""
    of_kind = [san for san, move in legal.items() if board.piece_type_at(move.from_square) == kind]
    if not legal:
        return "the game is over here"
    if len(of_kind or legal) <= MOST_MOVES_LISTED:
        return f"legal here: {_either(of_kind or list(legal))}"
    return f"write one of the {len(legal)} legal moves, as in Nf3 or g1f3"


def _either(moves: list[str]) -> str:
    more = len(moves) - MOST_MOVES_LISTED
    return f"{', '.join(moves[:MOST_MOVES_LISTED])} and {more} more" if more > 0 else listed(moves, "or")
