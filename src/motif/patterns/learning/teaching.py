"""The paper's way to learn: play a stronger teacher, go through the game backwards, and keep what surprised.

    for each round of games: play them by what is known; study each, from its last move to its first;
    put the lessons into the hierarchies; count how often the teacher follows each habit.

Games of one round know nothing of each other, so they can be played at once; the result does not depend on how many
workers play them. Recorded games of strong players teach in the same way, without being played.
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
from motif.errors import BadArgument, EngineFailed, MotifError
from motif.patterns.board_pattern import BoardPattern
from motif.patterns.learning.hierarchy import Hierarchy, Hierarchies, Number
from motif.patterns.learning.logit import augment
from motif.patterns.learning.paper_library import PaperLibrary, Usage, Weigher
from motif.patterns.learning.surprises import Lookaheads, Lesson, LessonReason, RecordedGame, lessons_of
from motif.patterns.library import Library
from motif.patterns.move_pattern import SOURCE, TARGET, MovePattern, to_core
from motif.runtime.files import Checkpoint
from motif.runtime.parallel import Pool, Progress, Watch, Workers, in_order, seed_of, unwatched
from motif.statistics.examples import Evidence, rows_of_moves

# Putting lessons into the hierarchies, and what two of them have in common beside them.

NEIGHBOURS = 24
"""With so many of its latest neighbours a new habit is compared."""


@dataclass(slots=True)
class LearnedSoFar:
    """What was learned so far, and how many lessons of each source were something new."""

    knowledge: Hierarchies = field(default_factory=Hierarchies)
    classes: bool = False
    """Whether what two habits share may be a class of men, such as a heavy piece."""
    counts: dict[LessonReason, int] = field(default_factory=dict)

    def take(self, lessons: Iterable[tuple[LessonReason, Lesson]]) -> None:
        """Put lessons in their places; what is known keeps the weight it has."""
        for source, lesson in lessons:
            is_new = self._take_habit(lesson.pattern) if source is LessonReason.HABIT else self._take_material(lesson)
            if is_new:
                self.counts[source] = self.counts.get(source, 0) + 1

    def _take_material(self, lesson: Lesson) -> bool:
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
    """The kind of move that a pattern is about, without its context."""
    labels = {vertex: pattern.context.label_of[vertex] for vertex in (SOURCE, TARGET)}
    return MovePattern(BoardPattern.of(labels, frozenset()), 0.0, (), pattern.special)


def _shared(habits: Hierarchy, pattern: MovePattern, classes: bool) -> MovePattern | None:
    """The most that a new habit has in common with one of its neighbours, if that is no habit yet."""
    number = habits.get(pattern)
    assert number is not None  # it was inserted just now
    beside = {link.child for parent in habits.parents[number] for link in habits.children[parent]} - {number}
    best: MovePattern | None = None
    for other in sorted(beside, reverse=True)[:NEIGHBOURS]:
        common = pattern.intersection(habits.patterns[other], classes)
        if common and (best is None or len(common.context) > len(best.context)) and habits.get(common) is None:
            best = common
    return best


# How often a teacher follows each habit, and the weight that makes.

Example = tuple[chess.Board, chess.Move]

TRUST = 8.0
"""K: of so many moves the word of the more general habits is worth. A guess: no other number was tried."""

USUAL = 1 / 30
"""How likely a move is of which nothing is known."""


def count_usage(habits: Hierarchy, examples: Sequence[Example]) -> list[Usage]:
    """How often each habit was seen, and how often it was followed."""
    if not examples or not len(habits):
        return [Usage()] * len(habits)
    positions = Positions.from_boards([board for board, _ in examples])
    codes = np.array([encode_move(move) for _, move in examples], np.uint16)
    chosen = rows_of_moves(positions.legal_moves(), codes)
    starts, numbers = PatternIndex([to_core(pattern) for pattern in habits]).design(positions).matches()
    seen = np.bincount(numbers, minlength=len(habits))
    followed = [numbers[starts[row] : starts[row + 1]] for row in chosen]
    played = np.bincount(np.concatenate(followed), minlength=len(habits))
    return [Usage(*pair) for pair in zip(played.tolist(), seen.tolist(), strict=True)]


def added(usage: Sequence[Usage], more: Sequence[Usage]) -> list[Usage]:
    """Two counts as one."""
    return [Usage(a.played + b.played, a.seen + b.seen) for a, b in zip(usage, more, strict=True)]


def weigh_habits(habits: Hierarchy, usage: Sequence[Usage]) -> None:
    """Give every habit the weight that its usage makes, those above before those below."""
    weights: dict[Number, float] = {}

    def weight_of(number: Number) -> float:
        if number not in weights:
            above = [weight_of(parent) for parent in sorted(habits.parents[number])]
            prior = sum(above) / len(above) if above else USUAL
            played, seen = max(0, usage[number].played - 1), max(0, usage[number].seen - 1)
            weights[number] = (played + TRUST * prior) / (seen + TRUST)
        return weights[number]

    for number, pattern in enumerate(habits.patterns):
        habits.patterns[number] = replace(pattern, weight=float(f"{weight_of(number):.4g}"))


def augment_habits(library: PaperLibrary, examples: Sequence[Example]) -> PaperLibrary:
    """The same patterns, with the moves of other games counted as well; nothing is added."""
    usage = added(library.usage, count_usage(library.knowledge.habits, examples))
    habits = library.knowledge.habits
    counted = Hierarchy.linked(habits.patterns, habits.parents)
    weigh_habits(counted, usage)
    known = library.knowledge
    notes = {**library.notes, "augmented by": f"{len(examples):,} moves"}
    return PaperLibrary(Hierarchies(known.moves, known.threats, counted), tuple(usage), notes)


def evidence_of(games: Sequence[Sequence[Example]], name: str) -> Evidence:
    """A teacher's moves as evidence, for whoever weighs patterns in another way."""
    positions = Positions.from_boards([board for game in games for board, _ in game])
    played = np.array([encode_move(move) for game in games for _, move in game], np.uint16)
    owners = np.repeat(np.arange(len(games)), [len(game) for game in games])
    return Evidence(positions, played, owners, tuple((name, name) for _ in games))


