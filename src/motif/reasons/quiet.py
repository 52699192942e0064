"""What a quiet move is for: it meets a threat, or makes one; both are seen by letting a side pass.

It *meets* a threat when a pass would lose something, idle moves would too, and the move does not. It *makes* one when
the opponent's pass would lose something, and the same follow-up at once would not. What is lost or won is the explained
line from the board after the pass. Where neither holds and several moves are as good, that is all there is to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

import chess

from motif.board.chances import winning_chance
from motif.board.limits import Limit
from motif.board.oracles import Evaluation, Oracle
from motif.board.threats import Threat, find_threats
from motif.board.valuation import after, legal_moves
from motif.reasons import quiet_words as words
from motif.reasons.explanation import Explanation, explain_evaluation
from motif.reasons.gains import Gain, play_on
from motif.reasons.ideas import Idea, IdeaKind

LEAST = 100
"""What a pass must cost, in centipawns, for there to be a threat: a move of its own is worth some thirty."""

PER_PAWN = 60
"""So many centipawns must stand behind each pawn that is threatened, as behind each pawn that is won."""

IDLE_MOVES = 3
IDLE_LOSE = 2
"""Of so many idle moves so many must lose as well: any one of them may happen to help."""

AS_GOOD = 0.05
"""Moves within so much of a winning chance are as good."""

FIRST_LOOK = 4
"""Plies by which all moves are looked at before a few are compared."""

MOST_COMPARED = 4


@dataclass(frozen=True, slots=True)
class Scene:
    """A quiet move, the boards around it, and what it is worth."""

    explanation: Explanation
    oracle: Oracle
    limit: Limit

    @property
    def board(self) -> chess.Board:
        """The board on which it is made."""
        return self.explanation.line.start

    @property
    def move(self) -> chess.Move:
        """The move."""
        return self.explanation.move

    @property
    def following(self) -> chess.Board:
        """The board after it."""
        return self.explanation.line.boards[1]

    @property
    def value(self) -> int:
        """What it is worth to whoever makes it."""
        return _cut(self.explanation.evaluation.centipawns)


def find_idea(explanation: Explanation, oracle: Oracle, limit: Limit) -> Idea | None:
    """What a move that wins nothing is for, the weightier of threat met and threat made; None if nobody knows."""
    scene = Scene(explanation, oracle, limit)
    if scene.board.legal_moves.count() == 1:
        return Idea(IdeaKind.ONLY, words.only(scene.board, scene.move))
    return find_threat_idea(scene) or _takes_back(scene) or _as_good(scene)


def explain_quiet(board: chess.Board, evaluation: Evaluation, oracle: Oracle, limit: Limit) -> Explanation:
    """The first move of an oracle's line with what it does about threats; without an idea if that is nothing."""
    explanation = explain_evaluation(board, evaluation, oracle, limit)
    idea = find_threat_idea(Scene(explanation, oracle, limit))
    return explanation if idea is None else replace(explanation, idea=idea, sentence=idea.sentence)


def find_threat_idea(scene: Scene) -> Idea | None:
    """What a move does about threats, the opponent's or its own."""
    against, own = find_threats([scene.board, scene.following], scene.oracle, scene.limit)
    met = _explained(against, scene) if against is not None else None
    made = _explained(own, scene) if own is not None else None
    is_met = met is not None and _is_met(scene, met)
    is_made = made is not None and _is_made(scene, made)
    if met is not None and is_met and not (made is not None and is_made and _size(made.gain) > _size(met.gain)):
        explained = _with_cause(met, scene)
        how = words.meets(scene.board, scene.move, scene.following, explained, counters=is_made)
        return Idea(
            IdeaKind.MEETS,
            words.met(how, explained),
            _squares(explained),
            explained.line.start,
            words.if_passed(scene.board.turn, explained),
        )
    if made is not None and is_made:
        explained = _with_cause(made, scene)
        return Idea(
            IdeaKind.MAKES,
            words.made(scene.board.san(scene.move), explained),
            _squares(explained),
            explained.line.start,
            words.if_passed(not scene.board.turn, explained),
        )
    return None


@dataclass(frozen=True, slots=True)
class _Threatened:
    """A threat, and what it wins."""

    threat: Threat
    gain: Gain


