"""Write the games of a study as PGN for a Lichess study: each mistake's loss, reason and better line."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import chess
import chess.engine
import chess.pgn

from motif.board.annotations import Annotation, Variation, annotate
from motif.board.wording import percent
from motif.engines.evaluator import LARGEST_ADVANTAGE_CP, MATE_CP
from motif.engines.game_review import Judgement
from motif.study.findings.openings import Played, Repertoire, repertoires
from motif.study.games import Fault, StudiedGame
from motif.study.review import INACCURACY, MISTAKE

GLYPHS = {
    Judgement.INACCURACY: chess.pgn.NAG_DUBIOUS_MOVE,
    Judgement.MISTAKE: chess.pgn.NAG_MISTAKE,
    Judgement.BLUNDER: chess.pgn.NAG_BLUNDER,
}


def annotated_games(games: Iterable[StudiedGame]) -> str:
    """Return all games as PGN."""
    return "\n\n".join(map(annotated_game, games)) + "\n"


def annotated_game(game: StudiedGame, only_moves: Collection[int] = ()) -> str:
    """Return a game as PGN: every move with its evaluation, the mistakes with their reasons and lines.

    The moves at the plies in `only_moves` get an exclamation mark.
    """
    tree = chess.pgn.Game()
    tree.setup(game.start)
    tree.add_line(studied.move for studied in game.moves)
    for name, value in _tags(game):
        tree.headers[name] = _tag(value)
    tree.comment = game.comment
    for node, studied in zip(tree.mainline(), game.moves, strict=True):
        node.comment = studied.comment
    return annotate(tree, {ply: _annotation(game, ply, ply in only_moves) for ply in range(len(game.moves))})


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
        "Annotator": f"motif ({game.engine})",
    }
    yield from ((name, str(value)) for name, value in optional.items() if value)


def _tag(value: str) -> str:
    # python-chess writes a value as it is; PGN wants quotes and backslashes escaped, and knows no line breaks.
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"') or "?"


def _annotation(game: StudiedGame, ply: int, is_only_move: bool) -> Annotation:
    played = game.moves[ply]
    fault, before = game.fault_at(ply), game.fault_at(ply - 1)
    glyph = chess.pgn.NAG_GOOD_MOVE if is_only_move else GLYPHS.get(played.judgement)
    return Annotation(
        fault.sentence if fault and fault.is_explained else "",
        frozenset(filter(None, [glyph])),
        _evaluation(played.advantage),
        fault.allowed.arrows if fault and fault.allowed else (),
        played.left,
        tuple(_instead(game, ply, fault, before)),
    )


def _instead(game: StudiedGame, ply: int, fault: Fault | None, before: Fault | None) -> Iterator[Variation]:
    """The better line of a mistake and the punishment of the previous one, unless they were played."""
    played = game.moves[ply]
    if fault and fault.missed:
        yield Variation(fault.missed.moves, fault.missed.text, fault.missed.arrows)
    elif fault and fault.better is not None:
        yield Variation(tuple(step.move for step in fault.better.line), fault.better.reason)
    elif fault and played.line and played.line[0] != played.move:
        yield Variation(played.line)
    if before and before.allowed and before.allowed.line[0].move != played.move:
        yield Variation(before.allowed.moves, before.allowed.text)


def _evaluation(advantage: int) -> chess.engine.PovScore | None:
    """The evaluation for `[%eval]`; None after a checkmate."""
    if abs(advantage) == MATE_CP:
        return None
    if abs(advantage) > LARGEST_ADVANTAGE_CP:
        moves = MATE_CP - abs(advantage)
        return chess.engine.PovScore(chess.engine.Mate(moves if advantage > 0 else -moves), chess.WHITE)
    return chess.engine.PovScore(chess.engine.Cp(advantage), chess.WHITE)


# repertoire.pgn: the opening that the player really plays, a game for each colour, for any program that reads PGN.


def repertoire_pgn(games: Sequence[StudiedGame], player: str) -> str:
    """The opening repertoires with both colours as PGN; empty if no position came up twice."""
    return "\n\n".join(_written(each, player) for each in repertoires(games)) + "\n"


def _written(repertoire: Repertoire, player: str) -> str:
    colour = "White" if repertoire.is_white else "Black"
    game = chess.pgn.Game()
    game.headers.clear()
    game.headers.update({"Event": f"What {player} plays with {colour}", "Result": "*"})
    game.headers[colour] = player
    _grow(game, chess.Board(), repertoire, set())
    return str(game)


def _grow(node: chess.pgn.GameNode, board: chess.Board, repertoire: Repertoire, seen: set[str]) -> None:
    """Add the moves from a board; a position that is already in the tree is not added again."""
    if board.epd() in seen:
        node.comment = f"{node.comment} Goes on as above.".strip()
        return
    seen.add(board.epd())
    is_own = board.turn == repertoire.is_white
    for played in repertoire.moves(board):
        child = node.add_variation(played.move)
        child.comment = _comment(played)
        remedy = played.remedy if is_own else None
        if remedy is not None:
            child.nags.add(chess.pgn.NAG_MISTAKE if played.mean_lost >= MISTAKE else chess.pgn.NAG_DUBIOUS_MOVE)
            if not node.has_variation(remedy):
                node.add_variation(remedy, comment="Better, as the engine sees it.", nags=[chess.pgn.NAG_GOOD_MOVE])
        after = board.copy()
        after.push(played.move)
        _grow(child, after, repertoire, seen)


def _comment(played: Played) -> str:
    words = f"{played.games} games"
    if played.scores:
        words += f", {sum(played.scores):g} of {len(played.scores)}"
    if played.mean_lost >= INACCURACY:
        words += f"; gives away {percent(played.mean_lost)} of the winning chance"
    return f"{words}."
