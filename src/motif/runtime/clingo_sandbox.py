"""Check a user's answer set program: refuse scripts and file access, and ground it in a separate process first.

Grounding may never end (`n(X+1) :- n(X).`), ignores Ctrl-C and takes more and more memory; a separate process can be
killed.
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
"""The time and memory for grounding; the shipped encodings take a second and a hundred megabytes at most."""

_OUT_OF_MEMORY = 3
"""The exit code of the child process after a MemoryError."""

# A string ends on its line and has three escapes; anything that clingo does not read as a string is code.
_COMMENT_OR_STRING = re.compile(r'%\*.*?\*%|%[^\n]*|"(?:\\[n"\\]|[^"\\\n])*"', re.DOTALL)
_DIRECTIVE = re.compile(r"#\s*(include|script)\b")


def refuse_directives(text: str) -> None:
    """Refuse a program that would open a file or run a script, or that has letters which break clingo's messages."""
    code = _COMMENT_OR_STRING.sub("", text)
    # In an error message clingo cuts such a letter into bytes, and its Python package aborts the process over them.
    if not code.isascii():
        strange = next(letter for letter in code if not letter.isascii())
        raise BadArgument(
            f"the rules use {strange!r} outside of comments and strings", hint="names are made of letters from a to z"
        )
    if directive := _DIRECTIVE.search(code):
        raise BadArgument(f"rules may not use #{directive[1]}", hint="write what they need into the file itself")


@contextmanager
def stop_on_ctrl_c(stop: Callable[[], object]) -> Iterator[None]:
    """Let Ctrl-C stop clingo's search, and raise KeyboardInterrupt after that.

    Raised inside a callback of clingo, it would end the process and lose what was found.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    is_interrupted = False

    def interrupt(number: int, frame: object) -> None:
        nonlocal is_interrupted
        is_interrupted = True
        stop()

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if is_interrupted:
        raise KeyboardInterrupt


def ground_in_subprocess(text: str, ground: Callable[[str], list[str]]) -> list[str]:
    """Return clingo's messages from grounding the program; refuse one that takes too long or too much memory."""
    refuse_directives(text)
    task = {"module": ground.__module__, "function": ground.__qualname__, "text": text, "bytes": BYTES}
    # Not multiprocessing: it would run the caller's script again, which may call this function at its top.
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
        raise RuntimeError(f"clingo failed:\n{done.stderr}")
    messages: list[str] = json.loads(done.stdout)
    return messages


def _endless() -> BadArgument:
    return BadArgument(
        f"the rules do not come to an end: not grounded within {SECONDS:g} s and {BYTES >> 30} GB",
        hint="a rule such as n(X+1) :- n(X). adds something new forever: give it a bound, X < 8",
    )


def _ground_in_this_process() -> None:
    """Read the task from standard input and print the messages: what the child process does."""
    task = json.load(sys.stdin)
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (task["bytes"], task["bytes"]))
    try:
        messages = getattr(import_module(task["module"]), task["function"])(task["text"])
    except MemoryError:
        # There is no memory left even for a traceback.
        os._exit(_OUT_OF_MEMORY)
    print(json.dumps(messages))  # noqa: T201 - to the parent
