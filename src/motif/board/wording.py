"""Write pieces, lists, numbers and shares in English: "the rook on a8", "a, b and c", "two pawns", "27 %"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import chess

from motif.board.material import TARGET_VALUES

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_WORTH = {1: "a pawn", 2: "two pawns", 3: "a knight or bishop", 5: "a rook", 9: "a queen"}


def piece_on(board: chess.Board, square: chess.Square, *adjectives: str) -> str:
    """Name a piece or pawn by its kind and square, and an empty square by its name alone.

    >>> piece_on(chess.Board(), chess.A8), piece_on(chess.Board(), chess.A8, "black"), piece_on(chess.Board(), chess.E4)
    ('the rook on a8', 'the black rook on a8', 'e4')
    """
    kind, name = board.piece_type_at(square), chess.square_name(square)
    return f"the {' '.join([*adjectives, chess.piece_name(kind)])} on {name}" if kind else name


def pieces_on(board: chess.Board, squares: Iterable[chess.Square]) -> str:
    """List several pieces, the most valuable first.

    >>> pieces_on(chess.Board(), [chess.A8, chess.E8])
    'the king on e8 and the rook on a8'
    """
    ordered = sorted(squares, key=lambda square: -TARGET_VALUES.get(board.piece_type_at(square) or 0, 0))
    return listed([piece_on(board, square) for square in ordered])


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words with commas, and the last two with "and" or another word; no words give an empty text.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"], "or")
    ('a', 'a and b', 'a, b or c')
    """
    return "".join(words) if len(words) < 2 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def with_article(noun: str) -> str:
    """Put "a" or "an" before a noun.

    >>> with_article("rook"), with_article("enemy rook")
    ('a rook', 'an enemy rook')
    """
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def plural(noun: str) -> str:
    """Return the plural of a noun, or of a phrase such as "knight or bishop".

    >>> plural("fork"), plural("loss"), plural("ply"), plural("knight or bishop"), plural("capture of the defender")
    ('forks', 'losses', 'plies', 'knights or bishops', 'captures of the defender')
    """
    if " or " in noun:
        return " or ".join(map(plural, noun.split(" or ")))
    for joint in (" of ", " in ", " on "):
        head, middle, rest = noun.partition(joint)
        if middle:
            return f"{plural(head)}{middle}{rest}"
    if noun.endswith(("s", "x", "ch")):
        return f"{noun}es"
    return f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{noun}s"


def counted(number: int, noun: str, *, spelled: bool = False) -> str:
    """Write a number with its noun, in digits or spelled out.

    >>> counted(1, "game"), counted(2000, "game"), counted(1, "rook", spelled=True), counted(2, "pawn", spelled=True)
    ('1 game', '2,000 games', 'a rook', 'two pawns')
    """
    if spelled and number == 1:
        return with_article(noun)
    digits = _NUMBERS[number] if spelled and number < len(_NUMBERS) else f"{number:,}"
    return f"{digits} {noun if number == 1 else plural(noun)}"


def ordinal(place: int) -> str:
    """Write a place, counted from 1.

    >>> ordinal(1), ordinal(12), ordinal(21)
    ('first', '12th', '21st')
    """
    if 1 <= place <= len(_ORDINALS):
        return _ORDINALS[place - 1]
    is_teen = place % 100 in (11, 12, 13)
    return f"{place}{'th' if is_teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(place % 10, 'th')}"


def worth(pawns: int) -> str:
    """Write a value in pawns as the piece that is worth as much, if there is one.

    >>> worth(5), worth(4)
    ('a rook', '4 pawns')
    """
    return _WORTH.get(pawns, f"{pawns} pawns")


def in_pawns(centipawns: int) -> str:
    """Write centipawns as pawns.

    >>> in_pawns(100), in_pawns(350)
    ('a pawn', '3.5 pawns')
    """
    return "a pawn" if centipawns == 100 else f"{centipawns / 100:g} pawns"


def percent(share: float, digits: int = 0, *, small_digits: int = 0, strict_ends: bool = False) -> str:
    """Write a share as a percentage with `digits` decimals; below 10 %, with `small_digits` if that is more.

    With `strict_ends` only a share of exactly 0 or 1 is written as 0 % or 100 %.

    >>> percent(0.27), percent(0.0123), percent(0.0123, small_digits=1), percent(0.998, strict_ends=True)
    ('27 %', '1 %', '1.2 %', 'more than 99 %')
    """
    written = f"{100 * share:.{max(digits, small_digits if share < 0.1 else 0)}f}"
    if strict_ends and written == "0" and share > 0:
        return "less than 1 %"
    return "more than 99 %" if strict_ends and written == "100" and share < 1 else f"{written} %"


def capitalised(text: str) -> str:
    """Return the text with a capital first letter and the rest unchanged.

    >>> capitalised("the move Nf3")
    'The move Nf3'
    """
    return text[:1].upper() + text[1:]
