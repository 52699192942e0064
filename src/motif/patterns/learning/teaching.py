"""Learn patterns from games against a stronger player, the teacher, as Finkelstein & Markovitch 1998 do.

    for each round of games: play them with the patterns known so far; go through each game from its last move to its
    first and learn from the surprises; insert what was learned into the hierarchies; count how often the teacher
    follows each habit.

The games of one round are independent, so they can be played at the same time, and the result does not depend on the
number of workers. Instead of playing games, the learner can also use recorded games of strong players.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from motif.arena.game import Entrant
from motif.board.wording import counted
from motif.errors import EngineFailed
from motif.patterns.board_pattern import BoardPattern
from motif.patterns.learning.habits import Example, count_usage, weigh_habits
from motif.patterns.learning.hierarchy import Hierarchy, PatternKnowledge
from motif.patterns.learning.paper_library import PaperLibrary
from motif.patterns.learning.surprises import LearnedPattern, LearningReason, Lookaheads, learn_from_game
from motif.patterns.learning.teacher_games import RecordedGame, TeachSettings, play_teacher
from motif.patterns.learning.weighing import Weigher
from motif.patterns.move_pattern import SOURCE, TARGET, MovePattern
from motif.runtime.files import Checkpoint
from motif.runtime.parallel import Pool, Progress, Watch, Workers, in_order, unwatched

NEIGHBOURS_COMPARED = 24
"""We compare a new habit with this many of its latest neighbours to find what they have in common."""


Lessons = list[tuple[LearningReason, LearnedPattern]]


@dataclass(slots=True)
class LearnedSoFar:
    """The patterns learned so far, how many new ones for each reason, the games, and the library after a round."""

    knowledge: PatternKnowledge = field(default_factory=PatternKnowledge)
    counts: dict[LearningReason, int] = field(default_factory=dict)
    games: list[RecordedGame] = field(default_factory=list)
    library: PaperLibrary = field(default_factory=PaperLibrary)

    @classmethod
    def load(cls, saved: Checkpoint | None) -> LearnedSoFar:
        content = saved.load() if saved else None
        if content is None or saved is None:
            return cls()
        library = PaperLibrary.of_lines(enumerate(content["library"], start=1), saved.path)
        counts = {LearningReason(name): count for name, count in content["counts"].items()}
        return cls(library.knowledge, counts, list(map(RecordedGame.from_json, content["traces"])), library)

    def to_json(self) -> dict[str, Any]:
        traces = [game.to_json() for game in self.games]
        return {"library": self.library.to_lines(), "counts": self.counts, "traces": traces}

    def end_round(self, finished: Sequence[tuple[RecordedGame, Lessons]], teacher: str) -> None:
        """Insert what was learned from games, count the usage of habits and weigh them."""
        for game, lessons in finished:
            self.take(lessons)
            self.games.append(game)
        usage = count_usage(self.knowledge.habits, [move for game in self.games for move in game.teacher_moves()])
        weigh_habits(self.knowledge.habits, usage)
        notes = {
            "weights": "paper",
            "teacher": teacher,
            "games": str(len(self.games)),
            "lessons": ", ".join(f"{count:,} {reason}" for reason, count in sorted(self.counts.items())),
        }
        broken = [game for game in self.games if game.failure]
        if broken:
            notes["broken off"] = f"{len(broken)} games; the last: {broken[-1].failure}"
        self.library = PaperLibrary(self.knowledge, tuple(usage), notes)

    def stage(self) -> LearningStage:
        return LearningStage(len(self.games), self.library, tuple(self.games), dict(self.counts))

    def take(self, lessons: Iterable[tuple[LearningReason, LearnedPattern]]) -> None:
        """Insert what was learned; patterns that are already known keep their weights."""
        for reason, lesson in lessons:
            is_new = self._take_habit(lesson.pattern) if reason is LearningReason.HABIT else self._take_material(lesson)
            if is_new:
                self.counts[reason] = self.counts.get(reason, 0) + 1

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
        shared = _shared(habits, pattern)
        if shared is not None:
            habits.insert(shared)
        return True


def bare_move(pattern: MovePattern) -> MovePattern:
    """Return the move of a pattern without its context."""
    labels = {vertex: pattern.context.label_of[vertex] for vertex in (SOURCE, TARGET)}
    return MovePattern(BoardPattern.of(labels, frozenset()), 0.0, (), pattern.special)


def _shared(habits: Hierarchy, pattern: MovePattern) -> MovePattern | None:
    """Return the largest pattern, not a habit yet, that a new habit has in common with one of its neighbours."""
    number = habits.get(pattern)
    assert number is not None  # the caller has just inserted it
    siblings = {child for parent in habits.parents[number] for child in habits.children[parent]} - {number}
    best: MovePattern | None = None
    for other in sorted(siblings, reverse=True)[:NEIGHBOURS_COMPARED]:
        common = pattern.intersection(habits.patterns[other])
        if common and (best is None or len(common.context) > len(best.context)) and habits.get(common) is None:
            best = common
    return best


@dataclass(frozen=True, slots=True)
class LearningStage:
    """The library and the games after a round."""

    games: int
    library: PaperLibrary
    recorded: tuple[RecordedGame, ...]
    counts: dict[LearningReason, int]

    def examples(self) -> list[list[Example]]:
        return [game.teacher_moves() for game in self.recorded]


@dataclass(frozen=True, slots=True)
class GameTask:
    """A game to play against the teacher with the known patterns, or a recorded game to learn from."""

    number: int
    knowledge: PatternKnowledge
    lookaheads: Lookaheads
    settings: TeachSettings
    teacher: Entrant | None = None
    recorded: RecordedGame | None = None


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
    state = LearnedSoFar.load(saved)
    if state.games:
        yield state.stage()
    with (workers or Workers()).pooled() as (executor, pool):
        while len(state.games) < settings.games:
            finished: list[tuple[RecordedGame, Lessons]] = []
            games = _tasks_of_round(teacher, lookaheads, settings, state)
            for game, lessons in in_order(executor, partial(_play_and_learn, pool), games):
                if game.failure and not game.teacher_moves():
                    # The checkpoint stays at the end of the last round, from which the run can continue.
                    state.end_round(finished, name)
                    yield state.stage()
                    raise _lost(game, len(state.games), saved)
                finished.append((game, lessons))
                known = state.knowledge
                words = f"{len(known.moves):,} patterns of material, {len(known.habits):,} habits"
                watch(Progress(len(state.games) + len(finished), settings.games, words))
            state.end_round(finished, name)
            if saved:
                saved.save(state.to_json())
            yield state.stage()


def _play_and_learn(pool: Pool, task: GameTask) -> tuple[RecordedGame, Lessons]:
    """Play a game, or take a recorded one, and learn from it."""
    weigher = Weigher(task.knowledge)
    if task.recorded is not None:
        return task.recorded, learn_from_game(task.recorded, weigher, task.lookaheads)
    assert task.teacher is not None  # a task without a recorded game has a teacher
    with pool.borrow(task.teacher.name, task.teacher.make) as player:
        recorded = play_teacher(task.teacher, player, weigher, task.settings, task.number)
    return recorded, learn_from_game(recorded, weigher, task.lookaheads)


def _tasks_of_round(
    teacher: Entrant | Sequence[RecordedGame], lookaheads: Lookaheads, settings: TeachSettings, state: LearnedSoFar
) -> list[GameTask]:
    """Return the games of the next round; rounds are counted from the first game, even after an interruption."""
    done = len(state.games)
    end = min(settings.games, (done // settings.together + 1) * settings.together)
    known = state.library.knowledge
    if isinstance(teacher, Entrant):
        return [GameTask(number, known, lookaheads, settings, teacher) for number in range(done, end)]
    return [GameTask(number, known, lookaheads, settings, None, teacher[number]) for number in range(done, end)]


def _lost(game: RecordedGame, done: int, saved: Checkpoint | None) -> EngineFailed:
    where = f" in {saved.path}; run the same command again to continue from there" if saved else ""
    kept = f"Motif keeps the patterns of {counted(done, 'game')}{where}"
    return EngineFailed(f"the teacher failed in game {done + 1}: {game.failure}", hint=kept)
