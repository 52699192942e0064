"""The shell completes verbs, those of a verb with verbs of its own as well, and options."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("words", "offered"),
    [("motif tac", ["tactics"]), ("motif tactics ev", ["evaluate"]), ("motif match --chec", ["--checkpoint"])],
)
def test_a_shell_completes(words: str, offered: list[str]) -> None:
    environment = os.environ | {
        "_MOTIF_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count(" ")),
    }
    program = [sys.executable, "-c", "from motif.__main__ import main; main()"]
    done = subprocess.run(program, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == offered
