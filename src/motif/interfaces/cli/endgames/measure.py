"""`motif endgames measure`: how good somebody is by the tables, beside a random mover."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

import typer

from motif._core.endgames import CompiledProgram, endgame_starts
from motif.advice import Limit, Player
from motif.arena.records import GameRecord
from motif.board.tablebases import Tablebase
from motif.endgames import EndgamePlayer
from motif.endgames.measuring.mating import Defence, Mates, mates_in_play, program_choices, proved_mates
from motif.endgames.measuring.quality import Mover, Played, Quality, judge, mover_of, program_mover, random_mover
from motif.endgames.measuring.solving import check_signature
from motif.endgames.measuring.won_positions import won_positions
from motif.endgames.playing.games import refuse_odd
from motif.endgames.playing.matches import EndgameMatch, play_endgames
from motif.errors import BadArgument
from motif.interfaces.cli.console import closing_all, counted, out, say, say_json, watching
from motif.interfaces.cli.endgames.programs import (
    MoveLimit,
    find_endgame_player,
    get_program_player,
    player_name,
    read_endgames,
)
from motif.interfaces.cli.grids import Grid
from motif.interfaces.cli.options import Json, Quiet, Seed
from motif.players import DEFAULT_LIMIT, enter
from motif.progress import Progress, Watch
from motif.seeds import seed_of

RANDOM = "a random mover"
THREE_MEN = 3


def measure(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A program by name or file, or any player: greedy, stockfish …")
    ],
    signature: Annotated[str, typer.Option("--endgame", "-e", metavar="SIGNATURE", help="The men.")] = "KRKR",
    count: Annotated[int, typer.Option("--positions", "-n", min=1, help="How many random positions.")] = 1000,
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="NAME", help="Measure on the positions of games with this player instead."),
    ] = None,
    games: Annotated[int, typer.Option("--games", help="How many games; an even number.")] = 100,
    mates: Annotated[
        bool, typer.Option("--mates", help="Ask instead whether every won position is mated, and how fast.")
    ] = False,
    limit: MoveLimit = str(DEFAULT_LIMIT),
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Measure a player by the exact tables: wins kept, draws kept, moves wasted.

    On random positions in which nothing is attacked, or with `--against` on those of its own games that have four men
    or fewer. A random mover stands beside it.

    With `--mates` a program is followed from every won position of an endgame of three men, through each of its equal
    moves, against three defences: one that lasts longest (of equally long ones the first), all that last longest, and
    every defence there is. Others play `--positions` won positions against the one that lasts longest.

    Example: `motif endgames measure master --endgame KRK --positions 500`
    """
    if mates and against:
        raise BadArgument("a player is measured either --mates or --against somebody", hint="choose one of them")
    tables, allowed = Tablebase(), Limit.parse(limit)
    with closing_all() as keep, watching(name, quiet or as_json) as watch:
        somebody = _Measured(name, get_program_player(name), allowed, seed, watch)
        if mates:
            endgame = check_signature(signature)
            positions = won_positions(tables, endgame, count, seed)
            if somebody.knows_its_choices and len(endgame) == THREE_MEN and "P" not in endgame:
                own = proved_mates(tables, program_choices(somebody.compiled), endgame)
            else:
                own = {Defence.ONE_LONGEST: mates_in_play(tables, somebody.mover(keep), positions)}
            _report_mates(name, own, mates_in_play(tables, random_mover(seed), positions), as_json)
            return
        if against:
            refuse_odd(games)
            (endgame,) = read_endgames([signature])
            played = somebody.in_games(against, EndgameMatch((endgame,), games, seed=seed))
        else:
            endgame = check_signature(signature)
            positions = endgame_starts(endgame, count, seed_of(seed, "measure"), turn="random")
            played = Played.by(somebody.mover(keep), positions)
        quality = judge(tables, played)
        beside = judge(tables, Played(played.positions, random_mover(seed)(played.positions), played.games))
    _report(name, endgame, quality, beside, as_json)


@dataclass(frozen=True, slots=True)
class _Measured:
    """Who is measured; programs answer for whole batches in the core."""

    name: str
    program: EndgamePlayer | None
    limit: Limit
    seed: int
    watch: Watch

    @property
    def knows_its_choices(self) -> bool:
        """A program without look-ahead says between which moves it draws lots."""
        return self.program is not None and self.program.compiled.plies == 1

    @property
    def compiled(self) -> CompiledProgram:
        assert self.program is not None  # nobody else is asked for it
        return self.program.compiled

    def mover(self, keep: Callable[[Player], Player]) -> Mover:
        if self.program:
            return program_mover(self.compiled, self.seed)
        player, limit = find_endgame_player(self.name, self.limit)
        return mover_of(keep(player), limit, self.seed, self.watch)

    def in_games(self, against: str, settings: EndgameMatch) -> Played:
        opponent = get_program_player(against)
        if self.program and opponent:
            return Played.in_games_in_core(self.compiled, opponent.compiled, settings)
        records: list[GameRecord] = []
        first, second = (enter(player_name(each), self.limit) for each in (self.name, against))
        for pair, score in play_endgames(first, second, settings):
            records += pair.games
            self.watch(Progress(score.games, settings.games))
        return Played.in_games(records, first.name)


def _report(name: str, endgame: str, own: Quality, beside: Quality, as_json: bool) -> None:
    if as_json:
        say_json({"endgame": endgame, "player": own.to_json(), "random": beside.to_json()})
        return
    table = Grid("", name, RANDOM, title=f"{endgame}, {counted(own.kept.count, 'position')}")
    for (row, mine), theirs in zip(own.named().items(), beside.named().values(), strict=True):
        table.add_row(row, str(mine), str(theirs))
    table.add_row("blunders", *(str(quality.blunders) for quality in (own, beside)))
    out.print(table)


def _report_mates(name: str, own: dict[Defence, Mates], beside: Mates, as_json: bool) -> None:
    if as_json:
        say_json({"player": {defence: mates.to_json() for defence, mates in own.items()}, "random": beside.to_json()})
        return
    for defence, mates in own.items():
        say(f"{name} against {defence}: {mates}")
    say(f"{RANDOM} against {Defence.ONE_LONGEST}: {beside}")
    for defence, mates in own.items():
        if mates.failures:
            say(f"not mated against {defence}, for example: {mates.failures[0]}")
