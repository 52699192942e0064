"""`motif tactics show` and `export` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import Motif, caller
from goldens import Golden
from motif.tactics.library import Tactic, TacticsLibrary
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL

ROYAL_FORK = "4k3/8/q7/3N4/8/8/8/4K3 w - - 0 1"
NOTHING_TO_TAKE = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"


@pytest.fixture
def motif(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path) -> Motif:
    fork = Rule.parse(
        "fork(Position, From, To) :- legal_move(From, To, Position), make_move(From, To, Position, Next),"
        " safe(From, To, Position), attacks(To, Square1, Next), kind(Square1, king, Position),"
        " attacks(To, Square2, Next), kind(Square2, queen, Position).",
        FULL,
    )
    check = Rule.parse("check(Position, From, To) :- gives_check(From, To, Position).", FULL)
    TacticsLibrary(
        FULL,
        (
            Tactic(
                fork,
                {
                    "suggestions": 8,
                    "coverage": 0.01,
                    "precision": 0.875,
                    "low": 0.53,
                    "high": 0.98,
                    "at_1600": 1,
                    "of_1600": 3,
                },
                "fork",
            ),
            Tactic(check, {"precision": 0.125}),
        ),
        {"learned from": "a test"},
    ).write(empty_folder / "mine.pl")
    return caller(monkeypatch, capsys, "tactics")


def test_show_prints_every_tactic_with_its_sentence_and_figures(motif: Motif) -> None:
    code, printed, _ = motif("show", "mine.pl")
    assert code == 0
    assert printed.splitlines() == [
        "tactic                   right  applies  vote",
        "fork    7 of 8, too few to say        –     –",
        "check                        –        –     –",
        "",
        "fork: Move a piece to a safe square, attacking the enemy king and an enemy queen.",
        "check: Give check.",
        "learned from: a test",
    ]


def test_show_respects_the_count_and_says_how_many_more(motif: Motif) -> None:
    printed = motif("show", "mine.pl", "--count", "1")[1]
    assert "check:" not in printed
    assert "1 more tactic: --count 2 shows all" in printed


def test_show_prints_one_rule_in_full(golden: Golden, motif: Motif) -> None:
    printed = motif("show", "mine.pl", "--tactic", "check")[1]
    assert "check(Position, From, To) :-\n    gives_check(From, To, Position)." in printed
    code, _, complaint = motif("show", "mine.pl", "--tactic", "chess")
    assert code == 2
    golden(complaint)


def test_show_draws_the_suggested_moves(motif: Motif, empty_folder: Path) -> None:
    code, printed, _ = motif("show", "mine.pl", "--fen", ROYAL_FORK, "--svg", "fork.svg")
    assert code == 0
    assert "(the king on e8 and the queen on a6).  (fork, and 1 other tactic)" in printed
    assert "d5→c7  c7→e8  c7→a6" in printed
    assert (empty_folder / "fork.svg").read_text().startswith("<svg")


def test_show_prints_the_votes_and_the_strongest_reason(motif: Motif, empty_folder: Path) -> None:
    known = TacticsLibrary.read(empty_folder / "mine.pl")
    tactics = (Tactic(tactic.rule, {"vote": vote}) for tactic, vote in zip(known.tactics, (1.0, 1.25), strict=True))
    TacticsLibrary(FULL, tuple(tactics)).write(empty_folder / "voting.pl")
    printed = motif("show", "voting.pl", "--fen", ROYAL_FORK)[1]
    assert "Nc7+: give check.  2.25 votes  (check, and 1 other tactic)" in printed
    by_list = motif("show", "voting.pl", "--fen", ROYAL_FORK, "--decide", "list")[1]
    assert "(the king on e8 and the queen on a6)" in by_list
    assert "votes" not in by_list
    moves = json.loads(motif("show", "voting.pl", "--fen", ROYAL_FORK, "--json")[1])
    assert moves[0] == {"move": "d5c7", "san": "Nc7+", "tactics": ["check", "fork"], "votes": 2.25}


@pytest.mark.parametrize(("vote", "warning", "sum_of_votes"), [(-0.004, "", "0.00"), (-0.01, " (a warning)", "-0.01")])
def test_a_vote_printed_as_zero_is_not_a_warning(
    motif: Motif, empty_folder: Path, vote: float, warning: str, sum_of_votes: str
) -> None:
    check = TacticsLibrary.read(empty_folder / "mine.pl").tactics[1]
    TacticsLibrary(FULL, (Tactic(check.rule, {"vote": vote}),)).write(empty_folder / "voting.pl")
    printed = motif("show", "voting.pl", "--fen", ROYAL_FORK)[1]
    assert f"Nf6+{warning}: give check.  {sum_of_votes} votes" in printed


def test_show_says_if_no_tactic_applies(motif: Motif) -> None:
    assert "no tactic applies here" in motif("show", "mine.pl", "--fen", NOTHING_TO_TAKE)[1]


def test_show_writes_json(motif: Motif) -> None:
    shown = json.loads(motif("show", "mine.pl", "--json")[1])
    assert shown["notes"] == {"learned from": "a test"}
    assert shown["tactics"][0]["motif"] == "fork"
    moves = json.loads(motif("show", "mine.pl", "--fen", ROYAL_FORK, "--json")[1])
    assert moves[0] == {"move": "d5c7", "san": "Nc7+", "tactics": ["fork", "check"]}


def test_a_file_of_another_format_version_is_refused(motif: Motif, empty_folder: Path) -> None:
    (empty_folder / "old.pl").write_text("% motif tactics 0\n% end of 0 lines\n")
    code, _, complaint = motif("show", "old.pl")
    assert code == 2
    assert "old.pl, line 1: expected '% motif tactics 1', found '% motif tactics 0'" in complaint


def test_export_writes_three_programs(motif: Motif, empty_folder: Path) -> None:
    (empty_folder / "more.fen").write_text(f"{NOTHING_TO_TAKE}\n\n")
    code, printed, _ = motif("export", "mine.pl", "--prolog", "out", "--fen", ROYAL_FORK, "--positions", "more.fen")
    assert code == 0
    assert "2 tactics and 2 positions are in out" in printed
    assert "?- fork(p0, From, To)." in printed
    facts = (empty_folder / "out" / "facts.pl").read_text()
    assert "contents(p0, d5, white, knight)." in facts
    assert "position(p1)." in facts
    assert "attacks(c7, a6, p0_d5_c7)." in facts
    assert "all_different([From, To, Square1, Square2])." in (empty_folder / "out" / "tactics.pl").read_text()
    assert (empty_folder / "out" / "bk.pl").exists()


def test_export_needs_a_format(golden: Golden, motif: Motif) -> None:
    code, _, complaint = motif("export", "mine.pl")
    assert code == 2
    golden(complaint)
