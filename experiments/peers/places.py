"""Count mistakes from evaluations alone: by phase, late in the game, in endings, in won games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from motif._core.board import Game
from motif.study.findings.counting import LATE_MOVES, WON_POSITIONS, count_both
from motif.study.findings.endgames import SmallTables, endings
from motif.study.findings.making import key_of
from motif.study.first_look import evaluated
from motif.study.games import StudiedGame
from motif.study.peers import EVERYBODY, STRONG, Key, band
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
        for rating, key, hits, among in _counted(studied, tables):
            for ratings in bands(rating):
                counts[ratings, key][0] += hits
                counts[ratings, key][1] += among
    return [(ratings, str(key[0]), key[1], hits, among) for (ratings, key), (hits, among) in counts.items()]


def bands(rating: int | None) -> list[str]:
    """Return the bands in which a player is counted."""
    strong = [f"{STRONG}-"] if rating is not None and rating >= STRONG else []
    return [band(rating), *strong, EVERYBODY]


def _counted(game: StudiedGame, tables: SmallTables) -> Iterator[tuple[int | None, Key, int, int]]:
    """Count both sides; return the rating, the kind and name, hits and count."""
    ends = list(endings(game, tables))
    names = [*ALWAYS, *((Kind.ENDGAME, kind) for kind in {ending.kind for ending in ends})]
    names += [(Kind.PHASE, phase.value) for phase in dict.fromkeys(move.phase for move in game.moves)]
    for pair in count_both([game], ends, names):
        key = key_of(pair.kind, pair.subject)
        for rating, counted in ((game.rating, pair.own.rate), (game.opponent_rating, pair.theirs.rate)):
            if key is not None and counted.count:
                yield rating, key, counted.hits, counted.count
