"""Evaluate a game for one of its players: what every move lost, why, and which motifs were on the board.

Every position gets a first search, or its evaluation from the file. A move that seems to lose 7 % or more gets a second
search: lost = chance(best move) - chance(played move), by the positions before and after it. Every move that still
loses 10 % is explained, and gives occasions for both sides: what it missed was the mover's to find; what it allowed was
the opponent's to find, and was found if the answer lost less than 5 %. So a motif counts as on the board if a mistake
allowed it, or if not playing it was a mistake.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from math import isnan

import chess

from motif._core.board import Game
from motif.board.games import boards_of
from motif.board.material import phases
from motif.board.wording import percent
from motif.engines.evaluator import Evaluation, Evaluator, evaluate_game
from motif.engines.game_review import IN_THE_FILE, LEAST_LOST, Judgement
from motif.explain.answers import explanation_of_mistake
from motif.explain.explanation import Explanation, Point
from motif.explain.found_mistake import FoundMistake
from motif.explain.mistakes import explain_mistake
from motif.openings.cases import shipped_cases
from motif.openings.names import shipped_openings
from motif.runtime.parallel import Pool, Progress, Watch, Workers, in_order, unwatched
from motif.study.engine import StudyCache, StudyEngine, game_key
from motif.study.games import Caused, Occasion, Outcome, StudiedGame, StudiedMove, seconds_of
from motif.study.gathering import OwnGame

INACCURACY = 0.05
"""A move that loses less winning chance is as good as the best one."""

MISTAKE = LEAST_LOST[Judgement.MISTAKE]
"""A move that loses this much winning chance or more is explained."""

LEAST_BETTER_CP = 50
"""If the best move is better by fewer centipawns, the engine does not confirm the mistake."""

LARGEST_LOSS_EXPLAINED_BY_IDEA = 0.15
"""A larger loss of winning chance is not explained by a better move's positional idea."""

LEAST_SHARE_CONFIRMED = 2 / 3
"""The share of the loss in the file that the engine must confirm."""

DRAWN_CHANCE_MARGIN = 0.15
"""A winning chance within this of one half may be a draw."""

SUSPECT_LOSS = 0.07
"""From this loss of winning chance on a move gets a second search. With less, more moves are wrongly called mistakes:
of those that seem to lose little few do (experiments/study-engine)."""

SURE_LOSS = 0.15
"""From this loss on a short second search is as reliable as a long one (experiments/study-engine)."""

MOST_PLIES_OF_AN_OPENING = 60


@dataclass(slots=True)
class EvaluatedMoves:
    """A game during its evaluation: the value of each position, the loss of each move, and the best lines if known."""

    boards: list[chess.Board]
    moves: list[chess.Move]
    values: list[Evaluation]
    lost: list[float]
    lines: dict[int, tuple[chess.Move, ...]]
    said: list[bool]
    """Whether the file has the value of each position."""
    seen: dict[int, Evaluation]
    """The evaluations of the second search, by ply."""

    def mistakes(self, evaluator: Evaluator, engine: StudyEngine) -> Iterator[tuple[int, FoundMistake]]:
        """Yield every mistake of both sides, explained."""
        for ply in self.plies_of_mistakes():
            yield ply, self.mistake(ply, evaluator, engine)

    def plies_of_mistakes(self) -> list[int]:
        """The plies of both sides' mistakes, in order."""
        return [ply for ply, lost in enumerate(self.lost) if lost >= MISTAKE]

    def mistake(self, ply: int, evaluator: Evaluator, engine: StudyEngine) -> FoundMistake:
        # The previous move shows whether a capture is a recapture.
        board = self.boards[max(0, ply - 1)].copy(stack=False)
        if ply:
            board.push(self.moves[ply - 1])
        known = self.seen[ply], self.seen[ply + 1]
        mistake = explain_mistake(board, self.moves[ply], evaluator, engine.reasons, known)
        return _confirmed(mistake, self.values[ply], self.values[ply + 1])


