"""Show the positions behind each number of a study, and the tree of the player's openings."""

from __future__ import annotations

from statistics import fmean, median, median_low
from typing import Annotated, Literal

import chess
from fastapi import APIRouter, Query

from motif.board.moves import read_move
from motif.errors import IllegalMove
from motif.explain.explanation import Step, steps_of
from motif.explain.kinds import PointSide
from motif.openings.book import usual_move
from motif.openings.names import shipped_openings
from motif.report.moments import meant_point, meant_sentence
from motif.study.findings.cases import number_of
from motif.study.findings.openings import Played, Repertoire, trunk
from motif.study.findings.screen import FEWEST_FOR_A_PROFILE
from motif.study.games import StudiedGame
from motif.study.profile import Example, Kind, Profile
from motif.web.shapes import Shape
from motif.web.study import GameOutline, StudyFolder, StudySummary

router = APIRouter(tags=["study"])


class CaseShape(Shape):
    """A position behind a number: its place, its board, the move that was played, and why it counts."""

    game: int
    ply: int
    move: str
    glyph: str
    opponent: str
    is_white: bool
    is_before: bool
    """Whether the board is the one before the move."""
    fen: str
    last: str | None
    """The move that led to the board, as UCI."""
    arrows: list[str]
    """Arrows in Lichess's notation: Ge2e4, or Re5 for a mark."""
    sentence: str


class PartShape(Shape):
    """The positions that a number counts, or those it is compared with, such as forks missed and forks found."""

    name: str
    cases: list[CaseShape]


class NumberShape(Shape):
    """A number as text, and its positions, the costliest first."""

    title: str
    parts: list[PartShape]


class OverviewShape(Shape):
    """The first screen of a study; `examples` are the first ones of each finding to work on.

    `worst` are the costliest mistakes, if there are too few games for a profile.
    """

    summary: StudySummary
    profile: Profile
    examples: list[list[CaseShape]]
    worst: list[CaseShape]
    games: list[GameOutline]
    has_profile: bool
    """Whether there are enough games for a profile; of fewer only the mistakes are shown."""


class BranchShape(Shape):
    """A move in the player's games: how often it was played, its score, the winning chance it lost, and its evaluation.

    `advantage` is White's after it, in centipawns; `better` is the engine's move if this one is played
    repeatedly and loses winning chance. If `game` is set, the move was played in that game only.
    """

    step: Step
    games: int
    score: float | None
    advantage: int
    lost: float
    better: str | None
    opening: str | None
    game: int | None


class TreeShape(Shape):
    """The player's games with one colour, continued after some moves."""

    line: list[Step]
    opening: str | None
    games: int
    score: float | None
    usual: str | None
    """A sentence on the move that players of the rating play here, if many of them came here."""
    branches: list[BranchShape]


MOST_EXAMPLES = 4
"""How many examples of each finding are shown."""


@router.get("/studies/{study}/overview")
def overview(study: str, folder: StudyFolder) -> OverviewShape:
    """The first screen of a study."""
    loaded = folder.load(study)
    profile = loaded.profile
    games = {game.number: game for game in loaded.games}
    return OverviewShape(
        summary=folder.summary(study),
        profile=profile,
        examples=[
            [_case(games[each.game], each, finding.kind) for each in finding.examples[:MOST_EXAMPLES]]
            for finding in profile.work_on
        ],
        worst=[_case(games[each.game], each, None) for each in profile.worst],
        games=list(map(GameOutline.of, loaded.games)),
        has_profile=len(loaded.games) >= FEWEST_FOR_A_PROFILE,
    )


@router.get("/studies/{study}/positions")
def positions(
    study: str,
    folder: StudyFolder,
    about: Annotated[str, Query(max_length=400, description="Which number: blunders, missed:fork, work:0 …")],
) -> NumberShape:
    """The positions behind a number."""
    loaded = folder.load(study)
    number = number_of(loaded, about)
    games = {game.number: game for game in loaded.games}
    return NumberShape(
        title=number.title,
        parts=[
            PartShape(
                name=part.name,
                cases=[_case(games[each.game], each, part.kind, is_found=part.is_found) for each in part.examples],
            )
            for part in number.parts
        ],
    )


@router.get("/studies/{study}/tree")
def tree(
    study: str,
    folder: StudyFolder,
    side: Literal["white", "black"] = "white",
    moves: Annotated[str, Query(max_length=400, description="Moves from the start as UCI, by commas.")] = "",
    opening: Annotated[str | None, Query(max_length=200, description="Go where its games part.")] = None,
) -> TreeShape:
    """The moves that the player's games continued with after some moves; transpositions count together."""
    games = [game for game in folder.load(study).games if game.start == chess.STARTING_FEN]
    repertoire = Repertoire.of(games, is_white=side == "white")
    board = chess.Board()
    if opening is not None:
        some = [game for game in games if game.family == opening and game.is_white == repertoire.is_white]
        texts = [move.uci() for move in trunk(some)]
    else:
        texts = moves.split(",")
    for text in texts:
        try:
            board.push(read_move(board, text))
        except IllegalMove:
            break
    played = repertoire.moves(board, fewest=1)
    ratings = [game.rating for game in games if game.rating is not None]
    return TreeShape(
        line=list(steps_of(chess.Board(), board.move_stack)),
        opening=_name(board),
        games=sum(each.games for each in played),
        score=_mean([score for each in played for score in each.scores]),
        usual=usual_move(board, round(median(ratings))) if ratings else None,
        branches=[_branch(board, each) for each in played],
    )


def _case(game: StudiedGame, place: Example, kind: Kind | None, *, is_found: bool = False) -> CaseShape:
    """A position behind a number, before the move if a better one was missed."""
    ply, studied = place.ply, game.moves[place.ply]
    fault = None if is_found else game.fault_at(ply)
    side = meant_point(fault, kind) if fault else None
    is_before = side is not None and side.side is PointSide.MISSED
    shown = ply if is_before else ply + 1
    board = chess.Board(game.start)
    for each in game.moves[:shown]:
        board.push(each.move)
    return CaseShape(
        game=game.number,
        ply=ply,
        move=game.move_name(ply),
        glyph=studied.judgement.symbol,
        opponent=game.opponent,
        is_white=game.is_white,
        is_before=is_before,
        fen=board.fen(),
        last=game.moves[shown - 1].move.uci() if shown else None,
        arrows=list(map(str, side.arrows)) if side else [],
        sentence=meant_sentence(fault, side, kind) if fault else "",
    )


def _branch(board: chess.Board, played: Played) -> BranchShape:
    (step,) = steps_of(board, [played.move])
    remedy, after = played.remedy, board.copy()
    after.push(played.move)
    return BranchShape(
        step=step,
        games=played.games,
        score=_mean(played.scores),
        advantage=median_low(played.advantages),
        lost=played.mean_lost,
        better=None if remedy is None else board.san(remedy),
        opening=_name(after),
        game=played.places[0].game if played.games == 1 else None,
    )


def _mean(scores: list[float]) -> float | None:
    return fmean(scores) if scores else None


def _name(board: chess.Board) -> str | None:
    name = shipped_openings().name_of(board)
    return None if name is None else str(name)
