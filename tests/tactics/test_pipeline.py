"""Learn a library from evidence in five steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from goldens import Golden
from motif.board.games import read_games
from motif.errors import BadArgument, NothingFound
from motif.runtime.files import SAMPLE_GAMES
from motif.runtime.parallel import Progress
from motif.statistics.examples import Evidence, Reference, Shares, Split
from motif.tactics.learning import pipeline
from motif.tactics.learning.bias import find_bias
from motif.tactics.learning.candidates import Standards
from motif.tactics.learning.levels import Learner, Search
from motif.tactics.learning.lists import CALCULATION, Listing
from motif.tactics.learning.narrowing import ListClimb
from motif.tactics.learning.pipeline import (
    STOPPED,
    Material,
    RuleLearnSettings,
    choose,
    learn,
    measure,
    name,
    search,
    weigh,
)
from motif.tactics.learning.voters import Choice
from motif.tactics.library import Decide, TacticsLibrary
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL

RETAKE = Rule.parse("retake(P, F, T) :- recaptures(F, T, P), safe(F, T, P).", FULL)
BLUNDER = Rule.parse("blunder(P, F, T) :- make_move(F, T, P, N), kind(F, queen, P), hanging(T, N).", FULL)

SETTINGS = RuleLearnSettings(
    find_bias("full").with_limits(1),
    search=Search(support=3),
    decide=Decide.VOTES,
    choice=Choice(5),
    seed=4,
    games="sample",
)
A_LIST = replace(
    SETTINGS,
    bias=find_bias("coach").with_limits(2),
    search=Search(support=6),
    decide=Decide.LIST,
    listing=Listing(Standards(words=12), ListClimb(count=6, steps=200)),
)


@pytest.fixture(scope="module")
def evidence() -> Evidence:
    return Evidence.of_games(islice(read_games(SAMPLE_GAMES), 160), per_game=2, seed=1)


@pytest.fixture(scope="module")
def library(evidence: Evidence) -> TacticsLibrary:
    return learn(evidence, SETTINGS)


@pytest.fixture(scope="module")
def listed(evidence: Evidence) -> TacticsLibrary:
    return learn(evidence, A_LIST)


def texts(library: TacticsLibrary) -> list[str]:
    return [str(tactic.rule) for tactic in library.tactics]


def test_learning_is_the_five_steps_in_turn(evidence: Evidence, library: TacticsLibrary) -> None:
    material = Material.of(evidence, SETTINGS)
    rules, motifs = name(choose(search(material, SETTINGS), material, SETTINGS), material, SETTINGS)
    figures = measure(rules, material, SETTINGS)
    votes = weigh(rules, material, SETTINGS)
    assert texts(library) == list(map(str, rules))
    assert [tactic.motif for tactic in library.tactics] == motifs
    for tactic, known, vote in zip(library.tactics, figures, votes, strict=True):
        assert tactic.figures == {**known, "vote": vote}


def test_figures_come_from_the_players_of_the_test_part(evidence: Evidence, library: TacticsLibrary) -> None:
    material = Material.of(evidence, SETTINGS)
    learners = {player for game in material.training.games for player in material.training.players[game]}
    others = {player for game in material.measured.games for player in material.measured.players[game]}
    assert learners.isdisjoint(others)
    assert library.notes["games"] == "sample"
    assert library.notes["measured on"] == f"{len(material.measured)} positions of other players"


def test_split_evidence_is_not_split_again(evidence: Evidence) -> None:
    few, rest = evidence.take(np.arange(30)), evidence.take(np.arange(30, len(evidence)))
    material = Material.of(Split(rest, few, few, 0), SETTINGS)
    assert material.training is rest
    assert material.measured is few


def test_without_a_test_part_figures_come_from_the_training_games(evidence: Evidence) -> None:
    settings = replace(SETTINGS, shares=Shares(0.0, 0.0))
    material = Material.of(evidence, settings)
    assert material.measured is material.training
    assert material.notes(settings)["measured on"].endswith(", the same ones")


def test_votes_follow_the_played_moves(evidence: Evidence) -> None:
    settings = replace(SETTINGS, shares=Shares(0.0, 0.0))
    blunder, retake = weigh([BLUNDER, RETAKE], Material.of(evidence, settings), settings)
    assert blunder < 0 < retake


def test_every_rule_gets_a_unique_name_and_keeps_its_place(evidence: Evidence) -> None:
    named, motifs = name([RETAKE, BLUNDER, BLUNDER], Material.of(evidence, SETTINGS), SETTINGS)
    assert [rule.body for rule in named] == [RETAKE.body, BLUNDER.body, BLUNDER.body]
    assert len({rule.name for rule in named}) == 3
    assert motifs == ["recapture", "", ""]


def test_the_papers_learner_is_one_of_the_settings(evidence: Evidence) -> None:
    settings = replace(SETTINGS, bias=find_bias("paper").with_limits(2))
    library = learn(evidence.take(np.arange(40)), settings)
    assert library.vocabulary.name == "paper"
    assert "models, " in library.notes["search"]
    precisions = [
        each.tally.precision for each in search(Material.of(evidence.take(np.arange(40)), settings), settings).rules
    ]
    assert precisions == sorted(precisions, reverse=True)


def test_a_library_says_when_its_search_was_stopped(
    golden: Golden, evidence: Evidence, library: TacticsLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline, "DRAFTED", len(evidence))
    monkeypatch.setattr(pipeline, "PROBED_IN_A_DRAFT", len(evidence))
    settings = replace(SETTINGS, bias=find_bias("full").with_limits(2))

    def stop_at_once(progress: Progress) -> None:
        raise KeyboardInterrupt

    stopped = learn(evidence, settings, watch=stop_at_once)
    golden(stopped.notes["search"])
    assert "search" not in library.notes
    assert texts(stopped) == texts(library), "only the first level was searched"


def test_unknown_best_moves_cannot_be_the_reference(golden: Golden, evidence: Evidence) -> None:
    with golden.raises(BadArgument):
        learn(evidence, replace(SETTINGS, reference=Reference.BEST))


def test_learning_from_nothing_and_finding_nothing_are_errors(golden: Golden, evidence: Evidence) -> None:
    with golden.raises(NothingFound):
        learn(evidence.take(np.arange(0)), SETTINGS)
    with golden.raises(NothingFound):
        learn(evidence, replace(SETTINGS, search=Search(support=9_999)))


COMPARING = ("nets_most", "nets_alone", "settles_most", "settles_alone", "only_legal")


def test_a_list_is_short_and_its_only_calculation_is_declared(listed: TacticsLibrary) -> None:
    assert listed.notes["decide"] == "list"
    assert 1 <= len(listed) <= 6
    knowledge = [tactic for tactic in listed.tactics if tactic.rule.body != CALCULATION.body]
    assert all(len(tactic.sentence().split()) <= 12 for tactic in knowledge)
    assert not [literal for tactic in knowledge for literal in tactic.rule.body if literal.relation in COMPARING]


def test_the_same_seed_gives_the_same_list(evidence: Evidence, listed: TacticsLibrary) -> None:
    assert texts(learn(evidence, A_LIST)) == texts(listed)


def test_stopping_the_climb_keeps_the_list_from_before_it(evidence: Evidence) -> None:
    def stop_the_climb(progress: Progress) -> None:
        if "worth" in progress.words:
            raise KeyboardInterrupt

    stopped = learn(evidence, A_LIST, watch=stop_the_climb)
    assert len(stopped)
    assert stopped.notes["search"] == STOPPED


def test_after_ctrl_c_few_positions_are_used(evidence: Evidence, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "DRAFTED", 15)
    monkeypatch.setattr(pipeline, "PROBED_IN_A_DRAFT", 10)
    looked_at: list[int] = []

    def counting(step: Callable[..., object]) -> Callable[..., object]:
        def counted(*given: object) -> object:
            looked_at.extend(len(each.training) for each in given if isinstance(each, Material))
            return step(*given)

        return counted

    for step in (choose, name, measure, weigh):
        monkeypatch.setattr(pipeline, step.__name__, counting(step))

    def stop_at_once(progress: Progress) -> None:
        raise KeyboardInterrupt

    stopped = learn(evidence, A_LIST, watch=stop_at_once)
    assert looked_at == [15] * 4
    assert stopped.notes["learned from"] == f"{len(Material.of(evidence, A_LIST).training)} positions"
    assert stopped.notes["measured on"] == "15 positions of other players"


def test_ctrl_c_before_the_first_rule_is_passed_on(evidence: Evidence, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(learner: Learner, count: object, watch: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Learner, "_level", interrupted)
    with pytest.raises(KeyboardInterrupt):
        learn(evidence, A_LIST)
