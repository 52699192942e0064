"""Count mistakes from evaluations alone: by phase, late in the game, in endings, in won games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from motif._core.board import Game
from motif.study.findings.endgames import SmallTables, endings
from motif.study.findings.questions import LATE_MOVES, WON_POSITIONS, Answers
from motif.study.findings.verdicts import key_of
from motif.study.first_look import evaluated
from motif.study.peers import EVERYBODY, STRONG, Key, band, side_of
from motif.study.profile import Kind

ALWAYS = ((Kind.STAGE, LATE_MOVES), (Kind.CONVERSION, WON_POSITIONS))


def count(games: Sequence[Game]) -> list[tuple[str, str, str, int, int]]:
    """Count over both sides of some games; return band, kind, name, hits and count."""
    counts: dict[tuple[str, Key], list[int]] = defaultdict(lambda: [0, 0])
    tables = SmallTables()
    for game in games:
        studied = evaluated(game, is_white=True)
        if studied is None:
            continue
        ends = tuple(endings(studied, tables))
        for players, rating in ((True, studied.rating), (False, studied.opponent_rating)):
            answers = Answers(side_of(studied, players=players), studied, ends, players)
            for key, hits, among in _answers(answers):
                for ratings in bands(rating):
                    counts[ratings, key][0] += hits
                    counts[ratings, key][1] += among
    return [(ratings, str(key[0]), key[1], hits, among) for (ratings, key), (hits, among) in counts.items()]


def bands(rating: int | None) -> list[str]:
    """Return the bands in which a player is counted."""
    strong = [f"{STRONG}-"] if rating is not None and rating >= STRONG else []
    return [band(rating), *strong, EVERYBODY]


def _answers(answers: Answers) -> Iterator[tuple[Key, int, int]]:
    kinds = {ending.kind for ending in answers.endings}
    names = [*ALWAYS, *((Kind.ENDGAME, kind) for kind in kinds)]
    names += [(Kind.PHASE, phase.value) for phase in dict.fromkeys(move.phase for _, move in answers.side.moves)]
    for name in names:
        key, among = key_of(*name), answers.count(name)
        if key is not None and among:
            yield key, len(answers.hits.get(name, ())), among
