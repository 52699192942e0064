"""Make puzzles from the player's own mistakes: find the missed move, or punish the mistake.

A mistake becomes a puzzle only if its position is sound: it has one winning move, confirmed by a deeper search. The
other mistakes are counted by the reason for rejecting them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import zip_longest

import chess

from motif.board.material import Phase
from motif.board.wording import percent
from motif.engines.evaluator import Evaluator, MoveValues, value_moves
from motif.engines.limits import CALM_FIRST_LOOK, CALM_SECOND_LOOK, EXPLAIN_LIMIT
from motif.explain.answers import explanation_of_reason
from motif.explain.explanation import Point
from motif.explain.found import explain_evaluation
from motif.motifs.motif import Lead
from motif.players.names import find_evaluator
from motif.puzzles.batches import Distinct
from motif.puzzles.mining import sound_puzzle
from motif.puzzles.puzzle import Goal, Origin, Provenance, Puzzle
from motif.runtime.parallel import Pool, Progress, Watch, unwatched
from motif.study.findings.openings import repertoires
from motif.study.games import Fault, StudiedGame
from motif.study.profile import Example, Finding
from motif.study.study import Study
from motif.training.exercise import Exercise, Source

# Quiet positions: several moves are fine and nothing is to be won, so that a question gives nothing away.


AS_GOOD_LOSS = 0.05
"""A move whose winning chance is within this of the best one's is as good."""

FIRST_LOOK_LOSS = 0.12
"""A move that loses more than this in the first search is not searched again."""

FEWEST_FINE = 3
LARGEST_ADVANTAGE = 150
MOST_TRIED_FOR_ONE = 4


def quiet_positions(
    study: Study, evaluator: Evaluator, count: int, seed: int = 0, watch: Watch = unwatched
) -> Iterator[Exercise]:
    """Yield up to `count` quiet positions from the player's games, spread over the games."""
    draw, done = random.Random(seed), 0
    places = [(game, draw.sample(plies, len(plies))) for game in study.games if (plies := _calm_plies(game))]
    draw.shuffle(places)
    rounds = [(game, plies[turn]) for turn in range(MOST_TRIED_FOR_ONE) for game, plies in places if turn < len(plies)]
    for game, ply in rounds[: MOST_TRIED_FOR_ONE * count]:
        watch(Progress(done, count, f"quiet positions: {done}"))
        if done == count:
            return
        board = game.boards()[ply]
        fine = fine_moves(board, evaluator)
        if len(fine) >= FEWEST_FINE:
            done += 1
            yield Exercise(Source.QUIET, board.fen(), "", _sentence(board, fine), _story(game, ply), None, tuple(fine))


def fine_moves(board: chess.Board, evaluator: Evaluator) -> list[str]:
    """The best move and all that are as good; empty if one side is winning."""
    ranked = best_moves(board, evaluator)
    if not ranked or abs(ranked[0][1]) > LARGEST_ADVANTAGE:
        return []
    return [move.uci() for move, _ in ranked]


def best_moves(board: chess.Board, evaluator: Evaluator, most: int | None = None) -> list[tuple[chess.Move, int]]:
    """The best move and all that are as good, with their values in centipawns.

    If the first search finds more than `most` such moves, the list is empty.
    """
    (values,) = value_moves([board], evaluator, CALM_FIRST_LOOK)
    if most is not None and len(_ranked(values, AS_GOOD_LOSS)) > most:
        return []
    near = [move for move, _ in _ranked(values, FIRST_LOOK_LOSS)]
    (again,) = value_moves([board], evaluator, CALM_SECOND_LOOK, moves=[near])
    return _ranked(again, AS_GOOD_LOSS)


def _ranked(values: MoveValues, within: float) -> list[tuple[chess.Move, int]]:
    best = max((value.chance for value in values.values()), default=0.0)
    near = [(move, value.centipawns) for move, value in values.items() if value.chance >= best - within]
    return sorted(near, key=lambda pair: -pair[1])


