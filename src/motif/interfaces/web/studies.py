"""The studies in the user's data folder, each a folder as `motif study` writes it: they outlive the server.

No name from a request becomes a path: it is looked for among the folders and files that are there.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

import chess

from motif.errors import MotifError, NothingFound
from motif.interfaces.web.shapes.boards import ArrowShape, steps_of
from motif.interfaces.web.shapes.studies import (
    FaultShape,
    StudyGame,
    StudySummary,
    ToldShape,
    WithoutShape,
)
from motif.study.games import Fault, StudiedGame, Told
from motif.study.report.annotated import opening_arrows
from motif.study.report.curves import chances, curve, move_name
from motif.study.report.folder import FILES, STUDY
from motif.study.report.replays import where_undone
from motif.study.study import Study

MOST_IN_MEMORY = 8
MOST_SUMMARIES = 1_000


@dataclass(frozen=True, slots=True)
class Studies:
    """The studies of a folder."""

    folder: Path

    def names(self) -> list[str]:
        """The finished studies, the newest first."""
        found = self.folder.iterdir() if self.folder.is_dir() else ()
        made = [(path.stat().st_mtime, path.name) for path in found if (path / STUDY).is_file()]
        return [name for _, name in sorted(made, reverse=True)]

    def find(self, name: str) -> Path:
        """The folder of a study."""
        if name not in self.names():
            raise NothingFound("there is no such study", hint="drop a PGN file to make one")
        return self.folder / name

    def load(self, name: str) -> Study:
        """The study itself."""
        file = self.find(name) / STUDY
        return _load(file, file.stat().st_mtime_ns)

    def file(self, name: str, wanted: str) -> Path:
        """A file of a study, by its name."""
        folder = self.find(name)
        if wanted not in FILES or not (folder / wanted).is_file():
            raise NothingFound("the study has no such file", hint=f"there are {', '.join(_files(folder))}")
        return folder / wanted

    def summaries(self) -> list[StudySummary]:
        """All studies for the list; what cannot be read is left out."""
        found = []
        for name in self.names():
            try:
                found.append(self.summary(name))
            except MotifError:
                continue
        return found

    def summary(self, name: str) -> StudySummary:
        """One study for the list."""
        folder = self.find(name)
        return _summary(folder, (folder / STUDY).stat().st_mtime_ns)

    def game(self, name: str, number: int) -> StudyGame:
        """One game with all that a page needs to show it."""
        game = next((game for game in self.load(name).games if game.number == number), None)
        if game is None:
            raise NothingFound(f"the study has no game {number}")
        return game_shape(name, game)


def game_shape(study: str, game: StudiedGame) -> StudyGame:
    """A studied game as the page sees it."""
    steps = steps_of(chess.Board(game.start), [move.move for move in game.moves])
    boards = [game.start, *(step.fen for step in steps)]
    return StudyGame(
        study=study,
        game=game,
        steps=steps,
        chances=[round(chance, 4) for chance in chances(game)],
        curve_words=curve(game).words,
        faults=[_fault(game, fault, chess.Board(boards[fault.ply])) for fault in game.faults],
    )


def _fault(game: StudiedGame, fault: Fault, board: chess.Board) -> FaultShape:
    played = game.moves[fault.ply]
    is_other = bool(played.line) and played.line[0] != played.move
    return FaultShape(
        ply=fault.ply,
        name=f"{move_name(game, fault.ply)}{played.judgement.symbol}",
        judgement=played.judgement.value,
        lost=played.lost,
        fen=board.fen(),
        sentence=fault.sentence,
        missed=_told(fault.missed),
        allowed=_told(fault.allowed),
        better=steps_of(board, played.line) if is_other else [],
    )


def _told(told: Told | None) -> ToldShape | None:
    if told is None:
        return None
    return ToldShape(
        fen=told.fen,
        line=steps_of(chess.Board(told.fen), told.line),
        sentence=told.sentence,
        motif=told.motif,
        motifs=list(told.motifs),
        arrows=[ArrowShape.of(arrow) for arrow in opening_arrows(told)],
        without=_without(told),
    )


def _without(told: Told) -> WithoutShape | None:
    if told.without is None:
        return None
    ply, squares = where_undone(told)
    return WithoutShape(
        fen=told.without.fen,
        sentence=told.without.sentence,
        ply=ply,
        squares=[chess.square_name(square) for square in squares],
    )


def _files(folder: Path) -> list[str]:
    return [name for name in FILES if (folder / name).is_file()]


@lru_cache(MOST_SUMMARIES)
def _summary(folder: Path, made: int) -> StudySummary:
    profile = _load(folder / STUDY, made).profile
    return StudySummary(
        id=folder.name,
        player=profile.player,
        games=profile.games,
        accuracy=profile.accuracy,
        rating=profile.rating,
        made=datetime.fromtimestamp(made / 10**9, UTC),
        work_on=[claim.words for claim in profile.work_on],
        files=_files(folder),
    )


@lru_cache(MOST_IN_MEMORY)
def _load(file: Path, _: int) -> Study:
    return Study.load(file)