def _confirmed(mistake: FoundMistake, before: Evaluation, now: Evaluation) -> FoundMistake:
    """The mistake, without what it says about saving a draw if the engine does not evaluate the position as drawn."""
    if mistake.allowed is not None and mistake.allowed.gain.saves_draw and abs(now.chance - 0.5) > DRAWN_CHANCE_MARGIN:
        mistake = replace(mistake, allowed=None, slip=None)
    if mistake.missed is not None and mistake.missed.gain.saves_draw and abs(before.chance - 0.5) > DRAWN_CHANCE_MARGIN:
        mistake = replace(mistake, missed=None)
    return mistake


def review_game(game: Game, *, is_white: bool, evaluator: Evaluator, engine: StudyEngine) -> StudiedGame:
    """Evaluate and explain a game for the player who had White, or Black."""
    (studied,) = review_sides(game, [is_white], evaluator, engine)
    return studied


def review_sides(game: Game, sides: Sequence[bool], evaluator: Evaluator, engine: StudyEngine) -> list[StudiedGame]:
    """Evaluate and explain a game once, for White, for Black, or for each of them."""
    evaluated = evaluate_moves(game, evaluator, engine)
    explained = dict(evaluated.mistakes(evaluator, engine))
    return [_reviewed(game, evaluated, explained, engine, is_white=is_white) for is_white in sides]


def _reviewed(
    game: Game, evaluated: EvaluatedMoves, explained: dict[int, FoundMistake], engine: StudyEngine, *, is_white: bool
) -> StudiedGame:
    sides = {ply: explanation_in(mistake, evaluated.lost[ply]) for ply, mistake in explained.items()}
    own, theirs = (tuple(_occasions(evaluated, sides, side)) for side in (is_white, not is_white))
    studied = _studied(game, evaluated, own, theirs, is_white=is_white, engine=engine)
    faults = [
        replace(studied.fault(ply, mistake), is_explained=is_explained(explained[ply], evaluated.lost[ply]))
        for ply, mistake in sides.items()
    ]
    return replace(
        studied,
        faults=tuple(fault for fault in faults if studied.is_players(fault.ply)),
        their_mistakes=tuple(Caused(fault.ply, fault.cause) for fault in faults if not studied.is_players(fault.ply)),
    )


def review_for_both(
    game: Game, evaluated: EvaluatedMoves, explained: dict[int, FoundMistake], engine: StudyEngine, *, is_white: bool
) -> StudiedGame:
    """Return a game from one side's point of view, with the mistakes of both sides."""
    own, other = (_reviewed(game, evaluated, explained, engine, is_white=side) for side in (is_white, not is_white))
    return replace(own, faults=tuple(sorted((*own.faults, *other.faults), key=lambda fault: fault.ply)))


def explanation_in(mistake: FoundMistake, lost: float) -> Explanation:
    """The explanation of a mistake; if the file shows a loss that the engine does not confirm, it says so."""
    explanation = explanation_of_mistake(mistake)
    if not _is_unseen(mistake):
        return explanation
    played, best = mistake.board.san(mistake.played), mistake.board.san(mistake.best)
    why = "the engine does not see why" if best == played else f"{best} looks only a little better"
    return replace(explanation, sentence=f"{played} loses {percent(lost)} of the winning chance; {why}.")


def is_explained(mistake: FoundMistake, lost: float) -> bool:
    """Whether the sentence explains the size of the loss."""
    if not mistake.is_explained or _is_unseen(mistake):
        return False
    is_by_an_idea = mistake.improves and not mistake.sides and not mistake.is_quiet
    if (mistake.is_by_a_threat or is_by_an_idea) and mistake.loss < LEAST_SHARE_CONFIRMED * lost:
        # A threat or an idea explains the mistake only if it accounts for most of the loss that the engine saw.
        return False
    return not is_by_an_idea or lost < LARGEST_LOSS_EXPLAINED_BY_IDEA


