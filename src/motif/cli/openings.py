"""`motif openings`: name openings, list their lines, count scores; make books of games, show and export them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

import chess

from motif.advice import draw
from motif.board.drawing import Arrow, Colour, Drawing
from motif.board.games import GameFilter, GameResult, Report
from motif.board.moves import read_board
from motif.board.naming import looks_like_a_move, read_moves
from motif.board.wording import counted, percent
from motif.cli import options
from motif.cli.console import (
    NO_GAIN,
    Grid,
    Stoppable,
    fields_of,
    gain,
    move_names,
    note,
    out,
    say,
    say_json,
    show,
    watching,
)
from motif.cli.games import note_errors
from motif.cli.options import Cluster, Json, Quiet, SvgFile, WorkerCount, argument, named, option, output, watched_games
from motif.errors import BadArgument, BadFile, NothingFound
from motif.openings.adviser import OpeningAdviser
from motif.openings.building import USUAL_AT_LEAST, USUAL_HALF_MOVES, build_book, parts_of
from motif.openings.cases import Case, CaseBase, save_cases, shipped_cases
from motif.openings.counted_book import CountedBook
from motif.openings.names import Openings, shipped_openings
from motif.openings.open_book import AnyBook, open_book
from motif.openings.polyglot import SUFFIX as POLYGLOT_SUFFIX
from motif.openings.polyglot import PolyglotBook, write_polyglot
from motif.openings.retrieval import BookMatch, Match, retrieve, retrieve_from_book
from motif.runtime.files import SHIPPED_GAMES
from motif.runtime.parallel import Workers

BookFile = Annotated[
    Path | None, option("Use this book, `.bin`, table of lines or PGN instead of Motif's.", "--book", metavar="FILE")
]


def name_openings(
    what: Annotated[
        list[str] | None,
        argument(
            "Moves (`1. e4 c5 2. Nf3`), a FEN, a game file, or words of a name (`najdorf`); else all lines.",
            "WHAT…",
            show_default=False,
        ),
    ] = None,
    masters: Annotated[
        bool, option("Show what masters, or the games of --book, played here or in the nearest position.", "--next")
    ] = False,
    near: Annotated[bool, option("Show the opening positions nearest to this one.", "--nearest")] = False,
    player: Annotated[str | None, option("Show this player's score in each opening of a file.", metavar="NAME")] = None,
    count: Annotated[int, option("Print at most this many rows.", "--count", "-n", min=1)] = 20,
    book: BookFile = None,
    svg: SvgFile = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Name openings, list their lines, or count a player's score in each.

    Names go by position: whatever the order of moves, the last known position that the game reached gives its name.

    With `--player`, the openings of a file that cost the player most points come first.

    Example: `motif openings "c4 Nf6 d4 g6 Nc3 d5"`

    Example: `motif openings learner --player "Ada Learner"`
    """
    words = what or []
    text = " ".join(words)
    if masters and near:
        raise BadArgument("--next and --nearest answer different questions", hint="write one of them")
    if len(words) == 1 and _is_file(text):
        if masters or near:
            raise BadArgument("--next and --nearest are about one position", hint="write moves or a FEN")
        if player is not None:
            score_openings(_names(book), text, player, count, as_json, quiet)
        else:
            name_games(_names(book), text, count, as_json, quiet)
    elif player is not None:
        raise BadArgument("--player is about the games of a file", hint="name a file, such as games.pgn")
    elif not _is_game(text):
        if masters or near:
            raise BadArgument(
                f"{text!r} is no position" if text else "there is no position",
                hint="write moves such as e4 c5 Nf3, or a FEN",
            )
        list_lines(_base(book), words, as_json)
    elif masters:
        advise(read_game(text), _base(book), count, svg, as_json)
    elif near:
        nearest(read_game(text), _base(book), count, svg, as_json)
    else:
        name(read_game(text), _names(book), as_json)


def _is_game(text: str) -> bool:
    """Whether a text is moves or a FEN, and not a part of an opening's name."""
    words = (word.lstrip("0123456789.") for word in text.split())
    return "/" in text or text == "start" or any(map(looks_like_a_move, words))