def fitted(library: PaperLibrary, games: Sequence[Sequence[Example]], name: str) -> Library:
    """The patterns of our moves, weighed by conditional logit on a teacher's moves; no replies, no threats."""
    known = library.knowledge
    plain = {
        (pattern.context, pattern.special): replace(pattern, weight=0.0, replies=())
        for pattern in (*known.moves, *known.habits)
    }
    return augment(Library.of(plain.values(), {"weights": "logit", "teacher": name}), evidence_of(games, name))


RANDOM_PLIES = 2
"""After the opening, so that two games between players without luck are not the same."""


@dataclass(frozen=True, slots=True)
class TeachSettings:
    """How many games, how many at once, how long they last, and whether what habits share may be a class of men."""

    games: int = 100
    together: int = 5
    """Games of one round: all of them are played by what was known before the first."""
    most_moves: int = 100
    classes: bool = False
    seed: int = 0

    def __post_init__(self) -> None:
        if min(self.games, self.together, self.most_moves) < 1:
            raise BadArgument(f"every number of {self} must be at least 1")


@dataclass(frozen=True, slots=True)
class LearningStage:
    """What is known after so many games."""

    games: int
    library: PaperLibrary
    traces: tuple[RecordedGame, ...]
    counts: dict[LessonReason, int]

    def examples(self) -> list[list[Example]]:
        """The teacher's moves, a list a game."""
        return [trace.taught() for trace in self.traces]


@dataclass(frozen=True, slots=True)
class GameTask:
    """Who plays a game: the teacher, and what the learner knows; without a teacher the trace is there already."""

    number: int
    knowledge: Hierarchies
    eyes: Lookaheads
    settings: TeachSettings
    teacher: Entrant | None = None
    trace: RecordedGame | None = None


@dataclass(frozen=True, slots=True)
class _Studied:
    trace: RecordedGame
    lessons: list[tuple[LessonReason, Lesson]]


def teach(
    teacher: Entrant | Sequence[RecordedGame],
    eyes: Lookaheads,
    settings: TeachSettings,
    workers: Workers | None = None,
    checkpoint: Path | None = None,
    watch: Watch = unwatched,
) -> Iterator[LearningStage]:
    """What is known after each round; goes on from a checkpoint, and gives the same as if it had never stopped.

    A teacher who dies in the middle of a game has taught up to there, and begins the next one anew. When he makes no
    move at all, what was learned before is given once more, and EngineFailed is raised.
    """
    if not isinstance(teacher, Entrant):
        settings = replace(settings, games=len(teacher))
    name = teacher.name if isinstance(teacher, Entrant) else "recorded games"
    saved = Checkpoint(checkpoint, "patterns", asdict(settings) | {"teacher": name}) if checkpoint else None
    state = _State.load(saved, settings.classes)
    if state.traces:
        yield state.stage()
    with (workers or Workers()).pooled() as (executor, pool):
        while len(state.traces) < settings.games:
            finished: list[_Studied] = []
            games = _round(teacher, eyes, settings, state)
            for studied in in_order(executor, partial(_play_and_study, pool), games):
                if studied.trace.failure and not studied.trace.taught():
                    # The checkpoint stays at the end of the last round, from which all goes on as it would have.
                    state.take(finished, name)
                    yield state.stage()
                    raise _lost(studied.trace, len(state.traces), saved)
                finished.append(studied)
                watch(Progress(len(state.traces) + len(finished), settings.games, state.words()))
            state.take(finished, name)
            if saved:
                saved.save(state.to_json())
            yield state.stage()


