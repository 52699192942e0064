"""Collect the pages of the documentation site in `out/site-pages`, from which `make site` builds it.

The pages keep their places in the repository, so that links from docs/ to the other folders stay true. A link to a
source file leads to a page that shows the file, and a link to a folder to its README or to the list of its files.
"""

from __future__ import annotations

import os
import re
import shutil
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "out" / "site-pages"
LINK = re.compile(r"(\]\()([^)#:\s]+)((?:#[^)\s]*)?\))")
SHOWN = {
    ".py": "python",
    ".rs": "rust",
    ".ts": "typescript",
    ".toml": "toml",
    ".tsv": "text",
    ".lp": "prolog",
    "": "text",
}
API = """# The Python interface

::: motif.python
"""


def written_pages(root: Path = ROOT) -> list[Path]:
    """Every page that people wrote, relative to the repository."""
    patterns = (
        "*.md",
        "docs/*.md",
        "experiments/README.md",
        "experiments/*/README.md",
        "fuzz/README.md",
        "fuzz/*/README.md",
        "web/README.md",
    )
    return sorted(path.relative_to(root) for pattern in patterns for path in root.glob(pattern))


def collect(root: Path = ROOT, pages: Path = PAGES) -> None:
    """Write all pages, and what they link to, into an empty folder."""
    if pages.exists():
        shutil.rmtree(pages)
    for page in written_pages(root):
        follow = partial(_follow, page=page, root=root, pages=pages)
        _write(pages / named(page), LINK.sub(follow, (root / page).read_text()))
    _write(pages / "docs" / "api.md", API)
    shutil.copytree(root / "docs" / "notebooks", pages / "docs" / "notebooks", dirs_exist_ok=True)


def named(page: Path) -> Path:
    """The page's name on the site, where the README of a folder is its index."""
    return page.with_name("index.md") if page.name == "README.md" else page


def _follow(found: re.Match[str], page: Path, root: Path, pages: Path) -> str:
    """The link as it is on the site; what it leads to is written if it is no page."""
    before, target, after = found.groups()
    place = Path(os.path.normpath(page.parent / target))
    if not (root / place).exists():
        return found[0]
    if (root / place / "README.md").is_file():
        place = place / "README.md"
    elif (root / place).is_dir():
        files = sorted(path.name for path in (root / place).iterdir() if path.is_file())
        _write(pages / place / "index.md", f"# {place}\n\n" + "".join(f"- `{name}`\n" for name in files))
        place = place / "README.md"
    elif place.suffix in SHOWN:
        shown = place.with_name(f"{place.name}.md")
        code = (root / place).read_text()
        _write(pages / shown, f"# {place}\n\n~~~~{SHOWN[place.suffix]}\n{code}\n~~~~\n")
        place = shown
    elif place.suffix != ".md":
        (pages / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / place, pages / place)
    return before + os.path.relpath(named(place), page.parent) + after


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


if __name__ == "__main__":
    collect()
