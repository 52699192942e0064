"""Make six players with one leak each out of real games, and test whether the first screen names the leak.

    python experiments/leaks/planted.py --data DATA --donors out/judged --seeds 1 2 3 4

Every player is 120 sides of rated rapid games of many people of one rating. Most are random; the others are sides in
which the leak happened, and more often than to the opponent, by the evaluations in the file. The leak happens three
times as often as usual, or in one game of five where that is rare (knight forks are missed 36 times, which makes three
times the usual 18 missed forks). The clocks of one player are invented, and its late mistakes are real.

The losses of mistakes are in the file; explaining them takes seconds a game. So explained games are used as donors
(`--donors`, a folder of evaluated games): each mistake of a player gets the causes of a random mistake in the donors,
and only the moves of the leak keep their own. With `--explain` every mistake is explained instead.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import random
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import chess
import chess.pgn
from pydantic import TypeAdapter

from motif._core.board import Game
from motif.board.games import read_games
from motif.engines.evaluator import Evaluation, winning_chance
from motif.explain.explanation import Better, Explanation, MoveVerdict, Point, steps_of
from motif.explain.gains import Gain
from motif.explain.kinds import PointKind, PointSide
from motif.openings.names import shipped_openings
from motif.report.make import StudyOptions, make_study
from motif.runtime.parallel import Workers
from motif.study.engine import StudyCache, StudyEngine
from motif.study.findings.clocks import IN_TROUBLE
from motif.study.findings.counting import FLAG, count_both
from motif.study.findings.endgames import SmallTables, endings
from motif.study.findings.making import findings_of
from motif.study.findings.screen import chosen_to_work_on
from motif.study.first_look import evaluated
from motif.study.games import Caused, Fault, Occasion, Outcome, StudiedGame
from motif.study.gathering import gather
from motif.study.profile import Finding, Kind
from motif.study.review import INACCURACY

LOWEST, HIGHEST, FEWEST_PLIES = 1500, 1700, 40
MISTAKE = 0.10
TIMES = 3
SECONDS, SLOW_MOVES = 600, 26
PLAYER = "Player"
LINE = "e2e4 e7e5 g1f3 f8c5"
"""A bishop that lets the pawn on e5 be captured."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One side of a game with the evaluations of its file: the plies of its mistakes."""

    game: Game
    is_white: bool
    mistakes: tuple[int, ...]
    open_before: frozenset[int]
    """The plies before which neither side was two pawns ahead."""
    forks: frozenset[int]
    """The plies at which a knight fork was the best move, by the engine's line."""

    @property
    def key(self) -> tuple[str, bool]:
        """Return the key of this side."""
        return self.game.tags["Site"], self.is_white


def seen_sides(path: Path, forks: Mapping[str, frozenset[int]]) -> Iterator[Seen]:
    """Return both sides of the games of people of the rating."""
    for game in read_games(path):
        rated = all(rating is not None and LOWEST <= rating < HIGHEST for rating in game.ratings)
        if not rated or len(game) < FEWEST_PLIES or None in game.evals[:-1]:
            continue
        worth = [20, *(Evaluation(score.pov(chess.WHITE)).centipawns for score in game.evals if score is not None)]
        there = forks.get(game.tags["Site"].rpartition("/")[2], frozenset())
        for is_white in (True, False):
            sign = 1 if is_white else -1
            plies = range(0 if is_white else 1, len(worth) - 1, 2)
            lost = {ply: winning_chance(sign * worth[ply]) - winning_chance(sign * worth[ply + 1]) for ply in plies}
            mistakes = tuple(ply for ply, each in lost.items() if each >= MISTAKE)
            is_open = frozenset(ply for ply in plies if abs(worth[ply]) <= 200)
            yield Seen(game, is_white, mistakes, is_open, there & set(mistakes))


def knight_forks(path: Path) -> dict[str, frozenset[int]]:
    """Return for each game the plies at which a safe knight fork was best and the move played was a mistake."""
    found: dict[str, set[int]] = defaultdict(set)
    text = subprocess.run(["zstd", "-dc", path], check=True, capture_output=True, text=True).stdout
    for row in csv.DictReader(io.StringIO(text), delimiter="\t"):
        board = chess.Board(row["fen_before"])
        best = chess.Move.from_uci(row["best_uci"] or "0000")
        if best and board.piece_type_at(best.from_square) == chess.KNIGHT and _forks(board, best):
            found[row["game_id"]].add(int(row["ply"]) - 1)
    return {game: frozenset(plies) for game, plies in found.items()}


