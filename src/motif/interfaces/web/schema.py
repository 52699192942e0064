"""Writes the OpenAPI document of the API; the types of the page are made from it.

python -m motif.interfaces.web.schema web/openapi.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from motif.interfaces.web.app import make_app
from motif.store import write_atomically


def document() -> str:
    """The OpenAPI document as text that is the same whenever the API is."""
    return json.dumps(make_app().openapi(), indent=1, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> None:
    """Write the document to the file that is named."""
    write_atomically(Path(arguments[0]), document())


if __name__ == "__main__":
    main(sys.argv[1:])
