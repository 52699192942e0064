"""Test the review of a game: a blunder is found, its harmless twin is not, and depths are comparable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import chess
import pytest
from chess.engine import Cp, Mate

from goldens import Golden
from motif._core.board import Game
from motif.board.material import Phase, phases
from motif.engines.evaluator import Evaluation, after
from motif.engines.game_review import Judgement, evaluate_positions, review
from motif.engines.limits import Limit
from motif.errors import BadArgument
from motif.runtime.parallel import Progress
from motif.search.player import SearchEvaluator
from motif.search.settings import SearchSettings

LIMIT = Limit(depth=4)
SCHOLAR = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0"
DEFENDED = "1. e4 e5 2. Bc4 Nc6 3. Qh5 g6 4. Qf3 *"


class Scripted:
    """Gives prepared values for a few positions, and 0 for all others."""

    name = "prepared"

    def __init__(self, words: Mapping[str, Evaluation]) -> None:
        self.words = words
        self.asked: list[str] = []

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        self.asked += [board.epd() for board in boards]
        return [self.words.get(board.epd(), Evaluation(Cp(0), tuple(board.legal_moves)[:1])) for board in boards]


def search() -> SearchEvaluator:
    return SearchEvaluator("search", SearchSettings())


def test_the_move_that_allows_the_scholars_mate_is_a_blunder_and_the_one_that_parries_it_is_not() -> None:
    mated = review(Game.parse(SCHOLAR), search(), LIMIT)
    blunder = mated.moves[5]
    assert blunder.move == chess.Move.from_uci("g8f6")
    assert blunder.judgement is Judgement.BLUNDER
    assert blunder.lost > 0.4
    assert blunder.played.score == Mate(-1)
    assert blunder.best.best != blunder.move
    mate = mated.moves[6]
    assert (mate.best.best == mate.move, mate.lost, mate.judgement) == (True, 0.0, Judgement.GOOD)
    assert mate.played.score == Mate(1)
    parried = review(Game.parse(DEFENDED), search(), LIMIT).moves[5]
    assert parried.judgement in (Judgement.GOOD, Judgement.INACCURACY)


def test_every_position_has_a_value_and_white_s_advantage_one_sign() -> None:
    found = review(Game.parse(SCHOLAR), search(), LIMIT)
    assert len(found.evaluations) == len(found.boards) == len(found.moves) + 1 == 8
    assert found.advantages()[-2:] == [9_999, 10_000]
    assert found.boards[-1].is_checkmate()
    assert found.source == "search, depth=4"


def test_the_best_and_the_played_move_are_seen_equally_deep() -> None:
    start, e4, a3 = chess.Board(), chess.Move.from_uci("e2e4"), chess.Move.from_uci("a2a3")
    # Seen from the position itself everything looks better than a ply later, as searches of odd and even depth do.
    words = {
        start.epd(): Evaluation(Cp(300), (e4,)),
        after(start, e4).epd(): Evaluation(Cp(-40)),
        after(start, a3).epd(): Evaluation(Cp(-10)),
    }
    (move,) = review(Game.parse("1. a3 *"), Scripted(words), LIMIT).moves
    assert (move.best.centipawns, move.best.best) == (40, e4)
    assert (move.played.centipawns, move.move) == (10, a3)
    assert move.lost_centipawns == 30
    assert move.judgement is Judgement.GOOD


def test_a_move_that_turns_out_better_than_the_best_one_loses_nothing() -> None:
    start, e4, a3 = chess.Board(), chess.Move.from_uci("e2e4"), chess.Move.from_uci("a2a3")
    words = {start.epd(): Evaluation(Cp(30), (e4,)), after(start, a3).epd(): Evaluation(Cp(-200))}
    (move,) = review(Game.parse("1. a3 *"), Scripted(words), LIMIT).moves
    assert (move.lost, move.lost_centipawns) == (0.0, 0)


@pytest.mark.parametrize(
    ("before", "now", "judgement"),
    [
        (0, -50, Judgement.GOOD),
        (0, -60, Judgement.INACCURACY),
        (0, -115, Judgement.MISTAKE),
        (0, -240, Judgement.BLUNDER),
        # A won game stays won, and a lost game cannot be lost again.
        (1200, 900, Judgement.GOOD),
        (-900, -1200, Judgement.GOOD),
    ],
)
def test_the_lost_winning_chance_decides_the_judgement(before: int, now: int, judgement: Judgement) -> None:
    start, a3 = chess.Board(), chess.Move.from_uci("a2a3")
    words = {start.epd(): Evaluation(Cp(before)), after(start, a3).epd(): Evaluation(Cp(-now))}
    (move,) = review(Game.parse("1. a3 *"), Scripted(words), LIMIT).moves
    assert move.judgement is judgement


def test_evaluations_in_the_file_are_used_if_wanted(golden: Golden) -> None:
    game = Game.parse("1. e4 { [%eval 0.3] } e5 2. Qh5 { [%eval -0.7] } Ke7 { [%eval #1] } 3. Qxe5# 1-0")
    evaluator = Scripted({})
    found = review(game, evaluator, LIMIT, from_file=True)
    assert [evaluation.score for evaluation in found.evaluations[1:5:2]] == [Cp(-30), Cp(70)]
    assert found.moves[3].judgement is Judgement.BLUNDER
    golden(found.source)
    # Asked about the first position, the one that the file is silent about, the last, and better moves there.
    boards = [game.board(ply).epd() for ply in range(6)]
    assert set(evaluator.asked) & set(boards) == {boards[0], boards[2], boards[5]}
    ignoring = Scripted({})
    assert evaluate_positions(game, ignoring, LIMIT)[1].score == Cp(0)
    assert ignoring.asked == boards


def test_a_review_says_how_far_it_has_come() -> None:
    reports: list[Progress] = []
    review(Game.parse(SCHOLAR), search(), Limit(depth=1), watch=reports.append)
    assert reports[0] == Progress(8, 8)
    assert reports[-1].done == reports[-1].total


def test_a_review_as_json_has_the_judgement_of_each_move() -> None:
    moves = review(Game.parse(SCHOLAR), search(), LIMIT).to_json()["moves"]
    assert isinstance(moves, list)
    assert [move["judgement"] for move in moves if move["move"] == "g8f6"] == ["blunder"]


def test_a_game_without_moves_is_refused(golden: Golden) -> None:
    with golden.raises(BadArgument):
        review(Game.parse("*"), search(), LIMIT)


def test_a_game_passes_from_phase_to_phase_and_never_back() -> None:
    start = chess.Board()
    developed = chess.Board("r4rk1/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R4RK1 w - - 0 1")
    rooks = chess.Board("4k3/pppp1ppp/8/8/8/8/PPPP1PPP/R3K2R w KQ - 0 1")
    promoted = chess.Board("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1")
    assert list(phases([start, developed, rooks, promoted])) == [
        Phase.OPENING,
        Phase.MIDDLEGAME,
        Phase.ENDGAME,
        Phase.ENDGAME,
    ]
    assert list(phases([promoted])) == [Phase.OPENING]
