"""Six players with one leak each, 120 games against partners without one: does the first screen name it?

    python experiments/leaks/planted.py --out out/planted

Each game is played by its own seed and kept, judged games are kept too: a run that was stopped goes on where it stood.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import chess
import chess.pgn
from leak_games import start_of
from synthetic import DECIDED, LEFT_BEFORE_RESIGNING, LOOKS_AWAY, Synthetic

from motif.board.motifs import MOTIFS
from motif.board.motifs import Line as MotifLine
from motif.parallel import Workers
from motif.study.cache import StudyCache
from motif.study.gathering import gather
from motif.study.judge import Judge
from motif.study.make import StudyOptions, make_study
from motif.study.profile import Kind, Leak

MOST_PLIES = 110
SECONDS = 300
BOOK = (
    "e4 e5 Nf3 Nc6", "e4 e5 Nf3 Nc6 Bb5 a6", "e4 e5 Nf3 Nf6", "e4 c5 Nf3 d6", "e4 e6 d4 d5", "e4 c6 d4 d5",
    "d4 d5 c4 e6", "d4 Nf6 c4 g6", "c4 e5 Nc3 Nf6", "Nf3 d5 g3 Nf6", "e4 e5 Bc4 Nf6", "d4 d5 Nf3 Nf6",
)  # fmt: skip
DAMIANO = "e4 e5 Nf3 f6"
"""A bad line: 2… f6 loses half a pawn at least, and often much more."""


STARTS = {
    "knight forks missed": "r2q1rk1/pp3ppp/2n2n2/8/8/2N2N2/PP3PPP/R2Q1RK1 w - - 0 12",
    "back-rank mates allowed": "r2q1rk1/pp3ppp/8/8/8/8/PP3PPP/R2Q1RK1 w - - 0 16",
}
"""Half of their games begin where the leak has something to be seen by: it is rare from the first move on."""


@dataclass(slots=True)
class Planted(Synthetic):
    """A player with one leak; `careless` says how often it does not look in a position, given the clock."""

    careless: Callable[[chess.Board, float], float] = lambda board, left: LOOKS_AWAY
    misses_knight_forks: bool = False
    allows: str | None = None
    """The mate that it does not see coming."""
    slow: bool = False
    left: float = field(default=SECONDS)

    def choose(self, board: chess.Board) -> tuple[chess.Move, int]:
        """A move and its worth, as this player sees it."""
        looks = self._rng.random() >= self.careless(board, self.left)
        legal = board.legal_moves.count()
        count = legal if not looks or self.misses_knight_forks or self.allows else min(legal, 6)
        lines = self._search(board, 3 if looks else 1, count)
        values = {line.moves[0]: max(-1000, min(1000, line.centipawns)) for line in lines}
        if looks and self.misses_knight_forks:
            kept = {line.moves[0] for line in lines if not _is_knight_fork(board, line.moves)}
            values = {move: value for move, value in values.items() if move in kept} or values
        if looks and self.allows:
            for line in lines:
                if len(line.moves) > 1 and _begins(self.allows, _after(board, line.moves[0]), line.moves[1:]):
                    values[line.moves[0]] = max(values.values())
        noisy = {move: value + self._rng.gauss(0, 30.0) for move, value in values.items()}
        move = max(noisy, key=noisy.__getitem__)
        return move, values[move]

    def think(self, number: int) -> float:
        """The seconds that a move takes: a slow player spends the most of the clock on the first thirty moves."""
        pace = (9.5 if number <= 30 else 1.0) if self.slow else 4.5
        spent = min(self.left - 0.5, max(0.3, self._rng.gauss(pace, pace / 3)))
        self.left = max(0.5, self.left - spent)
        return self.left


def _is_knight_fork(board: chess.Board, moves: list[chess.Move]) -> bool:
    return board.piece_type_at(moves[0].from_square) == chess.KNIGHT and _begins("fork", board, moves)


def _begins(motif: str, board: chess.Board, moves: list[chess.Move]) -> bool:
    return any(witness.ply == 0 for witness in MOTIFS[motif].find(MotifLine.of(board, tuple(moves))))


def _after(board: chess.Board, move: chess.Move) -> chess.Board:
    following = board.copy(stack=False)
    following.push(move)
    return following


def _only_rooks(board: chess.Board) -> bool:
    return bool(board.rooks) and not board.queens | board.knights | board.bishops


def _from_position(fen: str, seed: int) -> chess.Board:
    """Four random plies from a position."""
    rng, board = random.Random(seed), chess.Board(fen)
    for _ in range(4):
        board.push(rng.choice(sorted(board.legal_moves, key=chess.Move.uci)))
    return chess.Board(board.fen())


def _rook_start(seed: int) -> chess.Board:
    """Kings, two rooks and six or seven pawns of each side."""
    rng = random.Random(seed)
    gone = rng.sample(range(8), rng.choice((1, 2)))
    rank = "".join("1" if file in gone else "p" for file in range(8)).replace("11", "2")
    return _from_position(f"r3k2r/{rank}/8/8/8/8/{rank.upper()}/R3K2R w KQkq - 0 1", seed)


def _from_book(seed: int, *, is_black: bool) -> chess.Board:
    rng = random.Random(seed)
    line = DAMIANO if is_black and rng.random() < 0.4 else rng.choice(BOOK)
    board = chess.Board()
    for san in line.split():
        board.push_san(san)
    return board


@dataclass(frozen=True, slots=True)
class Leaky:
    """A leak: how the player is made, and by what it is known on the first screen."""

    name: str
    player: Callable[[str, int], Planted]
    is_named: Callable[[Leak], bool]
    has_clocks: bool = False


LEAKS = (
    Leaky(
        "knight forks missed",
        lambda name, seed: Planted(name, seed, misses_knight_forks=True),
        lambda leak: leak.kind is Kind.MISSED and leak.theme == "fork",
    ),
    Leaky(
        "back-rank mates allowed",
        lambda name, seed: Planted(name, seed, allows="back rank mate"),
        lambda leak: leak.kind is Kind.ALLOWED and "back rank" in (leak.theme or ""),
    ),
    Leaky(
        "rook endings spoiled",
        lambda name, seed: Planted(name, seed, careless=lambda board, left: 0.5 if _only_rooks(board) else LOOKS_AWAY),
        lambda leak: leak.kind is Kind.ENDGAME and "rook" in leak.subject,
    ),
    Leaky(
        "worse after move 30",
        lambda name, seed: Planted(
            name, seed, careless=lambda board, left: 0.4 if board.fullmove_number > 30 else LOOKS_AWAY
        ),
        lambda leak: leak.kind is Kind.STAGE,
    ),
    Leaky(
        "slow clock use",
        lambda name, seed: Planted(
            name, seed, careless=lambda board, left: 0.5 if left < SECONDS / 10 else LOOKS_AWAY, slow=True
        ),
        lambda leak: leak.kind is Kind.CLOCK,
        has_clocks=True,
    ),
    Leaky("one bad opening line", Planted, lambda leak: leak.kind is Kind.OPENING and "f6" in leak.subject),
)


def play_one(leak: Leaky, number: int, own_seed: int) -> chess.pgn.Game:
    """One game of a leaky player, who has White in the even ones."""
    seed = random.Random(f"{own_seed} {leak.name} {number}").getrandbits(32)
    is_white = number % 2 == 0
    leaky, partner = leak.player(leak.name, seed), Planted(f"partner {number}", seed + 1)
    board = start_of(seed)
    if leak.name == "one bad opening line":
        board = _from_book(seed, is_black=not is_white)
    if number % 4 < 2 and leak.name in STARTS:
        board = _from_position(STARTS[leak.name], seed)
    if number % 4 < 2 and leak.name == "rook endings spoiled":
        board = _rook_start(seed)
    start = board.root().copy() if board.move_stack else board.copy()
    clocks: list[float | None] = [None] * len(board.move_stack)
    hopeless, ahead = 0, True
    while not board.is_game_over(claim_draw=True) and board.ply() < MOST_PLIES and hopeless < LEFT_BEFORE_RESIGNING:
        mover = leaky if board.turn == is_white else partner
        move, value = mover.choose(board)
        clocks.append(mover.think(board.fullmove_number) if leak.has_clocks else None)
        hopeless = hopeless + 1 if abs(value) >= DECIDED else 0
        ahead = board.turn if value > 0 else not board.turn
        board.push(move)
    if hopeless >= LEFT_BEFORE_RESIGNING:
        result = "1-0" if ahead else "0-1"
    else:
        result = board.result(claim_draw=True) if board.is_game_over(claim_draw=True) else "1/2-1/2"
    game = chess.pgn.Game()
    game.setup(start)
    names = (leaky.name, partner.name) if is_white else (partner.name, leaky.name)
    game.headers.update({"Event": "Planted", "White": names[0], "Black": names[1], "Result": result})
    game.headers["Round"], game.headers["TimeControl"] = str(number + 1), f"{SECONDS}+0" if leak.has_clocks else "-"
    node: chess.pgn.GameNode = game
    for move, clock in zip(board.move_stack, clocks, strict=True):
        node = node.add_variation(move)
        if clock is not None:
            node.set_clock(clock)
    return game


def main() -> None:
    """Play what is not played yet, study everybody, and write result-planted.json."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, default=Path("out/planted"))
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="the beginning of a leak's name")
    parser.add_argument("--result", type=Path, default=Path(__file__).with_name("result-planted.json"))
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    how = StudyOptions(Judge.find("search", fresh=True), Workers(1), cache=StudyCache(given.out / "judged"))
    result: dict[str, object] = {"judge": str(how.judge), "games": given.games, "seed": given.seed}
    for leak in LEAKS:
        if given.only and not leak.name.startswith(given.only):
            continue
        path = given.out / f"{leak.name}.pgn"
        done = path.read_text().count("[Event ") if path.exists() else 0
        for number in range(done, given.games):
            with path.open("a") as file:
                print(play_one(leak, number, given.seed), file=file, end="\n\n")
        study = make_study(gather([str(path)], leak.name), how)
        study.save(given.out / f"{leak.name}.json")
        screen = study.profile.leaks
        places = [place for place, each in enumerate(screen, start=1) if leak.is_named(each)]
        result[leak.name] = {
            "place": places[0] if places else None,
            "screen": [f"{each.standing}: {each.title}; {each.words}" for each in screen],
        }
        print(leak.name, json.dumps(result[leak.name], indent=1), flush=True)
    given.result.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
