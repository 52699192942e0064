"""Test the command line: results on standard output, and one line with a hint for every mistake."""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import chess
import chess.pgn
import pytest

from command_line import Motif, caller
from fakes import wait_until
from goldens import Golden
from motif import __version__
from motif.board.games import read_games
from motif.board.positions import load_positions
from motif.cli import demo
from motif.cli import main as command_line
from motif.errors import BadArgument
from motif.runtime.files import SHIPPED_GAMES

TWO_GAMES = """[Event "a"]
[White "Anna"]
[Black "Ben"]
[WhiteElo "1500"]
[BlackElo "1700"]
[Result "1-0"]
[Opening "King's Pawn"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[Event "b"]
[White "Ben"]
[Black "Anna"]
[Result "1/2-1/2"]

1. d4 d5 2. c4 e6 1/2-1/2
"""


@pytest.fixture
def motif(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path) -> Motif:
    return caller(monkeypatch, capsys)


@pytest.fixture
def two_games(tmp_path: Path) -> str:
    (tmp_path / "two.pgn").write_text(TWO_GAMES)
    return "two.pgn"


def test_version(motif: Motif) -> None:
    assert motif("--version") == (0, f"motif {__version__}\n", "")


def test_games_summary(motif: Motif, two_games: str) -> None:
    code, printed, complaints = motif("games", two_games)
    assert (code, complaints) == (0, "")
    for part in ("games", "2", "1500 to 1700, mean 1600", "King's Pawn", "1/2-1/2"):
        assert part in printed


def test_games_json_is_for_machines(motif: Motif, two_games: str) -> None:
    _, printed, _ = motif("games", two_games, "--json")
    summary = json.loads(printed)
    assert summary["games"] == 2
    assert summary["players"] == 2
    assert summary["results"] == {"1-0": 1, "0-1": 0, "1/2-1/2": 1, "*": 0}
    assert summary["errors"] == []


def test_games_filters(motif: Motif, two_games: str) -> None:
    for options, games in [
        (["--result", "1-0"], 1),
        (["--min-rating", "1400"], 1),
        (["--player", "anna"], 2),
        (["--player", "carl"], 0),
        (["--min-plies", "5"], 1),
    ]:
        assert json.loads(motif("games", two_games, "--json", *options)[1])["games"] == games, options


def test_a_bad_game_is_named_and_the_others_counted(motif: Motif, tmp_path: Path) -> None:
    (tmp_path / "bad.pgn").write_text('[Event "x"]\n\n1. e4 e5 2. Ke3 *\n\n' + TWO_GAMES)
    code, printed, complaints = motif("games", "bad.pgn")
    assert code == 0
    assert complaints.startswith("bad.pgn, game 1 at byte 0: ")
    assert "Ke3" in complaints
    assert "errors" in printed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["games", "missing.pgn"], "error: cannot read missing.pgn: "),
        (["games", "."], "error: cannot read .: "),
        (["show", "4k3/8/8/8/8/8/8/2K1K3 w - - 0 1"], "a side has more than one king"),
        (["show", "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1"], "expected 8 ranks of pieces, found 9"),
        (["show", "start", "--arrow", "e2e4"], "hint: write Ge2e4, or Re5 for a mark"),
        (["advise", "start", "--adviser", "stranger"], "error: there is no player called 'stranger'"),
        (["advise", "start", "--adviser", "greedy", "--people", "1500"], "hint: leave --adviser out"),
        (["match", "greedy"], "error: a tournament needs at least two entrants, not 1"),
        (["match", "greedy", "random", "--games", "3"], "hint: each start is played twice"),
        (["match", "greedy", "random", "--depth", "soon"], "error: --depth needs a whole number"),
        (["match", "greedy", "random", "--sprt", "5"], "hint: write --sprt 0,10"),
        (["match", "greedy", "random", "--anchor", "greedy"], "hint: write --anchor greedy=1000"),
        (["match", "greedy", "random", "--anchor", "foo=1500"], "error: the anchor 'foo' does not play"),
        (
            ["match", "greedy", "random", "random", "--sprt", "0,5"],
            "error: a sequential test needs exactly two players",
        ),
        (["match", "greedy", "random", "--starts", "none.tsv"], "error: cannot read none.tsv: there is no such file"),
        (["match", "greedy", "random", "--judge", "greedy"], "error: 'greedy' does not evaluate positions"),
        (["show", "start", "--json", "--arrow", "Gz9"], "error: cannot read the arrow 'Gz9'"),
        (
            ["match", "greedy", "random", "--games", "2", "--pgn", "/proc/g.pgn"],
            "error: cannot write /proc/g.pgn: No such",
        ),
        (
            ["positions", "two.pgn", "--out", "/proc/p.csv", "--from-move", "1"],
            "error: cannot write /proc/p.csv: No such",
        ),
        (["positions", "two.pgn", "--out", "p.csv"], "error: no position can be taken from 2 games"),
        (["match", "greedy", "xboard:/no/such/engine"], "error: there is no engine at /no/such/engine"),
    ],
)
def test_a_mistake_is_one_line_with_exit_code_2(
    motif: Motif, two_games: str, arguments: list[str], message: str
) -> None:
    code, printed, complaints = motif(*arguments)
    assert (code, printed) == (2, "")
    assert message in complaints
    assert "Traceback" not in complaints
    assert len(complaints.splitlines()) <= 2


