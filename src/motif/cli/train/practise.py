"""`motif train practise`: ask exercises in the terminal."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated

import chess
import typer

from motif.board.drawing import Drawing
from motif.board.moves import read_move
from motif.board.wording import counted
from motif.cli.console import closing_all, note, say, watching
from motif.cli.options import Quiet, Seed
from motif.engines.evaluator import Evaluator
from motif.errors import BadFile, IllegalMove, NothingFound
from motif.players.names import find_evaluator
from motif.runtime.files import close
from motif.study.engine import BUILT_IN, KeptEngines, StudyEngine, engine_name_of
from motif.study.study import Study
from motif.training.deck import Card, Deck, Grade, choose
from motif.training.exercise import AnswerVerdict
from motif.training.plan import Plan
from motif.training.plan import add_study as add_exercises
from motif.training.question import Question, Refutation, refute
from motif.training.week import OVER, is_over

# What the verbs of `motif train` share: the deck, and a study that goes into it.

DeckFile = Annotated[
    Path | None,
    typer.Option(
        "--deck", metavar="FILE", help="Where progress is kept, if not in your data folder.", show_default=False
    ),
]
StudyPath = Annotated[
    Path | None,
    typer.Argument(metavar="[STUDY]", help="The folder that `motif study` wrote, or a study.json.", show_default=False),
]
Composed = Annotated[int, typer.Option("--composed", min=0, help="New puzzles for each thing to work on.")]
Seconds = Annotated[
    float, typer.Option("--seconds", min=1, help="How long to look at mistakes, and to compose for each motif.")
]


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
    study: StudyPath = None,
    deck: DeckFile = None,
    only_due: Annotated[bool, typer.Option("--due", help="Only what comes back today, nothing new.")] = False,
    theme: Annotated[
        str | None, typer.Option("--theme", metavar="NAME", help="Only this theme, fork or pin, with quiet positions.")
    ] = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="At most this many positions.")] = 10,
    composed: Composed = DEFAULTS.composed,
    seconds: Seconds = DEFAULTS.seconds,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Answer positions of your own games and new ones made for what you miss; what you knew comes back later.

    With a study its exercises are put into the deck first. Answer with a move in SAN or UCI; `?` gives a hint, `skip`,
    `show`, `quit` and `help` do what they say. A wrong move is answered by the line that punishes it. Every answer is
    kept at once.

    Example: `motif train my-study --theme fork --count 5`
    """
    with closing_all() as keep:
        opened = keep(Deck(deck))
        if study is not None:
            plan = Plan(composed=composed, seconds=seconds, seed=seed)
            add_study(opened, study, plan, quiet)
        cards = choose(_cards(opened, theme), opened.time(), count, seed, only_due)
        if cards:
            _sit(opened, cards, keep(_Referee()))
        else:
            say("Nothing is due." + ("" if only_due else " Come back later, or add another study."))
        if is_over(opened):
            say(OVER)


def _cards(deck: Deck, theme: str | None) -> list[Card]:
    themes = deck.themes()
    if theme is not None and themes and theme not in themes:
        raise NothingFound(f"no card has the theme {theme!r}", hint=f"there are {', '.join(themes)}")
    cards = deck.cards(theme)
    if not cards:
        raise NothingFound("the deck is empty", hint="add a study with: motif train STUDY")
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
        """What a move allows, and the engine's name unless it is the built-in search."""
        engine = self._engines.of_card(card.engine)
        if engine.name not in self._evaluators:
            self._evaluators[engine.name] = find_evaluator(engine.name)
        refutation = refute(board, move, self._evaluators[engine.name], engine.reasons)
        is_plain = card.engine in ("", BUILT_IN)
        return refutation, "" if is_plain else self._engines.sentence_of(card.engine)

    def close(self) -> None:
        for evaluator in self._evaluators.values():
            close(evaluator)


def _sit(deck: Deck, cards: list[Card], referee: _Referee) -> None:
    answered = right = 0
    for number, card in enumerate(cards, 1):
        say(f"\n{number} of {len(cards)}")
        asked = _Asked(deck, referee, Question(card))
        end = asked.ask()
        answered += asked.question.grade is not None
        right += asked.question.grade in (Grade.GOOD, Grade.HARD)
        if end is _End.QUIT:
            break
    say(f"\n{right} right of {counted(answered, 'answer')}." if answered else "\nBye.")


@dataclass(slots=True)
class _Asked:
    """A question being asked in the terminal."""

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
                    say(self.question.drill.hint())
                case "show":
                    self.question.give_up(self.deck)
                    self._tell_answer()
                    return _End.ANSWERED
                case _:
                    if self._answered(word):
                        return _End.ANSWERED

    def _answered(self, word: str) -> bool:
        """Handle an answer, and return whether the question is over."""
        board = self.question.drill.board
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
        refutation, who = self.referee.refute(self.question.card, self.question.drill.board, move)
        say(refutation.sentence)
        if refutation.line:
            say(f"The answer would be {refutation.line}")
        if who:
            say(who)
        self.question.refute(self.deck, move, refutation)
        say("Try again, or ? for a hint, show for the answer.")

    def _tell_answer(self) -> None:
        say(f"The answer is {' '.join(self.question.drill.rest())}. {self.question.card.exercise.sentence}")
        self._tell_story()

    def _tell_story(self) -> None:
        say(f"({self.question.card.exercise.story})")

    def _draw(self) -> None:
        board = self.question.drill.board
        say(Drawing(board.fen(), flipped=self.question.card.exercise.board().turn == chess.BLACK).text())
        say(f"{'White' if board.turn == chess.WHITE else 'Black'} to move.")


def _read() -> str:
    """The next line of standard input; its end counts as `quit`."""
    if sys.stdin.isatty():
        note("> ")
    line = sys.stdin.readline()
    return line.strip() if line else "quit"
