"""The phrases for endgames: the clause of each rule, and the sentences about what a move does to the result.

A clause follows a colon after the verdict ("Kd5 keeps the win: the king reaches …"). The rules in
`motif.explain.technique` say when a clause is true and fill in the names in braces. A test plays every example.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from motif.board.wording import listed
from motif.explain.phrases.ideas import Phrase

MOST_NAMED = 4
"""At most this many moves are listed."""

CLAUSES = MappingProxyType(
    {
        # Kings and pawns.
        "opposition": Phrase(
            "it takes the opposition, so {side} must give way",
            "Ke4 keeps the win: it takes the opposition, so Black must give way.",
        ),
        "diagonal opposition": Phrase(
            "it takes the diagonal opposition, so {side} must give way",
            "Kc6 keeps the win: it takes the diagonal opposition, so Black must give way.",
        ),
        "on a key square": Phrase(
            "the king reaches {square}, a key square of the pawn on {pawn}",
            "Kf6 keeps the win: the king reaches f6, a key square of the pawn on e4.",
        ),
        "stays on a key square": Phrase(
            "the king is on {square}, a key square of the pawn on {pawn}",
            "e5 keeps the win: the king is on e6, a key square of the pawn on e5.",
        ),
        "reaches the key squares": Phrase(
            "the king gets to {squares}, a key square of the pawn on {pawn}",
            "Kd6 keeps the win: the king gets to d8, e8 or f8, a key square of the pawn on e7.",
        ),
        "kept from the key squares": Phrase(
            "{side}'s king is kept from {squares}, the key squares of the pawn on {pawn}",
            "Kf4 draws, as every move does: "
            "White's king is kept from d5, e5 and f5, the key squares of the pawn on e3.",
        ),
        "next to the blocked pawn": Phrase(
            "the king on {king} attacks the blocked pawn on {pawn} from the side and wins it",
            "Ke5 keeps the win: the king on e5 attacks the blocked pawn on d5 from the side and wins it.",
        ),
        "kept from the blocked pawn": Phrase(
            "it keeps {side}'s king from {squares}, where it would win the pawn on {pawn}",
            "Kd3 holds the draw: it keeps Black's king from b4, c4 or d4, where it would win the pawn on e4.",
        ),
        "outside the square": Phrase(
            "{side}'s king is outside the pawn's square, as it needs {king_moves} to {goal} and the pawn {moves}",
            "a5 keeps the win: Black's king is outside the pawn's square, as it needs 5 moves to a8 and the pawn 3.",
        ),
        "inside the square": Phrase(
            "{side}'s king is inside the square of the pawn on {pawn} and catches it before {goal}",
            "Ke5 holds the draw: Black's king is inside the square of the pawn on a4 and catches it before a8.",
        ),
        "race won": Phrase(
            "{first} queens first, as the pawn on {pawn} needs {moves} and the one on {other} {others}",
            "a6 keeps the win: White queens first, as the pawn on a6 needs 2 moves and the one on h4 3.",
        ),
        "race drawn": Phrase(
            "both sides queen, the pawn on {pawn} after {moves} and the one on {other} after {others}",
            "Ka7 holds the draw: both sides queen, the pawn on b4 after 3 moves and the one on h5 after 3.",
        ),
        "outside passed pawn": Phrase(
            "the outside passed pawn on {pawn} draws {side}'s king away from {others}",
            "Kf4 keeps the win: the outside passed pawn on a4 draws Black's king away from the pawns on h5 and g6.",
        ),
        "triangulation": Phrase(
            "the king goes round by {path}, and the same position arises with {side} to move",
            "Kc4 keeps the win: the king goes round by d5–c4–d4–d5, and the same position arises with Black to move.",
        ),
        "zugzwang": Phrase(
            "{side} is in zugzwang, as any move {worsens}",
            "Ke5 keeps the win: Black is in zugzwang, as any move loses.",
        ),
        "connected passed pawns": Phrase(
            "the connected passed pawns on {pawns} cannot both be stopped",
            "Kg2 keeps the win: the connected passed pawns on a4 and b4 cannot both be stopped.",
        ),
        "two passed pawns": Phrase(
            "one king cannot stop both the pawn on {first} and the pawn on {second}",
            "Kc5 keeps the win: one king cannot stop both the pawn on d3 and the pawn on h5.",
        ),
        "unstoppable pawn": Phrase(
            "nothing stops the pawn on {pawn} from queening on {goal}",
            "Kd2 keeps the win: nothing stops the pawn on e7 from queening on e8.",
        ),
        # Rooks.
        "Lucena, bridge": Phrase(
            "it builds Lucena's bridge, as the rook will shield its king from checks on the fourth rank",
            "Rc4 keeps the win: "
            "it builds Lucena's bridge, as the rook will shield its king from checks on the fourth rank.",
        ),
        "Lucena, check": Phrase(
            "in Lucena's position it drives the king further away; then the rook builds a bridge",
            "Rd1+ keeps the win: in Lucena's position it drives the king further away; then the rook builds a bridge.",
        ),
        "Lucena": Phrase(
            "in Lucena's position the rook builds a bridge on the fourth rank, and the king gets out",
            "Rc5 keeps the win: "
            "in Lucena's position the rook builds a bridge on the fourth rank, and the king gets out.",
        ),
        "Philidor, third rank": Phrase(
            "in Philidor's defence the rook keeps the king off the {rank} rank and checks from behind once the "
            "pawn advances",
            "Rb6 holds the draw: in Philidor's defence the rook keeps the king off the sixth rank and checks "
            "from behind once the pawn advances.",
        ),
        "Philidor, checks": Phrase(
            "in Philidor's defence the rook checks from behind, where the king has no shelter",
            "Rb2 holds the draw: in Philidor's defence the rook checks from behind, where the king has no shelter.",
        ),
        "king in the corner": Phrase(
            "the rook on {rook} and the king on {king} shut the king in the corner",
            "Rc8 holds the draw: the rook on b2 and the king on d7 shut the king in the corner.",
        ),
        "passive rook": Phrase(
            "king and pawn are on the sixth rank, and the rook on {rook} is tied to its back rank",
            "Rb8 loses: king and pawn are on the sixth rank, and the rook on b8 is tied to its back rank.",
        ),
        "behind its own pawn": Phrase(
            "the rook goes behind its passed pawn on {pawn} and supports it all the way",
            "Rd5 keeps the win: the rook goes behind its passed pawn on d7 and supports it all the way.",
        ),
        "behind their pawn": Phrase(
            "the rook goes behind the passed pawn on {pawn} and holds it from there",
            "Rf4 keeps the win: the rook goes behind the passed pawn on f3 and holds it from there.",
        ),
        "behind their last step": Phrase(
            "the rook goes behind the passed pawn on {pawn} and stops it there",
            "Re8 keeps the win: the rook goes behind the passed pawn on e2 and stops it there.",
        ),
        "cut off": Phrase(
            "the rook cuts {side}'s king off along the {line}",
            "Re3 keeps the win: the rook cuts Black's king off along the e-file.",
        ),
        "cut off, escort": Phrase(
            "the rook keeps {side}'s king behind the {line}, so that it cannot help the pawn on {pawn} to queen",
            "Rb3 keeps the win: the rook keeps Black's king behind the third rank, so that it cannot help the "
            "pawn on b5 to queen.",
        ),
        "cut off from a pawn": Phrase(
            "the rook cuts {side}'s king off from the pawn on {pawn} along the {line}",
            "Re3 keeps the win: the rook cuts Black's king off from the pawn on f6 along the e-file.",
        ),
        # Bishops and queens.
        "wrong bishop, held": Phrase(
            "it is the wrong bishop, as it does not control {corner}, and the king holds that corner",
            "Kh6 draws, as every move does: "
            "it is the wrong bishop, as it does not control h8, and the king holds that corner.",
        ),
        "wrong bishop, reached": Phrase(
            "it is the wrong bishop, as it does not control {corner}, and the king reaches that corner",
            "Kd6 draws, as every move does: "
            "it is the wrong bishop, as it does not control h8, and the king reaches that corner.",
        ),
        "wrong bishop, too late": Phrase(
            "the bishop does not control {corner}, but {side}'s king cannot reach that corner",
            "Kg8 keeps the win: the bishop does not control a8, but Black's king cannot reach that corner.",
        ),
        "right bishop": Phrase(
            "it is the right bishop, as it controls {corner}, where the pawn queens",
            "Be2 keeps the win: it is the right bishop, as it controls a8, where the pawn queens.",
        ),
        "opposite bishops, held": Phrase(
            "with bishops of opposite colours nothing drives the king from {king}, in front of the pawn on {pawn}",
            "Ke8 holds the draw: "
            "with bishops of opposite colours nothing drives the king from e8, in front of the pawn on e5.",
        ),
        "opposite bishops": Phrase(
            "with bishops of opposite colours {side} controls the squares in front of the pawn",
            "Kf7 holds the draw: with bishops of opposite colours Black controls the squares in front of the pawn.",
        ),
        "safe corner": Phrase(
            "the king is safe in the corner {corner}, which the bishop does not control",
            "Bf4 holds the draw: the king is safe in the corner a8, which the bishop does not control.",
        ),
        "rook's pawn on the seventh": Phrase(
            "against the rook's pawn on {pawn} the queen only stalemates, and {side}'s king is too far away",
            "Kc2 holds the draw: "
            "against the rook's pawn on a2 the queen only stalemates, and White's king is too far away.",
        ),
        "bishop's pawn on the seventh": Phrase(
            "against the bishop's pawn on {pawn} the king hides in the corner, and capturing the pawn is stalemate",
            "Qh8+ holds the draw: against the bishop's pawn on c2 the king hides in the corner, and capturing "
            "the pawn is stalemate.",
        ),
        "pawn on the seventh lost": Phrase(
            "the queen forces the king in front of its pawn on {pawn}, and each time {side}'s king comes closer",
            "Qh8+ keeps the win: "
            "the queen forces the king in front of its pawn on d2, and each time White's king comes closer.",
        ),
        "pawn on the seventh, king near": Phrase(
            "{side}'s king is near enough to help against the pawn on {pawn}",
            "Qe1 keeps the win: White's king is near enough to help against the pawn on c2.",
        ),
        # Without a rule.
        "mate": Phrase(
            "it is mate",
            "d8=Q# keeps the win: it is mate.",
        ),
        "stalemate": Phrase(
            "it is stalemate",
            "Kb6 draws, as every move does: it is stalemate.",
        ),
        "bare kings": Phrase(
            "neither side can mate any more",
            "Kxc4 holds the draw: neither side can mate any more.",
        ),
        "promotion": Phrase(
            "the pawn becomes a {piece}",
            "h8=Q keeps the win: the pawn becomes a queen.",
        ),
        "promotion, not to a queen": Phrase(
            "the pawn becomes a {piece}, though a queen does it too",
            "h8=R keeps the win: the pawn becomes a rook, though a queen does it too.",
        ),
        "capture": Phrase(
            "it takes the {piece} on {square}{left}",
            "Kxg2 keeps the win: it takes the queen on g2.",
        ),
        "what is left": Phrase(
            ", and {ours} against {theirs} is {result}",
            "Rxb6 keeps the win: it takes the rook on b6, and king and rook and pawn against king is won.",
        ),
        "then queens": Phrase(
            ", and the {file}-pawn queens",
            "Kxd3 keeps the win: it takes the pawn on d3, and the h-pawn queens.",
        ),
        "mating force": Phrase(
            "{force} and king mate the lone king",
            "Kc1 keeps the win: queen and king mate the lone king.",
        ),
        "escort": Phrase(
            "the {piece} and the king bring the pawn on {pawn} to {goal}",
            "Ng4 keeps the win: the knight and the king bring the pawn on d6 to d8.",
        ),
        "shut in": Phrase(
            "it shuts in {side}'s king, which has {now} left instead of {before}",
            "Rg6 keeps the win: it shuts in Black's king, which has 12 squares left instead of 14.",
        ),
        "king helps": Phrase(
            "the king comes closer to help the {pieces} mate",
            "Ke3 keeps the win: the king comes closer to help the queen mate.",
        ),
        "two knights": Phrase(
            "two knights cannot force mate",
            "Ne6+ draws, as every move does: two knights cannot force mate.",
        ),
        "balance won": Phrase(
            "{ours} against {theirs} normally wins",
            "Qa4+ keeps the win: queen against rook normally wins.",
        ),
        "balance drawn": Phrase(
            "{ours} against {theirs} is normally a draw",
            "Kb5 holds the draw: rook against rook is normally a draw.",
        ),
    }
)
"""The clause of each rule, by its key."""


def said(key: str, **names: str) -> str:
    """Return a clause with its names filled in.

    >>> said("unstoppable pawn", pawn="a7", goal="a8")
    'nothing stops the pawn on a7 from queening on a8'
    """
    return CLAUSES[key].words.format(**names)


def result(san: str, does: str, clause: str = "") -> str:
    """Return the sentence about what a move does to the result, and why.

    >>> result("Kf5", "draws, as every move does", "queen against queen is normally a draw")
    'Kf5 draws, as every move does: queen against queen is normally a draw.'
    """
    return f"{san} {does}{f': {clause}' if clause else ''}."


def also(others: Sequence[str], does: str) -> str:
    """Say which other moves have the same result; nothing if there are many.

    >>> also(["Ke5", "Kf5"], "wins"), also(["Ke5"], "draws"), also([], "wins")
    ('Ke5 and Kf5 also win.', 'Ke5 also draws.', 'No other move wins.')
    """
    if not others:
        return f"No other move {does}."
    if len(others) >= MOST_NAMED:
        return ""
    return f"{listed(list(others))} also {does if len(others) == 1 else does[:-1]}."


def better(keeping: Sequence[str], does: str, clause: str = "") -> str:
    """Say which moves keep the win or the draw, and why the first of them does.

    >>> better(["Kd5", "Ke5"], "wins", "the king reaches d5"), better(["Kd5"], "wins")
    ('Kd5 wins: the king reaches d5. Ke5 also wins.', 'Only Kd5 wins.')
    """
    if len(keeping) == 1:
        return result(f"Only {keeping[0]}", does, clause)
    return f"{result(keeping[0], does, clause)} {also(keeping[1:], does)}".rstrip()
