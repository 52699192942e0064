"""Learn patterns from games against a stronger player, the teacher, as the paper does.

    for each round of games: play them with the patterns known so far; go through each game from its last move to its
    first and learn from the surprises; insert what was learned into the hierarchies; count how often the teacher
    follows each habit.

The games of one round are independent, so they can be played at the same time, and the result does not depend on the
number of workers. Instead of playing games, the learner can also use recorded games of strong players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import chess
import numpy as np

from motif._core.board import Positions, encode_move
from motif._core.patterns import PatternIndex
from motif.advice import Player
from motif.arena.game import Entrant, ending_by_rules
from motif.arena.start_positions import shipped_starts, varied
from motif.board.wording import counted
from motif.errors import BadArgument, EngineFailed, MotifError
from motif.patterns.board_pattern import BoardPattern
from motif.patterns.learning.hierarchy import Hierarchies, Hierarchy, Number
from motif.patterns.learning.logit import augment
from motif.patterns.learning.paper_library import PaperLibrary, Usage, Weigher
from motif.patterns.learning.surprises import LearnedPattern, LearningReason, Lookaheads, RecordedGame, learn_from_game
from motif.patterns.library import Library
from motif.patterns.move_pattern import SOURCE, TARGET, MovePattern, to_core
from motif.runtime.files import Checkpoint
from motif.runtime.parallel import Pool, Progress, Watch, Workers, in_order, seed_of, unwatched
from motif.statistics.examples import Evidence, rows_of_moves

NEIGHBOURS_COMPARED = 24
"""We compare a new habit with this many of its latest neighbours to find what they have in common."""


@dataclass(slots=True)
class LearnedSoFar:
    """The patterns learned so far, and how many new ones were learned for each reason."""

    knowledge: Hierarchies = field(default_factory=Hierarchies)
    classes: bool = False
    """Whether the common part of two habits may contain classes of pieces, such as "heavy piece"."""
    counts: dict[LearningReason, int] = field(default_factory=dict)

    def take(self, lessons: Iterable[tuple[LearningReason, LearnedPattern]]) -> None:
        """Insert what was learned; patterns that are already known keep their weights."""
        for source, lesson in lessons:
            is_new = self._take_habit(lesson.pattern) if source is LearningReason.HABIT else self._take_material(lesson)
            if is_new:
                self.counts[source] = self.counts.get(source, 0) + 1

    def _take_material(self, lesson: LearnedPattern) -> bool:
        is_new = self.knowledge.moves.get(lesson.pattern) is None
        if is_new:
            self.knowledge.moves.insert(lesson.pattern)
        if lesson.threat and self.knowledge.threats.get(lesson.threat.threat) is None:
            self.knowledge.threats.insert(lesson.threat.threat)
        return is_new

    def _take_habit(self, pattern: MovePattern) -> bool:
        habits = self.knowledge.habits
        bare = bare_move(pattern)
        if habits.get(bare) is None:
            habits.insert(bare)
        if habits.get(pattern) is not None:
            return False
        habits.insert(pattern)
        shared = _shared(habits, pattern, self.classes)
        if shared is not None:
            habits.insert(shared)
        return True


def bare_move(pattern: MovePattern) -> MovePattern:
    """Return the move of a pattern without its context."""
    labels = {vertex: pattern.context.label_of[vertex] for vertex in (SOURCE, TARGET)}
    return MovePattern(BoardPattern.of(labels, frozenset()), 0.0, (), pattern.special)


def _shared(habits: Hierarchy, pattern: MovePattern, classes: bool) -> MovePattern | None:
    """Return the largest pattern, not a habit yet, that a new habit has in common with one of its neighbours."""
    number = habits.get(pattern)
    assert number is not None  # the caller has just inserted it
    siblings = {link.child for parent in habits.parents[number] for link in habits.children[parent]} - {number}
    best: MovePattern | None = None
    for other in sorted(siblings, reverse=True)[:NEIGHBOURS_COMPARED]:
        common = pattern.intersection(habits.patterns[other], classes)
        if common and (best is None or len(common.context) > len(best.context)) and habits.get(common) is None:
            best = common
    return best


# The weight of a habit: how often the teacher follows it.

Example = tuple[chess.Board, chess.Move]

PRIOR_MOVES = 8.0
"""The weight of the more general habits, as a number of moves (the paper's K). We guessed it and tried no others."""

PRIOR_SHARE = 1 / 30
"""The probability of a move that no habit fits."""


def count_usage(habits: Hierarchy, examples: Sequence[Example]) -> list[Usage]:
    """Return how many moves each habit fitted, and how many of them were played."""
    if not examples or not len(habits):
        return [Usage()] * len(habits)
    positions = Positions.from_boards([board for board, _ in examples])
    codes = np.array([encode_move(move) for _, move in examples], np.uint16)
    chosen = rows_of_moves(positions.legal_moves(), codes)
    starts, numbers = PatternIndex([to_core(pattern) for pattern in habits]).design(positions).matches()
    seen = np.bincount(numbers, minlength=len(habits))
    followed = [numbers[starts[row] : starts[row + 1]] for row in chosen]
    played = np.bincount(np.concatenate(followed), minlength=len(habits))
    return [Usage(*counts) for counts in zip(played.tolist(), seen.tolist(), strict=True)]


def added(usage: Sequence[Usage], more: Sequence[Usage]) -> list[Usage]:
    """Return the counts of two lists, added habit by habit."""
    return [Usage(a.played + b.played, a.seen + b.seen) for a, b in zip(usage, more, strict=True)]


def weigh_habits(habits: Hierarchy, usage: Sequence[Usage]) -> None:
    """Set the weight of every habit from its usage, shrunk towards the weights of the more general habits."""
    weights: dict[Number, float] = {}

    def weight_of(number: Number) -> float:
        if number not in weights:
            above = [weight_of(parent) for parent in sorted(habits.parents[number])]
            prior = sum(above) / len(above) if above else PRIOR_SHARE
            played, seen = max(0, usage[number].played - 1), max(0, usage[number].seen - 1)
            weights[number] = (played + PRIOR_MOVES * prior) / (seen + PRIOR_MOVES)
        return weights[number]

    for number, pattern in enumerate(habits.patterns):
        habits.patterns[number] = replace(pattern, weight=float(f"{weight_of(number):.4g}"))


def augment_habits(library: PaperLibrary, examples: Sequence[Example]) -> PaperLibrary:
    """Return the library with its habits weighed again, also by the moves of other games; it gets no new patterns."""
    usage = added(library.usage, count_usage(library.knowledge.habits, examples))
    habits = library.knowledge.habits
    counted = Hierarchy.linked(habits.patterns, habits.parents)
    weigh_habits(counted, usage)
    known = library.knowledge
    notes = {**library.notes, "augmented by": f"{len(examples):,} moves"}
    return PaperLibrary(Hierarchies(known.moves, known.threats, counted), tuple(usage), notes)


def evidence_of(games: Sequence[Sequence[Example]], name: str) -> Evidence:
    """Return a teacher's moves as examples, for other methods that fit weights."""
    positions = Positions.from_boards([board for game in games for board, _ in game])
    played = np.array([encode_move(move) for game in games for _, move in game], np.uint16)
    owners = np.repeat(np.arange(len(games)), [len(game) for game in games])
    return Evidence(positions, played, owners, tuple((name, name) for _ in games))


def fitted(library: PaperLibrary, games: Sequence[Sequence[Example]], name: str) -> Library:
    """Return the patterns of our moves, without replies and threats, with weights fitted by conditional logit."""
    known = library.knowledge
    plain = {
        (pattern.context, pattern.special): replace(pattern, weight=0.0, replies=())
        for pattern in (*known.moves, *known.habits)
    }
    return augment(Library.of(plain.values(), {"weights": "logit", "teacher": name}), evidence_of(games, name))


RANDOM_PLIES = 2
"""Random plies after the opening, so that two games between deterministic players differ."""


@dataclass(frozen=True, slots=True)
class TeachSettings:
    """The numbers of games, games per round and moves per game, and whether habits may contain classes of pieces."""

    games: int = 100
    together: int = 5
    """The number of games in a round, all played with the patterns known before it."""
    most_moves: int = 100
    classes: bool = False
    seed: int = 0

    def __post_init__(self) -> None:
        if min(self.games, self.together, self.most_moves) < 1:
            raise BadArgument(f"every number in {self} must be at least 1")


@dataclass(frozen=True, slots=True)
class LearningStage:
    """The library and the games after a round."""

    games: int
    library: PaperLibrary
    recorded: tuple[RecordedGame, ...]
    counts: dict[LearningReason, int]

    def examples(self) -> list[list[Example]]:
        """Return the teacher's moves, one list for each game."""
        return [game.teacher_moves() for game in self.recorded]


@dataclass(frozen=True, slots=True)
class GameTask:
    """A game to play against the teacher with the known patterns, or a recorded game to learn from."""

    number: int
    knowledge: Hierarchies
    lookaheads: Lookaheads
    settings: TeachSettings
    teacher: Entrant | None = None
    recorded: RecordedGame | None = None


@dataclass(frozen=True, slots=True)
class _GameLearned:
    recorded: RecordedGame
    lessons: list[tuple[LearningReason, LearnedPattern]]


def teach(
    teacher: Entrant | Sequence[RecordedGame],
    lookaheads: Lookaheads,
    settings: TeachSettings,
    workers: Workers | None = None,
    checkpoint: Path | None = None,
    watch: Watch = unwatched,
) -> Iterator[LearningStage]:
    """Yield the state after each round; a run that continues from a checkpoint ends like one that never stopped.

    If the teacher's engine dies during a game, we learn from the moves so far and start the engine again for the next
    game. If it dies before its first move, we yield the last state once more and raise EngineFailed.
    """
    if not isinstance(teacher, Entrant):
        settings = replace(settings, games=len(teacher))
    name = teacher.name if isinstance(teacher, Entrant) else "recorded games"
    saved = Checkpoint(checkpoint, "patterns", asdict(settings) | {"teacher": name}) if checkpoint else None
    state = _State.load(saved, settings.classes)
    if state.games:
        yield state.stage()
    with (workers or Workers()).pooled() as (executor, pool):
        while len(state.games) < settings.games:
            finished: list[_GameLearned] = []
            games = _round(teacher, lookaheads, settings, state)
            for game in in_order(executor, partial(_play_and_learn, pool), games):
                if game.recorded.failure and not game.recorded.teacher_moves():
                    # The checkpoint stays at the end of the last round, from which the run can continue.
                    state.take(finished, name)
                    yield state.stage()
                    raise _lost(game.recorded, len(state.games), saved)
                finished.append(game)
                watch(Progress(len(state.games) + len(finished), settings.games, state.summary()))
            state.take(finished, name)
            if saved:
                saved.save(state.to_json())
            yield state.stage()


def _play_and_learn(pool: Pool, task: GameTask) -> _GameLearned:
    """Play a game, or take a recorded one, and learn from it."""
    weigher = Weigher(task.knowledge)
    if task.recorded is not None:
        return _GameLearned(task.recorded, learn_from_game(task.recorded, weigher, task.lookaheads))
    assert task.teacher is not None  # a task without a recorded game has a teacher
    with pool.borrow(task.teacher.name, task.teacher.make) as player:
        recorded = _play(task, task.teacher, player, weigher)
    return _GameLearned(recorded, learn_from_game(recorded, weigher, task.lookaheads))


def play_teachers(
    teacher: Entrant, games: int, settings: TeachSettings, workers: Workers | None = None
) -> list[RecordedGame]:
    """Let two copies of a teacher play each other and return the games, for augmentation."""
    with (workers or Workers()).pooled() as (executor, pool):
        return list(in_order(executor, partial(_play_copies, pool, teacher, settings), range(games)))


def _play_copies(pool: Pool, teacher: Entrant, settings: TeachSettings, number: int) -> RecordedGame:
    seed = seed_of(settings.seed, "copies", number)
    with pool.borrow(teacher.name, teacher.make) as player:
        player.new_game(seed)
        board = _opening(seed)

        def choose() -> chess.Move:
            return player.choose(board, teacher.limit).move

        return _finished(board, {chess.WHITE: choose, chess.BLACK: choose}, settings, chess.COLORS)


def _play(task: GameTask, teacher: Entrant, player: Player, weigher: Weigher) -> RecordedGame:
    seed = seed_of(task.settings.seed, "game", task.number)
    rng = Random(seed_of(seed, "learner"))
    player.new_game(seed)
    board = _opening(seed)
    side = chess.COLORS[task.number % 2]

    def ask_teacher() -> chess.Move:
        return player.choose(board, teacher.limit).move

    def learner() -> chess.Move:
        weights = weigher.weigh(board)
        greatest = max(weight.weight for weight in weights.values())
        return rng.choice(sorted((move for move in weights if weights[move].weight == greatest), key=chess.Move.uci))

    return _finished(board, {side: ask_teacher, not side: learner}, task.settings, [side])


def _opening(seed: int) -> chess.Board:
    rng = Random(seed_of(seed, "opening"))
    return varied(rng.choice(shipped_starts()), RANDOM_PLIES, seed_of(seed, "random plies")).board()


def _finished(
    board: chess.Board,
    seats: dict[chess.Color, Callable[[], chess.Move]],
    settings: TeachSettings,
    teachers: Sequence[chess.Color],
) -> RecordedGame:
    start = board.copy(stack=False)
    begin = len(board.move_stack)
    failure = ""
    while len(board.move_stack) - begin < 2 * settings.most_moves and not ending_by_rules(board):
        try:
            move = seats[board.turn]()
        except MotifError as error:
            failure = str(error)
            break
        if not board.is_legal(move):
            failure = f"the teacher plays {move.uci()}, which is illegal in {board.fen()}"
            break
        board.push(move)
    return RecordedGame(start.fen(), tuple(move.uci() for move in board.move_stack[begin:]), tuple(teachers), failure)


@dataclass(slots=True)
class _State:
    """The state of a run: the patterns, the games so far and the library."""

    acquired: LearnedSoFar
    games: list[RecordedGame] = field(default_factory=list)
    library: PaperLibrary = field(default_factory=PaperLibrary)

    @classmethod
    def load(cls, saved: Checkpoint | None, classes: bool) -> _State:
        content = saved.load() if saved else None
        if content is None or saved is None:
            return cls(LearnedSoFar(classes=classes))
        lines = enumerate(content["library"], start=1)
        library = PaperLibrary.of_lines(lines, saved.path)
        counts = {LearningReason(name): count for name, count in content["counts"].items()}
        traces = [RecordedGame.from_json(value) for value in content["traces"]]
        return cls(LearnedSoFar(library.knowledge, classes, counts), traces, library)

    def to_json(self) -> dict[str, Any]:
        return {
            "library": self.library.to_lines(),
            "counts": self.acquired.counts,
            "traces": [trace.to_json() for trace in self.games],
        }

    def take(self, finished: Sequence[_GameLearned], teacher: str) -> None:
        """Insert what was learned from games, count the usage of habits and weigh them."""
        for game in finished:
            self.acquired.take(game.lessons)
            self.games.append(game.recorded)
        habits = self.acquired.knowledge.habits
        usage = count_usage(habits, [example for trace in self.games for example in trace.teacher_moves()])
        weigh_habits(habits, usage)
        notes = {
            "weights": "paper",
            "teacher": teacher,
            "games": str(len(self.games)),
            "lessons": ", ".join(f"{count:,} {source}" for source, count in sorted(self.acquired.counts.items())),
        }
        broken = [trace for trace in self.games if trace.failure]
        if broken:
            notes["broken off"] = f"{len(broken)} games; the last: {broken[-1].failure}"
        self.library = PaperLibrary(self.acquired.knowledge, tuple(usage), notes)

    def stage(self) -> LearningStage:
        return LearningStage(len(self.games), self.library, tuple(self.games), dict(self.acquired.counts))

    def summary(self) -> str:
        known = self.acquired.knowledge
        return f"{len(known.moves):,} patterns of material, {len(known.habits):,} habits"


def _round(
    teacher: Entrant | Sequence[RecordedGame], lookaheads: Lookaheads, settings: TeachSettings, state: _State
) -> list[GameTask]:
    """Return the games of the next round; rounds are counted from the first game, even after an interruption."""
    done = len(state.games)
    end = min(settings.games, (done // settings.together + 1) * settings.together)
    known = state.library.knowledge
    if isinstance(teacher, Entrant):
        return [GameTask(number, known, lookaheads, settings, teacher) for number in range(done, end)]
    return [GameTask(number, known, lookaheads, settings, None, teacher[number]) for number in range(done, end)]


def _lost(trace: RecordedGame, done: int, saved: Checkpoint | None) -> EngineFailed:
    where = f" in {saved.path}; run the same command again to continue from there" if saved else ""
    kept = f"Motif keeps the patterns of {counted(done, 'game')}{where}"
    return EngineFailed(f"the teacher failed in game {done + 1}: {trace.failure}", hint=kept)
