"""Write tactics for SWI-Prolog: `bk.pl` defines the vocabulary, `facts.pl` holds positions, `tactics.pl` the rules.

    swipl bk.pl facts.pl tactics.pl
    ?- fork(p0, From, To).

In the paper's vocabulary Prolog derives everything but the legal moves from the pieces on the board, so it is an
independent check of the core. In the full vocabulary exchanges, pins and mates are ground facts from the core.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions, decode_move
from motif._core.tactics import RuleTester
from motif.errors import EngineFailed
from motif.runtime.files import write_atomically
from motif.tactics.clauses import Literal, is_variable
from motif.tactics.coverage import square_of_last_capture
from motif.tactics.rule import Rule, unique_names
from motif.tactics.vocabulary import RuleRelation, Vocabulary

PROGRAMS = Path(__file__).parents[1] / "encodings"

Suggestions = dict[tuple[int, int], frozenset[tuple[str, str]]]
"""For each (rule, position) with a suggestion, the suggested moves as names of squares."""

_NEEDED = {
    "attacked": ("attacks",),
    "unattacked": ("attacks",),
    "defended": ("defends",),
    "undefended": ("defends",),
    "only_defender": ("defends",),
    "overloaded": ("defends", "attacks"),
    "pins_to": ("attacks",),
    "skewers": ("attacks",),
    "new_attack": ("attacks",),
    "discovers": ("attacks",),
}
"""The ground facts from which encodings/full.pl derives these relations."""

_DERIVED = (
    *("legal_move", "make_move", "own", "enemy", "kind", "attacked", "unattacked", "defended"),
    *("undefended", "only_defender", "overloaded", "worth_more", "behind", "pins_to", "skewers"),
    *("new_attack", "discovers", "captures", "castles", "promotes", "only_legal", "advances", "retreats"),
    *("gains_scope", "last_rank", "first_rank", "center", "open_file", "half_open_file", "enemy_half"),
    *("edge", "near_own_king", "near_enemy_king", "undeveloped", "passed"),
)
"""The relations that encodings/full.pl derives; all others are ground facts from the core."""

_RIGHTS = {
    "kingside_castle": chess.Board.has_kingside_castling_rights,
    "queenside_castle": chess.Board.has_queenside_castling_rights,
}
"""The facts about castling, which only the paper's vocabulary uses."""

_STYLE = """% A variable that occurs only once matches any value.
:- style_check(-singleton).
"""

_MAIN = """
% Print every move that a tactic suggests, one on a line.
:- [bk, facts, tactics].
:- initialization(main, main).

main :-
    forall(
        (tactic(Number, Name), position(Position), legal_move(From, To, Position)),
        (   once(call(Name, Position, From, To))
        ->  format("~w ~w ~w ~w~n", [Number, Position, From, To])
        ;   true
        )
    ).
"""


@dataclass(frozen=True, slots=True)
class PrologFiles:
    """The texts of the three programs."""

    background: str
    facts: str
    tactics: str

    def write(self, folder: Path) -> None:
        """Write bk.pl, facts.pl and tactics.pl into a folder."""
        for name, text in (("bk", self.background), ("facts", self.facts), ("tactics", self.tactics)):
            write_atomically(folder / f"{name}.pl", text)


def export(
    rules: Sequence[Rule],
    boards: Sequence[chess.Board],
    vocabulary: Vocabulary,
    captured_on: NDArray[np.int8] | None = None,
) -> PrologFiles:
    """Return the programs for some rules and some positions; the positions are named p0, p1 …

    `captured_on` holds, for each position, the square on which the previous move captured; the default is taken from
    the boards' last moves.
    """
    if captured_on is None:
        captured_on = np.array([square_of_last_capture(board) for board in boards], np.int8)
    background = "\n".join((PROGRAMS / f"{name}.pl").read_text(encoding="utf-8") for name in ("board", vocabulary.name))
    names = unique_names(rules)
    clauses = [executable(rule.named(name), vocabulary) for rule, name in zip(rules, names, strict=True)]
    facts = list(_position_facts(boards))
    if vocabulary.name == "paper":
        facts += _castling_facts(boards)
    if vocabulary.name == "full":
        tester = RuleTester(Positions.from_boards(list(boards)), None, captured_on)
        facts += _ground_facts(clauses, tester, vocabulary)
    elif any(_needs_later_moves(rule) for rule in clauses):
        facts += _later_moves(boards)
    tactics = "\n\n".join(_clause(rule, vocabulary) for rule in clauses)
    index = "\n".join(f"tactic({number}, {name})." for number, name in enumerate(names))
    return PrologFiles(
        background + "\n" + _declarations(vocabulary),
        "\n".join(sorted(facts)) + "\n",
        f"% Try ?- {names[0] if names else 'tactic'}(p0, From, To).\n{_STYLE}\n{tactics}\n\n{index}\n",
    )


def executable(rule: Rule, vocabulary: Vocabulary) -> Rule:
    """Return the rule with its literals in an order that Prolog can run from left to right, with legal_move first."""
    position, origin, target = rule.head
    legal = Literal("legal_move", (origin, target, position))
    body = [legal]
    bound = {position, origin, target}
    waiting = [literal for literal in dict.fromkeys(rule.body) if literal != legal]
    while waiting:
        ready = min(waiting, key=lambda literal: _unbound(literal, vocabulary.find(literal.relation), bound))
        waiting.remove(ready)
        body.append(ready)
        bound |= set(ready.variables)
    return replace(rule, body=tuple(body))


