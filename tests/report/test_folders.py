"""Test that the folder of a study has a safe name."""

from __future__ import annotations

import pytest

from motif.report.folder import folder_name


@pytest.mark.parametrize(
    ("player", "name"),
    [
        ("Anna", "study-Anna"),
        ("../../etc/passwd", "study-etc-passwd"),
        ('"; rm -rf ~ #', "study-rm-rf"),
        ("<script>alert(1)</script>", "study-script-alert-1-script"),
        ("\u202eأحمد", "study-أحمد"),
        ("Jørgen Müller", "study-Jørgen-Müller"),
        (". .", "study-player-9867c862"),
        ("a" * 300, "study-" + "a" * 60 + "-9835fa6b"),
        ("CON\x00\n", "study-CON"),
    ],
)
def test_no_name_leads_out_of_the_folder(player: str, name: str) -> None:
    assert folder_name(player) == name


@pytest.mark.parametrize(("one", "other"), [(".", "🙂"), ("?", "??"), ("a" * 61, "a" * 62)])
def test_two_players_have_two_folders(one: str, other: str) -> None:
    assert folder_name(one) != folder_name(other)
