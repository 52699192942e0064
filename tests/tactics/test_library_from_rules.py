"""Rules that differ are chosen for a library, measured, and shown by examples."""

from __future__ import annotations

import chess
import numpy as np
import pytest

from motif._core.board import Positions, encode_move
from motif.errors import BadArgument
from motif.statistics.examples import Evidence, Reference
from motif.statistics.metrics import HitRate
from motif.tactics.coverage import Coverage, RuleTally
from motif.tactics.learning.levels import FoundRule
from motif.tactics.learning.measures import TOGETHER, VOTING, NetworkValues, figures, measure, random_moves
from motif.tactics.learning.voters import Choice, likeness, select
from motif.tactics.library import Tactic, TacticsLibrary
from motif.tactics.on_board import draw_example, find_examples
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL

# In the first a queen hangs and is taken, in the second a rook; in the third nothing can be taken.
FENS = (
    "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1",
    "4k3/8/8/3r4/8/2N5/8/4K3 w - - 0 1",
    "4k3/8/8/8/8/2N5/8/4K3 w - - 0 1",
)
TAKE = Rule.parse("take(P, F, T) :- legal_move(F, T, P), captures(F, T, P).", FULL)
TAKE_WITH_KNIGHT = Rule.parse("hop(P, F, T) :- legal_move(F, T, P), captures(F, T, P), kind(F, knight, P).", FULL)
TAKE_QUEEN = Rule.parse("queen(P, F, T) :- legal_move(F, T, P), kind(T, queen, P).", FULL)
STEP = Rule.parse("step(P, F, T) :- legal_move(F, T, P), kind(F, king, P).", FULL)
MATE = Rule.parse("mate(P, F, T) :- legal_move(F, T, P), gives_mate(F, T, P).", FULL)


def evidence() -> Evidence:
    played = [encode_move(chess.Move.from_uci(uci)) for uci in ("c3d5", "c3d5", "e1e2")]
    codes = np.array(played, np.uint16)
    rows = len(Positions(FENS).legal_moves().codes)
    values = np.zeros(rows, np.int32)
    return Evidence(Positions(FENS), codes, np.arange(3), (("Anna", "Ben"),) * 3, codes, values, "stub, depth=1")


def found(*rules: Rule) -> list[FoundRule]:
    """Return rules as the learner would return them, the best first."""
    measured = evidence()
    legal = measured.positions.legal_moves()
    right = {
        int(legal.offsets[place]) + [encode_move(move) for move in legal[place]].index(int(measured.played[place]))
        for place in range(3)
    }
    learned = []
    for rule, rows in zip(rules, Coverage.of(measured, FULL).rows(rules), strict=True):
        positions = len({int(np.searchsorted(legal.offsets, row, side="right")) for row in rows})
        learned.append(FoundRule(rule, RuleTally(len(rows), positions, len(right & set(rows.tolist())))))
    return sorted(learned, key=lambda each: -each.tally.low())


def library_of(*rules: Rule, votes: tuple[float, ...] = ()) -> TacticsLibrary:
    figures = [{"vote": vote} for vote in votes] or [{} for _ in rules]
    return TacticsLibrary(FULL, tuple(map(Tactic, rules, figures)))


def chosen(choice: Choice, *rules: Rule) -> list[str]:
    return [each.rule.name for each in select(found(*rules), evidence(), FULL, Reference.PLAYED, choice)]


def test_only_one_of_two_rules_that_behave_alike_is_chosen() -> None:
    assert chosen(Choice(fresh=1), TAKE, TAKE_WITH_KNIGHT, STEP) in (["take", "step"], ["hop", "step"])
    assert len(chosen(Choice(fresh=1, likeness=1.0), TAKE, TAKE_QUEEN, STEP)) == 3


def test_a_rule_for_open_positions_beats_a_better_one_for_covered_ones() -> None:
    assert chosen(Choice(count=2, fresh=1), TAKE, TAKE_QUEEN, STEP) == ["take", "step"]


def test_the_rest_of_the_library_is_filled_with_the_best_that_differ() -> None:
    assert chosen(Choice(count=3, fresh=1), TAKE, TAKE_QUEEN, STEP) == ["take", "queen", "step"]


def test_frequent_rules_are_candidates_next_to_rare_precise_ones() -> None:
    rare = [FoundRule(TAKE_QUEEN, RuleTally(1, 1, 1)) for _ in range(50)]
    frequent = [FoundRule(STEP, RuleTally(1_000, 900, 100))]
    looked_at = select([*rare, *frequent], evidence(), FULL, Reference.PLAYED, Choice(fresh=1, candidates=4))
    assert [each.rule.name for each in looked_at] == ["queen", "step"]


def test_without_rules_nothing_is_chosen() -> None:
    assert select([], evidence(), FULL, Reference.PLAYED) == []


