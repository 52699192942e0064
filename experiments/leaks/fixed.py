"""Test "is it fixed?" with players whose leak is partly removed, and with players in whom nothing has changed.

    python experiments/leaks/fixed.py --games GAMES.pgn --judged out/judged

A pool of games of many people of one rating is evaluated once. A player is 120 games drawn from it; the first finding
of a study that can be removed here is the leak. Then 100 more games are drawn. For a player with a fixed leak, each of
its moves stays with a probability of 1/2 or 1/4; for an unchanged player all stay. Every finding is tested
again, as `motif study` does. All people in the pool are alike, so every finding is due to luck and will shrink by
itself: no other test makes it harder to call a change real.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from pydantic import TypeAdapter

from motif.board.games import read_games
from motif.runtime.parallel import Workers
from motif.study.causes import causes_in
from motif.study.engine import StudyCache, StudyEngine
from motif.study.findings.counting import count_both
from motif.study.findings.making import findings_of
from motif.study.findings.progress import PRIOR_HITS, Games, count_again
from motif.study.findings.whole import make_profile
from motif.study.games import Outcome, StudiedGame
from motif.study.gathering import OwnGame
from motif.study.profile import Finding, Kind
from motif.study.review import review_games
from motif.study.study import Study

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, share, write_result

LOWEST, HIGHEST, FEWEST_PLIES = 1500, 1700, 40
REMOVABLE = (Kind.CAUSE, Kind.ALLOWED, Kind.MISSED, Kind.CONVERSION)
Keep = Callable[[], bool]


def main() -> None:
    """Evaluate the pool, draw the players and write the results."""
    given = read_options(
        __doc__, games=(str, "a PGN file; without it, all games that are evaluated already"),
        judged=Path("out/judged"), pool=240, players=40, before=120, after=100,
        priors={"type": float, "nargs": "*", "default": [PRIOR_HITS]},
        seed=1,
        out=Path(__file__).with_name("fixed.json"),
    )  # fmt: skip
    if given.games:
        own = pool(given.games, given.pool)
        games = list(review_games(own, StudyEngine.find("search"), StudyCache(given.judged), Workers(1)))
    else:
        kind = TypeAdapter(StudiedGame)
        paths = [path for path in sorted(given.judged.glob("*.json")) if path.stem.isalnum()]
        games = [kind.validate_json(path.read_bytes()) for path in paths]
    result: dict[str, object] = {"pool": len(games), "before": given.before, "after": given.after}
    for stays in (1.0, 0.5, 0.25):
        draw = random.Random(f"{given.seed} {stays}")
        found = [player(games, (given.before, given.after), stays, draw, given.priors) for _ in range(given.players)]
        for prior, better in zip(given.priors, map(sum, zip(*found, strict=True)), strict=True):
            row = f"prior {prior:g}, {stays:g} of the leak stays"
            result[row] = {"called better": better, "of": len(found), "interval": share(better, len(found), 3)[1:]}
            print(row, json.dumps(result[row]), flush=True)
    write_result(given.out, result)


def pool(file: str, count: int) -> list[OwnGame]:
    """Return games of two people of the rating, every other one seen from Black's side."""
    own: list[OwnGame] = []
    for game in read_games([file]):
        ratings = [game.tags.get(name, "") for name in ("WhiteElo", "BlackElo")]
        if all(text.isdigit() and LOWEST <= int(text) < HIGHEST for text in ratings) and len(game) >= FEWEST_PLIES:
            own.append(OwnGame(game, is_white=len(own) % 2 == 0))
        if len(own) == count:
            break
    return own


def player(
    games: Sequence[StudiedGame], sizes: tuple[int, int], stays: float, draw: random.Random, priors: Sequence[float]
) -> list[bool]:
    """Return for each prior whether a player's fixed leak (of an unchanged player, anything) is called better."""
    first, later = (numbered(draw.choices(games, k=size)) for size in sizes)
    earlier = study_of(first)
    finding = next(each for each in earlier.profile.work_on if each.kind in REMOVABLE)
    later = tuple(fixed(game, finding, lambda: draw.random() < stays) for game in later)
    found = []
    for prior in priors:
        followed = count_again(earlier, Games(first), Games(later), prior)
        better = {each.name for each in followed if each.is_over}
        found.append(bool(better) if stays == 1 else finding.name in better)
    return found


def study_of(games: tuple[StudiedGame, ...]) -> Study:
    """Make a study up to its first screen, without the slow search for lines that would have saved endings."""
    found = findings_of(games, count_both(games, []), None)
    shown = [each for each in found if each.kind in REMOVABLE and each.own.hits]
    nothing = make_profile("player", (), None, ())
    return Study(replace(nothing, work_on=tuple(shown[:3])), games)


def numbered(games: Sequence[StudiedGame]) -> tuple[StudiedGame, ...]:
    """Give the games new numbers, so that a game drawn twice counts as two games."""
    return tuple(replace(game, number=number) for number, game in enumerate(games, start=1))


def fixed(game: StudiedGame, finding: Finding, keep: Keep) -> StudiedGame:
    """Return a game in which cases of the finding stay only where `keep` says so."""
    match finding.kind:
        case Kind.CAUSE:
            gone = {ply for ply, cause in causes_in(game) if cause == finding.subject and not keep()}
            faults = (each for each in game.faults if each.ply not in gone)
            return replace(game, faults=tuple(faults))
        case Kind.ALLOWED:
            kept = (
                each
                for each in game.occasions
                if each.motif != finding.subject or each.outcome is not Outcome.ALLOWED or keep()
            )
            return replace(game, occasions=tuple(kept))
        case Kind.MISSED:
            found = (
                replace(each, outcome=Outcome.FOUND, lost=0.0)
                if each.motif == finding.subject and each.outcome is Outcome.MISSED and not keep()
                else each
                for each in game.occasions
            )
            return replace(game, occasions=tuple(found))
        case Kind.CONVERSION:
            wins = "1-0" if game.is_white else "0-1"
            return game if game.score == 1 or keep() else replace(game, result=wins)
        case _:
            raise ValueError(f"no rule removes {finding.kind}")


if __name__ == "__main__":
    main()
