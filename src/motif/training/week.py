"""Plan a week: twenty positions, two endings to play out, one opening line, and the date of the next study.

The positions are the player's own mistakes, similar mistakes of the opponents in the same games ("siblings") and
composed positions for the study's motifs. Half of the own ones belong to findings that are clear or likely. If there
are too many, the rating decides: of positions in order of difficulty a stronger player gets the later ones. Positions
that most players of the same rating solve come first.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

import chess

from motif.engines.evaluator import Evaluator
from motif.explain.moves import explain
from motif.openings.names import theory, theory_of
from motif.players.findable import Find, Findable, share_text
from motif.puzzles.files import MOTIF_PUZZLES, SHIPPED_PUZZLES
from motif.puzzles.mining import sound_puzzle
from motif.puzzles.puzzle import Origin, Provenance, Puzzle, load_puzzles
from motif.runtime.parallel import Progress, Watch, unwatched
from motif.study.causes import causes_in
from motif.study.findings.progress import Games, games_needed
from motif.study.games import Outcome, StudiedGame, written
from motif.study.profile import Example, Finding, Kind
from motif.study.study import Study
from motif.training.composing import composed_exercise
from motif.training.deck import Deck, fill
from motif.training.exercise import Exercise, Source
from motif.training.mistakes import WITHOUT_A_CAUSE, candidates, exercise_of, is_case, motifs_of, wrong_moves

POSITIONS, OWN, SIBLINGS, COMPOSED, ENDINGS = 20, 10, 6, 4, 2
MOST_COMPOSED = 10
"""At most this many positions are composed if there are too few from games."""

SIBLINGS_LOOKED_AT = 14
"""How many sibling positions are examined, in about ten seconds; about half are sound."""

EASY_FOR, HARD_FOR = 800, 2400
"""The ratings that fit the easiest and the hardest of the positions."""

USUAL_DIFFICULTY = 8.0
"""The difficulty assumed for a position that is not a puzzle, in the middle of the scale."""

FEWEST_MASTER_GAMES = 5
DAYS = 7
PLANNED = "week "
"""The prefix of a week plan's name in the deck."""

OVER = "A week has passed since the plan: study your new games with motif study, and see what is fixed."


@dataclass(frozen=True, slots=True)
class Planned:
    """A position of the week, and why it was chosen."""

    exercise: Exercise
    why: str


@dataclass(frozen=True, slots=True)
class ToPlay:
    """A position to play out against Motif, with the player's colour."""

    fen: str
    is_white: bool
    why: str
    example: Example

    @property
    def command(self) -> str:
        return f'motif play --fen "{self.fen}" --side {"white" if self.is_white else "black"}'


@dataclass(frozen=True, slots=True)
class OpeningLine:
    """An opening line to learn, and why."""

    line: str
    why: str
    lost: float
    """The winning chance that the move played gave away."""


@dataclass(frozen=True, slots=True)
class Week:
    """The training until the next study."""

    positions: tuple[Planned, ...]
    endings: tuple[ToPlay, ...]
    opening: OpeningLine | None
    return_words: str
    """When to come back with new games."""


