"""Test programs and their games in the core against plain Python, and the errors of the core."""

from __future__ import annotations

import pickle
import random

import chess
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from endgames.reference_games import Tokens, Trees, ending_of, evaluate, move_values, moves_of, play
from endgames.reference_terminals import balance
from goldens import Golden
from motif._core.board import Positions, decode_move
from motif._core.endgames import (
    ENDINGS,
    EXTRA_FUNCTIONS,
    EXTRA_TERMINALS,
    FUNCTIONS,
    TERMINALS,
    CompiledProgram,
    ProgramGames,
    endgame_starts,
    play_programs,
)
from motif._core.search import Searcher
from motif.errors import BadArgument
from walks import random_positions

KINDS = {name: kind for name, kind, _ in (*TERMINALS, *EXTRA_TERMINALS)}
CONSTANTS: list[str | float] = [500.0, 1000 / 3, 250.0, -500.0, -1000 / 3, -250.0, 1 / 500, -1 / 250]


def random_tree(rng: random.Random, kind: str = "Float", depth: int = 4) -> list[str | float]:
    fitting = [function for function in (*FUNCTIONS, *EXTRA_FUNCTIONS) if function[1] == kind]
    if depth == 0 or rng.random() < 0.2:
        leaves: list[str | float] = [name for name, gives in KINDS.items() if gives in (kind, "Query")]
        return [rng.choice(leaves + CONSTANTS * 2 if kind == "Float" else leaves)]
    name, _, arguments, _ = rng.choice(fitting)
    return [name, *(token for argument in arguments for token in random_tree(rng, argument, depth - 1))]


def random_trees(seed: int) -> Trees:
    rng = random.Random(seed)
    return Trees(random_tree(rng), random_tree(rng), random_tree(rng, depth=2))


def compiled(trees: Trees, plies: int = 1, material: float = 0.0) -> CompiledProgram:
    return CompiledProgram(*trees, plies=plies, material=material)


def same_everywhere(tree: Tokens) -> Trees:
    return Trees(tree, tree, tree)


MATERIALIST = same_everywhere(["If3", "IsMate", 1000.0, "If3", "IsMateInOne", -1000.0, "EvaluateMaterial"])
CAREFUL = same_everywhere(["If3", "IsMate", 1000.0, "If3", "MyPieceCannotBeCaptured", "EvaluateMaterial", -500.0])
ROOK_MATE = same_everywhere(
    ["If3", "IsMate", 1000.0, "If3", "Not", "MyPieceCannotBeCaptured", -500.0, "NumNotMovesOppKing"]
)


def test_then_orders_by_the_first_and_among_equals_by_the_second() -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    first, second, both = (
        dict(compiled(same_everywhere(tree)).values(board))
        for tree in (
            ["NumMyPiecesNotAttacked"],
            ["OppKingProxPiece"],
            ["Then", "NumMyPiecesNotAttacked", "OppKingProxPiece"],
        )
    )
    best = max(both, key=lambda move: both[move])
    equals = [move for move in first if first[move] == max(first.values())]
    assert best in equals
    assert second[best] == max(second[move] for move in equals) > min(second[move] for move in equals)


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from(["KRKR", "KQRKQR", "KBNK", "KPKP", "KQKP"]), st.integers(0, 10**6))
def test_a_compiled_program_has_the_values_of_its_trees(program: int, signature: str, start: int) -> None:
    trees = random_trees(program)
    board = endgame_starts(signature, 1, start, turn="random")[0]
    values = compiled(trees).values(board)
    assert [move for move, _ in values] == moves_of(board)
    assert dict(values) == move_values(trees, board)


def test_every_legal_move_but_castling_is_considered() -> None:
    program = compiled(MATERIALIST)
    for board in random_positions(400, seed=8):
        assert [move for move, _ in program.values(board)] == moves_of(board), board.fen()


def test_en_passant_is_a_move_unless_it_exposes_the_king() -> None:
    program = compiled(MATERIALIST)
    free = chess.Board("8/8/8/K2pP3/8/8/8/7k w - d6 0 1")
    bare = chess.Board("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1")
    assert chess.Move.from_uci("e5d6") in dict(program.values(free))
    assert chess.Move.from_uci("e5d6") not in dict(program.values(bare))


@pytest.mark.parametrize(
    ("signature", "material"), [("KRKR", 40.0), ("KQKP", 0.0), ("KQKP", 40.0), ("KRK", 0.0), ("KRK", 40.0)]
)
def test_looking_ahead_is_minimax(signature: str, material: float) -> None:
    for number, board in enumerate(endgame_starts(signature, 1 if signature == "KRKR" else 3, 5, turn="random")):
        trees = random_trees(number)
        player = compiled(trees, 3, material)
        expected = move_values(trees, board, 3, material)
        assert dict(player.values(board)) == expected
        best = [move for move, value in expected.items() if value == max(expected.values())]
        positions = Positions.from_boards([board] * 20)
        chosen = {decode_move(code) for code in player.choose(positions, np.arange(20)).tolist()}
        assert chosen <= set(best)
        assert len(chosen) > 1 or len(best) == 1