@pytest.mark.parametrize(
    ("call", "next_call"),
    [
        ("games", "hint: for example: motif games sample"),
        ("checkmate", "hint: there are "),
        ("stuyd my.pgn", "hint: did you mean study?"),
        ("games sample --playr Anna", "hint: did you mean --player?"),
        ("match a b --games many", "hint: --games: How many games"),
        ("lab lern tactics", "hint: did you mean learn?"),
        ("lab learn tactic sample", "hint: did you mean tactics?"),
        ("lab learn tactics sample --set literal=2", "hint: did you mean literals?"),
        ("lab learn tactics sample --set literals", "hint: write --set literals=VALUE"),
        ("openings sicilain", "hint: did you mean sicilian?"),
    ],
)
def test_a_wrong_call_is_answered_with_what_to_type_next(motif: Motif, call: str, next_call: str) -> None:
    code, printed, complaints = motif(*call.split())
    assert (code, printed) == (2, "")
    assert next_call in complaints
    assert len(complaints.splitlines()) == 2


@pytest.mark.parametrize(
    ("old", "note"),
    [
        ("endgames solve KRK --quiet", "note: motif endgames solve is now motif lab solve endgame"),
        ("openings list najdorf", "note: motif openings list is now motif openings"),
        ("openings e4 --cases mine.tsv", "note: --cases is now --book"),
        ("explain --game mine.tsv --ply 6", "note: --game, --number and --ply are now one name and --move: mine.tsv#1"),
        ("openings import mine.tsv --out x.book", "note: motif openings import is now motif openings build"),
        ("match random random -n 2 --moves 2 --limit nodes=9", "note: --limit nodes=9 is now --depth, --nodes, --time"),
        ("puzzles check shipped --oracle stranger", "note: motif puzzles check is now motif puzzles solve; --oracle"),
    ],
)
def test_an_old_spelling_works_and_says_the_new_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], old: str, note: str
) -> None:
    monkeypatch.setattr(sys, "argv", ["motif", *old.split()])
    with pytest.raises(SystemExit):
        command_line.main()
    printed = capsys.readouterr()
    assert printed.err.startswith(note)
    assert printed.err.count("note: ") == 1
    assert printed.out or re.search("error: .*(stranger|mine.tsv)", printed.err)


def test_a_file_without_a_game_is_bad_input(golden: Golden, motif: Motif, tmp_path: Path) -> None:
    (tmp_path / "empty.pgn").touch()
    code, printed, complaints = motif("games", "empty.pgn")
    assert code == 2
    golden(complaints)
    assert "games" in printed


