"""Test the program language: trees rebuild from their text, errors point at the node, and programs are described."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import given

from endgames.random_programs import programs, terminal_values, trees
from goldens import Golden
from motif.endgames.program import Program, State, find_program, shipped_names
from motif.endgames.sentences import (
    NUMBERS,
    STATEMENTS,
    draw_program,
    program_text,
    read_program,
    statement,
    trace,
    tree_text,
)
from motif.endgames.simplification import simplify, simplify_tree
from motif.endgames.symbols import ValueKind, functions, terminals
from motif.endgames.trees import WIDTH, Tree, indented, parse_tree
from motif.errors import BadArgument, BadFile, BadProgram, UnknownName

MATE_OR_FORK = "(If3 IsMate 1000 (If3 IsMyFork 500 EvaluateMaterial))"
PROGRAM = f"(Advantage {MATE_OR_FORK}) (Even NumMovesMyKing) (Disadvantage (If3 IsMate 1000/3 0))"


@given(programs())
def test_a_program_rebuilds_from_both_of_its_texts(program: Program) -> None:
    assert Program.parse(str(program)) == program
    assert Program.parse(program.indented()) == program
    assert pickle.loads(pickle.dumps(program)) == program


@given(trees())
def test_a_tree_rebuilds_from_its_tokens(tree: Tree) -> None:
    assert Tree.from_tokens(iter(tree.tokens())) == tree
    assert len(tree.tokens()) == tree.size


@given(trees())
def test_indented_text_is_narrow_where_it_can_be(tree: Tree) -> None:
    for line in indented(tree).split("\n"):
        # Only a single symbol, or a symbol with its bracket, may exceed the width.
        assert len(line) <= WIDTH + 3 * tree.depth or len(line.split()) <= 2


def test_comments_and_layout_do_not_matter() -> None:
    text = "; the winning side\n(Advantage\n  EvaluateMaterial) ; counts\n(Even 0)\n\n(Disadvantage 1)\n"
    assert Program.parse(text) == Program.parse("(Advantage EvaluateMaterial)(Even 0)(Disadvantage 1)")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(If3 IsMate 1000)", "line 1, column 17: expected a number for argument 3 of If3, found ')'"),
        ("(If3 IsMate 1 2 3)", "line 1, column 17: If3 takes 3 arguments; '3' is one too many"),
        (
            "(If3 IsMate 1\n  IsMyFork)",
            "line 2, column 3: argument 3 of If3 must be a number, but IsMyFork is a truth value",
        ),
        (
            "(If3 (If3 IsMate 1 2) 1 2)",
            "line 1, column 7: argument 1 of If3 must be a truth value, but If3 is a number",
        ),
        ("IsMate", "line 1, column 1: a tree must be a number, but IsMate is a truth value"),
        ("(Not IsMate)", "line 1, column 2: a tree must be a number, but Not is a truth value"),
        ("(If3 IsMaet 1 0)", "line 1, column 6: no function or terminal is called IsMaet"),
        ("(Iff IsMate 1 0)", "line 1, column 2: no function is called Iff"),
        ("(If3 (IsMate) 1 0)", "line 1, column 7: IsMate takes no arguments, so it needs no brackets"),
        ("(If3 Not 1 0)", "line 1, column 6: Not takes 1 argument: write (Not …)"),
        ("(If3 IsMate 1/0 0)", "line 1, column 13: 1/0 divides by zero"),
        ("(If3 IsMate 1e999 0)", "line 1, column 13: the number 1e999 is too large"),
        ("(If3 IsMate 1 0", "line 1, column 16: the text ends where the ')' of If3 should follow"),
        ("(", "line 1, column 2: the text ends where a function should follow"),
        ("", "line 1, column 1: the text ends where a number for a tree should follow"),
        ("0 1", "line 1, column 3: expected the end, found '1'"),
    ],
)
def test_an_error_points_at_the_node(text: str, message: str) -> None:
    with pytest.raises(BadProgram) as caught:
        parse_tree(text)
    assert str(caught.value) == message


def test_a_misspelt_name_gets_the_nearest_one_as_a_hint() -> None:
    with pytest.raises(BadProgram) as caught:
        parse_tree("(If3 IsMaet 1 0)")
    assert caught.value.hint.startswith("did you mean IsMate")


def test_a_tree_that_is_too_deep_is_refused(golden: Golden) -> None:
    with golden.raises(BadProgram):
        parse_tree("(If3 IsMate 1 " * 5000)


def test_a_program_names_its_trees(golden: Golden) -> None:
    with golden.raises(BadProgram):
        Program.parse("(Advantage 0)(Odd 0)")
    with golden.raises(BadProgram):
        Program(Tree(0.0), Tree("IsMate"), Tree(0.0))


def test_trees_are_checked_however_they_are_built(golden: Golden) -> None:
    with golden.raises(BadProgram):
        Tree.of("If3", "IsMate", 1.0)
    with golden.raises(BadProgram):
        Tree.of("If3", Tree.of("If3", "IsMate", 1.0, 2.0), 1.0, 2.0)
    with golden.raises(BadProgram):
        Tree.of(5.0, "IsMate")
    with golden.raises(BadProgram):
        Tree.of("Bogus")
    with golden.raises(BadProgram):
        Tree.from_tokens(iter(["If3", "IsMate"]))


def test_errors_in_program_files_have_line_and_column(golden: Golden, tmp_path: Path) -> None:
    path = tmp_path / "mine.program"
    Program.parse(PROGRAM).save(path, "Written by hand.\nIt knows little.")
    assert Program.load(path) == Program.parse(PROGRAM)
    assert "; It knows little." in path.read_text()
    path.write_text(path.read_text().replace("NumMovesMyKing", "IsMate"))
    with golden.raises(BadProgram):
        Program.load(path)
    path.write_text("(Advantage 0)")
    with golden.raises(BadFile):
        Program.load(path)


def test_an_unknown_program_gets_a_near_name_or_the_known_ones_as_a_hint() -> None:
    with pytest.raises(UnknownName) as caught:
        find_program("KXK")
    assert caught.value.hint == "did you mean KPK?"
    with pytest.raises(UnknownName) as caught:
        find_program("nothing-like-it")
    assert "master" in caught.value.hint
    assert set(shipped_names()) >= {"master"}


def test_every_symbol_has_an_english_text() -> None:
    for terminal in terminals(extras=True):
        texts = STATEMENTS if terminal.gives is ValueKind.BOOLEAN else NUMBERS
        assert terminal.name in texts, terminal.name
    assert len(terminals()) == 32
    assert [each.name for each in functions()] == ["If3", "Or2", "Or3", "And2", "And3", "Smaller", "Not"]


def test_a_program_becomes_a_decision_list(golden: Golden) -> None:
    golden(read_program(Program.parse(PROGRAM)))


def test_negations_are_plain_english(golden: Golden) -> None:
    tree = parse_tree("(If3 (Not (And2 IsMate (Or2 IsMyFork (Not IsOppNotFork)))) 1 0)").arguments[0]
    golden(statement(tree))
    golden(statement(tree, False))


def test_a_trace_shows_which_conditions_held(golden: Golden) -> None:
    tree = parse_tree(MATE_OR_FORK)
    found = trace(tree, {"IsMate": 0.0, "IsMyFork": 1.0, "EvaluateMaterial": 5.0})
    assert str(found) == "I make a fork: 500"
    found = trace(tree, {"IsMate": 0.0, "IsMyFork": 0.0, "EvaluateMaterial": 5.0})
    golden(str(found))
    assert found.value == 5.0


@given(trees(), terminal_values())
def test_a_trace_ends_with_the_value_of_the_tree(tree: Tree, values: dict[str, float]) -> None:
    assert trace(tree, values).value == tree.value(values)


@given(trees(), terminal_values())
def test_a_simplified_tree_has_the_same_value_and_is_not_larger(tree: Tree, values: dict[str, float]) -> None:
    simple = simplify_tree(tree)
    assert simple.value(values) == tree.value(values)
    assert simple.size <= tree.size
    assert simplify_tree(simple) == simple


@pytest.mark.parametrize(
    ("text", "simple"),
    [
        ("(If3 (Not (Not IsMate)) 1 2)", "(If3 IsMate 1 2)"),
        ("(If3 (Not IsMate) 1 2)", "(If3 IsMate 2 1)"),
        ("(If3 IsMate NumMovesMyKing NumMovesMyKing)", "NumMovesMyKing"),
        ("(If3 IsMate (If3 IsMate 1 2) (If3 IsMate 3 4))", "(If3 IsMate 1 4)"),
        ("(If3 (And2 IsMate IsMate) 1 2)", "(If3 IsMate 1 2)"),
        ("(If3 (And3 IsMate IsMyFork (Not IsMate)) 1 2)", "2"),
        ("(If3 (Or2 IsMate (Not IsMate)) 1 2)", "1"),
        ("(If3 (And2 IsMate IsMyFork) (If3 IsMyFork 1 2) 3)", "(If3 (And2 IsMate IsMyFork) 1 3)"),
        ("(If3 (Or2 IsMate IsMyFork) 3 (If3 IsMyFork 1 2))", "(If3 (Or2 IsMate IsMyFork) 3 2)"),
        ("(If3 IsMate 1 (If3 IsMyFork 1 2))", "(If3 (Or2 IsMate IsMyFork) 1 2)"),
        ("(If3 IsMate (If3 IsMyFork 1 2) 2)", "(If3 (And2 IsMate IsMyFork) 1 2)"),
        ("(If3 (Smaller NumMovesMyKing 500) 1 2)", "1"),
        ("(If3 (Smaller NumMovesMyKing NumMovesMyKing) 1 2)", "2"),
        (
            "(If3 (Smaller NumMovesMyKing 3) (If3 (Smaller NumMovesMyKing 5) 1 2) 4)",
            "(If3 (Smaller NumMovesMyKing 3) 1 4)",
        ),
        (
            "(If3 (Smaller NumMovesMyKing 3) 1 (If3 (Smaller 2 NumMovesMyKing) 4 5))",
            "(If3 (Smaller NumMovesMyKing 3) 1 4)",
        ),
    ],
)
def test_simplification_finds(text: str, simple: str) -> None:
    assert str(simplify_tree(parse_tree(text))) == simple


def test_a_condition_that_may_hold_is_kept() -> None:
    text = "(If3 (Smaller NumMovesMyKing 5) (If3 (Smaller NumMovesMyKing 3) 1 2) 4)"
    assert str(simplify_tree(parse_tree(text))) == text


def test_simplification_works_on_all_three_trees() -> None:
    program = Program.parse("(Advantage (If3 IsMate 1 1)) (Even (If3 IsMate 2 2)) (Disadvantage (If3 IsMate 3 3))")
    assert str(simplify(program)) == "(Advantage 1) (Even 2) (Disadvantage 3)"


def test_a_program_is_drawn_in_the_terminal() -> None:
    text = program_text(Program.parse(PROGRAM))
    assert text.startswith("Advantage\nIf3\n├─ IsMate\n├─ 1000\n└─ If3\n   ├─ IsMyFork\n")
    assert text.count(tree_text(Tree("NumMovesMyKing"))) == 1


def test_a_program_is_drawn_to_a_file_and_always_the_same(golden: Golden, tmp_path: Path) -> None:
    program = Program.parse(PROGRAM)
    for name in ("one.svg", "two.svg"):
        draw_program(program, "a small program", tmp_path / name)
    picture = (tmp_path / "one.svg").read_text()
    assert picture == (tmp_path / "two.svg").read_text()
    assert all(word in picture for word in ("Advantage", "Even", "Disadvantage", "1000"))
    draw_program(program, "a small program", tmp_path / "one.png")
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")
    with golden.raises(BadArgument):
        draw_program(program, "a small program", tmp_path / "one.doc")


def test_the_state_is_that_of_the_material() -> None:
    assert [State.of(material) for material in (4.0, 0.0, -1.0)] == list(State)
