"""Engines on this machine: how each program is started, and where it is found by name or path.

Debian installs engines in /usr/games, which is often not on the PATH, so that folder is searched as well.
"""

from __future__ import annotations

import os
import shlex
import shutil
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from motif.errors import BadArgument, EngineFailed, UnknownName

GAMES_FOLDERS = ("/usr/games", "/usr/local/games")

OptionValue = str | int | bool


class EngineProtocol(StrEnum):
    """The language an engine speaks."""

    UCI = "uci"
    XBOARD = "xboard"


@dataclass(frozen=True, slots=True)
class EngineProgram:
    """An engine as a program to start: where it is, what it is told at the start and what it speaks."""

    path: Path
    arguments: tuple[str, ...] = ()
    protocol: EngineProtocol = EngineProtocol.UCI
    options: tuple[tuple[str, OptionValue], ...] = ()
    counts_nodes: bool = True

    @property
    def name(self) -> str:
        """The file name of the program."""
        return self.path.name

    def __str__(self) -> str:
        return shlex.join([str(self.path), *self.arguments])


# GNU Chess 6.2.7 has an XBoard mode, but holds back its answers when it writes to a pipe, so only UCI works;
# it also searches on for ever after `go nodes`, and its book moves come without a score.
_KNOWN = {
    program.name: program
    for program in (
        EngineProgram(Path("stockfish")),
        EngineProgram(Path("fairy-stockfish")),
        EngineProgram(Path("lc0")),
        EngineProgram(Path("gnuchess"), ("--uci",), options=(("OwnBook", False),), counts_nodes=False),
        EngineProgram(Path("crafty"), protocol=EngineProtocol.XBOARD),
        EngineProgram(Path("hoichess"), protocol=EngineProtocol.XBOARD),
        EngineProgram(Path("sjeng"), protocol=EngineProtocol.XBOARD),
    )
}


def find_engine(command: str | Path, protocol: EngineProtocol | None = None) -> EngineProgram:
    """The engine of a name or path, with arguments if it needs any: `stockfish`, `~/engines/wasp`, `lc0 --threads=1`.

    A program known by its file name brings its usual arguments and protocol; any other is taken to speak UCI.
    """
    path, *arguments = _words(str(command))
    executable = _executable(Path(path).expanduser()) if os.sep in path else _on_search_path(path)
    program = replace(_KNOWN.get(executable.name, EngineProgram(executable)), path=executable)
    if protocol and protocol is not program.protocol:
        # What a known program is told at the start belongs to the protocol that it is known to speak.
        program = EngineProgram(executable, protocol=protocol)
    return replace(program, arguments=tuple(arguments)) if arguments else program


def get_engine(command: str | Path, protocol: EngineProtocol | None = None) -> EngineProgram | None:
    """The engine that `find_engine` would find, or None."""
    try:
        return find_engine(command, protocol)
    except (UnknownName, EngineFailed):
        return None


def found_engines() -> list[EngineProgram]:
    """The well-known engines that are installed here."""
    return [program for name in _KNOWN if (program := get_engine(name))]


def _words(command: str) -> list[str]:
    # A path may hold spaces; if the whole text names something that exists, it is not cut into words.
    if os.sep in command and Path(command).expanduser().exists():
        return [command]
    try:
        return shlex.split(command) or [""]
    except ValueError as error:
        raise BadArgument(f"cannot read the engine command {command!r}: {error}") from None


def _executable(path: Path) -> Path:
    if not path.exists():
        raise EngineFailed(f"there is no engine at {path}")
    if path.is_dir():
        raise EngineFailed(f"{path} is a folder, not an engine", hint="give the path of the program in it")
    if not os.access(path, os.X_OK):
        raise EngineFailed(f"{path} is not executable", hint=f"if it is an engine, run chmod +x {path}")
    return path.absolute()


def _on_search_path(name: str) -> Path:
    folders = os.pathsep.join([os.environ.get("PATH", os.defpath), *GAMES_FOLDERS])
    executable = shutil.which(name, path=folders)
    if executable is None:
        example = name if name in _KNOWN else "stockfish"
        raise UnknownName(
            f"no engine called {name!r} was found on the PATH or in {' or '.join(GAMES_FOLDERS)}",
            hint=f"install it, e.g. apt install {example}, or give its path",
        )
    return Path(executable).absolute()
