"""Test that the built page and report script in git match their sources in web/."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from motif.report.page import HERE
from motif.web.settings import PAGE

WEB = Path(__file__).parents[1] / "web"
VITE = WEB / "node_modules" / "vite" / "bin" / "vite.js"
NODE = shutil.which("node")
BUNDLE = HERE / "bundle"


def contents(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.skipif(NODE is None or not VITE.is_file(), reason="Vite is not here: npm ci in web/")
@pytest.mark.parametrize(
    ("config", "folder", "verb"),
    [("vite.config.ts", PAGE, "make web-page"), ("vite.report.config.ts", BUNDLE, "make web-report")],
    ids=["page", "report"],
)
def test_what_git_keeps_is_what_the_sources_give(config: str, folder: Path, verb: str, tmp_path: Path) -> None:
    assert NODE is not None
    build = [NODE, str(VITE), "build", "--config", config, "--logLevel", "error", "--emptyOutDir"]
    subprocess.run([*build, "--outDir", str(tmp_path)], cwd=WEB, check=True)
    kept, built = contents(folder), contents(tmp_path)
    assert kept.keys() == built.keys(), f"run `{verb}` and commit what it writes"
    assert [name for name in kept if kept[name] != built[name]] == [], f"run `{verb}` and commit what it writes"


def test_the_reports_bundle_adds_no_element_and_no_address() -> None:
    for name, element in (("report.js", "</script"), ("report.css", "</style")):
        text = (BUNDLE / name).read_text(encoding="utf-8")
        assert element not in text.lower()
        assert "<!--" not in text
        assert "http" not in text.replace("http://www.w3.org/", "")
