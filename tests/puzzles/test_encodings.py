"""The ASP rules agree with python-chess on moves and mates, and with the tests of the themes."""

from __future__ import annotations

import random
from dataclasses import replace

import chess
import clingo
import pytest

from goldens import Golden
from motif.errors import BadArgument, ImpossibleRecipe, UnknownName
from motif.motifs.motif import Line
from motif.puzzles.diagram import Diagram, Square
from motif.puzzles.paper import prove_optimum
from motif.puzzles.recipe import PieceCount, Recipe, Replies
from motif.puzzles.skeletons import NAMES, Failure, Skeleton, Skeletons
from motif.puzzles.themes import ENCODINGS, THEMES, Theme, check_rules, find_theme, load
from motif.runtime.parallel import Progress

SMALL = Recipe(board=(4, 4), white=PieceCount(1, 6), black=PieceCount(1, 6))


def legal_by_rules(board: chess.Board) -> set[tuple[int, int]]:
    """Return Black's legal moves by the encodings."""
    control = clingo.Control(["--warn=none"])
    load(control, ["board", "guards", "legality"])
    facts = ["turn(0,black)."]
    for square, piece in board.piece_map().items():
        colour = "white" if piece.color else "black"
        place = f"({chess.square_file(square) + 1},{chess.square_rank(square) + 1})"
        facts.append(f"at(0,{colour},{NAMES[piece.symbol().upper()]},{place}).")
    control.add("base", [], " ".join(facts))
    control.ground([("base", [])])
    found = set()
    for atom in control.symbolic_atoms.by_signature("legal", 3):
        assert atom.is_fact
        origin, target = (
            chess.square(place.arguments[0].number - 1, place.arguments[1].number - 1)
            for place in atom.symbol.arguments[1:]
        )
        found.add((origin, target))
    return found


def random_board(draw: random.Random) -> chess.Board:
    while True:
        board = chess.Board(None)
        squares = draw.sample(range(64), 12)
        signs = ["K", "k", *draw.choices("QRBNPqrbnp", k=10)]
        for square, sign in zip(squares, signs, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(sign))
        board.turn = chess.BLACK
        if board.is_valid():
            return board


def test_blacks_legal_moves_are_those_of_python_chess() -> None:
    draw = random.Random(5)
    boards = [random_board(draw) for _ in range(12)]
    # A double check, a pin along each axis, and a king that may not retreat along the line of a check.
    boards += [
        chess.Board("4k3/8/5N2/8/8/8/4R3/4K3 b - - 0 1"),
        chess.Board("4k3/4r3/8/8/7B/8/4R3/4K3 b - - 0 1"),
        chess.Board("4k3/3b4/2p5/1B6/8/8/8/4K2Q b - - 0 1"),
        chess.Board("8/8/8/R2k4/8/8/3p4/4K3 b - - 0 1"),
    ]
    for board in boards:
        assert legal_by_rules(board) == {(move.from_square, move.to_square) for move in board.legal_moves}, board.fen()


def replayed(skeleton: Skeleton) -> chess.Board:
    board = chess.Board(str(skeleton.diagram))
    assert board.is_valid()
    for text in skeleton.line:
        move = chess.Move.from_uci(text)
        assert board.is_legal(move)
        board.push(move)
        if board.turn == chess.BLACK and not board.is_checkmate():
            assert board.legal_moves.count() == 1
    return board


def test_a_skeleton_is_a_forced_mate_with_a_quiet_key() -> None:
    rules = Skeletons(Recipe(), seed=3)
    for _ in range(3):
        skeleton = rules.find()
        assert isinstance(skeleton, Skeleton)
        rules.forbid(skeleton)
        start = chess.Board(str(skeleton.diagram))
        key = chess.Move.from_uci(skeleton.key)
        assert replayed(skeleton).is_checkmate()
        assert not start.gives_check(key)
        assert not start.is_capture(key)
        assert rules.allows(skeleton.diagram, skeleton.line)


def test_a_line_that_does_not_mate_is_not_allowed() -> None:
    rules = Skeletons(SMALL)
    diagram = Diagram.parse("1K2/1P2/kpp1/rqr1 w")
    assert rules.allows(diagram, ("b4a4", "c1d1", "b3b4n"))
    assert not rules.allows(diagram, ("b4a4", "c1d1", "b3b4q"))
    assert not rules.allows(diagram, ("b4c4", "c1d1", "b3b4n"))


FORCED_MATES = {
    "7R/8/Q7/8/3NN1p1/6p1/3K1p1p/6bk w - - 0 1": ("a6f1", "g3g2", "e4g3"),
    "8/1B6/8/5p2/5KQp/7p/N4prr/5Nbk w - - 0 1": ("g4g3", "h4g3", "f1g3"),
    "b7/1p6/1Rp5/2P5/4p3/8/3Q1K2/5N1k w - - 0 1": ("d2d5", "c6d5", "b6h6"),
    "b7/1p6/1p5Q/2p5/3N4/7B/5K2/5N1k w - - 0 1": ("d4b5", "c5c4", "h3g2"),
    "8/1Q6/p1p5/P7/3p4/3p3N/3K4/5N1k w - - 0 1": ("b7g7", "c6c5", "g7b7"),
}


