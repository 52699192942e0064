"""Accept old spellings of commands and options for one release, and print the new spelling."""

from __future__ import annotations

from collections.abc import Callable, Sequence

COMMANDS = {
    "tactics learn": "lab learn tactics",
    "tactics show": "lab read tactics",
    "tactics export": "lab read prolog",
    "tactics compare": "lab measure tactics-difference",
    "tactics evaluate": "lab measure tactics",
    "patterns learn": "lab learn patterns",
    "patterns augment": "lab learn pattern-weights",
    "patterns show": "lab read patterns",
    "patterns filter": "lab read pattern-filter",
    "patterns evaluate": "lab measure patterns",
    "openings list": "openings",
    "openings advise": "openings --next",
    "openings nearest": "openings --nearest",
    "openings import": "openings build",
    "search best": "lab solve position",
    "search explain": "lab read evaluation",
    "search review": "lab measure game",
    "search prune": "lab measure pruning",
    "search evolve": "lab learn search-weights",
    "search tune": "lab learn evaluation",
    "endgames evolve": "lab learn endgame",
    "endgames improve": "lab learn endgame-changes",
    "endgames match": "lab measure endgame-match",
    "endgames measure": "lab measure endgame",
    "endgames show": "lab read endgame",
    "endgames explain": "lab read endgame-advice",
    "endgames solve": "lab solve endgame",
    "puzzles check": "puzzles solve",
    "puzzles static": "lab solve static-puzzles",
    "puzzles prove": "lab solve puzzle-values",
    "positions": "games",
    "tactics": "lab",
    "patterns": "lab",
    "search": "lab",
    "endgames": "lab",
}

OPTIONS: dict[str, dict[str, str]] = {
    "openings": {"--cases": "--book"},
    "explain": {"--by": "--engine"},
    "advise": {"--by": "--adviser"},
    "match": {"--pgn": "--out", "--judge": "--engine"},
    "play": {"--save": "--out"},
    "puzzles compose": {"--judge": "--engine", "--seconds": "--time"},
    "puzzles solve": {"--oracle": "--engine"},
    "lab measure endgame-match": {"--pgn": "--out"},
    "puzzles mine": {"--oracle": "--engine"},
    "train practise": {"--seconds": "--time"},
    "train add": {"--seconds": "--time"},
    "lab solve static-puzzles": {"--seconds": "--time"},
    "lab solve puzzle-values": {"--seconds": "--time"},
}
"""The old and new names of renamed options, by command; remove an entry one release after it was added."""

LIMITED = {"match", "explain", "study"}
"""The commands whose `--limit depth=8` is now `--depth 8`."""

LIMITS = {"depth": "--depth", "nodes": "--nodes", "seconds": "--time"}


def respelled(arguments: Sequence[str], say: Callable[[str], object]) -> list[str]:
    """Return the arguments in the new spelling, and report each new name.

    >>> respelled(["endgames", "solve", "KRK"], print)
    note: motif endgames solve is now motif lab solve endgame
    ['lab', 'solve', 'endgame', 'KRK']
    >>> respelled(["play", "--save=game.pgn"], print)
    note: --save is now --out
    ['play', '--out=game.pgn']
    """
    words, news = list(arguments), []
    for length in (3, 2, 1):
        old = " ".join(words[:length])
        if len(words) >= length and old in COMMANDS:
            news.append(f"motif {old} is now motif {COMMANDS[old]}")
            words[:length] = COMMANDS[old].split()
            break
    command = next((name for size in (3, 2, 1) if (name := " ".join(words[:size])) in (*OPTIONS, *LIMITED)), "")
    renamed = OPTIONS.get(command, {})
    for place, word in enumerate(words):
        option, equals, value = word.partition("=")
        if option in renamed:
            news.append(f"{option} is now {renamed[option]}")
            words[place] = renamed[option] + equals + value
    if command in LIMITED:
        words = _with_limits(words, news)
    if command == "explain":
        words = _with_place(words, news)
    if news:
        say(f"note: {'; '.join(dict.fromkeys(news))}")
    return words


def _with_limits(words: list[str], news: list[str]) -> list[str]:
    """Write `--limit depth=8,nodes=100` as `--depth 8 --nodes 100`."""
    found: list[str] = []
    rest = iter(words)
    for word in rest:
        if word != "--limit" and not word.startswith("--limit="):
            found.append(word)
            continue
        text = next(rest, "") if word == "--limit" else word.partition("=")[2]
        news.append(f"--limit {text} is now {', '.join(LIMITS.values())}")
        for part in text.split(","):
            name, _, value = part.partition("=")
            found += [LIMITS.get(name, f"--{name}"), value]
    return found


def _with_place(words: list[str], news: list[str]) -> list[str]:
    """Write `explain --game FILE --number 3 --ply 12` as `explain FILE#3 --move 6...`."""
    values = {"--game": "", "--number": "1", "--ply": "1"}
    left = []
    rest = iter(words)
    for word in rest:
        option, equals, value = word.partition("=")
        if option in values:
            values[option] = value if equals else next(rest, "")
        else:
            left.append(word)
    file, number, ply = values.values()
    if not file:
        return words
    move = f"{(int(ply) + 1) // 2}{'.' if int(ply) % 2 else '...'}" if ply.isdecimal() and len(ply) < 6 else ply
    news.append(f"--game, --number and --ply are now one name and --move: {file}#{number} --move {move}")
    return [*left[:1], f"{file}#{number}", "--move", move, *left[1:]]
