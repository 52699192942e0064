"""Test the measures by tables with a perfect player, a random player and textbook blunders."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import chess
import numpy as np
import pytest
from numpy.typing import NDArray

from goldens import Golden
from motif._core.board import Positions, decode_move, encode_move
from motif._core.endgames import CompiledProgram, endgame_starts, play_programs
from motif.arena.engine_players import EvaluatorPlayer
from motif.arena.game import EndReason, GameEnding, GameRecord
from motif.arena.start_positions import StartPosition
from motif.board.tags import GameResult
from motif.endgames.games import GameRules
from motif.endgames.learning.measuring import (
    Codes,
    Defence,
    PlayedMoves,
    choose_at_random,
    choose_by_player,
    choose_by_program,
    mates_in_play,
    measure_quality,
    program_choices,
    proved_mates,
    won_positions,
)
from motif.endgames.program import find_program
from motif.engines.limits import Limit
from motif.engines.small_tables import Tablebase
from motif.errors import BadArgument
from motif.players.sparring import RandomPlayer
from motif.runtime.parallel import Progress

LIMIT = Limit(depth=1)
STALEMATE_TRAP = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"
"""Qf7 is stalemate, Qf8 is mate, and most other moves mate soon."""


@pytest.fixture(scope="module")
def tables(solved_tables: Path) -> Tablebase:
    return Tablebase(solved_tables)


def played(fen: str, *moves: str) -> PlayedMoves:
    positions = Positions([fen] * len(moves))
    return PlayedMoves(positions, np.array([encode_move(chess.Move.from_uci(move)) for move in moves], np.uint16))


class PerfectMover:
    """Mates as fast as possible by the tables."""

    def __init__(self, tables: Tablebase) -> None:
        self._tables = tables

    def choices(self, positions: Positions) -> NDArray[np.bool_]:
        offsets = positions.legal_moves().offsets
        truth = self._tables.probe_positions(positions.successors())
        value = np.where(truth[:, 0] == 0, 0, -truth[:, 0] * (1000 - truth[:, 1]))
        marks: NDArray[np.bool_] = value == np.repeat(np.maximum.reduceat(value, offsets[:-1]), np.diff(offsets))
        return marks

    def __call__(self, positions: Positions) -> Codes:
        moves = positions.legal_moves()
        rows = np.flatnonzero(self.choices(positions))
        # On ties, the first move.
        return np.array(moves.codes[rows[np.searchsorted(rows, moves.offsets[:-1])]], np.uint16)


def test_mate_keeps_the_win_and_wastes_nothing(tables: Tablebase) -> None:
    quality = measure_quality(tables, played(STALEMATE_TRAP, "f1f8"))
    assert (quality.kept.value, quality.tempted.value, quality.wins_kept.value) == (1, 1, 1)
    assert quality.waste.value == 0


def test_stalemate_spoils_the_win(tables: Tablebase) -> None:
    quality = measure_quality(tables, played(STALEMATE_TRAP, "f1f7"))
    assert (quality.kept.hits, quality.wins_kept.hits, quality.blunders.value) == (0, 0, 1)
    assert quality.waste.count == 0  # a spoilt win is no slow win
    assert quality.draws_kept.count == 0


def test_a_quiet_move_wastes_as_many_moves_as_the_mate_is_put_off(tables: Tablebase) -> None:
    # Qf8 mates at once; after Qa1+ Kg8 Qg7 it takes one move more.
    quality = measure_quality(tables, played(STALEMATE_TRAP, "f1a1"))
    assert quality.kept.value == 1
    assert quality.waste.value == 1


def test_walking_into_the_mate_wastes_the_defence(tables: Tablebase) -> None:
    board = chess.Board("8/8/8/8/4k3/8/8/KQ6 b - - 0 1")
    best = tables.probe(board)
    losses = {}
    for move in board.legal_moves:
        board.push(move)
        losses[move.uci()] = (best.plies - 1 - tables.probe(board).plies) / 2
        board.pop()
    for text, waste in losses.items():
        assert measure_quality(tables, played(board.fen(), text)).waste.value == waste
    assert min(losses.values()) == 0 < max(losses.values())


def test_the_king_goes_straight_back_or_the_draw_is_lost(tables: Tablebase) -> None:
    before = "8/4k3/4P3/5K2/8/8/8/8 b - - 0 1"
    assert (
        measure_quality(tables, played(before, "e7e8")).draws_kept.others.hits == 0
    )  # 1... Ke8! 2. Kf6 Kf8 3. e7+ Ke8 4. Ke6 stalemate
    aside = measure_quality(tables, played(before, "e7d8", "e7f8"))  # 2. Kf6 Ke8 3. e7 and the pawn queens
    assert (aside.draws_kept.hits, aside.draws_kept.count, aside.wins_kept.count) == (0, 2, 0)


def test_a_position_in_which_every_move_holds_is_not_tempting(tables: Tablebase) -> None:
    quality = measure_quality(tables, played("8/8/8/4k3/8/8/8/K6B w - - 0 1", "h1g2", "a1a2"))
    assert (quality.kept.value, quality.tempted.count) == (1, 0)


@pytest.mark.parametrize("signature", ["KRK", "KPK"])
def test_the_perfect_player_keeps_everything_and_the_random_one_does_not(tables: Tablebase, signature: str) -> None:
    starts = endgame_starts(signature, 400, 5, turn="random")
    best = measure_quality(tables, PlayedMoves.by(PerfectMover(tables), starts))
    assert (best.blunders.value, best.waste.value) == (0, 0)
    same = measure_quality(tables, PlayedMoves.by(choose_by_player(EvaluatorPlayer(tables), LIMIT), starts[:50]))
    assert (same.blunders.value, same.waste.value) == (0, 0)
    lot = measure_quality(tables, PlayedMoves.by(choose_at_random(1), starts))
    assert lot.tempted.high < 0.95
    assert lot.waste.value > 0


def test_a_batch_and_single_positions_agree_on_equal_moves(tables: Tablebase) -> None:
    starts = endgame_starts("KQK", 60, 2)
    heard: list[Progress] = []
    slowly = choose_by_player(RandomPlayer(), LIMIT, seed=9, watch=heard.append)(starts)
    assert heard == [Progress(done, 60) for done in range(1, 61)]
    again = choose_by_player(RandomPlayer(), LIMIT, seed=9)(starts)
    assert np.array_equal(slowly, again)
    assert not np.array_equal(slowly, choose_by_player(RandomPlayer(), LIMIT, seed=10)(starts))
    assert np.array_equal(choose_at_random(3)(starts), choose_at_random(3)(starts))


def game(white: str, black: str, fen: str, *moves: str) -> GameRecord:
    return GameRecord(
        "1.1", white, black, StartPosition("test", (), fen), moves, GameEnding(GameResult.DRAW, EndReason.MOVE_CAP)
    )


def test_only_a_players_own_moves_with_few_pieces_count(tables: Tablebase) -> None:
    five_pieces = "8/8/8/3k4/3r4/2P5/1R6/K7 w - - 0 1"
    found = PlayedMoves.in_games(
        [game("ann", "bob", five_pieces, "c3d4", "d5d4", "b2b1"), game("bob", "ann", five_pieces)], "ann"
    )
    assert found.positions.fens() == ["8/8/8/8/3k4/8/1R6/K7 w - - 0 2"]
    assert found.games is not None
    assert found.games.tolist() == [0]
    assert measure_quality(tables, found).kept.value == 1


def test_games_without_a_small_endgame_cannot_be_measured(golden: Golden, tables: Tablebase) -> None:
    none = PlayedMoves.in_games([game("ann", "bob", chess.STARTING_FEN, "e2e4")], "ann")
    with golden.raises(BadArgument) as caught:
        measure_quality(tables, none)
    assert "games that reach one" in caught.value.hint


def test_perfect_play_mates_as_fast_as_possible(tables: Tablebase) -> None:
    sample = won_positions(tables, "KRK", sample=60, seed=1)
    assert len(sample) == 60
    played_out = mates_in_play(tables, PerfectMover(tables), sample)
    assert (played_out.mated.value, played_out.ratio, played_out.spoilt) == (1, 1, 0)
    assert str(played_out).startswith("mated 60 of 60 (100 % [94, 100]), in ")


def test_random_moves_mate_by_luck_only(tables: Tablebase) -> None:
    random_play = mates_in_play(tables, choose_at_random(1), won_positions(tables, "KQK", sample=500), most_moves=10)
    assert 0 < random_play.mated.value < 0.5
    assert random_play.spoilt > 0
    board = chess.Board(random_play.failures[0])
    assert tables.probe(board).result == 1
    # With fewer moves than the mate needs the position is a failure, but the win is not spoilt.
    far = Positions(["8/8/8/8/8/2k5/1R6/K7 w - - 0 1"])
    short = mates_in_play(tables, PerfectMover(tables), far, most_moves=15)
    assert (short.mated.hits, short.spoilt, short.failures) == (0, 0, tuple(far.fens()))
    assert mates_in_play(tables, PerfectMover(tables), far, most_moves=16).mated.hits == 1


def test_every_won_position_is_every_mirror_image_once(tables: Tablebase) -> None:
    positions = won_positions(tables, "KQK")
    assert len(set(positions.epds())) == len(positions)
    assert positions.turns().all()
    # All positions with White to move are won; python-chess counts this many legal ones.
    assert len(positions) == 144_508


def test_a_position_that_is_not_won_is_refused(golden: Golden, tables: Tablebase) -> None:
    with golden.raises(BadArgument):
        mates_in_play(tables, choose_at_random(1), Positions(["8/8/8/8/8/2k5/8/K6B w - - 0 1"]))


def test_an_endgame_that_turns_into_another_is_not_followed_everywhere(golden: Golden, tables: Tablebase) -> None:
    with golden.raises(BadArgument):
        proved_mates(tables, PerfectMover(tables).choices, "KPK")


def test_a_rook_that_mates_against_one_longest_defence_is_led_in_circles_by_others(tables: Tablebase) -> None:
    found = proved_mates(tables, program_choices(GameRules().compile(find_program("bare-king"))), "KRK")
    mated = {defence: mates.mated.hits for defence, mates in found.items()}
    assert mated == {Defence.ONE_LONGEST: 175_168, Defence.EVERY_LONGEST: 34_824, Defence.EVERY: 5_960}
    assert str(found[Defence.EVERY]).startswith("mated 5,960 of 175,168 (3.40 %, all won positions), in 3.80 moves")
    circling = found[Defence.EVERY].failures[0]
    assert tables.probe(chess.Board(circling)).result == 1  # the win was there
    assert found[Defence.EVERY].spoilt == 0  # and is never thrown away: it only never comes


EDGE: list[str | float] = ["If3", "IsMate", 1000, "OppKingProximityToEdges"]
"""Mates where it can, and otherwise only drives the king to the edge."""


def test_a_program_is_measured_as_it_plays(tables: Tablebase) -> None:
    program = CompiledProgram(EDGE, [0], [0])
    quality = measure_quality(tables, PlayedMoves.by(choose_by_program(program, 1), endgame_starts("KQK", 300, 4)))
    assert 0 < quality.kept.value <= 1
    assert quality.waste.value > 0
    trap = Positions([STALEMATE_TRAP])
    assert decode_move(int(choose_by_program(program, 1)(trap)[0])).uci() == "f1f8"


def test_the_moves_between_which_a_program_chooses_at_random(golden: Golden) -> None:
    program = CompiledProgram(EDGE, [0], [0], material=1.0)
    starts = endgame_starts("KQK", 10, 4)
    marks, offsets, codes = program_choices(program)(starts), *_rows(starts)
    seen: list[set[int]] = [set() for _ in range(10)]
    for seed in range(400):
        for place, code in enumerate(choose_by_program(program, seed)(starts)):
            seen[place].add(int(code))
    allowed = [set(codes[begin:end][marks[begin:end]].tolist()) for begin, end in pairwise(offsets)]
    assert seen == allowed
    with golden.raises(BadArgument):
        program_choices(CompiledProgram(EDGE, [0], [0], plies=3))


def _rows(positions: Positions) -> tuple[np.ndarray[tuple[int], np.dtype[np.int64]], Codes]:
    moves = positions.legal_moves()
    return moves.offsets, moves.codes


def test_a_program_is_measured_on_its_own_games(tables: Tablebase) -> None:
    programs = [CompiledProgram(EDGE, [0], [0]), CompiledProgram(["EvaluateMaterial"], [0], [0])]
    starts = endgame_starts("KQK", 3, 4)
    encounters = np.array([[0, 1, 0, 11], [1, 0, 1, 12], [0, 1, 2, 13]], np.int64)
    games = play_programs(programs, encounters, starts, record=True)
    own = [PlayedMoves.in_program_games(games, encounters, starts, program) for program in (0, 1)]
    assert len(own[0].positions) + len(own[1].positions) == games.lengths.sum()
    assert own[0].positions.turns()[:2].tolist() == [True, True]  # games 1 and 3 begin with its move
    first, second = (measure_quality(tables, played_by_one) for played_by_one in own)
    assert first.kept.count == len(own[0].positions)
    # The second program has the queen in the second game only, so it can spoil a win only there.
    assert own[1].games is not None
    assert second.wins_kept.count == sum(
        board.turn for board, number in zip(own[1].positions, own[1].games, strict=True) if number == 1
    )
