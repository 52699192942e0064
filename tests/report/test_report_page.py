"""Test that the page has the study's text, escaped, and loads nothing from outside."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import chess
import pytest

from motif.board.drawing import Arrow
from motif.puzzles.puzzle import Puzzle
from motif.report.moments import described, picture
from motif.report.page import axis_end, page, plot
from motif.study.games import Rate, StudiedGame
from motif.study.profile import Example
from motif.study.study import Study
from study.lessons import PROFILE, START, ending, game_of, study, trap

PUZZLE = Puzzle.parse("position: 7k/R7/1R6/8/8/8/8/K7 w - - 0 1\ngoal: mate in 1\nsolution: b6b8\nthemes: mate")
WEB = Path(__file__).parents[2] / "web"
HOSTILE = [
    '"Robert" O\'Tables',
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "../../etc/passwd\\..",
    "{{ 7 * 7 }}{% raw %}",
    "\u202eevilmoc\u202c שלום",
    "a&lt;b&amp;c",
    "--> <!-- ]]>",
]


class Elements(HTMLParser):
    """Every element of a page with its attributes, and the text of the page."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


def games_in(text: str) -> list[dict[str, Any]]:
    """The games as the script finds them."""
    found = re.search(r'<script type="application/octet-stream" id="games-data">(.*?)</script>', text, re.DOTALL)
    assert found
    content: list[dict[str, Any]] = json.loads(gzip.decompress(base64.b64decode(found[1], validate=True)))
    return content


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_only_a_name(name: str) -> None:
    plain, hostile = page(study()), page(study(white=name, black=name[::-1]))
    assert [tag for tag, _ in Elements(hostile).found] == [tag for tag, _ in Elements(plain).found]
    assert name in Elements(hostile).words, "the name is read as it was written"
    assert not any(
        key.startswith("on") or key == "style" for _, attributes in Elements(hostile).found for key in attributes
    )


def test_hostile_tags_of_a_game_are_words_too() -> None:
    tag = "</summary><script>alert(1)</script>"
    game = replace(
        trap(), event=tag, site=tag, date=tag, opening=tag, eco=tag, time_control=tag, engine=tag, result=tag
    )
    text = page(Study(replace(PROFILE, peers=tag, sample=(tag,), verdict=(tag,)), (game,)))
    assert len(Elements(text).all("script")) == 2
    assert "alert(1)</script>" not in text


