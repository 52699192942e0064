"""Test the examples in docstrings."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from collections import defaultdict
from pathlib import Path

import pytest

import motif

MODULES = [module.name for module in pkgutil.walk_packages(motif.__path__, "motif.") if module.name != "motif.__main__"]


def _by_package() -> dict[str, list[str]]:
    """The modules of each package directly below `motif`; a single module counts as a package."""
    packages: dict[str, list[str]] = defaultdict(list)
    for name in MODULES:
        packages[name.split(".")[1]].append(name)
    return packages


PACKAGES = _by_package()


@pytest.mark.parametrize("package", PACKAGES)
def test_examples_answer_what_they_show(package: str) -> None:
    failed = {name: doctest.testmod(importlib.import_module(name)).failed for name in PACKAGES[package]}
    assert {name: count for name, count in failed.items() if count} == {}


def test_every_file_is_tried() -> None:
    root = Path(motif.__path__[0])
    files = {".".join(file.relative_to(root.parent).with_suffix("").parts) for file in root.rglob("*.py")}
    tried = {name for names in PACKAGES.values() for name in names}
    assert {name.removesuffix(".__init__") for name in files} - tried == {"motif", "motif.__main__"}
