"""Define the errors that Motif raises on purpose: each says what is wrong and where, and may carry a hint."""

from __future__ import annotations

from collections.abc import Iterable


class MotifError(Exception):
    """The base class of all errors that Motif raises on purpose; `hint` says what to try next."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint

    def __reduce__(self) -> tuple[type[MotifError], tuple[str, str]]:
        # Errors cross process boundaries; the default would lose the hint.
        return type(self), (str(self), self.hint)


def nearest(word: str, names: Iterable[str], then: str = "") -> str:
    """Return the hint for an unknown name: the most similar known name, if there is one, and all known names.

    >>> nearest("gredy", ["random", "greedy"])
    'did you mean greedy? There are random, greedy'
    >>> nearest("xyz", ["random", "greedy"], "; or name a file")
    'there are random, greedy; or name a file'
    """
    from difflib import get_close_matches  # loaded only after a mistake

    known = list(names)
    like = {name.casefold(): name for name in known}
    close = get_close_matches(word.casefold(), like, n=1)
    listed = f"here are {', '.join(known)}{then}"
    return f"did you mean {like[close[0]]}? T{listed}" if close else f"t{listed}"


class BadPosition(MotifError, ValueError):
    """A text or board that is not a legal chess position."""


class IllegalMove(MotifError, ValueError):
    """A move that cannot be played in its position."""


class BadGameFile(MotifError, ValueError):
    """A game file that cannot be read at all; a single bad game is only reported."""


class BadFile(MotifError, ValueError):
    """A knowledge, positions or checkpoint file that is truncated, foreign or of another version."""


class CacheUnusable(BadFile):
    """A cache that cannot be opened or written where it is: a read-only or full disk, a folder in its place."""


class BadArgument(MotifError, ValueError):
    """An argument that its function does not accept."""


class BadRule(MotifError, ValueError):
    """A rule, or a bias that says which rules there may be, that cannot be read or makes no sense; says where."""


class UnknownName(MotifError, KeyError):
    """A name that no player, evaluator, adviser or engine has."""

    __str__ = Exception.__str__  # KeyError would print the repr of the message.


class ImpossibleRecipe(MotifError, ValueError):
    """A recipe that provably no position fulfils."""


class BadProgram(MotifError, ValueError):
    """A text that is not an endgame program: an unknown name, a missing bracket, an expression of the wrong type."""


class BadPattern(MotifError, ValueError):
    """A text that is not a move pattern: an unknown relation, a missing vertex, or a cycle among patterns."""


class NothingFound(MotifError, RuntimeError):
    """A search that ended without a result, which proves nothing."""


class DownloadFailed(MotifError, RuntimeError):
    """A site that did not send the games that we requested."""


class EngineFailed(MotifError, RuntimeError):
    """An engine that could not be started, or that hung or died twice in a row."""


class MissingExtra(MotifError, ImportError):
    """A feature whose optional packages are not installed."""
