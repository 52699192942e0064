"""Test the model of human players: weights depend on the rating, shares add up to 1, better players blunder less."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import chess
import numpy as np
import pytest

from motif._core.board import Positions
from motif.arena.engine_players import PolicyPlayer
from motif.engines.limits import Limit
from motif.errors import BadArgument, BadFile
from motif.players.human import search_values, shipped_model
from motif.players.human_boards import Floats
from motif.players.human_model import (
    KNOTS,
    LEVELS,
    HumanModel,
    HumanPolicy,
    InputSources,
    OpeningCounts,
    ReplyLifts,
    TermWeights,
    knot_shares,
    level_of,
    ranked,
)
from motif.players.human_terms import terms
from motif.players.names import find_adviser, find_player

HANGING = "4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1"
SCHOLAR = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"


def test_likelihoods_add_up_and_come_likeliest_first() -> None:
    board = chess.Board()
    shares = ranked({move: float(place) for place, move in enumerate(board.legal_moves)})
    assert sum(shares.values()) == pytest.approx(1.0)
    assert list(shares.values()) == sorted(shares.values(), reverse=True)


def test_levels_cover_ranges_of_ratings() -> None:
    assert [level_of(rating).number for rating in (600, 899, 900, 1650, 2800)] == [1, 1, 2, 5, 8]
    assert [level_of(level.rating) for level in LEVELS] == list(LEVELS)
    assert str(LEVELS[0]) == "people rated below 900"
    assert str(LEVELS[7]) == "people rated 2200 and more"


def test_a_weight_lies_on_a_line_between_two_ratings() -> None:
    table = TermWeights({"takes back": (0.0, 1.0, 2.0, 2.0, 2.0, 4.0)})
    weights = table.at(["takes back", "unheard of"], np.array([600.0, 900.0, 1050.0, 1500.0, 2250.0, 2900.0]))
    assert weights[:, 0].tolist() == [0.0, 0.0, 0.5, 2.0, 3.0, 4.0]
    assert not weights[:, 1].any()
    assert knot_shares(np.linspace(500, 2800, 47)).sum(axis=1) == pytest.approx(np.ones(47))


def test_the_table_reads_back(tmp_path: Path) -> None:
    table = TermWeights({"takes back": tuple(number / 8 for number in range(len(KNOTS)))})
    table.write(tmp_path / "people.tsv", ["a note"])
    assert TermWeights.read(tmp_path / "people.tsv") == table


@pytest.mark.parametrize(
    ("row", "problem"), [("takes\t1\t2", "expected 6 numbers, found 2"), ("takes\tx", "expected a")]
)
def test_a_damaged_table_is_refused_with_its_line(tmp_path: Path, row: str, problem: str) -> None:
    path = tmp_path / "people.tsv"
    path.write_text(f"# motif people 2\n{row}\n# end of 1 lines\n")
    with pytest.raises(BadFile, match=f"people.tsv, line 2: {problem}"):
        TermWeights.read(path)


def test_every_term_has_a_weight_and_every_weight_a_term() -> None:
    weights = TermWeights.read()
    names, _ = terms(shipped_model().inputs([chess.Board()]), weights.both)
    assert names == list(weights.table)


def test_what_a_product_adds_counts_for_its_first_term() -> None:
    def nothing(positions: Positions) -> Floats:
        return np.zeros(len(positions.legal_moves().codes))

    table = {"gives check": (1.0,) * 6, "gives check & has fewer pieces": (0.5,) * 6}
    sources = InputSources(search_values(), (nothing,) * 3, lambda: OpeningCounts({}), lambda: ReplyLifts({}, {}))
    strangers = HumanModel(TermWeights(table), sources)
    inputs = strangers.inputs([chess.Board("q3k3/8/8/8/8/8/8/R3K3 w Q - 0 1")])
    names, true, adds = strangers.adds(inputs, 1500)
    place = names.index("gives check")
    assert not [name for name in names if "&" in name]
    assert len(names) == true.shape[1] == adds.shape[1]
    assert np.allclose(adds[:, place], (1 + 0.5 * 4) * true[:, place]), "a rook for a queen: four pawns fewer"
    assert true[:, place].any()


def test_one_search_shows_all_three_depths() -> None:
    mate_in_one = chess.Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    values = search_values()([mate_in_one, chess.Board()])
    assert values.shape == (mate_in_one.legal_moves.count() + 20, 3)
    assert (values[: mate_in_one.legal_moves.count()].max(axis=0) > 9_000).all()
    assert (np.abs(values[mate_in_one.legal_moves.count() :]) < 300).all()


def test_the_strong_see_the_mate_that_the_weak_allow() -> None:
    board = chess.Board(SCHOLAR)
    mating = [chess.Move.from_uci(move) for move in ("g8f6", "a7a6", "h7h6", "f8c5")]

    def allows_mate(rating: int) -> float:
        policy = HumanPolicy(rating, shipped_model()).policies([board])[0]
        return sum(policy[move] for move in mating)

    weak, strong = allows_mate(800), allows_mate(2300)
    assert weak > 2 * strong
    assert strong < 0.08


def test_a_rating_between_two_levels_lies_between_them() -> None:
    board = chess.Board(HANGING)
    takes = [
        HumanPolicy(rating, shipped_model()).policies([board])[0][chess.Move.from_uci("d1d6")]
        for rating in (900, 1050, 1200)
    ]
    assert takes == sorted(takes) or takes == sorted(takes, reverse=True)


def test_a_sharper_policy_is_surer_of_the_same_move() -> None:
    board = chess.Board(SCHOLAR)
    plain, sharp = (HumanPolicy(1500, shipped_model(), sharp=sharp).policies([board])[0] for sharp in (1.0, 1.5))
    assert list(plain) == list(sharp)
    assert next(iter(sharp.values())) > next(iter(plain.values()))


def test_no_move_is_chosen_when_the_game_is_over() -> None:
    over = chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
    policies = HumanPolicy(1500, shipped_model()).policies([over, chess.Board()])
    assert [len(policy) for policy in policies] == [0, 20]


def test_a_player_draws_by_its_seed_and_not_always_the_same() -> None:
    board = chess.Board()
    player = find_player("human,level=3")

    def drawn(seed: int) -> str:
        player.new_game(seed)
        return player.choose(board, Limit(depth=1)).move.uci()

    moves = [drawn(seed) for seed in range(12)]
    assert moves == [drawn(seed) for seed in range(12)]
    assert len(set(moves)) > 1


def test_a_level_plays_at_its_rating() -> None:
    by_level, by_rating = (find_adviser(name).advise(chess.Board()) for name in ("human,level=5", "human,rating=1600"))
    assert [advice.move for advice in by_level] == [advice.move for advice in by_rating]
    assert by_level[0].because.source == "people rated 1500 to 1699"
    assert by_rating[0].because.source == "people rated 1600"


def test_advice_of_people_has_no_weight() -> None:
    adviser = find_adviser("human,level=8")
    assert [advice.weight for advice in adviser.advise(chess.Board(HANGING))] == [None] * 3
    assert adviser.advise(chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")) == [], "the game is over"


class OnlyMove:
    """A network that is sure."""

    name = "sure"

    def policies(self, boards: Sequence[chess.Board]) -> list[dict[chess.Move, float]]:
        return [{chess.Move.from_uci("e2e4"): 1.0} for _ in boards]


def test_a_certain_move_is_always_drawn() -> None:
    assert PolicyPlayer(OnlyMove(), is_drawn=True).choose(chess.Board(), Limit(depth=1)).move.uci() == "e2e4"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("human,level=9", "there is no level 9"),
        ("human,level=0", "there is no level 0"),
        ("human,level=high", "cannot read 'human,level=high'"),
        ("human,level=3,rating=1500", "cannot read 'human,"),
        ("human,rating=9000", "cannot play like people rated 9000"),
        ("human,rating=1500,sharp=0", "sharp=0.0 cannot be set"),
        ("human,rating=1500,sharp=very", "cannot read 'human,"),
        ("human,depth=3", "cannot read 'human,depth=3'"),
    ],
)
def test_bad_names_are_refused(name: str, message: str) -> None:
    with pytest.raises(BadArgument, match=message):
        find_player(name)