def _is_unseen(mistake: FoundMistake) -> bool:
    """Whether the engine finds hardly any loss in the move."""
    return mistake.best == mistake.played or (not mistake.reasons and mistake.centipawns < LEAST_BETTER_CP)


def evaluate_moves(
    game: Game,
    evaluator: Evaluator,
    engine: StudyEngine,
    after_first_look: Callable[[EvaluatedMoves], None] | None = None,
    suspect: float = SUSPECT_LOSS,
) -> EvaluatedMoves:
    """Compute what each move of a game lost, without reasons; calls `after_first_look` before the second search.

    Moves that seem to lose at least the winning chance `suspect` get the second search.
    """
    boards = boards_of(game, with_moves=False)
    scores = [None, *(game.evals if engine.from_file else [None] * len(game))]
    unsaid = [board for board, score in zip(boards, scores, strict=True) if score is None]
    answers = iter(evaluate_game(evaluator, unsaid, engine.first))
    values = [
        next(answers) if score is None else Evaluation(score.pov(board.turn))
        for board, score in zip(boards, scores, strict=True)
    ]
    lines = {ply: value.line for ply, value in enumerate(values) if value.line}
    evaluated = EvaluatedMoves(boards, game.moves, values, [], lines, [score is not None for score in scores], {})
    evaluated.lost = [_lost(values[ply], values[ply + 1]) for ply in range(len(game))]
    if after_first_look is not None:
        after_first_look(evaluated)
    _look_again(evaluated, evaluator, engine, suspect)
    return evaluated


def evaluated_so_far(
    boards: Sequence[chess.Board], moves: Sequence[chess.Move], values: Sequence[Evaluation]
) -> EvaluatedMoves | None:
    """Compute what the first moves of a game lost from the values known so far; None for fewer than two."""
    count = len(values) - 1
    if count < 1:
        return None
    lost = [_lost(values[ply], values[ply + 1]) for ply in range(count)]
    lines = {ply: value.line for ply, value in enumerate(values) if value.line}
    known = list(values)
    return EvaluatedMoves(list(boards[: count + 1]), list(moves[:count]), known, lost, lines, [False] * (count + 1), {})


def _look_again(evaluated: EvaluatedMoves, evaluator: Evaluator, engine: StudyEngine, suspect: float) -> None:
    """Search the positions before and after every move that seems to lose again, deeper."""
    suspects = [ply for ply, lost in enumerate(evaluated.lost) if lost >= suspect]
    settled = [ply for ply in suspects if evaluated.said[ply] and evaluated.said[ply + 1]]
    open_ones = [ply for ply in suspects if ply not in settled]
    sure = [ply for ply in open_ones if evaluated.lost[ply] >= SURE_LOSS]
    doubtful = [ply for ply in open_ones if ply not in sure]
    # Moves that the file evaluates need only an explanation, for which the shorter limit is enough.
    for some, limit in ((settled, engine.reasons), (sure, engine.sure), (doubtful, engine.second)):
        plies = sorted({ply + step for ply in some for step in (0, 1)})
        answers = evaluate_game(evaluator, [evaluated.boards[ply] for ply in plies], limit, again=True)
        evaluated.seen.update(zip(plies, answers, strict=True))
    for ply in suspects:
        here, there = evaluated.seen[ply], evaluated.seen[ply + 1]
        evaluated.lines[ply] = here.line
        if ply in settled:
            # The file's evaluations stay; the evaluator only gives the better move.
            continue
        if not evaluated.said[ply + 1]:
            evaluated.values[ply + 1] = there
        # A move that the engine would play itself lost nothing.
        evaluated.lost[ply] = 0.0 if here.best in (None, evaluated.moves[ply]) else _lost(here, there)


def _lost(here: Evaluation, there: Evaluation) -> float:
    return max(0.0, here.chance - (1 - there.chance))