def _forks(board: chess.Board, move: chess.Move) -> bool:
    after = board.copy(stack=False)
    after.push(move)
    if after.is_attacked_by(after.turn, move.to_square):
        return False
    large = (after.kings | after.queens | after.rooks) & after.occupied_co[after.turn]
    return len(after.attacks(move.to_square) & large) >= 2


def _back_rank(side: Seen) -> int:
    """Return whether a rook or queen mated the side on its back rank right after its mistake."""
    game, last = side.game, side.game.board(len(side.game))
    king = last.king(side.is_white)
    if not last.is_checkmate() or last.turn != side.is_white or king is None:
        return 0
    rank = 0 if side.is_white else 7
    giver = game.moves[-1]
    by = last.piece_type_at(giver.to_square)
    shut = all(
        last.color_at(square) == side.is_white
        for square in last.attacks(king)
        if chess.square_rank(square) == (1 if side.is_white else 6)
    )
    is_mate = by in (chess.ROOK, chess.QUEEN) and chess.square_rank(king) == chess.square_rank(giver.to_square) == rank
    return int(is_mate and shut and any(ply >= len(game) - 4 for ply in side.mistakes))


def _in_rook_endings(side: Seen) -> int:
    boards = (side.game.board(ply) for ply in side.mistakes if ply >= 40)
    return sum(bool(board.rooks) and not board.queens | board.knights | board.bishops for board in boards)


def _late(side: Seen) -> int:
    return sum(ply >= 60 and ply in side.open_before for ply in side.mistakes)


def _in_trouble(side: Seen) -> int:
    return sum(ply >= 2 * SLOW_MOVES and ply in side.open_before for ply in side.mistakes)


def _in_the_line(side: Seen) -> int:
    """Return whether the line was played, and its last move was a mistake."""
    is_there = " ".join(move.uci() for move in side.game.moves[:4]) == LINE
    return int(is_there and not side.is_white and 3 in side.mistakes)


@dataclass(frozen=True, slots=True)
class Planted:
    """A leak: how often it happened in a side, and the finding of the first screen that names it."""

    name: str
    count: Callable[[Seen], int]
    is_named: Callable[[Finding], bool]
    has_clocks: bool = False
    plies: Callable[[Seen], Sequence[int]] = lambda side: ()
    """The moves of the leak, if they form a separate kind."""
    fewest: float = 0.2
    """Times per game, if three times the usual is less."""


LEAKS = (
    Planted(
        "knight forks missed",
        lambda side: len(side.forks),
        lambda leak: leak.kind is Kind.MISSED and leak.motif == "fork",
        plies=lambda side: sorted(side.forks),
        fewest=0.3,
    ),
    Planted(
        "back-rank mates allowed",
        _back_rank,
        lambda leak: leak.kind is Kind.ALLOWED and "back rank" in (leak.motif or ""),
        plies=lambda side: side.mistakes[-1:] if _back_rank(side) else (),
    ),
    Planted(
        "rook endings spoiled",
        _in_rook_endings,
        lambda leak: leak.kind is Kind.ENDGAME and leak.subject == "rook endings",
    ),
    Planted("worse after move 30", _late, lambda leak: leak.kind is Kind.STAGE),
    Planted("slow clock use", _in_trouble, lambda leak: leak.subject in (IN_TROUBLE, FLAG), has_clocks=True),
    Planted(
        "one bad opening line",
        _in_the_line,
        lambda leak: leak.kind is Kind.OPENING and "2. Nf3 Bc5" in leak.subject,
        fewest=0.18,
    ),
)


def draw_player(leak: Planted, sides: Sequence[Seen], games: int, seed: int) -> tuple[list[Seen], float, int]:
    """Draw `games` sides so that the leak happens three times as often; return them, the usual rate and the new one."""
    order = list(sides)
    random.Random(seed).shuffle(order)
    counts = {side.key: leak.count(side) for side in order[:4000]}
    usual = sum(counts.values()) / len(counts)
    wanted = max(TIMES * usual * games, leak.fewest * games)
    there: list[Seen] = []
    total = 0
    # From the end, because random sides are drawn from the beginning.
    by_key = {side.key: side for side in order}
    for side in reversed(order):
        if total >= wanted:
            break
        other = by_key[side.key[0], not side.is_white]
        # Mistakes come in pairs: if both sides make them, the side is not weaker than its opponent.
        if (times := leak.count(side)) > leak.count(other):
            there.append(side)
            total += times
    usual_ones = [side for side in order[:games] if side.key not in {each.key for each in there}]
    rest = usual_ones[: games - len(there)]
    return [*rest, *there], usual, total + sum(leak.count(side) for side in rest)


