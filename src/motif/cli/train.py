"""`motif train`: ask exercises in the terminal, and add, plan, export and count those of the deck."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import chess

from motif.board.drawing import Drawing
from motif.board.moves import read_move
from motif.board.wording import counted
from motif.cli.console import closing_all, note, say, say_json, watching
from motif.cli.options import Json, Quiet, Seed, argument, option
from motif.engines.evaluator import Evaluator
from motif.errors import BadArgument, BadFile, IllegalMove, NothingFound, nearest
from motif.motifs.catalogue import find_motif
from motif.players.names import find_evaluator
from motif.puzzles.puzzle import Puzzle, load_puzzles
from motif.report.folder import OWN_PUZZLES
from motif.report.make import make_week
from motif.runtime.files import check_writable, close, write_atomically
from motif.study.engine import BUILT_IN, KeptEngines, StudyCache, StudyEngine, engine_name_of
from motif.study.games import Rate
from motif.study.study import Study
from motif.training.deck import Card, Deck, Grade, Standing, choose, standing
from motif.training.export import to_anki, to_lichess, to_study
from motif.training.plan import Plan, puzzles_of
from motif.training.plan import add_study as add_exercises
from motif.training.question import AnswerVerdict, Question, Refutation, refute
from motif.training.week import OVER, Week, add_week, is_over

# The commands of `motif train` share the deck, and adding a study to it.

DeckFile = Annotated[
    Path | None,
    option("The deck to use; by default the one in your data folder.", "--deck", metavar="FILE", show_default=False),
]
STUDY_HELP = "The folder that `motif study` wrote, or a study.json."
StudyPath = Annotated[Path, argument(STUDY_HELP, "STUDY")]
MaybeStudyPath = Annotated[Path | None, argument(STUDY_HELP, "STUDY", show_default=False)]
Composed = Annotated[int, option("New puzzles for each thing to work on.", "--composed", min=0)]
Seconds = Annotated[float, option("How long to look for exercises of each kind.", "--time", metavar="SECONDS", min=1)]


def existing(deck: Path | None) -> Path | None:
    """The deck to read; raises an error if a named deck does not exist."""
    if deck is not None and not deck.exists():
        raise NothingFound(f"there is no deck {deck}", hint="motif train add STUDY --deck FILE makes one")
    return deck


def add_study(deck: Deck, path: Path, plan: Plan, quiet: bool) -> None:
    """Add the exercises of a study to the deck, unless they are there."""
    study = read_study(path)
    with closing_all() as keep:
        evaluator = keep(evaluator_of(study))
        with watching("making exercises", quiet) as watch:
            new = add_exercises(deck, study, evaluator, plan, watch)
    if new is None:
        note(f"this study is in the deck already: {deck.path}")
    else:
        note(f"{counted(new, 'new exercise')} in {deck.path}")


def engine_of_study(study: Study) -> StudyEngine:
    """The engine that evaluated the study, so that exercises agree with it; else the built-in search, with a note."""
    engines, name = KeptEngines(StudyEngine.find(BUILT_IN)), engine_name_of(study.games)
    engine = engines.named(name)
    if engine is None and name:
        note(engines.sentence_of(name))
    return engine or engines.own


def evaluator_of(study: Study) -> Evaluator:
    """The evaluator of that engine; close it after use."""
    return find_evaluator(engine_of_study(study).name)


def read_study(path: Path) -> Study:
    """The study in a folder, or in a file."""
    file = path / "study.json" if path.is_dir() else path
    if path.is_dir() and not file.exists():
        raise BadFile(f"there is no study.json in {path}", hint="make one with: motif study GAMES --out FOLDER")
    return Study.load(file)


DEFAULTS = Plan()

HELP = (
    "Answer with a move, Nf3 or g1f3. Sometimes something is to be won, sometimes several moves are fine.\n"
    "?     a hint: the side of the board, then the piece, then the square; each lowers the grade\n"
    "show  the answer; the position comes back soon\n"
    "skip  the next position; this one is not counted\n"
    "quit  the end; what you answered is kept"
)


def practise(
    study: MaybeStudyPath = None,
    deck: DeckFile = None,
    only_due: Annotated[bool, option("Only what comes back today, nothing new.", "--due")] = False,
    theme: Annotated[
        str | None, option("Only this theme, such as fork; quiet positions are mixed in.", metavar="NAME")
    ] = None,
    count: Annotated[int, option("At most this many positions.", "--count", "-n", min=1)] = 10,
    composed: Composed = DEFAULTS.composed,
    seconds: Seconds = DEFAULTS.seconds,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Answer positions of your own games and new ones made for what you miss; what you solve returns later.

    If you name a study, its exercises are first added to the deck. Answer with a move in SAN or UCI, or type `?` for a
    hint, `skip`, `show`, `quit` or `help`. After a wrong move you see the line that punishes it. Every answer is saved
    at once.

    Example: `motif train my-study --theme fork --count 5`
    """
    with closing_all() as keep:
        opened = keep(Deck(deck))
        if study is not None:
            plan = Plan(composed=composed, seconds=seconds, seed=seed)
            add_study(opened, study, plan, quiet)
        cards = choose(_cards(opened, theme), opened.time(), count, seed, only_due)
        if cards:
            _run_session(opened, cards, keep(_Referee()))
        else:
            say("Nothing is due." + ("" if only_due else " Come back later, or add another study."))
        if is_over(opened):
            say(OVER)


