"""`motif lab`: learn, measure and read the knowledge of the five systems, and repeat their papers' experiments.

Each command has a topic, as in `motif lab learn tactics`. A topic is a function in a separate module; of its options
only those in SHARED are options of the command, and the rest are settings, `--set NAME=VALUE`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, ClassVar

import typer
from typer.core import TyperCommand

from motif.cli.deferred import SET, USUAL, Lazy, context_of, hide_as_settings, load
from motif.cli.options import Json, Quiet, Seed, argument, option, output
from motif.errors import BadArgument, nearest

SHARED = {"--out", "--seed", "--svg", "--json", "--quiet", SET}


@cache
def loaded_topic(topic: Lazy, name: str) -> Any:  # noqa: ANN401 - a command of Typer, whose types are private to it
    """The command of a topic, with all options but the shared ones as settings."""
    command = load(topic, name)
    command.params = [option for option in command.params if option.opts[0] != SET]
    options = [option for option in command.params if option.param_type_name == "option"]
    hide_as_settings(command, [each for each in options if each.opts[0] not in SHARED and not each.required])
    return command


LEARN = {
    "tactics": Lazy("lab.tactics_learn.learn", "rules that find the reference move among all legal moves"),
    "patterns": Lazy("lab.patterns_learn.learn", "move patterns from strong players, or from games against a teacher"),
    "pattern-weights": Lazy("lab.patterns_learn.augment", "new weights for known patterns, from other games"),
    "endgame": Lazy("lab.endgames_learn.evolve_", "a program for one endgame or several, evolved"),
    "endgame-changes": Lazy("lab.endgames_learn.improve", "a better program, by small changes that games decide"),
    "search-weights": Lazy("lab.search.evolve_", "weights of the three-term heuristic, by the paper's evolution"),
    "peers": Lazy("lab.peers.learn", "how often players of each rating make each mistake, to compare yourself with"),
    "evaluation": Lazy("lab.search.tune", "weights of the tapered evaluation, from results of games"),
}
MEASURE = {
    "tactics": Lazy("lab.tactics.evaluate", "how often the rules find the move, compared with baselines"),
    "tactics-difference": Lazy("lab.tactics.compare", "which tactics one player follows and the other does not"),
    "patterns": Lazy("lab.patterns.evaluate", "how often the best moves by patterns hold the move played"),
    "endgame": Lazy("lab.endgames_match.measure", "a player by the exact tables: wins kept, draws kept, moves wasted"),
    "endgame-match": Lazy(
        "lab.endgames_match.match", "two players against each other from random starts of an endgame"
    ),
    "pruning": Lazy("lab.search.prune", "what pruning leaves out, and what each of its rules costs"),
    "game": Lazy("lab.search.review_", "each move of a game, evaluated with and without pruning"),
}
READ = {
    "tactics": Lazy("lab.tactics.show", "tactics in English with their figures, and what they suggest"),
    "prolog": Lazy("lab.tactics.export", "tactics written as programs for SWI-Prolog"),
    "patterns": Lazy("lab.patterns.show", "the patterns that say most, and what they say of a position"),
    "pattern-filter": Lazy("lab.patterns.filter_", "which moves of a position the patterns keep"),
    "endgame": Lazy("lab.endgames.show_", "an endgame program: its text, its trees, or a page about it"),
    "endgame-advice": Lazy("lab.endgames.explain", "what a program looks for, in English, and the move it plays"),
    "evaluation": Lazy("lab.search.explain_", "the terms of the evaluation, and what each adds in a position"),
    "study": Lazy("lab.study_tables.write", "a study as a table: its moves with their explanations, or its findings"),
}
SOLVE = {
    "endgame": Lazy("lab.endgames.solve", "a small endgame exactly: who wins, how fast, by which moves"),
    "position": Lazy("lab.search.best", "the best moves of a position by the built-in search"),
    "static-puzzles": Lazy("puzzles.compose.static", "puzzles in which only White moves"),
    "puzzle-values": Lazy("puzzles.compose.prove", "the least and the most that the pieces of a puzzle can be worth"),
}
TOPICS = {"learn": LEARN, "measure": MEASURE, "read": READ, "solve": SOLVE}


class LabCommand(TyperCommand):
    """A command whose first argument, the topic, decides what the others mean."""

    topics: ClassVar[Mapping[str, Lazy]]

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:  # noqa: ANN401
        """Make the context of the topic's command, or without a topic of the list of topics."""
        if extra.get("resilient_parsing") and not args:
            # The shell asks for topics.
            from motif.cli.completion import offered

            self.params[0]._custom_shell_complete = lambda context, option, word: offered(self.topics, word)
            return super().make_context(info_name, args, parent, **extra)
        if not args or args[0].startswith("-"):
            return super().make_context(info_name, args or ["--help"], parent, **extra)
        topic = self.topics.get(args[0])
        if topic is None:
            raise BadArgument(f"motif lab {info_name} has no topic {args[0]!r}", hint=nearest(args[0], self.topics))
        return context_of(loaded_topic(topic, args[0]), f"{info_name} {args[0]}", args[1:], parent, **extra)


commands = typer.Typer(no_args_is_help=True, rich_markup_mode="markdown")


def _add(name: str, sentence: str, example: str) -> None:
    topics = TOPICS[name]
    lines = "\n".join(f"- `{topic}`: {each.sentence}" for topic, each in topics.items())
    text = f"{sentence}\n\n{lines}\n\n`motif lab {name} TOPIC --help` explains one.\n\nExample: `{example}`"
    cls = type("LabCommand", (LabCommand,), {"topics": topics})
    commands.command(name, cls=cls, help=text, rich_help_panel=USUAL)(_topic)


def _topic(
    topic: Annotated[str, argument("One of the topics above.", "TOPIC")],
    inputs: Annotated[
        list[str] | None, argument("What the topic works on: games, a file, a position.", "INPUT…")
    ] = None,
    settings: Annotated[
        list[str] | None, option("Change a setting; `--set help` lists them.", SET, metavar="NAME=VALUE")
    ] = None,
    seed: Seed = 0,
    to: Annotated[str | None, output("Write the result to this file.")] = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Never called: the command of the topic runs instead."""


_add("learn", "Learn rules, patterns or programs from games.", "motif lab learn tactics sample --out mine.pl")
_add("measure", "Measure knowledge against baselines, engines or exact tables.", "motif lab measure pruning")
_add("read", "Read what Motif knows, in English, text or pictures.", "motif lab read endgame KRKR")
_add("solve", "Solve or prove something exactly.", "motif lab solve endgame KRK")
