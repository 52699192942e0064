"""The criteria of a composed mate: each one, and how `minimise`, `repair` and bulk mode apply them."""

from __future__ import annotations

from dataclasses import replace

import chess
import pytest

from goldens import Golden
from motif._core.board import canonical_positions
from motif._core.puzzles import compose_at_random, has_last_move, minimise, repair, rework, sound_keys
from motif.errors import BadArgument
from motif.puzzles.recipe import Criteria
from motif.puzzles.verify import find_mates
from puzzles.placements import verdict_on

QUIET = Criteria(2)
KING_AND_QUEEN = "1Q6/8/8/8/3K4/8/8/k7 w - - 0 1"


def in_bulk(
    criteria: Criteria, attempts: int, seed: int, pieces: tuple[int, int] = (6, 12), board: tuple[int, int] = (8, 8)
) -> list[str]:
    return compose_at_random(criteria, attempts, seed, pieces, board)


@pytest.mark.parametrize(
    ("position", "verdict"),
    [
        (KING_AND_QUEEN, "sound"),
        ("1Q6/8/8/8/3K4/8/8/k6p w - - 0 1", "illegal"),
        ("1Q6/8/8/8/3K4/8/8/k2r4 w - - 0 1", "starts in check"),
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "shorter mate"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "no mate"),
        ("7k/8/5K2/8/8/8/8/QR6 w - - 0 1", "second key"),
        ("1Q6/7N/8/8/3K4/8/8/k7 w - - 0 1", "unneeded piece"),
    ],
)
def test_the_first_broken_criterion_is_named(position: str, verdict: str) -> None:
    assert verdict_on(position, QUIET)[0] == verdict


def test_the_key_comes_with_the_verdict() -> None:
    assert verdict_on(KING_AND_QUEEN, QUIET) == ("sound", chess.Move.from_uci("d4c3"))


def test_a_checking_key_is_allowed_or_not() -> None:
    # With key_may_check, some sound mates need a checking key.
    loud = compose_at_random(replace(QUIET, key_may_check=True), attempts=20_000, seed=4)
    verdicts = [verdict_on(position, QUIET) for position in loud]
    assert {verdict for verdict, _ in verdicts} == {"sound", "key checks"}
    for position, (verdict, key) in zip(loud, verdicts, strict=True):
        assert key is not None
        assert chess.Board(position).gives_check(key) == (verdict == "key checks")


def test_minimise_removes_unneeded_pieces() -> None:
    crowded = "1Q6/7N/8/8/3K4/8/7p/k7 w - - 0 1"
    (minimal,) = minimise([crowded], replace(QUIET, last_move_exists=False))
    assert minimal is not None
    assert verdict_on(minimal, QUIET)[0] == "sound"
    assert len(chess.Board(minimal).piece_map()) < len(chess.Board(crowded).piece_map())


def test_minimise_refuses_unsound_positions() -> None:
    assert minimise(["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"], QUIET) == [None]


def test_repair_removes_a_second_key() -> None:
    cooked = "7k/8/5K2/8/8/8/8/QR6 w - - 0 1"
    assert verdict_on(cooked, QUIET)[0] == "second key"
    keys = [chess.Move.from_uci(key) for key in find_mates(cooked, 2).keys]
    repaired = repair([cooked] * len(keys), keys, QUIET, 2, seed=1)
    assert any(repaired)
    for position, key in zip(repaired, keys, strict=True):
        if position is not None:
            assert find_mates(position, 2).keys == (key.uci(),)
            assert find_mates(position, 2).is_sound(2)
            assert len(chess.Board(position).piece_map()) <= 6


def test_repair_can_fail() -> None:
    bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    assert repair([bare], [chess.Move.from_uci("e1e2")], QUIET, 1) == [None]


def test_repair_needs_a_key_for_each_position(golden: Golden) -> None:
    with golden.raises(BadArgument):
        repair([KING_AND_QUEEN] * 2, [], QUIET)


COOKED = "7k/8/5K2/8/8/8/8/QR6 w - - 0 1"
LADDER = [chess.Move.from_uci(move) for move in ("b1b7", "h8g8", "a1a8")]


