"""Read studies written by someone else, starting from a small real one, and use them as the program does."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

import chess

from motif._core.board import Game
from motif.board.games import read_games
from motif.engines.limits import Limit
from motif.report.make import StudyOptions, make_study
from motif.report.pgn import annotated_games
from motif.runtime.files import SAMPLE_GAMES
from motif.study.engine import StudyCache, StudyEngine
from motif.study.gathering import gather
from motif.study.study import Study
from motif.training.mistakes import candidates

GAMES = 4
QUICK = StudyEngine("search", Limit(depth=2), Limit(depth=2))


@cache
def study_seed() -> bytes:
    """Return a study of the shortest games that ship, evaluated with a quick search."""
    games = sorted(read_games(SAMPLE_GAMES), key=lambda game: (len(game), game.number))[:GAMES]
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "games.pgn"
        file.write_text("".join(map(_pgn, games)))
        how = StudyOptions(QUICK, cache=StudyCache(Path(name) / "cache"))
        return make_study(gather([str(file)]), how).to_json().encode()


def read_study(path: Path) -> int:
    """Read a study, and show it as the annotated games, the page in the browser and the trainer do."""
    study = Study.load(path)
    assert Study.from_json(study.to_json()) == study
    for candidate in candidates(study):
        _ = candidate.board(), candidate.lead(), candidate.story, candidate.provenance
    for finding in study.profile.findings:
        _ = finding.own.interval, str(finding.own), finding.own.percent, finding.certainty
    return len(annotated_games(study.games))


def _pgn(game: Game) -> str:
    tags = "".join(f'[{name} "{value}"]\n' for name, value in game.tags.items())
    return f"{tags}\n{chess.Board(game.start_fen).variation_san(game.moves)} {game.result}\n\n"