def _occasions(evaluated: EvaluatedMoves, mistakes: dict[int, Explanation], side: chess.Color) -> Iterator[Occasion]:
    """The motifs that one side found, missed or allowed, in the order of the game."""
    for ply, (board, lost) in enumerate(zip(evaluated.boards[:-1], evaluated.lost, strict=True)):
        if board.turn != side:
            continue
        own, given = mistakes.get(ply), mistakes.get(ply - 1)
        missed = _motif(own.missed) if own else None
        offered = _motif(given.allowed) if given else None
        there = offered or missed
        if there and lost < INACCURACY:
            yield Occasion(ply, there, Outcome.FOUND, 0.0)
        elif there and lost >= MISTAKE:
            yield Occasion(ply, there, Outcome.MISSED, lost)
        if own and (allowed := _motif(own.allowed)):
            yield Occasion(ply, allowed, Outcome.ALLOWED, lost)


def _motif(side: Point | None) -> str | None:
    return side.motif if side else None


def _studied(
    game: Game,
    evaluated: EvaluatedMoves,
    occasions: tuple[Occasion, ...],
    theirs: tuple[Occasion, ...],
    *,
    is_white: bool,
    engine: StudyEngine,
) -> StudiedGame:
    tags = game.tags
    white, black = game.players
    ratings = game.ratings
    name = shipped_openings().name_of_game(game)
    return StudiedGame(
        number=game.number,
        white=white,
        black=black,
        result=game.result,
        is_white=is_white,
        date=tags.get("UTCDate", tags.get("Date", "")).replace("????.??.??", ""),
        event=tags.get("Event", ""),
        site=tags.get("Site", ""),
        time_control=tags.get("TimeControl", ""),
        rating=ratings[0 if is_white else 1],
        opponent_rating=ratings[1 if is_white else 0],
        eco=name.eco if name else tags.get("ECO", ""),
        opening=name.name if name else tags.get("Opening", ""),
        left_book=_left_book(game),
        start=game.start_fen,
        advantage=white_advantage(evaluated, 0),
        moves=tuple(studied_moves(game, evaluated)),
        faults=(),
        occasions=occasions,
        engine=f"{IN_THE_FILE}; {engine.name}"
        if engine.from_file and any(game.evals)
        else f"{engine.name}, {engine.first}",
        theirs=theirs,
        comment=game.introduction,
        time=tags.get("UTCTime", tags.get("StartTime", "")),
        termination=tags.get("Termination", ""),
    )


def studied_moves(game: Game, evaluated: EvaluatedMoves) -> Iterator[StudiedMove]:
    """Each move of a game with what it lost."""
    clocks, comments = game.clocks.tolist(), game.comments
    for ply, (move, phase) in enumerate(zip(evaluated.moves, phases(evaluated.boards[:-1]), strict=True)):
        line, lost = evaluated.lines.get(ply, ()), evaluated.lost[ply]
        is_best = bool(line) and line[0] == move
        yield StudiedMove(
            move,
            evaluated.boards[ply].san(move),
            line[0] if line else None,
            () if is_best or lost < INACCURACY else line,
            white_advantage(evaluated, ply + 1),
            round(lost, 4),
            Judgement.of(lost),
            phase,
            _spent(clocks, ply, game.tags.get("TimeControl", "")),
            None if isnan(clocks[ply]) else clocks[ply],
            comments[ply],
        )


def white_advantage(evaluated: EvaluatedMoves, ply: int) -> int:
    """White's advantage at a ply, in centipawns."""
    worth = evaluated.values[ply].centipawns
    return worth if evaluated.boards[ply].turn else -worth


def _spent(clocks: Sequence[float], ply: int, control: str) -> float | None:
    """The seconds that a move took, from the clocks and the increment; None if unknown."""
    if ply < 2 or isnan(clocks[ply]) or isnan(clocks[ply - 2]):
        return None
    _, _, increment = control.partition("+")
    return max(0.0, clocks[ply - 2] + (seconds_of(increment) or 0) - clocks[ply])


