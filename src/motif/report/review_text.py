"""Write the review of a game for the terminal, 80 columns wide, the verdict first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from motif.board.wording import percent
from motif.report.game_review import ONLY_MOVE, DecidingMove, GameReview, rows
from motif.study.games import StudiedGame

WIDTH = 80
INDENT = "    "
BARS = "▁▂▃▄▅▆▇█"
BLOCKS = 3
"""The scoresheet has at most this many columns."""
MARKS = {"inaccuracies ?!": "?!", "mistakes ?": "?", "blunders ??": "??", "only moves !": ONLY_MOVE}
ALWAYS_SHOWN = ("?", "??")


def review_text(review: GameReview, width: int = WIDTH) -> str:
    """Return the review as text, without the line that names the engine."""
    sections = (
        heading(review.game),
        list(_figures(review)),
        list(_graph(review, width)),
        list(_moments(review.moments, width)),
        ["The moves", *_sheet(review, width)],
    )
    return "\n\n".join("\n".join(lines) for lines in sections if lines)


def move_text(review: GameReview, ply: int, width: int = WIDTH) -> str:
    """Return what the review says about one move."""
    moment = review.moment(ply)
    if moment is None:
        return f"{review.name(ply)} was {'only an inaccuracy' if review.marks[ply] == '?!' else 'no mistake'}."
    return "\n".join(_moment(moment, width))


def heading(game: StudiedGame) -> list[str]:
    """The lines with the players, the result, the date and the opening."""
    ratings = (game.rating, game.opponent_rating) if game.is_white else (game.opponent_rating, game.rating)
    white, black = (
        f"{name}{f' ({rating})' if rating else ''}" for name, rating in zip(players_of(game), ratings, strict=True)
    )
    result = "unfinished" if game.result == "*" else game.result
    date = "" if "?" in game.date else game.date.replace(".", "-")
    details = (game.event if game.event != "?" else "", date, f"{game.eco} {game.opening}".strip())
    return [f"{white} – {black}, {result}", *filter(None, [" · ".join(filter(None, details))])]


def players_of(game: StudiedGame) -> tuple[str, str]:
    """The names of both players; "White" and "Black" if the file has no names."""
    return tuple(  # type: ignore[return-value]  # always two
        colour if name in ("", "?") else name for name, colour in ((game.white, "White"), (game.black, "Black"))
    )


def spark_line(chances: Sequence[float], width: int) -> str:
    """Draw chances between 0 and 1 as bars, leaving some out if there are more than `width`.

    >>> spark_line([0.0, 0.5, 1.0], 10)
    '▁▅█'
    """
    if len(chances) > width:
        chances = [chances[round(place * (len(chances) - 1) / (width - 1))] for place in range(width)]
    return "".join(BARS[min(len(BARS) - 1, int(chance * len(BARS)))] for chance in chances)


def _figures(review: GameReview) -> Iterator[str]:
    yield f"{'':18}{'White':>8}{'Black':>8}"
    accuracy = (review.accuracy.white, review.accuracy.black)
    yield _figure_row("accuracy", *("–" if each is None else f"{each:.0f} %" for each in accuracy))
    first_is_white = review.game.start.split()[1] == "w"
    for name, mark in MARKS.items():
        white, black = (
            sum(each == mark for each in review.marks[start::2]) for start in ((0, 1) if first_is_white else (1, 0))
        )
        if white or black or mark in ALWAYS_SHOWN:
            yield _figure_row(name, str(white), str(black))


def _figure_row(name: str, white: str, black: str) -> str:
    return f"{name:18}{white:>8}{black:>8}"


def _graph(review: GameReview, width: int) -> Iterator[str]:
    yield "White's winning chance, from the first move to the last"
    yield spark_line(review.chances, width - 2)


def _moments(moments: Sequence[DecidingMove], width: int) -> Iterator[str]:
    if not moments:
        yield from wrap("No single move decided this game: none lost 10 % of the winning chance.", width)
        return
    count = {1: "The moment", 2: "The two moments", 3: "The three moments"}[len(moments)]
    yield f"{count} that decided the game"
    for number, moment in enumerate(moments, start=1):
        yield ""
        first, *others = _moment(moment, width)
        yield from (f" {number}  {first}", *others)


def _moment(moment: DecidingMove, width: int) -> Iterator[str]:
    fall = f"{percent(moment.before)} → {percent(moment.after)}"
    yield f"{moment.name}   {moment.player}'s winning chance: {fall}"
    yield from wrap(moment.explanation.sentence, width, initial_indent=INDENT, subsequent_indent=INDENT)


def _sheet(review: GameReview, width: int) -> Iterator[str]:
    """The scoresheet in columns, read from top to bottom."""
    sheet = list(rows(review))
    longest = max((len(move) for _, *both in sheet for move in both), default=0)
    entries = [f"{number:>3}. {white:<{longest}} {black:<{longest}}" for number, white, black in sheet]
    blocks = max(1, min(BLOCKS, width // (2 * longest + 8)))
    height = -(-len(entries) // blocks)
    for row in range(height):
        yield "  ".join(entries[row::height]).rstrip()
