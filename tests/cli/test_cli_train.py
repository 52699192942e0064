"""Test `motif train`: a session as typed, killed in the middle, and refused with a reason."""

from __future__ import annotations

import csv
import io
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import chess.pgn
import pytest

from command_line import Motif, caller
from goldens import Golden
from motif.cli import train as training
from motif.engines.evaluator import Evaluator
from motif.engines.limits import EXPLAIN_LIMIT, Limit
from motif.players.names import find_evaluator
from motif.puzzles.puzzle import Branch, Goal, Puzzle, Stipulation
from motif.study.engine import StudyEngine
from motif.study.study import Study
from motif.training import week
from motif.training.deck import Deck, choose
from motif.training.exercise import Exercise, Source
from motif.training.question import Refutation
from trained import FOOLS_GAME, FORK, FORK_POINT, MATE_POINT, PAWNS, profile

TRANSCRIPT = Path(__file__).parents[1] / "transcripts" / "training.txt"


def forked() -> Exercise:
    puzzle = Puzzle(FORK, Stipulation(Goal.WIN, 2), Branch.along(FORK_POINT.moves), ("fork",))
    return Exercise.of_puzzle(Source.MISSED, puzzle, "fork", FORK_POINT.text, "your game against <Scholar>")


def mated() -> Exercise:
    puzzle = Puzzle(MATE_POINT.fen, Stipulation(Goal.MATE, 1), Branch.along(MATE_POINT.moves), ("mate in 1",))
    return Exercise.of_puzzle(Source.ALLOWED, puzzle, "mate in 1", MATE_POINT.text, "your game: your 2. g4")


def calm() -> Exercise:
    sentence = "Nothing is to be won by force here; fine are Kf3, h4 and Kf1."
    return Exercise(Source.QUIET, PAWNS, "", sentence, "your game", None, ("g2f3", "h2h4", "g2f1"))


