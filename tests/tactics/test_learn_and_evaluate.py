"""`motif tactics learn`, `evaluate` and `compare` on the command line."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from command_line import Motif, caller
from engines.networks import TinyNetwork
from motif.board.games import read_games
from motif.runtime.files import SAMPLE_GAMES
from motif.runtime.parallel import Watch
from motif.statistics.examples import Evidence, write_evidence
from motif.tactics.coverage import Count
from motif.tactics.learning.levels import Learner
from motif.tactics.library import Tactic, TacticsLibrary
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL

QUICK = ("few.csv", "--decide", "votes", "--literals", "1", "--test-share", "0.5", "--seed", "1", "--support", "3")
FEW = 60


@pytest.fixture
def motif(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path) -> Motif:
    evidence = Evidence.of_games(islice(read_games(SAMPLE_GAMES), FEW), seed=1)
    # Different players in every game, so that no position is lost to players who are in two parts.
    strangers = tuple((f"white {number}", f"white {number}") for number in range(FEW))
    write_evidence(replace(evidence, players=strangers), empty_folder / "few.csv")
    return caller(monkeypatch, capsys, "tactics")


@pytest.fixture
def library(empty_folder: Path) -> str:
    rules = (
        "mate(P, F, T) :- legal_move(F, T, P), gives_mate(F, T, P).",
        "capture(P, F, T) :- legal_move(F, T, P), captures(F, T, P), safe(F, T, P).",
        "grab(P, F, T) :- legal_move(F, T, P), safe(F, T, P), captures(F, T, P).",
    )
    tactics = (Tactic(Rule.parse(rule, FULL), {"precision": 0.5}) for rule in rules)
    TacticsLibrary(FULL, tuple(tactics)).write(empty_folder / "mine.pl")
    return "mine.pl"


def test_learning_writes_a_library_with_names_sentences_and_figures(motif: Motif) -> None:
    code, printed, _ = motif("learn", *QUICK, "--out", "learned.pl", "--count", "5")
    assert code == 0
    assert "(right 10 of 16, too few to say; applies 34 % [20, 52] of 32)" in printed
    assert "  a b c d e f g h" in printed, "a tactic is shown by example"
    assert "tactics from " in printed
    learned = TacticsLibrary.read(Path("learned.pl"))
    assert 1 < len(learned) <= 5
    assert learned.notes["reference"] == "played move"
    assert learned.notes["measured on"].endswith("positions of other players")
    for tactic in learned.tactics:
        assert {"coverage", "precision", "low", "high", "recall", "lift", "vote"} <= tactic.figures.keys()


def test_the_same_seed_gives_the_same_library_on_any_number_of_workers(motif: Motif) -> None:
    motif("learn", *QUICK, "--out", "alone.pl")
    motif("learn", *QUICK, "--out", "shared.pl", "--workers", "2")
    motif("learn", *QUICK, "--seed", "2", "--out", "other.pl")
    alone, shared, other = (Path(f"{name}.pl").read_text() for name in ("alone", "shared", "other"))
    assert alone == shared
    assert alone != other


def test_with_an_engine_the_best_moves_are_the_reference(motif: Motif) -> None:
    code, printed, _ = motif("learn", *QUICK, "--engine", "search:1", "--test-share", "0", "--json")
    result = json.loads(printed)
    assert code == 0
    assert result["notes"]["reference"] == "best move (search, depth=1)"
    assert result["notes"]["measured on"].endswith(", the same ones")
    assert Path("tactics.pl").exists()


def test_given_parts_are_not_split_again(motif: Motif) -> None:
    given = ("--chosen-by", "few.csv", "--chosen-by", "few.csv", "--measured-on", "few.csv", "--source", "club games")
    code, printed, _ = motif("learn", *QUICK, *given, "--json")
    assert code == 0
    notes = json.loads(printed)["notes"]
    assert notes["games"] == "club games"
    assert notes["measured on"] == f"{FEW} positions of other players"
    assert int(notes["learned from"].split()[0]) > FEW / 2 + 10, "no player was set aside"


def test_the_papers_learner_counts_its_hypotheses(motif: Motif) -> None:
    code, _, noted = motif(
        "learn", "few.csv", "--vocabulary", "paper", "--literals", "2", "--test-share", "0.5", "--out", "paper.pl"
    )
    assert code == 0
    assert "models, " in noted
    assert "behave differently" in noted
    assert TacticsLibrary.read(Path("paper.pl")).vocabulary.name == "paper"


def test_ctrl_c_keeps_the_best_so_far(motif: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Learner._level

    def interrupted(self: Learner, count: Count, watch: Watch) -> None:
        if self.state.level == 1:
            raise KeyboardInterrupt
        whole(self, count, watch)

    monkeypatch.setattr(Learner, "_level", interrupted)
    code, printed, noted = motif("learn", *QUICK, "--literals", "2", "--out", "kept.pl")
    assert code == 130
    assert "stopped; the best so far are kept" in noted
    assert "tactics from " in printed
    assert len(TacticsLibrary.read(Path("kept.pl")))


def test_a_search_resumes_from_its_checkpoint(motif: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    motif("learn", *QUICK, "--out", "first.pl", "--checkpoint", "search.json")

    def never(self: Learner, count: object, watch: object) -> None:
        raise AssertionError("the search was finished already")

    monkeypatch.setattr(Learner, "_level", never)
    motif("learn", *QUICK, "--out", "again.pl", "--checkpoint", "search.json")
    assert Path("first.pl").read_text() == Path("again.pl").read_text()
    code, _, noted = motif("learn", *QUICK, "--seed", "2", "--checkpoint", "search.json")
    assert code == 2
    assert "search.json belongs to another run" in noted


@pytest.mark.parametrize(
    ("arguments", "complaint", "hint"),
    [
        (["sample", "--min-rating", "2800"], "there is no game to work on in sample", "340 did not pass the filter"),
        (["few.csv", "--reference", "best"], "the best moves are not known", "name an engine"),
        (["few.csv", "--engine", "no-such-engine"], "there is no player called 'no-such-engine'", "there are "),
        (["few.csv", "--engine", "uci:/no/such"], "there is no engine at /no/such", ""),
        (
            ["few.csv", "--literals", "1", "--support", "9999"],
            "no tactic finds at least 9,999 reference moves",
            "--support",
        ),
        (["sample", "--vocabulary", "latin"], "no bias is called 'latin'", "full"),
        (["sample", "--bias", "none.lp"], "cannot read none.lp", ""),
        (["sample", "--test-share", "2"], "the share for test cannot be 2.0", ""),
        (["none.pgn"], "none.pgn", ""),
        (["none.csv"], "cannot read none.csv", ""),
        (["few.csv", "--measured-on", "few.csv"], "--measured-on needs --chosen-by, too", "--chosen-by"),
    ],
)
def test_errors_of_learning_say_what_is_wrong_and_what_to_type(
    motif: Motif, arguments: list[str], complaint: str, hint: str
) -> None:
    code, _, noted = motif("learn", *arguments)
    assert code == 2
    assert complaint in noted
    assert hint in noted


def test_a_syntax_error_in_a_bias_is_named_with_its_place(motif: Motif) -> None:
    Path("mine.lp").write_text("vocabulary(full).\nhead_pred(tactic,3)\nmax_vars(5).\n")
    code, _, noted = motif("learn", "few.csv", "--bias", "mine.lp")
    assert code == 2
    assert "mine.lp, line 3, column 1: syntax error" in noted


def test_too_many_players_set_aside_leave_nothing_to_learn_from(motif: Motif) -> None:
    Path("one.csv").write_text("fen,uci,white,black\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1,e2e4,Anna,Ben\n")
    code, _, noted = motif("learn", "one.csv", "--test-share", "0.999")
    assert code == 2
    assert "no positions are left to learn from" in noted
    assert "a smaller --test-share" in noted


def test_a_library_is_compared_with_baselines(motif: Motif, library: str) -> None:
    code, printed, noted = motif(
        "evaluate",
        library,
        "few.csv",
        "--engine",
        "search:1",
        "--seed",
        "1",
        "--table",
        "t.md",
        "--histograms",
        "h.svg",
    )
    assert code == 0
    for name in ("random", "played move", "greedy exchange", "best move (search, depth=1)", "the list", "capture"):
        assert name in printed
    assert "3 tactics on 60 positions; 1 suggest exactly what another does" in printed
    assert "the table is in t.md" in noted
    assert Path("t.md").read_text().startswith("| | coverage | any hit, played |")
    assert "<svg" in Path("h.svg").read_text()


def test_evaluation_writes_json(motif: Motif, library: str) -> None:
    result = json.loads(motif("evaluate", library, "sample", "--json")[1])
    assert result["positions"] == 334
    assert result["alike"] == 1
    assert [row["name"] for row in result["baselines"]] == ["random", "played move", "greedy exchange"]
    value, low, high = result["list"]["coverage"]
    assert 0 < low <= value <= high < 1
    assert result["list"]["regret"] is None, "no engine evaluated the moves"


def test_a_library_with_votes_is_measured_by_votes_and_as_a_list(motif: Motif) -> None:
    rules = ("step(P, F, T) :- kind(F, king, P).", "capture(P, F, T) :- captures(F, T, P), safe(F, T, P).")
    tactics = (Tactic(Rule.parse(rule, FULL), {"vote": vote}) for rule, vote in zip(rules, (-1.0, 2.0), strict=True))
    TacticsLibrary(FULL, tuple(tactics)).write(Path("voting.pl"))
    printed = motif("evaluate", "voting.pl", "few.csv", "--table", "t.csv")[1]
    assert "the list" in printed
    assert "the votes" in printed
    assert "the votes,60," in Path("t.csv").read_text()
    result = json.loads(motif("evaluate", "voting.pl", "few.csv", "--json")[1])
    hits = {name: result[name]["first choice, played"][0] for name in ("list", "votes")}
    assert hits["votes"] > hits["list"], "the list moves the king wherever it can"


def test_maia_is_a_baseline_and_evaluates_moves(motif: Motif, library: str, empty_folder: Path) -> None:
    TinyNetwork().write(empty_folder / "tiny-1600.pb.gz")
    Path("one.csv").write_text("fen,uci\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1,e2e4\n")
    code, printed, _ = motif("evaluate", library, "one.csv", "--maia", "tiny-1600.pb.gz", "--histograms", "h.svg")
    assert code == 0
    assert "tiny-1600" in printed
    assert "Divergence (tiny-1600)" in Path("h.svg").read_text()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["old.pl", "sample"], "old.pl, line 1: expected '% motif tactics 1', found '% motif tactics 0'"),
        (["none.pl", "sample"], "cannot read none.pl"),
        (["mine.pl", "sample", "--table", "t.xls"], "cannot write a table as t.xls"),
        (["mine.pl", "sample", "--histograms", "h.gif"], "cannot draw to h.gif"),
        (["mine.pl", "sample", "--player", "Nobody"], "there is no game to work on in sample"),
        (["mine.pl", "sample", "--maia", "old.pl"], "old.pl is not a network"),
    ],
)
def test_errors_of_evaluation_say_what_is_wrong(
    motif: Motif, library: str, arguments: list[str], complaint: str
) -> None:
    Path("old.pl").write_text("% motif tactics 0\n% end of 0 lines\n")
    code, _, noted = motif("evaluate", *arguments)
    assert code == 2
    assert complaint in noted


def test_two_bands_are_compared_by_the_tactics_they_follow(motif: Motif, library: str) -> None:
    code, printed, _ = motif("compare", "0900-1599", "1600-3000", "few.csv", "--library", library, "--json")
    result = json.loads(printed)
    assert code == 0
    assert sum(result["positions"]) == FEW
    capture = next(each for each in result["differences"] if each["tactic"] == "capture")
    assert capture["first"]["count"] > 0 < capture["second"]["count"]
    assert not capture["sure"], "sixty positions are too few for certainty"


def test_a_player_is_compared_with_an_engine(motif: Motif, library: str) -> None:
    code, printed, _ = motif("compare", "white 0", "search:1", "few.csv", "--library", library)
    assert code == 0
    assert "1 of white 0 and 60 of search:1" in printed


def test_a_rating_band_without_players_is_refused(motif: Motif, library: str) -> None:
    code, _, complaint = motif("compare", "100-101", "1600-3000", "few.csv", "--library", library)
    assert code == 2
    assert "100-101 never has the move in these games" in complaint
