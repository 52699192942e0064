"""Test that a Maia network is read from its file and gives the same values as a plain loop."""

from __future__ import annotations

import gzip
import os
import pickle
import random
from pathlib import Path

import chess
import numpy as np
import pytest

from engines.networks import TinyNetwork
from goldens import Golden
from motif.board.games import GameFilter, read_games
from motif.engines import maia
from motif.engines.limits import Limit
from motif.engines.maia import Maia, answer, load_network, planes, policy_index
from motif.errors import BadFile
from walks import random_positions

DATA = Path(os.environ.get("MOTIF_DATA", "/nowhere"))
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="set MOTIF_DATA to the data folder")

CASTLING = "r3k2r/pppq1ppp/2npbn2/4p3/4P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 9"
PROMOTION = "1r5k/P7/8/8/8/8/7p/K5R1 w - - 0 1"


def place_of(fen: str, uci: str) -> tuple[int, str]:
    plane, square = policy_index(chess.Board(fen), chess.Move.from_uci(uci))
    return plane, chess.square_name(square)


@pytest.fixture
def network(tmp_path: Path) -> Path:
    return TinyNetwork(seed=3).write(tmp_path / "tiny-1500.pb.gz")


def test_a_network_answers_as_a_plain_loop_over_its_numbers(tmp_path: Path) -> None:
    tiny = TinyNetwork(seed=1)
    network = load_network(tiny.write(tmp_path / "tiny.pb.gz"))
    boards = [chess.Board(CASTLING), chess.Board(PROMOTION), chess.Board()]
    seen = np.stack([planes(board) for board in boards])
    logits, outcomes = answer(network, seen)
    for place in range(len(boards)):
        expected_logits, expected_outcomes = tiny.run(seen[place].astype(np.float64))
        np.testing.assert_allclose(logits[place], expected_logits, rtol=1e-3, atol=1e-3)
        np.testing.assert_allclose(outcomes[place], expected_outcomes, rtol=1e-3, atol=1e-4)


def test_a_batch_is_answered_as_its_boards_one_by_one(network: Path) -> None:
    maia = Maia(network)
    boards = random_positions(300, 7)
    together = maia.policies(boards)
    for place in (0, 1, 255, 256, 299):
        alone = maia.policies([boards[place]])[0]
        assert alone.keys() == together[place].keys()
        assert all(abs(alone[move] - together[place][move]) < 1e-5 for move in alone)


def test_a_policy_spreads_over_the_legal_moves_the_likeliest_first(network: Path) -> None:
    for board, policy in zip(boards := random_positions(40, 5), Maia(network).policies(boards), strict=True):
        assert set(policy) == set(board.legal_moves)
        assert list(policy.values()) == sorted(policy.values(), reverse=True)
        assert not policy or abs(sum(policy.values()) - 1) < 1e-5


def test_as_an_evaluator_it_gives_a_value_and_the_likeliest_move(network: Path) -> None:
    maia, board = Maia(network), chess.Board(CASTLING)
    (evaluation,) = maia.evaluate([board], Limit(depth=20))
    assert evaluation.best == next(iter(maia.policies([board])[0]))
    assert evaluation.depth == 1
    assert maia.name == "tiny-1500"


def test_a_game_that_is_over_needs_no_network(network: Path) -> None:
    mated, stalemated = chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1"), chess.Board("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1")
    evaluations = Maia(network).evaluate([mated, stalemated], Limit(depth=1))
    assert [evaluation.centipawns for evaluation in evaluations] == [-10_000, 0]
    assert Maia(network).policies([mated]) == [{}]


def test_static_values_are_those_of_evaluate(network: Path) -> None:
    maia = Maia(network)
    mated = chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
    boards = [*random_positions(70, 9), mated]
    assert maia.static_values(boards) == [found.centipawns for found in maia.evaluate(boards, Limit(depth=1))]


