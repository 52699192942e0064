"""Openings: which the player plays, how they score, who leaves what is known first, and how things stand then."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import fmean

from motif.study.comparing import difference
from motif.study.games import StudiedGame
from motif.study.profile import Claim, Example, Kind, OpeningRecord
from motif.study.subjects.claims import MOST_EXAMPLES, percent
from motif.study.values import Rate, scored

FEWEST_GAMES = 8
"""An opening with fewer games is listed, but nothing is claimed of it."""

MOST_ADVANTAGE = 1_000
UNNAMED = "without a name"


def opening_records(games: Sequence[StudiedGame]) -> tuple[OpeningRecord, ...]:
    """The player's openings by colour, the most frequent first."""
    records = [_record(name, is_white, some) for (name, is_white), some in _grouped(games).items()]
    return tuple(sorted(records, key=lambda record: (-record.games, not record.is_white, record.name)))


def opening_claims(games: Sequence[StudiedGame], moves: int) -> list[Claim]:
    """Whether an opening scores otherwise than the player's other games of that colour."""
    claims = []
    for (name, is_white), some in _grouped(games).items():
        others = [game for game in games if game.is_white == is_white and game not in some]
        if min(len(_scores(some)), len(_scores(others))) < FEWEST_GAMES:
            continue
        own, rest = Rate.of_points(_scores(some)), Rate.of_points(_scores(others))
        stands = _record(name, is_white, some).mean_advantage / 100
        side = "White" if is_white else "Black"
        words = (
            f"With {side} in the {name} you score {scored(_scores(some))}, {percent(fmean(_scores(others)))} in your "
            f"other games with {side}; "
            f"you stand at {stands:+.1f} pawns when the known moves end."
        )
        claims.append(
            Claim(
                Kind.OPENING if own.value < rest.value else Kind.STRENGTH,
                f"{name} with {side}",
                words,
                own,
                rest,
                difference(own, rest),
                said=False,
                cost=100 * (rest.value - own.value) * own.count / max(1, moves),
                examples=_examples(some, wins_first=own.value >= rest.value),
                beside="your other games",
            )
        )
    return claims


def _grouped(games: Sequence[StudiedGame]) -> dict[tuple[str, bool], list[StudiedGame]]:
    grouped: dict[tuple[str, bool], list[StudiedGame]] = defaultdict(list)
    for game in games:
        # The family: variations alone have too few games.
        family = game.opening.partition(":")[0].partition(",")[0].strip()
        grouped[family or UNNAMED, game.is_white].append(game)
    return grouped


def _record(name: str, is_white: bool, games: Sequence[StudiedGame]) -> OpeningRecord:
    scores = _scores(games)
    left = [game for game in games if game.left_book is not None]
    return OpeningRecord(
        name,
        Counter(game.eco for game in games).most_common(1)[0][0],
        is_white,
        len(games),
        fmean(scores) if scores else 0.0,
        fmean(map(_advantage, games)),
        Rate(sum(game.is_players(game.left_book) for game in left if game.left_book is not None), len(left)),
        _examples(games),
    )


def _advantage(game: StudiedGame) -> int:
    """The player's when what is known ends, in centipawns."""
    known = len(game.moves) if game.left_book is None else game.left_book
    whites = game.moves[known - 1].advantage if game.left_book and known else game.advantage
    return max(-MOST_ADVANTAGE, min(MOST_ADVANTAGE, whites if game.is_white else -whites))


def _scores(games: Sequence[StudiedGame]) -> list[float]:
    return [game.score for game in games if game.score is not None]


def _examples(games: Sequence[StudiedGame], *, wins_first: bool = False) -> tuple[Example, ...]:
    """Lost games first, there is more to learn from them; won ones where they show what goes well."""
    sign = -1 if wins_first else 1
    ordered = sorted(games, key=lambda game: sign * (0.5 if game.score is None else game.score))
    return tuple(Example(game.number, game.left_book or 0) for game in ordered[:MOST_EXAMPLES])