@pytest.mark.parametrize(
    "position",
    ["1k6/1P6/K7/8/8/8/8/8 w - - 0 1", "k7/P7/8/K7/8/8/8/8 w - - 0 1", "8/8/8/8/p7/k7/p7/K7 w - - 0 1"],
    ids=["mate or stalemate", "a pawn's last step", "a king in the corner"],
)
def test_five_plies_are_minimax_too(position: str) -> None:
    board, trees = chess.Board(position), random_trees(4)
    assert dict(compiled(trees, 5, 40.0).values(board)) == move_values(trees, board, 5, 40.0)


def test_five_plies_see_a_mate_in_three() -> None:
    # 1.Kc6 Ka7 2.Rh8 (or so) Ka6 3.Ra8, or 1… Kc8 2.Rh8 at once: three moves for the side that mates.
    board = chess.Board("1k6/8/3K4/8/8/8/8/7R w - - 0 1")
    only_mates = same_everywhere(["If3", "IsMate", 1000.0, 0.0])
    assert max(dict(compiled(only_mates, 5).values(board)).values()) == 1e9 - 4
    assert max(dict(compiled(only_mates, 3).values(board)).values()) == 0.0


def test_two_more_plies_see_the_mate_that_one_does_not() -> None:
    # 1.Kb6, and 2.Rd8 mates after every reply; without look-ahead the program sees a mate only on the board.
    board = chess.Board("k7/8/2K5/8/8/8/8/3R4 w - - 0 1")
    only_mates = same_everywhere(["If3", "IsMate", 1000.0, 0.0])
    deep = dict(compiled(only_mates, 3).values(board))
    assert max(deep.values()) == 1e9 - 2
    assert set(dict(compiled(only_mates).values(board)).values()) == {0.0}


def test_the_tree_is_chosen_by_the_material_before_the_move() -> None:
    program = CompiledProgram([1.0], [2.0], [3.0])
    for side, value in [(chess.WHITE, 1.0), (chess.BLACK, 3.0)]:
        board = chess.Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
        board.turn = side
        assert {each for _, each in program.values(board)} == {value}
    # Capturing the rook evens the balance only afterwards.
    board = chess.Board("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1")
    assert {each for _, each in program.values(board)} == {3.0}


def test_batches_have_the_same_values_as_single_boards() -> None:
    trees = random_trees(77)
    boards = random_positions(60, seed=4)
    before = [balance(board, not board.turn) + index % 3 - 1 for index, board in enumerate(boards)]
    values = compiled(trees).evaluate(Positions.from_boards(boards), np.array(before, dtype=np.int32))
    assert values.tolist() == [evaluate(trees, *each) for each in zip(boards, before, strict=True)]


def games_of(programs: list[Trees], encounters: list[list[int]], starts: Positions, **options: int) -> ProgramGames:
    rows = np.array(encounters, dtype=np.int64)
    return play_programs([compiled(each) for each in programs], rows, starts, record=True, **options)


@pytest.mark.parametrize("signature", ["KRKR", "KQKQ", "KRK", "KPKP", "KBNK"])
def test_games_are_played_as_in_plain_python(signature: str) -> None:
    programs = [random_trees(seed) for seed in range(4)] + [MATERIALIST, CAREFUL]
    starts = endgame_starts(signature, 3, 9)
    encounters = [[white, (white + 1) % 6, white % 3, 100 + white] for white in range(6)]
    games = games_of(programs, encounters, starts, moves=15)
    begin = 0
    for row, (white, black, start, seed) in enumerate(encounters):
        expected = play([programs[white], programs[black]], starts[start], seed, 15)
        length = int(games.lengths[row])
        assert [decode_move(code) for code in games.codes[begin : begin + length].tolist()] == expected.moves
        begin += length
        assert ENDINGS[games.endings[row]] == expected.ending
        assert games.winners[row] == expected.winner
        assert games.balances[row] == expected.balance
    assert begin == len(games.codes)


