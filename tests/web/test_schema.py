"""Test the OpenAPI document, and the page's types made from it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from motif.web.schema import document, main
from web.served import Served

WEB = Path(__file__).parents[2] / "web"


def test_the_document_is_that_of_the_code() -> None:
    assert (WEB / "openapi.json").read_text() == document(), "run `make web-types` and look at the difference"


def test_the_document_is_served_and_written(served: Served, tmp_path: Path) -> None:
    main([str(tmp_path / "openapi.json")])
    assert (tmp_path / "openapi.json").read_text() == document()
    assert served.get("/api/openapi.json").json()["info"]["title"] == "Motif"


def test_every_route_has_a_description() -> None:
    import json

    for path, methods in json.loads(document())["paths"].items():
        for described in methods.values():
            assert described["description"], path


@pytest.mark.skipif(
    shutil.which("npx") is None or not (WEB / "node_modules").is_dir(), reason="needs Node.js and `npm ci` in web/"
)
def test_the_types_of_the_page_are_made_from_it(tmp_path: Path) -> None:
    made = tmp_path / "api.d.ts"
    subprocess.run(
        ["npx", "--no-install", "openapi-typescript", "openapi.json", "--output", str(made)],
        cwd=WEB,
        check=True,
        capture_output=True,
    )
    assert (WEB / "src" / "api.d.ts").read_text() == made.read_text(), "run `make web-types`"
