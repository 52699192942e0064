"""Accept options under the names that they had in the release before, and say the new name once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

OPTIONS: dict[str, dict[str, str]] = {
    "explain": {"--by": "--engine"},
    "advise": {"--by": "--adviser"},
}
"""The old and the new name of each renamed option, by command; take an entry out one release after it came in."""


def respelled(arguments: Sequence[str], say: Callable[[str], object]) -> list[str]:
    """Return the arguments with every old option under its new name; each renamed option is announced once.

    >>> respelled(["explain", "start", "--by=stockfish"], print)
    --by is now --engine
    ['explain', 'start', '--engine=stockfish']
    """
    words = [argument for argument in arguments if not argument.startswith("-")]
    renamed = {**OPTIONS.get(" ".join(words[:1]), {}), **OPTIONS.get(" ".join(words[:2]), {})}
    announced: set[str] = set()
    result = []
    for argument in arguments:
        option, equals, value = argument.partition("=")
        if option in renamed and option not in announced:
            say(f"{option} is now {renamed[option]}")
            announced.add(option)
        result.append(renamed.get(option, option) + equals + value)
    return result
