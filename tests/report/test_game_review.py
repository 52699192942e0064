"""Test the review of one game: marks, deciding moves, accuracy, and its output formats."""

from __future__ import annotations

import io
from functools import cache

import chess
import chess.pgn
import pytest

from motif._core.board import Game
from motif.board.wording import percent
from motif.engines.game_review import game_accuracy, move_accuracy
from motif.engines.limits import Limit
from motif.errors import BadArgument, BadFile, NothingFound
from motif.report.game_review import GameReview, json_schema, rows
from motif.report.pgn import annotated_game
from motif.report.review_making import make_review, review_engine, side_of
from motif.report.review_page import review_page
from motif.report.review_text import WIDTH, review_text, spark_line

SCHOLAR = '[White "Anna"]\n[Black "Bo"]\n[Result "1-0"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n'
RETI = """[Event "Vienna"]
[Date "1910.??.??"]
[White "Réti"]
[Black "Tartakower"]
[Result "1-0"]

1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Qd3 e5 6. dxe5 Qa5+ 7. Bd2 Qxe5 8. O-O-O Nxe4
9. Qd8+ Kxd8 10. Bg5+ Kc7 11. Bd8# 1-0
"""


@cache
def reviewed(text: str, *, is_white: bool = True, threads: int = 2) -> GameReview:
    return make_review(Game.parse(text), review_engine("search"), is_white=is_white, threads=threads)


def test_the_move_that_allows_the_scholars_mate_decides_the_game() -> None:
    review = reviewed(SCHOLAR)
    assert [moment.name for moment in review.moments] == ["3...Nf6??"]
    (moment,) = review.moments
    assert (moment.player, moment.after < 0.01 < 0.3 < moment.before) == ("Bo", True)
    assert "Qxf7, mate" in moment.explanation.sentence
    assert review.marks[5] == "??"
    assert review.accuracy.white is not None
    assert review.accuracy.black is not None
    assert review.accuracy.white > 80 > 60 > review.accuracy.black


def test_tartakower_takes_the_knight_and_is_mated_by_a_double_check() -> None:
    review = reviewed(RETI)
    assert "8...Nxe4??" in [moment.name for moment in review.moments]
    assert review.name(16) == "9.Qd8+!", "a queen is given for a mate that the second best move does not have"
    assert review.only_moves == {16}


def test_the_review_is_the_same_on_one_core_and_on_two() -> None:
    assert reviewed(RETI, threads=1) == reviewed(RETI, threads=2)


def test_a_review_reads_back_from_its_json() -> None:
    review = reviewed(RETI)
    assert GameReview.from_json(review.to_json()) == review
    with pytest.raises(BadFile):
        GameReview.from_json("{}")
    properties = json_schema()["properties"]
    assert isinstance(properties, dict)
    assert {"game", "marks", "accuracy", "moments", "evaluated"} == set(properties)


def test_the_annotated_game_has_marks_evaluations_and_reasons() -> None:
    review = reviewed(RETI)
    tree = chess.pgn.read_game(io.StringIO(annotated_game(review.game, review.only_moves)))
    assert tree is not None
    nodes = list(tree.mainline())
    assert nodes[15].nags == {chess.pgn.NAG_BLUNDER}
    assert nodes[16].nags == {chess.pgn.NAG_GOOD_MOVE}
    assert nodes[15].eval() is not None
    assert nodes[15].comment
    assert [node.move for node in nodes] == [move.move for move in review.game.moves]


def test_the_terminal_shows_the_verdict_first_within_eighty_columns() -> None:
    text = review_text(reviewed(RETI))
    lines = text.splitlines()
    assert lines[0] == "Réti – Tartakower, 1-0"
    assert max(map(len, lines)) <= WIDTH
    assert text.index("accuracy") < text.index("decided the game") < text.index("The moves")
    assert "9. Qd8+!" in text


def test_a_long_game_still_fits_the_screen() -> None:
    assert len(spark_line([0.5] * 500, 78)) == 78
    assert spark_line([0.0, 0.999, 1.0], 78) == "▁██"


def test_the_page_loads_nothing_and_hides_the_better_move_until_the_reader_opens_it() -> None:
    page = review_page(reviewed(RETI, is_white=False))
    assert "http://" not in page.split("<script")[0].replace("http://www.w3.org", "")
    assert "Find a better move for Black" in page
    assert "8...Nxe4??" in page
    assert "Réti – Tartakower, 1-0" in page
    assert '<polyline points="0.0,' in page


def test_names_in_a_file_cannot_break_the_page() -> None:
    page = review_page(reviewed(SCHOLAR.replace("Anna", "<script>alert(1)</script>")))
    assert "<script>alert" not in page


def test_the_score_sheet_of_a_game_that_begins_with_black_has_a_gap() -> None:
    text = '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 20"]\n[SetUp "1"]\n\n20... Kd7 21. e4 *\n'
    review = make_review(Game.parse(text), review_engine("search", Limit(depth=4)))
    assert list(rows(review)) == [(20, "…", "Kd7"), (21, "e4", "")]
    assert "unfinished" in review_text(review)


def test_evaluations_in_the_file_are_used() -> None:
    evals = iter((0.2, 0.3, 0.2, 0.3, 0.0, 9.0))
    moves = ["1.", "e4", "e5", "2.", "Bc4", "Nc6", "3.", "Qh5", "Nf6"]
    body = " ".join(word if word.endswith(".") else f"{word} {{ [%eval {next(evals)}] }}" for word in moves)
    review = reviewed(f'[Result "*"]\n\n{body} *\n')
    assert review.evaluated.startswith("Evaluations from the file")
    assert review.game.moves[-1].advantage == 900
    assert review.marks[-1] == "??"


def test_a_game_without_moves_is_refused() -> None:
    with pytest.raises(BadArgument, match="there is nothing to review: the game has no moves"):
        make_review(Game.parse('[Result "*"]\n\n*\n'), review_engine("search"))


def test_a_side_is_named_by_its_player_or_its_colour() -> None:
    game = Game.parse(SCHOLAR)
    assert [side_of(game, "bo", None), side_of(game, None, "black"), side_of(game, None, None)] == [False, False, True]
    with pytest.raises(NothingFound, match="Carl did not play this game") as refused:
        side_of(game, "Carl", None)
    assert "Anna, Bo" in refused.value.hint
    with pytest.raises(BadArgument):
        side_of(game, "Bo", "white")


# Accuracy, as Lichess has it.


def test_a_move_that_loses_nothing_is_perfect_and_a_lost_queen_is_not() -> None:
    assert move_accuracy(0.0) == move_accuracy(-0.3) == 100
    assert percent(move_accuracy(0.5) / 100) == "10 %"
    assert 0 <= move_accuracy(1.0) < 1


def test_the_accuracy_of_a_side_counts_its_own_moves_alone() -> None:
    # White loses nothing; Black's second move loses a fifth of the winning chance.
    accuracy = game_accuracy([0.5, 0.5, 0.5, 0.5, 0.7, 0.7])
    assert accuracy[chess.WHITE] == 100
    black = accuracy[chess.BLACK]
    assert black is not None
    assert move_accuracy(0.2) < black < 75
    assert game_accuracy([0.5, 0.4], chess.BLACK) == {chess.WHITE: None, chess.BLACK: 100}
