"""Define the themes of composed puzzles: ASP rules that compose each theme, and a Python test that recognises it.

The rules (encodings/themes/*.lp) constrain the boards along one line of the solution. The tests replay such a line on
python-chess boards and share no code with the rules. A theme that is also a motif uses the motif's name and test.
`Theme.from_asp(text)` makes a theme from a user's rule `tactic(From,To) :- …`, which the key must match.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

import chess
import clingo

from motif._core.puzzles import mate_lengths
from motif.errors import BadArgument, UnknownName, nearest
from motif.motifs.catalogue import MOTIFS, find_motif
from motif.motifs.motif import Line
from motif.puzzles.puzzle import theme_name
from motif.runtime.clingo_sandbox import ground_in_subprocess

ENCODINGS = Path(__file__).parent / "encodings"

POSITION = ("board", "pieces", "guards", "legality", "line", "quality", "search")
"""The encodings that every mode needs."""

MODES = {
    "dynamic": (*POSITION, "mate", "dynamic"),
    "static": (*POSITION, "mate", "static"),
    "win": (*POSITION, "win"),
}

_PROBLEM = re.compile(r"<block>:(\d+):(\d+)(?:-[\d:]+)?: (?:error|info): (.*)", re.DOTALL)


def load(control: clingo.Control, names: Sequence[str]) -> None:
    """Load the named encodings into clingo."""
    for name in names:
        control.load(str(ENCODINGS / f"{name}.lp"))


def uses(rules: str, predicate: str) -> bool:
    """Whether rules mention a predicate outside comments."""
    return re.search(rf"\b{predicate}\(", re.sub(r"%.*", "", rules)) is not None


def check_rules(text: str) -> None:
    """Ground a user's rules together with the encodings; raise the first error, with its line and column."""
    problems = ground_in_subprocess(text, _problems)
    for problem in problems:
        if match := _PROBLEM.match(problem):
            line, column, message = match.groups()
            detail = " ".join(message.split())
            raise BadArgument(
                f"error in the rules, line {line}, column {column}: {detail}",
                hint="docs/puzzles.md lists the predicates that rules may use",
            )
    if problems:
        raise BadArgument(f"error in the rules: {' '.join(problems[0].split())}")


def _problems(text: str) -> list[str]:
    problems: list[str] = []
    control = clingo.Control(
        ["-c", "files=4", "-c", "ranks=4"], logger=lambda _, message: problems.append(message), message_limit=5
    )
    load(control, [*MODES["dynamic"], "attacks"])
    try:
        control.add("base", [], text)
        control.ground([("base", [])])
    except RuntimeError as error:
        problems.append(str(error))
    return problems


Test = Callable[[Line], bool]


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme: its name, a description, the rules that compose it and the test that recognises it."""

    name: str
    english: str
    rules: str = ""
    holds: Test | None = None

    @classmethod
    def from_asp(cls, text: str, name: str = "tactic") -> Theme:
        """Make a theme from a rule `tactic(From,To)`, which the key must match.

        The rules may use every predicate of the encodings: at(Board,Colour,Piece,Square), from(Board,Square),
        to(Board,Square), attacks(Board,From,To), checker(Board,Square), between(S,T,B) … Board 0 is the diagram and
        board 1 the position after the key. A square is (File,Rank), both counted from 1.

        >>> fork = Theme.from_asp("tactic(S,T) :- key(S,T), at(1,black,king,K), attacks(1,T,K).")
        >>> fork.is_given
        True
        """
        check_rules(text)
        if not uses(text, "tactic"):
            raise BadArgument("the rules do not define tactic(From,To)", hint="write tactic(S,T) :- key(S,T), …")
        return cls(name, "the key matches the given rule", text.strip())

    @property
    def is_given(self) -> bool:
        return bool(self.rules) and self.holds is None


def find_theme(name: str) -> Theme:
    """Return the theme with this name; older names work too (`smothered` for `smothered mate`)."""
    theme = THEMES.get(theme_name(name))
    if theme is None:
        raise UnknownName(f"no theme is called {name!r}", hint=nearest(name, THEMES))
    return theme


def named_theme(name: str) -> str:
    """Return a theme or motif by its English name, an older one, or Lichess's name for it.

    >>> named_theme("smotheredMate"), named_theme("discovered-attack"), named_theme("fork")
    ('smothered mate', 'discovered attack', 'fork')
    """
    word = theme_name(re.sub("(?<=[a-z])(?=[A-Z])", " ", name).replace("-", " ").replace("_", " ").casefold().strip())
    if word in THEMES or word in MOTIFS:
        return word
    for motif in MOTIFS.values():
        if motif.theme == name:
            return motif.name
    close = get_close_matches(word, {**THEMES, **MOTIFS}, 1)
    hint = f"did you mean {close[0]}?" if close else "write fork, pin, skewer, back rank mate, mateIn2 or another motif"
    raise UnknownName(f"there is no theme {name!r}", hint=hint)


def _king(line: Line) -> chess.Square:
    square = line.end.king(not line.winner)
    assert square is not None
    return square


def _around(line: Line) -> chess.SquareSet:
    """The squares next to the mated king."""
    return chess.SquareSet(chess.BB_KING_ATTACKS[_king(line)])


def _guards(line: Line, square: chess.Square) -> chess.SquareSet:
    """The attacker's pieces that guard a square, with the king lifted off, as it cannot shield squares behind it."""
    board = line.end.copy(stack=False)
    board.remove_piece_at(_king(line))
    return board.attackers(line.winner, square)


