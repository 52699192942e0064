"""Test `motif study lichess:NAME`: it asks first, downloads, then studies the games like any file."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from command_line import Motif, caller
from download.site_server import Behaviour, games, serving
from goldens import Golden
from motif.study.study import Study

QUICK = ("--engine", "search", "--depth", "2", "--workers", "1")


class Terminal(io.StringIO):
    """A user who types this."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Behaviour]:
    behaviour = Behaviour(games(4))
    with serving(behaviour) as address:
        monkeypatch.setenv("LICHESS_URL", address)
        monkeypatch.setenv("CHESSCOM_URL", address)
        yield behaviour


@pytest.fixture
def study(empty_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Motif:
    return caller(monkeypatch, capsys, "study")


@pytest.mark.parametrize("account", ["lichess:anna", "chesscom:anna"])
def test_the_question_comes_once_and_the_player_is_studied(
    golden: Golden, server: Behaviour, study: Motif, monkeypatch: pytest.MonkeyPatch, account: str
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal("y\n"))
    code, out, err = study(account, *QUICK, "--out", "anna")
    assert code == 0
    assert "for the games of anna? Only the name goes out. [y/N]" in err
    assert "4 games of anna from" in err
    assert "Anna · 4 rapid games" in out
    golden(Study.load(Path("anna/study.json")).games[0].engine)
    server.games = games(5)
    monkeypatch.setattr(sys, "stdin", Terminal(""))
    code, out, err = study(account, *QUICK, "--out", "anna")
    assert code == 0
    assert "Only the name goes out" not in err
    assert "Anna · 5 rapid games" in out


@pytest.mark.parametrize("answer", ["n\n", "\n", ""])
def test_nothing_goes_out_when_the_answer_is_no(
    server: Behaviour, study: Motif, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(answer))
    code, out, err = study("lichess:anna", *QUICK)
    assert (code, out) == (2, "")
    assert "you named no games, and nothing was downloaded" in err
    assert server.asked == []


def test_a_script_says_yes_beforehand(server: Behaviour, study: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    code, _, err = study("lichess:anna", *QUICK)
    assert code == 2
    assert "this would ask lichess.org for the games of anna" in err
    assert server.asked == []
    assert study("lichess:anna", *QUICK, "--yes", "--games", "2")[0] == 0
    assert server.queries()[0]["max"] == "2"


def test_options_choose_what_is_downloaded(server: Behaviour, study: Motif) -> None:
    options = ("--since", "2024-01-05", "--speed", "rapid", "--speed", "blitz", "--rated", "--yes")
    code, out, _ = study("lichess:anna", *QUICK, *options)
    assert code == 0
    assert "Anna · 2 rapid games" in out
    (asked,) = server.queries()
    assert (asked["perfType"], asked["rated"], asked["since"]) == ("rapid,blitz", "true", "1704412800000")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("sample", "--rated"), "--since, --speed and --rated choose what is downloaded, and here are only files"),
        (("lichess:stranger", "--yes"), "lichess.org knows no player stranger"),
        (("lichess:anna", "--yes", "--speed", "blitz"), "anna has no blitz games on lichess.org"),
        (("lichess:../etc", "--yes"), "'../etc' is no name of a player on lichess.org"),
        (("lichess:anna", "--yes", "--since", "yesterday"), "yesterday"),
    ],
)
def test_a_failed_download_is_one_line(
    server: Behaviour, study: Motif, arguments: tuple[str, ...], complaint: str
) -> None:
    code, out, err = study(*arguments)
    assert (code, out) == (2, "")
    assert complaint in err
    assert "Traceback" not in err


def test_a_missing_network_is_one_line(study: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LICHESS_URL", "http://127.0.0.1:9")
    code, out, err = study("lichess:anna", "--yes")
    assert (code, out) == (2, "")
    assert "127.0.0.1:9 cannot be reached: Connection refused" in err
    assert "is there a network? A file of games needs none" in err


def test_ctrl_c_keeps_what_came(server: Behaviour, study: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("motif.cli.study_steps.download", interrupted)
    code, _, err = study("lichess:anna", "--yes")
    assert code == 130
    assert "the games that came so far are kept, and the same command goes on from there" in err
