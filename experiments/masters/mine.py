"""Find positions in master games in which a player did something right, with Motif's own explanation of the move.

    python experiments/masters/mine.py ../shared/data/gm_games/*.pgn.zst --out found.jsonl --games 2000

The games of each file are taken in the order of a hash, one file after another. The built-in search goes through a
game. A move is looked at if it keeps the winning chance, and the opponent just made a mistake or the hash of the
position draws it. The built-in search explains the move; Stockfish must agree with it. Where the explanation says that
the move wins or meets something, the second best move must be clearly worse. One line of JSON for each position. A run
that was stopped goes on where it was, and gives the same file.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise, zip_longest
from pathlib import Path

import chess

from motif._core.board import Game
from motif.board.games import boards_of, read_games
from motif.board.material import Phase, phase_of
from motif.board.moves import MoveOnBoard
from motif.engines.evaluator import SupportsCandidates, evaluate_game
from motif.engines.limits import Limit
from motif.explain.answers import explanation_of_reason
from motif.explain.coach import Coach
from motif.explain.explanation import Explanation
from motif.explain.kinds import PointKind, PointSide
from motif.explain.moves import explain
from motif.explain.technique.rules import is_few
from motif.motifs.catalogue import sightings
from motif.players.names import find_evaluator

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options

SCAN_LIMIT, EXPLAIN_LIMIT = Limit(depth=7, nodes=800), Limit(depth=8, nodes=8_000)
"""The built-in search's look at every position, and its look for an explanation."""

QUICK_LIMIT, CONFIRM_LIMIT = Limit(depth=8, nodes=20_000), Limit(depth=12, nodes=100_000)
"""Stockfish's look before the explanation, which costs more, and its look after it. The nodes bound the cost."""

FIRST_PLY, FEWEST_PLIES, FEWEST_LEGAL_MOVES = 12, 40, 8
KEEPS = 0.03
"""Winning chance that a move may lose by the first look."""

STRUCK = 0.10
"""The opponent's move before lost this much, so there may be something to find."""

OPEN_CHANCES = (0.2, 0.95)
"""Where the winning chance before the move is outside, the move decides nothing."""

ONE_IN = {Phase.OPENING: 3, Phase.MIDDLEGAME: 4, Phase.ENDGAME: 3}
"""Of the other moves that show an idea worth showing, one in this many is examined."""

IDEAS = frozenset(
    {"passed pawn", "blockade", "outpost", "seventh rank", "advanced passed pawn", "behind a passed pawn", "open file"}
    | {"opposition", "cut off", "king to a passed pawn", "supported passed pawn", "half-open file", "doubled rooks"}
    | {"doubled pawns", "isolated pawn", "bishop pair", "trade while ahead", "pawn break", "attacked defender"}
    | {"pawn storm", "battery", "rook lift", "long diagonal", "active king", "centre", "majority"}
    | {"fixed pawn", "unpinning", "kept pin", "pin", "flight", "space", "opposite"}
)
"""Ideas that a coach would show; the others (a check, a better square) say too little."""

MOST_OF_AN_IDEA = 40
"""Positions, before only other ideas are looked for."""

MOST_LETTERS = 180
"""Of an explanation."""

MOST_STRUCK, MOST_OTHERS = 6, 2
"""In one game."""

NEARLY = 0.03
"""The margin of the quick look, in winning chance."""

BEST, CLEARLY_BETTER = 0.01, 0.10
"""Winning chance: the margins by which a quiet move and a forcing one must beat every other move."""

LEAST_CHANCE, LEAST_QUIET_CHANCE = 0.25, 0.42
"""A move in a lost position teaches little, and a quiet one in a bad position as well."""

FORCING = frozenset({PointKind.WINS, PointKind.MATES, PointKind.SAVES_DRAW, PointKind.DEFENDS, PointKind.ONLY_MOVE})
"""What a move does by force: the second best move must be clearly worse."""