def week_of(
    study: Study, own: Sequence[Puzzle], siblings: Sequence[Exercise], evaluator: Evaluator, seed: int = 0
) -> Week:
    """Plan the week of a study from the sound puzzles of its mistakes and the siblings."""
    rating = study.profile.rating
    mistakes = [*_own(study, own, evaluator), *wrong_moves(study, evaluator)]
    alike = _apart(siblings, mistakes)
    composed = _composed(study, evaluator, seed)
    named = fitting([each for each in mistakes if _finding_of(each, study)], OWN // 2, rating)
    chosen = [
        *named,
        *fitting(_apart(mistakes, named), OWN - len(named), rating),
        *fitting(alike, SIBLINGS, rating),
        *fitting(composed, COMPOSED, rating),
    ]
    for rest in ([*mistakes, *alike], composed):
        chosen += fitting(_apart(rest, chosen), POSITIONS - len(chosen), rating)
    chances = _chances(chosen, rating)
    ordered = sorted(chosen, key=lambda each: (-chances.get(each.key, 0.0), difficulty(each), each.key))
    return Week(
        tuple(Planned(each, _why(each, study) + _seen_by(each, chances, rating)) for each in ordered),
        tuple(_endings(study)),
        max(_opening_lines(study), key=lambda line: line.lost, default=None),
        _return_words(study),
    )


def add_week(deck: Deck, week: Week, engine: str = "") -> int:
    """Add the week's positions to the deck, record the plan, and return how many were new."""
    new = fill(deck, (planned.exercise for planned in week.positions), engine)
    text = "\n".join(planned.exercise.key for planned in week.positions)
    deck.finish_study(f"{PLANNED}{sha256(text.encode()).hexdigest()}")
    return new


def is_over(deck: Deck) -> bool:
    """Whether a week has passed since the last plan."""
    planned = deck.last_added(PLANNED)
    return planned is not None and deck.time() - planned >= timedelta(days=DAYS)


def difficulty(exercise: Exercise) -> float:
    """The estimated difficulty of a position, on the scale of puzzle difficulties."""
    return exercise.puzzle.difficulty.total if exercise.puzzle is not None else USUAL_DIFFICULTY


def fitting(exercises: Sequence[Exercise], count: int, rating: int | None) -> list[Exercise]:
    """Choose the `count` positions that fit the rating best, in order of difficulty."""
    ordered = sorted(exercises, key=lambda exercise: (difficulty(exercise), exercise.key))
    strength = 0.5 if rating is None else min(1.0, max(0.0, (rating - EASY_FOR) / (HARD_FOR - EASY_FOR)))
    first = round(strength * max(0, len(ordered) - count))
    return ordered[first : first + max(0, count)]


# The positions of the week.


def _own(study: Study, puzzles: Sequence[Puzzle], evaluator: Evaluator) -> Iterator[Exercise]:
    by_place = {(str(each.game.number), str(each.ply), str(each.source)): each for each in candidates(study)}
    for puzzle in puzzles:
        place = tuple(puzzle.provenance.detail(name) or "" for name in ("game", "ply", "side"))
        if (candidate := by_place.get((place[0], place[1], place[2]))) is not None:
            yield exercise_of(candidate, puzzle, evaluator)


def _apart(exercises: Sequence[Exercise], others: Sequence[Exercise]) -> list[Exercise]:
    seen = {exercise.key for exercise in others}
    return [exercise for exercise in exercises if exercise.key not in seen]


def siblings_of(
    study: Study, evaluator: Evaluator, look: int = SIBLINGS_LOOKED_AT, watch: Watch = unwatched
) -> Iterator[Exercise]:
    """Yield sound exercises from opponents' mistakes of a kind that the study found, the costliest first."""
    places = sorted(_places(study), key=lambda each: (-each[0], each[1].number, each[2]))[:look]
    for done, (_, game, ply, motif) in enumerate(places):
        watch(Progress(done, len(places), "positions like your mistakes"))
        boards = game.boards()
        lead = (boards[ply - 1].copy(stack=False), game.moves[ply - 1].move) if ply else None
        puzzle = sound_puzzle(boards[ply].copy(stack=False), evaluator, lead=lead)
        if isinstance(puzzle, Puzzle):
            yield _sibling(game, ply, motif, puzzle, evaluator)


def _places(study: Study) -> Iterator[tuple[float, StudiedGame, int, str]]:
    """The costliest such mistake of each game: its cost, the game, the ply of the exercise, and the motif."""
    motifs = motifs_of(study)
    causes = {each.subject for each in study.profile.work_on if each.kind is Kind.CAUSE}
    for game in study.games:
        places = [
            (occasion.lost, ply, occasion.motif)
            for occasion in game.theirs
            if occasion.motif in motifs and occasion.outcome is not Outcome.FOUND
            if (ply := occasion.ply + (occasion.outcome is Outcome.ALLOWED)) < len(game.moves)
        ]
        places += [
            (game.moves[ply].lost, ply + 1, "")
            for ply, cause in causes_in(game, players=False)
            if cause in causes and ply + 1 < len(game.moves)
        ]
        if places:
            lost, ply, motif = max(places)
            yield lost, game, ply, motif


def _sibling(game: StudiedGame, ply: int, motif: str, puzzle: Puzzle, evaluator: Evaluator) -> Exercise:
    is_theirs = not game.is_players(ply)
    explanation = explain(puzzle.board(), chess.Move.from_uci(puzzle.key), evaluator)
    played = game.moves[ply].san if is_theirs else game.move_name(ply - 1)
    story = f"your game against {game.opponent}: {game.opponent} {'' if is_theirs else 'had just '}played {played}"
    theme = motif if motif in puzzle.themes else next(iter(puzzle.themes), WITHOUT_A_CAUSE)
    origin = Provenance.of(
        Origin.MINED, white=game.white, black=game.black, date=game.date, game=game.number, ply=ply,
        side=Source.SIBLING, played=game.moves[ply].san,
    )  # fmt: skip
    made = Puzzle(puzzle.position, puzzle.stipulation, puzzle.solution, puzzle.themes, puzzle.difficulty, origin)
    return Exercise.of_puzzle(Source.SIBLING, made, theme, explanation.sentence, story)


def _composed(study: Study, evaluator: Evaluator, seed: int) -> list[Exercise]:
    """Shipped composed positions for the motifs to work on."""
    motifs = motifs_of(study)
    shipped = [
        (theme, puzzle)
        for file in (SHIPPED_PUZZLES, MOTIF_PUZZLES)
        for puzzle in (load_puzzles(file) if motifs else ())
        if (theme := next((name for name in _composed_as(puzzle) if name in motifs), None))
    ]
    drawn = random.Random(seed).sample(shipped, min(len(shipped), MOST_COMPOSED))
    return [composed_exercise(puzzle, theme, evaluator, "composed for you") for theme, puzzle in drawn]


def _composed_as(puzzle: Puzzle) -> tuple[str, ...]:
    """What a composed position trains: its motif, or else the themes of its mate."""
    motif = puzzle.provenance.detail("motif")
    return (motif,) if motif else (*puzzle.themes, str(puzzle.stipulation))


def _chances(exercises: Sequence[Exercise], rating: int | None) -> dict[str, float]:
    """The probability that players of the rating find each answer; empty if the rating is unknown."""
    if rating is None:
        return {}
    finds = [
        Find(each.board(), chess.Move.from_uci(each.puzzle.key if each.puzzle else each.fine[0]), rating)
        for each in exercises
    ]
    return {each.key: chance for each, chance in zip(exercises, Findable.read().chances(finds), strict=True)}


def _seen_by(exercise: Exercise, chances: Mapping[str, float], rating: int | None) -> str:
    """How many players find the answer, as text; empty for composed positions, for which there are no counts."""
    if rating is None or exercise.source is Source.COMPOSED:
        return ""
    return f"; {share_text(chances[exercise.key], rating)}"


def _finding_of(exercise: Exercise, study: Study) -> Finding | None:
    puzzle = exercise.puzzle
    return next(
        (
            each
            for each in study.profile.work_on
            if each.motif == exercise.theme or (puzzle is not None and is_case(each, puzzle))
        ),
        None,
    )


def _why(exercise: Exercise, study: Study) -> str:
    """Where a position comes from, and which finding it trains."""
    finding = _finding_of(exercise, study)
    meant = f"; for “{finding.title}”" if finding else ""
    match exercise.source:
        case Source.COMPOSED:
            return f"composed for you{meant}"
        case Source.SIBLING:
            return f"{exercise.story}, a mistake as you make them{meant}"
        case _:
            return f"{exercise.story}{meant}"


# Endings, an opening, and when to return.


def _endings(study: Study) -> Iterator[ToPlay]:
    """Positions from thrown-away endings to play out, one per game; those with a known saving move come first."""
    games = {game.number: game for game in study.games}
    records = sorted(study.profile.endgames, key=lambda record: record.held.hits - record.held.count)
    thrown = [record for record in records if record.held.hits < record.held.count]
    won = [each for each in study.profile.findings if each.kind is Kind.CONVERSION and each.own.hits]
    places = [
        *((record.name, each.example) for record in records for each in record.kept),
        *((record.name, each) for record in thrown for each in record.examples),
        *(("a won game", each) for finding in won for each in finding.examples),
    ]
    seen: set[int] = set()
    for name, example in places:
        game = games.get(example.game)
        if game is None or example.game in seen or len(seen) == ENDINGS or not 0 <= example.ply < len(game.moves):
            continue
        seen.add(example.game)
        board = game.boards()[example.ply]
        said = f"your game against {game.opponent}, {name}: you played {game.move_name(example.ply)} and let it go"
        yield ToPlay(board.fen(), game.is_white, said, example)


def _opening_lines(study: Study) -> Iterator[OpeningLine]:
    """Lines up to the master move that the player did not play; the costliest openings come first."""
    games = {game.number: game for game in study.games}
    records = [record for record in study.profile.openings if record.games > 1]
    for record in sorted(records, key=lambda record: -record.games * (1 - record.score)):
        for example in record.examples:
            game = games.get(example.game)
            ply = None if game is None else _first_own_move(game)
            if game is None or ply is None:
                continue
            boards = game.boards()
            move = theory(boards[ply])[0].move
            line = written(boards[0], [*(played.move for played in game.moves[:ply]), move])
            said = theory_of(boards[ply], move)
            why = f"{record.name}, {record.games} games: you played {game.move_name(ply)} here; {said}"
            yield OpeningLine(line, why, game.moves[ply].lost)


def _first_own_move(game: StudiedGame) -> int | None:
    """The ply at which the player left the moves of masters; None if the opponent left them first."""
    for ply, (board, played) in enumerate(zip(game.boards(), game.moves, strict=False)):
        known = theory(board)
        if not known or known[0].games_here < FEWEST_MASTER_GAMES:
            return None
        if all(each.move != played.move for each in known):
            return ply if game.is_players(ply) else None
    return None


def _return_words(study: Study) -> str:
    """Say when to return: in a week, or after enough games to see whether the first finding is fixed."""
    counted = Games(study.games)
    needed = ((finding, games_needed(*counted.count(finding))) for finding in study.profile.work_on)
    first = next(((finding, games) for finding, games in needed if games), None)
    back = "Come back in a week with your new games: the same command finds this study and says what is fixed."
    if first is None:
        return back
    finding, games = first
    return f"{back} Whether “{finding.title}” is half as frequent can be said after about {games} games."