def name(board: chess.Board, known: Openings, as_json: bool) -> None:
    """Name the opening of a position."""
    opening = known.name_of(board)
    if as_json:
        say_json({"eco": opening.eco, "name": opening.name, "ply": opening.ply} if opening else None)
    elif opening:
        left = len(board.move_stack) - opening.ply
        say(f"{opening}" + (f", left after {counted(opening.ply, 'ply')}" if left else ""))
    else:
        note("no line of the case base leads here")


def advise(board: chess.Board, base: AnyBook, count: int, svg: Path | None, as_json: bool) -> None:
    """Show what was played here; if the position is unknown, show the nearest cases and how they differ."""
    heard = OpeningAdviser(base).advise(board)
    if as_json:
        say_json([advice.to_json(board) for advice in heard])
        return
    show(draw(board, heard[:1]), svg)
    if not heard:
        who = "no master was here" if isinstance(base, CaseBase) else "the book does not have this position"
        note(f"{who} and no case is near; --nearest shows how far the nearest one is")
        return
    table = Grid("move", "gain", "because")
    for advice in heard[:count]:
        table.add_row(board.san(advice.move), gain(advice.weight), advice.because.english)
    out.print(table)


def nearest(board: chess.Board, base: AnyBook, count: int, svg: Path | None, as_json: bool) -> None:
    """Show the cases nearest to a position, however far away, and the squares that differ from the first."""
    if isinstance(base, PolyglotBook):
        raise BadFile(
            f"{base.path} has only keys, so nearest positions cannot be found in it",
            hint="leave --nearest out, or use a book of motif openings build",
        )
    by_case = isinstance(base, CaseBase)
    retrieval = retrieve(base, board) if isinstance(base, CaseBase) else retrieve_from_book(base, board)
    shown = retrieval.matches[:count]
    if as_json:
        say_json([_match(match, board) for match in shown])
        return
    if not shown:
        note("the book is empty")
        return
    marks = (Arrow(square, colour=Colour.YELLOW) for square in shown[0].differing(board))
    show(Drawing.of(board, *marks), svg)
    table = Grid(*(("ECO", "case", "after") if by_case else ("position of", "games")), "squares differ", "goes on")
    for match in shown:
        if isinstance(match, Match):
            case = [match.case.eco, match.case.name, match.case.line(match.ply)]
        else:
            case = [match.name or "an opening without a name", f"{match.near.games:,}"]
        table.add_row(*case, str(match.distance), match.next_move or "")
    out.print(table)
    if len(retrieval.matches) > count:
        more = counted(len(retrieval.matches) - count, "more case" if by_case else "more position")
        say(f"and {more} as near or one square farther")


def _match(match: Match | BookMatch, board: chess.Board) -> dict[str, Any]:
    if isinstance(match, Match):
        place = {"eco": match.case.eco, "name": match.case.name, "ply": match.ply}
    else:
        place = {"name": match.name, "fen": match.near.position.fen(), "games": match.near.games}
    differing = [chess.square_name(square) for square in match.differing(board)]
    return place | {"distance": match.distance, "differing": differing, "next": match.next_move}


def list_lines(base: AnyBook, asked: list[str], as_json: bool) -> None:
    """List the lines whose code or name contains all these words."""
    if not isinstance(base, CaseBase):
        raise BadArgument(
            f"{base.path} has moves by position and no named lines", hint=f"motif openings show {base.path}"
        )
    wanted = [word for each in asked for word in _plain(each).split()]
    listed = [case for case in base.cases if all(word in _plain(f"{case.eco} {case.name}") for word in wanted)]
    if as_json:
        say_json([{"eco": case.eco, "name": case.name, "pgn": case.line()} for case in listed])
        return
    if asked and not listed:
        spelt = {word.strip(":,") for case in base.cases for word in _plain(case.name).split() if len(word) > 3}
        near = [close for word in wanted for close in get_close_matches(word, spelt, 1, cutoff=0.7)]
        known = f"did you mean {' '.join(near)}?" if near else "write part of a name, such as najdorf, or moves"
        raise NothingFound(f"no opening is called {' '.join(asked)!r}", hint=known)
    table = Grid("ECO", "name", "moves")
    for case in listed:
        table.add_row(case.eco, case.name, case.line())
    out.print(table)
    say(f"{counted(len(listed), 'line')} of {len(base):,}, {counted(base.core.distinct_boards, 'distinct board')}")


def _names(path: Path | None) -> Openings:
    base = _base(path)
    # Other books have no names of their own.
    return Openings(base) if path and isinstance(base, CaseBase) else shipped_openings()


