"""The paper's loop: clingo proposes, the core tests, and rules that match nothing are not specialised."""

from __future__ import annotations

from itertools import combinations, permutations

import chess
import numpy as np
import pytest

from goldens import Golden
from motif._core.board import Positions
from motif.errors import BadArgument, BadRule
from motif.tactics.clauses import HEAD, Literal
from motif.tactics.coverage import Coverage
from motif.tactics.learning.bias import ENCODINGS, Bias, find_bias, parse_bias
from motif.tactics.learning.paper import Hypotheses, PaperRun, exhaust
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import PAPER
from motif.tactics.witnesses import find_witness
from tactics.rules import suggested_moves
from tactics.subsumption import generalises
from walks import random_positions

PAPER_TEXT = (ENCODINGS / "paper.lp").read_text(encoding="utf-8")


def small(variables: int, literals: int, more: str = "") -> Bias:
    text = PAPER_TEXT.replace("max_vars(5).", f"max_vars({variables}).")
    return parse_bias(text.replace("max_body(5).", f"max_body({literals}).") + more)


def some_positions() -> Positions:
    boards = random_positions(480, seed=4)[10::40]
    return Positions.from_boards([board for board in boards if not board.is_game_over()])


@pytest.mark.parametrize(("size", "models", "clauses"), [(1, 1, 1), (2, 3, 3), (3, 115, 93), (4, 5_848, 3_258)])
def test_the_number_of_clauses_in_the_paper(size: int, models: int, clauses: int) -> None:
    # 106,698 models and 56,823 clauses of five literals make the paper's 112,665 and 60,178; experiments/tactics-paper
    # counts them.
    found = list(Hypotheses(find_bias("paper")).of_size(size))
    assert len(found) == models
    assert len({rule.canonical().body for rule in found}) == clauses


@pytest.mark.parametrize(("variables", "literals"), [(3, 4), (4, 2), (4, 3), (5, 3)])
def test_clingo_proposes_what_a_plain_search_finds(variables: int, literals: int) -> None:
    bias = small(variables, literals)
    hypotheses = Hypotheses(bias)
    proposed = [rule for size in range(1, literals + 1) for rule in hypotheses.of_size(size)]
    assert len(set(proposed)) == len(proposed)
    assert {frozenset(rule.body) for rule in proposed} == set(_plain(bias))


def _plain(bias: Bias) -> list[frozenset[Literal]]:
    """Return every body that the bias admits, by trying all sets of literals."""
    names = [*HEAD, "V3", "V4"][: bias.limits.variables]
    required = Literal("legal_move", ("From", "To", "Position"))
    literals = [
        Literal(name, arguments)
        for name, predicate in bias.predicates.items()
        for arguments in permutations(names, predicate.relation.arity)
        if not (name in bias.symmetric and names.index(arguments[0]) > names.index(arguments[1]))
        and not (name == "legal_move" and arguments[:2] != ("From", "To"))
    ]
    others = [literal for literal in literals if literal != required]
    found = []
    for count in range(bias.limits.literals):
        for chosen in combinations(others, count):
            body = (required, *chosen)
            if _is_admitted(body, names, bias):
                found.append(frozenset(body))
    return found


def _is_admitted(body: tuple[Literal, ...], names: list[str], bias: Bias) -> bool:
    types: dict[str, set[str]] = {"Position": {"position"}, "From": {"square"}, "To": {"square"}}
    uses: dict[str, int] = {}
    for literal in body:
        for name, kind in zip(literal.arguments, bias.predicates[literal.relation].types, strict=True):
            types.setdefault(name, set()).add(kind)
            uses[name] = uses.get(name, 0) + 1
    used = [name for name in names if name in types]
    if any(len(kinds) > 1 for kinds in types.values()) or used != names[: len(used)]:
        return False
    if any(uses.get(name, 0) < (1 if name in HEAD else 2) for name in used):
        return False
    known, waiting = set(HEAD), list(body)
    while True:
        ready = [literal for literal in waiting if _inputs(literal, bias) <= known]
        if not ready:
            return not waiting
        known |= {name for literal in ready for name in literal.arguments}
        waiting = [literal for literal in waiting if literal not in ready]


def _inputs(literal: Literal, bias: Bias) -> set[str]:
    directions = bias.predicates[literal.relation].directions
    return {name for name, sign in zip(literal.arguments, directions, strict=True) if sign == "+"}


