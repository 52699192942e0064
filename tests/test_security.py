"""Test that SECURITY.md lists the modules that open connections: those that import a package for sockets."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"

CONNECTING = {
    "socket",
    "socketserver",
    "ssl",
    "ftplib",
    "smtplib",
    "telnetlib",
    "xmlrpc",
    "http.client",
    "http.server",
    "urllib.request",
    "httpx",
    "requests",
    "aiohttp",
    "websockets",
    "uvicorn",
    "distributed",
    "dask.distributed",
    "fsspec",
}
"""The packages that open sockets."""


def imported(module: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def connects(module: Path) -> bool:
    return any(name == package or name.startswith(f"{package}.") for name in imported(module) for package in CONNECTING)


def test_the_modules_that_connect_are_those_of_the_table() -> None:
    found = {str(module.relative_to(SOURCE)) for module in SOURCE.rglob("*.py") if connects(module)}
    assert found == set(re.findall(r"^\| `([^`]+\.py)` \|", (ROOT / "SECURITY.md").read_text(), re.MULTILINE))


def test_no_module_opens_a_connection_by_asyncio_or_the_core() -> None:
    words = re.compile(r"open_connection|create_connection|start_server|create_server|create_datagram_endpoint")
    assert [module.name for module in SOURCE.rglob("*.py") if words.search(module.read_text())] == []
    core = (ROOT / "core" / "src").rglob("*.rs")
    assert [module.name for module in core if "std::net" in module.read_text()] == []
