"""Test evidence from games or CSV, with or without an engine, and its split without leaks."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import chess
import numpy as np
import pytest

from goldens import Golden
from motif._core.board import Game, Positions, decode_move, encode_move
from motif.board.games import read_games, sample_positions
from motif.engines.limits import Limit
from motif.errors import BadArgument, BadFile, BadPosition, MotifError
from motif.runtime.files import SAMPLE_GAMES
from motif.runtime.parallel import Progress, Workers
from motif.statistics.examples import (
    Evidence,
    Questions,
    Reference,
    Shares,
    ask_engine,
    read_evidence,
    rows_of_moves,
    split,
    write_evidence,
)
from stub_evaluators import ListingEvaluator, MaterialEvaluator, SilentEvaluator

SCHOLAR = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
ROOK_ENDING = "8/8/8/4k3/8/8/4P3/R3K3 w Q - 0 1"


def two_positions() -> Evidence:
    positions = Positions([SCHOLAR, ROOK_ENDING])
    played = [encode_move(chess.Move.from_uci(uci)) for uci in ("f3f7", "e1c1")]
    return Evidence(positions, np.array(played, np.uint16), np.array([0, 1]), (("Anna", "Ben"), ("Cleo", "?")))


def shipped(per_game: int = 2) -> Evidence:
    return Evidence.of_games(read_games(SAMPLE_GAMES), per_game=per_game, seed=1)


def test_evidence_of_games_keeps_who_played_what() -> None:
    evidence = shipped()
    assert len(evidence) == len(evidence.played) == len(evidence.games) > 100
    legal = evidence.positions.legal_moves()
    rows = rows_of_moves(legal, evidence.played)
    assert (legal.codes[rows] == evidence.played).all()
    white = evidence.positions.turns()
    assert evidence.movers()[0] == evidence.players[evidence.games[0]][0 if white[0] else 1]


def test_evidence_is_the_sample_of_the_games() -> None:
    sample, evidence = sample_positions(read_games(SAMPLE_GAMES), per_game=2, seed=1), shipped()
    assert evidence.positions == sample.positions
    assert (evidence.played == sample.moves).all()
    assert (evidence.games == sample.games).all()
    assert list(evidence.players) == sample.players


def test_evidence_knows_where_the_move_before_captured() -> None:
    game = Game.parse("1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. d4 e5 5. dxe5 *")
    evidence = Evidence.of_games([game], per_game=20, from_move=1)
    captured = evidence.captured_on
    assert captured is not None
    squares = [chess.square_name(int(square)) if square >= 0 else "" for square in captured]
    assert squares == ["", "", "", "d5", "d5", "", "", "", ""]


def test_no_games_give_no_evidence() -> None:
    assert len(Evidence.of_games([])) == 0


def test_a_move_that_is_not_legal_has_no_row(golden: Golden) -> None:
    legal = Positions([SCHOLAR]).legal_moves()
    with golden.raises(BadArgument):
        rows_of_moves(legal, np.array([65535], np.uint16))


def test_without_an_engine_only_the_played_moves_are_known(golden: Golden) -> None:
    evidence = two_positions()
    assert evidence.moves(Reference.PLAYED) is evidence.played
    with golden.raises(BadArgument) as caught:
        evidence.moves(Reference.BEST)
    assert "name an engine" in caught.value.hint
    with golden.raises(BadArgument):
        evidence.row_values()


def test_the_engine_gives_the_best_moves() -> None:
    evaluated = ask_engine(two_positions(), MaterialEvaluator, Questions(Limit(depth=3)))
    assert decode_move(int(evaluated.moves(Reference.BEST)[0])).uci() == "f3f7"
    assert evaluated.values is None
    assert evaluated.engine == "material, depth=3"


def test_every_move_is_valued_for_the_mover() -> None:
    evaluated = ask_engine(two_positions(), MaterialEvaluator, Questions(Limit(depth=1), every_move=True))
    legal = evaluated.positions.legal_moves()
    values = dict(zip((decode_move(int(code)).uci() for code in legal.codes), evaluated.row_values(), strict=True))
    assert values["f3f7"] == 9_999, "mate in one"
    assert values["c4f7"] == 100, "a pawn up"
    assert values["e1c1"] == 600, "a rook and a pawn up all the time"


def test_an_engine_that_lists_candidates_is_called_once_per_position() -> None:
    evaluated = ask_engine(two_positions(), ListingEvaluator, Questions(Limit(depth=1), every_move=True))
    first = sorted(chess.Board(SCHOLAR).legal_moves, key=chess.Move.uci)[0]
    assert decode_move(int(evaluated.moves(Reference.BEST)[0])) == first
    assert evaluated.row_values().max() == 100


def test_the_answers_do_not_depend_on_the_number_of_workers() -> None:
    evidence = shipped().take(np.arange(40))
    alone = ask_engine(evidence, MaterialEvaluator, Questions(Limit(depth=1), every_move=True))
    shared = ask_engine(evidence, MaterialEvaluator, Questions(Limit(depth=1), every_move=True), Workers(2))
    assert (alone.row_values() == shared.row_values()).all()
    assert (alone.moves(Reference.BEST) == shared.moves(Reference.BEST)).all()


def test_progress_counts_positions() -> None:
    reports: list[Progress] = []
    ask_engine(shipped().take(np.arange(40)), MaterialEvaluator, Questions(Limit(depth=1)), watch=reports.append)
    assert [progress.done for progress in reports] == [16, 32, 40]
    assert {progress.total for progress in reports} == {40}


def test_a_silent_engine_is_refused(golden: Golden) -> None:
    with golden.raises(MotifError):
        ask_engine(two_positions(), SilentEvaluator, Questions(Limit(depth=1)))


def test_a_game_that_is_over_is_no_evidence(golden: Golden) -> None:
    over = Evidence(Positions(["7k/5KQ1/8/8/8/8/8/8 b - - 0 1"]), np.zeros(1, np.uint16), np.zeros(1, np.int64), ())
    with golden.raises(BadPosition):
        ask_engine(over, MaterialEvaluator, Questions(Limit(depth=1)))


def test_taking_positions_takes_their_values_along() -> None:
    evaluated = ask_engine(two_positions(), MaterialEvaluator, Questions(Limit(depth=1), every_move=True))
    second = evaluated.take(np.array([1]))
    assert second.positions.fens() == [ROOK_ENDING]
    assert (second.row_values() == 600).all()
    assert len(evaluated.take(np.array([], np.int64)).row_values()) == 0


def test_pieces_of_evidence_are_put_together() -> None:
    evaluated = ask_engine(two_positions(), MaterialEvaluator, Questions(Limit(depth=1), every_move=True))
    both = Evidence.concatenate([evaluated, evaluated])
    assert both.games.tolist() == [0, 1, 2, 3]
    assert both.movers() == ["Anna", "Cleo"] * 2
    assert len(both.row_values()) == 2 * len(evaluated.row_values())
    assert both.engine == "material, depth=1"
    half = Evidence.concatenate([evaluated, two_positions()])
    assert (half.best, half.values) == (None, None), "the engine has not seen all of them"
    assert half.squares_of_captures().tolist() == [-1] * 4
    assert len(Evidence.concatenate([])) == 0


def test_a_file_gives_back_what_was_written(tmp_path: Path) -> None:
    evaluated = ask_engine(two_positions(), MaterialEvaluator, Questions(Limit(depth=1), every_move=True))
    write_evidence(evaluated, tmp_path / "evidence.csv")
    again = read_evidence(tmp_path / "evidence.csv")
    assert again.positions == evaluated.positions
    assert (again.played == evaluated.played).all()
    assert (again.moves(Reference.BEST) == evaluated.moves(Reference.BEST)).all()
    assert (again.row_values() == evaluated.row_values()).all()
    assert (again.players, again.engine) == (evaluated.players, evaluated.engine)
    sampled = shipped().take(np.arange(30))
    write_evidence(sampled, tmp_path / "sampled.csv")
    assert np.array_equal(read_evidence(tmp_path / "sampled.csv").captured_on, sampled.captured_on)  # type: ignore[arg-type]


def test_two_columns_are_enough(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(f"fen,uci\n{SCHOLAR},f3f7\n{SCHOLAR},a2a3\n")
    evidence = read_evidence(path)
    assert len(evidence) == 2
    assert (evidence.best, evidence.values) == (None, None)
    assert evidence.players == (("?", "?"), ("?", "?")), "every row is a separate game"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("position,move\n", "line 1: expected the columns fen and uci, found position, move"),
        ("", "line 1: expected the columns fen and uci, found nothing"),
        ("fen,uci\nhello,e2e4\n", "line 2: "),
        (
            f"fen,uci\n{SCHOLAR},f3f7\n{SCHOLAR},Qf7\n",
            "line 3: uci: 'Qf7' is not a move; write one such as e2e4 or e7e8q",
        ),
        (f"fen,uci\n{SCHOLAR},e4e6\n", "line 2: uci: e4e6 is not legal in r1bqkbnr"),
        (f"fen,uci,best\n{SCHOLAR},f3f7,e4e6\n", "line 2: best: e4e6 is not legal"),
        ("fen,uci\n7k/5KQ1/8/8/8/8/8/8 b - - 0 1,h8h7\n", "line 2: there are no legal moves in 7k/5KQ1"),
        (
            f"fen,uci,captured_on\n{SCHOLAR},f3f7,z9\n",
            "line 2: captured_on: 'z9' is not a square; write one such as e4",
        ),
        (
            f"fen,uci,values\n{SCHOLAR},f3f7,f3f7=9\n",
            "line 2: values: cannot read 'f3f7=9'; write a value such as e2e4:35",
        ),
        (
            f"fen,uci,values\n{SCHOLAR},f3f7,f3f7:9\n",
            "line 2: values: expected one for each legal move; missing or not legal: ",
        ),
    ],
)
def test_a_bad_line_is_refused_by_its_number(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(text)
    with pytest.raises(BadFile) as caught:
        read_evidence(path)
    assert f"{path}, {message}" in str(caught.value)


def test_no_player_of_the_test_is_in_another_part() -> None:
    evidence = shipped()
    parts = split(evidence, Shares(test=0.5, validation=0.3), seed=4)
    unseen = _players(parts.test)
    assert len(parts.test)
    assert len(parts.training)
    assert len(parts.validation)
    assert not unseen & (_players(parts.training) | _players(parts.validation))
    assert not set(parts.training.games) & set(parts.validation.games)
    assert len(evidence) == len(parts.training) + len(parts.validation) + len(parts.test) + parts.left_out


def test_a_split_follows_from_its_seed() -> None:
    evidence = shipped()
    first, again, other = (split(evidence, seed=seed).test.positions for seed in (3, 3, 4))
    assert first == again
    assert first != other


def test_a_position_of_both_sides_is_left_out_of_the_test() -> None:
    fens = [SCHOLAR] * 20
    played = np.full(20, encode_move(chess.Move.from_uci("f3f7")), np.uint16)
    players = tuple((f"white {number}", f"white {number}") for number in range(20))
    evidence = Evidence(Positions(fens), played, np.arange(20), players)
    parts = split(evidence, Shares(test=0.5, validation=0.0))
    assert len(parts.training)
    assert not len(parts.test)
    assert parts.left_out == 20 - len(parts.training)
    assert str(parts).startswith(f"{len(parts.training)} positions for training, 0 for validation, 0 by other players")


def test_unknown_players_are_drawn_by_game() -> None:
    evidence = shipped()
    nameless = Evidence(
        evidence.positions, evidence.played, evidence.games, tuple(("?", "?") for _ in evidence.players)
    )
    parts = split(nameless, Shares(test=0.4))
    assert not set(parts.test.games) & set(parts.training.games)
    assert len(parts.test)
    assert parts.left_out < len(evidence) / 20, "no game mixes known with unknown"


@pytest.mark.parametrize("share", [-0.1, 1.0])
def test_a_share_is_a_share(golden: Golden, share: float) -> None:
    with pytest.raises(BadArgument, match=f"the share for test cannot be {share}"):
        Shares(test=share)
    with golden.raises(BadArgument):
        partial(Shares, validation=share)()


def _players(evidence: Evidence) -> set[str]:
    return {name for game in evidence.games for name in evidence.players[game]}


def test_a_forced_move_teaches_nothing() -> None:
    forced = "7k/8/5K2/8/8/8/8/6R1 b - - 0 1"
    evidence = Evidence(
        Positions([forced, SCHOLAR]),
        np.array([encode_move(chess.Move.from_uci(uci)) for uci in ("h8h7", "f3f7")], np.uint16),
        np.arange(2),
        (("?", "?"),) * 2,
    )
    assert evidence.with_a_choice().positions.fens() == [SCHOLAR]
