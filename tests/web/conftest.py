"""Fixtures for the tests of the server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from web.served import Served, serving, settings_in


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("web")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOTIF_CACHE", str(folder / "cache"))
        with serving(settings_in(folder)) as running:
            yield running