@pytest.fixture
def train(empty_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Motif:
    monkeypatch.setenv("MOTIF_DECK", str(empty_folder / "deck.sqlite"))
    return caller(monkeypatch, capsys, "train")


def filled(*exercises: Exercise) -> None:
    with Deck() as deck:
        for exercise in exercises:
            deck.add(exercise)


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_session_reads_as_written_down(train: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(forked(), mated(), calm())
    answers = {
        FORK: ["help", "e2e5", "f3", "?", "?", "?", "Nc7+", "c7a8"],
        MATE_POINT.fen: ["", "Qh4#"],
        PAWNS: ["g3g4", "h2h4"],
    }
    with Deck() as deck:
        order = [card.exercise.position for card in choose(deck.cards(), deck.time(), 10, seed=2)]
    typed(monkeypatch, *(line for position in order for line in answers[position]))
    code, out, err = train("--seed", "2")
    assert (code, err) == (0, "")
    if os.environ.get("MOTIF_WRITE_TRANSCRIPTS"):
        TRANSCRIPT.write_text(out)
    assert out == TRANSCRIPT.read_text()
    with Deck() as deck:
        assert sorted((answer.theme, answer.grade.name) for answer in deck.answers()) == [
            ("", "AGAIN"),
            ("fork", "AGAIN"),
            ("mate in 1", "GOOD"),
        ]


def test_hints_go_by_steps_and_lower_the_grade(train: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(forked())
    typed(monkeypatch, "?", "?", "d5c7", "Nxa8")
    _, out, _ = train("practise")
    assert out.index("Look at the queenside.") < out.index("Move the knight on d5.") < out.index("Nc7+ is right.")
    assert "Kd7 is the answer." in out
    with Deck() as deck:
        assert [answer.grade.name for answer in deck.answers()] == ["HARD"]


def test_skip_and_quit_count_nothing(train: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(forked(), mated())
    typed(monkeypatch, "skip", "quit")
    code, out, _ = train()
    assert (code, out.strip().endswith("Bye.")) == (0, True)
    with Deck() as deck:
        assert deck.answers() == []


def test_the_end_of_the_input_is_the_end_of_the_session(train: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(forked())
    typed(monkeypatch, "not a move")
    code, out, _ = train()
    assert code == 0
    assert "'not a move' is no legal move here." in out


def test_show_gives_the_answer_and_marks_it(train: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(forked())
    typed(monkeypatch, "show")
    _, out, _ = train("--theme", "fork")
    assert "The answer is Nc7+ Kd7 Nxa8. Nc7+ forks the king on e8 and the rook on a8." in out
    with Deck() as deck:
        assert [answer.grade.name for answer in deck.answers()] == ["AGAIN"]


def test_nothing_due_is_an_answer_and_an_unknown_theme_is_not(train: Motif) -> None:
    filled(forked())
    assert train("--due")[:2] == (0, "Nothing is due.\n")
    code, _, err = train("--theme", "zugzwang")
    assert (code, err) == (2, "error: no card has the theme 'zugzwang'\nhint: there is only fork\n")


def test_an_empty_deck_says_what_to_do(train: Motif) -> None:
    code, _, err = train()
    assert (code, err) == (2, "error: the deck is empty\nhint: add a study with: motif train STUDY\n")
    code, _, err = train("export", "--csv", "all.csv")
    assert (code, err.splitlines()[0]) == (2, "error: the deck is empty")
    assert train("stats")[1].splitlines()[-1] == "The deck is empty. Add a study with: motif train STUDY"


def test_a_study_is_added_once(train: Motif, empty_folder: Path) -> None:
    Study(profile(), (FOOLS_GAME,)).save(empty_folder / "study.json")
    code, out, err = train("add", ".")
    assert (code, out) == (0, "1 card in the deck: 1 mate in 1\n")
    assert err.startswith("1 new exercise in ")
    code, out, err = train("add", "study.json")
    assert (code, out) == (0, "1 card in the deck: 1 mate in 1\n")
    assert err.startswith("this study is in the deck already")


@pytest.mark.parametrize("verb", ["add", "practise", "plan"])
@pytest.mark.parametrize("engine", ["theirs", "gone"])
def test_exercises_are_made_by_the_engine_that_evaluated_the_study(
    train: Motif, empty_folder: Path, monkeypatch: pytest.MonkeyPatch, verb: str, engine: str
) -> None:
    # One engine may call won what another does not.
    game = replace(FOOLS_GAME, engine=f"{engine}, depth=10, then depth=12")
    Study(profile(), (game,)).save(empty_folder / "study.json")
    monkeypatch.setattr("motif.study.engine._kept", {"theirs": StudyEngine("theirs")}.get)
    asked = list[str]()

    def finding(name: str) -> Evaluator:
        asked.append(name)
        return find_evaluator("search")

    for where in ("motif.cli.train", "motif.report.make", "motif.study.engine"):
        monkeypatch.setattr(f"{where}.find_evaluator", finding)
    typed(monkeypatch, "quit")
    code, _, err = train(verb, ".")
    assert code == 0
    assert set(asked) == {"theirs" if engine == "theirs" else "search"}
    gone = "gone evaluated the study, but is not installed here; Motif's own search evaluates."
    assert (gone in err) == (engine == "gone")


def test_a_week_is_planned_and_after_it_motif_asks_for_new_games(
    train: Motif, empty_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Study(profile(), (FOOLS_GAME,)).save(empty_folder / "study.json")
    code, out, _ = train("plan", ".")
    assert code == 0
    assert "1 position, the easiest first:" in out
    assert "1. your game against Scholar, 2026.01.01: your 2. g4 was the mistake" in out
    assert "1 new card in the deck: motif train asks them. Come back in a week" in out
    assert "0 new cards" in train("plan", ".")[1]
    typed(monkeypatch, "Qh4#")
    _, out, _ = train()
    assert "1 right of 1 answer." in out
    assert "A week has passed" not in out
    monkeypatch.setattr(week, "DAYS", 0)
    assert "A week has passed since the plan" in train("--due")[1]


def test_a_study_that_is_none_is_refused(train: Motif, empty_folder: Path) -> None:
    (empty_folder / "study.json").write_text("{}")
    (empty_folder / "empty").mkdir()
    assert "study.json is not a motif study: Field required at profile" in train("study.json")[2]
    assert "there is no study.json in empty" in train("empty")[2]
    assert "cannot read nowhere.json: there is no such file" in train("nowhere.json")[2]


def test_everything_is_exported(train: Motif, empty_folder: Path) -> None:
    filled(forked(), mated(), calm())
    code, out, err = train("export", "--csv", "l.csv", "--pgn", "s.pgn", "--anki", "a.csv")
    assert (code, out) == (0, "2 puzzles in l.csv\n3 chapters in s.pgn\n3 notes in a.csv\n")
    assert "1 exercise left out of l.csv" in err
    rows = list(csv.DictReader(io.StringIO((empty_folder / "l.csv").read_text())))
    assert ["fork" in row["Themes"] for row in rows] == [True, False]
    for row in rows:
        board = chess.Board(row["FEN"])
        for move in row["Moves"].split():
            board.push_uci(move)
    with (empty_folder / "s.pgn").open() as file:
        chapters = [chess.pgn.read_game(file) for _ in range(3)]
    assert all(chapter is not None and not chapter.errors for chapter in chapters)
    assert len({chapter.headers["Event"] for chapter in chapters if chapter}) == 3
    notes = [
        line for line in csv.reader(io.StringIO((empty_folder / "a.csv").read_text())) if not line[0].startswith("#")
    ]
    assert [len(note) for note in notes] == [4, 4, 4]
    assert notes[0][1].startswith("<svg")
    assert "&lt;Scholar&gt;" in notes[0][2]
    assert notes[0][3] == "motif missed fork"


def test_an_export_needs_a_file(golden: Golden, train: Motif) -> None:
    filled(forked())
    golden(train("export")[2])
    assert "cannot write /dev/null/a.csv" in train("export", "--anki", "/dev/null/a.csv")[2]


def test_kill_loses_nothing_that_was_answered(empty_folder: Path) -> None:
    path = empty_folder / "deck.sqlite"
    with Deck(path) as deck:
        deck.add(mated())
        deck.add(forked())
    command = [sys.executable, "-m", "motif", "train", "--deck", str(path)]
    session = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert session.stdin is not None
    assert session.stdout is not None
    session.stdin.write("show\n")
    session.stdin.flush()
    # The second question is on the screen, so the first answer was taken.
    for line in session.stdout:
        if line.startswith("2 of 2"):
            break
    session.send_signal(signal.SIGKILL)
    session.communicate()
    assert session.returncode == -signal.SIGKILL
    with Deck(path) as deck:
        assert [answer.grade.name for answer in deck.answers()] == ["AGAIN"]
        assert sum(card.due is not None for card in deck.cards()) == 1


def test_a_broken_deck_is_named(train: Motif, empty_folder: Path) -> None:
    (empty_folder / "broken.sqlite").write_text("no database " * 100)
    code, _, err = train("--deck", "broken.sqlite")
    assert code == 2
    assert "broken.sqlite: file is not a database" in err


@pytest.mark.parametrize(
    ("engine", "limit", "who"),
    [
        ("theirs", Limit(depth=2), "Evaluated by theirs, as in the study.\n"),
        ("gone", EXPLAIN_LIMIT, "gone evaluated the study, but is not installed here; Motif's own search evaluates.\n"),
        ("", EXPLAIN_LIMIT, ""),
        ("search", EXPLAIN_LIMIT, ""),
    ],
)
def test_what_is_wrong_with_an_answer_comes_from_the_engine_of_the_cards_study(
    train: Motif, monkeypatch: pytest.MonkeyPatch, engine: str, limit: Limit, who: str
) -> None:
    asked = list[tuple[str, Limit]]()
    named = list[str]()
    known = {"theirs": StudyEngine("theirs", reasons=Limit(depth=2)), "search": StudyEngine()}
    monkeypatch.setattr("motif.study.engine._kept", known.get)
    find = find_evaluator

    def finding(name: str) -> Evaluator:
        named.append(name)
        return find("search")

    def refuting(board: chess.Board, move: chess.Move, _: Evaluator, limit: Limit) -> Refutation:
        asked.append((named[-1], limit))
        return Refutation(f"{board.san(move)} is answered.", "", False)

    monkeypatch.setattr(training, "find_evaluator", finding)
    monkeypatch.setattr(training, "refute", refuting)
    with Deck() as deck:
        deck.add(mated(), engine)
    typed(monkeypatch, "a6", "quit")
    code, printed, _ = train()
    assert code == 0
    assert asked == [("theirs" if engine == "theirs" else "search", limit)]
    assert f"a6 is answered.\n{who}Try again" in printed


def test_no_card_starts_a_program_that_the_user_did_not_name_today(
    train: Motif, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Deck() as deck:
        deck.add(mated(), "uci:/bin/cat")
    typed(monkeypatch, "a6", "quit")
    code, printed, _ = train()
    assert code == 0
    assert "uci:/bin/cat evaluated the study, but is not installed here" in printed