def _calm_plies(game: StudiedGame) -> list[int]:
    """The plies of the player's good moves after the opening that follow a good move of the opponent."""
    return [
        ply
        for ply in range(1, len(game.moves))
        if game.is_players(ply)
        and game.moves[ply].phase is not Phase.OPENING
        and game.moves[ply].lost < AS_GOOD_LOSS
        and game.moves[ply - 1].lost < AS_GOOD_LOSS
        and abs(game.moves[ply - 1].advantage) <= LARGEST_ADVANTAGE
    ]


def _sentence(board: chess.Board, fine: list[str]) -> str:
    moves = [board.san(chess.Move.from_uci(move)) for move in fine[:4]]
    more = ", among others" if len(fine) > len(moves) else ""
    return f"Nothing is to be won by force here; fine are {', '.join(moves[:-1])} and {moves[-1]}{more}."


def _story(game: StudiedGame, ply: int) -> str:
    return f"your game against {game.opponent}: you played {game.moves[ply].san}"


WITHOUT_A_CAUSE = "winning move"
"""The theme of a win whose cause is unknown."""


BETTER_MOVE = "better move"
"""The theme of a mistake after which nothing is won, but which was not the best move."""

PAST_ONE_MOVE = 1400
"""From this rating on, puzzles of one move are too easy."""

FEW_ONE_MOVERS = 3
"""How many puzzles of one move are used if there are no longer ones."""


Prove = Callable[[Iterable["Candidate"]], Iterator[Puzzle | str]]
"""Turns candidates, in order, into puzzles or reasons for rejection, perhaps in several processes."""


@dataclass(slots=True)
class ExerciseReport:
    """How many candidates became exercises, and why others did not; updated as they are examined."""

    candidates: int = 0
    found: int = 0
    rejected: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One side of a mistake as a possible exercise: what was missed, or what was allowed."""

    game: StudiedGame
    fault: Fault
    side: Point
    source: Source

    @property
    def lost(self) -> float:
        return self.game.moves[self.fault.ply].lost

    @property
    def ply(self) -> int:
        return self.fault.ply + (self.source is Source.ALLOWED)

    def board(self) -> chess.Board:
        return chess.Board(self.side.fen)

    def lead(self) -> Lead | None:
        if self.ply == 0:
            return None
        return self.game.boards()[self.ply - 1].copy(stack=False), self.game.moves[self.ply - 1].move

    def proved(self, evaluator: Evaluator) -> Puzzle | str:
        """The puzzle, or the reason why it is not sound."""
        return sound_puzzle(self.board(), evaluator, lead=self.lead())

    @property
    def story(self) -> str:
        """Where the position comes from, shown after the answer."""
        game, played = self.game, self.game.moves[self.fault.ply].san
        when = f", {game.date}" if game.date[:1].isdigit() else ""
        name = game.move_name(self.fault.ply)
        said = f"your {name} was the mistake" if self.source is Source.ALLOWED else f"you played {played}"
        return f"your game against {game.opponent}{when}: {said}"

    @property
    def provenance(self) -> Provenance:
        """The origin of the mistake, for programs."""
        game = self.game
        return Provenance.of(
            Origin.MINED,
            white=game.white,
            black=game.black,
            date=game.date,
            site=game.site,
            game=game.number,
            ply=self.ply,
            side=self.source,
            played=game.moves[self.fault.ply].san,
        )


def prove(pool: Pool, engine: str, candidate: Candidate) -> Puzzle | str:
    """Return the puzzle or the reason for rejection, in a process that keeps its engine for the next candidate.

    It is in this module so that such a process need not load the report package.
    """
    with pool.borrow("puzzles", partial(find_evaluator, engine)) as evaluator:
        return candidate.proved(evaluator)


def motifs_of(study: Study) -> tuple[str, ...]:
    """The motifs that the study recommends to work on."""
    return tuple(dict.fromkeys(each.motif for each in study.profile.work_on if each.motif))


def candidates(study: Study) -> list[Candidate]:
    """The sides of all mistakes that have a line, the costliest first, alternating between motifs to work on and
    others."""
    sides = [side for game in study.games for fault in game.faults for side in sides_of_mistake(game, fault)]
    sides.sort(key=lambda candidate: (-candidate.lost, candidate.game.number, candidate.ply))
    meant = {example for each in study.profile.work_on for example in each.examples}
    named = [each for each in sides if Example(each.game.number, each.fault.ply) in meant]
    others = [each for each in sides if Example(each.game.number, each.fault.ply) not in meant]
    return [each for pair in zip_longest(named, others) for each in pair if each is not None]


def is_case(finding: Finding, puzzle: Puzzle) -> bool:
    """Whether a study's puzzle comes from a case of a finding."""
    game, ply, side = (puzzle.provenance.detail(name) or "" for name in ("game", "ply", "side"))
    if not (game.isdecimal() and ply.isdecimal()):
        return False
    # What a mistake allowed is played by the opponent, one ply later.
    return Example(int(game), int(ply) - (side == Source.ALLOWED)) in finding.examples


