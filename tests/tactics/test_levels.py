"""The level-wise learner finds every rule once, in its shortest form, and can be stopped and resumed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from goldens import Golden
from motif._core.board import Positions
from motif._core.tactics import RuleTester
from motif.errors import BadArgument, BadFile
from motif.runtime.parallel import Progress, Workers, unwatched
from motif.statistics.examples import Evidence, Reference
from motif.tactics.coverage import Coverage, Numbers, RuleTally, compiled
from motif.tactics.learning.bias import Bias, find_bias, parse_bias
from motif.tactics.learning.levels import FoundRule, Learner, RuleConditions, Search
from motif.tactics.vocabulary import FULL
from walks import random_positions

BOARDS = [board for board in random_positions(600, seed=51) if any(board.legal_moves)][::2]
SMALL = """
vocabulary(full). head_pred(tactic,3). max_clauses(1). max_vars(6). max_body(3).
uncounted(legal_move). uncounted(make_move). required(legal_move,(1,2,0)). functional(make_move).
body_pred(legal_move,3). body_pred(make_move,4). body_pred(captures,3). body_pred(safe,3). body_pred(enemy,2).
body_pred(nets_alone,3). body_pred(nets_most,3). body_pred(kind,3). body_pred(attacks,3). body_pred(hanging,2).
body_pred(undefended,2). body_pred(worth_more,3).
"""
SEARCH = Search(support=5, exhaustive=2, beam=200)


def greedy_evidence() -> Evidence:
    """Return positions in which the best move is the one that nets most, if there is only one."""
    positions = Positions.from_boards(BOARDS)
    tester = RuleTester(positions)
    rows, _ = tester.covered([[("nets_alone", [0, 1])]])
    position = np.repeat(np.arange(len(BOARDS)), np.diff(tester.offsets))
    best = tester.codes[tester.offsets[:-1]].copy()
    best[position[rows]] = tester.codes[rows]
    return Evidence(positions, best, np.arange(len(BOARDS)), tuple(("?", "?") for _ in BOARDS), best)


EVIDENCE = greedy_evidence()


def learner(search: Search = SEARCH, workers: Workers | None = None, bias: Bias | None = None) -> Learner:
    return Learner(EVIDENCE, bias or parse_bias(SMALL), search, Reference.BEST, workers)


def texts(found: list[FoundRule]) -> list[str]:
    return [f"{each.rule.canonical()} {each.tally}" for each in found]


@pytest.fixture(scope="module")
def found() -> list[FoundRule]:
    return learner().run()


def test_the_rule_behind_the_moves_is_found_in_its_shortest_form(found: list[FoundRule]) -> None:
    assert [str(literal) for literal in found[0].rule.body] == [
        "legal_move(From, To, Position)",
        "nets_alone(From, To, Position)",
    ]
    assert found[0].tally.precision == 1


def test_no_two_rules_cover_the_same_rows(found: list[FoundRule]) -> None:
    suggested = Coverage.of(EVIDENCE, FULL).rows([each.rule for each in found])
    assert len({rows.tobytes() for rows in suggested}) == len(found) > 50


def test_every_other_piece_is_named_twice(found: list[FoundRule]) -> None:
    with_pieces = [each.rule for each in found if len(each.rule.variables) > 4]
    assert with_pieces
    for rule in with_pieces:
        for piece in set(rule.existential) - {"Next"}:
            assert sum(piece in literal.arguments for literal in rule.body) > 1, str(rule)


def test_tallies_are_those_of_the_core(found: list[FoundRule]) -> None:
    tester = RuleTester(EVIDENCE.positions, EVIDENCE.best)
    conditions = RuleConditions(parse_bias(SMALL))
    by_text = {str(conditions.all[number].literal): conditions.all[number].core for number in range(len(conditions))}
    some = found[::7]
    rules = [[by_text[str(literal)] for literal in each.rule.body if str(literal) in by_text] for each in some]
    counts, _ = tester.test(rules)
    assert [RuleTally(*map(int, row)) for row in counts] == [each.tally for each in some]


def test_rules_that_find_too_little_are_not_counted_further(found: list[FoundRule]) -> None:
    tester = RuleTester(EVIDENCE.positions, EVIDENCE.best)
    rules = [compiled(each.rule, FULL) for each in found]
    counts, prints = tester.test(rules)
    fewest = int(np.median(counts[:, 2])) + 1
    some, some_prints = tester.test(rules, fewest)
    is_wanted = counts[:, 2] >= fewest
    assert 0 < is_wanted.sum() < len(rules)
    assert np.array_equal(some[is_wanted], counts[is_wanted])
    assert np.array_equal(some_prints[is_wanted], prints[is_wanted])
    assert np.array_equal(some[:, 2], counts[:, 2])
    assert not some[~is_wanted, :2].any()


def test_nothing_longer_than_a_dead_rule_is_tested(monkeypatch: pytest.MonkeyPatch) -> None:
    search = learner(Search(support=40, exhaustive=3))
    conditions = search.conditions
    dead: set[Numbers] = set()

    constrain = search._constrain

    def recorded(rule: Numbers, counts: tuple[int, int, int], *others: Any) -> None:
        shorter = (rule[:place] + rule[place + 1 :] for place in range(len(rule)))
        assert not any(conditions.canonical(part) in dead for part in shorter)
        if counts[2] < 40:
            dead.add(rule)
        constrain(rule, counts, *others)

    monkeypatch.setattr(search, "_constrain", recorded)
    with search.counter.open() as count:
        for _ in range(3):
            search._level(count, unwatched)
    assert dead


def test_ctrl_c_keeps_what_was_found(found: list[FoundRule]) -> None:
    def stop_at_the_second_level(progress: Progress) -> None:
        if progress.done == 1:
            raise KeyboardInterrupt

    search = learner()
    best = search.run(stop_at_the_second_level)
    assert search.state.interrupted
    assert texts(best)[0] == texts(found)[0]
    assert 0 < len(best) < len(found)


def test_a_stopped_run_resumes_where_it_stopped(tmp_path: Path, found: list[FoundRule]) -> None:
    def stop_at_the_third_level(progress: Progress) -> None:
        if progress.done == 2:
            raise KeyboardInterrupt

    checkpoint = tmp_path / "run.json"
    learner().run(stop_at_the_third_level, checkpoint)
    levels = []
    assert texts(learner().run(lambda progress: levels.append(progress.done + 1), checkpoint)) == texts(found)
    assert min(levels) == 3


def test_a_checkpoint_of_another_search_is_refused(tmp_path: Path) -> None:
    learner().run(checkpoint=tmp_path / "run.json")
    with pytest.raises(BadFile, match="search"):
        learner(Search(support=6, exhaustive=2, beam=200)).run(checkpoint=tmp_path / "run.json")


def test_two_workers_find_what_one_finds(found: list[FoundRule]) -> None:
    assert texts(learner(workers=Workers(2)).run()) == texts(found)


def test_the_full_bias_can_be_searched() -> None:
    bias = find_bias("full")
    conditions = RuleConditions(bias)
    assert {condition.literal.relation for condition in conditions.all} == set(bias.predicates) - bias.uncounted


def test_implied_conditions_are_known() -> None:
    conditions = RuleConditions(find_bias("full"))
    number = conditions.number
    assert number["captures", (0, 1)] in conditions.implied[number["recaptures", (0, 1)]]
    assert number["nets_at_least 1", (0, 1)] in conditions.implied[number["nets_at_least 3", (0, 1)]]
    assert number["attacked next", (2,)] in conditions.implied[number["attacks next", (1, 2)]]
    assert number["attacks next", (1, 2)] in conditions.implied[number["new_attack", (1, 2)]]
    assert number["attacked", (2,)] not in conditions.implied[number["attacks next", (1, 2)]]


def test_implications_hold_on_every_row() -> None:
    conditions = RuleConditions(find_bias("full"))
    tester = RuleTester(EVIDENCE.positions)
    pairs = [(one, other) for one, others in enumerate(conditions.implied) for other in sorted(others)]
    alone, _ = tester.test([conditions.core((one,)) for one, _ in pairs])
    together, _ = tester.test([conditions.core((one, other)) for one, other in pairs])
    for (one, other), first, second in zip(pairs, alone.tolist(), together.tolist(), strict=True):
        assert first == second, (conditions.all[one].literal, conditions.all[other].literal)


def test_the_level_wise_learner_refuses_the_papers_bias(golden: Golden) -> None:
    with golden.raises(BadArgument):
        learner(bias=find_bias("paper"))


def test_a_search_refuses_senseless_numbers(golden: Golden) -> None:
    with golden.raises(BadArgument):
        Search(support=0)


def test_the_most_certain_rules_come_first() -> None:
    lucky, steady = RuleTally(2, 2, 2), RuleTally(200, 150, 150)
    assert lucky.precision > steady.precision
    assert lucky.low() < steady.low()
