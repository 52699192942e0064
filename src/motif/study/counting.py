"""The counts that a player and peers share: motifs missed and allowed, mistakes by phase, blunders.

Whoever is counted, it is by the same judging: a side of a `StudiedGame`, its moves and its occasions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from motif.board.review import Judgement
from motif.study.comparing import Counted
from motif.study.games import Occasion, Outcome, Overlooked, StudiedGame, StudiedMove
from motif.study.profile import Example
from motif.study.review import MISTAKE


class Subject(StrEnum):
    """What is counted, of what."""

    MISSED = "missed"
    """Motifs that were not played, of those that were there to be played."""
    ALLOWED = "allowed"
    """Motifs given to the opponent, of all moves."""
    MISTAKES = "mistakes"
    """Moves of a phase that lost .10 or more, of all its moves."""
    RULES = "rules"
    """Occasions to follow a learned rule that were not taken, of all."""
    OVERSIGHTS = "oversights"
    """Mistakes that overlooked a kind of thing, of all moves."""
    PLACES = "places"
    """Mistakes late in the game or in a kind of ending, of the moves there; won positions that were not won, of all."""
    BLUNDERS = "blunders"
    """Moves that lost .20 or more, of all."""


BY_MOVES = frozenset({Subject.ALLOWED, Subject.OVERSIGHTS})
"""What is counted by all moves of a side."""

Key = tuple[Subject, str]


@dataclass(frozen=True, slots=True)
class Side:
    """One player's part of one game."""

    game: int
    moves: tuple[tuple[int, StudiedMove], ...]
    """With their plies."""
    occasions: tuple[Occasion, ...]
    followed: tuple[Occasion, ...] = ()
    """Occasions to follow a learned rule."""
    overlooked: tuple[Overlooked, ...] = ()
    """What the mistakes overlooked."""


@dataclass(frozen=True, slots=True)
class Tally:
    """One count: game by game, what the hits lost, and where they are."""

    counted: Counted
    lost: float
    examples: tuple[Example, ...]

    @classmethod
    def of(cls, hits: Sequence[Sequence[tuple[float, Example]]], counts: Sequence[int]) -> Tally:
        """Game by game the hits, each with what it lost and where it is, out of so many; the costliest stand first."""
        costliest = sorted((hit for some in hits for hit in some), key=lambda hit: -hit[0])
        examples = tuple(example for _, example in costliest)
        return cls(Counted(tuple(map(len, hits)), tuple(counts)), sum(lost for lost, _ in costliest), examples)

    @property
    def mean_lost(self) -> float:
        """The winning chance that a hit cost."""
        return self.lost / max(1, self.counted.rate.hits)


def side_of(game: StudiedGame, followed: Sequence[Occasion] = (), *, players: bool = True) -> Side:
    """The part of the player, or of the opponent; of the occasions to follow a rule those of that side."""
    moves = tuple((ply, move) for ply, move in enumerate(game.moves) if game.is_players(ply) == players)
    own = tuple(occasion for occasion in followed if game.is_players(occasion.ply) == players)
    occasions = game.occasions if players else game.theirs
    return Side(game.number, moves, occasions, own, game.overlooked(players=players))


def sides_of(
    games: Sequence[StudiedGame], followed: Sequence[Sequence[Occasion]] = (), *, players: bool = True
) -> list[Side]:
    """The parts of the player, or of the opponents; `followed` are each game's occasions to follow a rule, if known."""
    occasions = followed or [()] * len(games)
    return [side_of(game, each, players=players) for game, each in zip(games, occasions, strict=True)]


def tally(sides: Sequence[Side]) -> dict[Key, Tally]:
    """Everything that was counted at least once."""
    hits: dict[Key, list[list[tuple[float, Example]]]] = defaultdict(lambda: [[] for _ in sides])
    counts: dict[Key, list[int]] = defaultdict(lambda: [0] * len(sides))
    for place, side in enumerate(sides):
        for key, is_hit, lost, ply in _events(side):
            counts[key][place] += 1
            if is_hit:
                hits[key][place].append((lost, Example(side.game, ply)))
    moves = [len(side.moves) for side in sides]
    for key in list(counts):
        if key[0] in BY_MOVES:
            counts[key] = moves
    return {key: Tally.of(hits[key], counts[key]) for key in sorted(counts)}


def _events(side: Side) -> Iterable[tuple[Key, bool, float, int]]:
    for ply, move in side.moves:
        yield (Subject.MISTAKES, move.phase.value), move.lost >= MISTAKE, move.lost, ply
        yield (Subject.BLUNDERS, "all"), move.judgement is Judgement.BLUNDER, move.lost, ply
    for occasion in side.occasions:
        if occasion.outcome is Outcome.ALLOWED:
            yield (Subject.ALLOWED, occasion.motif), True, occasion.lost, occasion.ply
        else:
            missed = occasion.outcome is Outcome.MISSED
            yield (Subject.MISSED, occasion.motif), missed, occasion.lost, occasion.ply
    lost = {ply: move.lost for ply, move in side.moves}
    for each in side.overlooked:
        yield (Subject.OVERSIGHTS, each.oversight.value), True, lost[each.ply], each.ply
    for occasion in side.followed:
        missed = occasion.outcome is Outcome.MISSED
        yield (Subject.RULES, occasion.motif), missed, occasion.lost, occasion.ply
