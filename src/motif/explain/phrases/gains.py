"""The phrases for what a line wins: a clause for each motif, each mate and each way in which a line saves a draw.

A clause follows the move ("Nc7+ forks the king on e8 and the rook on a8"), and what is won follows the clause. A clause
that begins with "because" comes after what is won. `motif.explain.clauses` fills in the names in braces; a test plays
every example.
"""

from __future__ import annotations

from types import MappingProxyType

from motif.explain.phrases.ideas import Phrase

BECAUSE = "because "

GAINS = MappingProxyType(
    {
        # One piece attacks several.
        "fork": Phrase("forks {targets}", "Qd5+ forks the king on g8 and the bishop on d4, winning a bishop."),
        "skewer": Phrase("skewers {front} and {behind}", "Bg3+ skewers the king on f2 and the rook on e1."),
        "discovered attack": Phrase(
            "uncovers an attack by {slider} on {target}",
            "Nxd6+ uncovers an attack by the queen on h4 on the queen on d4, winning the queen.",
        ),
        "discovered check": Phrase("uncovers a check by {slider}", "Bh3+ uncovers a check by the rook on d1."),
        "check by castling": Phrase("gives check with {slider}", "O-O+ gives check with the rook on f8."),
        "double check": Phrase(
            "gives double check, so the king must move", "Bb4+ gives double check, so the king must move."
        ),
        # Pieces that cannot move.
        "pin": Phrase("pins {pinned} to {behind}", "Bg2 pins the queen on c6 to the king on a8."),
        "uses a pin": Phrase(
            "because {pinner} pins {pinned} to {behind}",
            "Ng6+ wins a pawn because the rook on h3 pins the pawn on h7 to the king on h8.",
        ),
        "trapped piece": Phrase("traps {target}", "Rh5 traps the queen on h6."),
        "x-ray": Phrase(
            "because {slider} attacks {square} through {target}",
            "Rxe8+ mates in 2 because the rook on e1 attacks e8 through the rook on e7.",
        ),
        # Captures.
        "undefended": Phrase(
            "captures the undefended {piece} on {square}", "Qxd4 captures the undefended queen on d4."
        ),
        "wins undefended": Phrase("wins the undefended {piece}{rest}", "exf4 wins the undefended bishop."),
        "too few defenders": Phrase(
            "{effect}, as {square} has too few defenders", "Rxf7 wins a knight, as f7 has too few defenders."
        ),
        "in the end": Phrase(
            "captures {target} and in the end {effect}",
            "fxg5 captures the rook on g5 and in the end wins a bishop.",
        ),
        "worth more": Phrase("captures {target}", "Bxe6 captures the queen on e6."),
        "recaptures": Phrase(
            "recaptures {target}, which took only {taken}", "Qxd4 recaptures the knight on d4, which took only a pawn."
        ),
        "recapture fails": Phrase(
            "captures {target}, as {recapture} loses to {next}",
            "Rxc6 captures the knight on c6, as Qxc6 loses to Qxd8+.",
        ),
        "recapture pinned": Phrase(
            "captures {target}, as {guard} is pinned", "Bxe4 captures the pawn on e4, as the bishop on f3 is pinned."
        ),
        "recapture costs more": Phrase(
            "{effect}, as recapturing loses more",
            "Nxe5 wins a pawn, as recapturing loses more.",
        ),
        "en passant": Phrase("captures {target} en passant", "cxb3 captures the pawn on b4 en passant."),
        "may recapture": Phrase(
            "captures {target} (or recaptures there)", "bxc3 captures the rook on c3 (or recaptures there)."
        ),
        # Defenders that leave, or have too much to do.
        "abandoned defence": Phrase(
            "captures {target}, which {left} left without enough defenders",
            "Bxc6 captures the knight on c6, which Ba6 left without enough defenders.",
        ),
        "capture of the defender": Phrase(
            "captures {guard}, the defender of {target}",
            "Rxg1 captures the rook on g1, the defender of the knight on e2.",
        ),
        "deflection": Phrase(
            "draws {guard} away from {target}", "Re1+ draws the rook on g1 away from the queen on g5."
        ),
        "overloaded defender": Phrase(
            "because {guard} cannot defend both {first} and {second}",
            "Nxd5 wins a pawn because the queen on d8 cannot defend both the pawn on d5 and the bishop on e7.",
        ),
        "interference": Phrase("cuts {guard} off from {target}", "c4 cuts the queen on d3 off from the rook on a6."),
        "self-interference": Phrase(
            "because {reply} cuts {guard} off from {target}",
            "Ne3+ wins a pawn because Ke6 cuts the bishop on c8 off from the pawn on g4.",
        ),
        "attraction": Phrase(
            "draws {target} to {square}, where {next} hits it",
            "Qxf8+ draws the king on g8 to f8, where Rd8 hits it, mating in 2.",
        ),
        "clearance": Phrase("makes way for {next}", "Ne1+ makes way for Qf3+."),
        "intermezzo": Phrase(
            "comes first, with check, before {target} is recaptured",
            "Rxd8+ comes first, with check, before the queen on c2 is recaptured.",
        ),
        # Threats.
        "threat": Phrase("attacks {targets}", "Ra1 attacks the knight on c3."),
        "threat, lost": Phrase(
            "attacks {target}, which has no safe square", "g3 attacks the knight on h4, which has no safe square."
        ),
        "threat, pinned": Phrase("attacks the pinned {piece} on {square}", "e4 attacks the pinned knight on d5."),
        "mate threat": Phrase("threatens {threat} mate", "Nxg6+ threatens Qh3 mate."),
        # Pawns.
        "unstoppable pawn": Phrase(
            "because nothing stops the pawn on {square}",
            "After Kf6 Ke8, e7 makes a queen because nothing stops the pawn on e6.",
        ),
        "promotion": Phrase("promotes the pawn", "dxe1=Q promotes the pawn."),
        # No motif passed its check: what is seen on the board all the same.
        "exchange": Phrase("{effect} in the exchange on {square}", "Rxd5 wins a pawn in the exchange on d5."),
    }
)
"""The clauses by their keys."""

