"""No two files of the core need each other, directly or in a circle of several.

A file needs another when it names a path into it: in a `use`, or where it calls something. A folder's `mod.rs` is its
face: what it only hands on (`pub use`) is found where it is defined. Tests may use what they like.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "core" / "src"

Place = tuple[str, ...]
"""Where a module or something in it is found, as seen from the crate: `("search", "paper")`."""


@dataclass
class Mentions:
    """What one file says about others: the paths that it names, and by name what it hands on."""

    paths: set[Place] = field(default_factory=set)
    handed_on: dict[str, Place] = field(default_factory=dict)


def mentions(text: str, module: Place) -> Mentions:
    code = re.sub("//.*", "", text).partition("#[cfg(test)]\nmod tests")[0]
    children = set(re.findall(r"\bmod (\w+);", code))
    found = Mentions()
    for public, tree in re.findall(r"(\bpub\b(?:\([^)]*\))?\s+)?\buse\s+([^;]+);", code):
        for path in expand(re.findall(r"\w+|[{},]", tree)):
            place = from_the_crate(path, module, children)
            if place and public:
                found.handed_on[place[-1]] = place
            elif place:
                found.paths.add(place)
    rest = re.sub(r"\buse\s+[^;]+;", "", code)
    for path in re.findall(r"(?<![\w:])\w+(?:::\w+)+", rest):
        found.paths.add(from_the_crate(path.split("::"), module, children) or module)
    # A name that is re-exported and used here is needed here.
    used = set(re.findall(r"\w+", rest))
    found.paths |= {place for name, place in found.handed_on.items() if name in used}
    return found


def expand(words: list[str]) -> Iterator[list[str]]:
    """The paths of a `use`, `a::{b, c::d}` being two; names given by `as` are left out."""
    before: list[list[str]] = []
    path: list[str] = []
    for word in [*words, ","]:
        if word == "{":
            before.append(path)
        elif word in ",}":
            if path != (before[-1] if before else []):
                yield path[: path.index("as")] if "as" in path else path
            if word == "}":
                before.pop()
            path = before[-1] if before else []
        else:
            path = [*path, word]


def from_the_crate(path: list[str], module: Place, children: set[str]) -> Place | None:
    """A path as seen from the crate, if it leads into the crate."""
    base = list(module)
    if path[0] == "crate":
        base = []
    elif path[0] == "super":
        base = base[: -path.count("super")]
    elif path[0] != "self" and path[0] not in children:
        return None
    return (*base, *(word for word in path if word not in ("crate", "super", "self")))


def home(place: Place, files: dict[Place, Mentions]) -> Place:
    """The module in which something is defined."""
    module = next(place[:length] for length in range(len(place), -1, -1) if place[:length] in files)
    name = place[len(module)] if len(place) > len(module) else ""
    further = files[module].handed_on.get(name, place)
    return module if further == place else home(further, files)


def needs(sources: dict[Place, str]) -> dict[Place, set[Place]]:
    files = {module: mentions(text, module) for module, text in sources.items()}
    return {module: {home(place, files) for place in said.paths} - {module} for module, said in files.items()}


def circle(sources: dict[Place, str]) -> list[str]:
    """The modules of a circle, or nothing."""
    try:
        TopologicalSorter(needs(sources)).prepare()
    except CycleError as error:
        return ["::".join(module) for module in error.args[1]]
    return []


def test_the_core_has_no_circles() -> None:
    sources = {}
    for path in SOURCES.rglob("*.rs"):
        module = path.relative_to(SOURCES).with_suffix("").parts
        sources[module[:-1] if module[-1] in ("lib", "mod") else module] = path.read_text()
    assert len(sources) > 50
    assert sum(map(len, needs(sources).values())) > 100
    assert circle(sources) == []


def test_three_files_in_a_circle_are_found() -> None:
    sources = {
        (): "mod board; mod moves; mod rules;",
        ("board",): "use crate::{errors::CoreError, moves::Move as Step};",
        ("moves",): "fn of() { super::rules::weigh(); }",
        ("rules",): "use super::board::{self, Board};",
    }
    assert sorted(circle(sources)[1:]) == ["board", "moves", "rules"]


def test_a_face_hands_on_without_needing() -> None:
    files = {
        (): "pub mod search;",
        ("search", "paper"): "use crate::search::Task;",
        ("search", "task"): "pub struct Task;",
    }
    face = "mod paper; mod task; pub use paper::search; pub use task::Task;"
    assert circle({**files, ("search",): face}) == []
    busy = face.replace("pub use task::Task;", "pub struct Task; fn run() { search() }")
    assert set(circle({**files, ("search",): busy})) == {"search", "search::paper"}


def test_comments_and_tests_need_nothing() -> None:
    sources = {
        (): "mod one; mod two;",
        ("one",): "use crate::two::B;",
        ("two",): "// use crate::one::A;\nstruct B;\n\n#[cfg(test)]\nmod tests {\n    use crate::one::A;\n}",
    }
    assert circle(sources) == []