def _cards(deck: Deck, theme: str | None) -> list[Card]:
    themes = deck.themes()
    if theme is not None and themes and theme not in themes:
        raise NothingFound(f"no card has the theme {theme!r}", hint=nearest(theme, themes))
    cards = deck.cards(theme)
    if not cards:
        without = "" if theme is None else f", so no card has the theme {theme!r}"
        raise NothingFound(f"the deck is empty{without}", hint="add a study with: motif train STUDY")
    return cards


class _End(Enum):
    ANSWERED = 1
    SKIPPED = 2
    QUIT = 3


class _Referee:
    """Explains wrong answers with the engine that evaluated their study; engines start when first needed."""

    def __init__(self) -> None:
        self._engines = KeptEngines(StudyEngine.find(BUILT_IN))
        self._evaluators: dict[str, Evaluator] = {}

    def refute(self, card: Card, board: chess.Board, move: chess.Move) -> tuple[Refutation, str]:
        """Return how a move is refuted, and a sentence on the engine; it is empty for the built-in search."""
        engine = self._engines.of_card(card.engine)
        if engine.name not in self._evaluators:
            self._evaluators[engine.name] = find_evaluator(engine.name)
        refutation = refute(board, move, self._evaluators[engine.name], engine.reasons)
        is_plain = card.engine in ("", BUILT_IN)
        return refutation, "" if is_plain else self._engines.sentence_of(card.engine)

    def close(self) -> None:
        for evaluator in self._evaluators.values():
            close(evaluator)


def _run_session(deck: Deck, cards: list[Card], referee: _Referee) -> None:
    answered = right = 0
    for number, card in enumerate(cards, 1):
        say(f"\n{number} of {len(cards)}")
        asked = _AskedQuestion(deck, referee, Question(card))
        end = asked.ask()
        answered += asked.question.grade is not None
        right += asked.question.grade in (Grade.GOOD, Grade.HARD)
        if end is _End.QUIT:
            break
    say(f"\n{right} right of {counted(answered, 'answer')}." if answered else "\nBye.")