MATES = MappingProxyType(
    {
        "mate": "mate",
        "back rank mate": "a back rank mate",
        "smothered mate": "a smothered mate",
        "Anastasia's mate": "Anastasia's mate",
        "Arabian mate": "an Arabian mate",
        "Boden's mate": "Boden's mate",
        "double bishop mate": "a double bishop mate",
        "dovetail mate": "a dovetail mate",
        "hook mate": "a hook mate",
        "epaulette mate": "an epaulette mate",
        "opera mate": "an opera mate",
        "Pillsbury's mate": "Pillsbury's mate",
        "corner mate": "a corner mate",
    }
)
"""The name of each mate."""

HOW_MATE = MappingProxyType(
    {
        "protected": Phrase("{helper} protects the {piece}", "Qxf7 is mate: the bishop on c4 protects the queen."),
        "shut in": Phrase(
            "the king is shut in by {blockers}", "Nf7 is a smothered mate: the king is shut in by its own pieces."
        ),
        "covered": Phrase(
            "{helpers} {cover} the king's escape squares",
            "Rh6 is Anastasia's mate: the knight on e3 covers the king's escape squares.",
        ),
    }
)
"""Why the king cannot escape a mate."""

DRAWS = MappingProxyType(
    {
        "stalemate": "by stalemate",
        "bare kings": "because neither side can mate any more",
        "perpetual check": "by perpetual check",
        "repetition": "by repetition",
    }
)
"""The rules by which a line ends in a draw."""


def said(key: str, **names: str) -> str:
    """Return a clause with its names filled in.

    >>> said("threat", targets="the knight on c3")
    'attacks the knight on c3'
    """
    return GAINS[key].words.format(**names)


PARTICIPLES = {
    "wins ": "winning ",
    "makes ": "making ",
    "promotes ": "promoting ",
    "mates ": "mating ",
    "saves ": "saving ",
}


def joined(clause: str, effect: str) -> str:
    """Join a clause and its result.

    >>> joined("forks the king on e8 and the rook on a8", "wins a rook")
    'forks the king on e8 and the rook on a8, winning a rook'
    >>> joined("because the rook on d3 pins the bishop on f3 to the king", "wins a pawn")
    'wins a pawn because the rook on d3 pins the bishop on f3 to the king'
    """
    if clause.startswith(BECAUSE):
        return f"{effect or 'wins'} {clause}"
    return f"{clause}, {participle(effect)}" if effect else clause


def participle(effect: str) -> str:
    """Turn the result of a move into a participle that ends a sentence.

    >>> participle("wins a rook and saves the draw")
    'winning a rook and saving the draw'
    """
    for verb, ending in PARTICIPLES.items():
        if effect.startswith(verb):
            effect = ending + effect.removeprefix(verb)
        effect = effect.replace(f" and {verb}", f" and {ending}")
    return effect
