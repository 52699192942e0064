"""Test that engines are found by name, by path and in Debian's games folder, and missing ones explained."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldens import Golden
from motif.engines import process
from motif.engines.process import EngineProgram, EngineProtocol, find_engine, found_engines, get_engine
from motif.errors import BadArgument, EngineFailed, UnknownName


def install(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(process, "GAMES_FOLDERS", (str(tmp_path / "games"),))
    return tmp_path / "games"


def test_an_engine_on_the_path_is_found_by_name(games: Path) -> None:
    path = install(games.parent / "bin" / "stockfish")
    install(games / "stockfish")
    assert find_engine("stockfish") == get_engine("stockfish") == EngineProgram(path)


def test_an_engine_in_the_games_folder_is_found_though_it_is_not_on_the_path(games: Path) -> None:
    path = install(games / "crafty")
    assert find_engine("crafty") == EngineProgram(path, protocol=EngineProtocol.XBOARD)


def test_a_well_known_engine_gets_its_usual_arguments(games: Path) -> None:
    program = find_engine(install(games / "gnuchess"))
    assert str(program) == f"{games}/gnuchess --uci"
    assert program.options == (("OwnBook", False),)
    assert find_engine("gnuchess") == program


def test_arguments_and_protocol_may_be_given(games: Path) -> None:
    path = install(games / "gnuchess")
    program = find_engine("gnuchess --xboard '--book file'", EngineProtocol.XBOARD)
    assert (program.path, program.arguments) == (path, ("--xboard", "--book file"))
    assert program.protocol is EngineProtocol.XBOARD


def test_arguments_of_one_protocol_are_not_used_for_another(games: Path) -> None:
    path = install(games / "gnuchess")
    assert find_engine(path, EngineProtocol.XBOARD) == EngineProgram(path, protocol=EngineProtocol.XBOARD)
    assert find_engine(path, EngineProtocol.UCI) == find_engine(path)


def test_an_unknown_engine_is_taken_to_speak_uci(games: Path) -> None:
    path = install(games / "my engine" / "wasp")
    assert find_engine(path) == find_engine(f"'{path}'") == EngineProgram(path)
    assert find_engine(f"'{path}' -x").arguments == ("-x",)


def test_a_path_may_start_at_home(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(games))
    assert find_engine("~/wasp" if install(games / "wasp") else "").path == games / "wasp"


def test_the_installed_engines_are_listed(games: Path) -> None:
    assert found_engines() == []
    for name in ("gnuchess", "stockfish", "chess-clock"):
        install(games / name)
    assert [program.name for program in found_engines()] == ["stockfish", "gnuchess"]


@pytest.mark.parametrize(("name", "example"), [("crafty", "crafty"), ("deep thought", "stockfish"), ("", "stockfish")])
def test_a_missing_engine_comes_with_a_hint(games: Path, name: str, example: str) -> None:
    with pytest.raises(UnknownName, match=f"no engine called .* was found on the PATH or in {games}") as error:
        find_engine(name)
    assert error.value.hint == f"install it, e.g. apt install {example}, or give its path"
    assert get_engine(name) is None


def test_a_path_without_an_engine_is_explained(golden: Golden, games: Path) -> None:
    with pytest.raises(EngineFailed, match=f"there is no engine at {games}/none"):
        find_engine(games / "none")
    install(games / "folder" / "file").chmod(0o644)
    with golden.raises(EngineFailed):
        find_engine(games / "folder")
    with golden.raises(EngineFailed) as error:
        find_engine(games / "folder" / "file")
    assert error.value.hint == f"if it is an engine, run chmod +x {games}/folder/file"
    assert get_engine(games / "none") is None


def test_a_command_with_an_open_quote_is_refused(golden: Golden) -> None:
    with golden.raises(BadArgument):
        find_engine("stockfish 'x")
