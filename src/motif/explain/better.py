"""Why the better move is better: what it does about the punishment of the move that was played.

The engine's evaluations prove that the better move is not punished; this module finds on the board how the better move
avoids it: by capturing the attacker, moving or defending the piece that would be lost, closing the line, guarding the
square that the opponent needs, or with an answer that one more search finds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import chess

from motif.board.moves import MoveOnBoard
from motif.board.wording import piece_on, plural
from motif.engines.evaluator import Evaluation, Evaluator, after, passed
from motif.engines.limits import Limit
from motif.explain.deeds import outcome
from motif.explain.found import FoundBetter, Purpose, explain_evaluation, without_gain
from motif.explain.gains import play_on
from motif.explain.kinds import PointKind
from motif.explain.phrases import quiet
from motif.explain.phrases.ideas import clause
from motif.explain.phrases.mistakes import said
from motif.explain.quiet import THIN_IDEAS, find_purpose, shown
from motif.motifs.catalogue import IDEAS
from motif.motifs.motif import Line, exchange, worth

MOST_STEPS = 3
"""How many plies of the better line are shown if it wins nothing by force."""

PUNISHING_PLIES = (0, 2)
"""The plies of the punishing line that the better move may stop."""

ANSWER_MARGIN_CP = 60
"""An answer to the punishment is named only if it costs the better move at most this many centipawns."""

LONGEST_CAPTURE_PLIES = 3
"""A capture is said to win what its line wins within this many plies."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The better line, the move that was played, and the line that punishes it."""

    board: chess.Board
    better: Evaluation
    played: chess.Move
    punishment: Line | None
    """The reply to the move that was played, and the moves after it; None if it only trades."""

    reply: tuple[chess.Move, ...] = ()
    """The reply to the move that was played, and the moves after it, whether they do harm or not."""

    @property
    def trades_off(self) -> str:
        """The pieces, such as "queens", that the move played offers to trade and the reply trades; else empty."""
        kind, following = self.board.piece_type_at(self.played.from_square), after(self.board, self.played)
        if not self.hangs or kind in (None, chess.PAWN) or following.piece_type_at(self.reply[0].from_square) != kind:
            return ""
        is_back = self.reply[1:2] and self.reply[1].to_square == self.played.to_square
        is_quiet = not self.board.is_capture(self.played)
        return plural(chess.piece_name(kind or chess.PAWN)) if is_back and is_quiet else ""

    @property
    def best(self) -> chess.Move:
        return self.better.line[0]

    @property
    def hangs(self) -> bool:
        """Whether the reply captures the piece that just moved."""
        return self.reply[:1] != () and self.reply[0].to_square == self.played.to_square

    @property
    def now(self) -> chess.Board:
        return after(self.board, self.best)


def punishment_of(following: chess.Board, line: Sequence[chess.Move]) -> Line | None:
    """Return the opponent's line as a punishment that the better move may prevent; None for a trade."""
    if not line:
        return None
    target = line[0].to_square
    is_recaptured = following.is_capture(line[0]) and target in [move.to_square for move in line[1:2]]
    is_even = worth(following, line[0].from_square) <= worth(following, target)
    if target == following.peek().to_square or (is_recaptured and is_even):
        return None
    return Line.of(following, line[:MOST_STEPS])


def reason_of_better(comparison: Comparison, evaluator: Evaluator, limit: Limit) -> FoundBetter:
    """Say why the first move of the better line is better than the move that was played."""
    line = comparison.better.line
    steps = tuple(line[:MOST_STEPS])
    kind, words = _capture_clause(comparison, evaluator, limit)
    if comparison.punishment is not None:
        for key, names in _answers(comparison, comparison.punishment):
            answer = said(key, **names)
            is_more = kind is PointKind.WINS and key not in CAPTURING_ANSWERS
            return FoundBetter(PointKind.DEFENDS, f"{words} and {answer}" if is_more else answer, steps[:1])
    if comparison.punishment is not None and kind is not PointKind.WINS:
        if (answered := _answered(comparison, comparison.punishment, evaluator, limit)) is not None:
            return answered
        if comparison.punishment.is_mate:
            return FoundBetter(PointKind.DEFENDS, said("stops mate"), steps)
    if not words and comparison.trades_off:
        kind, words = PointKind.DEFENDS, said("avoids the trade", pieces=comparison.trades_off)
    if not words:
        kind, words = _quiet_clause(comparison, evaluator, limit)
    if not words:
        idea = better_idea(comparison)
        kind, words = (PointKind.IMPROVES, idea) if idea else (PointKind.CHOICE, "")
    if not words and comparison.punishment is not None:
        kind, words = PointKind.DEFENDS, _keeps_away(comparison, comparison.punishment)
    if words:
        return FoundBetter(kind, words, steps)
    if comparison.punishment is not None and comparison.punishment.moves[1:2] == (comparison.best,):
        first = _san(comparison.punishment.start, comparison.punishment.moves[0])
        return FoundBetter(PointKind.DEFENDS, said("in time", reply=first), steps)
    return FoundBetter(PointKind.CHOICE, "", steps)


