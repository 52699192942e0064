"""The words for what a line nets where it saves a draw, or where nobody knows whether it only takes back."""

from __future__ import annotations

from motif.board.english import man
from motif.board.motifs import Line, Witness
from motif.board.motifs.safety import exchange
from motif.reasons.gains import Gain
from motif.reasons.men import spoils
from motif.reasons.words import CLAUSES, MOST_WORDS, WitnessWords, capital, moves, moves_until, outcome, san

FIRST_WORDS = ("The ", "After ", "In the end")


def within(sentence: str) -> str:
    """A sentence as part of another: its first word small, unless a move or a square stands there.

    >>> within("The pawn on a7 promotes."), within("Nc7+ forks.")
    ('the pawn on a7 promotes.', 'Nc7+ forks.')
    """
    return sentence[:1].lower() + sentence[1:] if sentence.startswith(FIRST_WORDS) else sentence


def is_long(sentence: str) -> bool:
    """Whether nobody reads what stands before the line."""
    return len(sentence.partition(": ")[0].split()) > MOST_WORDS


def netted(line: Line) -> str:
    """What a capture nets from this board, where it may only take back."""
    taken = man(line.start, line.moves[0].to_square)
    won = spoils(line) or "material"
    takes = f"{san(line, 0)} takes {taken} (or takes it back, if it has just captured)"
    return f"{takes} and nets {won}: {moves(line)}."


def saved_draw(line: Line, gain: Gain, witness: Witness | None) -> str:
    """How a draw is saved: by what is won, by the cause that passed the check, and by how the line ends."""
    won = outcome(line, gain) if gain.is_something else ""
    saves = f"{won} and saves the draw" if won else f"saves the draw{means(line)}"
    if witness is None or witness.motif not in CLAUSES:
        return f"{san(line, 0)} {saves}: {moves(line)}."
    before = f"after {moves_until(line, witness.ply)}, " if witness.ply else ""
    return f"{capital(before + CLAUSES[witness.motif](WitnessWords(line, witness)))}, and {saves}: {moves(line)}."


def means(line: Line) -> str:
    """By which rule a line ends in a draw, in words; empty where it does not."""
    end = line.end
    if end.is_stalemate():
        return " by stalemate"
    if end.is_insufficient_material():
        return " because nobody can mate any more"
    again = [
        ply
        for ply, board in enumerate(line.boards[:-1])
        if board.board_fen() == end.board_fen() and board.turn == end.turn
    ]
    if not again:
        return ""
    checks = all(line.boards[ply + 1].is_check() for ply in range(again[-1], len(line.moves)) if ply % 2 == 0)
    return " by perpetual check" if checks else " by repetition"


def was_there(line: Line, gain: Gain) -> bool:
    """Whether all that a quiet move is to win could be taken at once, by the same capture."""
    if len(line.moves) < 3 or line.start.is_capture(line.moves[0]) or line.start.gives_check(line.moves[0]):
        return False
    capture = line.moves[2]
    is_one = line.start.is_legal(capture) and line.start.is_capture(capture)
    return is_one and not gain.is_mate and exchange(line.start, capture) >= gain.pawns
