"""Test `motif web`: its messages if something is missing, and serving until it is ended."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import webbrowser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest

from command_line import Motif, caller
from motif.web import app
from motif.web.schema import document
from motif.web.settings import LOOPBACK, PAGE, Settings


@pytest.fixture
def motif(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_folder: Path) -> Motif:
    return caller(monkeypatch, capsys)


def test_without_a_built_page_it_says_what_to_run(motif: Motif, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "INDEX", "never-built.html")
    code, _, complaints = motif("web", "--port", "0")
    assert code == 2
    assert "the page is not built" in complaints
    assert "make web" in complaints


def test_the_schema_is_printed_as_it_is(motif: Motif) -> None:
    code, printed, _ = motif("web", "--schema")
    assert code == 0
    assert printed == document()
    assert json.loads(printed)["openapi"]


def test_it_serves_until_ctrl_c(tmp_path: Path) -> None:
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").write_text("<title>Motif</title>")
    code = f"""
from pathlib import Path
from motif.web.settings import Settings
from motif.web.app import serve
if __name__ == "__main__":
    folder = Path({str(tmp_path)!r})
    settings = Settings(port=0, data=folder, deck=folder / "deck", page=folder / "page", workers=1)
    serve(settings, lambda text: print(text, flush=True))
"""
    script = tmp_path / "serving_here.py"
    script.write_text(code)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
        assert found
        assert "<title>Motif" in httpx.get(found[0], trust_env=False, timeout=30).text
        process.send_signal(signal.SIGINT)
        assert process.wait(30) in (0, -signal.SIGINT, 130)


def answering(body: bytes) -> ThreadingHTTPServer:
    """A web server on a free port that gives everybody this body."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer((LOOPBACK, 0), Answer)
    Thread(target=server.serve_forever, daemon=True).start()
    return server


def test_a_second_start_opens_the_page_of_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    first = answering((PAGE / "manifest.json").read_bytes())
    said, opened = list[str](), list[str]()
    monkeypatch.setattr(webbrowser, "open", opened.append)
    app.serve_once(Settings(port=first.server_port), said.append, is_opened=True)
    first.shutdown()
    first.server_close()
    here = f"http://127.0.0.1:{first.server_port}"
    assert said == [f"Motif is running already, at {here}"]
    assert opened == [here]


@pytest.mark.parametrize("body", [b"[1]", b"{}", b"not JSON", b'{"name": "Other"}'])
def test_the_port_is_left_to_another_program(body: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    ports: list[int] = []

    def note(taken: socket.socket, *_: object, **__: object) -> None:
        ports.append(taken.getsockname()[1])
        taken.close()

    monkeypatch.setattr(app, "serve_at", note)
    other = answering(body)
    app.serve_once(Settings(port=other.server_port), print)
    other.shutdown()
    other.server_close()
    assert ports
    assert ports != [other.server_port]


@pytest.mark.parametrize(
    ("option", "value", "complaint"),
    [
        ("--engine", "sherlock", "there is no engine called 'sherlock'"),
        ("--cluster", "nonsense", "is not the address of a cluster"),
    ],
)
def test_what_cannot_work_is_refused_before_it_serves(motif: Motif, option: str, value: str, complaint: str) -> None:
    code, _, complaints = motif("web", option, value)
    assert code == 2
    assert complaint in complaints
