"""The command `motif`: gathers the verbs, and turns every error into one line with a hint."""

from __future__ import annotations

import codecs
import errno
import sys
from io import StringIO, TextIOWrapper
from typing import Annotated

import typer

from motif import __version__
from motif.cli.console import BAD_INPUT, note, out, shortened
from motif.cli.deferred import FORCE, defer, plain_flags
from motif.cli.old_spellings import respelled
from motif.errors import BadArgument, MotifError

# For terminals and files that know no chessmen: figures, lines and dashes in the letters that they do know.

HANDLER = "motif-letters"

_LETTERS = dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPkqrbnp", strict=True)) | {
    "·": ".",
    "–": "-",
    "—": "-",
    "…": "...",
    "→": ">",
    "±": "+/-",
    "×": "x",
    "’": "'",
    "“": '"',
    "”": '"',
    "•": "*",
}
_LINES = range(0x2500, 0x2580)


def replace_unencodable() -> None:
    """Let standard output and standard error spell what their encoding lacks, instead of failing."""
    codecs.register_error(HANDLER, _spelt)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=HANDLER)


def _spelt(error: UnicodeError) -> tuple[str, int]:
    """What to write for the letters that could not be encoded, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_letter, error.object[error.start : error.end])), error.end


def _letter(sign: str) -> str:
    if ord(sign) in _LINES:
        return {"─": "-", "━": "-", "│": "|", "┃": "|"}.get(sign, "+")
    return _LETTERS.get(sign, "?")


PANELS = {
    "Your games": {
        "study": "Study a player's games: what they miss and allow beside their peers, why, and what to work on.",
        "train": "Train what you miss: `motif train` alone is `motif train practise`.",
        "play": "Play a game in the terminal: moves as Nf3 or g1f3, `?` for a hint, `why` for the last move's reason.",
        "web": "Study, explain, train, play, compose and look things up on a board in the browser.",
    },
    "At the board": {
        "explain": "Explain a move in a sentence about this board: what it wins, and by what.",
        "advise": "Suggest moves in a position, each with a checked reason.",
        "show": "Draw a position, with arrows and with what is true on it.",
        "match": "Play a match between two players, or a round robin between more.",
        "uci": "Speak UCI on standard input and output, so that any chess program can play or analyse with a player "
        "of Motif.",
    },
    "The five systems": {
        "tactics": "Learn, measure, read and export chess tactics as logic rules.",
        "patterns": "Learn move patterns from strong players, measure, read and filter by them.",
        "openings": "Name openings, ask the nearest case, list the lines, make a case base of your own.",
        "search": "Best moves and why, games reviewed, pruning judged, weights evolved and tuned.",
        "endgames": "Evolve endgame programs, read them, match them, and hold them against the exact truth.",
        "puzzles": "Compose, mine, solve and check chess puzzles.",
    },
    "Files and tools": {
        "games": "Summarise game files: how many games and players, their ratings, results and openings, and what is "
        "wrong.",
        "positions": "Sample positions from games, with the move that was played in each.",
        "engines": "List the engines that were found here, and every player, adviser and evaluator by name.",
        "demo": "Study a learner's games: what costs most and why, exercises for it, and whether it is fixed later.",
    },
}

app = typer.Typer(
    help="Learns human-readable chess knowledge from games, and uses it to explain, to play and to train.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
plain_flags()
MODULES = {"position": ("explain", "advise", "show"), "games": ("games", "positions"), "engines": ("engines", "uci")}
defer(app, "motif.cli", PANELS, MODULES)


def _print_version(wanted: bool) -> None:
    if wanted:
        out.print(f"motif {__version__}")
        raise typer.Exit


@app.callback()
def _every_command(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show a full traceback when something goes wrong.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Let a result replace what is there.")] = False,
) -> None:
    """Declared here for the help page; `main` takes `--debug` and `--force` out wherever they stand."""


def main() -> None:
    """Run the command line; exit code 0 when all is well, 2 for bad input, 130 after Ctrl-C."""
    arguments = [argument for argument in sys.argv[1:] if argument not in ("--debug", "--force")]
    debug, force = "--debug" in sys.argv, "--force" in sys.argv
    replace_unencodable()
    if sys.stdin is None:
        # The calling program closed standard input: no line will come.
        sys.stdin = StringIO()
    try:
        _check_words(arguments)
        app(respelled(arguments, note), prog_name="motif", standalone_mode=True, obj=FORCE if force else None)
    except MotifError as error:
        if debug:
            raise
        note(f"error: {shortened(str(error))}")
        if error.hint:
            note(f"hint: {shortened(error.hint)}")
        sys.exit(BAD_INPUT)
    except OSError as error:
        if debug or error.errno not in (errno.ENOSPC, errno.ENAMETOOLONG):
            raise
        if error.errno == errno.ENAMETOOLONG:
            note(f"error: no file can be called {shortened(str(error.filename))}: the name is too long")
        else:
            # What still waits to be written would fail again when the program ends.
            sys.stdout = None
            note("error: the result could not be written: the disk is full")
        sys.exit(BAD_INPUT)


def _check_words(arguments: list[str]) -> None:
    """Refuse what is no text, which neither the core nor a page could name, and what a script left empty."""
    for before, argument in zip(["motif", *arguments], arguments, strict=False):
        option = before if before.startswith("-") else "an argument"
        if not argument or (argument.startswith("--") and argument.endswith("=")):
            raise BadArgument(f"{argument.rstrip('=') or option} is empty", hint="leave it out, or say what is meant")
        try:
            argument.encode()
        except UnicodeEncodeError:
            raise BadArgument(
                f"{argument!r} is not UTF-8", hint="rename the file, or write the name in letters of this terminal"
            ) from None
