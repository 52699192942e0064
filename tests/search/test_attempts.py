"""The two earlier ways to prune: what a case leaves out and what overrides it, what a situation calls for."""

from __future__ import annotations

import pickle

import chess
import pytest

from goldens import Golden
from motif._core.search import Filter
from motif.errors import BadArgument
from motif.players.find import find_player
from motif.search.learning.measures import examine, examine_each_part, judge, playable
from motif.search.player import SearchPlayer
from motif.search.settings import (
    Adaptation,
    CasePruning,
    HierarchyPruning,
    Mode,
    Pruning,
    PruningCase,
    PruningMode,
    PruningRule,
    SearchSettings,
    Situation,
)
from walks import random_positions


def _left_out(pruning: CasePruning | HierarchyPruning | Pruning, board: chess.Board) -> set[str]:
    return {board.san(move) for move, verdict, _ in pruning.filter().verdicts(board, True, 3) if verdict == "drop"}


def _by_case(case: PruningCase, fen: str, *adaptations: Adaptation) -> set[str]:
    return _left_out(CasePruning(cases=(case,), adaptations=adaptations), chess.Board(fen))


def _answers(situation: Situation, fen: str) -> set[str]:
    board = chess.Board(fen)
    verdicts = HierarchyPruning(situations=(situation,)).filter().verdicts(board, True, 3)
    return {board.san(move) for move, _, reasons in verdicts if reasons}


def test_the_names_are_those_of_the_core() -> None:
    assert Filter.case_names() == [*PruningCase, *Adaptation]
    assert Filter.situation_names() == list(Situation)


def test_the_pawns_before_a_castled_king_stay() -> None:
    assert _by_case(PruningCase.CASTLED_SHORT, "6k1/8/8/8/8/8/5PPP/6K1 w - - 0 1") == {
        "f3",
        "f4",
        "g3",
        "g4",
        "h3",
        "h4",
    }
    # Two of three are near enough, one is not; and with the king on f1 there is nothing to guard.
    assert _by_case(PruningCase.CASTLED_SHORT, "6k1/8/8/8/8/7P/5PP1/6K1 w - - 0 1") == {"f3", "f4", "g3", "g4"}
    assert not _by_case(PruningCase.CASTLED_SHORT, "6k1/8/8/8/6PP/8/5P2/6K1 w - - 0 1")
    assert not _by_case(PruningCase.CASTLED_SHORT, "6k1/8/8/8/8/8/5PPP/5K2 w - - 0 1")


def test_black_sees_the_board_from_the_other_side() -> None:
    assert _by_case(PruningCase.CASTLED_SHORT, "6k1/5ppp/8/8/8/8/8/6K1 b - - 0 1") == {
        "f6",
        "f5",
        "g6",
        "g5",
        "h6",
        "h5",
    }


def test_a_pawn_may_take_the_queen_that_came_too_near() -> None:
    # The paper's own exception: the queen stands on h3, where the pawn of g2 takes it.
    fen = "6k1/8/8/8/8/7q/5PPP/6K1 w - - 0 1"
    assert "gxh3" in _by_case(PruningCase.CASTLED_SHORT, fen)
    assert "gxh3" not in _by_case(PruningCase.CASTLED_SHORT, fen, Adaptation.DEARER)
    # A pawn is no dear man.
    assert "gxh3" in _by_case(PruningCase.CASTLED_SHORT, fen.replace("q", "p"), Adaptation.DEARER)


def test_a_man_in_danger_may_go_and_a_check_may_be_given() -> None:
    # The queen on d1 is attacked by a knight; in the twin the knight stands elsewhere.
    fen = "4k3/8/8/8/8/2n5/8/RNBQKBNR w - - 0 1"
    assert "Qd4" in _by_case(PruningCase.EARLY_QUEEN, fen)
    assert "Qd4" not in _by_case(PruningCase.EARLY_QUEEN, fen, Adaptation.DANGER)
    safe = "4k3/8/8/8/8/n7/8/RNBQKBNR w - - 0 1"
    assert "Qd4" in _by_case(PruningCase.EARLY_QUEEN, safe, Adaptation.DANGER)
    assert "Qe2+" in _by_case(PruningCase.EARLY_QUEEN, safe)
    assert "Qe2+" not in _by_case(PruningCase.EARLY_QUEEN, safe, Adaptation.CHECK)


