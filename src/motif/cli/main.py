"""The command `motif`: list the commands, run one, and print every error as one line with a hint."""

from __future__ import annotations

import codecs
import errno
import os
import re
import sys
from functools import cache
from io import StringIO, TextIOWrapper
from typing import Annotated, Any

import typer
from typer._click.exceptions import BadParameter, MissingParameter, NoArgsIsHelpError, NoSuchOption
from typer.exceptions import Abort, TyperException
from typer.main import get_command

from motif import __version__
from motif.cli.console import BAD_INPUT, INTERRUPTED, note, out, shortened
from motif.cli.deferred import FORCE, Group, Lazy, defer, plain_types
from motif.cli.old_spellings import respelled
from motif.errors import BadArgument, MotifError, nearest

# For encodings without chess pieces: replacements for figures, lines and dashes.

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
    **dict(zip("▁▂▃▄▅▆▇█", "_.-~=+*#", strict=True)),
}
_LINES = range(0x2500, 0x2580)


def replace_unencodable() -> None:
    """Let standard output and standard error replace characters that their encoding lacks, instead of failing."""
    codecs.register_error(HANDLER, _spelt)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=HANDLER)


def _spelt(error: UnicodeError) -> tuple[str, int]:
    """The replacement for characters that could not be encoded, and where to continue."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_letter, error.object[error.start : error.end])), error.end


def _letter(sign: str) -> str:
    if ord(sign) in _LINES:
        return {"─": "-", "━": "-", "│": "|", "┃": "|"}.get(sign, "+")
    return _LETTERS.get(sign, "?")


TRAIN = Group(
    "Train on your own mistakes, plan a week, see your progress, export to Anki and Lichess.",
    {
        "practise": Lazy(
            "train.practise",
            "Answer positions of your own games and new ones made for what you miss; what you solve returns later.",
        ),
        "plan": Lazy(
            "train.plan",
            "Plan a week: twenty positions for the deck, two endings to play out, an opening line, and when to come "
            "back.",
        ),
        "add": Lazy(
            "train.add",
            "Make exercises of a study and put them into the deck: your mistakes, new puzzles, quiet positions.",
        ),
        "export": Lazy("train.export", "Write the deck as Lichess's CSV, as a PGN study, or as CSV for Anki."),
        "stats": Lazy(
            "train.stats",
            "How the training goes: what is due, and how many answers were right week by week and theme by theme.",
        ),
    },
    usual="practise",
)
PUZZLES = Group(
    "Print puzzle sheets by theme as PDF; compose puzzles, check a mate, or find puzzles in games.",
    {
        "sheet": Lazy(
            "puzzles.check.sheet",
            "Print puzzles by theme: a PDF sheet with answer pages, or PGN, EPD, Lichess's CSV, LaTeX, SVG.",
        ),
        "compose": Lazy(
            "puzzles.compose.compose", "Compose sound puzzles to order, each with one solution that two solvers prove."
        ),
        "solve": Lazy("puzzles.check.solve", "Solve a mate against every defence, or check all puzzles of a file."),
        "mine": Lazy("puzzles.check.mine", "Find positions in games where one move wins and no other does."),
    },
)
OPENINGS = Group(
    "Name openings, list their lines, or count a player's score in each.",
    {
        "name": Lazy("openings.name_openings", "Name openings, list their lines, or count a player's score in each."),
        "build": Lazy(
            "openings.build", "Build an opening book: which moves the games play in each position, and how they score."
        ),
        "show": Lazy(
            "openings.show_book", "Show the moves of a position in an opening book: games, share, score and rating."
        ),
        "export": Lazy(
            "openings.export", "Write a book for other chess programs (.bin), or its most played lines as text."
        ),
    },
    usual="name",
)

PANELS: dict[str, dict[str, Lazy | Group]] = {
    "For players": {
        "review": Lazy("review.review", "Review one game: its mistakes, what decided it, and better moves."),
        "study": Lazy(
            "study.study", "Study your games: where your points go, what sets you apart, and what to work on."
        ),
        "train": TRAIN,
        "play": Lazy("play.play", "Play against people of a level or an engine, with hints and reasons."),
        "explain": Lazy("position.explain", "Explain a position or a move: what it wins or loses, and why."),
        "advise": Lazy(
            "position.advise", "Suggest the best moves of a position with reasons, or what people of a rating play."
        ),
        "web": Lazy("web.web", "Study, explain, train and play on a board in the browser."),
        "puzzles": PUZZLES,
        "openings": OPENINGS,
    },
    "Engines, files and matches": {
        "uci": Lazy("engines.uci", "Use Motif as an engine in your chess program (UCI)."),
        "match": Lazy("match.match", "Play a match between two players or engines, or a round robin between more."),
        "show": Lazy("position.show_", "Draw a position on the screen or as a picture, with arrows and facts."),
        "games": Lazy(
            "games.games", "Count the games, players and results of files, or pick positions from them at random."
        ),
        "data": Lazy(
            "data.data",
            "Show where Motif keeps your training and studies, back them up, or bring them to another computer.",
        ),
        "engines": Lazy(
            "engines.engines", "List the engines found here, how to install Stockfish, and every opponent by name."
        ),
        "demo": Lazy(
            "demo.demo", "Watch Motif review a learner's game, say what costs her points, and train what she missed."
        ),
    },
    "For research": {
        "lab": Lazy(
            "lab.commands",
            "Learn, measure and read the knowledge of the five systems, and repeat the papers' experiments.",
        ),
    },
}
"""Every command with its function and its summary, by the heading under which help lists it."""

app = typer.Typer(
    help="Study your chess games, train what you miss, and read in plain English why a move is good or bad.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
plain_types()
defer(app, PANELS)


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
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that exist.")] = False,
) -> None:
    """Declare the options of every command for help; `main` removes `--debug` and `--force` from any place."""


@cache
def command_line() -> Any:  # noqa: ANN401 - Typer's types are private to it
    """Return the root command, made once, as one process may call `main` many times (tests do)."""
    return get_command(app)


def main() -> None:
    """Run the command line; the exit code is 0 for success, 2 for bad input, 130 after Ctrl-C."""
    arguments = [argument for argument in sys.argv[1:] if argument not in ("--debug", "--force")]
    debug, force = "--debug" in sys.argv, "--force" in sys.argv
    replace_unencodable()
    if sys.stdin is None:
        # The calling program closed standard input: no line will come.
        sys.stdin = StringIO()
    try:
        _check_threads()
        _check_words(arguments)
        arguments = respelled(arguments, note)
        code = command_line()(arguments, prog_name="motif", standalone_mode=False, obj=FORCE if force else None)
        sys.exit(code if isinstance(code, int) else 0)
    except TyperException as error:
        if isinstance(error, NoArgsIsHelpError):
            error.show()
        else:
            _complain(error)
        sys.exit(error.exit_code)
    except Abort:
        sys.exit(INTERRUPTED)
    except MotifError as error:
        if debug:
            raise
        note(f"error: {_one_line(str(error))}")
        note(f"hint: {_one_line(error.hint or _help_of(arguments))}")
        sys.exit(BAD_INPUT)
    except OSError as error:
        if debug or error.errno not in (errno.ENOSPC, errno.ENAMETOOLONG):
            raise
        if error.errno == errno.ENAMETOOLONG:
            note(f"error: no file can be called {_one_line(str(error.filename))}: the name is too long")
            note("hint: write a shorter name")
        else:
            # Writing the remaining output would fail again when the program ends.
            sys.stdout = None
            note("error: the result could not be written: the disk is full")
            note("hint: free some space, or write elsewhere")
        sys.exit(BAD_INPUT)


def _one_line(text: str) -> str:
    return shortened(" ".join(text.splitlines()))


def _help_of(arguments: list[str]) -> str:
    """The hint to read the right help page, for an error without a better hint."""
    commands = {name for panel in PANELS.values() for name in panel}
    command = next((word for word in arguments if word in commands), "")
    return f"{' '.join(filter(None, ('motif', command)))} --help explains it"


MOST_THREADS = 1024


def _check_threads() -> None:
    """Raise an error for a number of threads with which the core would never start."""
    threads = os.environ.get("RAYON_NUM_THREADS", "").strip()
    if threads.isdecimal() and (len(threads) > 6 or int(threads) > MOST_THREADS):
        raise BadArgument(
            f"RAYON_NUM_THREADS={threads} is more than any machine has",
            hint=f"unset it, or write at most {MOST_THREADS}",
        )


def _complain(error: TyperException) -> None:
    """Print in two lines which argument is wrong and what to type next."""
    message = " ".join(error.format_message().split()).rstrip(".")
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "motif"
    hint = f"{command} --help shows how it is called"
    if isinstance(error, NoSuchOption):
        message = f"{command} has no option {error.option_name}"
        known = [name for option in context.command.params for name in option.opts] if context else []
        near = nearest(error.option_name.lstrip("-"), [name[2:] for name in known if name.startswith("--")])
        is_near = near.startswith("did you mean ")
        hint = near.replace("mean ", "mean --") if is_near else f"{command} --help lists its options"
    elif "No such command" in message and context:
        word = message.split("'")[1] if "'" in message else ""
        message = f"there is no command {command} {word}"
        hint = nearest(word, context.command.list_commands(context))
    elif isinstance(error, MissingParameter):
        message = message[0].lower() + message[1:]
        example = re.search("Example: `(.*?)`", context.command.help or "") if context else None
        hint = f"for example: {example[1]}" if example else hint
    elif isinstance(error, BadParameter) and error.param is not None:
        message, hint = _bad_value(error, hint)
    else:
        message = message[0].lower() + message[1:]
    note(f"error: {_one_line(message)}")
    note(f"hint: {_one_line(hint)}")


_VALUE_ERRORS = {
    "Input should be a valid integer, unable to parse string as an integer": "needs a whole number",
    "Input should be a valid integer": "needs a whole number",
    "Input should be a valid number, unable to parse string as a number": "needs a number",
    "Input should be greater than or equal to": "must be at least",
    "Input should be less than or equal to": "must be at most",
    "Value error,": "cannot be used:",
}
"""What Typer says of a bad value, and what Motif says."""


def _bad_value(error: BadParameter, hint: str) -> tuple[str, str]:
    """Say what is wrong with the value of an option or argument, and which value is right."""
    param: Any = error.param
    name = param.opts[0] if param.param_type_name == "option" else param.make_metavar(error.ctx)
    message = " ".join(error.message.split()).rstrip(".")
    for typers, ours in _VALUE_ERRORS.items():
        message = message.replace(typers, ours)
    word, *known = re.findall("'(.*?)'", message) or [""]
    if "is not one of" in message:
        message, hint = f"cannot be {word}", nearest(word, known)
    elif "does not match the format" in message:
        message, hint = f"cannot be {word}", "write a date as in 2026-01-31, 2026-01 or 2026"
    elif param.help:
        hint = f"{name}: {param.help}"
    return f"{name} {message}", hint


def _check_words(arguments: list[str]) -> None:
    """Raise an error for arguments that are not valid text, or that a script left empty."""
    for before, argument in zip(["motif", *arguments], arguments, strict=False):
        option = before if before.startswith("-") else "an argument"
        if not argument or (argument.startswith("--") and argument.endswith("=")):
            raise BadArgument(f"{argument.rstrip('=') or option} is empty", hint="leave it out, or give it a value")
        try:
            argument.encode()
        except UnicodeEncodeError:
            raise BadArgument(
                f"{argument!r} is not UTF-8", hint="rename the file, with characters that this terminal can write"
            ) from None
