"""Test that the docs are true: they show what the program prints, and every command has a page."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest
from sessions import COLUMNS, PAGES, ROOT, commands, executed, help_file, in_process, shell, verbs

from command_line import caller
from motif.cli.main import app

VERBS = verbs(app)
HELP = Path(__file__).parent / "transcripts" / "help"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_sessions_print_what_the_page_shows(
    monkeypatch: pytest.MonkeyPatch, page: Path, tmp_path: Path, solved_tables: Path
) -> None:
    # The pages share the solved endgames.
    monkeypatch.setenv("MOTIF_CACHE", str(solved_tables.parent))
    text = page.read_text()
    # The first page that a reader tries is run as there, one process for each command.
    run = shell(tmp_path) if page == ROOT / "README.md" else in_process(tmp_path)
    assert executed(text, run) == text, "run `make docs` and look at the difference"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_answer_what_the_page_shows(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False, encoding="utf-8").failed == 0


# The demo is the README's first command; games between searchers are `motif match` by now.
@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb not in ("demo", "search play")])
def test_every_command_is_shown_in_a_session(verb: str) -> None:
    assert any(command.startswith(f"motif {verb}") for page in PAGES for command in commands(page.read_text()))


@pytest.mark.parametrize("verb", ["", *VERBS])
def test_help_is_as_written_down(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], verb: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    monkeypatch.setenv("NO_COLOR", "1")
    _, printed, _ = caller(monkeypatch, capsys, *verb.split())("--help")
    lines = [line.rstrip() for line in printed.splitlines()]
    assert lines == (HELP / help_file(verb)).read_text().splitlines(), "run `make docs` and look at the difference"
    assert not verb or "Example: motif" in printed
