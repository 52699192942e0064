"""Positions and moves as people write them, whichever door they come through; others are refused."""

from __future__ import annotations

import difflib

import chess

from motif.errors import IllegalMove

# Whoever only asks for help does not wait for python-chess.


def read_board(fen: str) -> chess.Board:
    """The board of a FEN that a user typed, or of the word `start`; refused with the reason in words."""
    import chess

    from motif._core.board import Positions

    # A table or a mail parts the fields by tabs, two blanks or a line.
    fields = " ".join(fen.split())
    return Positions([chess.STARTING_FEN if fields == "start" else fields])[0]


def read_move(board: chess.Board, text: str) -> chess.Move:
    """The legal move that a user typed or copied, as Nf3 or as g1f3, with an annotator's marks or without."""
    from motif.errors import IllegalMove

    bare = text.strip().rstrip("!?")
    for parse in (board.parse_san, board.parse_uci):
        try:
            move = parse(bare)
        except ValueError:
            continue
        # To pass, which python-chess writes as --, is no move.
        if move:
            return move
    raise IllegalMove(f"illegal move {text} in {board.fen()}", hint="write it as in a score sheet, Nf3, or as g1f3")


# Moves as people type them, and what to say when they cannot be played: which are meant, which are legal, the nearest.

MOST_NAMED = 6
"""More moves than these are not listed."""

_PIECES = {"N": chess.KNIGHT, "B": chess.BISHOP, "R": chess.ROOK, "Q": chess.QUEEN, "K": chess.KING}


def read_typed(board: chess.Board, text: str) -> chess.Move:
    """The legal move that a person typed; IllegalMove says what is wrong with any other.

    >>> read_typed(chess.Board(), "e2e4").uci(), read_typed(chess.Board(), "Nf3").uci()
    ('e2e4', 'g1f3')
    """
    word = text.strip().rstrip("!?")
    word = word.upper().replace("0", "O") if word.lower().replace("0", "o").startswith("o-o") else word
    for parse in (board.parse_san, board.parse_uci):
        try:
            move = parse(word)
        except ValueError:
            continue
        if move:
            return move
    raise IllegalMove(_problem(board, word))


def _problem(board: chess.Board, word: str) -> str:
    legal = {board.san(move): move for move in board.legal_moves}
    if squares := _squares(word):
        return _wrong_squares(board, legal, word, *squares)
    kind, target = _PIECES.get(word[:1], chess.PAWN), _target(word)
    if target is None:
        nearest = difflib.get_close_matches(word, legal, n=3, cutoff=0.5)
        tip = f"did you mean {_either(nearest)}?" if nearest else "write Nf3 or g1f3; `help` lists what can be typed"
        return f"{word!r} is no move: {tip}"
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
    man = board.piece_at(origin)
    if man is None:
        return f"{word} is not legal here: {name} is empty"
    if man.color != board.turn:
        return f"{word} is not legal here: the {chess.piece_name(man.piece_type)} on {name} is not yours"
    own = [san for san, move in legal.items() if move.from_square == origin]
    if any(legal[san].to_square == target for san in own):
        return f"{word} does not say what the pawn becomes; write {word}q for a queen"
    said = f"{word} is not legal here: the {chess.piece_name(man.piece_type)} on {name}"
    check = " while you are in check" if board.is_check() else ""
    return f"{said} can play {_either(own)}" if own else f"{said} cannot move{check}"


def _target(word: str) -> chess.Square | None:
    """The square that a move in SAN leads to."""
    bare = word.rstrip("+#").partition("=")[0]
    try:
        return chess.parse_square(bare[-2:])
    except ValueError:
        return None


def _is_meant(board: chess.Board, move: chess.Move, kind: chess.PieceType, target: chess.Square) -> bool:
    return move.to_square == target and board.piece_type_at(move.from_square) == kind


def _why_not(board: chess.Board, kind: chess.PieceType, target: chess.Square) -> str:
    there, name = chess.square_name(target), chess.piece_name(kind)
    pseudo = [move for move in board.pseudo_legal_moves if _is_meant(board, move, kind, target)]
    if pseudo:
        return "it leaves the king in check" if board.is_check() else "it exposes the king to check"
    if not board.pieces(kind, board.turn):
        return f"you have no {name}"
    own = board.piece_at(target)
    if own is not None and own.color == board.turn:
        return f"your own {chess.piece_name(own.piece_type)} stands on {there}"
    return f"no {name} can go to {there}"


def _instead(board: chess.Board, legal: dict[str, chess.Move], kind: chess.PieceType, target: chess.Square) -> str:
    """Other moves to the same square, else of the same kind of man."""
    there = [san for san, move in legal.items() if move.to_square == target]
    same = [san for san, move in legal.items() if board.piece_type_at(move.from_square) == kind]
    for moves in (there, same, list(legal)):
        if 0 < len(moves) <= MOST_NAMED:
            return f"; {_either(moves)} {'is' if len(moves) == 1 else 'are'}"
    return ""


def _either(moves: list[str]) -> str:
    named, more = moves[:MOST_NAMED], len(moves) - MOST_NAMED
    if more > 0:
        return f"{', '.join(named)} and {more} more"
    return " or ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)
