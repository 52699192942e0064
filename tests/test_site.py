"""Test the documentation site: every page is on it, and every link leads to a page or picture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import site_pages

LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)\s]*)?\)")
CODE = re.compile(r"^(```|~~~~).*?^\1$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "pages"
    site_pages.collect(pages=folder)
    return folder


def test_every_written_page_is_on_the_site(pages: Path) -> None:
    written = site_pages.written_pages()
    assert len(written) > 40
    assert [page for page in written if not (pages / site_pages.named(page)).is_file()] == []


def test_every_link_leads_to_a_file_of_the_site(pages: Path) -> None:
    broken = [
        (page.relative_to(pages), target)
        for page in pages.rglob("*.md")
        for target in LINK.findall(CODE.sub("", page.read_text()))
        if not (page.parent / target).is_file()
    ]
    assert broken == []


def test_a_source_file_has_its_page(pages: Path) -> None:
    assert "def explain" in (pages / "src/motif/explain/coach.py.md").read_text()


def test_the_sites_pages_are_those_of_its_menu(pages: Path) -> None:
    menu = re.findall(r"^ +- [^:]+: (\S+\.md)$", (site_pages.ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    assert len(menu) > 20
    assert [page for page in menu if not (pages / page).is_file()] == []
