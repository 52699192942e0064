"""A library is text that people can read and edit, and mistakes are named by file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldens import Golden
from motif.errors import BadFile, BadRule, UnknownName
from motif.tactics.library import Tactic, TacticsLibrary
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL

HANGING = Rule.parse("hanging_piece(Position, From, To) :- captures(From, To, Position), hanging(To, Position).", FULL)
MATE = Rule.parse("mate(Position, From, To) :- gives_mate(From, To, Position).", FULL)
LIBRARY = TacticsLibrary(
    FULL,
    (Tactic(MATE, {"coverage": 0.0125, "precision": 1.0}, "mate"), Tactic(HANGING, {"precision": 0.625})),
    {"learned from": "1,000 positions of 1,000 games"},
)
TEXT = """% motif tactics 1
% vocabulary: full
% learned from: 1,000 positions of 1,000 games
%
% Give checkmate.
% motif: mate
% figures: coverage=0.0125 precision=1
mate(Position, From, To) :-
    gives_mate(From, To, Position).
%
% Capture a hanging enemy piece.
% figures: precision=0.625
hanging_piece(Position, From, To) :-
    captures(From, To, Position),
    hanging(To, Position).
% end of 14 lines
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "mine.pl"


def test_a_library_is_written_with_sentences_and_read_back(path: Path) -> None:
    LIBRARY.write(path)
    assert path.read_text(encoding="utf-8") == TEXT
    assert TacticsLibrary.read(path) == LIBRARY


def test_blank_lines_and_remarks_change_nothing(path: Path) -> None:
    edited = TEXT.replace("    captures(", "\n% mind the pawns\n    captures(").replace("of 14", "of 16")
    path.write_text(edited.replace("% mind the pawns\n    cap", "    cap").replace("of 16", "of 15"))
    assert TacticsLibrary.read(path) == LIBRARY


def test_a_tactic_is_found_by_name(golden: Golden) -> None:
    assert LIBRARY.find("mate").rule == MATE
    with golden.raises(UnknownName) as caught:
        LIBRARY.find("mates")
    assert caught.value.hint == "did you mean mate?"


@pytest.mark.parametrize(
    ("old", "new", "error", "message"),
    [
        ("tactics 1", "tactics 2", BadFile, "line 1: expected '% motif tactics 1', found '% motif tactics 2'"),
        (
            "% end of 14 lines\n",
            "",
            BadFile,
            "line 15: expected '% end of 14 lines' at the end; is the file cut short?",
        ),
        ("vocabulary: full", "vocabulary: empty", BadFile, "expected '% vocabulary: paper or full', found 'empty'"),
        (
            "precision=0.625",
            "precision=high",
            BadFile,
            "line 12: expected a figure such as precision=0.5, found 'precision=high'",
        ),
        ("hanging_piece(P", "mate(P", BadFile, "line 13: two tactics are called mate"),
        ("    hanging(To", "    hangs(To", BadRule, "line 15, column 5: the full vocabulary has no predicate hangs"),
        ("gives_mate(From, To", "gives_mate(From, Too", BadRule, "line 9, column 22: gives_mate needs the square"),
    ],
)
def test_mistakes_are_named_by_file_and_line(
    path: Path, old: str, new: str, error: type[Exception], message: str
) -> None:
    assert old in TEXT
    path.write_text(TEXT.replace(old, new), encoding="utf-8")
    with pytest.raises(error) as caught:
        TacticsLibrary.read(path)
    assert str(caught.value).startswith(str(path))
    assert message in str(caught.value)


def test_motifs_of_older_files_get_todays_names(tmp_path: Path) -> None:
    path = tmp_path / "old.pl"
    path.write_text(TEXT.replace("% motif: mate", "% motif: removal_of_the_defender"), encoding="utf-8")
    assert TacticsLibrary.read(path).tactics[0].motif == "capture of the defender"


def test_a_rule_is_skipped_only_with_the_rule_that_covers_it(path: Path) -> None:
    library = TacticsLibrary(FULL, (Tactic(MATE), Tactic(HANGING, skipped_with="mate")))
    library.write(path)
    assert "% skipped with: mate\n" in path.read_text(encoding="utf-8")
    assert TacticsLibrary.read(path) == library
    assert library.is_read == [True, False]
    assert TacticsLibrary(FULL, library.tactics[1:]).is_read == [True], "the rule that covers it is missing"
