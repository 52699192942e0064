"""Why the better move is better: what it does about the punishment of the move that was played.

The engine's evaluations prove that the better move is not punished; this module finds on the board how the better move
avoids it: by capturing the attacker, moving or defending the piece that would be lost, closing the line, guarding the
square that the opponent needs, or with an answer that one more search finds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import chess

from motif.board.wording import piece_on, plural
from motif.engines.evaluator import Evaluation, Evaluator, after
from motif.engines.limits import Limit
from motif.explain.found import FoundBetter, explain_evaluation, without_gain
from motif.explain.kinds import PointKind
from motif.explain.phrases import quiet
from motif.explain.phrases.ideas import clause
from motif.explain.phrases.mistakes import said
from motif.explain.quiet import VAGUE_IDEAS, find_purpose, shown
from motif.motifs.motif import Line, worth

MOST_STEPS = 3
"""How many plies of the better line are shown if it wins nothing by force."""

PUNISHING_PLIES = (0, 2)
"""The plies of the punishing line that the better move may stop."""

ANSWER_MARGIN_CP = 60
"""An answer to the punishment is named only if it costs the better move at most this many centipawns."""

LEVEL_CP = 70
"""A game within this evaluation, in centipawns, is balanced."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The better line, the move that was played, and the line that punishes it."""

    board: chess.Board
    better: Evaluation
    played: chess.Move
    punishment: Line | None

    @property
    def best(self) -> chess.Move:
        return self.better.line[0]

    @property
    def hangs(self) -> bool:
        """Whether the punishment begins by capturing the piece that just moved."""
        return self.punishment is not None and self.punishment.moves[0].to_square == self.played.to_square

    @property
    def now(self) -> chess.Board:
        return after(self.board, self.best)


def reason_of_better(comparison: Comparison, evaluator: Evaluator, limit: Limit) -> FoundBetter:
    """Say why the first move of the better line is better than the move that was played."""
    line = comparison.better.line
    steps = tuple(line[:MOST_STEPS])
    kind, words = _capture_clause(comparison)
    if comparison.punishment is not None:
        for answer in _answers(comparison, comparison.punishment):
            is_more = kind is PointKind.WINS and not answer.startswith("captures ")
            return FoundBetter(PointKind.DEFENDS, f"{words} and {answer}" if is_more else answer, steps[:1])
    if comparison.punishment is not None and kind is not PointKind.WINS:
        if (answered := _answered(comparison, comparison.punishment, evaluator, limit)) is not None:
            return answered
        if comparison.punishment.is_mate:
            return FoundBetter(PointKind.DEFENDS, said("stops mate"), steps)
    if not words:
        kind, words = _quiet_clause(comparison, evaluator, limit)
    if not words and (seen := next(iter(shown(comparison.board, comparison.best, line)), None)) is not None:
        kind, words = PointKind.IMPROVES, clause(seen)
    if comparison.punishment is not None and comparison.punishment.moves[1:2] == (comparison.best,):
        first = _san(comparison.punishment.start, comparison.punishment.moves[0])
        return FoundBetter(PointKind.DEFENDS, said("in time", reply=first), steps)
    if words:
        return FoundBetter(kind, words, steps)
    return FoundBetter(PointKind.CHOICE, _what_is_kept(comparison), steps)


def _answers(comparison: Comparison, punishment: Line) -> Iterator[str]:
    """Clauses that say what the better move does about the punishment, the most obvious first."""
    board, best, played, now = comparison.board, comparison.best, comparison.played, comparison.now
    side, following = board.turn, punishment.start
    # The pieces that would be lost, by their squares before the move.
    lost = [played.from_square if square == played.to_square else square for square in _captured_squares(punishment)]
    lost = [square for square in lost if board.color_at(square) == side]
    lost.sort(key=lambda square: -worth(board, square))
    punishers = dict.fromkeys(move.from_square for move in punishment.moves[::2])
    if _is_trade(comparison):
        return
    if best.to_square in punishers and board.color_at(best.to_square) not in (None, side):
        yield said("captures the attacker", piece=piece_on(board, best.to_square))
    if _captures_a_helper(comparison, punishment):
        yield said("captures a helper", piece=piece_on(board, best.to_square))
    is_piece = board.piece_type_at(best.from_square) not in (chess.PAWN, chess.KING)
    if best.from_square in lost and best.from_square != played.from_square and is_piece:
        yield said("gets out", piece=piece_on(board, best.from_square))
    for square in lost:
        is_there = now.piece_at(square) == board.piece_at(square)
        if (
            is_there
            and best.to_square in now.attackers(side, square)
            and best.from_square not in board.attackers(side, square)
        ):
            yield said("defends", piece=piece_on(board, square))
    for ply in PUNISHING_PLIES:
        if ply < len(punishment.moves) and not (ply == 0 and comparison.hangs):
            yield from _ways_to_stop(comparison, punishment.boards[ply], punishment.moves[ply], is_first=ply == 0)
    yield from _gets_away(comparison, punishment)
    target = punishment.moves[0].to_square
    guards = now.attackers(side, target) - following.attackers(side, target)
    is_kept = best.from_square == played.from_square and played.from_square in board.attackers(side, target)
    stays = best.to_square in guards if is_kept else played.from_square in guards - {best.to_square}
    # The piece that left may guard the square from its new square, too.
    is_weaker = len(following.attackers(side, target)) < len(now.attackers(side, target))
    if stays and is_weaker and target != played.to_square and now.piece_at(target) == board.piece_at(target):
        yield said("keeps guarded", piece=piece_on(board, target))
    if best.from_square == board.king(side):
        for ply, move in list(enumerate(punishment.moves))[:MOST_STEPS:2]:
            if punishment.boards[ply].gives_check(move) or (ply == 0 and punishment.is_mate):
                yield said("takes the king away", reply=_san(punishment.boards[ply], move))