@dataclass(slots=True)
class _AskedQuestion:
    deck: Deck
    referee: _Referee
    question: Question

    def ask(self) -> _End:
        self._draw()
        while True:
            word = _read()
            match word.lower():
                case "":
                    continue
                case "quit" | "q":
                    return _End.QUIT
                case "skip":
                    return _End.SKIPPED
                case "help" | "h":
                    say(HELP)
                case "?" | "hint":
                    say(self.question.hint())
                case "show":
                    self._tell_answer(self.question.give_up(self.deck))
                    return _End.ANSWERED
                case _:
                    if self._answered(word):
                        return _End.ANSWERED

    def _answered(self, word: str) -> bool:
        """Handle an answer, and return whether the question is over."""
        board = self.question.board
        try:
            move = read_move(board, word)
        except IllegalMove:
            say(f"{word!r} is no legal move here. Write it as Nf3 or g1f3, or help.")
            return False
        san = board.san(move)
        verdict, reply = self.question.play(self.deck, move)
        if verdict is AnswerVerdict.WRONG:
            self._punish(move)
            return False
        if verdict is AnswerVerdict.SOLVED:
            say(f"{san} is right. {self.question.card.exercise.sentence}")
            self._tell_story()
            return True
        assert reply is not None
        before = board.copy()
        before.pop()
        say(f"{san} is right. {before.san(reply)} is the answer.")
        self._draw()
        return False

    def _punish(self, move: chess.Move) -> None:
        refutation, who = self.referee.refute(self.question.card, self.question.board, move)
        say(refutation.sentence)
        if refutation.line:
            say(f"The answer would be {refutation.line}")
        if who:
            say(who)
        self.question.refute(self.deck, move, refutation)
        say("Try again, or ? for a hint, show for the answer.")

    def _tell_answer(self, rest: list[str]) -> None:
        say(f"The answer is {' '.join(rest)}. {self.question.card.exercise.sentence}")
        self._tell_story()

    def _tell_story(self) -> None:
        say(f"({self.question.card.exercise.story})")

    def _draw(self) -> None:
        board = self.question.board
        say(Drawing(board.fen(), flipped=self.question.card.exercise.board().turn == chess.BLACK).text())
        say(f"{'White' if board.turn == chess.WHITE else 'Black'} to move.")


def _read() -> str:
    """The next line of standard input; its end counts as `quit`."""
    if sys.stdin.isatty():
        note("> ")
    line = sys.stdin.readline()
    return line.strip() if line else "quit"