def written(side: Seen, leak: Planted, *, clocks: random.Random | None) -> str:
    """Return the game as PGN with the player's name, and with clocks if wanted."""
    game = chess.pgn.read_game(io.StringIO(str(side.game)))
    assert game is not None
    game.headers["White" if side.is_white else "Black"] = PLAYER
    if plies := leak.plies(side):
        game.headers["Leak"] = " ".join(map(str, plies))
    if clocks is not None:
        game.headers["TimeControl"] = f"{SECONDS}+0"
        left = {True: float(SECONDS), False: float(SECONDS)}
        for ply, node in enumerate(game.mainline()):
            mover = ply % 2 == 0
            number = ply // 2 + 1
            pace = SECONDS / 55
            if mover == side.is_white:
                pace = 0.93 * SECONDS / SLOW_MOVES if number <= SLOW_MOVES else 1.2
            spent = min(0.2 * left[mover], clocks.lognormvariate(0, 0.5) * pace / 1.13)
            left[mover] = max(1.0, left[mover] - max(0.5, spent))
            node.set_clock(left[mover])
    return str(game)


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a mistake was made, and the motifs that it missed and allowed."""

    kind: PointKind
    missed: str | None = None
    allowed: str | None = None


KNOWN = {
    "knight forks missed": Cause(PointKind.MISSED_WIN, missed="fork"),
    "back-rank mates allowed": Cause(PointKind.ALLOWED_TACTIC, allowed="back rank mate"),
}
"""The causes of these leaks' moves; those of the others can be anything."""


def causes_in(folder: Path) -> list[Cause]:
    """Return the causes of the explained mistakes of opponents; the players' own may belong to a leak."""
    kind = TypeAdapter(StudiedGame)
    causes = []
    for path in sorted(folder.glob("*.json")):
        if path.stem.isalnum():
            game = kind.validate_json(path.read_bytes())
            kinds = {each.ply: each.cause for each in game.their_mistakes}
            motifs = {(each.ply, each.outcome): each.motif for each in game.theirs}
            causes += [
                Cause(
                    kinds.get(ply, PointKind.UNEXPLAINED),
                    motifs.get((ply, Outcome.MISSED)),
                    motifs.get((ply, Outcome.ALLOWED)),
                )
                for ply, move in enumerate(game.moves)
                if move.lost >= MISTAKE and not game.is_players(ply)
            ]
    return causes


def _fault(game: StudiedGame, ply: int, kind: PointKind) -> Fault:
    """Return a mistake of which nothing but the cause is known."""
    board = game.boards()[ply]
    (played,) = steps_of(board, [game.moves[ply].move])
    point = Point(PointSide.ALLOWED, kind, None, "", Gain(0, None, 0), board.fen(), (played,), (), (), None)
    better = Better(kind, "", (played,))
    return game.fault(ply, Explanation(board.fen(), played, MoveVerdict.of(0.5, 0.5), "", point, better, None, ()))


def with_causes(game: StudiedGame, known: Mapping[int, Cause], draw: Callable[[], Cause]) -> StudiedGame:
    """Return a game whose mistakes have causes, as `study.review` would record them."""
    causes = {ply: known.get(ply) or draw() for ply, move in enumerate(game.moves) if move.lost >= MISTAKE}
    occasions: dict[bool, list[Occasion]] = {True: [], False: []}
    for ply, move in enumerate(game.moves):
        own, given = causes.get(ply), causes.get(ply - 1)
        there = (given.allowed if given else None) or (own.missed if own else None)
        mine = occasions[game.is_players(ply)]
        if there and move.lost < INACCURACY:
            mine.append(Occasion(ply, there, Outcome.FOUND, 0.0))
        elif there and move.lost >= MISTAKE:
            mine.append(Occasion(ply, there, Outcome.MISSED, move.lost))
        if own and own.allowed:
            mine.append(Occasion(ply, own.allowed, Outcome.ALLOWED, move.lost))
    faults = [_fault(game, ply, each.kind) for ply, each in causes.items() if game.is_players(ply)]
    theirs = [Caused(ply, each.kind) for ply, each in causes.items() if not game.is_players(ply)]
    return replace(
        game,
        faults=tuple(faults),
        occasions=tuple(occasions[True]),
        theirs=tuple(occasions[False]),
        their_mistakes=tuple(theirs),
        engine=f"{game.engine}; causes of other games",
    )