def test_only_rules_that_match_nothing_are_pruned() -> None:
    bias, coverage = small(4, 4), Coverage(some_positions(), PAPER)
    pruned, whole = exhaust(bias, coverage), exhaust(bias, coverage, constrain=False)
    assert pruned.behaviours == whole.behaviours
    assert pruned.models < whole.models
    assert whole.steps[-1].nogoods == 0
    assert 0 < len(pruned.distinct) < len(pruned.rules) < pruned.clauses


def test_every_kept_rule_matches_and_the_first_is_legal_move() -> None:
    positions = some_positions()
    learned = exhaust(small(4, 3), Coverage(positions, PAPER))
    assert str(learned.rules[0]) == "f(Position, From, To) :- legal_move(From, To, Position)."
    queening = [move.promotion in (None, chess.QUEEN) for moves in positions.legal_moves() for move in moves]
    assert learned.rows(learned.rules[0]).tolist() == np.flatnonzero(queening).tolist()
    assert all(learned.behaviours.values())
    assert all(Rule.parse(str(rule), PAPER) == rule for rule in learned.rules)


def test_specialisations_of_a_forbidden_rule_are_forbidden_under_any_names() -> None:
    dead = Rule.parse("f(P, F, T) :- attacks(F, A, P), behind(F, A, T, P).", PAPER)
    free, bound = Hypotheses(small(5, 3)), Hypotheses(small(5, 3))
    bound.forbid(dead)
    assert bound.forbidden > 0
    for size in (1, 2, 3):
        every, left = set(free.of_size(size)), set(bound.of_size(size))
        assert left == {rule for rule in every if not generalises(dead, rule)}
    assert len(set(free.of_size(3)) - set(bound.of_size(3))) > 0


def test_a_users_constraint_is_obeyed() -> None:
    tame = small(4, 3, ":- body(behind,_).")
    proposed = [rule for size in (1, 2, 3) for rule in Hypotheses(tame).of_size(size)]
    assert proposed
    assert not any(literal.relation == "behind" for rule in proposed for literal in rule.body)


def test_constants_and_roles_of_the_full_vocabulary_are_proposed() -> None:
    text = """vocabulary(full). head_pred(t,3). max_clauses(1). max_vars(5). max_body(2).
        uncounted(legal_move;make_move). required(legal_move,(1,2,0)). functional(make_move).
        body_pred(legal_move,3;make_move,4;kind,3;safe,3;attacks,3). constant(kind,(king;queen))."""
    text = text.replace(
        "body_pred(legal_move,3;make_move,4;kind,3;safe,3;attacks,3).",
        "".join(
            f"body_pred({name},{arity})."
            for name, arity in (("legal_move", 3), ("make_move", 4), ("kind", 3), ("safe", 3), ("attacks", 3))
        ),
    )
    bias = parse_bias(text)
    proposed = {str(rule) for size in (1, 2) for rule in Hypotheses(bias).of_size(size)}
    assert "t(Position, From, To) :- legal_move(From, To, Position), safe(From, To, Position)." in proposed
    royal = [rule for rule in proposed if "attacks(To, V4, V3)" in rule and "kind(V4, king, Position)" in rule]
    assert royal
    assert not any("safe(To, From" in rule or "pawn" in rule for rule in proposed)


def test_a_constraint_with_an_unsafe_variable_is_refused(golden: Golden) -> None:
    with golden.raises(BadRule):
        parse_bias(PAPER_TEXT + "\n:- body(P,X), Y > 1.", "mine.lp")


@pytest.mark.parametrize("relation", ["piece_at", "other_side"])
def test_the_papers_bias_has_no_sides_because_nothing_binds_them(relation: str) -> None:
    hypotheses = Hypotheses(small(5, 5, f"\nspoken_of :- body({relation},_).\n:- not spoken_of."))
    assert [rule for size in range(1, 6) for rule in hypotheses.of_size(size)] == []


FORK = (
    "f(P, F, T) :- legal_move(F, T, P), make_move(F, T, P, N), attacks(T, A, N), attacks(T, B, N), different_pos(A, B)."
)
FEW_WORDS = ":- body(behind,_). :- body(piece_at,_). :- body(other_side,_). :- body(legal_move,(_,_,V)), V != 0."


def forks(learned: PaperRun, positions: Positions) -> list[Rule]:
    """Return the rules that suggest the same moves as the paper's fork."""
    (wanted,) = Coverage(positions, PAPER).rows([Rule.parse(FORK, PAPER)])
    return [rule for rule, rows in learned.behaviours.items() if rows == wanted.tobytes()]


FORK_AND_TWIN = Positions.from_boards(
    [chess.Board("r3k2r/8/8/3N4/8/8/8/4K3 w - - 0 1"), chess.Board("4k3/8/8/3N4/8/8/8/4K3 w - - 0 1")]
)
"""A knight that forks on c7, and one that can only give check there."""


