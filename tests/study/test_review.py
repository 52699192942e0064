"""Test a game reviewed for one side: motifs found, missed and allowed; a slightly worse move has none."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import islice

import chess
from chess.engine import Cp

from goldens import Golden
from motif._core.board import Game
from motif.board.material import Phase
from motif.engines.evaluator import Evaluation, Evaluator
from motif.engines.game_review import Judgement
from motif.engines.limits import STUDY_FIRST_LOOK, STUDY_SECOND_LOOK, Limit
from motif.errors import UnknownName
from motif.explain.mistakes import explain_mistake
from motif.players.names import find_evaluator
from motif.study.engine import StudyEngine
from motif.study.games import Occasion, Outcome, StudiedGame
from motif.study.review import is_explained, review_game

ENGINE = StudyEngine("search", STUDY_FIRST_LOOK, STUDY_SECOND_LOOK)
KNIGHT_AND_ROOK = "r7/3k1p2/8/1P1N4/8/8/5P2/4K3 b - - 0 1"
"""On e8 the king would stand a fork away from the rook."""


@cache
def evaluator() -> Evaluator:
    return ENGINE.evaluator()


def reviewed(
    moves: str, *, is_white: bool, fen: str = KNIGHT_AND_ROOK, engine: StudyEngine = ENGINE, **tags: str
) -> StudiedGame:
    head = "".join(f'[{name} "{value}"]\n' for name, value in {"FEN": fen, "SetUp": "1", **tags}.items())
    return review_game(Game.parse(f"{head}\n{moves} *\n"), is_white=is_white, evaluator=evaluator(), engine=engine)


def summary(occasions: tuple[Occasion, ...]) -> list[tuple[int, str, str]]:
    return [(occasion.ply, occasion.motif, occasion.outcome.value) for occasion in occasions]


def test_a_fork_that_was_given_and_taken() -> None:
    game = reviewed("1... Ke8 2. Nc7+ Kd7 3. Nxa8", is_white=True)
    assert summary(game.occasions)[:1] == [(1, "fork", "found")]
    assert (0, "fork", "allowed") in summary(game.theirs)
    assert not game.faults


def test_a_fork_that_was_given_and_passed_by() -> None:
    game = reviewed("1... Ke8 2. Ke2 Kd7", is_white=True)
    assert summary(game.occasions)[:1] == [(1, "fork", "missed")]
    assert game.occasions[0].lost >= 0.1
    (fault,) = game.faults
    assert fault.ply == 1
    assert "Nc7+, which forks the king on e8 and the rook on a8" in fault.sentence
    assert fault.missed is not None
    assert fault.missed.motif == "fork"
    assert fault.missed.line[0].uci == "d5c7"
    assert fault.missed.check is not None


def test_the_side_that_allows_a_fork_is_at_fault() -> None:
    game = reviewed("1... Ke8 2. Nc7+ Kd7 3. Nxa8", is_white=False)
    assert summary(game.occasions) == [(0, "fork", "allowed")]
    assert game.faults[0].allowed is not None
    assert game.moves[0].judgement is Judgement.BLUNDER
    assert game.moves[0].best is not None
    assert game.moves[0].line[0] == game.moves[0].best


def test_where_nothing_is_given_nothing_is_on() -> None:
    game = reviewed("1... Kd6 2. Ne3 Ra1+", is_white=True)
    assert not any(occasion.outcome is Outcome.FOUND for occasion in game.occasions)


def test_the_words_of_a_game_are_kept() -> None:
    game = reviewed("1... Ke8 2. Nc7+", is_white=True, White="Anna", Black="Bert", WhiteElo="1500", Date="2024.05.01")
    assert (game.white, game.black, game.rating, game.opponent_rating) == ("Anna", "Bert", 1500, None)
    assert game.date == "2024.05.01"
    assert [move.san for move in game.moves] == ["Ke8", "Nc7+"]
    assert game.moves[0].phase is Phase.ENDGAME
    assert game.moves[1].advantage > 0
    assert game.left_book is None


def test_evaluations_in_the_file_spare_the_first_look_unless_it_should_be_fresh() -> None:
    moves = "1... Ke8 { [%eval 5.0] } 2. Ke2 { [%eval -3.0] } 2... Kd7 { [%eval -3.0] }"
    believed = reviewed(moves, is_white=True)
    assert believed.moves[0].advantage == 500
    assert believed.engine.startswith("evaluations in the file")
    fresh = reviewed(
        moves, is_white=True, engine=StudyEngine("search", STUDY_FIRST_LOOK, STUDY_SECOND_LOOK, from_file=False)
    )
    assert fresh.moves[0].advantage != 500
    assert not fresh.engine.startswith("evaluations in the file")


def test_a_loss_that_only_the_file_sees_is_said_to_be_the_files() -> None:
    game = reviewed(
        "1. e4 { [%eval 0.3] } 1... e5 { [%eval 0.3] } 2. Nf3 { [%eval -5.0] }", is_white=True, fen=chess.STARTING_FEN
    )
    (fault,) = game.faults
    assert not fault.with_motif
    assert "Nf3" in fault.sentence


class Calm:
    """Finds everything even, and would play whatever comes first."""

    name = "calm"

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        return [Evaluation(Cp(0), tuple(islice(board.legal_moves, 1))) for board in boards]


def test_a_better_move_that_is_hardly_better_explains_nothing() -> None:
    game = Game.parse("1. e4 { [%eval 0.3] } 1... e5 { [%eval 0.3] } 2. d4 { [%eval -5.0] } *\n")
    (fault,) = review_game(game, is_white=True, evaluator=Calm(), engine=ENGINE).faults
    assert not fault.with_motif
    assert fault.sentence.startswith("d4 loses ")
    assert fault.sentence.endswith(" looks only a little better.")
    assert not fault.is_explained


def test_an_idea_explains_a_small_loss_and_no_great_one() -> None:
    # From a rapid game: Nbd7 was better than c4, and looks at e5; whether that is why depends on what c4 lost.
    start = "rn3rk1/p4pp1/3bqn1p/2pp4/B7/P1P1BN2/1P3PPP/R2Q1R1K w - - 0 16"
    for then, explains in ((1.3, True), (2.3, False)):
        moves = f"16. Kg1 {{ [%eval 0.0] }} 16... c4 {{ [%eval {then}] }}"
        (fault,) = reviewed(moves, is_white=False, fen=start).faults
        assert "Better is Nbd7, which develops the knight" in fault.sentence
        assert fault.is_explained == explains


def test_a_threat_that_can_be_met_explains_no_more_than_the_engine_saw_lost() -> None:
    # From a rapid game: after Kg2 the rook drives the queen away. Stockfish says that Ng6 was there, and won.
    board = chess.Board("rnbq1rk1/p5p1/1pp1p3/2npP2Q/5N2/2P3P1/PP3P2/R1B2RK1 w - - 2 18")
    mistake = explain_mistake(board, board.parse_san("Kg2"), find_evaluator("search"))
    assert mistake.sentence.startswith("Kg2 allows Rf5, which attacks the queen on h5")
    assert is_explained(mistake, lost=0.12)
    assert not is_explained(mistake, lost=0.46)


def test_clocks_say_what_was_spent_and_what_is_left() -> None:
    moves = "1. e4 { [%clk 0:05:00] } 1... e5 { [%clk 0:05:00] } 2. Nf3 { [%clk 0:04:50] } 2... Nc6 { [%clk 0:04:30] }"
    game = reviewed(moves, is_white=True, fen=chess.STARTING_FEN, TimeControl="300+2")
    assert [move.left for move in game.moves] == [300, 300, 290, 270]
    assert [move.spent for move in game.moves] == [None, None, 12, 32]


def test_an_opening_is_named_and_left_where_no_case_goes_on() -> None:
    game = reviewed("1. e4 e5 2. Nf3 Nc6 3. Bb5 h5 4. h4 a5", is_white=False, fen=chess.STARTING_FEN)
    assert game.opening.startswith("Ruy Lopez")
    assert game.left_book == 5
    assert game.is_players(5)


def test_the_engine_is_found_or_refused_at_once(golden: Golden) -> None:
    found = StudyEngine.find("search", Limit(depth=2), fresh=True)
    assert (found.first, found.second, found.from_file) == (Limit(depth=2), Limit(depth=2), False)
    assert StudyEngine.find("search:5").first == Limit(depth=5)
    with golden.raises(UnknownName):
        StudyEngine.find("sherlock")


def test_a_draw_is_not_said_to_be_saved_where_the_file_sees_a_win() -> None:
    """The search gives knights for a perpetual check; Stockfish, in the file, has Black three pawns ahead."""
    fen = "8/p4pk1/2p1n1p1/1p2b1Nn/7K/2P2P2/PPB2P2/R7 b - - 3 33"
    won = reviewed("33... Nef4 { [%eval 0.00] } 34. Ne4 { [%eval -3.04] } 34... f5", is_white=True, fen=fen)
    assert [fault.ply for fault in won.faults] == [1]
    assert "saves the draw" not in won.faults[0].sentence
    drawn = reviewed("33... Nef4 { [%eval 3.00] } 34. Ne4 { [%eval 0.00] } 34... f5", is_white=True, fen=fen)
    assert "saves the draw" in drawn.faults[0].sentence