def add(
    study: StudyPath,
    deck: DeckFile = None,
    mistakes: Annotated[int, option("At most this many from your mistakes.", min=0)] = DEFAULTS.mistakes,
    composed: Composed = DEFAULTS.composed,
    themes: Annotated[
        list[str] | None, option("Compose for this motif too, fork or pin; may be repeated.", "--theme", metavar="NAME")
    ] = None,
    seconds: Seconds = DEFAULTS.seconds,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Make exercises of a study and put them into the deck: your mistakes, new puzzles, quiet positions.

    Every puzzle has one winning move, checked twice. Each position is in the deck once, and no study is added twice.
    Ctrl-C keeps the exercises found so far.

    Example: `motif train add my-study --composed 2 --theme fork`
    """
    also = tuple(find_motif(name).name for name in themes or ())
    plan = Plan(mistakes=mistakes, composed=composed, seconds=seconds, seed=seed, also=also)
    with closing_all() as keep:
        opened = keep(Deck(deck))
        add_study(opened, study, plan, quiet)
        by_theme = opened.themes()
        cards = len(opened.cards())
    named = ", ".join(f"{count} {theme}" for theme, count in by_theme.items())
    say(f"{counted(cards, 'card')} in the deck" + (f": {named}" if named else ""))
    if other := cards - sum(by_theme.values()):
        say(f"{counted(other, 'quiet position')} among them")


# `motif train export`: the deck for other programs.


def export(
    lichess: Annotated[Path | None, option("A table with Lichess's columns.", "--csv", metavar="FILE")] = None,
    study: Annotated[
        Path | None, option("A Lichess study, one chapter for each exercise.", "--pgn", metavar="FILE")
    ] = None,
    anki: Annotated[Path | None, option("A table that Anki imports.", metavar="FILE")] = None,
    theme: Annotated[str | None, option("Only this theme.", metavar="NAME")] = None,
    deck: DeckFile = None,
) -> None:
    """Write the deck as Lichess's CSV, as a PGN study, or as CSV for Anki.

    Each file is written completely or not at all. Lichess's table has no quiet positions; the other two have them.

    Example: `motif train export --pgn training.pgn --anki training.csv`
    """
    if not (lichess or study or anki):
        raise BadArgument("export to what?", hint="name a file with --csv, --pgn or --anki")
    for path in filter(None, (lichess, study, anki)):
        check_writable(path)
    with closing_all() as keep:
        exercises = [card.exercise for card in _cards(keep(Deck(existing(deck))), theme)]
    if lichess:
        table, left_out = to_lichess(exercises)
        write_atomically(lichess, table)
        say(f"{counted(len(exercises) - left_out, 'puzzle')} in {lichess}")
        if left_out:
            note(f"{counted(left_out, 'exercise')} left out of {lichess}: no single move to find, or no move before it")
    if study:
        write_atomically(study, to_study(exercises))
        say(f"{counted(len(exercises), 'chapter')} in {study}")
    if anki:
        write_atomically(anki, to_anki(exercises))
        say(f"{counted(len(exercises), 'note')} in {anki}")


# `motif train plan`: what to do this week.

LOOK = 12
"""How many mistakes are examined if the study has no puzzles."""


def plan(
    study: StudyPath,
    deck: DeckFile = None,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Plan a week: twenty positions for the deck, two endings to play out, an opening line, and when to come back.

    The positions go into the deck, the easiest first: your mistakes, the same mistakes of your opponents, and new ones.

    Example: `motif train plan my-study`
    """
    made = read_study(study)
    with closing_all() as keep:
        opened = keep(Deck(deck))
        with watching("planning the week", quiet) as watch:
            week = make_week(made, _own_puzzles(made, study), engine_of_study(made), StudyCache(), seed, watch)
        new = add_week(opened, week, engine_name_of(made.games))
    _tell(week)
    say(f"\n{counted(new, 'new card')} in the deck: motif train asks them. {week.return_words}")


def _own_puzzles(study: Study, path: Path) -> tuple[Puzzle, ...]:
    file = path / OWN_PUZZLES
    if path.is_dir() and file.exists():
        return tuple(load_puzzles(file))
    with closing_all() as keep:
        return puzzles_of(study, keep(evaluator_of(study)), look=LOOK)


def _tell(week: Week) -> None:
    say(f"{counted(len(week.positions), 'position')}, the easiest first:")
    for number, planned in enumerate(week.positions, start=1):
        say(f"{number:2}. {planned.why}")
    if week.endings:
        say("\nTo play out against the program:")
    for ending in week.endings:
        say(f"- {ending.why}\n  {ending.command}")
    if week.opening:
        say(f"\nTo know by heart: {week.opening.line}\n({week.opening.why})")


# `motif train stats`: how the training goes.


def stats(deck: DeckFile = None, as_json: Json = False) -> None:
    """How the training goes: what is due, and how many answers were right week by week and theme by theme.

    Each percentage has its margin of error (95 %).

    Example: `motif train stats`
    """
    with closing_all() as keep:
        opened = keep(Deck(existing(deck)))
        now = standing(opened.cards(), opened.answers(), opened.time())
    if as_json:
        say_json(_json(now))
        return
    if not now.cards:
        say("The deck is empty. Add a study with: motif train STUDY")
        return
    say(f"{counted(now.cards, 'card')}: {now.new} new, {now.due} due now, {now.due_tomorrow} more by tomorrow")
    if not now.right.count:
        say("You have not answered any yet: motif train asks them.")
        return
    say(f"right answers: {now.right}")
    _show_stats("by week", now.by_week)
    _show_stats("by theme", now.by_theme)


def _show_stats(title: str, rates: Sequence[tuple[str, Rate]]) -> None:
    say(f"\n{title}")
    width = max(len(name) for name, _ in rates)
    for name, rate in rates:
        say(f"  {name:{width}}  {rate}")


def _json(now: Standing) -> dict[str, Any]:
    def of(rate: Rate) -> dict[str, Any]:
        return {"right": rate.hits, "of": rate.count, "interval": [round(end, 4) for end in rate.interval]}

    return {
        "cards": now.cards,
        "new": now.new,
        "due": now.due,
        "due tomorrow": now.due_tomorrow,
        "right": of(now.right),
        "by week": {name: of(rate) for name, rate in now.by_week},
        "by theme": {name: of(rate) for name, rate in now.by_theme},
    }
