"""Show where a player errs before any mistake is explained, from evaluations in the file.

Explaining takes a second per game, but findings about phases, stages, endings, won games and the clock need no
explanations. They are counted and compared as in the study itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import median

import chess
import numpy as np

from motif._core.board import Game
from motif.board.games import boards_of
from motif.board.material import phases
from motif.engines.evaluator import Evaluation, winning_chances
from motif.engines.game_review import IN_THE_FILE, Judgement
from motif.explain.explanation import Explanation, MoveVerdict, steps_of
from motif.explain.kinds import PointKind
from motif.runtime.parallel import Progress, Watch, unwatched
from motif.study.engine import StudyCache, StudyEngine
from motif.study.findings.counting import count_both
from motif.study.findings.endgames import SmallTables, endings
from motif.study.findings.making import findings_of
from motif.study.findings.screen import FEWEST_FOR_A_PROFILE, level_words, sample_of
from motif.study.games import Caused, StudiedGame, StudiedMove, usual_speed
from motif.study.gathering import OwnGame
from motif.study.peers import shipped_peers
from motif.study.profile import Finding, Kind
from motif.study.review import MISTAKE, new_games

START = 20
"""White's advantage before the first move, in centipawns."""

UNEXPLAINED = frozenset({Kind.PHASE, Kind.STAGE, Kind.ENDGAME, Kind.CONVERSION, Kind.CLOCK})
"""The kinds of findings that can be counted in games without explanations."""


def has_first_look(own: Sequence[OwnGame], engine: StudyEngine, cache: StudyCache) -> bool:
    """Whether a first look is worthwhile: the file has evaluations, and many games are still to be explained."""
    return engine.from_file and len(new_games(own, engine, cache)) >= FEWEST_FOR_A_PROFILE


def first_words(own: Sequence[OwnGame], watch: Watch = unwatched) -> str:
    """The first look as text, shown while the mistakes are explained; empty if there is nothing to say."""
    games: list[StudiedGame] = []
    for number, each in enumerate(own, start=1):
        game = evaluated(each.game, is_white=each.is_white, number=number)
        games += [game] if game is not None else []
        watch(Progress(number, len(own)))
    if len(games) < FEWEST_FOR_A_PROFILE:
        return ""
    finding = first_finding(games)
    costs = [sum(move.lost for game in games for move in _mistakes(game, players=side)) for side in (True, False)]
    if not any(costs):
        return ""
    words = (
        f"first look, before the mistakes are explained: {level_words(games, *(cost / len(games) for cost in costs))}"
    )
    return f"{words} {finding.title} ({finding.certainty}). {finding.words}" if finding else words


def _mistakes(game: StudiedGame, *, players: bool) -> list[StudiedMove]:
    return [move for ply, move in enumerate(game.moves) if move.lost >= MISTAKE and game.is_players(ply) is players]


def first_finding(games: Sequence[StudiedGame]) -> Finding | None:
    """The clearest weakness that shows without explanations; None if there is none."""
    if not sample_of(games).is_comparable:
        return None
    tables = SmallTables()
    pairs = count_both(games, [ending for game in games for ending in endings(game, tables)])
    ratings = [game.rating for game in games if game.rating is not None]
    peers = shipped_peers(round(median(ratings)) if ratings else None, from_file=True, speed=usual_speed(games))
    known = [pair for pair in pairs if pair.kind in UNEXPLAINED]
    return next((each for each in findings_of(games, known, peers) if each.is_weakness), None)


def evaluated(game: Game, *, is_white: bool, number: int = 1) -> StudiedGame | None:
    """One side's view of a game, without explanations; None if the file lacks an evaluation."""
    boards = boards_of(game, with_moves=False)
    worth = list(_white_advantages(game, boards[-1]))
    if None in worth or not worth:
        return None
    advantages = [START, *(each for each in worth if each is not None)]
    chances = winning_chances(np.array(advantages)).tolist()
    moves = []
    for ply, (move, phase) in enumerate(zip(game.moves, phases(boards[:-1]), strict=True)):
        drop = chances[ply] - chances[ply + 1]
        lost = round(max(0.0, drop if boards[ply].turn else -drop), 4)
        moves.append(StudiedMove(move, "", None, (), advantages[ply + 1], lost, Judgement.of(lost), phase))
    tags, (white, black), ratings = game.tags, game.players, game.ratings
    return StudiedGame(
        number, white, black, game.result, is_white, tags.get("UTCDate", tags.get("Date", "")), "", "",
        tags.get("TimeControl", ""), ratings[not is_white], ratings[is_white], tags.get("ECO", ""),
        tags.get("Opening", ""), None, game.start_fen, START, tuple(moves), (), (), IN_THE_FILE,
        time=tags.get("UTCTime", ""), termination=tags.get("Termination", ""),
    )  # fmt: skip


NOT_YET = "Not explained yet."


def unexplained(game: Game, *, is_white: bool, number: int) -> StudiedGame | None:
    """A game evaluated in the file, with mistakes not yet explained; None if an evaluation is missing."""
    known = evaluated(game, is_white=is_white, number=number)
    if known is None:
        return None
    board = chess.Board(known.start)
    steps = steps_of(board, game.moves)
    fens = [board.fen(), *(step.fen for step in steps)]
    named = tuple(replace(move, san=step.san) for move, step in zip(known.moves, steps, strict=True))
    known = replace(known, moves=named)
    plies = [ply for ply, move in enumerate(named) if move.lost >= MISTAKE]
    nothing = MoveVerdict.of(0.5, 0.5)
    return replace(
        known,
        faults=tuple(
            replace(
                known.fault(ply, Explanation(fens[ply], steps[ply], nothing, NOT_YET, None, None, None, ())),
                is_explained=False,
            )
            for ply in plies
            if known.is_players(ply)
        ),
        their_mistakes=tuple(Caused(ply, PointKind.UNEXPLAINED) for ply in plies if not known.is_players(ply)),
    )


def _white_advantages(game: Game, last: chess.Board) -> Iterator[int | None]:
    """White's advantage after each move in centipawns; a final position needs no evaluation in the file."""
    for ply, score in enumerate(game.evals, start=1):
        if score is not None:
            yield Evaluation(score.pov(chess.WHITE)).centipawns
        elif ply == len(game) and last.is_game_over():
            mated = 10_000 * (-1 if last.turn else 1)
            yield mated if last.is_checkmate() else 0
        else:
            yield None
