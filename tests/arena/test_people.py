"""People of a level: habits are read off the board, likelihoods add up, and who is better blunders less."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import chess
import pytest

from motif.advice import Limit
from motif.arena.people import LEVELS, Habits, Outlook, People, habits, level_of, likelihoods
from motif.arena.policy_players import DrawnPolicyPlayer
from motif.errors import BadArgument, BadFile
from motif.players import find_adviser, find_player
from motif.players.people import liking, sight

HANGING = "4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1"
SCHOLAR = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"


def outlook(board: chess.Board, **later: int) -> Outlook:
    """A board on which all moves are alike but those that are named."""
    moves = list(board.legal_moves)
    values = {move: later.get(move.uci(), 0) for move in moves}
    return Outlook(board, values, values, dict.fromkeys(moves, 0.0))


def test_a_rook_that_takes_a_knight_takes_and_goes_far() -> None:
    board = chess.Board(HANGING)
    true = habits(outlook(board, d1d6=300))
    takes = true[chess.Move.from_uci("d1d6")]
    assert {"takes", "goes far", "moves a rook", "the only move is a capture", "the only move is long"} <= set(takes)
    other = true[chess.Move.from_uci("e1f1")]
    assert {"moves the king", "loses 300 to 600 after replies"} <= set(other)
    assert "loses 300 to 600 at first sight, leaving it there" in other


def test_who_takes_back_does_not_just_take() -> None:
    board = chess.Board("4k3/8/3n4/8/8/3p4/8/3RK3 b - - 0 1")
    board.push_uci("d6e4")
    assert "takes" in habits(outlook(board))[chess.Move.from_uci("d1d3")]
    board = chess.Board("4k3/8/3n4/8/4P3/8/8/4RK2 b - - 0 1")
    board.push_uci("d6e4")
    assert "takes back" in habits(outlook(board))[chess.Move.from_uci("e1e4")]


def test_backward_is_seen_from_the_side_that_moves() -> None:
    white = habits(outlook(chess.Board("4k3/8/8/3N4/8/8/8/4K3 w - - 0 1")))
    assert "goes backward" in white[chess.Move.from_uci("d5c3")]
    assert "goes backward" not in white[chess.Move.from_uci("d5c7")]
    black = habits(outlook(chess.Board("4k3/8/8/3n4/8/8/8/4K3 b - - 0 1")))
    assert "goes backward" in black[chess.Move.from_uci("d5c7")]


def test_likelihoods_add_up_and_come_likeliest_first() -> None:
    board = chess.Board()
    shares = likelihoods({move: float(place) for place, move in enumerate(board.legal_moves)})
    assert sum(shares.values()) == pytest.approx(1.0)
    assert list(shares.values()) == sorted(shares.values(), reverse=True)


def test_levels_are_told_by_ratings() -> None:
    assert [level_of(rating).number for rating in (600, 899, 900, 1650, 2800)] == [1, 1, 2, 5, 8]
    assert str(LEVELS[0]) == "people rated below 900"
    assert str(LEVELS[7]) == "people rated 2200 and more"


def test_the_table_reads_back(tmp_path: Path) -> None:
    table = Habits({"takes": tuple(number / 8 for number in range(8))})
    table.write(tmp_path / "people.tsv", ["a note"])
    assert Habits.read(tmp_path / "people.tsv") == table


@pytest.mark.parametrize(
    ("row", "problem"), [("takes\t1\t2", "expected 8 numbers, found 2"), ("takes\tx", "expected a")]
)
def test_a_damaged_table_is_refused_with_its_line(tmp_path: Path, row: str, problem: str) -> None:
    path = tmp_path / "people.tsv"
    path.write_text(f"# motif people 1\n{row}\n# end of 1 lines\n")
    with pytest.raises(BadFile, match=f"people.tsv, line 2: {problem}"):
        Habits.read(path)


def test_the_strong_see_the_mate_that_the_weak_allow() -> None:
    board = chess.Board(SCHOLAR)
    mating = [chess.Move.from_uci(move) for move in ("g8f6", "a7a6", "h7h6", "f8c5")]

    def allows_mate(level: int) -> float:
        policy = People(level, Habits.read(), sight(), liking()).policies([board])[0]
        return sum(policy[move] for move in mating)

    weak, strong = allows_mate(1), allows_mate(8)
    assert weak > 3 * strong
    assert strong < 0.05


def test_a_player_draws_by_its_seed_and_not_always_the_same() -> None:
    board = chess.Board()
    player = find_player("human,level=3")

    def drawn(seed: int) -> str:
        player.new_game(seed)
        return player.choose(board, Limit(depth=1)).move.uci()

    moves = [drawn(seed) for seed in range(12)]
    assert moves == [drawn(seed) for seed in range(12)]
    assert len(set(moves)) > 1


def test_what_people_choose_is_no_gain_that_anybody_measured() -> None:
    adviser = find_adviser("human,level=8")
    assert [advice.weight for advice in adviser.advise(chess.Board(HANGING))] == [None] * 3
    assert adviser.advise(chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")) == [], "the game is over"


class OnlyMove:
    """A network that is sure."""

    name = "sure"

    def policies(self, boards: Sequence[chess.Board]) -> list[dict[chess.Move, float]]:
        return [{chess.Move.from_uci("e2e4"): 1.0} for _ in boards]


def test_who_is_sure_is_drawn_always() -> None:
    assert DrawnPolicyPlayer(OnlyMove()).choose(chess.Board(), Limit(depth=1)).move.uci() == "e2e4"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("human,level=9", "there is no level 9"),
        ("human,level=0", "there is no level 0"),
        ("human,level=high", "human cannot be called 'human,level=high'"),
        ("human,depth=3", "human cannot be called 'human,depth=3'"),
    ],
)
def test_levels_that_are_none_are_refused(name: str, message: str) -> None:
    with pytest.raises(BadArgument, match=message):
        find_player(name)


def test_people_are_called_by_their_rating() -> None:
    assert People(5, Habits({}), lambda boards, depth: [], lambda boards: []).name == "people rated 1500 to 1699"
