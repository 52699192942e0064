"""Check with Stockfish, which took no part in choosing them, whether puzzles from players' own mistakes are sound.

    python experiments/own-puzzles/own_puzzles.py out/peers --look 24

The games are those of many different people, evaluated and stored for the table of peers; the choice of puzzles was not
tuned on them. A puzzle is sound if Stockfish wins with the key (200 centipawns or more, or mate) and with no other
move, or if the key mates at once.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import chess
import chess.engine
from pydantic import TypeAdapter

from motif.engines.game_review import IN_THE_FILE
from motif.players.names import find_evaluator
from motif.puzzles.puzzle import Puzzle
from motif.runtime.files import close
from motif.study.findings.whole import make_profile
from motif.study.games import StudiedGame
from motif.study.study import Study
from motif.training.mistakes import ExerciseReport, from_mistakes

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, share_text, write_result

WINNING = 200
MATE = 100_000


def main() -> None:
    """Make the puzzles, check each, and write result.json."""
    given = read_options(
        __doc__, {"judged": (Path, "the folder of evaluated games that the table of peers keeps")},
        look=(24, "sides of mistakes to try, the costliest first"),
        engine={"default": "search", "help": "the engine that chooses the puzzles", "aliases": ["--judge"]}, depth=16,
        stockfish="/usr/games/stockfish", out=Path(__file__).with_name("result.json"),
    )  # fmt: skip
    games = judged_games(given.judged)
    study = Study(make_profile("many players", games, None, ()), games)
    account, evaluator = ExerciseReport(), find_evaluator(given.engine)
    answers: list[dict[str, Any]] = []
    with chess.engine.SimpleEngine.popen_uci(given.stockfish) as stockfish:
        for exercise in from_mistakes(study, evaluator, 10_000, look=given.look, account=account):
            assert exercise.puzzle is not None
            answers.append(asked(exercise.puzzle, stockfish, given.depth) | {"side": exercise.source})
            print(answers[-1], flush=True)
    close(evaluator)
    result = {
        "games": len(games),
        "looked at": account.candidates,
        "puzzles": len(answers),
        "none because": dict(Counter(account.rejected).most_common()),
        "stockfish": f"depth {given.depth}",
        "the same move is best": share_text(sum(each["same"] for each in answers), len(answers)),
        "wins, and no other move does": share_text(sum(each["only"] for each in answers), len(answers)),
        "contested": [each for each in answers if not each["only"]],
    }
    write_result(given.out, result)


def judged_games(folder: Path) -> tuple[StudiedGame, ...]:
    """Return the evaluated games of a folder that have evaluations in their file, numbered; skip its other files."""
    kind = TypeAdapter(StudiedGame)
    paths = [path for path in sorted(folder.glob("*.json")) if "-" not in path.stem]
    found = [kind.validate_json(path.read_bytes()) for path in paths]
    chosen = [game for game in found if game.engine.startswith(IN_THE_FILE)]
    return tuple(replace(game, number=number) for number, game in enumerate(chosen, start=1))


def asked(puzzle: Puzzle, stockfish: chess.engine.SimpleEngine, depth: int) -> dict[str, Any]:
    """Return Stockfish's values of the key and of the best other move."""
    board = puzzle.board()
    limit = chess.engine.Limit(depth=depth)
    first, *rest = stockfish.analyse(board, limit, multipv=2, game=object())
    best, second = value(first), value(rest[0]) if rest else -MATE
    same = first["pv"][0].uci() == puzzle.key
    return {
        "position": puzzle.position,
        "key": puzzle.key,
        "goal": str(puzzle.stipulation),
        "best": best,
        "second": second,
        "same": same,
        "only": same and best >= WINNING and (second < WINNING or best == MATE - 1),
    }


def value(line: chess.engine.InfoDict) -> int:
    """Return centipawns for the side to move; a mate is more than any value."""
    return line["score"].relative.score(mate_score=MATE)


if __name__ == "__main__":
    main()
