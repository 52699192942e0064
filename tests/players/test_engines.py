"""Test which engine evaluates: the named one, else Stockfish if it is installed, else Motif's own search."""

from __future__ import annotations

from pathlib import Path

import pytest

from motif.engines.limits import BUILT_IN_LIMITS, OTHER_ENGINE_LIMITS, Limit
from motif.engines.process import EngineProgram
from motif.errors import EngineFailed
from motif.players import engines
from motif.players.coaches import find_coach
from motif.players.engines import ENGINE_VARIABLE, choose_engine, evaluated_by
from stub_evaluators import MaterialEvaluator


@pytest.fixture
def no_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ENGINE_VARIABLE)
    monkeypatch.setattr(engines, "try_out", lambda name, limit: None)


@pytest.mark.usefixtures("no_variable")
def test_stockfish_evaluates_where_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "get_engine", lambda name: EngineProgram(Path("/usr/games") / name))
    chosen = choose_engine()
    assert (chosen.name, chosen.limits, chosen.is_built_in) == ("stockfish", OTHER_ENGINE_LIMITS, False)


@pytest.mark.usefixtures("no_variable")
def test_the_built_in_search_evaluates_where_it_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "get_engine", lambda name: None)
    chosen = choose_engine()
    assert (chosen.name, chosen.limits, chosen.is_built_in) == ("search", BUILT_IN_LIMITS, True)


@pytest.mark.usefixtures("no_variable")
def test_a_name_and_the_variable_come_before_stockfish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "get_engine", lambda name: EngineProgram(Path("/usr/games") / name))
    assert choose_engine("search").name == "search"
    monkeypatch.setenv(ENGINE_VARIABLE, "search")
    assert choose_engine().name == "search"
    assert choose_engine("stockfish").name == "stockfish"


@pytest.mark.usefixtures("no_variable")
@pytest.mark.parametrize(
    ("named", "name"),
    [
        ("./stockfish", "uci:./stockfish"),
        ("/opt/wasp,Threads=2", "uci:/opt/wasp,Threads=2"),
        ("uci:/opt/wasp", "uci:/opt/wasp"),
        ("stockfish,Threads=2", "stockfish,Threads=2"),
    ],
)
def test_an_engine_is_named_or_given_by_its_path(named: str, name: str) -> None:
    assert choose_engine(named).name == name


def test_a_limit_holds_for_every_purpose() -> None:
    depth = Limit(depth=3)
    for chosen in (choose_engine("search", depth), choose_engine("search,depth=3")):
        assert {chosen.limits.explain, chosen.limits.first_look, chosen.limits.second_look} == {depth}


def test_a_program_that_is_not_there_is_refused_at_once() -> None:
    with pytest.raises(EngineFailed, match="there is no engine at"):
        choose_engine("./no-such-engine")


def test_one_line_names_the_engine_and_how_far_it_looked() -> None:
    with find_coach() as coach:
        assert evaluated_by(coach.engine, Limit(nodes=2000)) == (
            "Evaluated by Motif's own search with 2,000 positions a move."
        )
    assert evaluated_by(MaterialEvaluator(), Limit(seconds=0.5)) == "Evaluated by material with 0.5 seconds a move."
