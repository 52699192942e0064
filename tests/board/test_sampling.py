"""Test the sampling of positions from games."""

from __future__ import annotations

from typing import Any

import chess
import numpy as np
import pytest

from motif._core.board import Game, Positions, decode_move
from motif.board.games import sample_positions
from motif.errors import BadArgument

KNIGHTS = "Nf3 Nf6 Ng1 Ng8 "


def knights_dance(plies: int, white: str = "Anna", black: str = "Boris", first: str = "e4") -> Game:
    words = [first, "e5", *(KNIGHTS * plies).split()][:plies]
    return Game.parse(f'[White "{white}"]\n[Black "{black}"]\n\n{" ".join(words)} *')


def test_one_position_a_game_from_move_twelve_on() -> None:
    games = [knights_dance(40, first=first) for first in ("e4", "d4", "c4", "b4")]
    sample = sample_positions(games)
    assert len(sample) == 4
    assert list(sample.games) == [0, 1, 2, 3]
    for board, code, ply, game in zip(sample.positions, sample.moves, sample.plies, games, strict=True):
        assert board.fullmove_number >= 12
        assert board.fen() == game.board(ply).fen()
        assert decode_move(int(code)) == game.moves[ply]
        assert decode_move(int(code)) in board.legal_moves


def test_short_games_give_what_they_have() -> None:
    sample = sample_positions([knights_dance(22), knights_dance(24), knights_dance(30)], per_game=5)
    assert list(sample.games) == [0, 0, 1, 1, 1, 1, 1]
    assert list(sample.plies[:2]) == [22, 23]
    assert len(sample.players) == 2


def test_no_position_is_drawn_twice() -> None:
    sample = sample_positions([knights_dance(60)], per_game=38)
    assert list(sample.plies) == list(range(22, 60))


def test_rows_know_their_players() -> None:
    games = [knights_dance(60, "Anna", "Boris"), knights_dance(60, "Carla", "Dora")]
    sample = sample_positions(games, per_game=3)
    assert [sample.players[game] for game in sample.games] == [("Anna", "Boris")] * 3 + [("Carla", "Dora")] * 3
    hers = sample_positions(games, per_game=3, players=["anna"])
    assert hers.players == [("Anna", "Boris")]
    assert list(hers.positions.turns()) == [chess.WHITE] * 3


def test_a_sample_of_all_games_does_not_depend_on_their_order_or_number_of_copies() -> None:
    games = [knights_dance(30 + number, str(number)) for number in range(50)]
    sample = sample_positions(games, per_game=2, most=40)
    again = sample_positions([*games[::-1], *games], per_game=2, most=40)
    assert len(sample) == 40
    assert sorted(sample.positions.epds()) == sorted(again.positions.epds())
    assert sorted(sample.players) == sorted(again.players)
    smaller = sample_positions(games, per_game=2, most=20)
    assert set(smaller.positions.fens()) <= set(sample.positions.fens())


def test_a_sample_knows_results_ratings_captures_and_evaluations() -> None:
    tags = '[WhiteElo "1500"]\n[BlackElo "1600"]\n\n'
    game = Game.parse(f"{tags}1. e4 {{ [%eval 0.3] }} d5 2. exd5 {{ [%eval #-3] }} Qxd5 1-0")
    sample = sample_positions([game], per_game=9, from_move=1)
    assert sample.results == ["1-0"]
    assert list(sample.ratings) == [1500, 1600, 1500, 1600]
    assert list(sample.captured_on) == [-1, -1, -1, chess.D5]
    assert np.array_equal(sample.centipawns, [np.nan, 30, np.nan, -9_997], equal_nan=True)


def test_a_draw_depends_on_seed_and_game_alone() -> None:
    first, second = knights_dance(80), knights_dance(80, first="d4")
    alone = sample_positions([second], seed=3)
    together = sample_positions([first, second], seed=3)
    assert alone.positions[0] == together.positions[1]
    assert len({int(sample_positions([first], seed=seed).plies[0]) for seed in range(20)}) > 5


def test_a_game_from_another_position_counts_its_own_moves() -> None:
    game = Game.parse('[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 11"]\n\n11... Kd7 12. e4 Ke6 *')
    assert list(sample_positions([game], per_game=9).plies) == [1, 2]


def test_every_ply_has_its_chance() -> None:
    plies = [int(sample_positions([knights_dance(30)], seed=seed).plies[0]) for seed in range(400)]
    counts = np.bincount(plies, minlength=30)[22:]
    assert counts.min() > 20


def test_no_games_give_an_empty_sample() -> None:
    sample = sample_positions([])
    assert (len(sample), len(sample.moves), sample.players) == (0, 0, [])
    assert sample.moves.dtype == np.uint16


@pytest.mark.parametrize("settings", [{"per_game": 0}, {"from_move": 0}])
def test_nothing_to_draw_is_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(BadArgument, match="both numbers must be above zero"):
        sample_positions([], **settings)


def test_all_positions_of_all_games() -> None:
    games = [knights_dance(3), knights_dance(0), knights_dance(2)]
    column = Positions.concatenate(game.positions() for game in games)
    assert column.fens() == [game.board(ply).fen() for game in games for ply in range(len(game))]