def _mover(line: Line, ply: int) -> chess.PieceType:
    """The kind of piece that makes a move; a pawn if the move promotes."""
    kind = line.boards[ply].piece_type_at(line.moves[ply].from_square)
    assert kind is not None
    return kind


def _model_mate(line: Line) -> bool:
    checkers = line.end.checkers()
    if len(checkers) != 1:
        return False
    working = chess.SquareSet(checkers)
    for square in _around(line):
        guards = _guards(line, square)
        blocked = line.end.color_at(square) == line.end.turn
        if len(guards) + blocked != 1:
            return False
        working |= guards
    officers = line.end.occupied_co[line.winner] & ~(line.end.kings | line.end.pawns)
    return not officers & ~int(working)


def _queen_sacrifice(line: Line) -> bool:
    return (
        len(line.moves) > 2
        and _mover(line, 0) == chess.QUEEN
        and line.moves[1].to_square == line.moves[0].to_square
        and not line.start.is_capture(line.moves[0])
    )


def _zugzwang(line: Line) -> bool:
    moves = len(line.steps)
    after = line.boards[1].copy(stack=False)
    if moves < 2 or after.is_check():
        return False
    after.turn = not after.turn
    after.ep_square = None
    return int(mate_lengths([after.fen()], moves - 1)[0]) == 0


def _discovered_mate(line: Line) -> bool:
    return line.moves[-1].to_square not in line.end.checkers() and not line.boards[-2].is_castling(line.moves[-1])


def _pin_mate(line: Line) -> bool:
    end = line.end
    return any(
        end.is_pinned(end.turn, move.from_square) and _answers_check(end, move)
        for move in end.pseudo_legal_moves
        if end.piece_type_at(move.from_square) != chess.KING and not end.is_en_passant(move)
    )


def _answers_check(board: chess.Board, move: chess.Move) -> bool:
    checkers, king = board.checkers(), board.king(board.turn)
    assert king is not None
    if len(checkers) != 1:
        return False
    checker = checkers.pop()
    return move.to_square == checker or move.to_square in chess.SquareSet.between(checker, king)


def _self_block(line: Line) -> bool:
    if len(line.moves) < 3:
        return False
    target = line.moves[-2].to_square
    blocks = target in _around(line) and line.end.color_at(target) == line.end.turn
    return blocks and not _guards(line, target)


def _switchback(line: Line) -> bool:
    key, mate = line.moves[0], line.moves[-1]
    return len(line.moves) > 2 and (mate.from_square, mate.to_square) == (key.to_square, key.from_square)


def _king_key(line: Line) -> bool:
    return _mover(line, 0) == chess.KING


def _pawn_mate(line: Line) -> bool:
    by_pawn = all(line.end.piece_type_at(square) == chess.PAWN for square in line.end.checkers())
    return by_pawn and _mover(line, len(line.moves) - 1) == chess.PAWN


def _rules(name: str) -> str:
    path = ENCODINGS / "themes" / f"{name.replace(' ', '_').replace('-', '_')}.lp"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _motif(name: str) -> Theme:
    motif = find_motif(name)
    return Theme(name, motif.english, _rules(name), motif.shown)


def _theme(name: str, english: str, holds: Test) -> Theme:
    return Theme(name, english, _rules(name), holds)


THEMES = {
    theme.name: theme
    for theme in (
        _motif("smothered mate"),
        _motif("back rank mate"),
        _theme("model mate", "every flight is guarded or blocked once, and every white piece takes part", _model_mate),
        _motif("underpromotion"),
        _theme("queen sacrifice", "the key offers the queen, and Black captures it", _queen_sacrifice),
        _theme("zugzwang", "the key threatens nothing, but every black move allows mate", _zugzwang),
        _motif("double check"),
        _theme("discovered mate", "a piece moves away and another one mates", _discovered_mate),
        _theme("pin mate", "a pinned piece could stop the mate if it were free to move", _pin_mate),
        _theme("self-block", "Black's reply takes a flight from its own king", _self_block),
        _theme("switchback", "the piece that made the key goes back and mates", _switchback),
        _theme("king key", "White's king makes the key", _king_key),
        _theme("pawn mate", "a pawn mates and remains a pawn", _pawn_mate),
        _motif("epaulette mate"),
    )
}
"""The themes by name. Zugzwang has no rules: only a solver, which its test runs, can see that nothing is threatened."""
