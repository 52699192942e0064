"""A tactic whose moves people play is given a vote for them, and one whose moves they avoid a vote against."""

from __future__ import annotations

from itertools import islice

from motif.board.games import read_games
from motif.board.shipped import SAMPLE_GAMES
from motif.tactics.evidence import Evidence, Reference
from motif.tactics.library import Library, Tactic
from motif.tactics.polling import with_votes
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL

RETAKE = Rule.parse("retake(P, F, T) :- recaptures(F, T, P), safe(F, T, P).", FULL)
BLUNDER = Rule.parse("blunder(P, F, T) :- make_move(F, T, P, N), kind(F, queen, P), hanging(T, N).", FULL)


def test_votes_follow_what_is_played() -> None:
    evidence = Evidence.of_games(islice(read_games(SAMPLE_GAMES), 120), per_game=2, seed=1)
    library = Library(FULL, (Tactic(BLUNDER, {"precision": 0.1}), Tactic(RETAKE, {}, "recapture")), {"seed": "1"})
    polled = with_votes(library, evidence, Reference.PLAYED)
    blunder, retake = polled.tactics
    assert blunder.figures["vote"] < 0 < retake.figures["vote"]
    assert blunder.figures["precision"] == 0.1, "what was known stays"
    assert retake.motif == "recapture"
    assert polled.notes == library.notes
