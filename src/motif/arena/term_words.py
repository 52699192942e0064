"""The terms of the people's model as a player would say them: what draws people to a move, not what speaks against it.

The names of `arena.habits` say what is computed ("is best by one ply"); these say what a player sees.
"""

from __future__ import annotations

from motif.arena.circumstances import BOTH

UNSAID = (
    *("patterns", "weaker", "stronger", "champions", "players here", "nearly no"),
    *(
        "loses",
        "is mated",
        "is third",
        "leaves another",
        "leaves two",
        "leaves a man",
        "passes by",
        "does not",
        "gives up",
    ),
    *("goes where it can be won", "goes where a pawn", "goes where an enemy"),
)
"""Terms that give no reason of their own, or none that speaks for a move, by how their names begin."""

WORDS = {
    "is best by one ply": "looks best at first sight",
    "is best by two plies": "looks best once the reply is seen",
    "is best by three plies": "looks best on a closer look",
    "is second best by three plies": "looks second best on a closer look",
    "is best by one ply and loses clearly by three": "looks best until one looks further",
    "is the quiet best by three plies": "looks like the best quiet move",
    "mates within one ply": "gives mate",
    "mates within two plies": "gives mate",
    "mates within three plies": "mates soon",
    "wins by exchange": "wins material",
    "saves a man that hung": "saves what was hanging",
    "moves a man that hung": "moves what was hanging",
    "takes a man that hung": "takes what was hanging",
    "threatens to win a man": "threatens to win something",
    "threatens more than before": "makes a threat",
    "gives check and takes": "takes with check",
    "gives check with a man that can be taken": "gives check",
    "takes more than it is worth": "takes something worth more",
    "exchanges like for like": "trades like for like",
    "takes in passing": "takes en passant",
    "promotes to a queen": "makes a queen",
    "promotes to less": "underpromotes",
    "moves a queen": "moves the queen",
    "moves a king": "moves the king",
    "castles short": "castles",
    "castles long": "castles",
    "goes backward": "goes back",
    "goes backward and is quiet": "goes back",
    "goes far": "goes a long way",
    "goes far backward": "goes a long way back",
    "comes nearer to the middle": "goes towards the centre",
    "leaves the first rank": "leaves the back rank",
    "goes to the first rank": "goes to the back rank",
    "takes the man that just moved": "takes the piece that just moved",
    "goes next to the last move": "answers right beside the last move",
    "goes near the last move": "answers near the last move",
    "attacks the man that just moved": "attacks the piece that just moved",
    "moves a man that was just attacked": "moves what was just attacked",
    "moves a man that was just attacked by less": "saves what something cheaper has just attacked",
    "moves the same man again": "moves the same piece again",
    "moves the same man again and takes": "takes with the piece that moved last",
    "moves a man that has begun to hang": "moves what was just left hanging",
    "takes a man that has begun to hang": "takes what was just left hanging",
    "takes a man that hung before": "takes what was hanging",
    "players answer the last move so": "is a usual answer to the last move",
    "players go on so after their last move": "is how players usually go on",
    "goes to where the last move began": "goes to the square that was just left",
    "goes near the own last move": "goes on where the last move was made",
    "goes where a friend helps": "goes where it is guarded",
    "leaves the attack of a pawn": "gets away from a pawn",
    "leaves an attack": "gets away from an attack",
    "attacks two at once": "attacks two things at once",
    "attacks with less": "attacks something worth more",
    "goes next to the enemy king": "goes close to the enemy king",
    "moves a pawn before the own king": "moves a pawn in front of the king",
    "the king steps out of check": "takes the king out of check",
    "a man steps between or takes": "stops the check without moving the king",
    "moves a middle pawn": "moves a centre pawn",
    "moves a pawn far up": "pushes a pawn far up the board",
}
"""Names that are no words of a player, and what one would say."""


def in_words(term: str) -> str:
    """What a term says for a move; empty where that is nothing. A term and the same in an ending are one reason.

    >>> in_words("is best by one ply"), in_words("moves a knight, in an ending"), in_words("loses by two plies")
    ('looks best at first sight', 'moves a knight', '')
    """
    name = term.partition(",")[0]
    # Of two things at once the first is told, with what both add.
    return "" if name.startswith(UNSAID) or BOTH in term else WORDS.get(name, name)