def _gets_away(comparison: Comparison, punishment: Line) -> Iterator[str]:
    """Yield that the moved piece leaves a square that the punishment attacks for a square that it does not attack."""
    board, best = comparison.board, comparison.best
    if board.piece_type_at(best.from_square) in (chess.KING, chess.PAWN) or board.is_capture(best):
        return
    for ply, move in list(enumerate(punishment.moves))[:MOST_STEPS:2]:
        before, now = punishment.boards[ply], punishment.boards[ply + 1]
        is_there = now.piece_at(best.from_square) == board.piece_at(best.from_square)
        attacked = now.attacks(move.to_square)
        is_new = best.from_square in attacked and best.from_square not in before.attacks(move.from_square)
        if is_there and is_new and best.to_square not in attacked and best.from_square != comparison.played.from_square:
            yield said("gets away", piece=piece_on(board, best.from_square), reply=_san(before, move))


def _captures_a_helper(comparison: Comparison, punishment: Line) -> bool:
    """Whether the better move captures a piece that protects the mating piece or covers a square next to the king."""
    board, square, end = comparison.board, comparison.best.to_square, punishment.end
    king = end.king(board.turn)
    if not punishment.is_mate or king is None or not board.is_capture(comparison.best):
        return False
    is_there = end.piece_at(square) == board.piece_at(square) and end.color_at(square) == (not board.turn)
    needed = chess.SquareSet(chess.BB_KING_ATTACKS[king]) & (~end.occupied_co[board.turn] | end.checkers_mask())
    return is_there and bool(end.attacks(square) & needed)


def _ways_to_stop(comparison: Comparison, there: chess.Board, reply: chess.Move, *, is_first: bool) -> Iterator[str]:
    """Yield how the better move stops one move of the punishment, `reply`."""
    board, best, now, side = comparison.board, comparison.best, comparison.now, comparison.board.turn
    is_slider = there.piece_type_at(reply.from_square) not in (chess.KNIGHT, chess.KING, chess.PAWN)
    is_same = now.piece_at(reply.from_square) == there.piece_at(reply.from_square)
    between = chess.SquareSet(chess.between(reply.from_square, reply.to_square))
    if best.to_square in between and is_slider and is_same:
        yield said("closes", slider=piece_on(there, reply.from_square))
    is_new_guard = best.from_square not in board.attackers(side, reply.to_square)
    if (
        best.to_square in now.attackers(side, reply.to_square)
        and is_new_guard
        and now.color_at(reply.to_square) != side
    ):
        yield said("guards", square=chess.square_name(reply.to_square))
    if is_first and not now.is_pseudo_legal(reply) and board.piece_at(best.to_square) is None:
        yield said("stops", reply=_san(there, reply))


def _answered(comparison: Comparison, punishment: Line, evaluator: Evaluator, limit: Limit) -> FoundBetter | None:
    """Find the answer (a capture, check or promotion) that the better move has ready against the same reply."""
    now, steps = comparison.now, [comparison.best]
    # After a check the reply would be an answer itself.
    if now.is_check() or (comparison.hangs and now.piece_at(comparison.played.to_square) is None):
        return None
    for ply in PUNISHING_PLIES:
        if ply >= len(punishment.moves):
            return None
        reply = punishment.moves[ply]
        if not now.is_legal(reply) or now.is_capture(reply) != punishment.boards[ply].is_capture(reply):
            # What it would have captured is gone, so the same answer as after the move that was played now works.
            return _answer(comparison.board, steps) if ply else None
        there = after(now, reply)
        if there.is_game_over():
            return None
        (answer,) = evaluator.evaluate([there], limit)
        if answer.best is None or answer.centipawns < comparison.better.centipawns - ANSWER_MARGIN_CP:
            return None
        steps += [reply, answer.best]
        if answer.best not in punishment.moves[ply + 1 : ply + 2]:
            # A recapture that is also possible after the move played is no answer.
            is_recapture = answer.best.to_square == reply.to_square
            if is_recapture and punishment.boards[ply + 1].is_legal(answer.best):
                return None
            if not _is_an_answer(there, reply, answer.best):
                return None
            return _answer(comparison.board, steps)
        # The same reply as after the move that was played: the difference comes later.
        now = after(there, answer.best)
    return None


