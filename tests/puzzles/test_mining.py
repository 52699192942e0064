"""Test puzzles from games: mates proved without an engine, and second winning moves, which make one unsound."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing

import chess
import pytest
from chess.engine import Cp, Mate

from goldens import Golden
from motif._core.board import Game
from motif.board.games import read_games
from motif.board.material import balance
from motif.engines.evaluator import Evaluation, Evaluator
from motif.engines.limits import Limit
from motif.engines.process import find_engine, get_engine
from motif.engines.uci_engines import Engine
from motif.errors import BadArgument
from motif.players.names import find_evaluator
from motif.puzzles.mining import Mining, MiningReport, mine, mine_on_workers, only_winning_move, sound_puzzle
from motif.puzzles.puzzle import Goal, Puzzle
from motif.puzzles.verify import objections
from motif.runtime.files import SAMPLE_GAMES, close
from motif.runtime.parallel import Workers

EVERYWHERE = Mining(from_ply=0)

SMOTHERED = """[White "Anna"]
[Black "Ben"]
[Site "here"]
[SetUp "1"]
[FEN "r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1"]

1. Qg8+ Rxg8 2. Nf7# 1-0
"""

FORKED = """[White "Anna"]
[Black "Ben"]
[SetUp "1"]
[FEN "3q2k1/8/8/8/4N3/8/PP6/6K1 w - - 0 1"]

1. Ng5 {evals} Kh8 {evals} 2. Nf7+ {evals} Kg7 {evals} 3. Nxd8 {evals} *
"""


class Counting:
    """An evaluator that counts material after White's second move; enough for two kings, a knight and a queen."""

    name = "counting"

    def __init__(self) -> None:
        self.asked = 0

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        self.asked += len(boards)
        return [self._evaluate(board) for board in boards]

    def _evaluate(self, board: chess.Board) -> Evaluation:
        value, line = self._search(board.copy(stack=False), 3 if board.turn else 2)
        if board.is_checkmate():
            return Evaluation(Mate(-0))
        return Evaluation(Cp(100 * value), line)

    def _search(self, board: chess.Board, plies: int) -> tuple[int, tuple[chess.Move, ...]]:
        if plies == 0 or not any(board.legal_moves):
            return balance(board, board.turn), ()
        found: tuple[int, tuple[chess.Move, ...]] = (-1000, ())
        for move in list(board.legal_moves):
            board.push(move)
            value, line = self._search(board, plies - 1)
            board.pop()
            if -value > found[0]:
                found = (-value, (move, *line))
        return found


def forked(*evals: str) -> Game:
    text = FORKED
    for value in evals or [""] * 5:
        text = text.replace("{evals}", f"{{ [%eval {value}] }}" if value else "", 1)
    return Game.parse(text)


def mined(game: Game, evaluator: Counting | None = None, settings: Mining = EVERYWHERE) -> list[Puzzle]:
    return list(mine([game], settings, evaluator))


def test_a_mate_is_proved_without_an_engine(golden: Golden) -> None:
    (puzzle,) = mined(Game.parse(SMOTHERED))
    assert str(puzzle.stipulation) == "mate in 2"
    assert puzzle.line_text() == "1. Qg8+ Rxg8 2. Nf7#"
    assert {"sacrifice", "smothered mate"} <= set(puzzle.themes)
    golden(str(puzzle.provenance))
    assert Puzzle.parse(str(puzzle)) == puzzle
    assert objections(puzzle) == []


def test_a_mate_with_a_second_key_is_no_puzzle() -> None:
    cooked = SMOTHERED.replace("r6k/6pp/7N/8/2Q5/8/8/6K1", "7k/8/5K2/8/8/8/8/QR6").replace(
        "1. Qg8+ Rxg8 2. Nf7#", "1. Rb7 Kg8 2. Qg1+"
    )
    report = MiningReport()
    assert list(mine([Game.parse(cooked)], EVERYWHERE, None, report)) == []
    assert report.rejected["second key"] > 0


@pytest.mark.parametrize("workers", [None, Workers(1)])
def test_a_repeated_game_gives_its_puzzle_once(workers: Workers | None) -> None:
    report, twice = MiningReport(), [Game.parse(SMOTHERED), Game.parse(SMOTHERED.replace("here", "there"))]
    found = (
        mine_on_workers(workers, twice, EVERYWHERE, None, report) if workers else mine(twice, EVERYWHERE, None, report)
    )
    assert [puzzle.provenance.detail("site") for puzzle in found] == ["here"]
    assert (report.games, report.found, report.rejected["found before"]) == (2, 1, 1)


def test_a_mate_by_the_only_legal_move_is_no_puzzle() -> None:
    """From a shipped game: Black must take the queen, and mates."""
    forced = """[SetUp "1"]
[FEN "1k1r3r/pQp2p2/3p1R2/P5p1/2PP4/3nq3/1P4Pp/R4K2 b - - 0 24"]

24... Kxb7 *
"""
    report = MiningReport()
    assert list(mine([Game.parse(forced)], EVERYWHERE, None, report)) == []
    assert report.rejected["only one legal move"] == 1
    # A mate in which White has other moves is one.
    assert len(list(mine([Game.parse(SMOTHERED)], EVERYWHERE, None, report))) == 1
    assert report.rejected["only one legal move"] == 1


def test_a_surprise_is_a_sacrifice_or_was_missed() -> None:
    surprising = Mining(from_ply=0, surprising=True)
    evals = ("-6.0", "3.0", "3.0", "3.0", "3.0")
    assert len(mined(Game.parse(SMOTHERED), settings=surprising)) == 1, "the queen is given away"
    report = MiningReport()
    assert list(mine([forked(*evals)], surprising, Counting(), report)) == [], "a fork that was found is no surprise"
    assert report.rejected["found in the game without a sacrifice"] == 1
    missed = Game.parse(FORKED.replace("2. Nf7+ {evals} Kg7 {evals} 3. Nxd8 {evals}", "2. Kg2 *"))
    assert [puzzle.key for puzzle in mined(missed, Counting(), surprising)] == ["g5f7"]