@pytest.mark.parametrize("settings", [{"count": 0}, {"likeness": 0.0}, {"likeness": 1.5}, {"candidates": 0}])
def test_a_choice_must_be_possible(settings: dict[str, int]) -> None:
    with pytest.raises(BadArgument, match="cannot choose with Choice"):
        Choice(**settings)


def test_likeness_is_the_share_of_common_suggestions() -> None:
    assert likeness(np.array([1, 2, 3]), np.array([2, 3, 4])) == 0.5
    assert likeness(np.array([1]), np.array([2])) == 0
    assert likeness(np.array([], np.int64), np.array([], np.int64)) == 1


def test_figures_say_how_often_a_rule_applies_and_is_right() -> None:
    take, mate = figures([TAKE, MATE], FULL, evidence(), Reference.PLAYED)
    assert take["coverage"] == pytest.approx(2 / 3)
    assert take["precision"] == 1
    assert take["recall"] == pytest.approx(2 / 3)
    rows = len(evidence().positions.legal_moves().codes)
    assert take["lift"] == pytest.approx(rows / 3)
    assert take["regret"] == take["divergence"] == 0
    assert mate == {"positions": 3, "suggestions": 0, "coverage": 0}, (
        "of a rule that never applied there is nothing more to say"
    )


def test_any_mate_is_right_if_the_best_move_is_mate() -> None:
    # Either rook mates on the back rank; if the king has an escape square there is no mate, and one best move.
    fens = ("6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1", "6k1/5pp1/8/8/8/8/8/RR4K1 w - - 0 1")
    best = np.array([encode_move(chess.Move.from_uci("a1a8"))] * 2, np.uint16)
    asked = Evidence(Positions(fens), best, np.arange(2), (("Anna", "Ben"),) * 2, best)
    check = Rule.parse("check(P, F, T) :- legal_move(F, T, P), gives_check(F, T, P).", FULL)
    mate, checking = figures([MATE, check], FULL, asked, Reference.BEST)
    assert (mate["suggestions"], mate["precision"]) == (2, 1.0)
    assert (checking["suggestions"], checking["precision"]) == (4, 0.75), "without a mate only the best move is right"
    assert figures([MATE], FULL, asked, Reference.PLAYED)[0]["precision"] == 0.5, "only one of them was played"


def test_no_two_tactics_share_an_example() -> None:
    library = TacticsLibrary(FULL, (Tactic(TAKE_QUEEN), Tactic(TAKE), Tactic(TAKE_WITH_KNIGHT), Tactic(STEP)))
    first, second, third, fourth = find_examples(library, library.tactics, evidence(), Reference.PLAYED)
    assert first is not None
    assert (first[0].fen(), first[1].uci()) == (FENS[0], "c3d5")
    assert second is not None
    assert second[0].fen() == FENS[1], "the first position is taken"
    assert third is None, "both are taken"
    assert fourth is None, "the king has several moves there, so none of them is an example"
    assert "c3→d5" in draw_example(library, library.tactics[0], *first).text()


def test_a_library_is_measured_alone_and_together() -> None:
    measured = measure(library_of(TAKE, TAKE_WITH_KNIGHT, MATE), evidence(), [random_moves(evidence())])
    assert [scores.name for scores in measured.tactics] == ["take", "hop", "mate"]
    assert [scores.name for scores in measured.summary] == ["random", TOGETHER]
    assert measured.voting is None
    together = measured.together.accuracies[Reference.PLAYED][HitRate.FIRST_CHOICE]
    assert together is not None
    assert together.value == 1
    assert measured.alike == 1, "hop suggests what take does"
    assert [histogram.title for histogram in measured.histograms] == [
        "Coverage",
        "Accuracy",
        "Divergence (stub, depth=1)",
    ]
    assert len(measured.histograms[0].values) == 3
    assert len(measured.histograms[1].values) == 2, "mate never applied, so it has no accuracy"


def test_a_library_with_votes_is_measured_by_them_too() -> None:
    measured = measure(library_of(TAKE, STEP, votes=(-1.0, 2.0)), evidence(), [])
    assert [scores.name for scores in measured.summary] == [TOGETHER, VOTING]
    assert measured.voting is not None
    listed, voted = (
        scores.accuracies[Reference.PLAYED][HitRate.FIRST_CHOICE] for scores in (measured.together, measured.voting)
    )
    assert listed is not None
    assert voted is not None
    assert listed.value > voted.value, "the list prefers captures, the votes a move of the king"


def test_the_values_of_a_network_make_a_fourth_histogram() -> None:
    values = np.arange(len(evidence().row_values()), dtype=np.int32)
    measured = measure(library_of(TAKE), evidence(), [random_moves(evidence())], NetworkValues("maia", values))
    picture = measured.histograms[-1]
    assert picture.title == "Divergence (maia)"
    assert list(picture.values) == [0.0]
    assert picture.baselines["random"] > 0
