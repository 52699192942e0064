"""Turn a study into tables, for programs that read many: its moves with their explanations, and its findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any

from motif.study.games import Rate
from motif.study.study import Study

Columns = dict[str, list[Any]]


class StudyTable(StrEnum):
    """The tables of a study."""

    MOVES = "moves"
    FINDINGS = "findings"

    def columns(self, study: Study) -> Columns:
        """Return the columns of the table."""
        return _TABLES[self](study)


def moves_of(study: Study) -> Columns:
    """Return a row for each move of the studied games; mistakes of the player are explained."""
    names = "player game date white black ply fen uci san is_players advantage_cp lost judgement phase seconds best"
    table: Columns = {name: [] for name in (*names.split(), "cause", "motif", "explanation")}
    for game in study.games:
        for ply, (board, move) in enumerate(zip(game.boards(), game.moves, strict=False)):
            fault = game.fault_at(ply)
            row = (
                *(study.profile.player, game.number, game.date, game.white, game.black, ply, board.fen()),
                *(move.move.uci(), move.san, game.is_players(ply), move.advantage, move.lost, str(move.judgement)),
                *(str(move.phase), move.spent, move.best.uci() if move.best else None),
                *((str(fault.cause), fault.motif, fault.sentence) if fault else (None, None, None)),
            )
            _append(table, row)
    return table


def findings_of(study: Study) -> Columns:
    """Return a row for each finding; a rate is given by its cases and its chances."""
    rates = (f"{whose}_{what}" for whose in ("own", "opponents", "peers") for what in ("cases", "chances"))
    names = ("player", "kind", "subject", "title", "words", "advice", "games", *rates)
    table: Columns = {name: [] for name in (*names, "points_a_game", "excess_a_game", "certainty", "is_to_work_on")}
    for finding in study.profile.findings:
        compared = (finding.own, finding.opponents, finding.peers)
        row = (
            *(study.profile.player, str(finding.kind), finding.subject, finding.title, finding.words, finding.advice),
            *(finding.games, *(count for rate in compared for count in _counts(rate))),
            *(finding.cost, finding.excess, finding.chance, finding in study.profile.work_on),
        )
        _append(table, row)
    return table


def _append(table: Columns, row: Iterable[Any]) -> None:
    for column, value in zip(table.values(), row, strict=True):
        column.append(value)


def _counts(rate: Rate | None) -> tuple[int | None, int | None]:
    return (rate.hits, rate.count) if rate else (None, None)


_TABLES: dict[StudyTable, Callable[[Study], Columns]] = {
    StudyTable.MOVES: moves_of,
    StudyTable.FINDINGS: findings_of,
}
