"""Keep whole English sentences out of the tests: each is compared with a file that one command rewrites.

A test calls `golden(text)`, or `with golden.raises(Error):` for a refusal. The expected text is in
tests/transcripts/golden/, one file per test module, under the name of the test. `make goldens` writes what the program
says today; a person reads the difference before it is committed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pytest

TESTS = Path(__file__).parent
FOLDER = TESTS / "transcripts" / "golden"
HEADING = "== "

Raised = TypeVar("Raised", bound=BaseException)


class Golden:
    """The expected texts of one test, in the order in which it asks for them."""

    def __init__(self, module: Path, test: str, is_rewritten: bool) -> None:
        self._file = golden_file(module)
        self._test = test
        self._is_rewritten = is_rewritten
        self._count = 0

    def __call__(self, text: object) -> None:
        """Compare a text with the one that is kept, or keep it."""
        assert isinstance(text, str)
        self._count += 1
        key = self._test if self._count == 1 else f"{self._test} {self._count}"
        text = without_paths(text)
        if self._is_rewritten:
            write(self._file, {**read(self._file), key: text})
            return
        kept = read(self._file)
        assert key in kept, f"no text is kept for {key}: run `make goldens` and read the difference"
        assert text == kept[key]

    @contextmanager
    def raises(self, kind: type[Raised]) -> Iterator[pytest.ExceptionInfo[Raised]]:
        """Expect an error of this kind with the message that is kept."""
        with pytest.raises(kind) as caught:
            yield caught
        self(str(caught.value))


def golden_file(module: Path) -> Path:
    """Return the file that keeps the texts of a test module."""
    return (FOLDER / module.relative_to(TESTS)).with_suffix(".txt")


def without_paths(text: str) -> str:
    """Replace temporary folders by FOLDER and local ports by PORT; both differ in every run."""
    text = re.sub(r"\b127\.0\.0\.1:\d+", "127.0.0.1:PORT", text)
    return re.sub(r"/[\w./-]*?/pytest-of-[\w-]+/pytest-\d+(/popen-gw\d+)?/[\w.\[\]-]+", "FOLDER", text).rstrip("\n")


def read(file: Path) -> dict[str, str]:
    """Read the texts of a file by the names of their tests."""
    if not file.exists():
        return {}
    parts = re.split(rf"(?m)^{HEADING}(.*)\n", file.read_text(encoding="utf-8"))
    return {
        key: text.removesuffix("\n\n").removesuffix("\n") for key, text in zip(parts[1::2], parts[2::2], strict=True)
    }


def write(file: Path, texts: dict[str, str]) -> None:
    """Write the texts of a file, sorted by the names of their tests."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(f"{HEADING}{key}\n{text}\n" for key, text in sorted(texts.items())), encoding="utf-8")