def _base(path: Path | None) -> AnyBook:
    return open_book(path) if path else shipped_cases()


def _plain(name: str) -> str:
    """A name without capitals and apostrophes, as people type it."""
    return name.lower().replace("'", "").replace("’", "")


def _is_file(what: str) -> bool:
    # A word without a space or a dot is a move or a mistake, never a file by accident.
    return what in {*SHIPPED_GAMES, "-"} or ("." in what and " " not in what) or Path(what).is_file()


def read_game(what: str) -> chess.Board:
    """Read moves from the start position, or a FEN."""
    return read_board(what) if "/" in what or what == "start" else read_moves(what)


def score_openings(known: Openings, path: str, player: str, count: int, as_json: bool, quiet: bool) -> None:
    """Print a player's score in each opening of a file, those that cost most points first."""
    report = Report()
    games: Counter[tuple[str, bool]] = Counter()
    points: defaultdict[tuple[str, bool], float] = defaultdict(float)
    for game in watched_games([path], GameFilter(player=player), report, quiet):
        result = GameResult(game.result)
        if result is not GameResult.UNKNOWN:
            is_white = game.players[0] == player
            opening = known.name_of_game(game)
            # There are too many variations to compare, so count by family, which is what a player chooses.
            with_colour = (opening.name.partition(":")[0] if opening else "without a name"), is_white
            games[with_colour] += 1
            points[with_colour] += result.points(is_white)
    note_errors(report)
    ranked = sorted(games, key=lambda each: (points[each] - games[each], each))
    if as_json:
        say_json(
            [
                {"opening": each[0], "colour": chess.COLOR_NAMES[each[1]], "games": games[each], "points": points[each]}
                for each in ranked
            ]
        )
        return
    table = Grid("opening", "as", "games", "points", "score").with_numbers(2)
    for each in ranked[:count]:
        name, colour = each[0], chess.COLOR_NAMES[each[1]].title()
        table.add_row(name, colour, f"{games[each]:,}", f"{points[each]:g}", percent(points[each] / games[each]))
    out.print(table)
    if len(ranked) > count:
        say(f"and {counted(len(ranked) - count, 'more opening')}")


def name_games(known: Openings, path: str, count: int, as_json: bool, quiet: bool) -> None:
    """Count the openings in a file of games."""
    report = Report()
    counts: Counter[str] = Counter()
    rows: list[dict[str, Any]] = []
    for game in watched_games([path], GameFilter(), report, quiet):
        known_as = known.name_of_game(game)
        counts[str(known_as) if known_as else "without a name"] += 1
        if as_json:
            called = {"eco": known_as.eco, "name": known_as.name, "ply": known_as.ply} if known_as else {}
            rows.append({"game": game.number, "white": game.players[0], "black": game.players[1], **called})
    note_errors(report)
    if as_json:
        say_json(rows)
        return
    table = Grid("games", "opening")
    table.columns[0].justify = "right"
    for opening, number in counts.most_common(count):
        table.add_row(f"{number:,}", opening)
    out.print(table)
    if len(counts) > count:
        say(f"and {counted(len(counts) - count, 'more opening')}")


# `motif openings build`, `show` and `export`: books of moves.

Book = Annotated[Path, argument("A book of `motif openings build`, or a Polyglot `.bin`.", "BOOK")]


