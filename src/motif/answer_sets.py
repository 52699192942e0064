"""Answer set programs that a user wrote: grounded first in a process of its own, which can be ended.

Grounding need not end (`n(X+1) :- n(X).`), hears no Ctrl-C and eats memory meanwhile. And a program is read for what
it says about chess: it may open no files and run no scripts.
"""

from __future__ import annotations

import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from motif.errors import BadArgument
from motif.parallel import in_a_child

SECONDS = 20.0
BYTES = 4 << 30
"""What grounding may take; the shipped encodings take a second and a hundred megabytes at most."""

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
    if found := _DIRECTIVE.search(code):
        raise BadArgument(f"rules may not use #{found[1]}", hint="write what they need into the file itself")


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
    try:
        return in_a_child(SECONDS, _bounded, ground, text)
    except (TimeoutError, BrokenProcessPool, MemoryError):
        raise BadArgument(
            f"the rules do not come to an end: not grounded within {SECONDS:g} s and {BYTES >> 30} GB",
            hint="a rule such as n(X+1) :- n(X). says something new for ever: give it a bound, X < 8",
        ) from None


def _bounded(ground: Callable[[str], list[str]], text: str) -> list[str]:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    return ground(text)