@pytest.mark.parametrize(
    ("case", "fen", "expected"),
    [
        (PruningCase.CORNER, "6k1/8/8/8/8/8/5PPP/7K w - - 0 1", {"f3", "f4", "g3", "g4", "h3", "h4"}),
        (PruningCase.CASTLED_LONG, "6k1/8/8/8/8/8/PPP5/2K5 w - - 0 1", {"a3", "a4", "b3", "b4", "c3", "c4"}),
        (PruningCase.ON_B1, "6k1/8/8/8/8/8/PPP5/1K6 w - - 0 1", {"a3", "a4", "b3", "b4", "c3", "c4"}),
        # Castling itself is no king's move that spoils castling.
        (PruningCase.CASTLING_SHORT, "6k1/8/8/8/8/8/3PPPPP/3BK2R w K - 0 1", {"Kf1", "Rg1", "Rf1"}),
        (PruningCase.CASTLING_LONG, "6k1/8/8/8/8/8/PPPPP3/R3KB2 w Q - 0 1", {"Kd1", "Kf2", "Rb1", "Rc1", "Rd1"}),
        (PruningCase.ROOK_PAWNS, chess.STARTING_FEN, {"a3", "a4", "h3", "h4"}),
        (
            PruningCase.PINNED_KNIGHT,
            "4k3/8/8/8/6b1/5N2/8/3QK3 w - - 0 1",
            {"Nd2", "Nd4", "Ne5", "Ng1", "Ng5", "Nh2", "Nh4"},
        ),
        # A pawn on e2 shuts the line.
        (PruningCase.PINNED_KNIGHT, "4k3/8/8/8/6b1/5N2/4P3/3QK3 w - - 0 1", set()),
        (PruningCase.TRAPPED_BISHOP, "4k3/pp6/8/8/8/4B3/8/4K3 w - - 0 1", {"Bxa7"}),
        (PruningCase.TRAPPED_BISHOP, "4k3/p7/8/8/8/4B3/8/4K3 w - - 0 1", set()),
        (PruningCase.RIM, chess.STARTING_FEN, {"Na3", "Nh3"}),
    ],
)
def test_each_case_leaves_out_what_it_says(case: PruningCase, fen: str, expected: set[str]) -> None:
    assert _by_case(case, fen) == expected


def test_the_bishop_before_the_king_stays() -> None:
    assert {"Bf1", "Bh3", "Bf3"} <= _by_case(PruningCase.BISHOP_BEFORE_KING, "6k1/8/8/8/8/6P1/5PBP/6K1 w - - 0 1")


def test_a_man_in_danger_is_moved_or_supported_and_its_attacker_taken() -> None:
    # The rook on d8 attacks the knight on d4: it may move, the king may come to its help, and the pawn takes nothing.
    fen = "3r2k1/8/8/8/3N4/8/4K3/7R w - - 0 1"
    answers = _answers(Situation.DANGER, fen)
    assert {"Nf5", "Nb3", "Ke3", "Kd3", "Rd1"} <= answers
    assert "Rh3" not in answers
    # Supported it is not in danger: nothing is called for.
    assert not _answers(Situation.DANGER, "3r2k1/8/8/8/3N4/4K3/8/7R w - - 0 1")


def test_the_attacker_is_taken_or_shut_off() -> None:
    answers = _answers(Situation.DANGER, "3r2k1/8/8/8/3N4/8/3PP1K1/7B w - - 0 1")
    assert "Bd5" not in answers  # the king on g2 is in the way
    answers = _answers(Situation.DANGER, "3r2k1/8/8/6B1/3N4/8/4P1K1/8 w - - 0 1")
    assert "Bxd8" in answers
    assert "Bf4" not in answers


def test_a_man_that_can_be_won_is_taken() -> None:
    assert _answers(Situation.WIN, "6k1/8/8/3n4/8/8/8/3R2K1 w - - 0 1") == {"Rxd5"}
    # Defended by a pawn it costs the rook.
    assert not _answers(Situation.WIN, "6k1/8/4p3/3n4/8/8/8/3R2K1 w - - 0 1")


def test_in_the_opening_men_come_out_and_pawns_go_to_the_centre() -> None:
    assert _answers(Situation.HOME, chess.STARTING_FEN) == {"Na3", "Nc3", "Nf3", "Nh3", "c4", "d3", "d4", "e3", "e4"}
    assert not _answers(Situation.HOME, "r3k2r/pppqpppp/8/8/8/8/PPPQPPPP/R3K2R w KQkq - 0 1")


