"""Players of a rating: how often they miss and allow what a study counts, from a table.

experiments/peers makes the shipped table from rated games on Lichess, and `motif lab learn peers` makes one from any
games. It has tab-separated columns: engine, range of ratings,
subject, name, hits and count. `file` rows are based on the evaluations in the file, `fresh` rows on the built-in
search, so that players are compared with others whose games were evaluated in the same way. Lines that begin with #
say where the games come from.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Self

from motif.board.games import Speed
from motif.board.material import Phase
from motif.engines.game_review import Judgement
from motif.errors import BadArgument
from motif.runtime.files import DATA, Format
from motif.study.games import Occasion, Outcome, Rate, StudiedGame, StudiedMove
from motif.study.profile import Counted, MotifRecord, PhaseRecord
from motif.study.review import MISTAKE

# Counts for a player and others alike: motifs missed and allowed, mistakes by phase, blunders.


class Subject(StrEnum):
    """The kinds of events in the table, each with the moves or chances out of which it is counted."""

    MISSED = "missed"
    """Motifs that were not played, out of those that could be played."""
    ALLOWED = "allowed"
    """Motifs given to the opponent, out of all moves."""
    MISTAKES = "mistakes"
    """Moves of a phase that lost 10 % winning chance or more, out of all its moves."""
    PLACES = "places"
    """Mistakes late in the game or in a kind of ending, out of the moves there; won positions not won, out of all."""
    BLUNDERS = "blunders"
    """Moves that lost 20 % winning chance or more, out of all."""


Key = tuple[Subject, str]

ANY_MOTIF = "tactical chance"
"""The name under which missed motifs of all kinds are counted together."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side's part of one game."""

    game: int
    moves: tuple[tuple[int, StudiedMove], ...]
    """The moves with their plies."""
    occasions: tuple[Occasion, ...]


def side_of(game: StudiedGame, *, players: bool = True) -> Side:
    """The player's part of a game, or the opponent's."""
    moves = tuple((ply, move) for ply, move in enumerate(game.moves) if game.is_players(ply) == players)
    return Side(game.number, moves, game.occasions if players else game.theirs)


def sides_of(games: Sequence[StudiedGame], *, players: bool = True) -> list[Side]:
    """The player's part of each game, or the opponents'."""
    return [side_of(game, players=players) for game in games]


def tally(sides: Sequence[Side]) -> dict[Key, Counted]:
    """The counts, game by game, of everything that happened at least once."""
    hits: dict[Key, list[int]] = defaultdict(lambda: [0] * len(sides))
    counts: dict[Key, list[int]] = defaultdict(lambda: [0] * len(sides))
    for place, side in enumerate(sides):
        for key, is_hit in _events(side):
            counts[key][place] += 1
            hits[key][place] += is_hit
    moves = [len(side.moves) for side in sides]
    return {
        key: Counted(tuple(hits[key]), tuple(moves if key[0] is Subject.ALLOWED else counts[key]))
        for key in sorted(counts)
    }


def _events(side: Side) -> Iterable[tuple[Key, bool]]:
    for _, move in side.moves:
        yield (Subject.MISTAKES, move.phase.value), move.lost >= MISTAKE
        yield (Subject.BLUNDERS, EVERYBODY), move.judgement is Judgement.BLUNDER
    for occasion in side.occasions:
        if occasion.outcome is Outcome.ALLOWED:
            yield (Subject.ALLOWED, occasion.motif), True
        else:
            yield (Subject.MISSED, occasion.motif), occasion.outcome is Outcome.MISSED


FORMAT = Format("peers", 1)
COLUMNS = "engine\tratings\twhat\twhich\thits\tcount"
TABLE = DATA / "peers.tsv"

LOWEST, HIGHEST, WIDTH = 1200, 2600, 200
"""The range of ratings and the width of its bands; narrower ones have too few games for the rarer motifs."""

STRONG = 2000
"""Bands above this have too few games for some counts, which then come from all players with this rating or more."""

