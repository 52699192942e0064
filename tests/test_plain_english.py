"""Code, tests and docs use today's words: a reader at a chess club should read every sentence once.

`words/refused.tsv` has the words that we do not write, each with a better one; `words/exceptions.tsv` has the few true
uses, each with its reason.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

WORDS = ROOT / "tests" / "words"


def table(name: str) -> dict[str, str]:
    """The two columns of a table, without its heading."""
    rows = (WORDS / name).read_text(encoding="utf-8").splitlines()[1:]
    return dict(row.split("\t") for row in rows)


REFUSED = table("refused.tsv")

PARTS = [
    *(f"src/motif/{path.name}" for path in sorted((ROOT / "src" / "motif").iterdir()) if path.name != "__pycache__"),
    *(f"tests/{path.name}" for path in sorted((ROOT / "tests").iterdir()) if path.name != "__pycache__"),
    *("benchmarks", "core", "docs", "experiments", "fuzz", "web"),
    *sorted(path.name for path in ROOT.glob("*.md")),
]

EXCEPTIONS = table("exceptions.tsv")
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
    found = refused_in(WORDS / "refused.tsv")
    assert any("'nought': better: zero" in line for line in found)


def test_a_refused_word_is_found_in_text_and_in_names() -> None:
    assert re.search(r"\b(man|men)\b", as_words("def best_man_of(): ..."), re.IGNORECASE)
    assert re.search(r"\b(told)\b", as_words("class toldMistake"))
    assert not re.search(r"\b(man|men)\b", as_words("many commands"))
