"""`motif lab measure endgame-match`: play two players against each other from random positions of an endgame."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from motif._core.endgames import CompiledProgram, endgame_starts
from motif.advice import Player
from motif.arena.game import GameRecord, PairRecord
from motif.board.wording import counted
from motif.cli.console import Grid, Stoppable, closing_all, note, out, say, say_json, watching
from motif.cli.lab.endgames import (
    EndgameNames,
    MoveLimit,
    PlayerName,
    find_endgame_player,
    get_program_player,
    player_name,
    read_endgames,
    score_table,
)
from motif.cli.match import pgn_file
from motif.cli.options import (
    Json,
    PgnFile,
    Quiet,
    Reasons,
    Seed,
    WorkOptions,
    argument,
    experiment,
    option,
)
from motif.endgames.games import EndgameMatch, EndgamePlayer, Score, play_endgames, refuse_odd
from motif.endgames.games import match as play_in_core
from motif.endgames.learning.measuring import (
    Defence,
    Mates,
    MoveChooser,
    PlayedMoves,
    choose_at_random,
    choose_by_player,
    choose_by_program,
    mates_in_play,
    measure_quality,
    program_choices,
    proved_mates,
    won_positions,
)
from motif.endgames.solving import check_signature
from motif.engines.limits import DEFAULT_LIMIT, Limit
from motif.engines.small_tables import Tablebase
from motif.errors import BadArgument
from motif.players.names import enter
from motif.runtime.parallel import Progress, Watch, seed_of

BATCH = 50
"""How many start positions are played in the core before the progress is updated."""


@dataclass(slots=True)
class _Played:
    """The score in each endgame so far, and why some games could not be finished."""

    scores: dict[str, Score] = field(default_factory=dict)
    failures: dict[str, None] = field(default_factory=dict)

    @property
    def total(self) -> Score:
        return sum(self.scores.values(), Score())


def match(
    first: PlayerName,
    second: PlayerName,
    signatures: EndgameNames = ["KRKR"],  # noqa: B006 - Typer copies it
    games: Annotated[int, option("Games in each endgame; an even number.", "--games", "-n")] = 200,
    moves: Annotated[int, option("A game ends after this many moves of each side.", min=1)] = 50,
    limit: MoveLimit = str(DEFAULT_LIMIT),
    pgn: PgnFile = None,
    reasons: Reasons = False,
    checkpoint: Annotated[
        Path | None, experiment("Save finished pairs here, a file each endgame; go on.", metavar="FILE")
    ] = None,
    *,
    job: WorkOptions,
) -> None:
    """Play two players against each other from random starts of an endgame, each start twice with colours swapped.

    Nothing is attacked at the start. Mate counts 1, a material advantage without mate 3/4, a draw 1/2; the error is
    that of a 95 % interval over pairs. Programs among themselves play in the core, thousands of games a second;
    other games, and those that are written or kept, in the arena, with `--workers`. Ctrl-C gives the score so far.

    Example: `motif lab measure endgame-match KRKR random --set endgame=KRKR --set games=4 --out games.pgn`
    """
    endgames = read_endgames(signatures)
    refuse_odd(games)
    programs = get_program_player(first), get_program_player(second)
    played, work = _Played(), Stoppable()
    title = f"{first} against {second}"
    with watching(title, job.quiet or job.as_json) as watch, pgn_file(pgn, reasons) as write, work:
        for endgame in endgames:
            settings = EndgameMatch((endgame,), games, moves, job.seed)
            if programs[0] and programs[1] and not (pgn or checkpoint):
                scores = _in_core(programs[0], programs[1], settings)
            else:
                entrants = [enter(player_name(name), Limit.parse(limit)) for name in (first, second)]
                saved = checkpoint and checkpoint.with_name(f"{checkpoint.stem}-{endgame}{checkpoint.suffix}")
                staff = job.staff
                pairs = play_endgames(entrants[0], entrants[1], settings, staff, saved, notes=reasons)
                scores = _counted(pairs, played, write)
            for score in scores:
                played.scores[endgame] = score
                watch(Progress(played.total.games, games * len(endgames)))
    _report(first, second, played, job.as_json)
    if pgn:
        note(f"{counted(played.total.games, 'game')} in {pgn}")
    work.leave("interrupted: the score is that of the games so far")


def _in_core(first: EndgamePlayer, second: EndgamePlayer, settings: EndgameMatch) -> Iterator[Score]:
    score = Score()
    while score.games < settings.games:
        count = min(2 * BATCH, settings.games - score.games)
        seed = seed_of(settings.seed, "batch", score.games)
        score += play_in_core(first.compiled, second.compiled, settings.endgames, count, seed, settings.moves)
        yield score


def _counted(
    pairs: Iterator[tuple[PairRecord, Score]], played: _Played, write: Callable[[PairRecord], None]
) -> Iterator[Score]:
    for pair, score in pairs:
        write(pair)
        for game in pair.games:
            if game.ending.explanation:
                played.failures[str(game.ending)] = None
        yield score


def _report(first: str, second: str, played: _Played, as_json: bool) -> None:
    if as_json:
        scores = {endgame: score.to_json() for endgame, score in played.scores.items()}
        say_json({"first": first, "second": second, "endgames": scores, "together": played.total.to_json()})
        return
    if not played.scores:
        note("no pair of games was finished")
        return
    title = f"{first} against {second}, {counted(played.total.games, 'game')}"
    together = {"together": played.total} if len(played.scores) > 1 else {}
    out.print(score_table("endgame", title, played.scores | together))
    for reason in played.failures:
        say(f"lost without play: {reason}")


# `motif lab measure endgame`: how well a player does by the tables, compared with random moves.

RANDOM = "a random mover"
THREE_PIECES = 3


def measure(
    name: Annotated[str, argument("A program by name or file, or any player: greedy, stockfish …", "NAME")],
    signature: Annotated[str, option("The pieces.", "--endgame", "-e", metavar="SIGNATURE")] = "KRKR",
    count: Annotated[int, option("How many random positions.", "--positions", "-n", min=1)] = 1000,
    against: Annotated[
        str | None, option("Measure on the positions of games with this player instead.", metavar="NAME")
    ] = None,
    games: Annotated[int, option("How many games; an even number.")] = 100,
    mates: Annotated[
        bool, option("Check instead whether it mates from every won position, and how fast.", "--mates")
    ] = False,
    limit: MoveLimit = str(DEFAULT_LIMIT),
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Measure a player by the exact tables: wins kept, draws kept, moves wasted.

    The positions are random, without attacked pieces; with `--against` they come from the player's games, with at most
    four pieces, kings and pawns included. The second column is a player that moves at random.

    With `--mates` a program is followed from every won position of an endgame of three pieces, through each of its
    equal moves, against three defences: one that lasts longest (of equally long ones the first), all that last longest,
    and every defence there is. Other players play `--positions` won positions against the defence that lasts longest.

    Example: `motif lab measure endgame master --set endgame=KRK --set positions=500`
    """
    if mates and against:
        raise BadArgument("--mates and --against cannot be combined", hint="choose one of them")
    tables, allowed = Tablebase(), Limit.parse(limit)
    with closing_all() as keep, watching(name, quiet or as_json) as watch:
        measured = _Measured(name, get_program_player(name), allowed, seed, watch)
        if mates:
            endgame = check_signature(signature)
            positions = won_positions(tables, endgame, count, seed)
            if measured.knows_its_choices and len(endgame) == THREE_PIECES and "P" not in endgame:
                mates_of = proved_mates(tables, program_choices(measured.compiled), endgame)
            else:
                mates_of = {Defence.ONE_LONGEST: mates_in_play(tables, measured.mover(keep), positions)}
            _report_mates(name, mates_of, mates_in_play(tables, choose_at_random(seed), positions), as_json)
            return
        if against:
            refuse_odd(games)
            (endgame,) = read_endgames([signature])
            played = measured.in_games(against, EndgameMatch((endgame,), games, seed=seed))
        else:
            endgame = check_signature(signature)
            positions = endgame_starts(endgame, count, seed_of(seed, "measure"), turn="random")
            played = PlayedMoves.by(measured.mover(keep), positions)
        quality = measure_quality(tables, played)
        random = measure_quality(
            tables, PlayedMoves(played.positions, choose_at_random(seed)(played.positions), played.games)
        )
    if as_json:
        say_json({"endgame": endgame, "player": quality.to_json(), "random": random.to_json()})
        return
    table = Grid("", name, RANDOM, title=f"{endgame}, {counted(quality.kept.count, 'position')}")
    for (row, mine), theirs in zip(quality.named().items(), random.named().values(), strict=True):
        table.add_row(row, str(mine), str(theirs))
    table.add_row("blunders", str(quality.blunders), str(random.blunders))
    out.print(table)


