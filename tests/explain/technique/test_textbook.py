"""Test twelve textbook endings: the right move, the sentence of its rule, and a twin with a different result."""

from __future__ import annotations

from dataclasses import dataclass

import chess
import pytest

from motif.engines.evaluator import Evaluator
from motif.engines.exact import ExactEvaluator, ExactResults
from motif.explain.technique.verdicts import Technique, TechniqueAdviser, technique
from motif.players.names import find_evaluator


@dataclass(frozen=True)
class Lesson:
    """A position, its right moves, the words that its rule needs; the twin, a move there, and what is said of it."""

    name: str
    fen: str
    right: tuple[str, ...]
    words: str
    twin: str
    twin_move: str
    contrary: str


LESSONS = (
    Lesson(
        "opposition",
        "8/8/4k3/8/3K4/4P3/8/8 w - - 0 1",
        ("Ke4",),
        "Ke4 keeps the win: it takes the opposition, so Black must give way",
        "8/8/4k3/8/4K3/4P3/8/8 w - - 0 1",
        "Kd4",
        "draws, as every move does: White's king is kept from d5, e5 and f5, the key squares of the pawn on e3",
    ),
    Lesson(
        "key squares",
        "8/4k3/8/8/4K3/4P3/8/8 w - - 0 1",
        ("Kd5", "Ke5", "Kf5"),
        "a key square of the pawn on e3",
        "8/4k3/8/8/4K3/4P3/8/8 b - - 0 1",
        "Ke6",
        "Ke6 holds the draw: it takes the opposition",
    ),
    Lesson(
        "square of the pawn",
        "8/8/8/8/P4k2/8/8/7K w - - 0 1",
        ("a5",),
        "Black's king is outside the pawn's square, as it needs 5 moves to a8 and the pawn 3",
        "8/8/8/8/P4k2/8/8/7K b - - 0 1",
        "Ke5",
        "Ke5 holds the draw: Black's king is inside the square of the pawn on a4",
    ),
    Lesson(
        "Lucena",
        "1K6/1P1k4/8/8/8/8/r7/2R5 w - - 0 1",
        ("Rc4",),
        "Rc4 keeps the win: it builds Lucena's bridge",
        "K7/P2k4/8/8/8/8/1r6/2R5 w - - 0 1",
        "Rc4",
        "holds the draw: the rook on b2 and the king on d7 shut the king in the corner",
    ),
    Lesson(
        "Philidor",
        "4k3/R7/8/3KP3/8/8/8/1r6 b - - 0 1",
        ("Rb6",),
        "Rb6 holds the draw: in Philidor's defence the rook keeps the king off the sixth rank",
        "2r1k3/7R/4PK2/8/8/8/8/8 b - - 0 1",
        "Rb8",
        "Rb8 loses: king and pawn are on the sixth rank, and the rook on b8 is tied to its back rank",
    ),
    Lesson(
        "rook behind the pawn",
        "5R2/6K1/8/3p4/8/8/3k4/8 w - - 0 1",
        ("Rd8",),
        "Rd8 keeps the win: the rook goes behind the passed pawn on d5",
        "5R2/6K1/8/8/3p4/8/3k4/8 w - - 0 1",
        "Rd8",
        "Rd8 draws, as every move does",
    ),
    Lesson(
        "wrong bishop",
        "7k/8/8/6KP/8/8/8/3B4 b - - 0 1",
        ("Kg7", "Kg8", "Kh7"),
        "it is the wrong bishop, as it does not control h8",
        "7k/8/8/6KP/8/8/8/2B5 w - - 0 1",
        "Kg6",
        "Kg6 keeps the win: it is the right bishop, as it controls h8",
    ),
    Lesson(
        "queen against a pawn on the seventh",
        "Q7/8/8/8/7K/8/1k1p4/8 w - - 0 1",
        ("Qd5", "Qb7+", "Qa4"),
        "the queen forces the king in front of its pawn on d2",
        "Q7/8/8/8/7K/8/1kp5/8 w - - 0 1",
        "Qb7+",
        "holds the draw: against the bishop's pawn on c2",
    ),
    Lesson(
        "outside passed pawn",
        "8/8/4k1p1/7p/P3K2P/6P1/8/8 w - - 0 1",
        ("Kf4", "a5"),
        "the outside passed pawn on a4 draws Black's king away from the pawns on h5 and g6",
        "8/8/6p1/p3k2p/7P/4K1P1/8/8 b - - 0 1",
        "Kd5",
        "Kd5 keeps the win: the outside passed pawn on a5 draws White's king away",
    ),
    Lesson(
        "triangulation",
        "2k5/8/p1P5/P2K4/8/8/8/8 w - - 0 1",
        ("Kc4", "Kd4"),
        "the king goes round by d5–",
        "2k5/8/2P5/3K4/8/8/8/8 w - - 0 1",
        "Kc4",
        "Kc4 draws, as every move does",
    ),
    Lesson(
        "opposite bishops",
        "8/1b3k2/8/4P3/3K4/4B3/8/8 b - - 0 1",
        ("Ke6",),
        "with bishops of opposite colours nothing drives the king from e6, in front of the pawn on e5",
        "8/3KP3/8/8/8/4B3/1k6/b7 w - - 0 1",
        "e8=Q",
        "e8=Q keeps the win",
    ),
    Lesson(
        "race",
        "8/7k/8/P7/7p/8/K7/8 w - - 0 1",
        ("a6",),
        "White queens first, as the pawn on a6 needs 2 moves and the one on h4 3",
        "8/7k/8/P7/7p/8/K7/8 b - - 0 1",
        "h3",
        "h3 keeps the win: Black queens first, as the pawn on h3 needs 2 moves",
    ),
)

