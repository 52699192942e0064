"""The games of a study as PGN that a Lichess study opens: what was lost, why, and what should have been played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import chess
import chess.engine
import chess.pgn

from motif.board.annotated import Annotation, Variation, annotate
from motif.board.oracles import LARGEST_ADVANTAGE, MATE
from motif.board.review import Judgement
from motif.study.games import Fault, StudiedGame

GLYPHS = {
    Judgement.INACCURACY: chess.pgn.NAG_DUBIOUS_MOVE,
    Judgement.MISTAKE: chess.pgn.NAG_MISTAKE,
    Judgement.BLUNDER: chess.pgn.NAG_BLUNDER,
}


def annotated_games(games: Iterable[StudiedGame]) -> str:
    """All games, one after another."""
    return "\n\n".join(map(annotated_game, games)) + "\n"


def annotated_game(game: StudiedGame) -> str:
    """The PGN of a game, every move with its evaluation, the player's mistakes with their reasons and lines."""
    tree = chess.pgn.Game()
    tree.setup(game.start)
    tree.add_line(studied.move for studied in game.moves)
    for name, value in _tags(game):
        tree.headers[name] = _tag(value)
    tree.comment = game.comment
    for node, studied in zip(tree.mainline(), game.moves, strict=True):
        node.comment = studied.comment
    return annotate(tree, {ply: _annotation(game, ply) for ply in range(len(game.moves))})


def _tags(game: StudiedGame) -> Iterator[tuple[str, str]]:
    yield "Event", game.event
    yield "Site", game.site
    yield "Date", game.date
    yield "White", game.white
    yield "Black", game.black
    yield "Result", game.result
    ratings = (game.rating, game.opponent_rating) if game.is_white else (game.opponent_rating, game.rating)
    optional = {
        "WhiteElo": ratings[0],
        "BlackElo": ratings[1],
        "TimeControl": game.time_control,
        "ECO": game.eco,
        "Opening": game.opening,
        "Annotator": f"motif ({game.judge})",
    }
    yield from ((name, str(value)) for name, value in optional.items() if value)


def _tag(value: str) -> str:
    # python-chess writes a value as it is; PGN wants quotes and backslashes escaped, and knows no line breaks.
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"') or "?"


def _annotation(game: StudiedGame, ply: int) -> Annotation:
    played = game.moves[ply]
    fault, before = game.fault_at(ply), game.fault_at(ply - 1)
    return Annotation(
        fault.sentence if fault and fault.is_explained else "",
        frozenset({GLYPHS[played.judgement]} if played.judgement in GLYPHS else ()),
        _evaluation(played.advantage),
        fault.allowed.arrows if fault and fault.allowed else (),
        played.left,
        tuple(_instead(game, ply, fault, before)),
    )


def _instead(game: StudiedGame, ply: int, fault: Fault | None, before: Fault | None) -> Iterator[Variation]:
    """The better line of a mistake, and the punishing line of the mistake before, unless the game went that way."""
    played = game.moves[ply]
    if fault and fault.missed:
        yield Variation(fault.missed.moves, fault.missed.sentence, fault.missed.arrows)
    elif fault and played.line and played.line[0] != played.move:
        yield Variation(played.line)
    if before and before.allowed and before.allowed.line[0].move != played.move:
        yield Variation(before.allowed.moves, before.allowed.sentence)


def _evaluation(advantage: int) -> chess.engine.PovScore | None:
    """As `[%eval]` writes it; a mated king needs none."""
    if abs(advantage) == MATE:
        return None
    if abs(advantage) > LARGEST_ADVANTAGE:
        moves = MATE - abs(advantage)
        return chess.engine.PovScore(chess.engine.Mate(moves if advantage > 0 else -moves), chess.WHITE)
    return chess.engine.PovScore(chess.engine.Cp(advantage), chess.WHITE)