EVERYBODY = "all"
FROM_FILE, FRESH = "file", "fresh"
FASTER = frozenset({Speed.ULTRABULLET, Speed.BULLET, Speed.BLITZ})
SLOWER = frozenset({Speed.CLASSICAL, Speed.CORRESPONDENCE})
"""Speeds slower than the rapid games from which the table is made."""

EVALUATED = {FROM_FILE: "evaluated by Stockfish", FRESH: "evaluated by the built-in search"}
"""How the players' games were evaluated, as text."""


@dataclass(frozen=True, slots=True)
class Peers:
    """Other players with whom the player is compared: a description of them, and their rates of each event."""

    words: str
    rates: Mapping[Key, Rate]
    is_alike: bool = True
    """Whether they had as much time to think as the player."""

    @property
    def moves(self) -> int:
        return self.rates.get((Subject.BLUNDERS, EVERYBODY), Rate(0, 0)).count

    @property
    def mistakes(self) -> Rate:
        """The share of mistakes among all their moves."""
        phases = [rate for (subject, _), rate in self.rates.items() if subject is Subject.MISTAKES]
        return Rate(sum(rate.hits for rate in phases), sum(rate.count for rate in phases))

    def rate(self, key: Key) -> Rate | None:
        """Their rate for a key; None if nothing of the kind was counted."""
        if key[0] is Subject.ALLOWED and self.moves:
            return self.rates.get(key, Rate(0, self.moves))
        if key == (Subject.MISSED, ANY_MOTIF):
            rates = [rate for (subject, _), rate in self.rates.items() if subject is Subject.MISSED]
            return Rate(sum(rate.hits for rate in rates), sum(rate.count for rate in rates))
        return self.rates.get(key)

    @classmethod
    def of(cls, words: str, sides: Iterable[Side]) -> Self:
        """The players of the evaluated sides."""
        return cls(words, {key: counted.rate for key, counted in tally(list(sides)).items()})


def band(rating: int | None) -> str:
    """The band of a rating, as in the table.

    >>> band(1550), band(300), band(2700), band(None)
    ('1400-1599', '0-1199', '2600-', 'all')
    """
    if rating is None:
        return EVERYBODY
    if rating < LOWEST:
        return f"0-{LOWEST - 1}"
    if rating >= HIGHEST:
        return f"{HIGHEST}-"
    low = rating // WIDTH * WIDTH
    return f"{low}-{low + WIDTH - 1}"


def shipped_peers(rating: int | None, *, from_file: bool, speed: Speed | None = None) -> Peers | None:
    """The shipped table's players of this rating, or of all ratings if it has none; None if it has neither.

    Only games that were evaluated in the same way count. All of them are rapid; if the player's games are faster or
    slower, the description says so.
    """
    table = shipped_table()
    engine = FROM_FILE if from_file else FRESH
    wider = f"{STRONG}-" if rating is not None and rating >= STRONG else band(rating)
    for ratings, whole in ((band(rating), wider), (EVERYBODY, EVERYBODY)):
        if rates := {**table.get((engine, whole), {}), **table.get((engine, ratings), {})}:
            known = ratings if (engine, ratings) in table else whole
            time = "more" if speed in FASTER else "less" if speed in SLOWER else ""
            words = f"{_words(known)}, {EVALUATED[engine]}"
            return Peers(f"{words}, who had {time} time to think" if time else words, rates, is_alike=not time)
    return None


def peers_in(path: Path, rating: int | None, *, from_file: bool) -> Peers:
    """Players of this rating in a table that the user made, or else all players in it.

    Only games that were evaluated in the same way count.
    """
    table, engine = load_peers(path), FROM_FILE if from_file else FRESH
    for ratings in (band(rating), EVERYBODY):
        if rates := table.get((engine, ratings)):
            return Peers(f"players in {path.name}{'' if ratings == EVERYBODY else f' rated {ratings}'}", rates)
    raise BadArgument(
        f"{path} has no players {EVALUATED[engine]}, as your games were",
        hint="make it again with the engine of the study: motif lab learn peers GAMES --set engine=NAME",
    )


