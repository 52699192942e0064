"""The script and the style of the report that git keeps are those that the sources in web/ give."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from motif.report.page import HERE

WEB = Path(__file__).parents[2] / "web"
VITE = WEB / "node_modules" / "vite" / "bin" / "vite.js"
NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None or not VITE.is_file(), reason="Vite is not here: npm ci in web/")
def test_the_bundle_is_what_its_sources_give(tmp_path: Path) -> None:
    assert NODE is not None
    build = [NODE, str(VITE), "build", "--config", "vite.report.config.ts", "--logLevel", "error"]
    subprocess.run([*build, "--outDir", str(tmp_path)], cwd=WEB, check=True)
    kept, built = (
        {path.name: path.read_bytes() for path in folder.iterdir()} for folder in (HERE / "bundle", tmp_path)
    )
    assert kept.keys() == built.keys()
    assert [name for name in kept if kept[name] != built[name]] == [], "run `make web-report` and commit what it writes"


def test_the_bundle_adds_no_element_and_no_address() -> None:
    for name, element in (("report.js", "</script"), ("report.css", "</style")):
        text = (HERE / "bundle" / name).read_text(encoding="utf-8")
        assert element not in text.lower()
        assert "<!--" not in text
        assert "http" not in text.replace("http://www.w3.org/", "")
