"""Composed puzzles are sound and minimal and fulfil their recipe; impossible recipes are reported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from types import SimpleNamespace

import chess
import pytest
from chess.engine import Cp

from goldens import Golden
from motif.engines.evaluator import Evaluation
from motif.engines.limits import Limit
from motif.errors import BadArgument, BadFile, ImpossibleRecipe
from motif.puzzles import composition
from motif.puzzles.batches import Batch, CompositionStep, Deadline, Distinct, Order, geometry
from motif.puzzles.composition import compose, compose_wins, composed, evaluate_win
from motif.puzzles.diagram import Diagram
from motif.puzzles.puzzle import Branch, Goal, Puzzle, Stipulation
from motif.puzzles.quality import START_COUNTS, tags
from motif.puzzles.random_search import RandomSearch
from motif.puzzles.recipe import PieceCount, Recipe, Replies
from motif.puzzles.themes import THEMES, Theme
from motif.puzzles.verify import objections
from motif.runtime.parallel import Workers
from puzzles.placements import verdict_on

SMALL = Recipe(board=(4, 4), replies=Replies.ONLY)
CROWDED = Recipe(board=(4, 4), white=PieceCount(9, 12), black=PieceCount(6, 9))


@pytest.fixture(scope="module")
def small_steps() -> list[CompositionStep]:
    """How two small puzzles are found."""
    return list(compose(SMALL, Order(2, seed=1)))


HOPELESS = Theme.from_asp("tactic(S,S) :- key(S,S).", name="hopeless")


def test_a_back_rank_mate_to_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(composition, "SKELETONS_PER_TASK", 5)
    recipe = Recipe(themes=(THEMES["back rank mate"],))
    (puzzle,) = composed(recipe, Order(1, seed=3))
    assert "back rank mate" in tags(puzzle)
    assert puzzle.themes[0] == "back rank mate"
    assert verdict_on(puzzle.position, recipe.criteria) == ("sound", chess.Move.from_uci(puzzle.key))
    assert objections(puzzle) == []
    assert puzzle.difficulty.total > 0
    assert Puzzle.parse(str(puzzle)) == puzzle


def test_after_a_fruitless_random_search_few_skeletons_are_designed(monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[int] = []
    designed: list[int] = []

    def find_nothing(self: RandomSearch, number: int, is_over: object) -> list[tuple[str, chess.Move]]:
        turns.append(number)
        return []

    def no_skeleton(source: object, times: int, wanted: int, deadline: object, make: object) -> Batch:
        designed.append(times)
        return Batch((), Counter(), times)

    monkeypatch.setattr(RandomSearch, "turn", find_nothing)
    monkeypatch.setattr(composition, "attempt", no_skeleton)
    steps = compose(Recipe(themes=(THEMES["switchback"],)), Order(1, seed=154_729_581))
    for _ in range(8):
        next(steps)
    steps.close()
    # Eight tasks of four turns each; only every fourth one tries skeletons, and then only two.
    assert len(turns) == 32
    assert designed == [2, 2]


def test_small_boards_have_their_puzzles_too(small_steps: list[CompositionStep]) -> None:
    puzzles = [step.puzzle for step in small_steps if step.puzzle]
    assert len(puzzles) == 2
    for puzzle in puzzles:
        assert puzzle.diagram.files == puzzle.diagram.ranks == 4
        signs = [sign for _, sign in puzzle.diagram.placed]
        assert all(signs.count(sign) <= START_COUNTS[sign.upper()] for sign in signs), "no promoted pieces"
        assert len(puzzle.solution[0].answers) == 1
        assert objections(puzzle) == []


def test_the_same_seed_gives_the_same_puzzles_on_any_workers(small_steps: list[CompositionStep]) -> None:
    alone = [step.puzzle for step in small_steps if step.puzzle]
    together = list(composed(SMALL, Order(2, seed=1), Workers(2)))
    assert alone == together
    assert alone[:1] != list(composed(SMALL, Order(1, seed=2)))


def test_progress_counts_rejected_attempts_by_reason(small_steps: list[CompositionStep]) -> None:
    last = small_steps[-1]
    assert last.found == 2
    assert [step.found for step in small_steps if step.puzzle] == [1, 2]
    assert sum(last.rejected.values()) > 0
    assert all(reason for reason in last.rejected)


def test_bulk_composes_without_clingo() -> None:
    puzzles = list(composed(Recipe(themes=(THEMES["model mate"],)), Order(2, seed=1, bulk=True)))
    assert all("model mate" in puzzle.themes and objections(puzzle) == [] for puzzle in puzzles)
    assert len({puzzle.position for puzzle in puzzles}) == 2


def test_composed_themes_have_more_than_a_bare_king() -> None:
    recipe = Recipe(themes=(THEMES["king key"],), board=(5, 5))
    (puzzle,) = composed(recipe, Order(1, seed=2))
    assert "king key" in puzzle.themes
    assert sum(sign.islower() for _, sign in puzzle.diagram.placed) > 1


def test_an_impossible_recipe_is_proved_impossible(golden: Golden) -> None:
    lonely = Recipe(board=(4, 4), white=PieceCount(1, 1), black=PieceCount(1, 4))
    with golden.raises(ImpossibleRecipe):
        list(compose(lonely, Order(1)))


class Hours:
    """A clock that advances by an hour each time it is read."""

    def __init__(self) -> None:
        self.hours = 0

    def now(self) -> float:
        self.hours += 1
        return 3600.0 * self.hours


@pytest.mark.parametrize("order", [Order(1000, seconds=5 * 3600), Order(1000, patience=5 * 3600)])
def test_a_search_ends_when_time_is_over(monkeypatch: pytest.MonkeyPatch, order: Order) -> None:
    hours = Hours()
    # Replace the clock only in this module, as other threads use it too.
    monkeypatch.setattr("motif.puzzles.batches.time", SimpleNamespace(time=hours.now, monotonic=hours.now))
    steps = list(compose(CROWDED, order))
    assert steps[-1].is_out_of_time
    assert steps[-1].attempts < composition.SKELETONS_PER_TASK, "not even the first task was done"


def test_patience_starts_again_with_each_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    hours = Hours()
    monkeypatch.setattr("motif.puzzles.batches.time", SimpleNamespace(monotonic=hours.now))
    clock = Deadline(until=None, patience=1.5 * 3600)
    assert not clock.is_over()
    assert clock.is_over()
    clock.reset_patience()
    assert not clock.is_over()
    assert clock.is_over()
    assert not clock.started_now().is_over()


def test_a_full_board_has_no_quiet_key() -> None:
    full = Recipe(board=(4, 4), white=PieceCount(10, 12), black=PieceCount(6, 9))
    with pytest.raises(ImpossibleRecipe, match="proved"):
        list(compose(full, Order(1)))


def test_an_impossible_win_is_proved_impossible(golden: Golden) -> None:
    recipe = Recipe(Stipulation(Goal.WIN, 1), (HOPELESS,), white=PieceCount(1, 1), black=PieceCount(1, 1))
    with golden.raises(ImpossibleRecipe):
        list(compose_wins(recipe, Counting, Limit(depth=1), Order(1)))


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("board: 4x4\nwhite: 10-12\nblack: 8-9", "18 pieces .* 16 squares"),
        ("board: 9x9", "9x9"),
        ("board: big", "'big'"),
        ("white: 17-20", "White .* 16"),
        ("white: 3-2", "3 to 2"),
        ("white: 2-3 with QRR", "3 required pieces and the king .* 3"),
        ("white: 2-9 with QQ", "2 .*'Q'"),
        ("white: 2-6 with X", "'X'"),
        ("white: 2-6 with Q without Q", "'Q'"),
        ("white: many", "'many'"),
        ("goal: mate in 9", "mate in 9"),
        ("goal: helpmate in 2", "helpmate"),
        ("replies: few", "'few'"),
        ("key may: castle", "'castle'"),
        ("size: 3", "'size: 3'"),
    ],
)
def test_a_senseless_recipe_is_refused(text: str, fact: str) -> None:
    with pytest.raises((BadArgument, BadFile), match=fact):
        Recipe.parse(text)


def test_a_recipe_reads_back_from_its_text() -> None:
    fork = Theme.from_asp("% a fork\ntactic(S,T) :- key(S,T), attacks(1,T,K), at(1,black,king,K).")
    recipe = Recipe(
        stipulation=Stipulation(Goal.MATE, 3),
        themes=(THEMES["smothered mate"], THEMES["zugzwang"], fork),
        board=(6, 5),
        white=PieceCount(2, 6, "QN", "P", (9, 20)),
        black=PieceCount(1, 4),
        replies=Replies.SEVERAL,
        key_may=("check", "capture"),
    )
    assert Recipe.parse(str(recipe)) == recipe


def test_an_order_of_no_puzzles_is_refused(golden: Golden) -> None:
    with golden.raises(BadArgument):
        Order(0)


def test_mirrored_and_shifted_twins_are_found() -> None:
    goal = Stipulation(Goal.MATE, 1)
    one = Puzzle("6k1/5ppp/8/8/8/8/8/3RK3 w - - 0 1", goal, (Branch("d1d8"),))
    mirrored = Puzzle("1k6/ppp5/8/8/8/8/8/3KR3 w - - 0 1", goal, (Branch("e1e8"),))
    other = Puzzle("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", goal, (Branch("a1a8"),))
    distinct = Distinct()
    assert [puzzle for puzzle in (one, mirrored, other) if distinct.admits(puzzle)] == [one, other]
    assert geometry(one.diagram, ["d1d8"]) == geometry(mirrored.diagram, ["e1e8"])
    shifted = Diagram.parse("5k2/4ppp1/8/8/8/8/8/2RK4 w - - 0 1")
    assert geometry(shifted, ["c1c8"]) == geometry(one.diagram, ["d1d8"])


class Counting:
    """An evaluator that counts material after a search of two plies."""

    name = "counting"
    worth = (0, 100, 300, 300, 500, 900, 0)

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        return [self._look(board.copy(), limit.depth or 2) for board in boards]

    def _look(self, board: chess.Board, depth: int) -> Evaluation:
        line: tuple[chess.Move, ...] = ()
        best = self._material(board)
        moves = list(board.legal_moves)
        if depth and (board.is_check() or depth > 1):
            best = -9000
        for move in moves if depth else ():
            board.push(move)
            after = self._look(board, depth - 1)
            board.pop()
            if -after.centipawns > best:
                best, line = -after.centipawns, (move, *after.line)
        return Evaluation(Cp(best), line)

    def _material(self, board: chess.Board) -> int:
        return sum(
            self.worth[piece.piece_type] * (1 if piece.color == board.turn else -1)
            for piece in board.piece_map().values()
        )


def test_a_fork_wins_the_queen_and_its_twin_does_not(golden: Golden) -> None:
    limit = Limit(depth=2)
    puzzle = evaluate_win("3q3k/8/8/4N3/8/8/8/6K1 w - - 0 1", "e5f7", Counting(), limit)
    assert isinstance(puzzle, Puzzle)
    assert puzzle.stipulation.goal is Goal.WIN
    assert puzzle.main_line[0] == "e5f7"
    covered = evaluate_win("3q2rk/6r1/8/4N3/8/8/8/K7 w - - 0 1", "e5f7", Counting(), limit)
    golden(covered)
    either = evaluate_win("3q3k/8/8/q3N3/8/1N6/8/6K1 w - - 0 1", "e5f7", Counting(), limit)
    assert either in ("another move wins as well", "the key does not win")


class Trusting(Counting):
    """An evaluator for which exactly the safe knight checks that fork the queen win."""

    name = "trusting"

    def _look(self, board: chess.Board, depth: int) -> Evaluation:
        queens = board.pieces(chess.QUEEN, board.turn)
        wins = any(
            board.attacks(square) & queens and not board.attackers(board.turn, square) for square in board.checkers()
        )
        return Evaluation(Cp(-500 if wins else 0))


def test_wins_of_material_are_composed_with_an_evaluator(golden: Golden) -> None:
    fork = Theme.from_asp(
        "hits(T,Piece) :- at(1,white,knight,T), attacks(1,T,X), at(1,black,Piece,X). "
        "tactic(S,T) :- key(S,T), hits(T,king), hits(T,queen).",
        name="fork",
    )
    recipe = Recipe(
        Stipulation(Goal.WIN, 1), (fork,), white=PieceCount(2, 2, "N"), black=PieceCount(2, 2, "Q"), key_may=("check",)
    )
    step = next(step for step in compose_wins(recipe, Trusting, Limit(depth=2), Order(1, seed=1)) if step.puzzle)
    assert step.puzzle is not None
    board = step.puzzle.board()
    key = chess.Move.from_uci(step.puzzle.key)
    assert board.piece_type_at(key.from_square) == chess.KNIGHT
    assert board.gives_check(key)
    with golden.raises(BadArgument):
        list(compose(recipe, Order(1)))
    with golden.raises(BadArgument):
        list(compose_wins(Recipe(), Counting, Limit(depth=2), Order(1)))