def test_every_game_ends_when_python_chess_says_so() -> None:
    programs = [random_trees(seed) for seed in range(30)] + [MATERIALIST, CAREFUL, ROOK_MATE]
    starts = Positions.concatenate(
        endgame_starts(signature, 20, 2) for signature in ["KRKR", "KQK", "KQRKQR", "KBNK", "KPKP", "KNKN"]
    )
    draw = np.random.default_rng(1)
    shape = (300, 1)
    columns = [draw.integers(33, size=shape), draw.integers(33, size=shape), draw.integers(120, size=shape)]
    encounters = np.hstack([*columns, np.arange(300).reshape(shape)])
    games = play_programs([compiled(each) for each in programs], encounters, starts, record=True)
    assert set(games.endings.tolist()) == set(range(len(ENDINGS))), "no way for a game to end may go untried"
    begin = 0
    for row, length in enumerate(games.lengths.tolist()):
        board = starts[int(encounters[row, 2])]
        for code in games.codes[begin : begin + length].tolist():
            assert ending_of(board) is None
            move = decode_move(code)
            assert move in board.legal_moves
            board.push(move)
        begin += length
        assert (ending_of(board) or "move limit") == ENDINGS[games.endings[row]]
        assert games.balances[row] == balance(board, chess.WHITE)
        assert (length == 100) or ENDINGS[games.endings[row]] != "move limit"


def test_games_do_not_depend_on_threads_or_company() -> None:
    programs = [compiled(random_trees(seed)) for seed in range(12)]
    starts = endgame_starts("KQRKQR", 10, 1)
    draw = np.random.default_rng(3)
    columns = [draw.integers(high, size=120) for high in (12, 12, 10, 10**6)]
    encounters = np.stack(columns, axis=1)
    one = play_programs(programs, encounters, starts, threads=1, record=True)
    four = play_programs(programs, encounters, starts, threads=4, record=True)
    alone = play_programs(programs, encounters[50:51], starts, record=True)
    assert one.codes.tolist() == four.codes.tolist()
    assert one.endings.tolist() == four.endings.tolist()
    assert alone.lengths[0] == one.lengths[50]
    assert len(one) == 120
    assert one.evaluations == four.evaluations > alone.evaluations


def test_another_seed_chooses_otherwise_between_equal_moves() -> None:
    indifferent = same_everywhere([0.0])
    starts = endgame_starts("KRKR", 1, 1)
    games = games_of([indifferent], [[0, 0, 0, 1], [0, 0, 0, 2], [0, 0, 0, 1]], starts, moves=5)
    first, second, third = np.split(games.codes, np.cumsum(games.lengths)[:-1])
    assert first.tolist() == third.tolist() != second.tolist()


def test_a_program_survives_pickling() -> None:
    trees = random_trees(5)
    program = compiled(trees, 3, 2.5)
    again = pickle.loads(pickle.dumps(program))
    board = endgame_starts("KRKR", 1, 1)[0]
    assert again.values(board) == program.values(board)
    assert (again.plies, again.material) == (3, 2.5)


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ([], "the even tree is empty"),
        (["If3", "IsMate", 1.0], "the even tree, node 1: If3 lacks a Float argument"),
        (["If3", "Not", "IsMate", 1.0, "If3", "IsMate"], "the even tree, node 5: If3 lacks a Float argument"),
        ([1.0, 2.0], "the even tree, node 2: 2 "),
        (["IsMate"], "the even tree, node 1: IsMate is Boolean, but the tree as a whole must be Float"),
        (["Not", "IsMate"], "the even tree, node 1: Not is Boolean, but the tree as a whole must be Float"),
        (["If3", 1.0, 2.0, 3.0], "the even tree, node 2: 1 is Float, but an argument of If3 must be Boolean"),
        (["If3", "If3", "IsMate", 1.0, 1.0], "node 2: If3 is Float, but an argument of If3 must be Boolean"),
        (["If3", "Smaller", "IsMate", 1.0], "node 3: IsMate is Boolean, but an argument of Smaller must be Float"),
        (["IsLost"], 'the even tree, node 1: there is no function or terminal "IsLost"'),
        ([float("nan")], "the even tree, node 1: NaN is no finite number"),
    ],
)
def test_malformed_trees_are_refused(tree: Tokens, message: str) -> None:
    with pytest.raises(BadArgument) as refusal:
        CompiledProgram([1.0], tree, [1.0])
    assert message in str(refusal.value)


def test_a_tree_that_is_too_deep_is_refused(golden: Golden) -> None:
    endless: list[str | float] = ["If3", "IsMate", 1.0] * 7_000
    with golden.raises(BadArgument):
        CompiledProgram([*endless, 1.0], [1.0], [1.0])


def test_how_far_a_program_looks_ahead_is_checked(golden: Golden) -> None:
    with golden.raises(BadArgument):
        CompiledProgram([1.0], [1.0], [1.0], plies=2)
    with golden.raises(BadArgument):
        CompiledProgram([1.0], [1.0], [1.0], material=float("inf"))