def exercises_for(finding: Finding, puzzles: Iterable[Puzzle]) -> int:
    """The number of a study's puzzles that come from a finding's cases."""
    return sum(is_case(finding, puzzle) for puzzle in puzzles)


def sides_of_mistake(game: StudiedGame, fault: Fault) -> list[Candidate]:
    """What a mistake missed and what it allowed, if there is a line for it."""
    sides = ((fault.missed, Source.MISSED), (fault.allowed, Source.ALLOWED))
    return [Candidate(game, fault, side, source) for side, source in sides if side is not None]


def from_mistakes(
    study: Study,
    evaluator: Evaluator,
    most: int = 60,
    *,
    look: int | None = None,
    account: ExerciseReport | None = None,
    is_over: Callable[[], bool] = lambda: False,
    watch: Watch = unwatched,
    prove: Prove | None = None,
) -> Iterator[Exercise]:
    """Yield exercises from a study's mistakes, in the order of `candidates`, until there are enough or time is up.

    Each idea is used once. `look` limits how many candidates are examined, so that any machine gives the same puzzles.
    Experienced players get puzzles of one move last, and no more of them than of others.
    """
    is_past = (study.profile.rating or 0) >= PAST_ONE_MOVE
    one_movers: list[Exercise] = []
    account = ExerciseReport() if account is None else account
    distinct, all_candidates = Distinct(), candidates(study)[:look]
    answers = prove(all_candidates) if prove else (each.proved(evaluator) for each in all_candidates)
    for done, candidate in enumerate(all_candidates):
        if account.found == most or is_over():
            break
        watch(Progress(done, len(all_candidates), f"puzzles from your mistakes: {account.found}"))
        account.candidates += 1
        puzzle = next(answers)
        if isinstance(puzzle, Puzzle):
            puzzle = _objection(candidate, puzzle, distinct) or puzzle
        if isinstance(puzzle, str):
            account.rejected[puzzle] += 1
            continue
        exercise = exercise_of(candidate, replace(puzzle, provenance=candidate.provenance), evaluator)
        if is_past and puzzle.stipulation.moves == 1:
            one_movers.append(exercise)
            continue
        account.found += 1
        yield exercise
    for exercise in one_movers[: min(most - account.found, max(FEW_ONE_MOVERS, account.found))]:
        account.found += 1
        yield exercise


def exercise_at(game: StudiedGame, fault: Fault, evaluator: Evaluator) -> Exercise | None:
    """An exercise for one mistake: what it missed or allowed if that is a sound puzzle, else the better moves.

    The mistake itself never counts as a better move, even if a second search finds it as good. None if no
    better move is known.
    """
    for candidate in sides_of_mistake(game, fault):
        puzzle = candidate.proved(evaluator)
        if isinstance(puzzle, Puzzle):
            return exercise_of(candidate, replace(puzzle, provenance=candidate.provenance), evaluator)
    board = chess.Board(fault.fen)
    found = dict.fromkeys(step.uci for step in (fault.better.line[:1] if fault.better else ()))
    found |= dict.fromkeys(move.uci() for move, _ in best_moves(board, evaluator))
    right = [move for move in found if move != fault.played.uci]
    if not right:
        return None
    story = f"your game against {game.opponent}: you played {fault.played.san}"
    return Exercise(Source.MISSED, fault.fen, BETTER_MOVE, fault.sentence, story, None, tuple(right))