def _play_and_study(pool: Pool, task: GameTask) -> _Studied:
    """Play a game, or take one that was played, and find what there is to learn from it."""
    weigher = Weigher(task.knowledge)
    if task.trace is not None:
        return _Studied(task.trace, lessons_of(task.trace, weigher, task.eyes))
    assert task.teacher is not None  # who has no trace plays
    with pool.borrow(task.teacher.name, task.teacher.make) as player:
        trace = _play(task, task.teacher, player, weigher)
    return _Studied(trace, lessons_of(trace, weigher, task.eyes))


def play_teachers(teacher: Entrant, games: int, settings: TeachSettings, workers: Workers | None = None) -> list[RecordedGame]:
    """Games between two copies of a teacher, for augmentation."""
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
        verdicts = weigher.weigh(board)
        best = max(verdict.weight for verdict in verdicts.values())
        return rng.choice(
            sorted((move for move, verdict in verdicts.items() if verdict.weight == best), key=chess.Move.uci)
        )

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
    """What the run has come to."""

    acquired: LearnedSoFar
    traces: list[RecordedGame] = field(default_factory=list)
    library: PaperLibrary = field(default_factory=PaperLibrary)

    @classmethod
    def load(cls, saved: Checkpoint | None, classes: bool) -> _State:
        content = saved.load() if saved else None
        if content is None or saved is None:
            return cls(LearnedSoFar(classes=classes))
        lines = enumerate(content["library"], start=1)
        library = PaperLibrary.of_lines(lines, saved.path)
        counts = {LessonReason(name): count for name, count in content["counts"].items()}
        traces = [RecordedGame.from_json(value) for value in content["traces"]]
        return cls(LearnedSoFar(library.knowledge, classes, counts), traces, library)

    def to_json(self) -> dict[str, Any]:
        return {
            "library": self.library.to_lines(),
            "counts": self.acquired.counts,
            "traces": [trace.to_json() for trace in self.traces],
        }

    def take(self, finished: Sequence[_Studied], teacher: str) -> None:
        """Learn from games, count and weigh."""
        for studied in finished:
            self.acquired.take(studied.lessons)
            self.traces.append(studied.trace)
        habits = self.acquired.knowledge.habits
        usage = count_usage(habits, [example for trace in self.traces for example in trace.taught()])
        weigh_habits(habits, usage)
        notes = {
            "weights": "paper",
            "teacher": teacher,
            "games": str(len(self.traces)),
            "lessons": ", ".join(f"{count:,} {source}" for source, count in sorted(self.acquired.counts.items())),
        }
        broken = [trace for trace in self.traces if trace.failure]
        if broken:
            notes["broken off"] = f"{len(broken)} games; the last: {broken[-1].failure}"
        self.library = PaperLibrary(self.acquired.knowledge, tuple(usage), notes)

    def stage(self) -> LearningStage:
        return LearningStage(len(self.traces), self.library, tuple(self.traces), dict(self.acquired.counts))

    def words(self) -> str:
        known = self.acquired.knowledge
        return f"{len(known.moves):,} patterns of material, {len(known.habits):,} habits"


def _round(teacher: Entrant | Sequence[RecordedGame], eyes: Lookaheads, settings: TeachSettings, state: _State) -> list[GameTask]:
    """The games of the next round; rounds are counted from the first game, wherever the run goes on."""
    done = len(state.traces)
    end = min(settings.games, (done // settings.together + 1) * settings.together)
    known = state.library.knowledge
    if isinstance(teacher, Entrant):
        return [GameTask(number, known, eyes, settings, teacher) for number in range(done, end)]
    return [GameTask(number, known, eyes, settings, None, teacher[number]) for number in range(done, end)]


def _lost(trace: RecordedGame, done: int, saved: Checkpoint | None) -> EngineFailed:
    kept = f"what {done} games taught is kept" + (
        f" in {saved.path}: the same command goes on from it" if saved else ""
    )
    return EngineFailed(f"the teacher is lost in game {done + 1}: {trace.failure}", hint=kept)
