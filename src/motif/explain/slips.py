"""Find what a bad move did wrong: the one thing that it changed, or the threat that it ignored.

If the same reply already wins after the side to move passes, the threat was there before. Otherwise the move itself
allowed it: it left a piece undefended, opened a line, stepped onto an attacked square or into a fork, or blocked
something. Each suspicion is checked by undoing only that change: the reply must then no longer win.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import chess

from motif.board.wording import piece_on
from motif.engines.evaluator import Evaluator, after, passed
from motif.engines.limits import Limit
from motif.explain.causes import ProvenWitness, fall_without
from motif.explain.gains import Won, play_on
from motif.explain.kinds import PointKind
from motif.explain.phrases.mistakes import MOTIFS_WALKED_INTO
from motif.explain.quiet_move import cut
from motif.motifs.motif import Line, Undone, Witness, exchange, put_back, remove, worth

EARLY_PLIES = (0, 2)
"""The plies of the punishment that are still directly related to the mistake."""


@dataclass(frozen=True, slots=True)
class Slip:
    """What a move did wrong: a phrase, and the board without that fault (opponent to move) on which it was checked."""

    kind: PointKind
    phrase: str
    """The key of its phrase in `phrases.mistakes`."""
    names: dict[str, str] = field(hash=False)
    """The names filled into the phrase."""
    squares: tuple[chess.Square, ...]
    """The pieces and squares that the slip is about."""
    without: chess.Board
    """The board after a pass for an ignored threat, else the board with the fault corrected."""
    fall: int
    """How many centipawns less the reply gains on that board; 0 for an ignored threat."""


@dataclass(frozen=True, slots=True)
class PunishedMove:
    """A bad move, the board before it, the better move, and the punishment with its cause."""

    board: chess.Board
    played: chess.Move
    best: chess.Move
    won: Won
    cause: ProvenWitness | None

    @property
    def following(self) -> chess.Board:
        return self.won.line.start

    @property
    def line(self) -> Line:
        return self.won.line

    @property
    def side(self) -> chess.Color:
        return self.board.turn

    @property
    def early(self) -> Iterator[tuple[chess.Board, chess.Move]]:
        """The early moves of the punishment, each with the board before it."""
        for ply in EARLY_PLIES:
            if ply < len(self.line.moves):
                yield self.line.boards[ply], self.line.moves[ply]

    def was_there(self, square: chess.Square, board: chess.Board) -> bool:
        """Whether a square of a board has the same piece, or none, as before the move."""
        return board.piece_at(square) == self.board.piece_at(square)


@dataclass(frozen=True, slots=True)
class _Suspicion:
    """A suspected fault of a move, and the boards on which it is corrected, the smallest edit first."""

    kind: PointKind
    phrase: str
    names: dict[str, str]
    squares: tuple[chess.Square, ...]
    boards: tuple[chess.Board | None, ...]


def find_slip(punished: PunishedMove, best: int, evaluator: Evaluator, limit: Limit) -> Slip | None:
    """Find what a move did wrong and check it; None if nothing passes. `best` is the best move's value in
    centipawns."""
    idle = passed(punished.board)
    if idle is not None and not _is_answer_to_the_move(punished) and _was_there(punished, idle, best, evaluator, limit):
        squares = (punished.line.moves[0].from_square, punished.line.moves[0].to_square)
        return Slip(PointKind.IGNORED_THREAT, "ignored threat", {}, squares, idle, 0)
    if (left := _checked_already(punished)) is not None:
        return left
    witness = Witness("slip", 0, punished.played.to_square)
    tried: dict[str, int | None] = {}
    for suspicion in _suspicions(punished, idle):
        for board in suspicion.boards:
            if board is None or not board.is_valid() or not any(board.legal_moves):
                continue
            name = board.fen()
            if name not in tried:
                undone = Undone(witness, 0, board, punished.played.from_square)
                tried[name] = fall_without(punished.won, undone, evaluator, limit)
            fall = tried[name]
            if fall is not None:
                return Slip(suspicion.kind, suspicion.phrase, suspicion.names, suspicion.squares, board, fall)
    return None


def _checked_already(punished: PunishedMove) -> Slip | None:
    """The slip that a defender moved away, if that is already the proven cause of the punishment."""
    cause = punished.cause
    if cause is None or cause.witness.motif != "abandoned defence":
        return None
    square = cause.witness.against[0]
    phrase, names = _defence_phrase(punished, square)
    return Slip(PointKind.UNDEFENDED, phrase, names, (square,), cause.undone.board, cause.fall)


def _defence_phrase(punished: PunishedMove, square: chess.Square) -> tuple[str, dict[str, str]]:
    """The phrase for a piece or square that the moved piece no longer defends."""
    board = punished.board
    if board.color_at(square) != punished.side:
        return "unguarded square", {"square": chess.square_name(square)}
    left = punished.following.attackers(punished.side, square)
    return "too few defenders" if left else "undefended", {"piece": piece_on(board, square)}


def _is_answer_to_the_move(punished: PunishedMove) -> bool:
    """Whether the punishment answers a check or attacks the moved piece, so that it was no threat before."""
    cause = punished.cause
    attacks = cause is not None and punished.played.to_square in cause.witness.against
    return attacks or punished.following.is_check()


def _was_there(punished: PunishedMove, idle: chess.Board, best: int, evaluator: Evaluator, limit: Limit) -> bool:
    """Whether the reply would already have won after a pass: at least half as much, and half of what was lost."""
    reply, gain = punished.line.moves[0], punished.won.gain
    if not idle.is_legal(reply) or not punished.was_there(reply.to_square, punished.following):
        return False
    (answer,) = evaluator.evaluate([after(idle, reply)], limit)
    there = answer.before(reply)
    # In the opponent's eyes: what the best move leaves them, and what they have now.
    least = -cut(best) + (cut(punished.won.evaluation.centipawns) + cut(best)) / 2
    if cut(there.centipawns) < least:
        return False
    won = play_on(idle, there, evaluator, limit).gain
    if gain.saves_draw and not gain.is_something:
        return won.saves_draw
    return won.is_mate if gain.is_mate else won.is_mate or 2 * won.pawns >= gain.pawns


def _suspicions(punished: PunishedMove, idle: chess.Board | None) -> Iterator[_Suspicion]:
    """What may be wrong with the move, the most obvious first."""
    yield from _moved_piece_is_captured(punished, idle)
    yield from _in_the_kings_way(punished)
    yield from _stepped_into(punished, idle)
    yield from _defence_given_up(punished, idle)
    yield from _line_opened(punished, idle)
    yield from _defender_blocked(punished)
    yield from _square_left(punished)
    yield _Suspicion(PointKind.ALLOWED_TACTIC, "allows", {}, (punished.played.to_square,), (idle,))


def _moved_piece_is_captured(punished: PunishedMove, idle: chess.Board | None) -> Iterator[_Suspicion]:
    """Suspect that the moved piece is captured on its new square."""
    board, played, reply = punished.board, punished.played, punished.line.moves[0]
    if reply.to_square != played.to_square or not _is_lost(punished):
        return
    taker = reply.from_square
    # A piece that was badly placed before the move as well is compared with where it should have gone.
    elsewhere = _moved_elsewhere(punished)
    # Where something else hangs as well, a pass is no better; without the capturing piece, the move would be.
    unguarded = _without_piece(punished, taker)
    squares = taker, played.to_square
    if board.is_capture(played) and taker in board.attackers(not punished.side, played.to_square):
        names = {"victim": chess.piece_name(board.piece_type_at(played.to_square) or chess.PAWN)}
        boards: tuple[chess.Board | None, ...] = (*unguarded, idle, elsewhere)
        yield _Suspicion(PointKind.GREEDY_CAPTURE, "greedy capture", names, squares, boards)
    else:
        names = {"piece": chess.piece_name(board.piece_type_at(played.from_square) or chess.PAWN)}
        yield _Suspicion(PointKind.HUNG_PIECE, "hung piece", names, squares, (idle, elsewhere, *unguarded))


def _moved_elsewhere(punished: PunishedMove) -> chess.Board | None:
    """The board after a better move of the same piece: the best move, or one to a square that is not attacked."""
    board, played = punished.board, punished.played
    if punished.best.from_square == played.from_square:
        return after(board, punished.best)
    steps = board.generate_legal_moves(chess.BB_SQUARES[played.from_square])
    calm = (step for step in steps if not board.is_attacked_by(not punished.side, step.to_square))
    step = next((step for step in calm if not board.is_capture(step) and not board.gives_check(step)), None)
    return after(board, step) if step is not None else None


def _is_lost(punished: PunishedMove) -> bool:
    """Whether the moved piece is really lost when it is captured, not traded evenly."""
    line, target = punished.line, punished.played.to_square
    if exchange(line.start, line.moves[0]) > worth(punished.board, target):
        return True
    if punished.board.is_capture(punished.played):
        return False
    return len(line.moves) < 2 or line.moves[1].to_square != target


def _in_the_kings_way(punished: PunishedMove) -> Iterator[_Suspicion]:
    """Suspect that the moved piece blocks an escape square of its king, which is mated."""
    if not punished.won.gain.is_mate:
        return
    end, target = punished.line.end, punished.played.to_square
    king = end.king(punished.side)
    is_there_still = end.piece_at(target) == punished.following.piece_at(target)
    if (
        king is None
        or king == target
        or not is_there_still
        or target not in chess.SquareSet(chess.BB_KING_ATTACKS[king])
    ):
        return
    names = {"square": chess.square_name(target)}
    yield _Suspicion(PointKind.OWN_FLIGHT_SQUARE, "own flight square", names, (target, king), _without_piece(punished))


def _defence_given_up(punished: PunishedMove, idle: chess.Board | None) -> Iterator[_Suspicion]:
    """Suspect that the moved piece defended what is now captured, or the square that the opponent uses."""
    board, played = punished.board, punished.played
    for before, move in punished.early:
        square = move.to_square
        if square == played.to_square or square == played.from_square or not punished.was_there(square, before):
            continue
        if square in board.attacks(played.from_square) and square not in punished.following.attacks(played.to_square):
            boards = (*_with_piece_back(punished), idle, _still_defending(punished, square))
            yield _Suspicion(PointKind.UNDEFENDED, *_defence_phrase(punished, square), (square,), boards)


def _still_defending(punished: PunishedMove, square: chess.Square) -> chess.Board | None:
    """The board after another king move that keeps defending the square, for a king in check, which cannot pass."""
    board, played = punished.board, punished.played
    if not board.is_check() or board.piece_type_at(played.from_square) != chess.KING:
        return None
    steps = (after(board, step) for step in board.generate_legal_moves(chess.BB_SQUARES[played.from_square]))
    return next((stepped for stepped in steps if stepped.attackers_mask(punished.side, square) & stepped.kings), None)


def _line_opened(punished: PunishedMove, idle: chess.Board | None) -> Iterator[_Suspicion]:
    """Suspect that the moved piece blocked the line of an opposing slider."""
    board, played = punished.board, punished.played
    origin = chess.BB_SQUARES[played.from_square]
    for before, move in punished.early:
        square = move.to_square
        sliders = [move.from_square, *punished.following.attackers(not punished.side, square)]
        for slider in sliders:
            opens = chess.between(slider, square) & origin
            if (
                opens
                and punished.was_there(slider, punished.following)
                and slider in before.attackers(before.turn, square)
            ):
                names = {"slider": piece_on(board, slider), "piece": piece_on(board, square)}
                boards = (*_with_piece_back(punished), idle)
                yield _Suspicion(PointKind.OPENED_LINE, "opened line", names, (slider, square), boards)
                break


def _defender_blocked(punished: PunishedMove) -> Iterator[_Suspicion]:
    """Suspect that the moved piece now blocks a defender of what is captured."""
    board, target = punished.board, punished.played.to_square
    for before, move in punished.early:
        square = move.to_square
        if square == target or not punished.was_there(square, before):
            continue
        guards = board.attackers(punished.side, square) - punished.following.attackers(punished.side, square)
        for guard in guards - {punished.played.from_square}:
            if chess.between(guard, square) & chess.BB_SQUARES[target]:
                names = {"guard": piece_on(board, guard), "piece": piece_on(board, square)}
                yield _Suspicion(
                    PointKind.BLOCKED_GUARD, "blocked guard", names, (guard, square), _without_piece(punished)
                )


def _stepped_into(punished: PunishedMove, idle: chess.Board | None) -> Iterator[_Suspicion]:
    """Suspect that the moved piece walked into the motif, as one of its targets."""
    if punished.cause is None:
        return
    witness = punished.cause.witness
    into = MOTIFS_WALKED_INTO.get(witness.motif)
    if into and witness.ply in EARLY_PLIES and punished.played.to_square in witness.against:
        yield _Suspicion(PointKind.WALKED_INTO, "walked into", {"motif": into}, witness.against, (idle,))


def _square_left(punished: PunishedMove) -> Iterator[_Suspicion]:
    """Suspect that the opponent uses the square that was left."""
    reply = punished.line.moves[0]
    if reply.to_square == punished.played.from_square:
        square = chess.square_name(reply.to_square)
        names = {"square": square, "piece": piece_on(punished.following, reply.from_square)}
        yield _Suspicion(PointKind.LEFT_SQUARE, "left square", names, (reply.to_square,), _with_piece_back(punished))


def _with_piece_back(punished: PunishedMove) -> tuple[chess.Board, ...]:
    """The board after the move with a copy of the moved piece on its old square, unless that gives check."""
    kind, origin = punished.board.piece_type_at(punished.played.from_square), punished.played.from_square
    if kind in (None, chess.KING):
        return ()
    assert kind is not None
    edits = put_back(kind, origin).applied(punished.following, punished.side)
    return tuple(edited for edited, _ in edits if edited.is_check() <= punished.following.is_check())


def _without_piece(punished: PunishedMove, square: chess.Square | None = None) -> tuple[chess.Board, ...]:
    """The board after the move without the moved piece, or without the piece on `square`."""
    edits = remove(punished.played.to_square if square is None else square).applied(punished.following, punished.side)
    return tuple(edited for edited, _ in edits if edited.is_check() <= punished.following.is_check())