def run(files: PrologFiles, folder: Path, timeout: float = 600.0) -> Suggestions:
    """Let SWI-Prolog find the suggestions of every tactic on every position."""
    program = shutil.which("swipl")
    if program is None:
        raise EngineFailed(
            "SWI-Prolog (swipl) is not installed", hint="install the package swi-prolog-nox or swi-prolog"
        )
    files.write(folder)
    write_atomically(folder / "main.pl", _MAIN)
    try:
        done = subprocess.run(
            [program, "-q", "--stack-limit=4g", str(folder / "main.pl")],
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise EngineFailed(f"SWI-Prolog did not answer within {timeout:g} s") from None
    if done.returncode or done.stderr.strip():
        raise EngineFailed(f"SWI-Prolog failed: {done.stderr.strip()[:500] or done.returncode}")
    by_move: dict[tuple[int, int], set[tuple[str, str]]] = {}
    for line in done.stdout.splitlines():
        rule, position, origin, target = line.split()
        by_move.setdefault((int(rule), int(position.removeprefix("p"))), set()).add((origin, target))
    return {key: frozenset(moves) for key, moves in by_move.items()}


def _unbound(literal: Literal, relation: RuleRelation, bound: set[str]) -> tuple[int, int]:
    pairs = list(zip(literal.arguments, relation.modes, strict=True))
    free = [mode for name, mode in pairs if is_variable(name) and name not in bound]
    return free.count("+"), len(free)


def _clause(rule: Rule, vocabulary: Vocabulary) -> str:
    text = rule.text()
    if not vocabulary.distinct_squares:
        return text
    squares = _squares(rule, vocabulary)
    # From and To always differ.
    return f"{text[:-1]},\n    all_different([{', '.join(squares)}])." if len(squares) > 2 else text


def _squares(rule: Rule, vocabulary: Vocabulary) -> list[str]:
    squares = [*rule.head[1:]]
    for literal in rule.body:
        places = vocabulary.find(literal.relation).places
        squares += [name for name, place in zip(literal.arguments, places, strict=True) if place.type == "square"]
    return list(dict.fromkeys(squares))


def _declarations(vocabulary: Vocabulary) -> str:
    ground = [f"{name}/{relation.arity}" for name, relation in vocabulary.relations.items() if name not in _DERIVED]
    given = ["contents/4", "turn/2", "position/1", "legal_move/3", *(ground if vocabulary.name == "full" else [])]
    return f":- dynamic {', '.join(given)}.\n"


def _position_facts(boards: Sequence[chess.Board]) -> Iterator[str]:
    for number, board in enumerate(boards):
        yield f"position(p{number})."
        yield f"turn({chess.COLOR_NAMES[board.turn]}, p{number})."
        for square, piece in board.piece_map().items():
            side, kind = chess.COLOR_NAMES[piece.color], chess.piece_name(piece.piece_type)
            yield f"contents(p{number}, {chess.square_name(square)}, {side}, {kind})."
        yield from _legal_moves(board, f"p{number}")


def _castling_facts(boards: Sequence[chess.Board]) -> Iterator[str]:
    for number, board in enumerate(boards):
        for wing, rights in _RIGHTS.items():
            yield from (
                f"{wing}({chess.COLOR_NAMES[side]}, p{number})." for side in chess.COLORS if rights(board, side)
            )


def _legal_moves(board: chess.Board, name: str) -> Iterator[str]:
    for move in dict.fromkeys((move.from_square, move.to_square) for move in board.legal_moves):
        yield f"legal_move({', '.join(map(chess.square_name, move))}, {name})."


def _needs_later_moves(rule: Rule) -> bool:
    return any(
        literal.relation in ("legal_move", "make_move") and literal.arguments[2] != rule.head[0]
        for literal in rule.body
    )


def _later_moves(boards: Sequence[chess.Board]) -> Iterator[str]:
    for number, board in enumerate(boards):
        for move in list(board.legal_moves):
            if move.promotion in (None, chess.QUEEN):
                board.push(move)
                yield from _legal_moves(board, _next_name(number, move))
                board.pop()


def _next_name(number: int, move: chess.Move) -> str:
    return f"p{number}_{chess.square_name(move.from_square)}_{chess.square_name(move.to_square)}"


def _ground_facts(rules: Sequence[Rule], tester: RuleTester, vocabulary: Vocabulary) -> Iterator[str]:
    wanted: set[tuple[str, str, bool]] = set()
    for rule in rules:
        for literal in rule.body:
            after = literal.arguments[-1] != rule.head[0]
            constant = next((argument for argument in literal.arguments if not is_variable(argument)), "")
            wanted.add((literal.relation, constant, after))
            wanted |= {(needed, "", after) for needed in _NEEDED.get(literal.relation, ())}
            if literal.relation in ("new_attack", "discovers"):
                wanted.add(("attacks", "", False))
    offsets = tester.offsets
    position_of = np.searchsorted(offsets, np.arange(len(tester)), side="right") - 1
    moves = [decode_move(int(code)) for code in tester.codes]
    for relation, constant, after in sorted(wanted):
        if relation in _DERIVED:
            continue
        places = vocabulary.find(relation).places
        about_move = any(place.name in ("FROM", "TO") for place in places)
        table = tester.facts(f"{relation} {constant}".strip() + (" next" if after else ""))
        if not after and not about_move:
            # A fact about a position is listed for each of its moves; keep it once.
            table = table[np.isin(table[:, 0], offsets[:-1])]
        for row, *squares in table.tolist():
            number = int(position_of[row])
            position = _next_name(number, moves[row]) if after else f"p{number}"
            words = [*map(chess.square_name, squares), *([constant] if constant else []), position]
            yield f"{relation}({', '.join(words)})."
