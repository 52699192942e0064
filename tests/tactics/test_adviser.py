"""Tactics advise and play the moves that they suggest, with sentence and arrows."""

from __future__ import annotations

import chess
import pytest

from goldens import Golden
from motif.advice import Advice, Reason
from motif.engines.limits import Limit
from motif.statistics.fitting import Calibration
from motif.tactics.adviser import WORTH_OF_VOTES, TacticsAdviser, TacticsPlayer, suggestions
from motif.tactics.library import Tactic, TacticsLibrary
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL

FORK = (
    "knight_check(P, F, T) :- legal_move(F, T, P), make_move(F, T, P, N), kind(F, knight, P), safe(F, T, P),"
    " attacks(T, A, N), kind(A, king, P), attacks(T, B, N), kind(B, queen, P)."
)
CAPTURE = "capture(P, F, T) :- legal_move(F, T, P), captures(F, T, P), safe(F, T, P)."
LIBRARY = TacticsLibrary(
    FULL,
    (
        Tactic(Rule.parse(FORK, FULL), {"precision": 0.8}, "fork"),
        Tactic(Rule.parse(CAPTURE, FULL), {"precision": 0.5}),
    ),
)
FORK_OR_CAPTURE = chess.Board("4k3/8/q7/3N4/1p6/8/8/4K3 w - - 0 1")
CAPTURES_ONLY = chess.Board("4k3/8/8/3N4/1p6/4p3/8/4K3 w - - 0 1")
NOTHING_TO_DO = chess.Board("4k3/8/8/3N4/8/8/8/4K3 w - - 0 1")


STEP = "step(P, F, T) :- legal_move(F, T, P), kind(F, king, P), leaves_nothing_hanging(F, T, P)."
VOTING = TacticsLibrary(
    FULL,
    (
        Tactic(Rule.parse(STEP, FULL), {"vote": -0.5}),
        Tactic(Rule.parse(CAPTURE, FULL), {"vote": 1.0, "precision": 0.9}),
        Tactic(Rule.parse(FORK, FULL), {"vote": 2.0}, "fork"),
        Tactic(Rule.parse("hop(P, F, T) :- legal_move(F, T, P), kind(F, knight, P).", FULL), {"vote": 0.75}),
    ),
)


class Shuffler:
    """Plays the first legal move by name, and remembers the seed."""

    seed = 0
    closed = False

    def new_game(self, seed: int) -> None:
        self.seed = seed

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        move = min(board.legal_moves, key=chess.Move.uci)
        return Advice(move, 1.0, Reason("shuffler", f"{board.san(move)} passes the time"))

    def close(self) -> None:
        self.closed = True


def test_the_better_tactic_comes_first_with_its_sentence_and_arrows(golden: Golden) -> None:
    adviser = TacticsAdviser(LIBRARY, worth=Calibration(10, 100))
    fork, capture = adviser.advise(FORK_OR_CAPTURE)
    assert (fork.move.uci(), capture.move.uci()) == ("d5c7", "d5b4")
    assert (fork.weight, capture.weight) == (90, 60)
    assert fork.because.source == "tactics"
    golden(fork.because.english)
    assert fork.because.squares == (chess.E8, chess.A6)
    golden(capture.because.english)
    assert {str(arrow) for arrow in fork.because.arrows} == {"Bc7e8", "Bc7a6"}


def test_votes_add_up_and_the_strongest_tactic_is_the_reason() -> None:
    fork, capture, *_ = TacticsAdviser(VOTING).advise(FORK_OR_CAPTURE)
    assert (fork.move.uci(), capture.move.uci()) == ("d5c7", "d5b4")
    found = suggestions(VOTING, FORK_OR_CAPTURE)
    assert [(suggestion.move.uci(), suggestion.votes) for suggestion in found[:2]] == [("d5c7", 2.75), ("d5b4", 1.75)]
    assert (fork.weight or 0) - (capture.weight or 0) == pytest.approx(WORTH_OF_VOTES * (2.75 - 1.75))
    assert [tactic.name for tactic in found[0].tactics] == ["knight_check", "hop"]
    assert fork.because.english.startswith("Nc7+: move a knight to a safe square")
    assert capture.because.english.startswith("Nxb4: safely capture")