def _objection(candidate: Candidate, puzzle: Puzzle, distinct: Distinct) -> str:
    """Why a sound puzzle is left out; empty if it is used."""
    # Taking a piece that the player left hanging is too easy; one that the player failed to take is worth training.
    if candidate.source is Source.ALLOWED and len(puzzle.main_line) == 1 and "hanging piece" in puzzle.themes:
        return "takes a hanging piece"
    return "" if distinct.admits(puzzle) else "twin of an earlier puzzle"


def _goes_together(line: tuple[chess.Move, ...], solution: tuple[chess.Move, ...]) -> bool:
    """Whether one line begins with the other."""
    return all(one == other for one, other in zip(line, solution, strict=False))


def _along(board: chess.Board, solution: tuple[chess.Move, ...], evaluator: Evaluator) -> Point:
    """Explain why a puzzle's key wins, along its solution."""
    (evaluation,) = evaluator.evaluate([board], EXPLAIN_LIMIT)
    side = explanation_of_reason(explain_evaluation(board, replace(evaluation, line=solution), evaluator)).point
    assert side is not None
    if _goes_together(side.moves, solution):
        return side
    return replace(side, text=f"{board.variation_san(solution)} was to be played.", motif=None)


def exercise_of(candidate: Candidate, puzzle: Puzzle, evaluator: Evaluator) -> Exercise:
    """The exercise for a mistake and its puzzle; the engine explains only what the study has not explained."""
    side, solution = candidate.side, tuple(map(chess.Move.from_uci, puzzle.main_line))
    if not _goes_together(side.moves, solution):
        # The explanation must show the same defence as the solution.
        side = _along(candidate.board(), solution, evaluator)
    theme, sentence = side.motif or "", side.text
    if theme not in puzzle.themes:
        theme = str(puzzle.stipulation) if puzzle.stipulation.goal is Goal.MATE else WITHOUT_A_CAUSE
    return Exercise.of_puzzle(candidate.source, puzzle, theme, sentence, candidate.story)


# Moves of an opening that the player keeps getting wrong: played twice or more where the engine knows a better one.

OPENING = "opening"
"""The theme of these exercises."""

MOST = 6
MOST_RIGHT = 3
"""A position with more equally good moves than this is no exercise."""

MOST_AT_FIRST = 2 * MOST_RIGHT
"""With more good moves than this in the first search, a position is not searched again."""


def wrong_moves(study: Study, evaluator: Evaluator, most: int = MOST) -> Iterator[Exercise]:
    """Exercises for repeated mistakes in the opening, the costliest first; all moves as good as the best are right."""
    wrong = [(board, played) for each in repertoires(study.games) for board, played in each.wrong()]
    wrong.sort(key=lambda each: -sum(each[1].lost))
    for board, played in wrong[:most]:
        right = [move for move, _ in best_moves(board.copy(stack=False), evaluator, MOST_AT_FIRST)]
        if not 0 < len(right) <= MOST_RIGHT or played.move in right:
            continue
        named = " and ".join(board.san(move) for move in right)
        better = f"{named} {'is' if len(right) == 1 else 'are'} better than {board.san(played.move)}"
        yield Exercise(
            Source.MISSED,
            board.fen(),
            OPENING,
            f"{better}, which gave away {percent(played.mean_lost)} of the winning chance.",
            f"your opening: you played {board.san(played.move)} here in {played.games} games",
            None,
            tuple(move.uci() for move in right),
        )
