"""The finished packages use today's words: a reader at a chess club should read every sentence once.

REFUSED names the words that we do not write, each with a better one. FINISHED lists what keeps to it; the rest follows
package by package. EXCEPTIONS are the few true uses, each with its reason.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

REFUSED = {
    r"whoever|nobody|somebody|anybody": "name the player, the caller, the engine",
    r"man|men": "piece, or pieces and pawns",
    r"told|tells|telling": "says, shows, explains",
    r"beside": "next to, compared with",
    r"so (many|much|few)": "this many, or the number",
    r"by lot": "at random",
    r"nought": "zero",
    r"stands|stood": "is in, is written in",
    r"(is|are|was|were|be) asked": "say who asks: the caller asks the engine",
    r"hired?|colleagues?|sittings?": "create, adviser, session",
    r"anew": "again",
    r"in words": "as text",
    r"of its own": "own, separate",
    r"whence|thither|oft|amiss|nay": "a word of today",
    r"heals|healed": "fixed",
}

FINISHED = [
    *(f"src/motif/{name}" for name in ("advice.py", "errors.py", "arena", "board", "engines", "statistics", "runtime")),
    *(f"src/motif/{name}" for name in ("players", "tactics", "openings", "search", "endgames", "patterns", "puzzles")),
    *(f"tests/{name}" for name in ("arena", "board", "engines", "statistics", "runtime", "players")),
    *(f"tests/{name}" for name in ("tactics", "openings", "search", "endgames", "patterns", "puzzles")),
    *(f"docs/{name}.md" for name in ("README", "arena", "board", "cluster", "dependencies", "endgames", "games")),
    *(f"docs/{name}.md" for name in ("openings", "patterns", "play", "puzzles", "python", "search", "tactics", "uci")),
    *(f"src/motif/cli/{name}" for name in ("endgames", "patterns", "puzzles", "tactics", "search.py", "openings.py")),
    *(f"src/motif/cli/{name}.py" for name in ("console", "engines", "games", "match", "play", "position", "web")),
    *(f"src/motif/{name}" for name in ("play", "uci", "download")),
    *("tests/uci", "tests/download"),
    *("src/motif/motifs", "tests/motifs", "README.md", "CHANGELOG.md", "SECURITY.md"),
    *(f"docs/{name}.md" for name in ("explanations", "review", "reference-commands", "reference-words")),
    *(f"docs/{name}.py" for name in ("pictures", "reference", "refresh", "sessions", "web_pictures")),
    *(f"tests/{name}.py" for name in ("conftest", "test_docs", "test_experiments", "test_python", "test_security")),
    "src/motif/python.py",
    *("src/motif/_core", "core", "experiments", "benchmarks", "fuzz", "CONTRIBUTING.md", "docs/glossary.md"),
]

EXCEPTIONS = {
    # What files of users hold stays readable.
    "men that take part": "a part of the difficulty, written in puzzle files",
    "another man to capture": "a part of the difficulty, written in puzzle files",
    "(?: men)?": "the text of a recipe",
    '} men"': "the text of a recipe",
    "too few men left": "a reason for rejection, a key in JSON results",
    "other men than asked for": "a reason for rejection, a key in JSON results",
    "_FILE_WORDS": "the words of the model's file",
    "aliases=": "an earlier name of an option",
    '"--men"': "an earlier name of an option",
    '"aliases"': "an earlier name of an option",
    # Predicates of answer set programs, which the rules of users may call.
    "stands(": "a predicate of answer set programs",
    "beside(": "a predicate of answer set programs",
    "man(": "a predicate of answer set programs",
    'case "man"': "a predicate of answer set programs",
    # Good English.
    "knight that stands": "a knight stands at the edge",
    "piece that stands next": "a quoted rule",
    "bishop that stands on": "a quoted rule",
    'f" that stands': "a knight stands at the edge",
    "for item in words": "a loop over words",
    "for word in words": "a loop over words",
    # Names of packages that are still to be rewritten.
    ".is_asked": "an attribute of the study's questions",
}
"""Lines that may hold a refused word, by a part of the line, with the reason."""

SUFFIXES = {".py", ".pyi", ".rs", ".md", ".lp", ".toml"}
GENERATED = {"data", "target", ".venv", "node_modules", "__pycache__"}


def as_words(line: str) -> str:
    """Part identifiers into words, so that `bestMan` and `WRONG_MAN` are seen."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", line.replace("_", " "))


def refused_in(path: Path) -> list[str]:
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for words, better in REFUSED.items():
            match = re.search(rf"\b({words})\b", as_words(line))
            if match and not any(part in line for part in EXCEPTIONS):
                found.append(f"{path.relative_to(ROOT)}:{number}: {match[0]!r}: better: {better}")
    return found


def files_of(name: str) -> list[Path]:
    place = ROOT / name
    if place.is_file():
        return [place]
    return [
        path
        for path in sorted(place.rglob("*"))
        if path.suffix in SUFFIXES and not GENERATED & set(path.relative_to(ROOT).parts)
    ]


@pytest.mark.parametrize("name", FINISHED)
def test_a_finished_package_uses_todays_words(name: str) -> None:
    files = files_of(name)
    assert files, f"{name} has moved"
    assert [line for path in files for line in refused_in(path)] == []


def test_a_refused_word_is_found_in_text_and_in_names(tmp_path: Path) -> None:
    assert re.search(r"\b(man|men)\b", as_words("def best_man_of(): ..."), re.IGNORECASE)
    assert re.search(r"\b(told)\b", as_words("class toldMistake"))
    assert not re.search(r"\b(man|men)\b", as_words("many commands"))
