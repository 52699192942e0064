"""Pictures by matplotlib as files: the same picture is the same bytes, and a file is written whole or not at all."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from motif.errors import BadArgument
from motif.store import write_atomically

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMS = (".svg", ".png", ".pdf")

# Without these a picture would carry the date and random names, and never be the same twice.
_UNDATED = {".svg": {"Date": None}, ".png": {"Software": None}, ".pdf": {"CreationDate": None}}


def check_form(path: Path) -> None:
    """Refuse a file whose name is not that of a picture."""
    if path.suffix not in FORMS:
        raise BadArgument(f"cannot draw to {path}", hint="write a file that ends in .svg, .png or .pdf")


def save_figure(figure: Figure, path: Path, dpi: int = 100) -> None:
    """Write a figure as SVG, PNG or PDF by the file's ending."""
    check_form(path)
    import matplotlib as mpl  # only those who draw wait for it to load

    picture = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": "motif", "svg.fonttype": "none"}):
        figure.savefig(picture, format=path.suffix[1:], dpi=dpi, metadata=_UNDATED[path.suffix])
    write_atomically(path, picture.getvalue())
