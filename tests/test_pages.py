"""Test that the docs are short, their links work, and the reference matches the program."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest
import reference
from sessions import PAGES, ROOT

GENERATED = {
    "licences.md",
    "performance.md",
    "reference-commands.md",
    "reference-files.md",
    "reference-words.md",
}
TO_LOOK_UP = GENERATED | {"glossary.md", "dependencies.md"}
IN_THE_ROOT = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
MEASURED = [page for folder in ("experiments", "fuzz") for page in sorted((ROOT / folder).glob("*/README.md"))]
ALL = [*IN_THE_ROOT, *PAGES[1:], *MEASURED]
SESSION = re.compile(r"^```console\n.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:\s]*)(#[^)\s]*)?\)")


@pytest.mark.parametrize("path", reference.PAGES, ids=lambda path: path.name)
def test_reference_is_what_the_program_says_of_itself(path: Path) -> None:
    assert path.read_text() == reference.PAGES[path](), "run `python docs/reference.py` and look at the difference"


def test_the_documents_stay_short() -> None:
    texts = {page.name: page.read_text() for page in PAGES[1:]}
    assert sum(len(text.split()) for text in texts.values()) <= 15_000
    guides = {name: text for name, text in texts.items() if name not in TO_LOOK_UP}
    assert [name for name, text in guides.items() if len(text.split()) > 600] == []
    assert sum(len(SESSION.sub("", text).split()) for text in guides.values()) <= 8_000


@pytest.mark.parametrize("page", [*IN_THE_ROOT, *PAGES[1:]], ids=lambda page: page.name)
def test_no_line_is_over_120_characters(page: Path) -> None:
    assert [line for line in page.read_text().splitlines() if len(line) > 120] == []


@pytest.mark.parametrize("page", ALL, ids=lambda page: f"{page.parent.name}/{page.name}")
def test_links_lead_somewhere(page: Path) -> None:
    for target, place in LINK.findall(page.read_text()):
        linked = page.parent / target if target else page
        assert linked.exists(), f"{page.name} links to {target}"
        if place and linked.suffix == ".md":
            assert place[1:] in headings(linked.read_text()), f"{page.name} links to {target}{place}"


def headings(text: str) -> set[str]:
    """The headings of a page as GitHub links to them."""
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text()
    pages = {page.name for page in PAGES if page.parent.name == "docs"} - {"README.md"}
    assert pages <= set(re.findall(r"\]\(([\w-]+\.md)\)", index))


def test_notebooks_import_what_there_is() -> None:
    for notebook in sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")):
        for module, names in re.findall(r'"from (motif[\w.]*) import ([^(\\"]+)', notebook.read_text()):
            missing = [name for name in names.split(", ") if not hasattr(import_module(module), name)]
            assert not missing, f"{notebook.name} imports {missing} from {module}"


def test_the_walks_name_as_many_files_as_they_say() -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text()
    walks = contributing.partition("## Two walks")[2].partition("\n## ")[0].split("\n- **")[1:]
    assert len(walks) == 2
    for walk in walks:
        said = re.search(r"(\d+)\s+files\.", walk)
        assert said, walk
        assert len(LINK.findall(walk)) == int(said[1]), walk


def test_what_is_quickly_tested_is_there() -> None:
    chosen = re.search(r"^QUICK := ((?:.*\\\n)*.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert chosen
    assert [name for name in chosen[1].replace("\\\n", " ").split() if not (ROOT / name).exists()] == []


def test_the_readmes_commands_exist_in_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text()
    verbs = re.findall(r"^make (\w+)", (ROOT / "README.md").read_text(), re.MULTILINE)
    verbs += re.findall(r"`make (\w+)`", (ROOT / "CONTRIBUTING.md").read_text())
    assert {"demo", "test", "quick", "lint"} <= set(verbs)
    assert [verb for verb in verbs if not re.search(rf"^{verb}:", makefile, re.MULTILINE)] == []
    assert "make test" in (ROOT / ".ci" / "run").read_text()
