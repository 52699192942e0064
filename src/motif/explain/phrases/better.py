"""Say why a better move is better, in clauses that follow the move: "Kh8, which …"."""

from __future__ import annotations

from types import MappingProxyType

from motif.explain.phrases.ideas import Phrase

BETTER = MappingProxyType(
    {
        # What it does about the punishment of the move that was played.
        "captures the attacker": Phrase("captures {piece}", "Better is Bxf6, which captures the knight on f6."),
        "gets out": Phrase("gets {piece} out of danger", "Better is Rd4, which gets the rook on f4 out of danger."),
        "gets away": Phrase(
            "takes {piece} out of reach of {reply}",
            "Better is Ba2, which takes the bishop on c4 out of reach of Ne5.",
        ),
        "defends": Phrase("defends {piece}", "Better is Rd8, which defends the bishop on d4."),
        "closes": Phrase("closes the line of {slider}", "Better is g6, which closes the line of the queen on h5."),
        "guards": Phrase("guards {square}", "Better is Be7, which guards d8."),
        "stops": Phrase("stops {reply}", "Better is h6, which stops Ng5."),
        "keeps guarded": Phrase("keeps {piece} defended", "Better is Ra1, which keeps d8 defended."),
        "takes the king away": Phrase(
            "takes the king away from {reply}", "Better is Kh1, which takes the king away from Qxf2+."
        ),
        "answers": Phrase("answers {reply} with {answer}", "Better is Nc4, which answers Rxd5 with Nxb6."),
        "captures a helper": Phrase(
            "captures {piece}, which the mate needs",
            "Better is Rxf4, which captures the knight on f4, which the mate needs.",
        ),
        "stops mate": Phrase("stops the mate", "Better is Ra1, which stops the mate."),
        # What it does on the board.
        "captures": Phrase("captures {piece}", "Better is Qxf6, which captures the bishop on f6."),
        "trades alike": Phrase("trades {pieces}", "Better is Rxe8+, which trades rooks."),
        "trades": Phrase(
            "trades the {piece} for {victim}", "Better is Bxf6, which trades the bishop for the knight on f6."
        ),
        # What it keeps, by the evaluation alone.
        "balance": Phrase("keeps the balance", "Better is Ne8, which keeps the balance."),
        "advantage": Phrase("keeps the advantage", "Better is Kg2, which keeps the advantage."),
        "damage": Phrase("limits the damage", "Better is Ne8, which limits the damage."),
    }
)
"""Every phrase by its key."""


def said(key: str, **names: str) -> str:
    """Return a phrase with its names filled in.

    >>> said("answers", reply="Rxd5", answer="Nxb6")
    'answers Rxd5 with Nxb6'
    """
    return BETTER[key].words.format(**names)
