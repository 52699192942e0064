"""Test the table of master positions, and which of them answer a finding."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import chess
import pytest

from motif.board.material import Phase
from motif.errors import BadFile
from motif.explain.kinds import PointKind
from motif.report.page import page
from motif.report.study_text import study_text
from motif.study.causes import Cause
from motif.study.findings import masters
from motif.study.findings.masters import MasterPosition, fits_of, load_masters, save_masters, shipped_masters
from motif.study.findings.masters import with_masters as with_moves
from motif.study.profile import Finding, Kind, MasterMove
from motif.study.study import Study
from study.lessons import FORKS, MISSED, PROFILE, TACTICS, ending, study, trap

ROOKS = "8/5pk1/6p1/7p/7P/5PP1/r7/1R4K1 w - - 0 1"
OPEN = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"


def position(fen: str, san: str, kind: PointKind, motif: str, players: str, sentence: str = "") -> MasterPosition:
    """A line of the table."""
    board = chess.Board(fen)
    move = MasterMove(fen, board.parse_san(san), san, players, 1924, sentence or f"{san} does it.", ())
    return MasterPosition(move, "C50", kind, motif, 60)


FORK = position(OPEN, "Nd4", PointKind.WINS, "fork", "Anderssen–Morphy")
PIN = position(ROOKS, "Rb7", PointKind.WINS, "pin", "Fischer–Spassky")
STOPS = position(OPEN, "Nf6", PointKind.DEFENDS, "guard", "Steinitz–Lasker", "Nf6 stops the fork on d4.")
LOSES = position(ROOKS, "Rb7", PointKind.TRADES, "trades", "Karpov–Korchnoi", "Rb7 holds. Not Rb2: Rxb2 wins a rook.")
FALLS = position(ROOKS, "Rb7", PointKind.TRADES, "trades", "Tal–Botvinnik", "Rb7 holds. Not Kh1: Ra1 wins a rook.")
DEFENDS = position(ROOKS, "Kf1", PointKind.DEFENDS, "escape", "Euwe–Flohr", "Kf1 gets away and defends the pawn on g2.")
ALL = (FORK, PIN, STOPS, LOSES, FALLS, DEFENDS)


def fitting(finding: Finding) -> list[MasterPosition]:
    fits = fits_of(finding, {1: trap(), 2: ending()})
    return [each for each in ALL if fits is not None and fits(each)]


@pytest.mark.parametrize(
    ("kind", "subject", "expected"),
    [
        (Kind.MISSED, "pin", [PIN]),
        (Kind.ALLOWED, "fork", [STOPS]),
        (Kind.CAUSE, Cause.TACTIC, [FORK, PIN]),
        (Kind.CAUSE, Cause.THREAT, [STOPS]),
        (Kind.CAUSE, Cause.HUNG, [LOSES, DEFENDS]),
        (Kind.CAUSE, Cause.GUARD, [DEFENDS]),
        (Kind.CAUSE, Cause.REPLY, [FALLS]),
        (Kind.CAUSE, Cause.PLAN, [LOSES, FALLS]),
        (Kind.ENDGAME, "rook endings", [PIN, LOSES, FALLS, DEFENDS]),
        (Kind.PHASE, Phase.ENDGAME, [PIN, LOSES, FALLS, DEFENDS]),
        (Kind.CONVERSION, "winning positions", []),
        (Kind.OPENING, "1. e4 e5", [FORK, STOPS]),
        (Kind.CLOCK, "time trouble", []),
    ],
)
def test_a_finding_is_answered_by_moves_of_its_kind(kind: Kind, subject: str, expected: list[MasterPosition]) -> None:
    assert fitting(replace(FORKS, kind=kind, subject=subject)) == expected


def test_the_nearest_positions_come_first_and_none_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    near = position(OPEN, "Nf6", PointKind.WINS, "fork", "Near–Same")
    far = position(ROOKS, "Rb7", PointKind.WINS, "fork", "Rooks–More")
    last = position("8/5pk1/8/8/8/8/r7/1R4K1 w - - 0 1", "Rb7", PointKind.WINS, "fork", "Bare–Board")
    monkeypatch.setattr(masters, "shipped_masters", lambda: (last, far, near))
    missed = replace(FORKS, kind=Kind.MISSED)
    first, second = with_moves([missed, replace(missed, subject="fork", title="again")], [trap(), ending()])
    assert [each.players for each in first.done_well] == ["Near–Same", "Bare–Board"]
    assert [each.players for each in second.done_well] == ["Rooks–More"]


def test_a_table_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "masters.tsv"
    save_masters(path, ALL)
    assert [each.move.sentence for each in load_masters(path)] == [each.move.sentence for each in ALL]
    assert [each.board.board_fen() for each in load_masters(path)] == [each.board.board_fen() for each in ALL]
    broken = path.read_text(encoding="utf-8").replace("/1R4K1 w", "/1R5K1 w", 1)
    path.write_text(broken, encoding="utf-8")
    with pytest.raises(BadFile, match="line 4: expected"):
        load_masters(path)


def test_the_shipped_moves_are_legal_known_and_said() -> None:
    shipped = shipped_masters()
    assert len(shipped) >= 200
    assert masters.TABLE.stat().st_size <= 400_000
    assert {each.phase for each in shipped} == set(Phase)
    for each in shipped:
        assert each.move.move in each.board.legal_moves
        assert each.move.sentence
        assert 1800 <= each.move.year <= 2026
        assert all(each.move.players.split("–"))


def test_the_report_and_the_terminal_show_them() -> None:
    shown = replace(FORKS, done_well=(FORK.move, STOPS.move))
    made = Study(replace(PROFILE, work_on=(shown, MISSED, TACTICS)), study().games)
    text = page(made)
    assert text.count("How masters did it") == 1
    assert "<bdi>Anderssen–Morphy</bdi>, 1924<br>Nd4 does it." in text
    assert "Done well: Anderssen–Morphy, 1924: Nd4 does it." in study_text(made)


def test_a_study_keeps_them() -> None:
    made = Study(replace(PROFILE, work_on=(replace(FORKS, done_well=(FORK.move,)),)), study().games)
    assert Study.from_json(made.to_json()) == made
