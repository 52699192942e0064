"""The reference pages, made from what the program says of itself; a test fails when a page differs from its source.

    python docs/reference.py

The command line comes from its own help, words from the tables that define them, files and the API from their schemas,
performance from the results of `make bench`.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from textwrap import fill
from typing import Any

from manual import PAGE as MANUAL
from manual import manual_page
from pydantic import TypeAdapter
from sessions import ROOT, all_commands

from motif.board.positions import RELATIONS
from motif.cli.main import app
from motif.endgames.symbols import CONSTANTS, Symbol, functions, terminals
from motif.endgames.trees import number_text
from motif.explain.explanation import Explanation
from motif.motifs.catalogue import MOTIFS
from motif.motifs.motif import Motif
from motif.patterns.board_pattern import EdgeType
from motif.players.names import TABLE, Entry
from motif.puzzles.themes import THEMES
from motif.study.study import Study
from motif.tactics.vocabulary import FULL, ArgumentKind, RuleRelation
from motif.web.app import make_app

WIDTH = 118
LAB = {"lab learn", "lab measure", "lab read", "lab solve"}
LETTERS = "ABCDE"
Schema = dict[str, Any]


def main() -> None:
    """Write the pages."""
    for path, make in PAGES.items():
        path.write_text(make())


def commands_page() -> str:
    """Every command with its sentence, in the panels of `motif --help`."""
    panels = defaultdict(list)
    # Each topic of the lab is listed itself.
    for panel, name, command in (each for each in all_commands(app) if each[1] not in LAB):
        panels[panel].append(_item(f"`{name}`", _first_line(command.help)))
    return _page(
        "Reference: the command line",
        "`motif COMMAND --help`, as in `motif study --help`, lists the options of a command and gives an example.",
        panels.items(),
    )


def words_page() -> str:
    """The vocabularies in which knowledge is written."""
    return _page(
        "Reference: the words of each system",
        "",
        [
            ("Players, advisers and engines", [_item(f"`{entry.name}`", _player(entry)) for entry in TABLE.values()]),
            (
                "Motifs: what a line of play shows",
                [
                    "In brackets Lichess's name, where there is one; + marks what is true where its definition stops.",
                    "",
                    *(_item(_motif(motif), motif.english) for motif in MOTIFS.values()),
                ],
            ),
            ("Themes that puzzles are composed to", [_item(theme.name, theme.english) for theme in THEMES.values()]),
            (
                "Facts of a board, `motif show --facts`",
                [_item(f"`{relation.name}`", relation.english.format(*LETTERS)) for relation in RELATIONS.values()],
            ),
            ("Tactics: the words of rules", list(_rule_words())),
            (
                "Patterns: relations and marks",
                [
                    "A, B, C … are the pieces and squares in the order they are written; `rank_1`, `file_a` and "
                    "`on_a1` say where one lies, seen by the side that moves.",
                    "",
                    *(_item(f"`{edge}`", edge.english.format(*LETTERS)) for edge in EdgeType if edge.place is None),
                ],
            ),
            (
                "Endgame programs: functions and questions",
                [
                    '"I" have just moved, the opponent is to move. A Query is a number that may stand for a truth. '
                    f"Constants: {', '.join(map(number_text, CONSTANTS))}, or any other number. "
                    "The paper does not have those marked +.",
                    "",
                    *(_item(_symbol(symbol), symbol.meaning) for symbol in (*functions(True), *terminals(True))),
                ],
            ),
        ],
    )


def files_page() -> str:
    """The JSON that is written and read, and the API."""
    explanation = TypeAdapter(Explanation).json_schema()
    return _page(
        "Reference: JSON and the API",
        "Made from the types that write and read them. `T?` may be null, `[T]` is a list.",
        [
            ("An explanation, `motif explain --json`", list(_types(explanation, "Explanation"))),
            ("A study, `study.json`", list(_types(Study.schema(), "Study", {"Explanation", *explanation["$defs"]}))),
            ("The API of `motif web`", list(_routes())),
        ],
    )


BENCHMARKS = ROOT / "benchmarks" / "results"

PEERS = {
    "pgn": ("reading games", "python-chess"),
    "perft": ("counting the moves of positions", "python-chess"),
    "search": ("searching to depth 4", "the same search in Python"),
    "mates": ("solving mates in two", "python-chess"),
    "tablebases": ("computing an exact endgame", "NumPy"),
    "retrieval": ("finding the nearest opening case", "NumPy"),
    "books": ("building an opening book", "polyglot"),
    "patterns": ("matching move patterns", "plain Python"),
    "rules": ("applying learned rules", "SWI-Prolog"),
    "programs": ("playing with endgame programs", "plain Python"),
    "puzzles": ("composing the first puzzle", "the paper's program"),
}
"""What each benchmark with a peer measures, and the peer."""


def performance_page() -> str:
    """How long users wait, with the goals, and the speed compared with peers, from the results of the benchmarks."""
    results = {name: json.loads((BENCHMARKS / f"{name}.json").read_text()) for name in (*PEERS, "start", "page")}
    *commands, peer = results["start"]["rows"]
    waits = [f"- `{row['command']}`: {row['CPU seconds']} (goal {row['goal']})" for row in commands]
    seen = [f"- {row['measure']}: {row['median']:.3g} (goal {row['goal']:g})" for row in results["page"]["rows"][:6]]
    ratios = [f"- {what} ({other}): {results[name]['ratio']:,.3g}" for name, (what, other) in PEERS.items()]
    measured = (
        "CPU seconds of all processes, with an empty cache; "
        f"in the same run {peer['command']} took {peer['CPU seconds']}."
    )
    return _page(
        "Performance",
        "`make bench` measures this and writes this page.",
        [
            ("At the command line", [measured, "", *waits]),
            ("In the browser, with the built-in search", seen),
            ("How many times as fast as a peer", ratios),
        ],
    )


def _page(title: str, intro: str, parts: Iterable[tuple[str, list[str]]]) -> str:
    lines = [f"# {title}", "", "Written by `docs/reference.py`.", ""]
    if intro:
        lines += [_wrapped(intro), ""]
    for heading, items in parts:
        lines += [f"## {heading}", "", *(_wrapped(item) for item in items), ""]
    return "\n".join(lines).rstrip() + "\n"


def _item(name: str, meaning: str) -> str:
    return f"- {name}: {meaning}" if meaning != name.partition(" (")[0] else f"- {name}"


def _wrapped(line: str) -> str:
    indent = "  " if line.startswith("- ") else ""
    return fill(line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _first_line(text: str | None) -> str:
    return " ".join((text or "").split("\n\n")[0].split())


def _player(entry: Entry) -> str:
    return f"{entry.summary} ({', '.join(entry.roles)})"


def _motif(motif: Motif) -> str:
    return f"{motif.name}{f' ({motif.theme})' if motif.theme else ''}{' +' if motif.is_wider else ''}"


def _rule_words() -> Iterator[str]:
    """The relations, under a line for each kind of arguments."""
    groups = defaultdict[tuple[ArgumentKind, ...], list[RuleRelation]](list)
    for relation in FULL.relations.values():
        groups[relation.places].append(relation)
    for places, relations in groups.items():
        yield f"`word({', '.join(place.name.capitalize() for place in places)})`:"
        yield ""
        yield from (_item(f"`{relation.name}`", relation.meaning) for relation in relations)
        yield ""


def _symbol(symbol: Symbol) -> str:
    takes = f"({', '.join(symbol.takes)})" if symbol.takes else ""
    return f"`{symbol.name}{takes}` {symbol.gives}{' +' if symbol.is_extra else ''}"


def _types(schema: Schema, top: str, known: Collection[str] = ()) -> Iterator[str]:
    """A line for each type: its fields with their types, and what the first one is; the others' names say it.

    Types that are `known` stand on the page already.
    """
    types: dict[str, Schema] = {top: schema, **schema.get("$defs", {})}
    for name, part in types.items():
        if name in known:
            continue
        if "properties" in part:
            fields = ", ".join(f"{field} {_type(value)}" for field, value in part["properties"].items())
        else:
            fields = ", ".join(map(str, part.get("enum", ())))
        meaning = f" {_first_line(part.get('description'))}" if name == top else ""
        yield _item(f"**{name}**", f"{fields}.{meaning}")


def _type(value: Schema) -> str:
    if "$ref" in value:
        return str(value["$ref"]).rpartition("/")[2]
    if "anyOf" in value:
        kinds = [_type(each) for each in value["anyOf"] if each.get("type") != "null"]
        return " or ".join(kinds) + ("?" if len(kinds) < len(value["anyOf"]) else "")
    if "const" in value:
        return f'"{value["const"]}"'
    if value.get("type") == "array":
        return f"[{_type(value.get('items', {}))}]" if "items" in value else f"[{_places(value)}]"
    if isinstance(value.get("additionalProperties"), dict):
        return f"{{text: {_type(value['additionalProperties'])}}}"
    kind = str(value.get("type"))
    return {"string": "text", "integer": "whole", "boolean": "truth"}.get(kind, kind)


def _places(value: Schema) -> str:
    return ", ".join(map(_type, value.get("prefixItems", ())))


def _routes() -> Iterator[str]:
    """Where requests go; the OpenAPI document, which the server gives, says what each takes and returns."""
    yield "`/api/openapi.json` says what each of them takes and returns."
    yield ""
    for path, methods in make_app().openapi()["paths"].items():
        yield f"- `{path}`: {', '.join(map(str.upper, methods))}"


PAGES: dict[Path, Callable[[], str]] = {
    ROOT / "docs" / "reference-commands.md": commands_page,
    ROOT / "docs" / "reference-words.md": words_page,
    ROOT / "docs" / "reference-files.md": files_page,
    ROOT / "docs" / "performance.md": performance_page,
    MANUAL: manual_page,
}


if __name__ == "__main__":
    main()
