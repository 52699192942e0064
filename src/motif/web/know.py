"""Browse what Motif knows: rules, patterns, cases, programs and motifs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment

from motif.errors import NothingFound
from motif.web.pool import Tell
from motif.web.server import Here, Part, part_of_server
from motif.web.shapes import PieceShape, Shape, Shelf

router = APIRouter(prefix="/knowledge", tags=["know"])

MOST_SEARCHED = 1_000
"""How many entries are searched: there are tens of thousands of patterns, a millisecond each; the best come first."""


class KnowledgePage(Shape):
    """A page of a shelf; `page` counts from 1, `total` is the number of entries found."""

    shelf: Shelf
    about: str
    total: int
    searched: int
    page: int
    pages: int
    size: int
    pieces: list[PieceShape]


@dataclass(frozen=True, slots=True)
class PageOrder:
    """The page of a shelf to show; with `search`, a page of the entries that match."""

    shelf: Shelf
    page: int
    size: int
    search: str
    examples: bool


class PageCache(Part):
    """Pages shown before: they never change, and finding boards for a page takes seconds."""

    def restore(self) -> None:
        self.pages: dict[PageOrder, KnowledgePage] = {}


Cache = Annotated[PageCache, part_of_server(PageCache)]


@router.get("/{shelf}")
async def knowledge(
    shelf: Shelf,
    server: Here,
    cache: Cache,
    page: Annotated[int, Query(ge=1, le=100_000)] = 1,
    size: Annotated[int, Query(ge=1, le=100)] = 20,
    search: Annotated[str, Query(max_length=100, description="Words that must all be there.")] = "",
    *,
    examples: Annotated[bool, Query(description="With the boards, which take longer to find.")] = True,
) -> KnowledgePage:
    """A page of the rules, patterns, cases, programs or motifs, each with a board where it applies."""
    order = PageOrder(shelf, page, size, " ".join(search.casefold().split()), examples)
    if (known := cache.pages.get(order)) is not None:
        return known
    made = await server.pool.ask(page_of, order)
    if len(cache.pages) < server.settings.bounds.pages_cached:
        cache.pages[order] = made
    return made


def page_of(_: Tell, order: PageOrder) -> KnowledgePage:
    """One page of a shelf, counted from 1."""
    # Only the workers load what Motif knows, and each keeps what it has read.
    from motif.web.shelves import CONTENTS

    known = CONTENTS[order.shelf]
    everything: Sequence[int] = range(known.total())
    searched = everything[:MOST_SEARCHED] if order.search else everything
    numbers = (
        [each for each in searched if _has(known.piece(each, False), order.search)] if order.search else everything
    )
    pages = max(1, ceil(len(numbers) / order.size))
    if order.page > pages:
        raise NothingFound(f"there is no page {order.page} of {pages}")
    begin = (order.page - 1) * order.size
    return KnowledgePage(
        shelf=order.shelf,
        about=known.about(),
        total=len(numbers),
        searched=len(searched),
        page=order.page,
        pages=pages,
        size=order.size,
        pieces=[known.piece(number, order.examples) for number in numbers[begin : begin + order.size]],
    )


def _has(piece: PieceShape, search: str) -> bool:
    folded = f"{piece.title} {piece.sentence}".casefold()
    return all(part in folded for part in search.split())


def warm(_: Tell) -> None:
    """Load the shelf that is shown first."""
    page_of(_, PageOrder(Shelf.RULES, 1, 20, "", examples=False))


# The API's documentation as one plain page, since FastAPI's own pages load scripts from other sites.

reference_router = APIRouter()

_PAGE = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string("""\
<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>The API of Motif</title></head>
<body>
<h1>The API of Motif {{ version }}</h1>
<p>{{ about }} As OpenAPI: <a href="/api/openapi.json">openapi.json</a>.</p>
{% for group, routes in groups.items() %}
<h2>{{ group }}</h2>
<dl>
{% for route in routes %}
<dt><code>{{ route.method }} {{ route.path }}</code></dt>
<dd>{{ route.words }}{% if route.parameters %}<br>Parameters: {{ route.parameters }}.{% endif %}
{% if route.takes %}<br>Takes <code>{{ route.takes }}</code>.{% endif %}
{% if route.gives %}<br>Gives <code>{{ route.gives }}</code>.{% endif %}</dd>
{% endfor %}
</dl>
{% endfor %}
</body>
</html>
""")


@reference_router.get("/api/docs", response_class=HTMLResponse, include_in_schema=False)
def reference(request: Request) -> HTMLResponse:
    """Every route with a sentence, its input and output."""
    document = request.app.openapi()
    groups: dict[str, list[dict[str, str]]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            groups.setdefault(operation["tags"][0], []).append(_route(path, method, operation))
    info = document["info"]
    return HTMLResponse(_PAGE.render(version=info["version"], about=info["description"], groups=groups))


def _route(path: str, method: str, operation: dict[str, Any]) -> dict[str, str]:
    answers: Iterator[dict[str, Any]] = (
        answer for status, answer in operation["responses"].items() if status.startswith("2")
    )
    given = next(answers, {})
    return {
        "method": method.upper(),
        "path": path,
        "words": operation["description"],
        "parameters": ", ".join(each["name"] for each in operation.get("parameters", ())),
        "takes": _shape(operation.get("requestBody", {})),
        "gives": _shape(given),
    }


def _shape(body: dict[str, Any]) -> str:
    """The name of the shape of a request or response body, if it has one."""
    for kind, content in body.get("content", {}).items():
        schema = content.get("schema", {})
        named = [schema, *schema.get("anyOf", ()), schema.get("items", {})]
        names = [each["$ref"].rpartition("/")[2] for each in named if "$ref" in each]
        if names:
            return ("list of " if schema.get("type") == "array" else "") + " or ".join(names)
        return str(kind)
    return ""
