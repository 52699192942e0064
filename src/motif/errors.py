"""Define the errors that Motif raises on purpose: each says what is wrong, and may have a hint on what to do."""

from __future__ import annotations

from collections.abc import Iterable


class MotifError(Exception):
    """The base class of all errors that Motif raises on purpose; `hint` says what to try next."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint

    def __reduce__(self) -> tuple[type[MotifError], tuple[str, str]]:
        # Errors are pickled between processes; the default would lose the hint.
        return type(self), (str(self), self.hint)


def nearest(word: str, names: Iterable[str], then: str = "") -> str:
    """Return a hint for an unknown name: the most similar known name or, if none is similar, all known names.

    >>> nearest("gredy", ["random", "greedy"])
    'did you mean greedy?'
    >>> nearest("xyz", ["random", "greedy"], "; or name a file")
    'there are random and greedy; or name a file'
    """
    from difflib import get_close_matches  # loaded only after a mistake

    by_key = {name.casefold(): name for name in names}
    if close := get_close_matches(word.casefold(), by_key, n=1):
        return f"did you mean {by_key[close[0]]}?"
    *others, last = by_key.values() or [""]
    return f"there are {', '.join(others)} and {last}{then}" if others else f"there is only {last}{then}"


MOST_NAMES = 5
"""How many names of players a hint lists."""


def nearest_people(name: str, people: Iterable[str]) -> str:
    """Return a hint for a player not found in the games; `people` is sorted by number of games.

    >>> nearest_people("anna", ["Anna Ford", "Ben"]), nearest_people("Karl", ["Anna Ford", "Ben"])
    ('did you mean Anna Ford?', 'most games have Anna Ford, Ben')
    """
    from difflib import get_close_matches  # loaded only after a mistake

    names, wanted = list(people), name.strip().casefold()
    by_key = {each.casefold(): each for each in names}
    near = [by_key[key] for key in get_close_matches(wanted, by_key, MOST_NAMES, 0.6)]
    near += [each for key, each in by_key.items() if wanted and wanted in key and each not in near]
    if near:
        return f"did you mean {' or '.join(near[:MOST_NAMES])}?"
    return f"most games have {', '.join(names[:MOST_NAMES])}"


class BadPosition(MotifError, ValueError):
    """Raised for a text or board that is not a legal chess position."""


class IllegalMove(MotifError, ValueError):
    """Raised for a move that is illegal in its position."""


class BadGameFile(MotifError, ValueError):
    """Raised for a game file that cannot be read at all; a single bad game in a file is only reported."""


class BadFile(MotifError, ValueError):
    """Raised for a file that cannot be read or written, is damaged, or is of another kind or version."""


class CacheUnusable(BadFile):
    """Raised if the cache cannot be opened or written, for example because the disk is full or read-only."""


class BadArgument(MotifError, ValueError):
    """Raised for an argument that the function does not accept."""


class BadRule(MotifError, ValueError):
    """Raised for a rule or bias (the settings of a learner) that cannot be read or makes no sense."""


class UnknownName(MotifError, KeyError):
    """Raised for a name that no player, evaluator, adviser or engine has."""

    __str__ = Exception.__str__  # KeyError would print the repr of the message.


class ImpossibleRecipe(MotifError, ValueError):
    """Raised for a recipe that no position can fulfil."""


class BadProgram(MotifError, ValueError):
    """Raised for a text that is not an endgame program: an unknown name, a missing bracket, a wrong type."""


class BadPattern(MotifError, ValueError):
    """Raised for a text that is not a move pattern: an unknown relation, a missing vertex, a cycle of patterns."""


class NothingFound(MotifError, RuntimeError):
    """Raised if a search ends without a result, which does not prove that there is none."""


class DownloadFailed(MotifError, RuntimeError):
    """Raised if a site does not send the requested games."""


class EngineFailed(MotifError, RuntimeError):
    """Raised if an engine cannot be started, or hangs or dies twice in a row."""


class MissingExtra(MotifError, ImportError):
    """Raised for a feature whose optional packages are not installed."""