def table_of(games: Sequence[StudiedGame], engine: str) -> dict[tuple[str, str], Mapping[Key, Rate]]:
    """Return the rates of both sides of evaluated games, for each band of ratings and for all together."""
    bands: dict[str, list[Side]] = defaultdict(list)
    for game in games:
        for players, rating in ((True, game.rating), (False, game.opponent_rating)):
            for ratings in {band(rating), EVERYBODY}:
                bands[ratings].append(side_of(game, players=players))
    return {(engine, ratings): Peers.of(ratings, sides).rates for ratings, sides in sorted(bands.items())}


def _words(ratings: str) -> str:
    if ratings == EVERYBODY:
        return "players of rapid games of all ratings on Lichess"
    low, _, high = ratings.partition("-")
    of = f"below {int(high) + 1}" if low == "0" else f"{low} to {high}" if high else f"{low} or more"
    return f"rapid players on Lichess rated {of}"


def save_peers(path: Path, table: Mapping[tuple[str, str], Mapping[Key, Rate]], note: str = "") -> None:
    """Write a table of rates; the note says where its games come from."""
    rows = [
        f"{engine}\t{ratings}\t{subject}\t{which}\t{rate.hits}\t{rate.count}"
        for (engine, ratings), rates in table.items()
        for (subject, which), rate in rates.items()
    ]
    FORMAT.write(path, [*([f"# {note}"] if note else []), COLUMNS, *rows])


def load_peers(path: Path) -> dict[tuple[str, str], dict[Key, Rate]]:
    """Read a table of rates; raises BadFile naming the first bad line."""
    table: dict[tuple[str, str], dict[Key, Rate]] = {}
    for number, line in FORMAT.read(path):
        if line == COLUMNS or line.startswith("#"):
            continue
        try:
            engine, ratings, subject, which, hits, count = line.split("\t")
            rate = Rate(int(hits), int(count))
            table.setdefault((engine, ratings), {})[Subject(subject), which] = rate
        except ValueError:
            FORMAT.refuse(path, number, f"expected {COLUMNS.split()}, found {line[:60]!r}")
    return table


@cache
def shipped_table() -> dict[tuple[str, str], dict[Key, Rate]]:
    """The shipped table; raises BadFile if it is missing or broken."""
    return load_peers(TABLE)


# The tables of motifs and phases: how often each was found, missed or allowed, by the player and by others.


def motif_records(own: Peers, peers: Peers | None, opponents: Peers) -> tuple[MotifRecord, ...]:
    """Every motif that was on the board, the most frequent first."""

    def found(who: Peers | None, name: str) -> Rate | None:
        missed = who.rate((Subject.MISSED, name)) if who else None
        return missed and Rate(missed.count - missed.hits, missed.count)

    def allowed(who: Peers | None, name: str) -> Rate | None:
        return who.rate((Subject.ALLOWED, name)) if who else None

    nothing = Rate(0, 0)
    records = [
        MotifRecord(
            name,
            found(own, name) or nothing,
            allowed(own, name) or nothing,
            found(peers, name),
            allowed(peers, name),
            found(opponents, name),
            allowed(opponents, name),
        )
        for name in sorted({which for subject, which in own.rates if subject in (Subject.MISSED, Subject.ALLOWED)})
    ]
    return tuple(sorted(records, key=lambda record: -(record.found.count + record.allowed.hits)))


def phase_records(sides: Sequence[Side], own: Peers, peers: Peers | None) -> tuple[PhaseRecord, ...]:
    """The phases that were reached, in their order."""
    records = []
    for phase in Phase:
        key = (Subject.MISTAKES, phase.value)
        lost = [move.lost for side in sides for _, move in side.moves if move.phase is phase]
        if lost:
            records.append(PhaseRecord(phase, own.rates[key], fmean(lost), peers.rate(key) if peers else None))
    return tuple(records)