@pytest.mark.parametrize(
    ("encounter", "message"),
    [
        ([1, 0, 0, 0], "there is no program 1 among 1"),
        ([0, -1, 0, 0], "there is no program -1 among 1"),
        ([0, 0, 2, 0], "there is no start 2 among 2"),
        ([0, 0, 0], "an encounter is white, black, start and seed; it has 3 columns"),
    ],
)
def test_encounters_must_name_existing_players_and_starts(encounter: list[int], message: str) -> None:
    with pytest.raises(BadArgument, match=message):
        games_of([MATERIALIST], [encounter], endgame_starts("KRKR", 2, 0))


def test_endless_games_and_uneven_arguments_are_refused(golden: Golden) -> None:
    starts = endgame_starts("KRKR", 2, 0)
    with golden.raises(BadArgument):
        games_of([MATERIALIST], [[0, 0, 0, 0]], starts, moves=10_001)
    with golden.raises(BadArgument):
        compiled(MATERIALIST).choose(starts, np.zeros(1, dtype=np.int64))


# ---- as the evaluation of a search ----


def test_a_program_evaluates_for_a_search() -> None:
    trees = random_trees(12)
    evaluation = compiled(trees).evaluation(50.0)
    assert evaluation.is_antisymmetric
    assert evaluation.pawn == 5000
    for board in random_positions(80, seed=14):
        mover = not board.turn
        ahead = balance(board, mover)
        expected = round(100 * (evaluate(trees, board, ahead) + 50 * ahead))
        positions = Positions.from_boards([board, board])
        values = evaluation.values(positions, np.array([mover, not mover])).tolist()
        assert values == [pytest.approx(expected, abs=1), pytest.approx(-expected, abs=1)]
        assert sum(term for _, term in evaluation.explain(board, mover)) == pytest.approx(expected, abs=1)


def test_a_search_with_a_program_mates_where_the_program_alone_does_not() -> None:
    board = chess.Board("7k/8/5K2/8/8/8/8/R7 w - - 0 1")  # mate in two
    program = compiled(same_everywhere(["NumNotMovesOppKing"]))
    evaluation = pickle.loads(pickle.dumps(program.evaluation(100.0)))
    searcher = Searcher(evaluation)
    info = searcher.search(board, depth=4)
    assert info.lines[0].mate == 2


def test_a_search_needs_pawns_with_a_value(golden: Golden) -> None:
    with golden.raises(BadArgument):
        compiled(MATERIALIST).evaluation(-1.0)


# ---- start positions ----


@pytest.mark.parametrize("signature", ["KRKR", "KRRKRR", "KQKQ", "KQRKQR", "KRK", "KQKR", "KBNK", "KPK", "KPPKPP"])
def test_nothing_is_attacked_in_a_start(signature: str) -> None:
    for board in endgame_starts(signature, 25, 6, turn="random"):
        assert board.is_valid()
        assert any(board.legal_moves)
        for side in chess.COLORS:
            for square in chess.SquareSet(board.occupied_co[side]):
                assert not board.is_attacked_by(not side, square)
        for side, letters in zip(chess.COLORS, signature.split("K")[1:], strict=True):
            assert sorted(letters_of(board, side)) == sorted("K" + letters)


def letters_of(board: chess.Board, side: chess.Color) -> list[str]:
    return [piece.symbol().upper() for piece in board.piece_map().values() if piece.color == side]


def test_starts_come_from_their_seed_and_more_begin_with_the_same() -> None:
    assert endgame_starts("KRKR", 30, 4).fens()[:10] == endgame_starts("KRKR", 10, 4).fens()
    assert endgame_starts("KRKR", 10, 5).fens() != endgame_starts("KRKR", 10, 4).fens()
    assert len(set(endgame_starts("KQRKQR", 500, 4).fens())) > 495


def test_who_moves_first(golden: Golden) -> None:
    assert endgame_starts("KRKR", 20, 1).turns().all()
    assert not endgame_starts("KRKR", 20, 1, turn="black").turns().any()
    assert 0 < endgame_starts("KRKR", 200, 1, turn="random").turns().sum() < 200
    with golden.raises(BadArgument):
        endgame_starts("KRKR", 1, 1, turn="both")


@pytest.mark.parametrize(
    ("signature", "message"),
    [
        ("KXK", "of White and then of Black, as in KQKR, with the letters KQRBNP"),
        ("krkr", "of White and then of Black"),
        ("KR", "each side needs exactly one king, named first, as in KRKR"),
        ("RKRK", "each side needs exactly one king, named first"),
        ("KRKRK", "each side needs exactly one king"),
        ("KK", "two bare kings have nothing to play for"),
        ("KQRBNPKQRBN", "it has more than ten"),
    ],
)
def test_malformed_endgames_are_refused(signature: str, message: str) -> None:
    with pytest.raises(BadArgument) as refusal:
        endgame_starts(signature, 1, 1)
    assert f'no endgame is called "{signature}"' in str(refusal.value)
    assert message in str(refusal.value)
