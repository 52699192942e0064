"""Write the OpenAPI document of the API, from which the page's types are made.

python -m motif.web.schema web/openapi.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from motif.runtime.files import write_atomically
from motif.web.app import make_app


def document() -> str:
    """The OpenAPI document as text."""
    return json.dumps(make_app().openapi(), indent=1, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> None:
    """Write the document to the file named in the arguments."""
    write_atomically(Path(arguments[0]), document())


if __name__ == "__main__":
    main(sys.argv[1:])
