"""Check a user's answer set program: refuse scripts and file access, and first ground it in a child process.

Grounding, which replaces variables by values, may never end (`n(X+1) :- n(X).`). It ignores Ctrl-C and takes more and
more memory, but a child process can be killed.
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
"""Limits on time and memory for grounding; the shipped encodings need at most a second and a hundred megabytes."""

_OUT_OF_MEMORY = 3
"""The exit code of the child process after a MemoryError."""

# A string ends on the line where it begins and has three escapes; clingo reads anything else as code.
_COMMENT_OR_STRING = re.compile(r'%\*.*?\*%|%[^\n]*|"(?:\\[n"\\]|[^"\\\n])*"', re.DOTALL)
_DIRECTIVE = re.compile(r"#\s*(include|script)\b")


def refuse_directives(text: str) -> None:
    """Refuse a program that opens a file, runs a script, or has letters that break clingo's error messages."""
    code = _COMMENT_OR_STRING.sub("", text)
    # In error messages, clingo splits such a letter into bytes, which makes its Python package abort the process.
    if not code.isascii():
        strange = next(letter for letter in code if not letter.isascii())
        raise BadArgument(
            f"the rules use {strange!r} outside of comments and strings", hint="use only the letters a to z in names"
        )
    if directive := _DIRECTIVE.search(code):
        raise BadArgument(
            f"rules may not use #{directive[1]}", hint="put everything that the rules need into the file itself"
        )


@contextmanager
def stop_on_ctrl_c(stop: Callable[[], object]) -> Iterator[None]:
    """Let Ctrl-C stop clingo's search, and raise KeyboardInterrupt only at the end of the block.

    If it were raised inside one of clingo's callbacks, it would end the process and lose the results so far.
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
    """Ground a program and return clingo's messages; refuse it if grounding takes too much time or memory."""
    refuse_directives(text)
    task = {"module": ground.__module__, "function": ground.__qualname__, "text": text, "bytes": BYTES}
    # Not multiprocessing: it would run the caller's script again, which may call this function at its top level.
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
        f"the rules could not be grounded within {SECONDS:g} s and {BYTES >> 30} GB",
        hint="a rule such as n(X+1) :- n(X). goes on forever: give it a bound such as X < 8",
    )


def _ground_in_this_process() -> None:
    """Do the child process's work: read the task from standard input, ground the program, print the messages."""
    task = json.load(sys.stdin)
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (task["bytes"], task["bytes"]))
    try:
        messages = getattr(import_module(task["module"]), task["function"])(task["text"])
    except MemoryError:
        # There may not even be enough memory left for a traceback.
        os._exit(_OUT_OF_MEMORY)
    print(json.dumps(messages))  # noqa: T201 - to the parent
