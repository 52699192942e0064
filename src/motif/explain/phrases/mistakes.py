"""The phrases for mistakes: what a bad move did wrong, what it allows and misses, and why a better move is better.

`{played}` is the bad move. `{deed}` is what the opponent's reply or the better move does; it comes from
`phrases.gains`, and its form depends on its place: "Bg2, which pins the queen on c6 to the king" after "allows",
"Qxd4 wins a bishop" after a colon. `motif.explain.mistakes` and `slips` choose the phrase; a test plays every example.
"""

from __future__ import annotations

from types import MappingProxyType

from motif.explain.phrases.ideas import Phrase

MOST_WORDS = 25
"""The most words of a sentence; readers lose the thread of longer ones."""

MISTAKES = MappingProxyType(
    {
        # What the move did wrong.
        "ignored threat": Phrase(
            "{played} ignores the threat {deed}", "Bh4 ignores the threat Nxf4, which wins the undefended rook."
        ),
        "hung piece": Phrase(
            "{played} puts the {piece} on an attacked square: {deed}",
            "Qf3+ puts the queen on an attacked square: Nxf3 wins the queen for a knight.",
        ),
        "greedy capture": Phrase(
            "{played} captures a defended {victim}: {deed}",
            "Nxd4 captures a defended pawn: Qxd4 wins a knight for a pawn.",
        ),
        "undefended": Phrase(
            "{played} leaves {piece} undefended: {deed}",
            "Qf5 leaves the bishop on d4 undefended: Qxd4 wins a bishop for a pawn.",
        ),
        "too few defenders": Phrase(
            "{played} leaves {piece} with too few defenders: {deed}",
            "Kh8 leaves the knight on f7 with too few defenders: Rxf7 wins a knight.",
        ),
        "unguarded square": Phrase(
            "{played} stops guarding {square}: {deed}", "Re6 stops guarding d8: after Qd8+ Re8, Qxe8 is mate."
        ),
        "opened line": Phrase(
            "{played} opens the line from {slider} to {piece}: {deed}",
            "Nf6 opens the line from the queen on d6 to the rook on d8: Rxc6 wins a knight.",
        ),
        "blocked guard": Phrase(
            "{played} cuts {guard} off from {piece}: {deed}",
            "Nd5 cuts the queen on d8 off from the pawn on d4: Bxd4 wins a pawn.",
        ),
        "own flight square": Phrase(
            "{played} takes {square} from its own king: {deed}", "Rf8 takes f8 from its own king: Qxh7 is mate."
        ),
        "walked into": Phrase(
            "{played} walks into {motif}: {deed}",
            "Qxe4 walks into a fork: Nxd6+ forks the king on e8 and the queen on e4, winning the queen and a pawn.",
        ),
        "left square": Phrase(
            "{played} leaves {square} to {piece}: {deed}", "Rb1 leaves d1 to the rook on d8: Rd1 is mate."
        ),
        "gives": Phrase("{played} gives {piece} for {victim}", "Nxe5 gives the knight on f3 for the pawn on e5."),
        "no recapture": Phrase("{played} does not recapture on {square}", "Nh5 does not recapture on d4."),
        "wrong piece": Phrase("{played} captures with the wrong piece", "gxf6 captures with the wrong piece."),
        # What it allows, where nothing simpler passed its check.
        "allows": Phrase(
            "{played} allows {deed}",
            "b5 allows Bg2, which pins the queen on c6 to the king on a8, winning the queen for a bishop.",
        ),
        "answered": Phrase("{played} is answered by {deed}", "g4 is answered by Ne5."),
        "answered, no castling": Phrase(
            "{played} is answered by {deed}, and the king can no longer castle",
            "d3 is answered by dxe4 dxe4 Qxd1+, and the king can no longer castle.",
        ),
        # What it misses.
        "misses": Phrase("{played} misses {deed}", "Nf6 misses Qxf7, mate: the bishop on c4 protects the queen."),
        "wrong capture": Phrase(
            "{played} captures with the wrong piece: {deed}", "bxc6 captures with the wrong piece: Rxc6 wins a bishop."
        ),
        "too early": Phrase(
            "{played} comes too early: {deed}", "Qxc6 comes too early: after Rb1+ Bb4 Rxb4+ Ka8, Qxc6 is mate."
        ),
        # Why the better move is better, in clauses that follow the move: what it does about the punishment …
        "captures the attacker": Phrase("captures {piece}", "Better is Bxf6, which captures the knight on f6."),
        "gets out": Phrase("gets {piece} out of danger", "Better is Rd4, which gets the rook on f4 out of danger."),
        "gets away": Phrase(
            "takes {piece} out of reach of {reply}",
            "Better is Ba2, which takes the bishop on c4 out of reach of Ne5.",
        ),
        "keeps away": Phrase(
            "keeps the {piece} out of reach of {reply}", "Better is Nxd5, which keeps the queen out of reach of Nc3."
        ),
        "defends": Phrase("defends {piece}", "Better is Rd8, which defends the bishop on d4."),
        "closes": Phrase("closes the line of {slider}", "Better is g6, which closes the line of the queen on h5."),
        "guards": Phrase("guards {square}", "Better is Be7, which guards d8."),
        "guards against": Phrase("guards {square} against {reply}", "Better is Rg8, which guards g6 against Qg6."),
        "stops": Phrase("stops {reply}", "Better is h6, which stops Ng5."),
        "keeps guarded": Phrase("keeps {piece} defended", "Better is Ra1, which keeps d8 defended."),
        "takes the king away": Phrase(
            "takes the king away from {reply}", "Better is Kh1, which takes the king away from Qxf2+."
        ),
        "answers": Phrase("answers {reply} with {answer}", "Better is Nc4, which answers Rxd5 with Nxb6."),
        "in time": Phrase("has to come before {reply}", "Better is Nhf6, which has to come before Rad1."),
        "avoids the trade": Phrase("avoids the trade of {pieces}", "Better is Qf4, which avoids the trade of queens."),
        "recaptures": Phrase("recaptures {piece}", "Better is exd4, which recaptures the bishop on d4."),
        "captures a helper": Phrase(
            "captures {piece}, which the mate needs",
            "Better is Rxf4, which captures the knight on f4, which the mate needs.",
        ),
        "stops mate": Phrase("stops the mate", "Better is Ra1, which stops the mate."),
        # … or what it does on the board.
        "captures": Phrase("captures {piece}", "Better is Qxf6, which captures the bishop on f6."),
        "trades alike": Phrase("trades {pieces}", "Better is Rxe8+, which trades rooks."),
        "trades the attacker": Phrase(
            "trades off the attacker, {piece}", "Better is exf6, which trades off the attacker, the pawn on f6."
        ),
        "trades in time": Phrase(
            "trades {piece} before {reply} wins it",
            "Better is Nxd5, which trades the knight on c3 before bxc3 wins it.",
        ),
        "trades": Phrase(
            "trades the {piece} for {victim}", "Better is Bxf6, which trades the bishop for the knight on f6."
        ),
        # Nothing specific.
        "no mistake": Phrase(
            "{played} is no mistake in the eyes of this engine", "e4 is no mistake in the eyes of this engine."
        ),
        "decided": Phrase(
            "{better} is better than {played}, but the game is decided either way",
            "Bxd4 is better than Kf1, but the game is decided either way.",
        ),
        "better": Phrase("{better} is better than {played}", "Nf3 is better than f3."),
    }
)
"""The phrases by their keys."""