def test_history_counts_for_policies_and_not_for_evaluations(network: Path) -> None:
    board = chess.Board()
    for san in ("e4", "e5", "Nf3", "Nc6"):
        board.push_san(san)
    bare, maia = board.copy(stack=False), Maia(network)
    assert maia.evaluate([board], Limit(depth=1)) == maia.evaluate([bare], Limit(depth=1))
    assert maia.policies([board]) != maia.policies([bare])


def test_a_network_crosses_to_another_process_by_its_path(network: Path) -> None:
    maia = Maia(network)
    again = pickle.loads(pickle.dumps(maia))
    assert again.policies([chess.Board()]) == maia.policies([chess.Board()])
    assert repr(again) == f"Maia({str(network)!r})"


def test_the_board_is_seen_from_the_movers_side() -> None:
    board = chess.Board("4k3/8/8/3p4/8/8/4P3/4K3 b - - 7 40")
    seen = planes(board)
    assert seen[0, 3, 3] == 1, "the mover's pawn on d5 is on the fourth rank as Black sees it"
    assert seen[6, 6, 4] == 1, "White's pawn on e2 is on the seventh"
    assert seen[5, 0, 4] == 1, "the mover's king"
    assert seen[108].all(), "Black is to move"
    assert (seen[109] == 7).all(), "seven half-moves without a pawn or a capture"
    assert (seen[111] == 1).all()


def test_history_is_seen_from_the_movers_side_too_and_ends_where_the_game_began() -> None:
    board = chess.Board()
    board.push_san("e4")
    seen = planes(board)
    assert seen[6, 4, 4] == 1, "now the white pawn is on e4, the fifth rank as Black sees it"
    assert seen[13 + 6, 6, 4] == 1, "a move ago it was on e2"
    assert not seen[26:104].any(), "and before that there was no game"


def test_without_history_the_known_position_is_repeated() -> None:
    seen = planes(chess.Board(CASTLING))
    assert all((seen[13 * step : 13 * step + 13] == seen[:13]).all() for step in range(1, 8))