def test_a_pawn_near_its_goal_goes_on() -> None:
    fen = "6k1/8/1P6/8/8/8/8/6K1 w - - 0 1"
    assert _answers(Situation.PROMOTE, fen) == {"b7"}
    assert not _answers(Situation.PROMOTE, fen.replace("1P6/8", "8/1P6"))


def test_the_catch_all_speaks_where_nothing_else_does() -> None:
    quiet = "r3k2r/pppqpppp/2n2n2/8/8/2N2N2/PPPQPPPP/R3K2R w KQkq - 0 1"
    board = chess.Board(quiet)
    both = HierarchyPruning(situations=(Situation.DANGER, Situation.CATCH_ALL))
    spoken = {reason for _, _, reasons in both.filter().verdicts(board, True, 3) for reason in reasons}
    assert Situation.CATCH_ALL in spoken
    board = chess.Board("3r2k1/8/8/8/3N4/8/4K3/7R w - - 0 1")
    spoken = {reason for _, _, reasons in both.filter().verdicts(board, True, 3) for reason in reasons}
    assert spoken == {Situation.DANGER}


@pytest.mark.parametrize("pruning", [CasePruning(), HierarchyPruning()], ids=["cases", "hierarchy"])
def test_the_promises_hold_and_the_opponent_is_free(pruning: CasePruning | HierarchyPruning) -> None:
    filter_ = pruning.filter()
    for board in random_positions(300, seed=6):
        if any(board.legal_moves):
            kept = [verdict for _, verdict, _ in filter_.verdicts(board, True, 3)].count("keep")
            assert kept == board.legal_moves.count() if board.is_check() else kept > 0
            assert {verdict for _, verdict, _ in filter_.verdicts(board, False, 3)} == {"keep"}


@pytest.mark.parametrize("pruning", [CasePruning(), HierarchyPruning()], ids=["cases", "hierarchy"])
def test_they_travel_and_find_their_way_into_a_search(pruning: CasePruning | HierarchyPruning) -> None:
    board = chess.Board()
    copy: Filter = pickle.loads(pickle.dumps(pruning.filter()))
    assert copy.verdicts(board, True, 3) == pruning.filter().verdicts(board, True, 3)
    settings = SearchSettings(mode=Mode.PAPER, pruning=pruning)
    info = settings.searcher().search(board, depth=3)
    assert sum(info.pruned.values()) > 0
    assert info.nodes < SearchSettings(mode=Mode.PAPER).searcher().search(board, depth=3).nodes


def test_players_take_them_by_name(golden: Golden) -> None:
    player = find_player("pruning,mode=paper,by=cases,depth=2")
    assert isinstance(player, SearchPlayer)
    assert player.settings.pruning == CasePruning()
    assert SearchSettings.read({"pruning": "soft", "by": "hierarchy", "reduction": "2"}).pruning == HierarchyPruning(
        PruningMode.SOFT, reduction=2
    )
    assert SearchSettings.read({"by": "cases", "pruning": "frontier"}).pruning == CasePruning(PruningMode.FRONTIER)
    assert SearchSettings.read({"by": "rules"}).pruning == Pruning()
    assert SearchSettings.read({"by": "cases", "rules": "capture"}).pruning == Pruning(
        own=(PruningRule.CAPTURE,), other=()
    )
    with golden.raises(BadArgument) as refused:
        SearchSettings.read({"by": "luck"})
    golden(refused.value.hint)


def test_nonsense_is_refused(golden: Golden) -> None:
    with golden.raises(BadArgument):
        Filter.cases(["luck"], "paper")
    with golden.raises(BadArgument):
        Filter.hierarchy(["luck"], "paper")
    with golden.raises(BadArgument):
        CasePruning(reduction=9)
    with golden.raises(BadArgument):
        HierarchyPruning(reduction=0)


@pytest.mark.parametrize("pruning", [CasePruning(), HierarchyPruning()], ids=["cases", "hierarchy"])
def test_what_they_leave_out_is_judged_part_by_part(pruning: CasePruning | HierarchyPruning) -> None:
    positions = playable(random_positions(60, seed=8))
    judgements = judge(positions, SearchSettings(hash_megabytes=1), 2)
    whole, *others = examine_each_part(positions, judgements, pruning)
    assert len(others) == len(pruning.parts)
    assert 0 <= whole.best_lost.hits < whole.positions
    assert whole.mean_regret >= 0
    nothing = pruning
    for part in pruning.parts:
        nothing = nothing.without(part)
    assert not examine(positions, judgements, nothing).pruned
