"""Turn a study into tables, for programs that read many: its moves with their explanations, and its findings."""

from __future__ import annotations

from collections.abc import Callable
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
            for column, value in zip(table.values(), row, strict=True):
                column.append(value)
    return table


def findings_of(study: Study) -> Columns:
    """Return a row for each finding; a rate is given by its cases and its chances."""
    table: Columns = {}

    def put(**row: Any) -> None:  # noqa: ANN401 - values of several types
        for name, value in row.items():
            table.setdefault(name, []).append(value)

    def counts(name: str, rate: Rate | None) -> dict[str, int | None]:
        return {f"{name}_cases": rate.hits if rate else None, f"{name}_chances": rate.count if rate else None}

    for finding in study.profile.findings:
        put(
            player=study.profile.player,
            kind=str(finding.kind),
            subject=finding.subject,
            title=finding.title,
            words=finding.words,
            advice=finding.advice,
            games=finding.games,
            **counts("own", finding.own),
            **counts("opponents", finding.opponents),
            **counts("players_of_your_rating", finding.peers),
            points_a_game=finding.cost,
            excess_a_game=finding.excess,
            certainty=finding.chance,
            is_to_work_on=finding in study.profile.work_on,
        )
    return table


_TABLES: dict[StudyTable, Callable[[Study], Columns]] = {
    StudyTable.MOVES: moves_of,
    StudyTable.FINDINGS: findings_of,
}