SHOWN = FORCING | {PointKind.THREATENS, PointKind.PREVENTS, PointKind.ENDGAME_TECHNIQUE, PointKind.ALTERNATIVE_FAILS}
"""Kinds of moves worth showing, whatever the motif is."""

SAYS_LITTLE = frozenset({"attack", "tables"})
ALTERNATIVE = " Not "
"""Begins the sentence about the natural move that loses something."""

NO_MASTERS = ("nn", "amateur", "allies", "consult", "comp", "fritz", "deep", "junior", "?", "/", "&", " and ", "+")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move of a game that may show something."""

    game: Game
    ply: int
    board: chess.Board
    move: chess.Move
    is_struck: bool
    """Whether the opponent has just made a mistake."""


def in_turn(files: Sequence[Path]) -> Iterator[Game]:
    """The games of all files, one of each file in turn, in the order of their hashes; a game in two files once."""
    columns = [sorted(filter(is_usable, read_games([str(path)])), key=lambda game: draw(str(game))) for path in files]
    seen: set[str] = set()
    for row in zip_longest(*columns):
        for game in filter(None, row):
            moves = " ".join(move.uci() for move in game.moves)
            if moves not in seen:
                seen.add(moves)
                yield game


def is_usable(game: Game) -> bool:
    """Whether both players and the year are known, and the game is long enough."""
    names = [name.casefold() for name in game.players]
    is_known = not any(each in f"{name} " for name in names for each in NO_MASTERS) and all(names)
    return is_known and len(game) >= FEWEST_PLIES and game.tags.get("Date", "")[:4].isdigit()


def draw(text: str) -> int:
    """A number that depends on the text alone."""
    return int(sha256(text.encode()).hexdigest()[:12], 16)


def candidates(game: Game, full: Counter[str]) -> Iterator[Candidate]:
    """The moves of a game that are worth an explanation; `full` counts the positions of each idea so far."""
    boards = boards_of(game)
    chances = [each.chance for each in evaluate_game(find_evaluator("search"), boards, SCAN_LIMIT)]
    lost = [here + there - 1 for here, there in pairwise(chances)]
    struck, others = [], []
    for ply in range(FIRST_PLY, len(game)):
        board, move, before = boards[ply], game.moves[ply], game.moves[ply - 1]
        is_recapture = board.is_capture(move) and move.to_square == before.to_square
        is_open = OPEN_CHANCES[0] <= chances[ply] <= OPEN_CHANCES[1]
        has_choice = board.legal_moves.count() >= FEWEST_LEGAL_MOVES
        if lost[ply] > KEEPS or is_recapture or not is_open or board.is_check() or not has_choice:
            continue
        if lost[ply - 1] >= STRUCK:
            struck.append(Candidate(game, ply, board, move, is_struck=True))
        elif draw(board.epd()) % ONE_IN[phase_of(board)] == 0 and shows_idea(board, move, full):
            others.append(Candidate(game, ply, board, move, is_struck=False))
    for some, most in ((struck, MOST_STRUCK), (others, MOST_OTHERS)):
        yield from sorted(some, key=lambda each: draw(each.board.epd()))[:most]


def shows_idea(board: chess.Board, move: chess.Move, full: Counter[str]) -> bool:
    """Whether a move shows an idea of which there are not enough yet, or an ending with few pieces may show a rule."""
    ideas = [each.idea for each in sightings(MoveOnBoard(board, move)) if each.idea in IDEAS]
    return is_few(board) or (bool(ideas) and full[ideas[0]] < MOST_OF_AN_IDEA)


def explained(candidate: Candidate, coach: Coach) -> Explanation | None:
    """The explanation of a move that does something which can be named; else None."""
    board, move = candidate.board, candidate.move
    if is_few(board):
        said = coach.explain(board, move, EXPLAIN_LIMIT)
    else:
        said = explanation_of_reason(explain(board, move, coach.engine, EXPLAIN_LIMIT))
    point = said.point
    if point is None or point.side is not PointSide.DOES or point.motif is None or len(said.sentence) > MOST_LETTERS:
        return None
    is_shown = (point.kind in SHOWN and point.motif not in SAYS_LITTLE) or point.motif in IDEAS
    return said if is_shown or ALTERNATIVE in said.sentence else None


def compared(candidate: Candidate, stockfish: SupportsCandidates, limit: Limit) -> tuple[float, float] | None:
    """The winning chance of the move, and by how much it is better than the next; None if two others are better."""
    lines = stockfish.candidates(candidate.board, limit, 2)
    own = next((line for line in lines if line.best == candidate.move), None)
    if len(lines) < 2 or own is None:
        return None
    return own.chance, own.chance - max(line.chance for line in lines if line is not own)


def is_right(own: tuple[float, float] | None, *, is_forcing: bool, doubt: float = 0.0) -> bool:
    """Whether a move is the best; one that does something by force must be clearly so."""
    if own is None:
        return False
    least, gap = (LEAST_CHANCE, CLEARLY_BETTER) if is_forcing else (LEAST_QUIET_CHANCE, BEST)
    return own[0] >= least and own[1] >= gap - doubt


def row_of(candidate: Candidate, said: Explanation, own: tuple[float, float]) -> dict[str, object]:
    """Everything that is known about a position."""
    game, point = candidate.game, said.point
    assert point is not None
    return {
        "fen": candidate.board.fen(),
        "move": candidate.move.uci(),
        "white": game.players[0].strip(),
        "black": game.players[1].strip(),
        "year": int(game.tags["Date"][:4]),
        "eco": game.tags.get("ECO", ""),
        "ply": candidate.ply,
        "kind": point.kind,
        "motif": point.motif,
        "line": " ".join(step.san for step in point.line),
        "arrows": " ".join(map(str, point.arrows)),
        "pawns": point.gain.pawns,
        "sentence": said.sentence,
        "chance": round(own[0], 3),
        "gap": round(own[1], 3),
    }


def mined(game: Game, coach: Coach, stockfish: SupportsCandidates, full: Counter[str]) -> Iterator[dict[str, object]]:
    """The positions of one game."""
    for candidate in candidates(game, full):
        own = compared(candidate, stockfish, QUICK_LIMIT)
        if not is_right(own, is_forcing=candidate.is_struck, doubt=NEARLY):
            continue
        said = explained(candidate, coach)
        if said is None or said.point is None:
            continue
        own = compared(candidate, stockfish, CONFIRM_LIMIT)
        if own is not None and is_right(own, is_forcing=said.point.kind in FORCING):
            yield row_of(candidate, said, own)


def main() -> None:
    """Mine the games that are not in the file yet."""
    given = read_options(
        __doc__,
        {"files": {"nargs": "+", "type": Path}},
        out=Path("found.jsonl"),
        games=2000,
        skip=0,
        engine="stockfish",
    )
    done, full = given.skip, Counter[str]()
    if given.out.exists():
        # The last line of each game says how many games are done; what a stopped run wrote after it is made again.
        lines = given.out.read_text(encoding="utf-8").splitlines()
        last = max((number for number, line in enumerate(lines) if '"done"' in line), default=-1)
        given.out.write_text("".join(f"{line}\n" for line in lines[: last + 1]), encoding="utf-8")
        done = json.loads(lines[last])["done"] if last >= 0 else done
        full.update(json.loads(line).get("motif") for line in lines[:last])
    coach, stockfish = Coach(find_evaluator("search")), find_evaluator(given.engine)
    assert isinstance(stockfish, SupportsCandidates)
    with given.out.open("a", encoding="utf-8") as file:
        for number, game in enumerate(in_turn(given.files), start=1):
            if number > given.skip + given.games:
                break
            if number <= done:
                continue
            rows = list(mined(game, coach, stockfish, full))
            full.update(str(row["motif"]) for row in rows)
            lines = [json.dumps(row, ensure_ascii=False) for row in [*rows, {"done": number}]]
            file.write("".join(f"{line}\n" for line in lines))
            file.flush()


if __name__ == "__main__":
    main()