def _answer(board: chess.Board, steps: Sequence[chess.Move]) -> FoundBetter:
    """Say which answer the better move, the first of the steps, has ready against a reply."""
    boards = Line.of(board, steps).boards
    words = said("answers", reply=_san(boards[-3], steps[-2]), answer=_san(boards[-2], steps[-1]))
    return FoundBetter(PointKind.DEFENDS, words, tuple(steps))


def _is_an_answer(board: chess.Board, reply: chess.Move, answer: chess.Move) -> bool:
    """Whether a player sees how a move answers a reply: it forces something or moves the attacked piece away."""
    if board.is_capture(answer) or board.gives_check(answer) or answer.promotion:
        return True
    return answer.from_square in board.attacks(reply.to_square)


def _captured_squares(punishment: Line) -> list[chess.Square]:
    """The squares where the punishment captures a piece that was there from the start."""
    start = punishment.start
    return [
        move.to_square
        for ply, move in enumerate(punishment.moves)
        if not ply % 2 and start.color_at(move.to_square) not in (None, start.turn)
    ]


def _capture_clause(comparison: Comparison) -> tuple[PointKind, str]:
    """What the better move captures or trades, as kind and clause; the clause is empty for a quiet move."""
    board, best = comparison.board, comparison.best
    if not board.is_capture(best):
        return PointKind.CHOICE, ""
    square = best.to_square
    taken = "a pawn en passant" if board.is_en_passant(best) else piece_on(board, square)
    piece = chess.piece_name(board.piece_type_at(best.from_square) or chess.PAWN)
    if _is_trade(comparison):
        is_alike = board.piece_type_at(best.from_square) == board.piece_type_at(square)
        words = said("trades alike", pieces=plural(piece)) if is_alike else said("trades", piece=piece, victim=taken)
        return PointKind.TRADES, words
    if square == comparison.played.to_square:
        return PointKind.CHOICE, ""
    return PointKind.WINS, said("captures", piece=taken)


def _is_trade(comparison: Comparison) -> bool:
    """Whether the better move captures a piece of the same value as its own and is recaptured."""
    board, best, line = comparison.board, comparison.best, comparison.better.line
    is_taken_back = len(line) > 1 and line[1].to_square == best.to_square
    return board.is_capture(best) and is_taken_back and worth(board, best.from_square) == worth(board, best.to_square)


def _quiet_clause(comparison: Comparison, evaluator: Evaluator, limit: Limit) -> tuple[PointKind, str]:
    """What a better move without a capture is for, as kind and clause."""
    board, best = comparison.board, comparison.best
    if board.is_check():
        seen = next(iter(shown(board, best, comparison.better.line)), None)
        if seen is not None:
            return PointKind.IMPROVES, clause(seen)
    explanation = without_gain(explain_evaluation(board, comparison.better, evaluator, limit))
    purpose = find_purpose(explanation, evaluator, limit)
    was_played = (comparison.played.from_square, comparison.played.to_square)
    # Threatening what the move played has already done is no better.
    is_played = purpose is not None and purpose.kind is PointKind.THREATENS and purpose.squares == was_played
    if is_played or purpose is None or purpose.name in VAGUE_IDEAS or purpose.kind is PointKind.CHOICE:
        return PointKind.CHOICE, ""
    # Every other legal move gets out of check, too.
    is_empty = purpose.does in (quiet.said("out of check"), quiet.said("blocks the check"))
    return (PointKind.CHOICE, "") if is_empty else (purpose.kind, purpose.does)


def _what_is_kept(comparison: Comparison) -> str:
    """Say what the better move keeps, by its evaluation alone: balance, an advantage or less damage."""
    value = comparison.better.centipawns
    return said("balance" if abs(value) <= LEVEL_CP else "advantage" if value > 0 else "damage")


def _san(board: chess.Board, move: chess.Move) -> str:
    """The move in SAN; a mate is named, as its sign is easily overlooked."""
    return board.san(move).replace("#", " mate")
