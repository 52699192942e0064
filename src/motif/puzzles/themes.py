"""Themes: what should happen in a puzzle, told twice, as rules that make it and as a test that finds it.

The rules (encodings/themes/*.lp) hold on the boards of one solution line; the tests look at a line that is played on
python-chess boards and share nothing with them. `Theme.from_asp(text)` makes a theme of any tactic that a rule
`tactic(From,To) :- …` describes: the key must be an instance of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import chess

from motif._core.puzzles import mate_lengths
from motif.errors import BadArgument, UnknownName, nearest
from motif.puzzles.puzzle import Goal, Puzzle
from motif.puzzles.rules import ENCODINGS, check_rules, uses

Test = Callable[["Scene"], bool]


@dataclass(frozen=True, slots=True)
class Scene:
    """One line of a solution, played out: `boards[i]` is before `moves[i]`, and the last board is the end."""

    boards: tuple[chess.Board, ...]
    moves: tuple[chess.Move, ...]
    goal_moves: int

    @classmethod
    def of(cls, puzzle: Puzzle, line: tuple[str, ...]) -> Scene:
        """Play a line of a puzzle's solution."""
        board = puzzle.board()
        boards, moves = [board.copy()], []
        for text in line:
            moves.append(chess.Move.from_uci(text))
            board.push(moves[-1])
            boards.append(board.copy())
        return cls(tuple(boards), tuple(moves), puzzle.stipulation.moves)

    @property
    def start(self) -> chess.Board:
        """The diagram."""
        return self.boards[0]

    @property
    def end(self) -> chess.Board:
        """The board after the last move."""
        return self.boards[-1]

    @property
    def king(self) -> chess.Square:
        """Where the defender's king stands in the end."""
        square = self.end.king(not self.start.turn)
        assert square is not None
        return square

    @property
    def around(self) -> chess.SquareSet:
        """The squares next to that king."""
        return chess.SquareSet(chess.BB_KING_ATTACKS[self.king])

    def mover(self, ply: int) -> chess.PieceType:
        """The kind of man that makes a move, before it promotes."""
        kind = self.boards[ply].piece_type_at(self.moves[ply].from_square)
        assert kind is not None
        return kind

    def guards(self, square: chess.Square) -> chess.SquareSet:
        """The attacker's men that deny the square to the mated king, which cannot hide behind itself."""
        board = self.end.copy(stack=False)
        board.remove_piece_at(self.king)
        return board.attackers(self.start.turn, square)


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme by name, in English, as rules for making it and as a test for finding it."""

    name: str
    english: str
    rules: str = ""
    holds: Test | None = None

    @classmethod
    def from_asp(cls, text: str, name: str = "tactic") -> Theme:
        """A theme whose key is an instance of `tactic(From,To)`; a mistake is named by line and column.

        The rules may use everything that the encodings put out: at(Board,Colour,Man,Square), from(Board,Square),
        to(Board,Square), attacks(Board,From,To), checker(Board,Square), between(S,T,B) … Board 0 is the diagram,
        board 1 the one after the key; a square is (File,Rank) counted from 1.

        >>> fork = Theme.from_asp("tactic(S,T) :- key(S,T), at(1,black,king,K), attacks(1,T,K).")
        >>> fork.is_given
        True
        """
        check_rules(text)
        if not uses(text, "tactic"):
            raise BadArgument("the rules define no tactic(From,To)", hint="write tactic(S,T) :- key(S,T), …")
        return cls(name, "the key is an instance of the given rule", text.strip())

    @property
    def is_given(self) -> bool:
        """Whether a user gave it as rules."""
        return bool(self.rules) and self.holds is None


def find_theme(name: str) -> Theme:
    """The theme of this name."""
    theme = THEMES.get(name)
    if theme is None:
        raise UnknownName(f"no theme is called {name!r}", hint=nearest(name, THEMES))
    return theme


def tags(puzzle: Puzzle) -> tuple[str, ...]:
    """The names of all themes that some full line of a puzzle shows; only on the full board."""
    if not puzzle.diagram.is_full_size:
        return ()
    scenes = [Scene.of(puzzle, line) for line in puzzle.lines() if len(line) == 2 * puzzle.stipulation.moves - 1]
    if puzzle.stipulation.goal is not Goal.MATE or not scenes:
        return ()
    return tuple(theme.name for theme in THEMES.values() if theme.holds and any(theme.holds(scene) for scene in scenes))


def _smothered(scene: Scene) -> bool:
    checkers = scene.end.checkers()
    by_knight = all(scene.end.piece_type_at(square) == chess.KNIGHT for square in checkers)
    return by_knight and all(scene.end.color_at(square) == scene.end.turn for square in scene.around)


def _back_rank(scene: Scene) -> bool:
    first, forward = (7, -1) if scene.end.turn == chess.BLACK else (0, 1)
    if chess.square_rank(scene.king) != first:
        return False
    on_rank = all(chess.square_rank(square) == first for square in scene.end.checkers())
    front = [square for square in scene.around if chess.square_rank(square) == first + forward]
    return on_rank and all(scene.end.color_at(square) == scene.end.turn for square in front)


def _model_mate(scene: Scene) -> bool:
    checkers = scene.end.checkers()
    if len(checkers) != 1:
        return False
    working = chess.SquareSet(checkers)
    for square in scene.around:
        guards = scene.guards(square)
        blocked = scene.end.color_at(square) == scene.end.turn
        if len(guards) + blocked != 1:
            return False
        working |= guards
    officers = scene.end.occupied_co[scene.start.turn] & ~(scene.end.kings | scene.end.pawns)
    return not officers & ~int(working)


def _underpromotion(scene: Scene) -> bool:
    return scene.moves[-1].promotion == chess.KNIGHT


def _queen_sacrifice(scene: Scene) -> bool:
    return (
        len(scene.moves) > 2
        and scene.mover(0) == chess.QUEEN
        and scene.moves[1].to_square == scene.moves[0].to_square
        and not scene.start.is_capture(scene.moves[0])
    )


def _zugzwang(scene: Scene) -> bool:
    after = scene.boards[1].copy(stack=False)
    if scene.goal_moves < 2 or after.is_check():
        return False
    after.turn = not after.turn
    after.ep_square = None
    return int(mate_lengths([after.fen()], scene.goal_moves - 1)[0]) == 0


def _double_check(scene: Scene) -> bool:
    return len(scene.end.checkers()) == 2


def _discovered_mate(scene: Scene) -> bool:
    return scene.moves[-1].to_square not in scene.end.checkers() and not scene.boards[-2].is_castling(scene.moves[-1])


def _pin_mate(scene: Scene) -> bool:
    end = scene.end
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


def _self_block(scene: Scene) -> bool:
    if len(scene.moves) < 3:
        return False
    target = scene.moves[-2].to_square
    blocks = target in scene.around and scene.end.color_at(target) == scene.end.turn
    return blocks and not scene.guards(target)


def _switchback(scene: Scene) -> bool:
    key, mate = scene.moves[0], scene.moves[-1]
    return len(scene.moves) > 2 and (mate.from_square, mate.to_square) == (key.to_square, key.from_square)


def _king_key(scene: Scene) -> bool:
    return scene.mover(0) == chess.KING


def _pawn_mate(scene: Scene) -> bool:
    checkers = scene.end.checkers()
    by_pawn = all(scene.end.piece_type_at(square) == chess.PAWN for square in checkers)
    return by_pawn and scene.mover(len(scene.moves) - 1) == chess.PAWN


def _epaulette(scene: Scene) -> bool:
    file, rank = chess.square_file(scene.king), chess.square_rank(scene.king)
    if rank not in (0, 7) or file in (0, 7):
        return False
    beside = (scene.king - 1, scene.king + 1)
    return all(scene.end.color_at(square) == scene.end.turn for square in beside) and all(
        scene.end.piece_type_at(square) == chess.QUEEN and chess.square_file(square) == file
        for square in scene.end.checkers()
    )


def _theme(name: str, english: str, holds: Test) -> Theme:
    path = ENCODINGS / "themes" / f"{name.replace(' ', '_').replace('-', '_')}.lp"
    return Theme(name, english, path.read_text(encoding="utf-8") if path.exists() else "", holds)


THEMES = {
    theme.name: theme
    for theme in (
        _theme("smothered", "a knight mates a king shut in by its own men", _smothered),
        _theme("back rank", "rook or queen mates along the rank that the king's own men close", _back_rank),
        _theme("model mate", "every flight is denied once, and every white officer takes part", _model_mate),
        _theme("underpromotion", "a pawn becomes a knight and mates", _underpromotion),
        _theme("queen sacrifice", "the key offers the queen, and it is taken", _queen_sacrifice),
        _theme("zugzwang", "the key threatens nothing; Black's duty to move is fatal", _zugzwang),
        _theme("double check", "two men give the mating check", _double_check),
        _theme("discovered mate", "a man steps aside and another one mates", _discovered_mate),
        _theme("pin mate", "a pinned man could save Black if it might move", _pin_mate),
        _theme("self-block", "Black's reply takes a flight from its own king", _self_block),
        _theme("switchback", "the man that made the key goes back and mates", _switchback),
        _theme("king key", "White's king makes the key", _king_key),
        _theme("pawn mate", "a pawn mates and remains a pawn", _pawn_mate),
        _theme("epaulette", "the king stands on the edge between two of its own men", _epaulette),
    )
}
"""The themes by name. Zugzwang has no rules: what is *not* threatened only a solver can say."""
