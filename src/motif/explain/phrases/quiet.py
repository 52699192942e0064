"""The phrases for what a move that wins nothing is for: threats met and made, plans, trades, ways out of check.

A clause follows the name of a move, as in `phrases.ideas`; `join` puts two of them together. A sentence has at most
MOST_WORDS words.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

import chess

from motif.board.wording import listed
from motif.explain.phrases.ideas import Phrase

MOST_WORDS = 25
"""The most words of a sentence; readers lose the thread of longer ones."""

FEWEST_WORDS_OF_IDEA = 4

QUIET = MappingProxyType(
    {
        # The move meets a threat of the opponent.
        "escape": Phrase(
            "gets the {piece} out of attack", "Qf4 gets the queen out of attack and attacks the queen on d6."
        ),
        "escape, check": Phrase(
            "gets the {piece} out of attack with check", "Bb5+ gets the bishop out of attack with check."
        ),
        "escape, only": Phrase(
            "takes the {piece} to its only safe square", "Nh5 takes the knight to its only safe square."
        ),
        "escape, later": Phrase(
            "takes the {piece} out of reach of {threat}", "Rfd8 takes the rook out of reach of Bh6."
        ),
        "prepared": Phrase("answers {threat} with {answer}", "Rc1 answers Rxb5 with Rxc6."),
        "rook escape": Phrase("gets {piece} out of attack", "O-O gets the rook on h1 out of attack."),
        "defends": Phrase("defends {piece}", "Re8 defends the pawn on e4; otherwise Qxe4 wins it."),
        "lets defend": Phrase("lets {defender} defend {piece}", "Nb3 lets the rook on d1 defend the pawn on d5."),
        "backs up": Phrase(
            "backs up {defender}, which defends {piece}",
            "Rgb1 backs up the rook on b4, which defends the bishop on b5; otherwise Bxc6 wins it.",
        ),
        "captures the attacker": Phrase(
            "takes {piece}, which threatened {threat}", "Bxf6 takes the knight on f6, which threatened Ng4."
        ),
        "blocks": Phrase("blocks {slider}", "d4 blocks the bishop on c5."),
        "pins the attacker": Phrase("pins {piece}", "Bb5 pins the knight on c6."),
        "king escape": Phrase(
            "avoids {threat}, which would {effect}", "Kd8 avoids Bg6+, which would win the queen for a bishop."
        ),
        "makes room": Phrase(
            "gives the king room to escape", "h3 gives the king room to escape; otherwise Re1 is mate."
        ),
        "counters": Phrase("answers the threat {threat} with a threat", "Rd1 answers the threat Qxb2 with a threat."),
        "stops": Phrase("stops {threat}, which would {effect}", "h6 stops Ng5, which would win a pawn."),
        # The move makes a threat.
        "attacks": Phrase("attacks {piece}", "g4 attacks the bishop on f5."),
        "threatens": Phrase("threatens to {effect} with {threat}", "Qd3 threatens to win a pawn with Qxh7+."),
        "threatens to take": Phrase("threatens {threat}", "b5 threatens bxa6."),
        "threatens a fork": Phrase(
            "threatens {threat}, forking {pieces}", "Bf6 threatens Bxb2, forking the rook on a1 and the knight on a3."
        ),
        "threatens mate": Phrase("threatens {threat} mate", "Nf4 threatens Qxg2 mate."),
        "threatens a longer mate": Phrase(
            "threatens mate in {moves} with {threat}", "Qh5 threatens mate in 2 with Qxh7+."
        ),
        "keeps the attack": Phrase(
            "gets out of check, and {attacker} still attacks {piece}",
            "Kb7 gets out of check, and the rook on d7 still attacks the bishop on a7.",
        ),
        # Checks.
        "perpetual check": Phrase("draws by perpetual check", "Qg4+ draws by perpetual check."),
        "more checks": Phrase("gives check, and {next} checks again", "Ra3+ gives check, and Ra2+ checks again."),
        "check, then": Phrase(
            "gives check; after {reply}, {next} {does}",
            "Ra1+ gives check; after Kg2, Ra2 supports the passed pawn on c2.",
        ),
        "drives the king back": Phrase("drives the king back to {square}", "Rg7+ drives the king back to h1."),
        "drives the king away": Phrase(
            "drives the king away from {pawn}", "Rc6+ drives the king away from the pawn on e6."
        ),
        # The next moves.
        "prevents": Phrase("stops {move}", "Qd3 stops e4."),
        "blocks a pawn": Phrase(
            "keeps {pawn} from advancing", "d4 keeps the pawn on d5 from advancing and prepares Qd3."
        ),
        "prepares": Phrase("prepares {move}", "b6 prepares Bb7."),
        "prepares an attack": Phrase("prepares {move}, against {target}", "Qd2 prepares Qf4, against the pawn on g3."),
        "heads for": Phrase("heads for {square}", "Nd2 heads for c4."),
        "heads for a target": Phrase(
            "heads for {square}, against {target}", "Rb1 heads for b7, against the pawn on c7."
        ),
        # Captures and trades.
        "recaptures": Phrase("recaptures", "bxc6 recaptures."),
        "recaptures for less": Phrase(
            "recaptures {piece}, which took only a {taken}", "Bxf3 recaptures the queen, which took only a pawn."
        ),
        "en passant": Phrase("captures the pawn en passant", "exd6 captures the pawn en passant."),
        "takes": Phrase("takes {piece}", "fxg4 takes the bishop on g4."),
        "takes in return": Phrase(
            "takes {piece}, and {side} gets {back} with {moves}",
            "Qxg7 takes the pawn on g7, and Black gets the pawn on g2 with Rg8 and Rxg2.",
        ),
        "trades": Phrase("trades the {piece} for {victim}", "Bxc6 trades the bishop for the knight on c6."),
        "trades alike": Phrase("trades {pieces}", "Rxc1+ trades rooks."),
        "takes and trades": Phrase(
            "takes {victim} and trades {pieces}", "Qxc3 takes the pawn on c3 and trades queens."
        ),
        "gives up": Phrase("gives the {piece} for {victim}", "Rxc3 gives the rook for the knight on c3."),
        "attacks and offers": Phrase(
            "attacks {victim} and offers to trade the {piece} for {taker}",
            "e6 attacks the queen on d7 and offers to trade the pawn for the pawn on f7.",
        ),
        "attacks and offers alike": Phrase(
            "attacks {victim} and offers to trade {pieces}",
            "Bf5 attacks the rook on c8 and offers to trade bishops.",
        ),
        # Out of check.
        "only move": Phrase("is the only legal move", "Kg1 is the only legal move."),
        "out of check": Phrase("gets out of check", "Kf1 gets out of check."),
        "blocks the check": Phrase("blocks the check", "Re3 blocks the check."),
        "out of check, defending": Phrase(
            "gets out of check and defends {piece}", "Kd4 gets out of check and defends the pawn on d5."
        ),
        "best way out": Phrase("is clearly the best way out of check", "Kd1 is clearly the best way out of check."),
        "others are mated": Phrase(
            "{out}; {others} {allow} mate in {moves}{reply}",
            "Kg4 gets out of check; Kf5 allows mate in 2 (Qf3+).",
        ),
        "keeps, out of check": Phrase(
            "{out} and keeps {piece}, which {others} would lose",
            "Kf1 gets out of check and keeps the rook on c1, which Kd2 would lose.",
        ),
        "defends, out of check": Phrase(
            "{out} and defends {piece}, which {others} would lose",
            "Kf1 gets out of check and defends the rook on c1, which Kd2 would lose.",
        ),
        "mate follows": Phrase(
            "is the only legal move, and mate follows: {line}",
            "Kg1 is the only legal move, and mate follows: 1...Rc2 2. Kf1 Rh1#.",
        ),
        "cannot stop mate": Phrase("cannot stop mate: {line}", "Kg1 cannot stop mate: 1...Rc2 2. Kf1 Rh1#."),
        "runs into mate": Phrase("runs into mate: {line}", "Kf5 runs into mate: 30...Qf3+ 31. Ke6 Rd6#."),
        # About other moves, as sentences of their own.
        "lasts longer": Phrase("{better} lasts longer.", "Kg4 lasts longer."),
        "fails": Phrase("Not {rival}: {reply} {result}.", "Not Nxb5: Bxb5 wins a pawn."),
        "follow-up": Phrase("After {reply}, {next} {result}.", "After Nc6, Bxg7 wins a pawn."),
        # Nothing more specific.
        "fine": Phrase("is fine", "Be7 is fine."),
        "as good": Phrase(
            "is as good as {others}: {side} is much better in any case",
            "Bd2 is as good as Bd6: Black is much better in any case.",
        ),
        "keeps winning": Phrase("keeps the win", "Qe4 keeps the win."),
        "keeps the balance": Phrase("keeps the balance", "Qc2 keeps the balance."),
        "keeps the advantage": Phrase("keeps the advantage", "Rge1 keeps the advantage."),
        "limits the damage": Phrase("limits the damage", "Be3 limits the damage."),
        "best": Phrase("is better than {other}, which allows {reply}", "Kf8 is better than Qc8, which allows Nd5."),
        "best, by the reply": Phrase(
            "is better than {other}, when {reply} {does}",
            "Kd2 is better than Kf2, when Ka3 attacks the pawn on a2.",
        ),
        "loses a piece": Phrase(
            "loses {piece} to {reply}, but {side} is winning anyway",
            "a4 loses the rook on h6 to Kxh6, but Black is winning anyway.",
        ),
        "changes little": Phrase("changes little: {side} is winning", "Kg3 changes little: Black is winning."),
    }
)
"""The clauses by their keys."""


def said(key: str, **names: str) -> str:
    """Return a clause with its names filled in.

    >>> said("prepares", move="Bb7")
    'prepares Bb7'
    """
    return QUIET[key].words.format(**names)


def join(first: str, second: str | None = None) -> str:
    """Join two clauses about one move; the second is left out if the sentence gets too long.

    >>> join("develops the bishop", "attacks the knight on e4")
    'develops the bishop and attacks the knight on e4'
    >>> join("stops d4, which would win a pawn", "eyes f7")
    'stops d4, which would win a pawn'
    >>> join("attacks the bishop on f4", "attacks the pawn on d4, to open the centre")
    'attacks the bishop on f4 and the pawn on d4, to open the centre'
    """
    if second is None or set(",:;") & set(first) or " and " in first:
        return first
    if first.startswith("attacks ") and second.startswith("attacks "):
        return _if_short(f"{first} and {second.removeprefix('attacks ')}", first)
    return _if_short(f"{first} and {cut(second)}", first)


def cut(clause: str) -> str:
    """Leave out the second half of a clause, to make room for another clause.

    >>> cut("develops the knight and covers e4 and d5 in the centre")
    'develops the knight'
    """
    return clause.partition(" and ")[0]


def otherwise(does: str, threat: str, result: str) -> str:
    """Add to a clause what would happen without the move.

    >>> otherwise("defends the pawn on e4", "Qxe4", "wins it")
    'defends the pawn on e4; otherwise Qxe4 wins it'
    """
    return _if_short(f"{does}; otherwise {threat} {result}", does)


def winning_anyway(does: str, side: chess.Color) -> str:
    """Add to a clause that the opponent is winning anyway.

    >>> winning_anyway("takes the pawn on g4", chess.BLACK)
    'takes the pawn on g4, but Black is winning'
    """
    return _if_short(f"{does}, but {chess.COLOR_NAMES[side].capitalize()} is winning", does)


def _if_short(longer: str, shorter: str) -> str:
    """Return the longer clause if, after the name of the move, it makes no sentence that is too long."""
    return longer if len(longer.split()) < MOST_WORDS else shorter


def as_good(board: chess.Board, others: Sequence[chess.Move]) -> str:
    """Say which other moves are as good.

    >>> as_good(chess.Board(), [chess.Move.from_uci("d2d4"), chess.Move.from_uci("g1f3")])
    'd4 and Nf3 are as good.'
    """
    return f"{listed([board.san(other) for other in others])} {'is' if len(others) == 1 else 'are'} as good."


def typical(rule: str) -> str:
    """Return a learned rule's sentence as a typical idea; empty if it is too short to say more than the move.

    >>> typical("Threaten to win an enemy piece that has no safe square, leaving nothing hanging.")
    'A typical idea: threaten to win a piece that has no safe square.'
    >>> typical("Castle.")
    ''
    """
    plain = rule.removesuffix(".").replace("an enemy", "a").replace("the enemy", "the opponent's").replace("enemy ", "")
    idea = plain.partition(",")[0]
    return f"A typical idea: {idea[:1].lower()}{idea[1:]}." if len(idea.split()) >= FEWEST_WORDS_OF_IDEA else ""


def if_passed(side: chess.Color, line: str) -> str:
    """Say what would follow if a side passed.

    >>> if_passed(chess.WHITE, "21...Bxb2 22. Rb1 Bxa3")
    'If White made no move here: 21...Bxb2 22. Rb1 Bxa3.'
    """
    return f"If {chess.COLOR_NAMES[side].capitalize()} made no move here: {line}."