def test_a_precise_tactic_is_a_better_reason_than_a_frequent_one() -> None:
    fork, hop = Rule.parse(FORK, FULL), Rule.parse("hop(P, F, T) :- legal_move(F, T, P), kind(F, knight, P).", FULL)
    library = TacticsLibrary(
        FULL, (Tactic(hop, {"vote": 1.5, "precision": 0.1}), Tactic(fork, {"vote": 1.0, "precision": 0.8}, "fork"))
    )
    best, *_ = TacticsAdviser(library).advise(FORK_OR_CAPTURE)
    assert "the king on e8" in best.because.english, "a rule about any knight move explains less"


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("7k/8/8/8/2PK4/8/8/8 w - - 0 1", {"d4d5"}),
        ("7k/8/8/8/2PK4/8/8/3R4 w - - 0 1", set()),
        ("7k/3p4/8/8/2PK4/8/8/8 w - - 0 1", set()),
    ],
    ids=["the king goes ahead of its pawn", "the rook guards it too", "the pawn is not passed"],
)
def test_the_king_leads_its_passed_pawn(golden: Golden, fen: str, moves: set[str]) -> None:
    leads = next(tactic for tactic in TacticsLibrary.shipped().tactics if "passed pawn guards" in tactic.sentence())
    golden(leads.sentence())
    alone = TacticsLibrary(FULL, (leads,))
    assert {suggestion.move.uci() for suggestion in suggestions(alone, chess.Board(fen))} == moves


def test_the_mean_gain_of_all_legal_moves_is_zero() -> None:
    board = CAPTURES_ONLY.copy()
    board.set_piece_at(chess.H2, chess.Piece.from_symbol("P"))
    legal = board.legal_moves.count()
    found = suggestions(VOTING, board)
    silent = legal - len(found)
    assert silent == 2, "the pawn moves, which no tactic suggests"
    advice = TacticsAdviser(VOTING, count=legal).advise(board)
    of_silence = -WORTH_OF_VOTES * sum(suggestion.votes or 0.0 for suggestion in found) / legal
    assert sum(piece.weight or 0 for piece in advice) + silent * of_silence == pytest.approx(0)
    assert (advice[-1].weight or 0) < of_silence, "the moves of the king have negative votes"


def test_the_player_follows_the_votes_and_not_the_order() -> None:
    advice = TacticsPlayer(VOTING, Shuffler()).choose(FORK_OR_CAPTURE, Limit(depth=1))
    assert advice.move.uci() == "d5c7"
    assert advice.because.english.startswith("Nc7+: ")


def test_each_move_is_advised_once_and_at_most_count_moves() -> None:
    assert len(TacticsAdviser(LIBRARY).advise(CAPTURES_ONLY)) == 2
    assert len(TacticsAdviser(LIBRARY, count=1).advise(CAPTURES_ONLY)) == 1


def test_without_an_applicable_tactic_there_is_no_advice() -> None:
    assert TacticsAdviser(LIBRARY).advise(NOTHING_TO_DO) == []


def test_the_player_follows_the_list() -> None:
    player = TacticsPlayer(LIBRARY, Shuffler())
    assert player.choose(FORK_OR_CAPTURE, Limit(depth=1)).move.uci() == "d5c7"


def test_the_seed_decides_among_equal_moves() -> None:
    player = TacticsPlayer(LIBRARY, Shuffler())
    chosen = []
    for seed in (*range(12), *range(12)):
        player.new_game(seed)
        chosen.append(player.choose(CAPTURES_ONLY, Limit(depth=1)).move.uci())
    assert set(chosen) == {"d5b4", "d5e3"}
    assert chosen[:12] == chosen[12:]


def test_without_an_applicable_tactic_another_player_moves_and_says_so(golden: Golden) -> None:
    other = Shuffler()
    player = TacticsPlayer(LIBRARY, other)
    player.new_game(7)
    advice = player.choose(NOTHING_TO_DO, Limit(depth=1))
    golden(advice.because.english)
    assert other.seed == 7
    player.close()
    assert other.closed


@pytest.mark.parametrize("precision", [{}, {"precision": 0.0}])
def test_a_tactic_without_figures_has_the_weight_of_precision_zero(precision: dict[str, float]) -> None:
    library = TacticsLibrary(FULL, (Tactic(Rule.parse(CAPTURE, FULL), precision),))
    (advice, *_) = TacticsAdviser(library, worth=Calibration(-20, 100)).advise(FORK_OR_CAPTURE)
    assert advice.weight == -20
