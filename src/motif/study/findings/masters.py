"""Show how masters do it: for a finding to work on, moves from master games in positions of the same kind.

experiments/masters finds the positions and checks them with Stockfish. They ship as a table with a position per line:
the move, the opening's code, the kind and motif of the move's explanation, the players, the year, the mover's winning
chance in per cent, arrows, and the explanation. The study shows those nearest to the player's own example: same phase,
same opening, most similar pawns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

import chess

from motif.board.drawing import Arrow
from motif.board.material import Phase, phase_of
from motif.explain.kinds import PointKind
from motif.runtime.files import DATA, Format
from motif.study.causes import Cause
from motif.study.findings.endgames import ending_of
from motif.study.findings.wording import PLAIN
from motif.study.games import StudiedGame
from motif.study.profile import Finding, Kind, MasterMove

FORMAT = Format("master positions", 1)
TABLE = DATA / "masters.tsv"
COLUMNS = "position\tmove\topening\tkind\tmotif\twhite\tblack\tyear\tchance\tarrows\tsentence"

MOST_SHOWN = 2
OTHER_PHASE, OTHER_OPENING, NEAR_OPENING = 8, 3, 1
"""The distance of another phase, another opening or a related opening, counted like pawns on other squares."""

WINNING = 80
"""From this winning chance on, in per cent, a quiet move shows how to win a won position."""

WINS = frozenset({PointKind.WINS, PointKind.MATES, PointKind.SAVES_DRAW})
MEETS = frozenset({PointKind.DEFENDS, PointKind.PREVENTS, PointKind.ONLY_MOVE})
PLANS = frozenset({PointKind.IMPROVES, PointKind.PREPARES, PointKind.TRADES, PointKind.THREATENS})

STRONG_PLANS = frozenset({PointKind.TRADES, PointKind.THREATENS, PointKind.DEFENDS})
"""What a quiet move may do to show how to win a won position."""

_THREAT = re.compile(r"stops|otherwise|threat| Not ")
"""Matches a sentence that names the threat which the move meets."""

_FAILS = re.compile(r" Not (?P<natural>\S+): \S*?(?P<square>[a-h][1-8])")
"""Matches the natural move that fails, and the square on which the reply captures."""


@dataclass(frozen=True)
class MasterPosition:
    """One line of the table of master positions."""

    move: MasterMove
    eco: str
    kind: PointKind
    motif: str
    chance: int

    @cached_property
    def board(self) -> chess.Board:
        return chess.Board(self.move.fen)

    @cached_property
    def phase(self) -> Phase:
        return phase_of(self.board)

    @cached_property
    def fails(self) -> tuple[str, bool] | None:
        """The natural move that loses something, and whether the moved piece itself is captured; None if there is
        none."""
        found = _FAILS.search(self.move.sentence)
        return (found["natural"], found["natural"].rstrip("+#").endswith(found["square"])) if found else None


@cache
def shipped_masters() -> tuple[MasterPosition, ...]:
    """The shipped table; raises BadFile if it is missing or broken."""
    return load_masters(TABLE)


def save_masters(path: Path, positions: Iterable[MasterPosition]) -> None:
    """Write a table of master positions."""
    FORMAT.write(path, [COLUMNS, *map(_line, positions)])


def _line(each: MasterPosition) -> str:
    move = each.move
    position = " ".join(move.fen.split()[:4])
    arrows = " ".join(map(str, move.arrows))
    parts = [position, move.move.uci(), each.eco, each.kind, each.motif, *move.players.split("–"), move.year]
    return "\t".join(map(str, [*parts, each.chance, arrows, move.sentence]))


def load_masters(path: Path) -> tuple[MasterPosition, ...]:
    """Read a table of master positions; raises BadFile naming the first bad line."""
    positions = []
    for number, line in FORMAT.read(path):
        if line == COLUMNS:
            continue
        try:
            positions.append(_position(line))
        except (ValueError, AssertionError):
            FORMAT.refuse(path, number, f"expected {COLUMNS.split()}, found {line[:60]!r}")
    return tuple(positions)


def _position(line: str) -> MasterPosition:
    position, uci, eco, kind, motif, white, black, year, chance, arrows, sentence = line.split("\t")
    board, move = chess.Board(f"{position} 0 1"), chess.Move.from_uci(uci)
    drawn = tuple(map(Arrow.parse, arrows.split()))
    shown = MasterMove(board.fen(), move, board.san(move), f"{white}–{black}", int(year), sentence, drawn)
    return MasterPosition(shown, eco, PointKind(kind), motif, int(chance))


# Which positions answer a finding, and which of them are nearest.

Fits = Callable[[MasterPosition], bool]


def with_masters(findings: Sequence[Finding], games: Sequence[StudiedGame]) -> tuple[Finding, ...]:
    """Add to each finding the master moves that answer it; no position is shown twice."""
    numbered = {game.number: game for game in games}
    seen: set[str] = set()
    made = []
    for finding in findings:
        chosen = _nearest(finding, numbered, seen)
        seen |= {each.players for each in chosen}
        made.append(replace(finding, done_well=chosen))
    return tuple(made)


def _nearest(finding: Finding, games: Mapping[int, StudiedGame], seen: set[str]) -> tuple[MasterMove, ...]:
    fits = fits_of(finding, games)
    place = next((each for each in finding.examples if each.game in games), None)
    if fits is None or place is None:
        return ()
    game = games[place.game]
    fault = game.fault_at(place.ply)
    board = chess.Board(fault.fen) if fault else game.boards()[place.ply]
    fitting = [each for each in shipped_masters() if fits(each)]
    chosen: list[MasterMove] = []
    for each in sorted(fitting, key=lambda each: _distance(each, board, game.eco)):
        if each.move.players not in seen | {other.players for other in chosen}:
            chosen.append(each.move)
        if len(chosen) == MOST_SHOWN:
            break
    return tuple(chosen)


def fits_of(finding: Finding, games: Mapping[int, StudiedGame]) -> Fits | None:
    """The master positions that show what a finding recommends; None if none can, as for the clock."""
    subject = finding.subject
    match finding.kind:
        case Kind.CAUSE:
            return _CAUSES.get(Cause(subject))
        case Kind.MISSED:
            return lambda each: each.kind in WINS and each.motif == subject
        case Kind.ALLOWED:
            return lambda each: each.kind in MEETS and subject in each.move.sentence
        case Kind.ENDGAME:
            return lambda each: each.phase is Phase.ENDGAME and ending_of(each.board) == subject
        case Kind.PHASE:
            return lambda each: each.phase == subject and (each.phase is not Phase.OPENING or each.kind in PLANS)
        case Kind.STAGE:
            return lambda each: each.phase is Phase.ENDGAME and each.kind is not PointKind.WINS
        case Kind.CONVERSION:
            return lambda each: each.chance >= WINNING and each.kind in STRONG_PLANS
        case Kind.OPENING:
            codes = {games[place.game].eco for place in finding.examples if place.game in games} - {""}
            return lambda each: each.eco in codes and each.phase is Phase.OPENING
        case _:
            return None


_CAUSES: dict[Cause, Fits] = {
    Cause.CAPTURE: lambda each: each.kind in WINS and each.motif in PLAIN,
    Cause.TACTIC: lambda each: each.kind in WINS and each.motif not in PLAIN,
    Cause.THREAT: lambda each: each.kind in MEETS and _THREAT.search(each.move.sentence) is not None,
    Cause.HUNG: lambda each: (
        (each.kind in MEETS and each.motif == "escape") or (each.fails is not None and each.fails[1])
    ),
    Cause.REPLY: lambda each: each.fails is not None and not each.fails[1],
    Cause.GUARD: lambda each: (
        " defends the " in each.move.sentence.replace("which defends", "") and each.kind not in WINS
    ),
    Cause.PLAN: lambda each: each.kind in PLANS,
    Cause.OPENING: lambda each: each.phase is Phase.OPENING and each.kind in PLANS,
    Cause.ENDING: lambda each: each.phase is Phase.ENDGAME,
}


def _distance(each: MasterPosition, board: chess.Board, eco: str) -> int:
    """How different two positions are: in phase, opening and pawns, seen from the side to move."""
    phase = 0 if each.phase is phase_of(board) else OTHER_PHASE
    opening = 0 if each.eco == eco else NEAR_OPENING if each.eco[:2] == eco[:2] else OTHER_OPENING
    return (
        phase
        + opening
        + sum((one ^ other).bit_count() for one, other in zip(_pawns(each.board), _pawns(board), strict=True))
    )


def _pawns(board: chess.Board) -> tuple[int, int]:
    """The pawns of the side to move and of the opponent, mirrored if Black is to move."""
    own, theirs = (int(board.pieces(chess.PAWN, side)) for side in (board.turn, not board.turn))
    return (own, theirs) if board.turn else (chess.flip_vertical(own), chess.flip_vertical(theirs))