@pytest.mark.parametrize("name", ["smothered mate", "queen sacrifice", "model mate", "double check", "switchback"])
def test_rules_and_test_of_a_theme_agree(name: str) -> None:
    theme = THEMES[name]
    assert theme.holds is not None
    rules = Skeletons(Recipe(themes=(theme,), white=PieceCount(2, 6), black=PieceCount(2, 9)))
    allowed = {fen for fen, line in FORCED_MATES.items() if rules.allows(Diagram.parse(fen), line)}
    assert allowed == {fen for fen, line in FORCED_MATES.items() if theme.holds(Line.of(chess.Board(fen), line))}
    assert 0 < len(allowed) < len(FORCED_MATES)


def test_philidors_legacy_is_smothered_and_a_queen_sacrifice() -> None:
    # The corner of the board that Philidor's legacy needs.
    diagram = Diagram.parse("2r1k/3pp/4N/Q4/3K1 w")
    line = ("a2d5", "c5d5", "e3c4")
    recipe = Recipe(themes=(THEMES["smothered mate"], THEMES["queen sacrifice"]), board=(5, 5), key_may=("check",))
    assert Skeletons(recipe).allows(diagram, line)
    assert not Skeletons(replace(recipe, key_may=())).allows(diagram, line)  # the key checks
    assert not Skeletons(replace(recipe, themes=(THEMES["back rank mate"],))).allows(diagram, line)


def test_fifteen_skeletons_have_different_solutions() -> None:
    rules = Skeletons(Recipe(board=(5, 5)), seed=1)
    solutions = set()
    for _ in range(15):
        skeleton = rules.find()
        assert isinstance(skeleton, Skeleton)
        rules.forbid(skeleton)
        solutions.add(skeleton.line)
    assert len(solutions) >= 14


def test_static_mode_moves_white_alone() -> None:
    rules = Skeletons(SMALL, seed=1, mode="static")
    skeleton = rules.find()
    assert isinstance(skeleton, Skeleton)
    pieces = skeleton.diagram.pieces
    assert all(pieces.get(Square.parse(move[:2]), "K").isupper() for move in skeleton.line[:1])
    assert len(skeleton.line) == 2


def test_a_skeleton_with_several_replies_is_found() -> None:
    skeleton = Skeletons(Recipe(board=(5, 5), replies=Replies.SEVERAL), seed=1).find()
    assert isinstance(skeleton, Skeleton)


def test_the_optimum_of_the_small_board_is_proved() -> None:
    steps: list[Progress] = []
    # The paper's 21 for up to five black pieces and the king takes three times as long: experiments/puzzles-paper.
    few = Recipe(board=(4, 4), white=PieceCount(1, 3), black=PieceCount(1, 4))
    optimum = prove_optimum(few, watch=steps.append)
    assert (optimum.white, optimum.black) == (1, 9)
    assert "1" in steps[-1].words
    assert "9" in steps[-1].words
    known = Skeleton(Diagram.parse("4/1K1P/2p1/1brk w"), ("b3c3", "b1a2", "d3d4r"))
    assert known in optimum.skeletons
    assert set(optimum.sound()) < set(optimum.skeletons)


def test_an_impossible_recipe_is_proved_impossible(golden: Golden) -> None:
    lonely = Recipe(board=(4, 4), white=PieceCount(1, 1), black=PieceCount(1, 4))
    assert Skeletons(lonely).find_anywhere() is Failure.IMPOSSIBLE
    with golden.raises(ImpossibleRecipe):
        prove_optimum(lonely)


FORK = "tactic(S,T) :- key(S,T), at(1,white,knight,T), at(1,black,king,K), attacks(1,T,K)."


def test_a_tactic_given_as_a_rule_binds_the_key() -> None:
    theme = Theme.from_asp(FORK, name="knight check")
    skeleton = Skeletons(Recipe(themes=(theme,), key_may=("check",)), seed=1).find()
    assert isinstance(skeleton, Skeleton)
    board = chess.Board(str(skeleton.diagram))
    key = chess.Move.from_uci(skeleton.key)
    assert board.piece_type_at(key.from_square) == chess.KNIGHT
    board.push(key)
    assert key.to_square in board.checkers()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tactic(S,T) :- key(S,T), at(1,white,knight,T.", r"line 1, column \d+: syntax error, unexpected \."),
        ("% a fork\ntactic(S,T) :- key(S,T), attack(1,T,K).", "line 2, column 26: atom does not occur"),
        ("tactic(S,X) :- key(S,T).", "line 1, column 1: unsafe variables"),
        ("fork(S,T) :- key(S,T).", r"do not define tactic\(From,To\)"),
    ],
)
def test_an_error_in_a_rule_is_reported_with_its_place(text: str, message: str) -> None:
    with pytest.raises(BadArgument, match=message):
        Theme.from_asp(text)


def test_an_unknown_theme_is_refused_with_suggestions(golden: Golden) -> None:
    with golden.raises(UnknownName) as caught:
        find_theme("windmill")
    assert "smothered" in caught.value.hint


def test_every_encoding_opens_with_its_interface() -> None:
    for path in [*ENCODINGS.glob("*.lp"), *ENCODINGS.glob("themes/*.lp")]:
        opening = path.read_text().split("\n\n")[0]
        assert opening.startswith("% ")
        assert "% input:" in opening or "% output:" in opening, path.name


def test_the_encodings_pass_their_own_check() -> None:
    check_rules("tactic(S,T) :- key(S,T).")
