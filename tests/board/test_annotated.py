"""Test that Motif and python-chess read annotated games back alike."""

from __future__ import annotations

import io

import chess
import chess.engine
import chess.pgn
import pytest

from motif._core.board import Game
from motif.board.annotations import BEFORE_THE_FIRST_MOVE, Annotation, Variation, annotate
from motif.board.drawing import Arrow
from motif.errors import BadArgument

SCHOLARS_MATE = '[White "Anna"]\n[Black "Boris"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0'
NOTES = {
    BEFORE_THE_FIRST_MOVE: Annotation("A lesson for beginners.", arrows=(Arrow.parse("Ye2e4"),)),
    2: Annotation("The queen comes early.", frozenset({chess.pgn.NAG_DUBIOUS_MOVE}), arrows=(Arrow.parse("Gh5f7"),)),
    5: Annotation(
        "Boris attacks the queen\nand overlooks mate.",
        frozenset({chess.pgn.NAG_BLUNDER, 22}),
        chess.engine.PovScore(chess.engine.Mate(1), chess.WHITE),
        (Arrow.parse("Rh5f7"), Arrow.parse("Rc4f7"), Arrow.parse("Bf7")),
    ),
    3: Annotation(evaluation=chess.engine.PovScore(chess.engine.Cp(-35), chess.WHITE)),
}


def test_what_is_written_is_read_back() -> None:
    game = Game.parse(SCHOLARS_MATE)
    text = annotate(game, NOTES)
    ours = Game.parse(text)
    tree = chess.pgn.read_game(io.StringIO(text))
    assert tree is not None
    nodes = list(tree.mainline())
    assert ours.moves == [node.move for node in nodes] == game.moves
    assert ours.players == ("Anna", "Boris")
    assert ours.result == "1-0"
    assert ours.introduction == "A lesson for beginners."
    assert [arrow.pgn() for arrow in tree.arrows()] == ["Ye2e4"]
    for ply, node in enumerate(nodes):
        note = NOTES.get(ply, Annotation())
        assert ours.comments[ply] == " ".join(note.comment.split())
        assert ours.nags[ply] == node.nags == note.nags
        assert ours.evals[ply] == node.eval() == note.evaluation
        assert set(map(Arrow.parse, ours.arrows[ply])) == set(note.arrows)
        assert {arrow.pgn() for arrow in node.arrows()} == {str(arrow) for arrow in note.arrows}


def test_arrows_and_marks_are_written_as_lichess_studies_read_them() -> None:
    text = " ".join(annotate(Game.parse(SCHOLARS_MATE), NOTES).split())
    assert "3. Bc4 Nf6 $4 $22 { [%csl Bf7][%cal Rh5f7,Rc4f7] [%eval #1] Boris attacks" in text
    assert "Nc6 { [%eval -0.35] }" in text


def test_earlier_notes_stay() -> None:
    game = Game.parse("1. e4 { [%clk 0:03:00] [%cal Ge2e4] Best by test. } e5! *")
    again = Game.parse(annotate(game, {0: Annotation("So said Fischer.", arrows=(Arrow.parse("Re4"),))}))
    assert again.comments == ["Best by test. So said Fischer.", ""]
    assert again.clocks[0] == 180
    assert again.arrows[0] == ["Re4", "Ge2e4"]
    assert again.nags[1] == {1}


def test_nothing_to_say_changes_no_move() -> None:
    game = Game.parse(SCHOLARS_MATE)
    assert Game.parse(annotate(game, {})).moves == game.moves


def test_a_board_is_annotated_as_the_game_of_its_moves() -> None:
    board = chess.Board("4k3/P7/8/8/8/8/8/4K3 w - - 0 40")
    board.push_san("a8=Q+")
    again = Game.parse(annotate(board, {0: Annotation("A new queen.")}))
    assert again.start_fen == "4k3/P7/8/8/8/8/8/4K3 w - - 0 40"
    assert again.comments == ["A new queen."]


def test_what_should_have_been_played_is_a_variation_with_its_own_words() -> None:
    game = Game.parse(SCHOLARS_MATE)
    line = tuple(map(chess.Move.from_uci, ("g7g6", "h5f3")))
    guards = Variation(line, "The pawn guards f7 and hits the queen.", (Arrow.parse("Gg6h5"),))
    tree = chess.pgn.read_game(io.StringIO(annotate(game, {5: Annotation(clock=61.0, instead=(guards,))})))
    assert tree is not None
    played = list(tree.mainline())[5]
    assert [node.move for node in tree.mainline()] == game.moves
    assert played.clock() == 61
    assert played.parent is not None
    better = played.parent.variations[1]
    assert [better.move, *(node.move for node in better.mainline())] == list(line)
    assert better.comment.endswith("The pawn guards f7 and hits the queen.")
    assert [arrow.pgn() for arrow in better.arrows()] == ["Gg6h5"]


def test_a_tree_is_annotated_with_what_it_holds() -> None:
    tree = chess.pgn.read_game(io.StringIO('[White "Anna"]\n\n1. e4 (1. d4 d5) 1... e5 *'))
    assert tree is not None
    text = annotate(tree, {0: Annotation("Best by test.")})
    assert "1. e4 { Best by test. } ( 1. d4 d5 ) 1... e5 *" in text
    assert '[White "Anna"]' in text


@pytest.mark.parametrize("ply", [-2, 7])
def test_a_note_needs_a_move(ply: int) -> None:
    with pytest.raises(BadArgument, match=f"there is no ply {ply} to annotate in a game of 7 plies"):
        annotate(Game.parse(SCHOLARS_MATE), {ply: Annotation("?")})