def test_debug_shows_the_whole_story(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["motif", "show", "nonsense", "--debug"])
    with pytest.raises(BadArgument, match="nonsense"):
        command_line.main()


def test_positions_as_csv_and_packed(motif: Motif, two_games: str, tmp_path: Path) -> None:
    code, printed, _ = motif("positions", two_games, "--out", "p.csv", "--from-move", "2", "--per-game", "2")
    assert (code, printed) == (0, "4 positions from 2 games in p.csv\n")
    header, *rows = (tmp_path / "p.csv").read_text().splitlines()
    assert header == "fen,uci,white,black,ply"
    for row in rows:
        fen, uci, *_ = row.split(",")
        assert chess.Move.from_uci(uci) in chess.Board(fen).legal_moves
    motif("positions", two_games, "--out", "p.positions", "--from-move", "2", "--per-game", "2")
    assert load_positions(tmp_path / "p.positions").fens() == [row.split(",")[0] for row in rows]


def test_the_same_seed_draws_the_same_positions(motif: Motif, two_games: str, tmp_path: Path) -> None:
    for name in ("one.csv", "two.csv"):
        motif("positions", two_games, "--out", name, "--from-move", "1", "--seed", "5", "--quiet")
    assert (tmp_path / "one.csv").read_text() == (tmp_path / "two.csv").read_text()


def test_show_draws_and_says(golden: Golden, motif: Motif, tmp_path: Path) -> None:
    fork = "3q3k/5N2/8/8/8/8/8/6K1 b - - 0 1"
    code, printed, notes = motif("show", fork, "-a", "Gf7d8", "--facts", "--svg", "fork.svg")
    assert code == 0
    assert "8 · · ·[♛]· · · ♚" in printed
    assert "- the white knight on f7 attacks the black queen on d8" in printed
    golden(notes)
    assert (tmp_path / "fork.svg").read_text().startswith("<svg")
    report = json.loads(motif("show", fork, "--json")[1])
    assert report["fen"] == fork
    assert "Kg7" in report["legal_moves"]


def test_advise_ranks_and_draws(motif: Motif) -> None:
    code, printed, _ = motif("advise", "4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1")
    assert code == 0
    assert "undefended" in printed
    assert "tactics; patterns" in printed
    assert "d1→d6" in printed
    (best,) = json.loads(motif("advise", "4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1", "--json")[1])
    assert (best["by"], best["move"], best["san"]) == ("coach", "d1d6", "Rxd6")


def test_people_of_a_rating_fall_for_the_queen_that_is_guarded_by_a_mate(motif: Motif) -> None:
    legal = "rnbqk1nr/ppp2ppp/3p4/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5"
    trap = "rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P1b1/2N5/PPPP1PPP/R1BQK2R b KQkq - 0 5"
    asked = json.loads(motif("advise", trap, "--people", "1200", "--json")[1])
    takes = next(each for each in asked["moves"] if each["san"] == "Bxd1")
    assert (asked["typical_mistake"], takes["loses"] > 0.2) == ("g4d1", True), "Bxf7+ Ke7 Nd5 is mate"
    code, printed, _ = motif("advise", trap, "--people", "1200")
    assert code == 0
    assert "The typical mistake at 1200 is Bxd1" in printed
    assert json.loads(motif("advise", legal, "--people", "1200", "--json")[1])["typical_mistake"] != "f3e5"


def test_advise_admits_that_no_adviser_knows(motif: Motif) -> None:
    code, _, notes = motif("advise", "start", "--adviser", "greedy")
    assert (code, notes) == (0, "these advisers suggest no move in this position\n")


def test_match_refuses_reasons_that_go_nowhere(motif: Motif) -> None:
    code, _, notes = motif("match", "greedy", "random", "--games", "2", "--reasons")
    assert code == 2
    assert "--reasons puts reasons into the PGN, and none is written" in notes


