"""The phrases for endgames: the clause of each rule, and the sentences about what a move does to the result.

A clause follows a colon after the verdict ("Kd5 keeps the win: the king reaches …"). The rules in
`motif.explain.technique` say when a clause is true and fill in the names in braces.
"""

from __future__ import annotations

from types import MappingProxyType

CLAUSES = MappingProxyType(
    {
        # Kings and pawns.
        "opposition": "it takes the opposition, so {side} must give way",
        "distant opposition": "it takes the distant opposition, so {side} must give way",
        "diagonal opposition": "it takes the diagonal opposition, so {side} must give way",
        "on a key square": "the king reaches {square}, a key square of the pawn on {pawn}",
        "stays on a key square": "the king stands on {square}, a key square of the pawn on {pawn}",
        "reaches the key squares": "the king reaches a key square of the pawn on {pawn}: {squares}",
        "kept from the key squares": "{side}'s king is kept from the key squares of the pawn on {pawn}: {squares}",
        "beside the blocked pawn": "the king on {king} attacks the blocked pawn on {pawn} from the side and wins it",
        "kept from the blocked pawn": "it keeps {side}'s king from {squares}, where it would win the pawn on {pawn}",
        "outside the square": (
            "{side}'s king is outside the square of the pawn on {pawn}: it needs {king_moves} to "
            "{goal}, the pawn {moves}"
        ),
        "inside the square": "{side}'s king is in the square of the pawn on {pawn} and catches it before {goal}",
        "race won": "{first} queens first: the pawn on {pawn} needs {moves}, the one on {other} {others}",
        "race drawn": "both pawns queen: the one on {pawn} needs {moves}, the one on {other} {others}",
        "outside passed pawn": "the outside passed pawn on {pawn} draws {side}'s king away from {others}",
        "triangulation": "the king goes round by {path}, and the same position arises with {side} to move",
        "zugzwang": "{side} is in zugzwang, as any move {worsens}",
        "connected passed pawns": "the connected passed pawns on {pawns} cannot both be stopped",
        "two passed pawns": "one king cannot stop both the pawn on {first} and the pawn on {second}",
        "unstoppable pawn": "nothing stops the pawn on {pawn} from queening on {goal}",
        # Rooks.
        "Lucena, bridge": "it builds Lucena's bridge: from the fourth rank the rook will shield its king from checks",
        "Lucena, check": "in Lucena's position it drives the king further away; then the rook builds a bridge",
        "Lucena": "this is Lucena's position: the rook builds a bridge on the fourth rank, and the king gets out",
        "Philidor, third rank": (
            "this is Philidor's defence: the rook on the {rank} rank holds back the king; once the pawn advances, it"
            " checks from behind"
        ),
        "Philidor, checks": (
            "this is Philidor's defence: the rook checks from behind, and the king has no shelter in front of the pawn"
        ),
        "king in the corner": "the king cannot leave the corner: the rook on {rook} and the king on {king} shut it in",
        "passive rook": "king and pawn stand on the sixth rank, and the rook on {rook} is tied to its back rank",
        "behind its own pawn": "the rook goes behind its passed pawn on {pawn} and supports it all the way",
        "behind their pawn": "the rook goes behind the passed pawn on {pawn} and holds it from there",
        "behind their last step": "the rook goes behind the passed pawn on {pawn} and stops it there",
        "cut off": "the rook cuts {side}'s king off along the {line}",
        "cut off from a pawn": "the rook cuts {side}'s king off from the pawn on {pawn} along the {line}",
        # Bishops and queens.
        "wrong bishop, held": (
            "the bishop does not control {corner}, where the pawn would queen, and the king holds that corner"
        ),
        "wrong bishop, reached": (
            "the bishop does not control {corner}, where the pawn would queen, and the king reaches that corner"
        ),
        "wrong bishop, too late": "the bishop does not control {corner}, but {side}'s king cannot reach that corner",
        "right bishop": "it is the right bishop: it controls {corner}, where the pawn queens",
        "opposite bishops, held": (
            "with bishops of opposite colours nothing drives the king from {king}, in front of the pawn on {pawn}"
        ),
        "opposite bishops": "with bishops of opposite colours {side} controls the squares in front of the pawn",
        "safe corner": "the king is safe in the corner {corner}, which the bishop does not control",
        "rook's pawn on the seventh": (
            "against the rook's pawn on {pawn} the queen only stalemates, and {side}'s king is too far away"
        ),
        "bishop's pawn on the seventh": (
            "against the bishop's pawn on {pawn} the king hides in the corner, and capturing the pawn is stalemate"
        ),
        "pawn on the seventh lost": (
            "the queen forces the king in front of its pawn on {pawn}, and each time {side}'s king comes closer"
        ),
        "pawn on the seventh, king near": "{side}'s king is near enough to help against the pawn on {pawn}",
        # What needs no rule.
        "mate": "it is mate",
        "stalemate": "it is stalemate",
        "bare kings": "neither side can mate any more",
        "promotion": "the pawn becomes a {piece}",
        "capture": "it takes the {piece} on {square}{left}",
        "what is left": ", and {ours} against {theirs} is {result}",
        "then queens": ", and the {file}-pawn queens",
        "mating force": "{force} and king mate the lone king",
        "escort": "the {piece} and the king bring the pawn on {pawn} to {goal}",
        "shut in": "it leaves {side}'s king {now} instead of {before}",
        "king helps": "the king comes closer to help the {pieces} mate",
        "two knights": "two knights cannot force mate",
        "balance won": "{ours} against {theirs} normally wins",
        "balance drawn": "{ours} against {theirs} is normally a draw",
    }
)
"""Every clause of a rule by its key."""


def said(key: str, **names: str) -> str:
    """Return a clause with its names filled in.

    >>> said("unstoppable pawn", pawn="a7", goal="a8")
    'nothing stops the pawn on a7 from queening on a8'
    """
    return CLAUSES[key].format(**names)


def every_move(san: str, does: str, clause: str) -> str:
    """Say that all moves have the same result.

    >>> every_move("Kf5", "draws", "queen against queen is normally a draw")
    'Kf5 draws, as every move does: queen against queen is normally a draw.'
    """
    return f"{san} {does}, as every move does{f': {clause}' if clause else ''}."