def test_rework_keeps_the_line_and_kills_every_cook() -> None:
    (sound,) = rework([COOKED], [LADDER], QUIET, most=(5, 5), seed=1)
    assert sound is not None
    assert find_mates(sound, 2).keys == ("b1b7",)
    assert find_mates(sound, 2).is_sound(2)
    board = chess.Board(sound)
    for move in LADDER:
        assert board.is_legal(move)
        board.push(move)
    assert board.is_checkmate()
    assert all(len(chess.SquareSet(side)) <= 5 for side in board.occupied_co)
    assert rework([COOKED], [LADDER], QUIET, most=(5, 5), seed=1) == [sound]


def test_rework_needs_a_line_that_mates() -> None:
    assert rework([COOKED], [[*LADDER[:2], chess.Move.from_uci("a1g1")]], QUIET) == [None]
    assert rework([COOKED], [LADDER], QUIET, changes=0) == [None]


def test_rework_needs_a_line_for_each_position(golden: Golden) -> None:
    with golden.raises(BadArgument):
        rework([COOKED], [], QUIET)
    with golden.raises(BadArgument):
        rework([COOKED], [[]], QUIET)


@pytest.mark.parametrize(("moves", "attempts"), [(2, 6_000), (3, 1_500)])
def test_bulk_fulfils_every_criterion(moves: int, attempts: int) -> None:
    criteria = Criteria(moves)
    found = in_bulk(criteria, attempts, 11, (5, 9))
    assert len(found) >= 3
    assert {verdict_on(position, criteria)[0] for position in found} == {"sound"}
    assert len(set(canonical_positions(found))) == len(found)
    assert all(has_last_move(found))
    assert found == in_bulk(criteria, attempts, 11, (5, 9))
    assert found != in_bulk(criteria, attempts, 12, (5, 9))


def test_bulk_is_proved_again_by_python_chess() -> None:
    found = compose_at_random(QUIET, attempts=4_000, seed=2)
    for position in found[:15]:
        board = chess.Board(position)
        finding = find_mates(position, 2)
        assert finding.is_sound(2)
        key = chess.Move.from_uci(finding.keys[0])
        assert not board.is_check()
        assert not board.is_capture(key)
        assert not board.gives_check(key)
        assert key.promotion is None


def test_bulk_fills_small_boards_too() -> None:
    found = in_bulk(QUIET, 3_000, 2, (4, 8), board=(5, 4))
    assert found
    assert all(find_mates(position, 2).is_sound(2) for position in found[:10])


def test_every_piece_of_a_minimal_puzzle_is_needed() -> None:
    for position in compose_at_random(QUIET, attempts=3_000, seed=5)[:8]:
        board = chess.Board(position)
        (key,) = find_mates(position, 2).keys
        for square in list(board.piece_map()):
            fewer = board.copy()
            piece = fewer.remove_piece_at(square)
            assert piece is not None
            if piece.piece_type != chess.KING and fewer.is_valid():
                finding = find_mates(fewer.fen(), 2)
                assert not (finding.is_sound(2) and finding.keys == (key,))


@pytest.mark.parametrize(
    ("settings", "problem"),
    [({"pieces": (5, 70)}, "5 and 70 .* 64"), ({"board": (9, 8)}, "9x8")],
)
def test_bulk_refuses_what_cannot_be_placed(settings: dict[str, tuple[int, int]], problem: str) -> None:
    with pytest.raises(BadArgument, match=problem):
        in_bulk(QUIET, 1, 0, **settings)


def test_a_mate_in_zero_is_refused() -> None:
    with pytest.raises(BadArgument, match="mate in 0"):
        Criteria(0)


def test_twins_have_one_canonical_form() -> None:
    board = chess.Board("7K/8/7k/1Q1b4/3r1R2/6R1/8/8 w - - 0 1")
    twins = [board.transform(chess.flip_horizontal), board.transform(chess.flip_diagonal), board]
    assert len(set(canonical_positions([twin.fen() for twin in twins]))) == 1
    pawned = chess.Board("7K/8/7k/1Q1b4/3r1R2/6R1/P7/8 w - - 0 1")
    upside_down = pawned.transform(chess.flip_vertical)
    assert len(set(canonical_positions([pawned.fen(), upside_down.fen()]))) == 2


def test_bulk_positions_have_sound_keys() -> None:
    found = compose_at_random(QUIET, attempts=4_000, seed=9)
    assert all(sound_keys(found, 2))