def test_match_writes_games_and_a_table(motif: Motif, tmp_path: Path) -> None:
    code, printed, notes = motif(
        "match", "greedy", "random", "--games", "4", "--pgn", "g.pgn", "--reasons", "--moves", "20"
    )
    assert code == 0
    assert "after 4 games" in printed
    assert "too few games to say who is stronger" in printed
    assert notes == "4 games in g.pgn\n"
    with (tmp_path / "g.pgn").open() as file:
        games = list(iter(lambda: chess.pgn.read_game(file), None))
    assert [game.headers["White"] for game in games] == ["greedy", "random"] * 2
    assert not any(game.errors for game in games)
    assert "chosen at random" in (tmp_path / "g.pgn").read_text()


def test_match_is_the_same_on_two_workers(motif: Motif) -> None:
    arguments = ["match", "greedy", "random", "--games", "4", "--moves", "20", "--seed", "4", "--json"]
    assert motif(*arguments)[1] == motif(*arguments, "--workers", "2")[1]


def test_match_against_itself_and_a_round_robin(motif: Motif) -> None:
    _, printed, _ = motif("match", "random", "random", "greedy", "--games", "2", "--moves", "5", "--json")
    report = json.loads(printed)
    assert {player["name"] for player in report["players"]} == {"random", "random #2", "greedy"}
    assert len(report["games"]) == 6


def test_match_goes_on_from_its_checkpoint(motif: Motif) -> None:
    arguments = ["match", "greedy", "random", "--moves", "10", "--json", "--checkpoint", "run.json"]
    motif(*arguments, "--games", "4")
    longer = motif(*arguments, "--games", "8")[1]
    fresh = motif(*arguments[:-2], "--games", "8")[1]
    assert longer == fresh
    code, _, complaints = motif(*arguments, "--games", "8", "--seed", "1")
    assert code == 2
    assert "run.json belongs to another run: seed was 0 there and is 1 now" in complaints


def test_sprt_stops_a_clear_match(motif: Motif) -> None:
    report = json.loads(motif("match", "greedy", "random", "--games", "400", "--sprt=-200,-100", "--json")[1])
    assert report["sprt"]["decision"].startswith("H1 accepted")
    assert len(report["games"]) < 400


def test_engines_lists_names(motif: Motif) -> None:
    code, printed, _ = motif("engines")
    assert code == 0
    assert "the capture that wins the most material" in printed
    names = {entry["name"]: entry["roles"] for entry in json.loads(motif("engines", "--json")[1])["names"]}
    assert names["greedy"] == ["player", "adviser"]