def build(
    files: options.Files,
    to: Annotated[Path, output("The book to write, such as club.book.")],
    half_moves: Annotated[
        int, option("How many half-moves of each game to count.", "--plies", min=1, max=400)
    ] = USUAL_HALF_MOVES,
    at_least: Annotated[int, option("Leave out moves played in fewer games.", min=1, metavar="GAMES")] = USUAL_AT_LEAST,
    workers: WorkerCount = 1,
    cluster: Cluster = None,
    as_json: Json = False,
    quiet: Quiet = False,
    *,
    chosen: options.GameOptions,
) -> None:
    """Build an opening book: which moves the games play in each position, and how they score.

    Memory does not grow with the games. Games without a result, or from another start position, do not count. Large
    files of plain PGN and Parquet are counted in shares: several workers make the same book as one, and after Ctrl-C
    the same command goes on with the shares that are left.

    Example: `motif openings build sample --out club.book`
    """
    tables = [file for file in files if file.endswith(".tsv")]
    if tables:
        raise BadArgument(
            f"{tables[0]} is a table of lines, not games",
            hint=f"it is a book already: motif openings --book {tables[0]}",
        )
    report = Report()
    work = Stoppable()
    with watching("counting moves", quiet) as watch, work:
        heading = build_book(
            list(map(named, files)),
            to,
            half_moves=half_moves,
            at_least=at_least,
            where=chosen.filter,
            workers=Workers(workers, cluster),
            report=report,
            watch=watch,
        )
    is_kept = parts_of(to).exists()
    kept = "; what was counted is kept, and the same command goes on from there" if is_kept else ""
    work.leave(f"interrupted: {to} was not written{kept}")
    note_errors(report)
    if as_json:
        counts = fields_of(heading, "games", "moves", "positions")
        say_json(counts | {"errors": len(report.bad_games), "file": str(to)})
        return
    games, moves = counted(heading.games, "game"), counted(heading.moves, "move")
    say(f"{games}, {moves} in {counted(heading.positions, 'position')} in {to}")


def show_book(
    book: Book,
    moves: Annotated[str, option("Moves such as `1. e4 c5`, or a FEN.")] = "start",
    count: Annotated[int, option("Print at most this many moves.", "--count", "-n", min=1)] = 20,
    as_json: Json = False,
) -> None:
    """Show the moves of a position in an opening book: games, share, score and rating.

    The score is that of the side that moves: 100 % if it won all games.

    Example: `motif openings show club.book --moves "1. e4 c5"`
    """
    opened, board = _book(book), read_game(moves)
    played = opened.moves(board)
    if as_json:
        figures = ("games", "share", "score", "draws", "rating", "last_year")
        say_json([move_names(board, each.move) | fields_of(each, *figures) for each in played])
        return
    if not played:
        note(f"{book} does not have this position")
        return
    table = Grid("move", "games", "share", "score", "draws", "rating", "last year").with_numbers()
    for each in played[:count]:
        known = each.score is not None
        table.add_row(
            board.san(each.move),
            f"{each.games:,}",
            percent(each.share),
            percent(each.score) if each.score is not None else NO_GAIN,
            percent((each.draws or 0) / each.games) if known else NO_GAIN,
            str(each.rating or NO_GAIN),
            str(each.last_year or NO_GAIN),
        )
    out.print(table)
    label = opened.name_of(board)
    here = f"{played[0].games_here:,} {'games' if isinstance(opened, CountedBook) else 'points of weight'}"
    say(f"{here}{f' in {label.eco} {label.name}' if label else ''}")


def export(
    book: Book,
    to: Annotated[Path, output("`.bin` for Polyglot; any other name for lines as text.")],
    lines: Annotated[int, option("How many lines to write as text.", min=1, max=10_000)] = 100,
    as_json: Json = False,
) -> None:
    """Write a book for other chess programs (.bin), or its most played lines as text.

    The text is a table of lines, which `motif openings --book` reads as well.

    Example: `motif openings export club.book --out club.bin`
    """
    opened = _book(book)
    if not isinstance(opened, CountedBook):
        raise BadFile(f"{book} is a Polyglot book already", hint="export a book of motif openings build")
    if to.suffix == POLYGLOT_SUFFIX:
        number = write_polyglot(opened, to)
        wrote = f"{counted(number, 'move')} in {to}"
    else:
        cases = list(_cases(opened.lines(lines)))
        save_cases(to, cases)
        number = len(cases)
        wrote = f"{counted(number, 'line')} in {to}"
    if as_json:
        say_json({"lines" if to.suffix != POLYGLOT_SUFFIX else "moves": number, "file": str(to)})
    else:
        say(wrote)


def _book(path: Path) -> CountedBook | PolyglotBook:
    opened = open_book(path)
    if isinstance(opened, CaseBase):
        raise BadFile(
            f"{path} has lines or games, and no counts of moves", hint=f"motif openings --book {path} lists its lines"
        )
    return opened


def _cases(lines: Iterable[list[chess.Move]]) -> Iterable[Case]:
    names = shipped_openings()
    for line in lines:
        board, san = chess.Board(), []
        for move in line:
            san.append(board.san_and_push(move))
        opening = names.name_of(board)
        yield Case(opening.eco if opening else "?", opening.name if opening else "Without a name", tuple(san))
