"""Code, tests and docs use today's words: a reader at a chess club should read every sentence once.

REFUSED names the words that we do not write, each with a better one. EXCEPTIONS are the few true uses, each with its
reason.
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
    r"judges?|judged by": "engine, evaluated by",
}

PARTS = [
    *(f"src/motif/{path.name}" for path in sorted((ROOT / "src" / "motif").iterdir()) if path.name != "__pycache__"),
    *(f"tests/{path.name}" for path in sorted((ROOT / "tests").iterdir()) if path.name != "__pycache__"),
    *("benchmarks", "core", "docs", "experiments", "fuzz", "web"),
    *sorted(path.name for path in ROOT.glob("*.md")),
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
    "men without": "the text of a recipe",
    "Man,": "a variable of answer set programs",
    "Man)": "a variable of answer set programs",
    "Man !=": "a variable of answer set programs",
    '"Nobody"': "the name of a player in a test",
    "Nobody Atall": "the name of a player in a test",
    "player Nobody": "the name of a player in a test",
    "ByLot": "a type of the core",
    "in Words::new": "a loop over words",
    "WORDS": "a constant with words",
    '"judge"': "the key of the engine in earlier files, and in tables of examples",
    "`judge`": "the key of the engine in earlier files",
    "judge TO": "a column of earlier decks",
    "TO judge": "a column of earlier decks",
    "judge=": "a part of the origin, written in puzzle files",
    ",judge,": "a column of tables of examples",
    "--judge": "an earlier name of an option",
    "aliases=": "an earlier name of an option",
    '"--men"': "an earlier name of an option",
    '"aliases"': "an earlier name of an option",
    # Predicates of answer set programs, which the rules of users may call.
    "stands(": "a predicate of answer set programs",
    "beside(": "a predicate of answer set programs",
    "share/man/": "where systems look for manual pages",
    "man(": "a predicate of answer set programs",
    'case "man"': "a predicate of answer set programs",
    # Good English.
    "knight that stands": "a knight stands at the edge",
    "piece that stands next": "a quoted rule",
    "bishop that stands on": "a quoted rule",
    'f" that stands': "a knight stands at the edge",
    "for item in words": "a loop over words",
    "for word in words": "a loop over words",
    "nothing stands between": "a piece between the queen and the king",
    "for each in example if each not in words": "a loop over words",
}
"""Lines that may hold a refused word, by a part of the line, with the reason."""

SUFFIXES = {".py", ".pyi", ".rs", ".md", ".lp", ".toml", ".ts", ".css", ".html", ".jinja", ".typ"}
GENERATED = {"data", "target", ".venv", "node_modules", "__pycache__", "page", "bundle"}


def as_words(line: str) -> str:
    """Part identifiers into words, so that `bestMan` and `WRONG_MAN` are seen."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", line.replace("_", " "))


ANY = re.compile(rf"\b({'|'.join(REFUSED)})\b", re.IGNORECASE)


def refused_in(path: Path) -> list[str]:
    """Every line with a refused word: the file, the line's number, the word and a better one."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not any(part in line for part in EXCEPTIONS):
            for match in ANY.finditer(as_words(line)):
                better = next(
                    better for words, better in REFUSED.items() if re.fullmatch(words, match[0], re.IGNORECASE)
                )
                found.append(f"{path.relative_to(ROOT)}:{number}: {match[0]!r}: better: {better}")
    return found


def files_of(name: str) -> list[Path]:
    place = ROOT / name
    if place.is_file():
        return [place] if place.suffix in SUFFIXES and place != Path(__file__) else []
    return [
        path
        for path in sorted(place.rglob("*"))
        if path.suffix in SUFFIXES and not GENERATED & set(path.relative_to(ROOT).parts)
    ]


@pytest.mark.parametrize("name", PARTS)
def test_every_part_uses_todays_words(name: str) -> None:
    assert [line for path in files_of(name) for line in refused_in(path)] == []


def test_a_refused_word_is_found_in_a_file() -> None:
    # The list of refused words itself has them all.
    found = refused_in(Path(__file__))
    assert any("'nought': better: zero" in line for line in found)


def test_a_refused_word_is_found_in_text_and_in_names() -> None:
    assert re.search(r"\b(man|men)\b", as_words("def best_man_of(): ..."), re.IGNORECASE)
    assert re.search(r"\b(told)\b", as_words("class toldMistake"))
    assert not re.search(r"\b(man|men)\b", as_words("many commands"))