def test_no_engine_is_no_tragedy(motif: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motif.cli.engines.found_engines", list)
    monkeypatch.setattr("motif.cli.engines.get_engine", lambda name: None)
    code, printed, _ = motif("engines")
    assert code == 0
    assert "Stockfish is not installed; Motif uses its own search." in printed


def test_the_demo_reviews_studies_and_makes_exercises(
    motif: Motif, two_games: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "GAMES", two_games)
    monkeypatch.setattr(demo, "GAME", "learner#34")
    # A second demo does not stumble over what the first one left.
    for _ in range(2):
        code, printed, _ = motif("demo")
        assert code == 0
        parts = ("motif review", "Better is", "motif study", "motif train", "in the deck", "What to type next")
        assert all(part in printed for part in parts)
    assert Path("out/demo/study/report.html").read_text().startswith("<!doctype html>")


def test_the_learners_later_games_are_later() -> None:
    before, later = (list(read_games(SHIPPED_GAMES[word])) for word in ("learner", "learner-later"))
    assert (len(before), len(later)) == (40, 20)
    assert all("Ada Learner" in game.players for game in (*before, *later))
    assert max(game.tags["Date"] for game in before) < min(game.tags["Date"] for game in later)
    sample = [str(game) for game in read_games(SHIPPED_GAMES["sample"]) if "Ada Learner" in game.players]
    assert sample == [str(game) for game in (*before, *later)]


def test_games_from_standard_input(two_games: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "motif", "games", "-", "--json"]
    done = subprocess.run(command, input=TWO_GAMES, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["games"] == 2


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_the_games_so_far(tmp_path: Path, workers: str) -> None:
    saved = tmp_path / "run.json"
    command = [sys.executable, "-m", "motif", "match", "greedy", "random", "--games", "100000", "--json"]
    with subprocess.Popen(
        [*command, "--workers", workers, "--checkpoint", str(saved)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as match:
        # The first pair has been counted for sure once the second is saved.
        wait_until(lambda: (saved.exists() and _saved_pairs(saved) >= 2) or match.poll() is not None)
        # As a terminal does it: to the whole group of processes.
        os.killpg(match.pid, signal.SIGINT)
        printed, complaints = match.communicate()
    assert match.returncode == 130, complaints
    assert "interrupted: the result is that of the games so far" in complaints
    assert "Traceback" not in complaints
    assert len(json.loads(printed)["games"]) >= 2


def _saved_pairs(checkpoint: Path) -> int:
    return len(json.loads(checkpoint.read_text())["state"])


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("search", "best", "start", "--limit", f"depth={10**20}"), f"a limit of depth={10**20} is too large"),
        (("explain", "--game", "two.pgn", "--number", f"{10**20}"), f"there is no game {10**20} in two.pgn: it has 2"),
        (("match", "greedy", "random", "--seed", f"{10**20}"), f"--seed {10**20} is too large"),
        (("match", "greedy", "random", "--seed", "9" * 400), f"--seed {'9' * 100}"),
    ],
)
def test_absurd_numbers_are_refused(motif: Motif, two_games: str, arguments: tuple[str, ...], complaint: str) -> None:
    code, printed, complaints = motif(*arguments)
    assert (code, printed) == (2, "")
    assert complaint in complaints


@pytest.mark.parametrize(
    "arguments", [("puzzles", "mine", "none.pgn", "--oracle", "none"), ("search", "prune", "none.pgn")]
)
def test_a_file_without_games_is_a_failure(motif: Motif, arguments: tuple[str, ...]) -> None:
    Path("none.pgn").write_text("")
    code, printed, complaints = motif(*arguments)
    assert (code, printed) == (2, "")
    assert "there is no game to work on in none.pgn" in complaints


def test_a_player_who_is_not_there_is_a_failure(motif: Motif, two_games: str) -> None:
    code, _, complaints = motif("puzzles", "mine", two_games, "--player", "Nobody", "--oracle", "none")
    assert code == 2
    assert "most games have Anna, Ben" in complaints


def test_a_file_that_breaks_off_is_read_as_far_as_it_goes_and_is_a_failure(motif: Motif) -> None:
    whole = gzip.compress(TWO_GAMES.encode() * 200)
    Path("cut.pgn.gz").write_bytes(whole[: len(whole) // 2])
    code, printed, complaints = motif("games", "cut.pgn.gz")
    assert code == 2
    assert "games" in printed
    assert "the file breaks off" in complaints


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_without_chessmen_gets_letters(encoding: str) -> None:
    drawn = subprocess.run(
        [sys.executable, "-m", "motif", "show", "start"],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=True,
    )
    assert drawn.stdout.decode(encoding).splitlines()[0] == "8 r n b q k b n r"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "motif", "games", "sample"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert ended.returncode == 2
    assert ended.stderr == (
        "error: the result could not be written: the disk is full\nhint: free some space, or write elsewhere\n"
    )


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (("games", "smaple"), "sample"),
        (("study", "smaple"), "sample"),
        (("tactics", "show", "shiped"), "shipped"),
        (("puzzles", "sheet", "shiped"), "shipped"),
        (("advise", "start", "--adviser", "gredy"), "greedy"),
        (("puzzles", "compose", "--theme", "smotherd"), "smothered mate"),
        (("endgames", "show", "mastr"), "master"),
    ],
)
def test_a_slip_of_the_pen_is_answered_with_the_nearest_name(
    motif: Motif, arguments: tuple[str, ...], meant: str
) -> None:
    code, _, complaints = motif(*arguments)
    assert code == 2
    assert f"did you mean {meant}?" in complaints
