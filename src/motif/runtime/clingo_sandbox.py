"""Answer set programs that a user wrote: grounded first in a process of its own, which can be ended.

Grounding need not end (`n(X+1) :- n(X).`), hears no Ctrl-C and eats memory meanwhile. And a program is read for what
it says about chess: it may open no files and run no scripts.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module

from motif.errors import BadArgument

SECONDS = 20.0
BYTES = 4 << 30
"""What grounding may take; the shipped encodings take a second and a hundred megabytes at most."""

_OUT_OF_MEMORY = 3
"""The exit code of a child that MemoryError ended."""

# A string ends with its line, and knows three escapes: what clingo does not read as one is code.
_COMMENT_OR_STRING = re.compile(r'%\*.*?\*%|%[^\n]*|"(?:\\[n"\\]|[^"\\\n])*"', re.DOTALL)
_DIRECTIVE = re.compile(r"#\s*(include|script)\b")


def refuse_directives(text: str) -> None:
    """Refuse a program that would open a file or run a script, or whose letters clingo cannot speak of."""
    code = _COMMENT_OR_STRING.sub("", text)
    # In a complaint clingo cuts such a letter into bytes, and its Python package ends the process over them.
    if not code.isascii():
        strange = next(letter for letter in code if not letter.isascii())
        raise BadArgument(
            f"the rules use {strange!r} outside of comments and strings", hint="names are of letters from a to z"
        )
    if directive := _DIRECTIVE.search(code):
        raise BadArgument(f"rules may not use #{directive[1]}", hint="write what they need into the file itself")


@contextmanager
def heeding_ctrl_c(stop: Callable[[], object]) -> Iterator[None]:
    """Let Ctrl-C stop what clingo solves, and be raised when it has stopped.

    Raised while clingo calls Python, it would end the process, and with it whatever was found.
    """
    is_heard_here = threading.current_thread() is threading.main_thread()
    if not is_heard_here or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    was_heard = False

    def hear(number: int, frame: object) -> None:
        nonlocal was_heard
        was_heard = True
        stop()

    signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if was_heard:
        raise KeyboardInterrupt


def ground_apart(text: str, ground: Callable[[str], list[str]]) -> list[str]:
    """What clingo complains of when the program is grounded; one that does not come to an end is refused."""
    refuse_directives(text)
    task = {"module": ground.__module__, "function": ground.__qualname__, "text": text, "bytes": BYTES}
    # A program of our own: multiprocessing would run the caller's script again, which may call this at its top.
    child = [sys.executable, "-c", f"from {__name__} import _ground_in_this_process as ground; ground()"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONIOENCODING": "utf-8"}
    try:
        done = subprocess.run(
            child,
            input=json.dumps(task),
            capture_output=True,
            encoding="utf-8",
            env=environment,
            timeout=SECONDS,
            check=False,
            start_new_session=True,
        )
    except subprocess.TimeoutExpired:
        raise _endless() from None
    if done.returncode < 0 or done.returncode == _OUT_OF_MEMORY:
        raise _endless()
    if done.returncode:
        raise RuntimeError(f"clingo could not be asked:\n{done.stderr}")
    complaints: list[str] = json.loads(done.stdout)
    return complaints


def _endless() -> BadArgument:
    return BadArgument(
        f"the rules do not come to an end: not grounded within {SECONDS:g} s and {BYTES >> 30} GB",
        hint="a rule such as n(X+1) :- n(X). says something new for ever: give it a bound, X < 8",
    )


def _ground_in_this_process() -> None:
    """The child's part: the task on standard input, the complaints on standard output."""
    task = json.load(sys.stdin)
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (task["bytes"], task["bytes"]))
    try:
        complaints = getattr(import_module(task["module"]), task["function"])(task["text"])
    except MemoryError:
        # Not even a traceback has room.
        os._exit(_OUT_OF_MEMORY)
    print(json.dumps(complaints))  # noqa: T201 - to the parent
