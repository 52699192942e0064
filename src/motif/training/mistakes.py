"""Make puzzles from the player's own mistakes: find the missed move, or punish the mistake from the other side.

A mistake is a puzzle only when the position is sound: one winning move, looked at again and deeper. The others are
counted with the reason why they are none.
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
from motif.engines.evaluator import Evaluator, MoveValues, value_moves
from motif.engines.limits import CALM_FIRST_LOOK, CALM_SECOND_LOOK, EXPLAIN_LIMIT
from motif.explain.answers import explanation_of_reason
from motif.explain.explanation import Point
from motif.explain.found import explain_evaluation
from motif.motifs.motif import Lead
from motif.players.names import find_evaluator
from motif.puzzles.batches import Distinct
from motif.puzzles.puzzle import Goal, Origin, Provenance, Puzzle
from motif.runtime.parallel import Pool, Progress, Watch, unwatched
from motif.study.games import Fault, StudiedGame
from motif.study.profile import Example, Finding
from motif.study.study import Study
from motif.training.exercise import Exercise, Source
from motif.training.soundness import sound_puzzle

# Quiet positions: several moves are fine and nothing is to be won, so that a question gives nothing away.


NEAR = 0.05
"""A move within this of the best one's winning chance is as good."""

WITHIN_REACH = 0.12
"""A move that loses more than this at the first look gets no second look."""

FEWEST_FINE = 3
LARGEST_ADVANTAGE = 150
MOST_TRIED_FOR_ONE = 4


def quiet_positions(
    study: Study, evaluator: Evaluator, count: int, seed: int = 0, watch: Watch = unwatched
) -> Iterator[Exercise]:
    """Up to this many quiet positions from the player's games, spread over the games."""
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
    """The best move and all that are as good, with their centipawns.

    If the first look already finds more than `most` such moves, none is returned.
    """
    (values,) = value_moves([board], evaluator, CALM_FIRST_LOOK)
    if most is not None and len(_ranked(values, NEAR)) > most:
        return []
    near = [move for move, _ in _ranked(values, WITHIN_REACH)]
    (again,) = value_moves([board], evaluator, CALM_SECOND_LOOK, moves=[near])
    return _ranked(again, NEAR)


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
        and game.moves[ply].lost < NEAR
        and game.moves[ply - 1].lost < NEAR
        and abs(game.moves[ply - 1].advantage) <= LARGEST_ADVANTAGE
    ]


def _sentence(board: chess.Board, fine: list[str]) -> str:
    moves = [board.san(chess.Move.from_uci(move)) for move in fine[:4]]
    more = ", among others" if len(fine) > len(moves) else ""
    return f"Nothing is to be won by force here; fine are {', '.join(moves[:-1])} and {moves[-1]}{more}."


def _story(game: StudiedGame, ply: int) -> str:
    return f"your game against {game.opponent}: you played {game.moves[ply].san}"


WITHOUT_A_CAUSE = "winning move"
"""The theme of a win without a known cause."""


BETTER_MOVE = "better move"
"""The theme of a mistake where nothing is won, and some moves are better than the one that was played."""

PAST_ONE_MOVE = 1400
"""A rating from which a puzzle of one move is seldom one."""

FEW_ONE_MOVERS = 3
"""This many puzzles of one move are set if there are no longer ones."""


Prove = Callable[[Iterable["Candidate"]], Iterator[Puzzle | str]]
"""From candidates to their puzzles, or to why they are none, in that order: several processes may share it."""


