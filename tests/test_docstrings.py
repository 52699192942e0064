"""Examples in docstrings are executed: what is executed stays true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import motif

MODULES = [module.name for module in pkgutil.walk_packages(motif.__path__, "motif.") if module.name != "motif.__main__"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_answer_what_they_show(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
