"""What every English sentence about a board needs: men by kind and square, articles, plurals, lists and numbers.

"the rook on a8", "an enemy bishop", "two pawns", "a, b and c", "third".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import chess

from motif.board.material import TARGET_VALUES

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_WORTH = {1: "a pawn", 2: "two pawns", 3: "a knight or bishop", 5: "a rook", 9: "a queen"}


def man(board: chess.Board, square: chess.Square, *adjectives: str) -> str:
    """A man by its kind and square; a square alone if nobody stands there.

    >>> man(chess.Board(), chess.A8), man(chess.Board(), chess.A8, "black"), man(chess.Board(), chess.E4)
    ('the rook on a8', 'the black rook on a8', 'e4')
    """
    kind, name = board.piece_type_at(square), chess.square_name(square)
    return f"the {' '.join([*adjectives, chess.piece_name(kind)])} on {name}" if kind else name


def men(board: chess.Board, squares: Iterable[chess.Square]) -> str:
    """Several men, the dearest first.

    >>> men(chess.Board(), [chess.A8, chess.E8])
    'the king on e8 and the rook on a8'
    """
    ordered = sorted(squares, key=lambda square: -TARGET_VALUES.get(board.piece_type_at(square) or 0, 0))
    return listed([man(board, square) for square in ordered])


def listed(words: Sequence[str]) -> str:
    """Words as a list; nothing for none.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return "".join(words) if len(words) < 2 else f"{', '.join(words[:-1])} and {words[-1]}"


def with_article(noun: str) -> str:
    """A noun that is mentioned for the first time.

    >>> with_article("rook"), with_article("enemy rook")
    ('a rook', 'an enemy rook')
    """
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def plural(noun: str) -> str:
    """A noun for several.

    >>> plural("enemy man"), plural("own knight or bishop")
    ('enemy men', 'own knights or bishops')
    """
    several = (f"{one.removesuffix('man')}men" if one.endswith("man") else f"{one}s" for one in noun.split(" or "))
    return " or ".join(several)


def counted(noun: str, number: int) -> str:
    """So many of a kind.

    >>> counted("rook", 1), counted("enemy pawn", 2)
    ('a rook', 'two enemy pawns')
    """
    if number == 1:
        return with_article(noun)
    return f"{_NUMBERS[number] if number < len(_NUMBERS) else number} {plural(noun)}"


def ordinal(place: int) -> str:
    """A place, counted from 1.

    >>> ordinal(1), ordinal(12)
    ('first', '12th')
    """
    return _ORDINALS[place - 1] if place <= len(_ORDINALS) else f"{place}th"


def worth(pawns: int) -> str:
    """So many pawns, as the man that is worth them.

    >>> worth(5), worth(4)
    ('a rook', '4 pawns')
    """
    return _WORTH.get(pawns, f"{pawns} pawns")


def in_pawns(centipawns: int) -> str:
    """Material in words.

    >>> in_pawns(100), in_pawns(350)
    ('a pawn', '3.5 pawns')
    """
    return "a pawn" if centipawns == 100 else f"{centipawns / 100:g} pawns"


def in_percent(share: float) -> str:
    """A share in whole hundredths.

    >>> in_percent(0.27), in_percent(1)
    ('27 %', '100 %')
    """
    return f"{100 * share:.0f} %"


def capitalised(text: str) -> str:
    """The text with a capital at its start, and otherwise as it is.

    >>> capitalised("the move Nf3")
    'The move Nf3'
    """
    return text[:1].upper() + text[1:]