def test_six_variables_learn_the_fork_of_figure_3_and_five_do_not() -> None:
    coverage = Coverage(FORK_AND_TWIN, PAPER)
    # Attacks before the move are left out, too: they would make ten times as many clauses, and a fork needs none.
    bias = parse_bias(PAPER_TEXT + FEW_WORDS + ":- body(attacks,(_,_,0)).")
    found = forks(exhaust(bias.with_limits(5, 6), coverage), FORK_AND_TWIN)
    assert Rule.parse(FORK, PAPER).canonical(PAPER).body in [rule.canonical(PAPER).body for rule in found]
    assert forks(exhaust(bias, coverage), FORK_AND_TWIN) == []


def test_the_head_alone_needs_three_variables(golden: Golden) -> None:
    with golden.raises(BadArgument):
        find_bias("paper").with_limits(3, 2)


@pytest.mark.parametrize(
    "relation", ["sameRow", "sameCol", "turn", "kingside_castle", "queenside_castle", "sliding_piece", "piece_at"]
)
def test_every_predicate_of_the_appendix_is_proposed(relation: str) -> None:
    text = (ENCODINGS / "appendix.lp").read_text(encoding="utf-8")
    asked = parse_bias(text + f"\nspoken_of :- body({relation},_).\n:- not spoken_of.\n:- body(behind,_).")
    assert any(True for size in range(1, 5) for _ in Hypotheses(asked).of_size(size))


@pytest.mark.parametrize(
    ("conditions", "fen", "moves"),
    [
        ("sameRow(F, T)", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", {"Rb1", "Rc1", "Rd1", "Kd1", "Kf1"}),
        ("sameCol(F, T)", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", {"Ke2"}),
        ("turn(S, P), kingside_castle(S, P)", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 15),
        ("turn(S, P), kingside_castle(S, P)", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", 0),
        # The castling rights after the move: lost if the king or the rook has moved.
        ("make_move(F, T, P, N), turn(S, P), kingside_castle(S, N)", "4k3/8/8/8/8/8/7P/4K2R w K - 0 1", {"h3", "h4"}),
        ("make_move(F, T, P, N), queenside_castle(S, N)", "r3k3/8/8/8/8/8/8/R3K3 w q - 0 1", 14),
        ("piece_at(F, P, S, K), sliding_piece(K)", "4k3/8/8/8/8/8/2P1P1N1/3BK3 w - - 0 1", set()),
        ("piece_at(F, P, S, K), sliding_piece(K)", "4k3/8/8/8/8/1P6/2P1P3/3QK3 w - - 0 1", 10),
    ],
)
def test_the_meaning_of_the_predicates_of_the_appendix(conditions: str, fen: str, moves: set[str] | int) -> None:
    rule = Rule.parse(f"f(P, F, T) :- legal_move(F, T, P), {conditions}.", PAPER)
    board = chess.Board(fen)
    (suggested,) = suggested_moves([rule], PAPER, board)
    assert (len(suggested) if isinstance(moves, int) else {board.san(move) for move in suggested}) == moves
    assert all(find_witness(rule, PAPER, board, move) is not None for move in suggested)


def test_rules_that_behave_differently_have_different_sentences() -> None:
    learned = exhaust(small(5, 3), Coverage(some_positions(), PAPER))
    sentences = [rule.sentence() for rule in learned.distinct]
    assert len(set(sentences)) == len(sentences) > 15


@pytest.mark.parametrize(
    ("conditions", "said"),
    [
        ("sameCol(F, T)", "provided that the square it leaves and the square it goes to lie on one file"),
        ("turn(S, P), kingside_castle(S, P)", "provided that you may castle short"),
        (
            "make_move(F, T, P, N), turn(S, N), queenside_castle(S, N)",
            "provided that the opponent may still castle long after the move",
        ),
        (
            "turn(S, P), other_side(S, O), piece_at(T, P, O, K), sliding_piece(K)",
            "provided that a bishop, rook or queen of the opponent's is on the square it goes to",
        ),
        (
            "make_move(F, T, P, N), legal_move(T, A, N)",
            "provided that a piece can go from there to square A after the move",
        ),
    ],
)
def test_literals_that_relate_no_pieces_become_provisos(conditions: str, said: str) -> None:
    rule = Rule.parse(f"f(P, F, T) :- legal_move(F, T, P), {conditions}.", PAPER)
    assert rule.sentence() == f"Move a piece, {said}."
