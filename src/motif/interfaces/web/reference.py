"""The API to be read: one plain page from the OpenAPI document; the pages of FastAPI load scripts from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment

router = APIRouter()

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


@router.get("/api/docs", response_class=HTMLResponse, include_in_schema=False)
def reference(request: Request) -> HTMLResponse:
    """Every route in a sentence, with what it takes and gives."""
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
    """What the name of a body's shape is, as far as it has one."""
    for kind, content in body.get("content", {}).items():
        schema = content.get("schema", {})
        named = [schema, *schema.get("anyOf", ()), schema.get("items", {})]
        names = [each["$ref"].rpartition("/")[2] for each in named if "$ref" in each]
        if names:
            return ("list of " if schema.get("type") == "array" else "") + " or ".join(names)
        return str(kind)
    return ""
