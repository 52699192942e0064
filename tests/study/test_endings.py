"""Test endings: the result at the start, what was kept, and the tables' answers for small ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import chess

from goldens import Golden
from motif.board.material import Phase
from motif.endgames.games import EndgamePlayer
from motif.endgames.program import find_program
from motif.engines.game_review import Judgement
from motif.engines.small_tables import Tablebase
from motif.study.findings.endgames import Ending, SmallTables, endgame_records, endings, saving_line
from motif.study.games import Rate, StudiedGame, StudiedMove
from motif.study.profile import SavedBy


def ending(fen: str, moves: str, result: str, *, advantages: list[int], is_white: bool = True) -> StudiedGame:
    """A game that begins in an ending, with White's advantage at the start and after every move."""
    board = chess.Board(fen)
    studied = []
    for san, advantage in zip(moves.split(), advantages[1:], strict=True):
        move = board.push_san(san)
        studied.append(StudiedMove(move, san, None, (), advantage, 0.0, Judgement.GOOD, Phase.ENDGAME))
    return StudiedGame(
        1, "Anna", "Bert", result, is_white, "", "", "", "", None, None, "", "", None, fen, advantages[0],
        tuple(studied), (), (), "search",
    )  # fmt: skip


ROOKS = "4k3/5ppp/8/8/8/8/R4PPP/1r2K3 w - - 0 1"
ROOK_MOVES = "Kd2 Kd7 Kc3 Kc6 Kd4 Kd6"


def test_a_won_rook_ending_that_is_drawn_was_thrown_away(tmp_path: Path) -> None:
    tables = SmallTables(Tablebase(tmp_path))
    game = ending(ROOKS, ROOK_MOVES, "1/2-1/2", advantages=[500, 500, 500, 0, 0, 0, 0])
    (record,) = endgame_records(list(endings(game, tables)), tables)
    assert record.name == "rook endings"
    assert record.held == Rate(0, 1)
    assert record.words == "Thrown away: 1 win."
    assert not record.is_exact


def test_a_level_ending_that_is_drawn_was_held(tmp_path: Path) -> None:
    tables = SmallTables(Tablebase(tmp_path))
    game = ending(ROOKS, ROOK_MOVES, "1/2-1/2", advantages=[0] * 7)
    (record,) = endgame_records(list(endings(game, tables)), tables)
    assert record.held == Rate(1, 1)
    assert record.words == "Nothing was thrown away."


def test_a_lost_ending_cannot_be_held(tmp_path: Path) -> None:
    tables = SmallTables(Tablebase(tmp_path))
    game = ending(ROOKS, ROOK_MOVES, "0-1", advantages=[-500] * 7)
    (record,) = endgame_records(list(endings(game, tables)), tables)
    assert record.held == Rate(0, 0)


def test_a_table_sees_the_pawn_ending_thrown_away_whatever_the_engine_said(golden: Golden, tmp_path: Path) -> None:
    # The king is well placed in front of its pawn; 1. Kd6 or 1. Kf6 keeps it there, 1. Kd5 steps back and draws.
    game = ending("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", "Kd5 Kd7 e6+ Ke7 Ke5 Ke8", "1/2-1/2", advantages=[900] * 7)
    tables = SmallTables(Tablebase(tmp_path))
    (found,) = endings(game, tables)
    golden(found.name)
    assert found.exact is not None
    assert (found.begins, found.exact.ends, found.worst) == (1, 0, 0)
    (record,) = endgame_records([found], tables)
    assert record.is_exact
    assert record.held == Rate(0, 1)
    (kept,) = record.kept
    assert kept.by is SavedBy.TABLE
    assert kept.line.startswith(("1. Kd6 ", "1. Kf6 "))


def test_a_table_that_takes_long_is_not_asked(golden: Golden, tmp_path: Path) -> None:
    tables = SmallTables(Tablebase(tmp_path))
    assert tables.name(chess.Board("4k3/8/4K3/8/8/8/r7/Q7 w - - 0 1")) is None
    golden(tables.name(chess.Board("4k3/8/4K3/8/8/8/8/Q7 w - - 0 1")))


BOTH_HAVE_A_ROOK = "8/8/8/8/8/2k5/1r6/K6R w - - 0 1"


def thrown(fen: str, better: str, played: str, *, begins: int) -> Ending:
    """An ending of one move, with the engine's move, the played one, and the result at the beginning."""
    board = chess.Board(fen)
    best, worse = board.parse_san(better), board.parse_san(played)
    move = StudiedMove(worse, played, best, (best,), 0, 0.3, Judgement.BLUNDER, Phase.ENDGAME)
    game = replace(ending(fen, "", "0-1", advantages=[500 * begins]), moves=(move,))
    return Ending(game, "an ending", 0, 1)


def test_a_program_that_plays_the_engines_move_gives_its_reason(tmp_path: Path) -> None:
    board = chess.Board(BOTH_HAVE_A_ROOK)
    best = EndgamePlayer("endgame:KRKR", find_program("KRKR")).advise(board)[0].move
    # Rh2 is taken: every other move holds at least.
    kept = saving_line(thrown(BOTH_HAVE_A_ROOK, board.san(best), "Rh2", begins=0), SmallTables(Tablebase(tmp_path)))
    assert kept is not None
    assert kept.by is SavedBy.PROGRAM
    assert board.san(best) in kept.because


def test_an_engine_move_that_loses_by_the_table_is_not_shown(tmp_path: Path) -> None:
    tables = SmallTables(Tablebase(tmp_path))
    assert saving_line(thrown(BOTH_HAVE_A_ROOK, "Rh2", "Rf1", begins=0), tables) is None


PAWNS = "8/8/1p6/p1p2k2/P1P5/1P2K3/8/8 w - - 0 1"


def test_with_more_pieces_a_deep_search_must_confirm_both_moves(tmp_path: Path) -> None:
    tables = SmallTables(Tablebase(tmp_path))
    kept = saving_line(thrown(PAWNS, "Kf3", "b4", begins=0), tables)
    assert kept is not None
    assert (kept.by, kept.line) == (SavedBy.ENGINE, "1. Kf3")
    # The king may go back as well: nothing is thrown away by that, whatever the result was.
    assert saving_line(thrown(PAWNS, "Kf3", "Ke2", begins=0), tables) is None


def test_without_a_better_move_nothing_is_said(tmp_path: Path) -> None:
    tables = SmallTables(Tablebase(tmp_path))
    game = ending(ROOKS, ROOK_MOVES, "1/2-1/2", advantages=[500, 500, 500, 0, 0, 0, 0])
    (found,) = endings(game, tables)
    assert saving_line(found, tables) is None