def test_the_policy_allows_this_style_and_this_script_and_nothing_else() -> None:
    text = page(study())
    (policy,) = (each["content"] for each in Elements(text).all("meta") if "http-equiv" in each)
    assert policy is not None
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    for element in ("style", "script"):
        (content,) = re.findall(rf"<{element}>(.*?)</{element}>", text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{element}-src 'sha256-{digest}'" in policy


def test_nothing_comes_from_elsewhere() -> None:
    text = page(study(), [PUZZLE], files=("puzzles.pdf",))
    elements = Elements(text)
    links = {attributes.get("href") or "" for _, attributes in elements.found if "href" in attributes}
    files = {"puzzles.pdf", "puzzles.pgn", "puzzles.csv", "annotated.pgn", "study.json"}
    assert {link for link in links if not link.startswith("#")} == {"data:,"} | files
    assert not any("src" in attributes for _, attributes in elements.found)
    assert "url(http" not in text
    assert "@import" not in text


def test_the_first_screen_has_a_verdict_a_chart_three_things_and_a_strength() -> None:
    text = page(study())
    first, rest = text.split('id="more"', 1)
    assert "You play like your opponents. What sets you apart: you allow forks (likely)." in first
    assert "missed a tactic" in first
    assert first.count('<div class="board') == 3
    assert "You allowed 8 forks in 6 games; your opponents 4." in first
    assert "look for squares from which a knight" in first
    assert "Nxf7 allows Qxg2" in first
    assert "You rarely allow pins" in first
    assert "You rarely allow pins" not in rest
    assert "<summary>Details</summary>" in rest


def test_everything_else_is_folded() -> None:
    rest = page(study()).split('id="more"', 1)[1].split('id="games"', 1)[0]
    assert rest.count("<details") >= 3
    assert "<details open" not in rest


def test_every_link_on_the_page_leads_somewhere() -> None:
    elements = Elements(page(study()))
    names = {attributes["id"] for _, attributes in elements.found if "id" in attributes}
    links = [str(attributes["href"]) for attributes in elements.all("a")]
    assert [link for link in links if link.startswith("#") and link[1:] not in names] == []
    assert len(names) == sum("id" in attributes for _, attributes in elements.found), "no name twice"


def test_of_too_few_games_the_worst_mistakes_are_shown() -> None:
    few = replace(PROFILE, work_on=(), strengths=(), findings=(), worst=(Example(1, 8), Example(2, 5)))
    first = page(Study(few, (trap(), ending()))).split('id="more"', 1)[0]
    assert "The mistakes that cost most" in first
    assert first.count('<div class="board') == 2
    assert "You do well" not in first


def test_a_study_of_nothing_is_a_page_as_well() -> None:
    empty = replace(
        PROFILE, games=0, moves=0, rating=None, peers="", work_on=(), strengths=(), findings=(), shares=(), motifs=(),
        phases=(), openings=(), endgames=(), clocks=(), blunders=Rate(0, 0),
    )  # fmt: skip
    text = page(Study(empty, (replace(trap(), moves=(), faults=()),)))
    assert games_in(text) == []


def test_the_script_is_given_the_games_that_study_json_has() -> None:
    given = study()
    for packed, game in zip(games_in(page(given)), given.games, strict=True):
        board = chess.Board(packed["start"])
        assert board.fen() == game.start
        line = [chess.Move.from_uci(uci) for uci in packed["uci"].split()]
        assert line == [move.move for move in game.moves]
        assert packed["san"] == " ".join(move.san for move in game.moves)
        values = [game.advantage, *(move.advantage for move in game.moves)]
        assert packed["values"] == [value if abs(value) > 9_000 else pytest.approx(value, abs=5) for value in values]
        kinds = [packed["bad"].get(str(ply), "good") for ply in range(len(game.moves))]
        assert kinds == [move.judgement for move in game.moves]
        for shown, fault in zip(packed["faults"], game.faults, strict=True):
            assert shown["ply"] == fault.ply
            for packed_point, point in ((shown["point"], fault.point), (shown["also"], fault.also)):
                assert (packed_point is None) == (point is None)
                if point is not None:
                    uci, san = (" ".join(getattr(step, name) for step in point.line) for name in ("uci", "san"))
                    assert (packed_point["line"], packed_point["motif"]) == ([uci, san], point.motif)
                    assert packed_point["arrows"].split() == list(map(str, point.arrows))
    trapped, ended = games_in(page(given))
    assert trapped["faults"][0]["also"]["line"][1] == "Bxf7+ Ke7 O-O"
    assert trapped["faults"][0]["also"]["check"][2] == "f7"
    # The reason is unknown, but the better line is known.
    assert ended["faults"][0]["better"][3] == "a1=Q Kd2"


def test_eight_hundred_games_stay_under_two_megabytes() -> None:
    rng = Random(7)
    none, forty = (
        len(page(Study(PROFILE, tuple(played_at_random(rng, number) for number in range(1, count + 1)))))
        for count in (0, 40)
    )
    assert none + 20 * (forty - none) < 2_000_000


def played_at_random(rng: Random, number: int) -> StudiedGame:
    """66 moves that no other game has, and three mistakes with reasons: what compresses badly."""
    board, lost = chess.Board(), {21: 0.15, 35: 0.15, 51: 0.15}
    moves: list[str] = []
    while len(moves) < 66 and not board.is_game_over():
        move = rng.choice(list(board.legal_moves))
        moves.append(board.san(move))
        board.push(move)
    game = replace(START, number=number, black=f"Opponent {number}")
    game = game_of(game, " ".join(moves), [rng.randint(-500, 500) for _ in moves], lost)
    reasons = trap().faults
    return replace(game, faults=tuple(replace(reasons[ply % 2], ply=ply) for ply in lost if ply < len(moves)))


def test_a_board_is_drawn_from_the_players_side() -> None:
    board = chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    above, below = picture(board, [Arrow.parse("Re2e4")]), picture(board, flipped=True, last_move=chess.Move.null())
    assert {place: names for place, names in enumerate(above.cells) if names} == {
        4: "black king", 52: "white pawn", 60: "white king"
    }  # fmt: skip
    assert below.cells.index("white king") == 3, "h1 is in the upper left corner"
    (line,) = above.lines
    assert (line.colour, line.x1, line.y1, line.x2, line.y2) == ("R", 4.5, 6.5, 4.5, 4.5)
    assert described(board).startswith("White: king e1, pawn e2.")


def test_an_axis_holds_every_interval() -> None:
    rare = plot([("fork", Rate(8, 1000), Rate(4000, 1_000_000))])
    assert [text for _, text in rare.ticks] == ["0", "10", "20"]
    assert rare.rows[0].yours.short == "8.0 in 1,000"
    assert axis_end([Rate(0, 0)]) == 1.0
    assert axis_end([Rate(1, 1)]) == 1.0


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_every_ink_can_be_read_on_every_ground(theme: int) -> None:
    style = (WEB / "src" / "styles" / "tokens.css").read_text(encoding="utf-8")
    pairs = re.findall(r"--([a-z-]+): light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\)", style)
    colours: dict[str, str] = {}
    # A reader may choose other colours for the squares, which come later in the file.
    squares = []
    for name, *both in pairs:
        colours.setdefault(name, both[theme])
        if name in ("light", "dark"):
            squares.append(both[theme])
    for ink in ("ink", "soft", "accent", "bad", "mild", "good"):
        for ground in ("paper", "card", "tint", "accent-tint", "bad-tint"):
            assert contrast(colours[ink], colours[ground]) >= 4.5, f"{ink} on {ground}"
    assert contrast(colours["card"], colours["accent"]) >= 4.5
    assert min(contrast(colours["names"], square) for square in squares) >= 4.5
    assert contrast(colours["peers"], colours["card"]) >= 3.0, "a drawing, not a text"


def contrast(one: str, other: str) -> float:
    """As WCAG 2 defines it: between 1 and 21, and 4.5 is enough to read."""
    brighter, darker = sorted((brightness(one), brightness(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def brightness(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