@dataclass(frozen=True, slots=True)
class _Measured:
    """The player that is measured; a program evaluates whole batches in the core."""

    name: str
    program: EndgamePlayer | None
    limit: Limit
    seed: int
    watch: Watch

    @property
    def knows_its_choices(self) -> bool:
        """Whether the player can list the moves between which it draws: a program that does not look ahead."""
        return self.program is not None and self.program.compiled.plies == 1

    @property
    def compiled(self) -> CompiledProgram:
        assert self.program is not None  # only programs use it
        return self.program.compiled

    def mover(self, keep: Callable[[Player], Player]) -> MoveChooser:
        if self.program:
            return choose_by_program(self.compiled, self.seed)
        player, limit = find_endgame_player(self.name, self.limit)
        return choose_by_player(keep(player), limit, self.seed, self.watch)

    def in_games(self, against: str, settings: EndgameMatch) -> PlayedMoves:
        opponent = get_program_player(against)
        if self.program and opponent:
            return PlayedMoves.in_games_in_core(self.compiled, opponent.compiled, settings)
        records: list[GameRecord] = []
        first, second = (enter(player_name(each), self.limit) for each in (self.name, against))
        for pair, score in play_endgames(first, second, settings):
            records += pair.games
            self.watch(Progress(score.games, settings.games))
        return PlayedMoves.in_games(records, first.name)


def _report_mates(name: str, own: dict[Defence, Mates], random: Mates, as_json: bool) -> None:
    if as_json:
        say_json({"player": {defence: mates.to_json() for defence, mates in own.items()}, "random": random.to_json()})
        return
    for defence, mates in own.items():
        say(f"{name} against {defence}: {mates}")
    say(f"{RANDOM} against {Defence.ONE_LONGEST}: {random}")
    for defence, mates in own.items():
        if mates.failures:
            say(f"not mated against {defence}, for example: {mates.failures[0]}")