@dataclass(slots=True)
class ExerciseReport:
    """What became of the candidates; updated while they are examined."""

    candidates: int = 0
    found: int = 0
    rejected: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A mistake as an exercise may use it: what was missed, or what the opponent was allowed to do."""

    game: StudiedGame
    fault: Fault
    side: Point
    source: Source

    @property
    def lost(self) -> float:
        """The winning chance that the mistake cost."""
        return self.game.moves[self.fault.ply].lost

    @property
    def ply(self) -> int:
        """The ply at which the puzzle is to be solved."""
        return self.fault.ply + (self.source is Source.ALLOWED)

    def board(self) -> chess.Board:
        """The position of the puzzle."""
        return chess.Board(self.side.fen)

    def lead(self) -> Lead | None:
        """The move of the game that led to the position."""
        if self.ply == 0:
            return None
        return self.game.boards()[self.ply - 1].copy(stack=False), self.game.moves[self.ply - 1].move

    def proved(self, evaluator: Evaluator) -> Puzzle | str:
        """The puzzle, or why it is none."""
        return sound_puzzle(self.board(), evaluator, lead=self.lead())

    @property
    def story(self) -> str:
        """Where the position comes from, for the player to read after the answer."""
        game, played = self.game, self.game.moves[self.fault.ply].san
        when = f", {game.date}" if game.date[:1].isdigit() else ""
        name = game.move_name(self.fault.ply)
        said = f"your {name} was the mistake" if self.source is Source.ALLOWED else f"you played {played}"
        return f"your game against {game.opponent}{when}: {said}"

    @property
    def provenance(self) -> Provenance:
        """The origin of the mistake as fields for programs."""
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
    """Return the puzzle or why it is none, in a process that keeps the engine for the next candidate.

    It is in this module so that such a process does not load the report.
    """
    with pool.borrow("puzzles", partial(find_evaluator, engine)) as evaluator:
        return candidate.proved(evaluator)


def motifs_of(study: Study) -> tuple[str, ...]:
    """The motifs that the study says to work on; each has as many cases as a finding needs."""
    return tuple(dict.fromkeys(each.motif for each in study.profile.work_on if each.motif))


def candidates(study: Study) -> list[Candidate]:
    """The sides of all mistakes that have a line, the costliest first; in turn one to work on and another one."""
    sides = [side for game in study.games for fault in game.faults for side in sides_of_mistake(game, fault)]
    sides.sort(key=lambda candidate: (-candidate.lost, candidate.game.number, candidate.ply))
    meant = {example for each in study.profile.work_on for example in each.examples}
    named = [each for each in sides if Example(each.game.number, each.fault.ply) in meant]
    others = [each for each in sides if Example(each.game.number, each.fault.ply) not in meant]
    return [each for pair in zip_longest(named, others) for each in pair if each is not None]


def is_case(finding: Finding, puzzle: Puzzle) -> bool:
    """Whether a puzzle of a study is from a case of a finding."""
    game, ply, side = (puzzle.provenance.detail(name) or "" for name in ("game", "ply", "side"))
    if not (game.isdecimal() and ply.isdecimal()):
        return False
    # The chance that a mistake allowed is the opponent's, a move later.
    return Example(int(game), int(ply) - (side == Source.ALLOWED)) in finding.examples


def exercises_for(finding: Finding, puzzles: Iterable[Puzzle]) -> int:
    """The number of puzzles of a study that come from the cases of a finding."""
    return sum(is_case(finding, puzzle) for puzzle in puzzles)


def sides_of_mistake(game: StudiedGame, fault: Fault) -> list[Candidate]:
    """The chance that the mistake missed and the one it allowed, each only if it has a line."""
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
    """The exercises from a study's mistakes, in the order of `candidates`, until there are enough or time is over.

    The same idea comes once. `look` limits how many candidates are examined, which gives the same puzzles on any
    machine. Players past the first steps get puzzles of one move last, and no more of them than of others.
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
    """One mistake to train: the missed or allowed chance if that makes a sound puzzle, else the better moves.

    The mistake itself never counts as a better move, even if the engine finds it as good at a second look. None if no
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
    """The reason to leave out a sound puzzle; empty for most puzzles."""
    # Taking a piece that the player left hanging is too easy; one that the player failed to take is worth training.
    if candidate.source is Source.ALLOWED and len(puzzle.main_line) == 1 and "hanging piece" in puzzle.themes:
        return "takes a hanging piece"
    return "" if distinct.admits(puzzle) else "twin of an earlier puzzle"


def _goes_together(line: tuple[chess.Move, ...], solution: tuple[chess.Move, ...]) -> bool:
    """Whether two lines have the same moves, up to the end of the shorter one."""
    return all(one == other for one, other in zip(line, solution, strict=False))


def _along(board: chess.Board, solution: tuple[chess.Move, ...], evaluator: Evaluator) -> Point:
    """Why the key of a puzzle wins, along the line that is played on the board."""
    (evaluation,) = evaluator.evaluate([board], EXPLAIN_LIMIT)
    side = explanation_of_reason(explain_evaluation(board, replace(evaluation, line=solution), evaluator)).point
    assert side is not None
    if _goes_together(side.moves, solution):
        return side
    return replace(side, text=f"{board.variation_san(solution)} was to be played.", motif=None)


def exercise_of(candidate: Candidate, puzzle: Puzzle, evaluator: Evaluator) -> Exercise:
    """The exercise of a mistake whose puzzle is known; the engine explains only what the study has not explained."""
    side, solution = candidate.side, tuple(map(chess.Move.from_uci, puzzle.main_line))
    if not _goes_together(side.moves, solution):
        # A reader who is shown one defence and plays through another believes neither.
        side = _along(candidate.board(), solution, evaluator)
    theme, sentence = side.motif or "", side.text
    if theme not in puzzle.themes:
        theme = str(puzzle.stipulation) if puzzle.stipulation.goal is Goal.MATE else WITHOUT_A_CAUSE
    return Exercise.of_puzzle(candidate.source, puzzle, theme, sentence, candidate.story)
