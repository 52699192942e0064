"""Test the opening repertoire that a player really plays: by position, as PGN, with exercises for repeated mistakes."""

from __future__ import annotations

import io
from collections.abc import Sequence

import chess
import chess.pgn

from motif.board.material import Phase
from motif.engines.game_review import Judgement
from motif.report.pgn import repertoire_pgn
from motif.study.findings.openings import Repertoire, repertoires
from motif.study.games import StudiedGame, StudiedMove


def game(
    number: int, line: str, *, result: str = "1-0", lost: dict[int, tuple[float, str]] | None = None
) -> StudiedGame:
    """A game of Anna's with White; `lost` says what moves gave away, and what was better."""
    board, moves = chess.Board(), list[StudiedMove]()
    for ply, san in enumerate(line.split()):
        move = board.parse_san(san)
        away, better = (lost or {}).get(ply, (0.0, ""))
        best = board.parse_san(better) if better else None
        moves.append(StudiedMove(move, san, best, (), 0, away, Judgement.of(away), Phase.OPENING))
        board.push(move)
    return StudiedGame(
        number, "Anna", "Bert", result, True, "", "", "", "", None, None, "", "", None, chess.STARTING_FEN, 0,
        tuple(moves), (), (), "search",
    )  # fmt: skip


def sans(repertoire: Repertoire, line: str) -> Sequence[str]:
    board = chess.Board()
    for san in line.split():
        board.push_san(san)
    return [f"{board.san(each.move)} {each.games}" for each in repertoire.moves(board)]


def test_two_orders_of_moves_are_one_position() -> None:
    games = [game(1, "d4 d5 c4 e6 Nc3"), game(2, "c4 e6 d4 d5 Nc3"), game(3, "d4 d5 c4 e6 Nf3")]
    (white,) = repertoires(games)
    assert sans(white, "") == ["d4 2"], "what was played once is no repertoire"
    assert sans(white, "d4 d5 c4 e6") == ["Nc3 2"]


def test_a_move_that_keeps_going_wrong_gets_the_better_one_as_a_variation() -> None:
    games = [game(number, "e4 e5 Qh5 Nc6", lost={2: (0.08, "Nf3")}) for number in (1, 2)]
    (white,) = repertoires(games)
    ((board, played),) = white.wrong()
    assert (board.san(played.move), played.games) == ("Qh5", 2)
    assert played.remedy == chess.Move.from_uci("g1f3")
    text = repertoire_pgn(games, "Anna")
    read = chess.pgn.read_game(io.StringIO(text))
    assert read is not None
    assert read.headers["White"] == "Anna"
    assert [move.uci() for move in read.mainline_moves()] == ["e2e4", "e7e5", "d1h5", "b8c6"]
    assert "2. Nf3 $1 { Better, as the engine sees it. }" in text
    assert "2. Qh5 $6 { 2 games, 2 of 2" in text


def test_a_mistake_that_happened_once_is_no_habit() -> None:
    games = [game(1, "e4 e5 Qh5", lost={2: (0.08, "Nf3")}), game(2, "e4 e5 Nf3")]
    (white,) = repertoires(games)
    assert not list(white.wrong())
    assert "Better" not in repertoire_pgn(games, "Anna")