def unexplained(path: Path, leak: Planted, causes: Sequence[Cause], seed: int) -> list[StudiedGame]:
    """Return the games of a player with random causes, except for the moves of the leak."""
    rng = random.Random(seed)
    games = []
    for number, game in enumerate(read_games(path), start=1):
        is_white = game.players[0] == PLAYER
        studied = evaluated(game, is_white=is_white, number=number)
        if studied is None:
            continue
        clocks = game.clocks.tolist()
        moves = [
            replace(move, left=clocks[ply], spent=max(0.0, clocks[ply - 2] - clocks[ply]) if ply > 1 else None)
            if leak.has_clocks
            else move
            for ply, move in enumerate(studied.moves)
        ]
        named = shipped_openings().name_of_game(game)
        studied = replace(studied, moves=tuple(moves), opening=named.name if named else "")
        marked = [int(ply) for ply in game.tags.get("Leak", "").split()]
        known = dict.fromkeys(marked, KNOWN[leak.name]) if leak.name in KNOWN else {}
        games.append(with_causes(studied, known, lambda: rng.choice(causes)))
    return games


def screen_of(games: Sequence[StudiedGame]) -> tuple[Finding, ...]:
    """Return what to work on, compared with opponents alone; random causes say nothing about players elsewhere."""
    tables = SmallTables()
    pairs = count_both(games, [end for game in games for end in endings(game, tables)])
    return chosen_to_work_on(findings_of(games, pairs, None), pairs)


def main() -> None:
    """Draw the players, study them, and write their first screens."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True, help="the folder with the Lichess rapid games")
    parser.add_argument("--out", type=Path, default=Path("out/planted"))
    parser.add_argument("--donors", type=Path, help="a folder of evaluated games")
    parser.add_argument("--explain", action="store_true", help="explain every mistake")
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--result", type=Path, default=Path(__file__).with_name("planted.json"))
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    draw_players(given.data, given.out, given.games, given.seeds)
    how = StudyOptions(StudyEngine.find("search"), Workers(1), cache=StudyCache(given.out / "judged"))
    causes = [] if given.explain else causes_in(given.donors or given.out / "judged")
    result: dict[str, object] = {"games": given.games, "causes drawn from": len(causes)}
    for leak in LEAKS:
        players = []
        for seed in given.seeds:
            path = given.out / f"{leak.name} {seed}.pgn"
            if given.explain:
                screen = make_study(gather([str(path)], PLAYER), how).profile.work_on
            else:
                screen = screen_of(unexplained(path, leak, causes, seed))
            places = [place for place, each in enumerate(screen, start=1) if leak.is_named(each)]
            lines = [f"{each.certainty}: {each.title}; {each.words}" for each in screen]
            players.append({"seed": seed, "place": places[0] if places else None, "screen": lines})
            print(leak.name, json.dumps(players[-1], indent=1), flush=True)
        result[leak.name] = players
    given.result.write_text(json.dumps(result, indent=1) + "\n")


def draw_players(data: Path, out: Path, games: int, seeds: Sequence[int]) -> None:
    """Write the missing games of every player."""
    missing = [(leak, seed) for seed in seeds for leak in LEAKS if not (out / f"{leak.name} {seed}.pgn").exists()]
    if not missing:
        return
    forks = knight_forks(data / "lichess_mistakes_sample.tsv.zst")
    sides = list(seen_sides(data / "lichess_rapid_main.pgn.zst", forks))
    for leak, seed in missing:
        player, usual, times = draw_player(leak, sides, games, seed)
        rng = random.Random(seed)
        texts = [written(side, leak, clocks=rng if leak.has_clocks else None) for side in player]
        rng.shuffle(texts)
        (out / f"{leak.name} {seed}.pgn").write_text("\n\n".join(texts) + "\n")
        print(f"{leak.name}, seed {seed}: usually {usual:.4f} in a game, here {times} in {len(texts)}", flush=True)


if __name__ == "__main__":
    main()
