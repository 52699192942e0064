"""Test that names become players, advisers and evaluators, and unknown names are refused with a list."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from importlib import import_module
from pathlib import Path

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.networks import TinyNetwork
from fakes import SCRIPT, fake
from goldens import Golden
from motif.arena.engine_players import EnginePlayer
from motif.arena.game import Entrant
from motif.arena.match import MatchSettings, play_match
from motif.engines.limits import DEFAULT_LIMIT, Limit
from motif.engines.process import get_engine
from motif.engines.uci_engines import Engine
from motif.errors import BadArgument, BadFile, EngineFailed, MotifError, UnknownName
from motif.players.names import (
    BEFORE_A_PLUS,
    TABLE,
    Name,
    Role,
    enter,
    entries,
    find_adviser,
    find_evaluator,
    find_player,
)
from motif.players.sparring import GreedyPlayer, RandomPlayer
from motif.search.evaluation import TaperedWeights
from motif.tactics.library import Tactic, TacticsLibrary
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL

FORK = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4"


def test_random_and_greedy_are_found_by_name() -> None:
    assert isinstance(find_player("random"), RandomPlayer)
    assert isinstance(find_player("greedy"), GreedyPlayer)
    assert isinstance(find_adviser("greedy"), GreedyPlayer)
    assert {"random", "greedy", "uci", "xboard"} <= {entry.name for entry in entries()}


@given(st.sampled_from(["depth=3", "nodes=50", "seconds=0.5", "depth=2,nodes=9"]), st.integers(0, 20))
def test_a_name_carries_limit_and_options(limit: str, skill: int) -> None:
    name = Name.parse(f"uci:/opt/wasp,{limit},Skill_Level={skill}")
    assert (name.head, name.argument, name.options) == ("uci", "/opt/wasp", {"Skill Level": str(skill)})
    assert name.limit == Limit.parse(limit)


def test_an_option_of_the_protocol_keeps_its_underscore() -> None:
    name = Name.parse("stockfish,UCI_LimitStrength=true,UCI_Elo=2000,Move_Overhead=5")
    assert name.options == {"UCI_LimitStrength": "true", "UCI_Elo": "2000", "Move Overhead": "5"}
    assert Name.parse(str(name)) == name


@pytest.mark.parametrize(
    ("text", "error", "message", "hint"),
    [
        ("deep-blue", UnknownName, "there is no player called 'deep-blue'", "there are random, greedy"),
        ("greedy,depth=3", BadArgument, "greedy takes no settings", "write greedy, not greedy,depth=3"),
        ("stockfish,depth", BadArgument, "cannot read 'depth' in 'stockfish,depth'", "write KEY=VALUE"),
        ("stockfish,depth=x", BadArgument, "cannot read the limit 'depth=x'", "write depth=8"),
        ("uci", BadArgument, "uci needs an engine", "write uci:/path/to/engine"),
        ("tables", BadArgument, "tables takes a folder and nothing else", "write tables:/path/to/folder"),
        ("tables:nowhere", BadFile, "there is no folder nowhere", "*.rtbw"),
        ("uci:/no/such/engine", EngineFailed, "there is no engine at /no/such/engine", ""),
    ],
)
def test_refusals(text: str, error: type[Exception], message: str, hint: str) -> None:
    with pytest.raises(error, match=message) as caught:
        enter(text)
    assert hint in caught.value.hint  # type: ignore[attr-defined]  # all are MotifErrors


def test_every_entry_can_be_made_in_each_of_its_roles() -> None:
    for entry in TABLE.values():
        makers = import_module(f"motif.players.{entry.module}").MAKERS
        kinds = {Role.PLAYER: makers.players, Role.ADVISER: makers.advisers, Role.EVALUATOR: makers.evaluators}
        assert {role for role, made in kinds.items() if entry.name in made} == set(entry.roles), entry.name
    assert set(BEFORE_A_PLUS) <= set(TABLE)


def test_a_name_loads_only_its_system() -> None:
    program = (
        "import sys; from motif.players.names import find_adviser; find_adviser('openings'); "
        "print(*(name for name in sys.modules if name.startswith('motif.players.')))"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert {name.rpartition(".")[2] for name in run.stdout.split()} == {"names", "learned", "sparring"}


def test_patience_is_not_an_option_of_the_engine(tmp_path: Path) -> None:
    engine = f"uci:{sys.executable} {SCRIPT} never_answers_go {tmp_path}"
    player = find_player(f"{engine},patience=0.05")
    assert isinstance(player, EnginePlayer)
    with closing(player), pytest.raises(EngineFailed, match=r"hung for 0\.05 s"):
        player.choose(chess.Board(), Limit(depth=1))
    for nonsense in ("soon", "0", "-1", "inf", "nan"):
        with pytest.raises(BadArgument, match=f"cannot wait '{nonsense}' seconds") as caught:
            find_player(f"{engine},patience={nonsense}")
        assert caught.value.hint == "write patience=10, for instance"


def test_an_engine_that_cannot_start_or_has_no_such_option_is_refused_before_the_first_game(
    golden: Golden, tmp_path: Path
) -> None:
    engine = f"uci:{sys.executable} {SCRIPT} good {tmp_path}"
    assert enter(engine).name == engine
    with golden.raises(BadArgument):
        enter(f"{engine},path=/no/such")
    with golden.raises(BadArgument) as caught:
        enter(f"openings+{engine},Treads=3")
    assert caught.value.hint == "did you mean Threads?"


def test_an_engine_that_counts_no_nodes_is_not_limited_by_them_in_a_match(golden: Golden, tmp_path: Path) -> None:
    engine = f"xboard:{sys.executable} {SCRIPT} xboard {tmp_path}"
    for name, limit in ((engine, Limit(nodes=500)), (f"{engine},nodes=500", DEFAULT_LIMIT)):
        with golden.raises(BadArgument) as refusal:
            enter(name, limit)
        assert refusal.value.hint == "limit it by depth or seconds"
    assert enter(f"{engine},depth=2", Limit(nodes=500)).limit == Limit(depth=2)


def test_tuned_weights_play_advise_and_evaluate(golden: Golden, tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    TaperedWeights.named({"material: rook": (900, 900), "material: queen": (100, 100)}).save(path)
    board = chess.Board("7k/8/8/3q4/r7/8/8/3Q2K1 w - - 0 1")
    names = ("base,depth=1", f"base,depth=1,weights={path}")
    usual, mine = (find_player(name).choose(board, Limit(depth=1)) for name in names)
    assert (usual.move.uci(), mine.move.uci()) == ("d1d5", "d1a4"), "rooks are worth more than queens there"
    assert find_adviser(f"pruning,weights={path},depth=1").advise(board)[0].move == mine.move
    assert find_evaluator(f"search:1,weights={path}").evaluate([board], Limit(depth=1))[0].best == mine.move
    with golden.raises(BadFile):
        find_player("base,weights=/no/such.tsv")


def test_a_role_that_an_entry_lacks_is_refused(golden: Golden) -> None:
    with golden.raises(UnknownName) as caught:
        find_adviser("random")
    assert caught.value.hint.startswith("these do: greedy")
    with golden.raises(UnknownName):
        find_evaluator("greedy")
    with golden.raises(UnknownName):
        find_adviser("openings+greedy")


def test_your_own_cases_advise_by_name_and_take_no_settings(tmp_path: Path) -> None:
    cases = tmp_path / "mine.tsv"
    cases.write_text("eco\tname\tpgn\nA00\tRook's Pawn\t1. h4 a5 2. Rh3\n")
    board = chess.Board()
    board.push_san("h4")
    board.push_san("a5")
    (advice,) = find_adviser(f"openings:{cases}").advise(board)[:1]
    assert advice.move == chess.Move.from_uci("h1h3")
    with pytest.raises(BadArgument, match="openings takes no settings as an adviser"):
        find_adviser("openings,depth=3")


def test_an_entrant_is_limited_by_its_name_or_by_the_match(tmp_path: Path) -> None:
    assert enter("random").limit == DEFAULT_LIMIT
    assert enter("random", Limit(depth=3)).limit == Limit(depth=3)
    fake = f"uci:{sys.executable} {SCRIPT} good {tmp_path}"
    assert enter(f"{fake},nodes=7", Limit(depth=3)).limit == Limit(nodes=7)


@pytest.mark.skipif(get_engine("stockfish") is None, reason="Stockfish is not installed")
def test_stockfish_sees_the_mate_and_says_so() -> None:
    player, adviser = find_player("stockfish,nodes=1000"), find_adviser("stockfish,nodes=200")
    try:
        player.new_game(seed=1)
        advice = player.choose(chess.Board(FORK), Limit(depth=1))
        assert advice.move == chess.Move.from_uci("f3f7")
        assert "plays Qxf7# (mate in 1)" in advice.because.english
        first, second, _ = adviser.advise(chess.Board(FORK))
        assert first.move == advice.move
        assert "Qxf7# mates" in first.because.english
        assert (first.weight or 0) > (second.weight or 0) > 0
        assert "is the expected reply" in second.because.english
        assert adviser.advise(chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")) == []
    finally:
        for opened in (player, adviser):
            opened.close()  # type: ignore[union-attr]  # those of engines can be closed


def test_an_engine_that_dies_loses_its_games_and_the_match_goes_on(tmp_path: Path) -> None:
    def dying() -> EnginePlayer:
        return EnginePlayer(Engine(fake(tmp_path, "dies_on_go")))

    entrant = Entrant("dying", dying, Limit(depth=1))
    pairs = list(play_match(entrant, enter("greedy"), MatchSettings(games=4)))
    games = [game for pair in pairs for game in pair.games]
    assert [game.result.value for game in games] == ["0-1", "1-0"] * 2
    assert all("died with exit code" in game.ending.explanation for game in games)


def test_the_tablebase_mates_and_is_silent_about_what_it_does_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path))
    player, adviser = find_player("tablebase"), find_adviser("tablebase")
    advice = player.choose(chess.Board("7k/8/6K1/8/8/8/8/R7 w - - 0 1"), Limit(depth=1))
    assert advice.because.english == "Ra8# (mate in 1)"
    best, *_ = adviser.advise(chess.Board("7k/8/6K1/8/8/8/8/R7 w - - 0 1"))
    assert best.because.english == "Ra8# mates"
    assert adviser.advise(chess.Board()) == []


MATE_OR_MOVE = "mate(P, F, T) :- legal_move(F, T, P), gives_mate(F, T, P)."


def test_tactics_play_and_advise_by_name(tmp_path: Path) -> None:
    path = tmp_path / "mine.pl"
    TacticsLibrary(FULL, (Tactic(Rule.parse(MATE_OR_MOVE, FULL), {"precision": 1.0}),)).write(path)
    scholar, start = chess.Board(FORK), chess.Board()
    assert find_adviser(f"tactics:{path}").advise(scholar)[0].move.uci() == "f3f7"
    player = find_player(f"tactics:{path}+greedy")
    player.new_game(1)
    assert player.choose(scholar, Limit(depth=1)).move.uci() == "f3f7"
    assert player.choose(start, Limit(depth=1)).because.english.startswith("no tactic applies; ")
    assert enter(f"tactics:{path}+base,depth=2").limit == Limit(depth=2)


def test_maia_plays_advises_and_evaluates_by_name(tmp_path: Path) -> None:
    path = TinyNetwork().write(tmp_path / "tiny-1600.pb.gz")
    board = chess.Board()
    assert find_evaluator(f"maia:{path}").evaluate([board], Limit(depth=1))[0].best in list(board.legal_moves)
    assert find_adviser(f"maia:{path}").advise(board)[0].because.source == "tiny-1600"
    assert find_player(f"maia:{path}").choose(board, Limit(depth=1)).move in board.legal_moves


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("maia", "maia needs a network", "write maia:/path/to/maia-1600.pb.gz"),
        ("maia:x.pb.gz,depth=3", "maia takes no settings: it never looks ahead", ""),
        ("maia:/no/such/network", "cannot read /no/such/network: there is no such file", "there is no folder /no/such"),
        ("tactics,depth=3", "tactics has no settings", "write tactics:mine.pl"),
        (
            "tactics:/no/such/library",
            "cannot read /no/such/library: there is no such file",
            "there is no folder /no/such",
        ),
    ],
)
def test_maia_and_tactics_refuse_settings(text: str, message: str, hint: str) -> None:
    with pytest.raises(MotifError, match=message) as caught:
        find_player(text)
    assert hint in caught.value.hint
