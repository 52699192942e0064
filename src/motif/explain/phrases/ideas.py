"""The phrases for what a quiet move does on the board: a clause for each idea, with an example.

A clause follows the name of a move ("Nf3 develops the knight"). The words in braces come from the finder in
`motif.motifs`, which also says when a clause is true. A test plays every example.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from motif.motifs.idea import Sighting


@dataclass(frozen=True, slots=True)
class Phrase:
    """A clause with names in braces, and a sentence that shows it."""

    words: str
    example: str


IDEAS = MappingProxyType(
    {
        # What the moved piece attacks and defends.
        "attack": Phrase("attacks {victim}", "Rc1 attacks the undefended knight on c6."),
        "attack, fork": Phrase("forks {victim}", "Nd5 forks the queen on b6 and the rook on c7."),
        "pin": Phrase("pins {pinned} to {behind}", "Bg5 pins the knight on f6 to the queen."),
        "kept pin": Phrase("keeps {pinned} pinned", "Bh5 keeps the knight on f3 pinned."),
        "pressure": Phrase("attacks {pinned}", "Ne4 attacks the pinned knight on c3."),
        "opened line": Phrase("opens the {line} of {slider}", "d3 opens the diagonal of the bishop on c1."),
        "opened line, against": Phrase(
            "opens the {piece}'s {line} against {victim}", "Nb4 opens the bishop's diagonal against the rook on h7."
        ),
        "closed line": Phrase("closes the {line} of {slider}", "d4 closes the diagonal of the bishop on b2."),
        "guard": Phrase("defends {piece}", "f3 defends the pawn on e4."),
        "support": Phrase("supports {piece}", "f3 supports the pawn on e4."),
        "shield": Phrase("shields {piece} from {slider}", "d4 shields the knight on a1 from the bishop on f6."),
        "escape": Phrase("gets the {piece} out of attack", "d4 gets the pawn out of attack."),
        "escape, check": Phrase(
            "gets the {piece} out of attack with check", "Nd3+ gets the knight out of attack with check."
        ),
        "attacked defender": Phrase(
            "attacks {victim}, which defends {ward}", "Bb5 attacks the knight on c6, which defends the pawn on e5."
        ),
        "kept target": Phrase("keeps attacking {piece}", "Ba4 keeps attacking the knight on c6."),
        "kept target, own": Phrase("keeps defending {piece}", "Bg2 keeps defending the pawn on e4."),
        "eyed pieces": Phrase("eyes {victims}", "Be3 eyes the pawn on b6."),
        "unpinning": Phrase("unpins {pinned}", "Kf1 unpins the knight on c3."),
        "offered trade": Phrase(
            "offers to trade the {piece} for {victim}", "Na4 offers to trade the knight for the bishop on b6."
        ),
        "offered trade, alike": Phrase("offers to trade {pieces}", "Na4 offers to trade knights."),
        "avoided trade": Phrase(
            "avoids the trade of the {piece} for {rival}",
            "Be2 avoids the trade of the bishop for the knight on b6.",
        ),
        "avoided trade, alike": Phrase("avoids the trade of {pieces}", "Bf1 avoids the trade of bishops."),
        "checks avoided": Phrase("avoids the check {check}", "Kc7 avoids the check Rfd1+."),
        # Development and better squares.
        "development": Phrase("develops the {piece}", "Be2 develops the bishop."),
        "development, castling": Phrase(
            "develops the {piece} and prepares to castle", "Be2 develops the bishop and prepares to castle."
        ),
        "development, centre": Phrase(
            "develops the {piece} and covers {squares} in the centre",
            "Nf3 develops the knight and covers d4 and e5 in the centre.",
        ),
        "development, late": Phrase("brings the {piece} into play", "Bd2 brings the bishop into play."),
        "way to castle": Phrase("prepares to castle", "Qe2+ prepares to castle."),
        "castling": Phrase("castles and brings the rook into play", "O-O castles and brings the rook into play."),
        "castling, sheltered": Phrase(
            "puts the king behind {pawns} and brings the rook into play",
            "O-O puts the king behind three pawns and brings the rook into play.",
        ),
        "castling, without queens": Phrase("brings the rook into play", "O-O brings the rook into play."),
        "long diagonal": Phrase(
            "puts the bishop on the long diagonal {diagonal}", "Bb2 puts the bishop on the long diagonal a1 to h8."
        ),
        "outpost": Phrase(
            "puts the {piece} on an outpost, where {pawn} protects it and no pawn can attack it",
            "Ne5 puts the knight on an outpost, where the pawn on d4 protects it and no pawn can attack it.",
        ),
        "better square": Phrase(
            "puts the {piece} on a better square, where it eyes {squares}",
            "Nc4 puts the knight on a better square, where it eyes e5 and d6.",
        ),
        "towards the king": Phrase("aims at {squares}, next to the king", "Ng5 aims at f7 and h7, next to the king."),
        # Rooks.
        "open file": Phrase("puts the rook on the open {file}", "Re1 puts the rook on the open e-file."),
        "open file, against": Phrase(
            "puts the rook on the open {file}, against {aim}",
            "Rc1 puts the rook on the open c-file, against the king on c8.",
        ),
        "half-open file": Phrase("puts the rook on the half-open {file}", "Rc1 puts the rook on the half-open c-file."),
        "half-open file, against": Phrase(
            "puts the rook on the half-open {file}, against {pawn}",
            "Rc1 puts the rook on the half-open c-file, against the pawn on c7.",
        ),
        "seventh rank": Phrase(
            "puts the rook on the seventh rank, where it attacks pawns",
            "Rc7+ puts the rook on the seventh rank, where it attacks pawns.",
        ),
        "seventh rank, king": Phrase(
            "puts the rook on the seventh rank and shuts in the king",
            "Rc7 puts the rook on the seventh rank and shuts in the king.",
        ),
        "doubled rooks": Phrase("doubles the rooks on the {file}", "Rad1 doubles the rooks on the d-file."),
        "behind a passed pawn": Phrase(
            "puts the rook behind {whose} passed pawn on {square}",
            "Ra1 puts the rook behind its own passed pawn on a5.",
        ),
        "cut off": Phrase(
            "cuts the king off from the passed pawn on {square} along the {file}",
            "Rd1 cuts the king off from the passed pawn on b4 along the d-file.",
        ),
        # Trades.
        "trade while ahead": Phrase(
            "trades {pieces} while ahead in material", "Qxd8 trades queens while ahead in material."
        ),
        "bishop pair": Phrase("breaks up the opponent's bishop pair", "Nxd6+ breaks up the opponent's bishop pair."),
        "bishop pair, own": Phrase("gives only {side} the bishop pair", "Nxd6+ gives only White the bishop pair."),
        "doubled pawns": Phrase(
            "gives the opponent doubled pawns on the {file}", "Bxf6 gives the opponent doubled pawns on the f-file."
        ),
        "isolated pawn": Phrase("isolates {pawn}", "bxc6 isolates the pawn on d5."),
        # Pawns.
        "centre": Phrase("takes space in the centre", "d4 takes space in the centre."),
        "pawn break": Phrase("attacks {pawn}, to open lines", "c5 attacks the pawn on b6, to open lines."),
        "pawn break, centre": Phrase(
            "attacks {pawn}, to open the centre", "c4 attacks the pawn on d5, to open the centre."
        ),
        "pawn break, challenge": Phrase("challenges {pawn}", "d5 challenges the pawn on e4."),
        "pawn storm": Phrase("sends the {pawn} at the king", "g5 sends the g-pawn at the king."),
        "space": Phrase("gains space on the {wing}", "b4 gains space on the queenside."),
        "square taken": Phrase("stops {move}", "h3 stops Ng4."),
        "square taken, several": Phrase("keeps {pieces} off {square}", "h3 keeps the knight and the bishop off g4."),
        "fixed pawn": Phrase("blocks {pawn}", "h5 blocks the pawn on h6."),
        "majority": Phrase(
            "advances the {wing} majority, {own} pawns against {theirs}",
            "b4 advances the queenside majority, 2 pawns against 1.",
        ),
        "passed pawn": Phrase("makes a passed pawn on {square}", "bxa6 makes a passed pawn on a6."),
        "advanced passed pawn": Phrase("pushes the passed pawn", "a6 pushes the passed pawn."),
        "advanced passed pawn, near": Phrase(
            "pushes the passed pawn to within a step of queening",
            "a7 pushes the passed pawn to within a step of queening.",
        ),
        "advanced passed pawn, connected": Phrase(
            "pushes one of the two connected passed pawns",
            "a5 pushes one of the two connected passed pawns.",
        ),
        "advanced passed pawn, outside": Phrase(
            "pushes the outside passed pawn, which draws the king away from the others",
            "b5 pushes the outside passed pawn, which draws the king away from the others.",
        ),
        "way for a pawn": Phrase(
            "makes way for the passed pawn on {square}", "Rb8 makes way for the passed pawn on a7."
        ),
        "blockade": Phrase(
            "blocks the passed pawn on {square}",
            "Na3 blocks the passed pawn on a4.",
        ),
        "blockade, king": Phrase(
            "puts the king in front of the passed pawn on {square}",
            "Kd8 puts the king in front of the passed pawn on d6.",
        ),
        "supported passed pawn": Phrase("supports the passed pawn on {square}", "Rd1 supports the passed pawn on d6."),
        "supported passed pawn, advance": Phrase(
            "supports the advance of the passed pawn on {square}", "Nc5 supports the advance of the passed pawn on d6."
        ),
        "supported passed pawn, opened": Phrase(
            "lets {piece} support the passed pawn on {square}", "Nb3 lets the rook on d1 support the passed pawn on d6."
        ),
        "watched passed pawn": Phrase(
            "guards {step}, in front of the passed pawn on {square}",
            "Ra4 guards d4, in front of the passed pawn on d5.",
        ),
        # Kings.
        "flight": Phrase("gives the king an escape square on {square}", "h3 gives the king an escape square on h2."),
        "active king": Phrase("brings the king towards the centre", "Kf2 brings the king towards the centre."),
        "active king, pawn": Phrase(
            "brings the king nearer to {pawn}", "Kb3 brings the king nearer to the pawn on a5."
        ),
        "king to a passed pawn": Phrase(
            "brings the king nearer to {whose} passed pawn on {square}",
            "Kf1 brings the king nearer to the opponent's passed pawn on b5.",
        ),
    }
)
"""The clauses by their keys, which sightings carry as `phrase`."""


def clause(sighting: Sighting) -> str:
    """Return a sighting as a clause to follow the move.

    >>> clause(Sighting("castling", (), {"pawns": "two pawns"}, "sheltered"))
    'puts the king behind two pawns and brings the rook into play'
    """
    return IDEAS[sighting.phrase].words.format(**sighting.names)