def test_a_single_winning_move_is_shown_with_what_it_wins() -> None:
    (puzzle,) = mined(forked("-6.0", "3.0", "3.0", "3.0", "3.0"), Counting(), Mining(from_ply=0, longest_line=1))
    assert str(puzzle.stipulation) == "win in 1"
    assert puzzle.line_text().startswith("1. Nf7+ K")
    assert puzzle.line_text().endswith(" 2. Nxd8")
    assert puzzle.provenance.detail("played") == "Nf7+"


def test_a_mate_in_one_is_too_short_unless_asked_for() -> None:
    game = Game.parse(SMOTHERED)
    assert [puzzle.stipulation.moves for puzzle in mined(game)] == [2]
    in_one = Mining(shortest_mate=1, longest_mate=1, from_ply=0)
    assert [puzzle.line_text() for puzzle in mined(game, settings=in_one)] == ["1. Nf7#"]


def test_a_fork_is_found_by_the_evals_of_the_game() -> None:
    evaluator = Counting()
    (puzzle,) = mined(forked("-6.0", "3.0", "3.0", "3.0", "3.0"), evaluator)
    assert puzzle.stipulation.goal is Goal.WIN
    assert puzzle.line_text() == "1. Nf7+ Kg7 2. Nxd8" or puzzle.line_text().startswith("1. Nf7+ Kg8 2. Nxd8")
    assert "fork" in puzzle.themes


def test_no_mistake_no_puzzle() -> None:
    evaluator = Counting()
    assert mined(forked("-6.0", "-6.0", "-6.0", "-6.0", "-6.0"), evaluator) == []
    assert evaluator.asked == 0, "the evals of the game show no mistake"


def test_without_evals_the_evaluator_finds_mistakes() -> None:
    (puzzle,) = mined(forked(), Counting())
    assert puzzle.key == "g5f7"


def test_without_an_evaluator_only_mates_are_found() -> None:
    assert mined(forked("-6.0", "3.0", "3.0", "3.0", "3.0")) == []


def test_with_two_winning_moves_none_is_the_only_one() -> None:
    one_way = chess.Board("3q3k/8/8/6N1/8/8/8/6K1 w - - 0 1")
    assert only_winning_move(one_way, EVERYWHERE, Counting()) == chess.Move.from_uci("g5f7")
    two_ways = chess.Board("3q3k/8/8/6N1/7B/8/8/6K1 w - - 0 1")
    two_ways.set_piece_at(chess.D1, chess.Piece(chess.ROOK, chess.WHITE))
    assert only_winning_move(two_ways, EVERYWHERE, Counting()) is None


def test_mates_of_the_shipped_games_are_proved_again() -> None:
    found = []
    for puzzle in mine(read_games(SAMPLE_GAMES), Mining(longest_mate=2), None):
        found.append(puzzle)
        if len(found) == 5:
            break
    assert len(found) == 5
    assert all(objections(puzzle) == [] for puzzle in found)


@pytest.mark.skipif(get_engine("stockfish") is None, reason="Stockfish is not installed")
def test_stockfish_finds_the_fork_too() -> None:
    settings = Mining(from_ply=0, first=Limit(depth=6), again=Limit(depth=8))
    with closing(Engine(find_engine("stockfish"))) as evaluator:
        (puzzle,) = mine([forked("-6.0", "3.0", "3.0", "3.0", "3.0")], settings, evaluator)
    assert puzzle.key == "g5f7"
    assert "fork" in puzzle.themes


def test_impossible_settings_are_refused(golden: Golden) -> None:
    with golden.raises(BadArgument):
        Mining(shortest_mate=3, longest_mate=2)
    with golden.raises(BadArgument):
        Mining(gap=0)


MATE_OR_A_ROOK = "r1b4r/p1Q1p1k1/7q/1p1B1p2/3b1RP1/8/P4R1P/6K1 w - - 2 29"
"""Qxe7+ mates in four; Rxd4 and others win as well."""

MATE_AT_ONCE = "8/2p4p/1p1b2pk/8/QPP2P1K/5rP1/P4n1P/R7 b - - 4 30"
"""Be7 is mate; other moves win as well, but no player would choose them."""


@pytest.fixture
def evaluator(empty_folder: object) -> Iterator[Evaluator]:
    found = find_evaluator("search")
    yield found
    close(found)


def test_next_to_a_long_mate_no_other_move_may_win(golden: Golden, evaluator: Evaluator) -> None:
    board = chess.Board(MATE_OR_A_ROOK)
    golden(sound_puzzle(board, evaluator))
    composed = sound_puzzle(board, evaluator, may_win_slowly=True)
    assert isinstance(composed, Puzzle)
    assert (composed.key, str(composed.stipulation)) == ("c7e7", "mate in 4")


def test_a_mate_at_once_is_a_puzzle_whatever_else_wins(evaluator: Evaluator) -> None:
    found = sound_puzzle(chess.Board(MATE_AT_ONCE), evaluator)
    assert isinstance(found, Puzzle)
    assert (found.key, str(found.stipulation)) == ("d6e7", "mate in 1")


def test_where_there_is_one_legal_move_there_is_nothing_to_find(evaluator: Evaluator) -> None:
    forced = chess.Board("7k/6Q1/8/8/8/8/8/K7 b - - 0 1")
    assert forced.legal_moves.count() == 1
    assert sound_puzzle(forced, evaluator) == "only one legal move"
