"""Test that the shell completes commands, topics, options, and names."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from motif.cli import main as command_line


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("motif stu", ["study"]),
        ("motif lab lea", ["learn"]),
        ("motif lab learn tac", ["tactics"]),
        ("motif match --rea", ["--reasons"]),
        ("motif puzzles sheet --theme smo", ["smothered mate"]),
        ("motif games my.pgn --player an", ["Anna"]),
        ("motif study my.pgn --player be", ["Ben"]),
        ("motif play --against gre", ["greedy"]),
        ("motif puzzles solve my.txt --engine sea", ["search"]),
        ("motif match gree", ["greedy"]),
    ],
)
def test_a_shell_completes(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    empty_folder: Path,
    words: str,
    offered: list[str],
) -> None:
    Path("my.pgn").write_text('[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 1-0\n')
    monkeypatch.setenv("_MOTIF_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
    monkeypatch.setattr(sys, "argv", ["motif"])
    with pytest.raises(SystemExit):
        command_line.main()
    assert capsys.readouterr().out.splitlines() == offered