by_name = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)


@pytest.fixture(scope="module")
def evaluator() -> Evaluator:
    return ExactEvaluator(find_evaluator("search"))


def said(fen: str, move: str, evaluator: Evaluator | None) -> Technique | None:
    board = chess.Board(fen)
    return technique(board, board.parse_san(move), ExactResults(), evaluator)


@by_name
def test_the_right_move_and_the_rule(lesson: Lesson, evaluator: Evaluator) -> None:
    board = chess.Board(lesson.fen)
    advice = TechniqueAdviser(ExactResults(), evaluator).advise(board)
    assert board.san(advice[0].move) in lesson.right
    assert lesson.words in " ".join(piece.because.english for piece in advice)


@by_name
def test_the_twin_says_the_contrary(lesson: Lesson, evaluator: Evaluator) -> None:
    advice = said(lesson.twin, lesson.twin_move, evaluator)
    assert advice is not None
    assert lesson.contrary in advice.sentence


@pytest.mark.parametrize(
    ("fen", "move", "sentence"),
    [
        (
            "8/4k3/8/8/4K3/4P3/8/8 w - - 0 1",
            "Kd4",
            "Kd4 throws the win away. Kd5 wins: the king reaches d5, a key square of the pawn on e3."
            " Ke5 and Kf5 also win.",
        ),
        (
            "4k3/8/8/4K3/4P3/8/8/8 b - - 0 1",
            "Kd7",
            "Kd7 throws the draw away. Only Ke7 draws: it takes the opposition, so White must give way.",
        ),
        (
            "7k/8/8/6K1/8/5Q2/8/8 w - - 0 1",
            "Qf7",
            "Qf7 throws the win away: it is stalemate.",
        ),
        (
            "8/7k/8/P7/7p/8/K7/8 b - - 0 1",
            "Kg7",
            "Kg7 turns a win into a loss. Only h3 wins: Black queens first, as the pawn on h3 needs 2 moves and"
            " the one on a5 3.",
        ),
    ],
)
def test_the_truth_speaks_first_about_a_bad_move(fen: str, move: str, sentence: str) -> None:
    words = said(fen, move, None)
    assert words is not None
    assert words.sentence == sentence
    assert words.is_exact


def test_a_move_away_from_the_known_defence_is_not_called_lost(evaluator: Evaluator) -> None:
    words = said("4k3/R7/8/3KP3/8/8/8/1r6 b - - 0 1", "Rd1+", evaluator)
    assert words is not None
    assert words.sentence.startswith("Rd1+ is not the known way. Rb6 holds the draw: ")


def test_an_opening_is_none_of_its_business(evaluator: Evaluator) -> None:
    assert technique(chess.Board(), chess.Move.from_uci("e2e4"), ExactResults(), evaluator) is None
    assert not TechniqueAdviser(ExactResults(), evaluator).advise(chess.Board())


def test_without_an_oracle_only_tables_and_proofs_speak() -> None:
    assert said("8/8/4k1p1/7p/P3K2P/6P1/8/8 w - - 0 1", "Kd4", None) is None
    assert said("1K6/1P1k4/8/8/8/8/r7/2R5 w - - 0 1", "Rc4", None) is not None