def _left_book(game: Game) -> int | None:
    """The first ply after which no opening case has the position; None if all positions are known, or none."""
    if game.start_fen != chess.STARTING_FEN:
        return None
    plies = range(1, min(len(game), MOST_PLIES_OF_AN_OPENING) + 1)
    distances = shipped_cases().core.nearest(game.positions(plies))[0].tolist()
    unknown = next((ply for ply, distance in enumerate(distances) if distance), None)
    return None if unknown in (None, 0) else unknown


# Many games evaluated on all cores, each cached when it is done: Ctrl-C loses nothing, and nothing is done twice.


@dataclass(frozen=True, slots=True)
class _Task:
    """A game to evaluate once, for the sides that are needed."""

    game: Game
    sides: tuple[bool, ...]
    keys: tuple[str, ...]


def review_games(
    games: Sequence[OwnGame],
    engine: StudyEngine,
    cache: StudyCache,
    workers: Workers | None = None,
    watch: Watch = unwatched,
) -> Iterator[StudiedGame]:
    """Yield the evaluated games in order, numbered from 1; the number of workers does not change the result.

    The games with the costliest mistakes by the file are evaluated first, so that Ctrl-C keeps what matters most. A
    game listed for both of its players is evaluated once.
    """
    keys = _keys(games, engine)
    reviewed = {key: game for key in dict.fromkeys(keys) if (game := cache.get(key)) is not None}
    tasks = _tasks({key: own for key, own in zip(keys, games, strict=True) if key not in reviewed})
    times = Counter(keys)
    done = sum(times[key] for key in reviewed)
    watch(Progress(done, len(games)))
    if tasks:
        tasks.sort(key=lambda task: -cost_in_file(task.game) if engine.from_file else 0.0)
        with (workers or Workers()).pooled() as (executor, pool):
            for made in in_order(executor, partial(_evaluated, pool, engine), tasks):
                for key, game in made.items():
                    cache.put(key, game)
                    done += times[key]
                reviewed |= made
                watch(Progress(done, len(games)))
    for number, key in enumerate(keys, start=1):
        yield replace(reviewed[key], number=number)


def games_so_far(games: Sequence[OwnGame], engine: StudyEngine, cache: StudyCache) -> list[StudiedGame | None]:
    """The cached games, each numbered by its place; None for a game that is not evaluated yet."""
    kept = map(cache.get, _keys(games, engine))
    return [game and replace(game, number=number) for number, game in enumerate(kept, start=1)]


def cost_in_file(game: Game) -> float:
    """The winning chance that the mistakes of both sides cost by the evaluations in the file; 0 without evaluations."""
    chances = [None if score is None else Evaluation(score.pov(chess.WHITE)).chance for score in game.evals]
    drops = (abs(here - there) for here, there in pairwise(chances) if here is not None and there is not None)
    return sum(drop for drop in drops if drop >= MISTAKE)


def new_games(games: Sequence[OwnGame], engine: StudyEngine, cache: StudyCache) -> list[OwnGame]:
    """The games still to be evaluated, each once even if it is studied for both of its players."""
    new = [own for key, own in zip(_keys(games, engine), games, strict=True) if not cache.holds(key)]
    return list({str(own.game): own for own in new}.values())


def _keys(games: Sequence[OwnGame], engine: StudyEngine) -> list[str]:
    fingerprint = engine.fingerprint()
    return [game_key(own.game, fingerprint, is_white=own.is_white) for own in games]


def _tasks(new: Mapping[str, OwnGame]) -> list[_Task]:
    """The games to evaluate, each once, in the order in which they are first needed."""
    same: dict[str, dict[str, OwnGame]] = {}
    for key, own in new.items():
        same.setdefault(str(own.game), {})[key] = own
    return [
        _Task(next(iter(owns.values())).game, tuple(own.is_white for own in owns.values()), tuple(owns))
        for owns in same.values()
    ]


def _evaluated(pool: Pool, engine: StudyEngine, task: _Task) -> dict[str, StudiedGame]:
    with pool.borrow("engine", engine.evaluator) as evaluator:
        return dict(zip(task.keys, review_sides(task.game, task.sides, evaluator, engine), strict=True))
