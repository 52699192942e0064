"""Complete shell words: names of players, engines and themes, players of the game files in the call, lab topics.

Files are not listed here: the shell completes them itself if Motif offers no names.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

from typer._click.shell_completion import CompletionItem

MOST_GAMES_READ = 2_000
"""How many games are read for names of players: reading more would keep the user waiting."""


def add_completions(command: Any) -> None:  # noqa: ANN401 - a command of Typer
    """Let the shell complete the values of a command's options and arguments."""
    for option in command.params:
        source = SOURCES.get(option.opts[0]) or (players if option.metavar == "NAME" else None)
        if source is not None:
            option._custom_shell_complete = lambda context, _, word, source=source: offered(source(context), word)


def offered(words: Iterable[str], incomplete: str) -> list[CompletionItem]:
    """The words that begin like the incomplete one; case does not matter."""
    return [CompletionItem(word) for word in words if word.casefold().startswith(incomplete.casefold())]


def players(context: Any) -> list[str]:  # noqa: ANN401 - a context of Typer
    """Every player and adviser by name."""
    from motif.players.names import entries

    return [entry.name for entry in entries()] + engines(context)


def engines(context: Any) -> list[str]:  # noqa: ANN401 - a context of Typer
    """The engines that are installed, and the built-in search."""
    from motif.engines.process import found_engines

    return ["search", *(program.name for program in found_engines())]


def themes(context: Any) -> list[str]:  # noqa: ANN401 - a context of Typer
    """Themes and motifs by their English names."""
    from motif.motifs.catalogue import MOTIFS
    from motif.puzzles.themes import THEMES

    return sorted({*THEMES, *MOTIFS})


def players_of_games(context: Any) -> list[str]:  # noqa: ANN401 - a context of Typer
    """The players of the game files in the command line."""
    from motif.board.games import read_games
    from motif.runtime.files import shipped_games

    names: dict[str, None] = {}
    # Before the value of the last option is typed, Typer has not yet sorted the words into parameters.
    for file in context.params.get("files") or context.args:
        path = shipped_games(file) or Path(file)
        if Path(path).is_file():
            for game in islice(read_games([str(path)]), MOST_GAMES_READ):
                names.update(dict.fromkeys(game.players))
    return sorted(names)


def _players_or_names(context: Any) -> list[str]:  # noqa: ANN401 - a context of Typer
    reads_games = any(parameter.name == "files" for parameter in context.command.params)
    return players_of_games(context) if reads_games else players(context)


SOURCES = {
    "--engine": engines,
    "--theme": themes,
    "--against": players,
    "--adviser": players,
    "--player": _players_or_names,
}
"""The function that offers values for each option."""