MOTIFS_WALKED_INTO = MappingProxyType(
    {"fork": "a fork", "king fork": "a fork", "pin": "a pin", "relative pin": "a pin", "skewer": "a skewer"}
)
"""Motifs that a moved piece can walk into, with their names in a sentence."""


def said(key: str, **names: str) -> str:
    """Return a phrase with its names filled in.

    >>> said("better", better="Nf3", played="f3")
    'Nf3 is better than f3'
    """
    return MISTAKES[key].words.format(**names)


def shortest(sentences: tuple[str, ...]) -> str:
    """Return the first sentence that is not too long, or the last.

    >>> shortest(("word " * 30, "Bxe4 wins a pawn."))
    'Bxe4 wins a pawn.'
    """
    return next((each for each in sentences if len(each.split()) <= MOST_WORDS), sentences[-1])


def which(san: str, does: str) -> str:
    """Return a move and what it does as a part of a sentence; only the move if nothing is known.

    >>> which("Nf3", "develops the knight"), which("Nf3", "")
    ('Nf3, which develops the knight', 'Nf3')
    """
    return f"{san}, which {does}" if does else san


def better_is(deed: str) -> str:
    """Return the sentence that names the better move.

    >>> better_is("Nf3, which develops the knight")
    'Better is Nf3, which develops the knight.'
    """
    return f"Better is {deed}."


def also_allows(san: str, sentence: str) -> str:
    """Return the sentence that adds what a move allows to what it misses.

    >>> also_allows("Rxb2", "Rxb2 wins a bishop.")
    'It also allows Rxb2, which wins a bishop.'
    >>> also_allows("Qxb1", "After Qxb1 Kh1, Bd4+ wins a rook.")
    'It also allows Qxb1: after Kh1, Bd4+ wins a rook.'
    """
    if sentence.startswith(f"{san} "):
        return f"It also allows {which(san, sentence.removeprefix(f'{san} '))}"
    if sentence.startswith(f"After {san} "):
        return f"It also allows {san}: after {sentence.removeprefix(f'After {san} ')}"
    return f"It also allows {san}: {sentence[:1].lower() + sentence[1:] if sentence.startswith(CAPITALS) else sentence}"


CAPITALS = ("After ", "In the end ")
"""How sentences that do not begin with a move begin."""