def _explained(threat: Threat, scene: Scene) -> _Threatened | None:
    won = play_on(threat.board, threat.evaluation, scene.oracle, scene.limit)
    return _Threatened(threat, won.gain) if won.gain.is_something else None


def _with_cause(found: _Threatened, scene: Scene) -> Explanation:
    return explain_evaluation(found.threat.board, found.threat.evaluation, scene.oracle, scene.limit)


def _squares(explained: Explanation) -> tuple[chess.Square, ...]:
    return explained.move.from_square, explained.move.to_square


def _size(gain: Gain) -> int:
    return 100 if gain.is_mate else gain.pawns


def _needed(gain: Gain) -> int:
    """By how many centipawns a pass must change things for a threat of this size."""
    return max(LEAST, PER_PAWN * min(_size(gain), 10))


def _is_met(scene: Scene, met: _Threatened) -> bool:
    """Whether a pass loses, idle moves lose too, and the move does not."""
    loses = -_cut(met.threat.evaluation.centipawns)
    if scene.value - loses < _needed(met.gain):
        return False
    idle = list(islice(_idle(scene, met.threat), IDLE_MOVES))
    if len(idle) < IDLE_LOSE:
        return False
    answers = scene.oracle.evaluate([after(scene.board, move) for move in idle], scene.limit)
    bound = scene.value - _needed(met.gain) / 2
    return sum(-_cut(answer.centipawns) <= bound for answer in answers) >= IDLE_LOSE


def _idle(scene: Scene, threat: Threat) -> Iterator[chess.Move]:
    """Moves that have nothing to do with a threat: no capture, no check, away from its line; pawns first."""
    board = scene.board
    busy = {square for move in threat.evaluation.line[:5] for square in (move.from_square, move.to_square)}
    moves = sorted(legal_moves(board), key=lambda move: board.piece_type_at(move.from_square) != chess.PAWN)
    for move in moves:
        if move == scene.move or move.from_square in busy or move.to_square in busy or move.promotion:
            continue
        if not board.is_capture(move) and not board.gives_check(move) and not _is_loose_there(board, move):
            yield move


def _is_loose_there(board: chess.Board, move: chess.Move) -> bool:
    return board.is_attacked_by(not board.turn, move.to_square)


def _is_made(scene: Scene, made: _Threatened) -> bool:
    """Whether a pass of the opponent gives something, and the same follow-up without the move does not."""
    if _cut(made.threat.evaluation.centipawns) - scene.value < _needed(made.gain):
        return False
    follow_up = made.threat.evaluation.line[0]
    if not scene.board.is_legal(follow_up):
        return True
    (answer,) = scene.oracle.evaluate([after(scene.board, follow_up)], scene.limit)
    at_once = play_on(scene.board, answer.before(follow_up), scene.oracle, scene.limit).gain
    return 2 * _size(at_once) < _size(made.gain)


def _takes_back(scene: Scene) -> Idea | None:
    """Whether the move takes where the opponent has just taken."""
    step = scene.explanation.line.steps[0]
    if not step.takes_back:
        return None
    return Idea(IdeaKind.TAKES_BACK, words.takes_back(scene.board, scene.move), (step.target,))


def _as_good(scene: Scene) -> Idea | None:
    """Which other moves are as good; None if there are none."""
    board, own = scene.board, winning_chance(scene.value)
    others = [move for move in legal_moves(board) if move != scene.move]
    quick = Limit(depth=min(FIRST_LOOK, scene.limit.depth or FIRST_LOOK))
    first = scene.oracle.evaluate([after(board, move) for move in others], quick)
    ranked = sorted(zip(others, first, strict=True), key=lambda pair: pair[1].centipawns)
    chosen = [move for move, _ in ranked[:MOST_COMPARED]]
    answers = scene.oracle.evaluate([after(board, move) for move in chosen], scene.limit)
    as_good = [
        move
        for move, answer in zip(chosen, answers, strict=True)
        if winning_chance(-answer.centipawns) >= own - AS_GOOD
    ]
    return Idea(IdeaKind.AS_GOOD, words.as_good(board, scene.move, as_good)) if as_good else None


def _cut(centipawns: int) -> int:
    return max(-2_000, min(2_000, centipawns))
