"""A study of an upload, as `motif study` makes it, and exercises of a study, as `motif train add` does."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motif.board.closing import close
from motif.board.games import read_games
from motif.errors import BadGameFile
from motif.interfaces.web.settings import Bounds
from motif.interfaces.web.workers import Tell
from motif.parallel import Workers
from motif.players import find_oracle
from motif.progress import Progress
from motif.study.gathering import gather
from motif.study.judge import Judge
from motif.study.report import write_report
from motif.study.study import Study
from motif.study.studying import Studying, make_puzzles, make_study
from motif.study.training import Deck, Plan
from motif.study.training.adding import add_study
from motif.study.training.plan import MISTAKES_LOOKED_AT


@dataclass(frozen=True, slots=True)
class StudyOrder:
    """An upload, whose games, how many of the newest, by which judge, where to, on which cluster."""

    upload: Path
    player: str | None
    newest: int
    judge: str | None
    folder: Path
    cluster: str | None


def study(tell: Tell, order: StudyOrder, bounds: Bounds) -> dict[str, Any]:
    """Judge the games, make puzzles of the mistakes, write the folder."""
    tell(Progress(0, None, "reading the games"))
    check_upload(order.upload, bounds)
    gathered = gather([str(order.upload)], order.player, order.newest)
    # The file is called by a name that means nothing to whoever sent it.
    notes = [note.replace(f"{order.upload}, ", "") for note in gathered.notes]
    tell({"title": gathered.player, "notes": notes})
    judge = Judge.find(order.judge)

    def judging(news: Progress) -> None:
        tell(Progress(news.done, news.total, news.words or "judging games"))

    how = Studying(judge, Workers(1, order.cluster))
    made = make_study(gathered, how, judging)
    puzzles = make_puzzles(made, how, MISTAKES_LOOKED_AT, tell)
    tell(Progress(0, None, "writing the report"))
    write_report(made, order.folder, puzzles)
    return {"study": order.folder.name}


def check_upload(file: Path, bounds: Bounds) -> None:
    """Refuse more games or moves than may be studied, before anything else is done with them."""
    moves = 0
    for number, game in enumerate(read_games(file), start=1):
        moves += len(game)
        if len(game) > bounds.moves_of_a_game:
            raise BadGameFile(f"game {number} has {len(game):,} half-moves", hint="leave it out")
        if moves > bounds.moves:
            raise BadGameFile(f"these are more than {bounds.moves:,} half-moves", hint="send fewer games")


def train(tell: Tell, file: Path, deck: Path, plan: Plan) -> dict[str, Any]:
    """Put the exercises of a study into the deck."""
    oracle = find_oracle("search")
    try:
        with Deck(deck) as opened:
            return {"added": add_study(opened, Study.load(file), oracle, plan, tell) or 0}
    finally:
        close(oracle)