def test_an_en_passant_pawn_came_from_two_ranks_back() -> None:
    seen = planes(chess.Board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 20"))
    assert seen[6, 4, 3] == 1
    assert seen[13 + 6, 6, 3] == 1, "a move ago on d7"
    assert seen[13 + 6, 4, 3] == 0
    assert planes(chess.Board("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 20"))[13 + 6, 4, 3] == 1


def test_a_position_that_occurred_before_is_marked() -> None:
    board = chess.Board()
    for san in ("Nf3", "Nf6", "Ng1", "Ng8"):
        board.push_san(san)
    seen = planes(board)
    assert seen[12].all()
    assert not seen[25].any(), "a move earlier nothing had been repeated"


@pytest.mark.parametrize(
    ("fen", "plane"), [(CASTLING, 0), (CASTLING.replace("KQkq", "Kkq"), 1), (CASTLING.replace("KQkq", "Q"), 2)]
)
def test_castling_rights_are_those_of_the_mover_first(fen: str, plane: int) -> None:
    rights = [planes(chess.Board(fen))[104 + place, 0, 0] for place in range(4)]
    assert rights == {0: [1, 1, 1, 1], 1: [0, 1, 1, 1], 2: [1, 0, 0, 0]}[plane]


@pytest.mark.parametrize(
    ("fen", "uci", "expected"),
    [
        (chess.STARTING_FEN, "e2e4", (1, "e2")),
        (chess.STARTING_FEN, "g1f3", (56 + 7, "g1")),
        (CASTLING, "e1g1", (2 * 7 + 2, "e1")),
        (CASTLING, "e1c1", (6 * 7 + 3, "e1")),
        (CASTLING.replace(" w ", " b "), "e8c8", (6 * 7 + 3, "e1")),
        (PROMOTION, "a7a8q", (64 + 1, "a7")),
        (PROMOTION, "a7b8r", (64 + 3 + 2, "a7")),
        (PROMOTION, "a7a8n", (0, "a7")),
        (PROMOTION.replace(" w ", " b "), "h2g1b", (64 + 6, "h7")),
    ],
)
def test_the_index_of_a_move_in_the_policy(fen: str, uci: str, expected: tuple[int, str]) -> None:
    assert place_of(fen, uci) == expected


def test_no_two_moves_share_an_index() -> None:
    for board in random_positions(200, 11):
        places = [policy_index(board, move) for move in board.legal_moves]
        assert len(set(places)) == len(places), board.fen()


@pytest.mark.parametrize(
    ("tiny", "message"),
    [
        (TinyNetwork(magic=7), "does not begin like a network of Leela Chess Zero"),
        (TinyNetwork(kinds=(3, 2, 2)), "its network format is 3, but only squeeze-and-excitation (4) is supported"),
        (TinyNetwork(kinds=(4, 1, 2)), "its policy format is 1, but only convolutional (2) is supported"),
        (TinyNetwork(kinds=(4, 2, 1)), "its value format is 1, but only WDL (2) is supported"),
        (TinyNetwork(blocks=0), "there is no residual in weights"),
        (TinyNetwork(least_variance=-0.5), "it has a negative variance"),
        (TinyNetwork(least_variance=float("inf")), "layer 4 of input has no valid bounds"),
        (TinyNetwork(least_variance=0.0, least_gamma=3e38), "its numbers are too large"),
        (TinyNetwork(variances=2), "layer 4 of input should have 3 numbers, but has 2"),
        (TinyNetwork(policy_planes=79), "layer 1 of policy should have 80 x 3 x 3 x 3 numbers, but has 2133"),
    ],
)
def test_a_network_of_another_kind_is_refused(golden: Golden, tiny: TinyNetwork, message: str, tmp_path: Path) -> None:
    path = tiny.write(tmp_path / "other.pb.gz")
    with golden.raises(BadFile) as caught:
        Maia(path)
    assert message in str(caught.value)
    assert caught.value.hint == "use one of Maia's networks"


def test_a_file_of_another_kind_is_refused(golden: Golden, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 e5 *")
    with golden.raises(BadFile) as caught:
        Maia(path)
    assert "maia-1600.pb.gz" in caught.value.hint
    with golden.raises(BadFile):
        Maia(tmp_path / "nothing.pb.gz")


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda content: content[:-30], "it is cut short"),
        (lambda content: content + b"\xff" * 12, "it is not protobuf"),
        (lambda content: content + b"\x0b", "it is not protobuf"),
        (lambda content: b"", "does not begin like a network"),
    ],
)
def test_a_damaged_network_is_refused(golden: Golden, spoil: object, message: str, tmp_path: Path) -> None:
    path = tmp_path / "damaged.pb.gz"
    path.write_bytes(gzip.compress(spoil(TinyNetwork().encoded())))  # type: ignore[operator]
    with pytest.raises(BadFile, match=message):
        Maia(path)
    path.write_bytes(gzip.compress(TinyNetwork().encoded())[:-20])
    with golden.raises(BadFile):
        Maia(path)


@needs_data
def test_maia_1600_plays_half_of_the_moves_of_players_of_its_strength() -> None:
    games = [
        game
        for game in read_games(DATA / "games" / "lichess_rapid_main.pgn.zst", GameFilter(ratings=(1500, 1699)))
        if len(game) > 30
    ]
    rng = random.Random(5)
    boards, played = [], []
    for game in rng.sample(games, 1_000):
        ply = rng.randrange(22, len(game))
        boards.append(game.board(ply))
        played.append(game.moves[ply])
    policies = Maia(DATA / "maia" / "maia-1600.pb.gz").policies(boards)
    hits = sum(next(iter(policy)) == move for policy, move in zip(policies, played, strict=True))
    # The network's authors report about half; three standard errors of 1,000 moves are five in a hundred.
    assert 460 < hits < 570


def test_a_file_that_unpacks_to_more_than_any_network_is_refused(
    golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = TinyNetwork().write(tmp_path / "tiny.pb.gz")
    load_network(path)
    monkeypatch.setattr(maia, "MOST_BYTES", 1000)
    with golden.raises(BadFile):
        load_network(path)
