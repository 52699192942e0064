"""Test that python-chess and Motif read annotated.pgn back: moves, reasons, values, clocks, arrows, variations."""

from __future__ import annotations

import io
from dataclasses import replace

import chess
import chess.engine
import chess.pgn
import pytest

from motif._core.board import Game
from motif.report.pgn import annotated_game, annotated_games
from motif.study.games import StudiedGame
from study.lessons import ending, study, trap


def read(text: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert game.errors == []
    return game


@pytest.mark.parametrize("game", [trap(), ending()], ids=["trap", "ending"])
def test_everything_comes_back(game: StudiedGame) -> None:
    text = annotated_game(game)
    tree, ours = read(text), Game.parse(text)
    nodes = list(tree.mainline())
    assert ours.moves == [node.move for node in nodes] == [move.move for move in game.moves]
    assert ours.players == (game.white, game.black)
    assert ours.start_fen == game.start
    assert [node.clock() for node in nodes] == [move.left for move in game.moves]
    for node, move in zip(nodes, game.moves, strict=True):
        score = node.eval()
        if abs(move.advantage) == 10_000:
            assert score is None
        else:
            assert score is not None
            assert score.white().score(mate_score=10_000) == move.advantage
    assert {ply for ply, comment in enumerate(ours.comments) if comment} == {fault.ply for fault in game.faults}


def test_the_mistake_says_why_and_shows_both_lines() -> None:
    nodes = list(read(annotated_game(trap())).mainline())
    mistake, reply = nodes[8], nodes[9]
    assert mistake.nags == {chess.pgn.NAG_BLUNDER}
    assert "Nxf7 allows Qxg2" in mistake.comment
    assert {arrow.pgn() for arrow in mistake.arrows()} == {"Gg5g2", "Rg2h1", "Rg2e4", "Yf2"}
    assert mistake.parent is not None
    (better,) = mistake.parent.variations[1:]
    assert "drives the king out" in better.comment
    line = [better.san(), *(node.san() for node in better.mainline())]
    assert line == ["Bxf7+", "Ke7", "O-O"]
    # Boris played the punishing move himself: it is part of the game and needs no variation.
    assert reply.parent is not None
    assert len(reply.parent.variations) == 1


def test_a_punishment_that_was_not_played_becomes_a_variation() -> None:
    game = trap()
    mild = replace(game, moves=(*game.moves[:9], replace(game.moves[9], move=chess.Move.from_uci("g5e7"), san="Qe7")))
    mild = replace(mild, faults=game.faults[:1])
    played = list(read(annotated_game(mild)).mainline())[9]
    assert played.parent is not None
    assert played.san() == "Qe7"
    assert played.parent.variations[1].san() == "Qxg2"


def test_a_mistake_without_an_explanation_shows_only_its_evaluation() -> None:
    game = trap()
    silent = replace(game, faults=tuple(replace(fault, is_explained=False) for fault in game.faults))
    explained, unexplained = (list(read(annotated_game(each)).mainline())[8] for each in (game, silent))
    assert (explained.san(), explained.nags, explained.eval()) == (
        unexplained.san(),
        unexplained.nags,
        unexplained.eval(),
    )
    assert "Nxf7 allows Qxg2" in explained.comment
    assert "Nxf7" not in unexplained.comment


def test_without_a_cause_the_better_line_is_shown_with_its_reason() -> None:
    (better,) = [
        node.parent.variations[1]
        for node in read(annotated_game(ending())).mainline()
        if node.ply() == 64 and node.parent
    ]
    assert better.san() == "a1=Q"
    assert better.comment == "a1=Q is better."


@pytest.mark.parametrize(
    "name", ['"Bobby"', "back\\slash\\", '] [Result "1-0"]', 'two\nlines\r\n[White "X"]', "} { ;", "שלום \u202e", "  "]
)
def test_names_of_every_kind(name: str) -> None:
    text = annotated_games(study(white=name, black="Boris").games)
    stream = io.StringIO(text)
    first, second = chess.pgn.read_game(stream), chess.pgn.read_game(stream)
    assert first is not None
    assert second is not None
    assert first.errors == second.errors == []
    assert chess.pgn.read_game(stream) is None
    assert len(list(first.mainline())) == 14
    assert first.headers["Result"] == "0-1"
    game = Game.parse(annotated_game(trap(white=name)))
    assert game.players[0] == (" ".join(name.split()) or "?")