Answer = tuple[str, dict[str, str]]
"""The key of a phrase about what the better move does against the punishment, and the names to fill in."""

CAPTURING_ANSWERS = frozenset({"captures the attacker", "captures a helper"})


def _answers(comparison: Comparison, punishment: Line) -> Iterator[Answer]:
    """Yield what the better move does about the punishment, the most obvious first."""
    board, best, played, now = comparison.board, comparison.best, comparison.played, comparison.now
    side = board.turn
    punishers = dict.fromkeys(move.from_square for move in punishment.moves[::2])
    if _is_trade(comparison):
        first, reply = punishment.moves[0], _san(punishment.start, punishment.moves[0])
        if best.to_square == first.from_square:
            yield "trades the attacker", {"piece": piece_on(board, best.to_square)}
        elif best.from_square == first.to_square:
            yield "trades in time", {"piece": piece_on(board, best.from_square), "reply": reply}
        return
    if best.to_square in punishers and board.color_at(best.to_square) not in (None, side):
        yield "captures the attacker", {"piece": piece_on(board, best.to_square)}
    if _captures_a_helper(comparison, punishment):
        yield "captures a helper", {"piece": piece_on(board, best.to_square)}
    lost = _lost(comparison, punishment)
    leaver = _castling_rook(board, best) if board.is_castling(best) else best.from_square
    is_piece = board.piece_type_at(leaver) not in (chess.PAWN, chess.KING)
    if leaver in lost and leaver != played.from_square and is_piece:
        yield "gets out", {"piece": piece_on(board, leaver)}
    for square, captor in lost.items():
        is_there = now.piece_at(square) == board.piece_at(square)
        is_new = best.to_square in now.attackers(side, square) and best.from_square not in board.attackers(side, square)
        # To defend a queen against a knight does not help.
        if is_there and is_new and captor >= worth(board, square):
            yield "defends", {"piece": piece_on(board, square)}
    for ply in PUNISHING_PLIES:
        if ply < len(punishment.moves) and not (ply == 0 and comparison.hangs):
            yield from _ways_to_stop(comparison, punishment, ply)
    yield from _gets_away(comparison, punishment)
    yield from _keeps_guarded(comparison, punishment)
    if best.from_square == board.king(side):
        for ply, move in list(enumerate(punishment.moves))[:MOST_STEPS:2]:
            if punishment.boards[ply].gives_check(move) or (ply == 0 and punishment.is_mate):
                yield "takes the king away", {"reply": _san(punishment.boards[ply], move)}


def _castling_rook(board: chess.Board, castling: chess.Move) -> chess.Square:
    """The square of the rook that castles."""
    is_short = board.is_kingside_castling(castling)
    return chess.square(7 if is_short else 0, chess.square_rank(castling.from_square))


def _lost(comparison: Comparison, punishment: Line) -> dict[chess.Square, int]:
    """The squares, before the move, of the pieces that the punishment captures, the most valuable first, each with
    the value of the piece that captures."""
    board, played, start = comparison.board, comparison.played, punishment.start
    lost: dict[chess.Square, int] = {}
    for there, move in list(zip(punishment.boards, punishment.moves, strict=False))[::2]:
        if start.color_at(move.to_square) not in (None, start.turn):
            square = played.from_square if move.to_square == played.to_square else move.to_square
            if board.color_at(square) == board.turn:
                lost[square] = worth(there, move.from_square)
    return dict(sorted(lost.items(), key=lambda item: -worth(board, item[0])))


def _gets_away(comparison: Comparison, punishment: Line) -> Iterator[Answer]:
    """Yield that the moved piece leaves a square on which the punishment attacks it for one where it does not."""
    board, best = comparison.board, comparison.best
    is_other_kind = board.piece_type_at(best.from_square) in (chess.KING, chess.PAWN)
    if is_other_kind or board.is_capture(best) or comparison.now.is_check():
        return
    for ply, move in list(enumerate(punishment.moves))[:MOST_STEPS:2]:
        before, now = punishment.boards[ply], punishment.boards[ply + 1]
        is_there = now.piece_at(best.from_square) == board.piece_at(best.from_square)
        is_other = best.from_square != comparison.played.from_square
        is_away = best.to_square not in now.attacks(move.to_square)
        if is_there and is_other and is_away and _newly_threatens(before, move, best.from_square):
            yield "gets away", {"piece": piece_on(board, best.from_square), "reply": _san(before, move)}


