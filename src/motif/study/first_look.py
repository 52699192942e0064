"""The first look at games that their file has judged: where a player errs is known before any mistake is explained.

Explaining takes a second a game; phases, stages, endings, won games and the clock need no explanation. They are asked
and tested as in the study itself, among themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

import chess

from motif._core.board import Game
from motif.board.games import boards_of
from motif.board.phases import phases
from motif.engines.evaluator import Evaluation, winning_chance
from motif.engines.game_review import IN_THE_FILE, Judgement
from motif.runtime.parallel import Progress, Watch, unwatched
from motif.study.engine import StudyCache, StudyEngine
from motif.study.findings.claims import FEWEST_GAMES, decided
from motif.study.findings.endgames import SmallTables, endings
from motif.study.findings.leaks import Screen
from motif.study.findings.questions import ask
from motif.study.findings.verdicts import verdicts
from motif.study.findings.whole import MAIN_SHARE
from motif.study.games import StudiedGame, StudiedMove, usual_speed
from motif.study.gathering import OwnGame
from motif.study.peers import shipped_peers, sides_of
from motif.study.profile import Certainty, Kind, Leak
from motif.study.review import count_new

START = 20
"""White's advantage before the first move, in centipawns."""

UNEXPLAINED = frozenset({Kind.PHASE, Kind.STAGE, Kind.ENDGAME, Kind.CONVERSION, Kind.CLOCK})
"""What can be asked of games of which nothing is explained."""


def has_first_look(own: Sequence[OwnGame], judge: StudyEngine, cache: StudyCache) -> bool:
    """Whether a first look is worth its seconds: the file may judge, and enough is still to be explained."""
    return judge.from_file and count_new(own, judge, cache) >= FEWEST_GAMES


def first_words(own: Sequence[OwnGame], watch: Watch = unwatched) -> str:
    """The first look in words, for whoever waits; empty where nothing stands out."""
    leak = first_look(own, watch)
    if leak is None:
        return ""
    return f"first look, before the mistakes are explained: {leak.title} ({leak.standing}). {leak.words}"


def first_look(own: Sequence[OwnGame], watch: Watch = unwatched) -> Leak | None:
    """What stands out most of where a player errs; None where nothing is proven or likely, or too few are judged."""
    judged = []
    for number, each in enumerate(own, start=1):
        game = evaluated(each.game, is_white=each.is_white, number=number)
        judged += [game] if game is not None else []
        watch(Progress(number, len(own)))
    if len(judged) < FEWEST_GAMES:
        return None
    sides, others = sides_of(judged), sides_of(judged, players=False)
    tables = SmallTables()
    questions = ask(judged, sides, others, [ending for game in judged for ending in endings(game, tables)])
    ratings = [game.rating for game in judged if game.rating is not None]
    rating = round(median(ratings)) if ratings else None
    peers = shipped_peers(rating, from_file=True, speed=usual_speed(judged))
    held = verdicts(
        [question for question in questions if question.kind in UNEXPLAINED], sides, peers.for_leaks if peers else None
    )
    moves = sum(len(side.moves) for side in sides)
    claims = decided([verdict.claim(moves) for verdict in held], MAIN_SHARE, enough=True)
    leaks = Screen(judged, sides, held, {}, claims).leaks()
    return next((leak for leak in leaks if leak.standing is not Certainty.WATCH), None)


def evaluated(game: Game, *, is_white: bool, number: int = 1) -> StudiedGame | None:
    """A game for one of its sides, nothing explained; None where the file leaves a move without its evaluation."""
    boards = [board.copy(stack=False) for board in boards_of(game)]
    worth = list(_worth(game, boards[-1]))
    if None in worth or not worth:
        return None
    advantages = [START, *(each for each in worth if each is not None)]
    moves = []
    for ply, (move, phase) in enumerate(zip(game.moves, phases(boards[:-1]), strict=True)):
        sign = 1 if boards[ply].turn else -1
        before, after = (winning_chance(sign * advantages[place]) for place in (ply, ply + 1))
        lost = round(max(0.0, before - after), 4)
        moves.append(StudiedMove(move, "", None, (), advantages[ply + 1], lost, Judgement.of(lost), phase))
    tags, (white, black), ratings = game.tags, game.players, game.ratings
    return StudiedGame(
        number, white, black, game.result, is_white, tags.get("UTCDate", tags.get("Date", "")), "", "",
        tags.get("TimeControl", ""), ratings[not is_white], ratings[is_white], tags.get("ECO", ""),
        tags.get("Opening", ""), None, game.start_fen, START, tuple(moves), (), (), IN_THE_FILE,
        time=tags.get("UTCTime", ""), termination=tags.get("Termination", ""),
    )  # fmt: skip


def _worth(game: Game, last: chess.Board) -> Iterator[int | None]:
    """White's advantage after each move; a mate on the board says it itself."""
    for ply, score in enumerate(game.evals, start=1):
        if score is not None:
            yield Evaluation(score.pov(chess.WHITE)).centipawns
        elif ply == len(game) and last.is_game_over():
            mated = 10_000 * (-1 if last.turn else 1)
            yield mated if last.is_checkmate() else 0
        else:
            yield None
