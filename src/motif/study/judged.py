"""Who judged the games of a study, in words: the evaluations in the file, Stockfish, or the program's own search.

Whoever the file itself had judged a game, the judge of the study said why its mistakes are mistakes.
"""

from __future__ import annotations

from collections.abc import Sequence

from motif.board.review import IN_THE_FILE
from motif.study.games import StudiedGame
from motif.study.judge import BUILT_IN, STOCKFISH

SPOKEN = {BUILT_IN: "Motif's own search", STOCKFISH: "Stockfish"}


def spoken(name: str) -> str:
    """What a judge is called in a sentence.

    >>> spoken("stockfish"), spoken("search"), spoken("maia")
    ('Stockfish', "Motif's own search", 'maia')
    """
    return SPOKEN.get(name, name)


def judge_of(games: Sequence[StudiedGame]) -> str:
    """The judge by the name with which it can be asked again; empty where there is no game."""
    judge = games[0].judge if games else ""
    return judge.rpartition("; ")[2].partition(", ")[0]


def judged_by(games: Sequence[StudiedGame]) -> str:
    """Who judged these games; where a file had evaluations, in how many of them."""
    judge = spoken(judge_of(games))
    from_file = sum(game.judge.startswith(IN_THE_FILE) for game in games)
    if not from_file:
        return judge
    if from_file == len(games):
        return f"the {IN_THE_FILE}, explained by {judge}"
    return f"the {IN_THE_FILE} in {from_file} of {len(games)} games, the others by {judge}"