def _newly_threatens(board: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    """Whether a move newly attacks the piece on a square and would win it by capturing it."""
    following = after(board, move)
    if square not in following.attacks(move.to_square) or square in board.attacks(move.from_square):
        return False
    idle, capture = passed(following), chess.Move(move.to_square, square)
    return idle is not None and idle.is_legal(capture) and exchange(idle, capture) >= 1


def _keeps_guarded(comparison: Comparison, punishment: Line) -> Iterator[Answer]:
    """Yield that the better move keeps a defender which the move that was played gave up."""
    board, best, played, now = comparison.board, comparison.best, comparison.played, comparison.now
    side, following, target = board.turn, punishment.start, punishment.moves[0].to_square
    guards = now.attackers(side, target) - following.attackers(side, target)
    is_kept = best.from_square == played.from_square and played.from_square in board.attackers(side, target)
    stays = best.to_square in guards if is_kept else played.from_square in guards - {best.to_square}
    # The piece that left may guard the square from its new square, too.
    is_weaker = len(following.attackers(side, target)) < len(now.attackers(side, target))
    if stays and is_weaker and target != played.to_square and now.piece_at(target) == board.piece_at(target):
        yield "keeps guarded", {"piece": piece_on(board, target)}


def _keeps_away(comparison: Comparison, punishment: Line) -> str:
    """Say that the better move leaves the moved piece where the punishment does not attack it; empty if untrue."""
    board, played, following = comparison.board, comparison.played, punishment.start
    kind = board.piece_type_at(played.from_square)
    if kind in (None, chess.KING, chess.PAWN):
        return ""
    is_same = comparison.best.from_square == played.from_square
    square = comparison.best.to_square if is_same else played.from_square
    for ply, move in list(enumerate(punishment.moves))[:MOST_STEPS:2]:
        before, then = punishment.boards[ply], punishment.boards[ply + 1]
        is_there = then.piece_at(played.to_square) == following.piece_at(played.to_square)
        is_safe = square not in then.attacks(move.to_square)
        if is_there and is_safe and _newly_threatens(before, move, played.to_square):
            return said("keeps away", piece=chess.piece_name(kind or chess.PAWN), reply=_san(before, move))
    return ""


def _captures_a_helper(comparison: Comparison, punishment: Line) -> bool:
    """Whether the better move captures a piece that protects the mating piece or covers a square next to the king."""
    board, square, end = comparison.board, comparison.best.to_square, punishment.end
    king = end.king(board.turn)
    if not punishment.is_mate or king is None or not board.is_capture(comparison.best):
        return False
    is_there = end.piece_at(square) == board.piece_at(square) and end.color_at(square) == (not board.turn)
    needed = chess.SquareSet(chess.BB_KING_ATTACKS[king]) & (~end.occupied_co[board.turn] | end.checkers_mask())
    return is_there and bool(end.attacks(square) & needed)


def _ways_to_stop(comparison: Comparison, punishment: Line, ply: int) -> Iterator[Answer]:
    """Yield how the better move stops one move of the punishment."""
    board, best, now, side = comparison.board, comparison.best, comparison.now, comparison.board.turn
    there, reply = punishment.boards[ply], punishment.moves[ply]
    is_slider = there.piece_type_at(reply.from_square) not in (chess.KNIGHT, chess.KING, chess.PAWN)
    is_same = now.piece_at(reply.from_square) == there.piece_at(reply.from_square)
    between = chess.SquareSet(chess.between(reply.from_square, reply.to_square))
    if best.to_square in between and is_slider and is_same:
        yield "closes", {"slider": piece_on(there, reply.from_square)}
    is_new_guard = best.from_square not in board.attackers(side, reply.to_square)
    if (
        best.to_square in now.attackers(side, reply.to_square)
        and is_new_guard
        and there.piece_type_at(reply.from_square) != chess.PAWN
        and now.color_at(reply.to_square) != side
    ):
        square = chess.square_name(reply.to_square)
        yield (
            ("guards against", {"square": square, "reply": _san(there, reply)})
            if ply
            else ("guards", {"square": square})
        )
    idle = board.copy(stack=False)
    idle.push(chess.Move.null())
    is_stopped = idle.is_pseudo_legal(reply) and not now.is_pseudo_legal(reply) and best.to_square != reply.to_square
    if ply == 0 and is_stopped and board.piece_at(best.to_square) is None:
        yield "stops", {"reply": _san(there, reply)}


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
        is_loud = punishment.boards[ply].is_capture(reply) or punishment.boards[ply].gives_check(reply)
        if ply == 0 and not is_loud and comparison.better.line[1:2] != (reply,):
            # A quiet reply that the opponent would no longer choose needs no answer.
            return None
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
            retreats = {move.from_square for move in punishment.moves[ply + 1 : ply + 2]}
            is_retreat = answer.best.from_square in retreats - {comparison.played.to_square}
            if is_retreat and not there.is_capture(answer.best):
                # The piece may retreat after the move that was played, too.
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


def _capture_clause(comparison: Comparison, evaluator: Evaluator, limit: Limit) -> tuple[PointKind, str]:
    """What the better move wins, captures or trades, as kind and clause; the clause is empty for a quiet move."""
    board, best = comparison.board, comparison.best
    if not board.is_capture(best):
        return PointKind.CHOICE, ""
    square = best.to_square
    won = play_on(board, comparison.better, evaluator, limit)
    if won.gain.is_something and not won.gain.may_take_back and len(won.line.moves) <= LONGEST_CAPTURE_PLIES:
        return PointKind.WINS, outcome(won.line, won.gain)
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
    board, best, played = comparison.board, comparison.best, comparison.played
    if board.is_check():
        seen = next(iter(shown(board, best, comparison.better.line)), None)
        if seen is not None:
            return PointKind.IMPROVES, clause(seen)
    explanation = without_gain(explain_evaluation(board, comparison.better, evaluator, limit))
    purpose = find_purpose(explanation, evaluator, limit)
    if (
        purpose is None
        or purpose.name in THIN_IDEAS
        or (purpose.name == "prepares" and not _has_a_target(purpose))
        or purpose.kind is PointKind.CHOICE
        or is_done_too(purpose, best, after(board, played), hangs=comparison.hangs)
    ):
        return PointKind.CHOICE, ""
    # Every other legal move gets out of check, too.
    is_empty = purpose.does in (quiet.said("out of check"), quiet.said("blocks the check"))
    return (PointKind.CHOICE, "") if is_empty else (purpose.kind, purpose.does)


def is_done_too(purpose: Purpose, best: chess.Move, following: chess.Board, *, hangs: bool) -> bool:
    """Whether the move that was played, the last on the board, does the same as the best one.

    It carries out the threat, moves the attacked piece away, or makes the opponent's threat illegal or a loss of
    material. `hangs` says whether the moved piece is captured on its new square.
    """
    played = following.peek()
    if purpose.kind is PointKind.THREATENS:
        return purpose.squares == (played.from_square, played.to_square)
    if hangs:
        return False
    if purpose.name.startswith("escape") and best.from_square == played.from_square:
        return True
    if purpose.kind is not PointKind.DEFENDS or len(purpose.squares) != 2:
        return False
    same = [move for move in following.legal_moves if (move.from_square, move.to_square) == purpose.squares]
    return all(exchange(following, move) < 0 and not after(following, move).is_checkmate() for move in same)


def _has_a_target(purpose: Purpose) -> bool:
    """Whether the move that the better move prepares gives check or attacks something."""
    board, planned = purpose.without, chess.Move(*purpose.squares)
    if board is None or board.gives_check(planned):
        return board is not None
    attack = next(IDEAS["attack"](MoveOnBoard(board, planned)), None)
    return attack is not None and len(attack.squares) == 2


def better_idea(comparison: Comparison) -> str:
    """A clause for what the better move does on the board and the move played does not; empty if it does little."""
    board, best, played = comparison.board, comparison.best, comparison.played
    own = {seen.idea for seen in shown(board, played, (played,))}
    for seen in shown(board, best, comparison.better.line):
        is_thin = seen.idea in THIN_IDEAS or seen.phrase in THIN_IDEAS
        is_shared = seen.idea in own or (seen.idea == "escape" and best.from_square == played.from_square)
        is_shared &= not comparison.hangs
        if not is_thin and not is_shared:
            return clause(seen)
    return ""


def _san(board: chess.Board, move: chess.Move) -> str:
    """The move in SAN; a mate is named, as its sign is easily overlooked."""
    return board.san(move).replace("#", " mate")
