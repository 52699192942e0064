"""Test the search as a player with reasons, as an adviser and as an evaluator, and the curves of games."""

from __future__ import annotations

import itertools
from pathlib import Path

import chess
import pytest

from goldens import Golden
from motif._core.board import Game
from motif.board.games import boards_of
from motif.engines.game_review import Judgement
from motif.engines.limits import Limit
from motif.errors import BadArgument, UnknownName
from motif.players.engines import EVALUATE_SETTINGS
from motif.players.names import find_adviser, find_evaluator, find_player
from motif.runtime.parallel import Progress
from motif.search.learning.measures import curves, plot
from motif.search.player import SearchEvaluator
from motif.search.settings import Mode, Pruning, SearchSettings

SCHOLAR = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0"
HANGING = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"


@pytest.mark.parametrize("name", ["base", "pruning", "base,mode=paper,weights=winning", "pruning,mode=paper,depth=3"])
def test_players_see_the_scholars_mate(name: str) -> None:
    player = find_player(name)
    player.new_game(1)
    advice = player.choose(chess.Board(HANGING), Limit(depth=4))
    assert advice.move == chess.Move.from_uci("h5f7")
    assert advice.because.english.startswith("Qxf7# mates in 1")


def test_the_adviser_weighs_the_best_move_against_the_average() -> None:
    advice = find_adviser("base,depth=4").advise(chess.Board(HANGING))
    assert advice[0].move.uci() == "h5f7"
    assert (advice[0].weight or 0) > (advice[1].weight or 0)
    assert find_adviser("base").advise(chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")) == []


def test_the_evaluator_takes_many_positions_and_finished_games() -> None:
    evaluator = find_evaluator("search:4")
    mated = chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
    one, two, three = evaluator.evaluate([chess.Board(HANGING), mated, chess.Board()], Limit(depth=1))
    assert one.score.mate() == 1
    assert two.best is None
    assert three.depth == 4
    assert find_evaluator("search").evaluate([chess.Board()], Limit(seconds=0.05))[0].best is not None


OPERA = (
    "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 "
    "11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0"
)


def test_a_game_is_evaluated_from_its_end_with_one_table() -> None:
    # Morphy's opera game: with 600 nodes the search sees the point of castling only later; the table carries it back.
    boards, glance = boards_of(Game.parse(OPERA)), Limit(nodes=600)
    evaluator = SearchEvaluator("search", EVALUATE_SETTINGS)
    castles = 22
    (alone,) = evaluator.evaluate([boards[castles]], glance)
    together = evaluator.evaluate_game(boards, glance)
    assert alone.centipawns < 200 < together[castles].centipawns
    assert together[-1].score.mate() == 0
    assert together[-2].score.mate() == 1


def test_a_game_is_evaluated_alike_whatever_came_before() -> None:
    boards, glance = boards_of(Game.parse(OPERA)), Limit(nodes=300)
    evaluator = SearchEvaluator("search", EVALUATE_SETTINGS)
    first = evaluator.evaluate_game(boards, glance)
    evaluator.evaluate_game(boards_of(Game.parse(SCHOLAR)), glance)
    assert evaluator.evaluate_game(boards, glance) == first
    assert SearchEvaluator("search", EVALUATE_SETTINGS).evaluate_game(boards, glance) == first


def test_unknown_settings_are_refused_with_the_known_ones(golden: Golden) -> None:
    with golden.raises(BadArgument):
        find_player("base,luck=7")
    with pytest.raises(BadArgument, match="called 'heavy'"):
        find_player("base,weights=heavy")
    with golden.raises(BadArgument):
        find_player("base:8")
    with golden.raises(BadArgument):
        find_evaluator("search:deep")
    with golden.raises(BadArgument):
        find_player("base,hash=much")
    with golden.raises(UnknownName):
        find_player("search")


def evaluators(*names: str) -> list[SearchEvaluator]:
    pruning = {"base": None, "pruning": Pruning()}
    return [SearchEvaluator(name, SearchSettings(mode=Mode.PAPER, pruning=pruning[name])) for name in names]


def test_a_curve_has_a_value_for_every_position_and_a_cost_for_every_move() -> None:
    game = Game.parse(SCHOLAR)
    base, pruning = curves(game, evaluators("base", "pruning"), Limit(depth=3))
    assert len(base.centipawns) == len(game) + 1 == len(pruning.seconds)
    assert len(base.costs) == len(game)
    assert base.centipawns[-1] == base.centipawns[-2] == 1000
    assert sum(pruning.nodes) < sum(base.nodes)
    assert base.roughness > 0
    assert base.cumulative_seconds == sorted(base.cumulative_seconds)


def test_a_move_that_allows_mate_costs_most_and_the_mate_itself_nothing() -> None:
    game = Game.parse(SCHOLAR)
    (base,) = curves(game, evaluators("base"), Limit(depth=3))
    allows = next(ply for ply, board in enumerate(base.review.boards) if board.fullmove_number == 3 and not board.turn)
    assert max(base.costs) == base.costs[allows]
    assert base.review.moves[allows].judgement is Judgement.BLUNDER
    assert base.costs[-1] == 0


def test_curves_use_the_given_clock_and_report_the_evaluators_name() -> None:
    ticks = itertools.count()
    reported: list[Progress] = []
    game = Game.parse(SCHOLAR)
    (base,) = curves(game, evaluators("base"), Limit(depth=1), reported.append, clock=lambda: next(ticks))
    assert set(base.seconds) == {1}
    assert {news.words for news in reported} == {"base"}
    assert reported[-1].done == reported[-1].total


def test_the_curves_are_drawn(golden: Golden, tmp_path: Path) -> None:
    found = curves(Game.parse(SCHOLAR), evaluators("base"), Limit(depth=1))
    plot(found, "Scholar's mate", tmp_path / "review.svg")
    assert "<svg" in (tmp_path / "review.svg").read_text()
    with golden.raises(BadArgument):
        plot(found, "Scholar's mate", tmp_path / "review.doc")


def test_a_game_without_moves_is_refused() -> None:
    with pytest.raises(BadArgument, match="without moves"):
        curves(Game.parse("*"), evaluators("base"), Limit(depth=1))
