"""Test which requests are refused: other host names, other sites, no token; every response carries the policy."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from goldens import Golden
from motif.errors import BadArgument
from motif.web.app import address, listen
from motif.web.settings import Bounds, Settings
from web.served import Served, serving, settings_in

TOKEN = "a-token-that-is-hard-to-guess"
EXPLAIN = {"fen": "r3k3/5p2/8/P2N4/8/8/5P2/4K3 w q - 0 1"}


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "[::1", "192.168.0.7"])
def test_another_name_for_this_machine_is_refused(golden: Golden, served: Served, host: str) -> None:
    answer = served.get("/api/players", headers={"host": host})
    assert answer.status_code in (400, 403)
    # An address without its port, or 0.0.0.0, would lead nowhere.
    golden(answer.json()["hint"])


@pytest.mark.parametrize("host", ["localhost:8642", "127.0.0.1", "[::1]:8642", "LOCALHOST"])
def test_the_names_of_loopback_are_known(served: Served, host: str) -> None:
    assert served.get("/api/players", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_site_changes_nothing(golden: Golden, served: Served, headers: dict[str, str]) -> None:
    for answer in (
        served.post("/api/explain", json=EXPLAIN, headers=headers),
        served.post("/api/studies", content=b'[White "x"]', headers=headers),
        served.client.delete("/api/jobs/any", headers=headers),
        served.get("/api/knowledge/rules", headers=headers),
    ):
        assert answer.status_code == 403
        golden(answer.json()["error"])


def test_the_page_itself_may_ask(served: Served) -> None:
    own = str(served.client.base_url).rstrip("/")
    headers = {"origin": own, "sec-fetch-site": "same-origin"}
    assert served.post("/api/explain", json=EXPLAIN, headers=headers).status_code == 200


@pytest.mark.parametrize("path", ["/", "/api/players", "/api/nothing", "/nothing"])
def test_every_answer_carries_the_policy(served: Served, path: str) -> None:
    headers = served.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "access-control-allow-origin" not in headers


def test_a_body_is_bounded_whether_it_says_its_size_or_not(served: Served) -> None:
    large = b"x" * (served.server.settings.bounds.body_bytes + 1)
    refused = served.post("/api/explain", content=large)
    assert (refused.status_code, refused.json()["hint"]) == (413, "")
    assert served.post("/api/explain", content=iter([large])).status_code == 413


def test_nothing_outside_the_page_is_served(served: Served) -> None:
    for path in ("/../deck.sqlite", "/%2e%2e/deck.sqlite", "/..%2fdeck.sqlite"):
        assert served.get(path).status_code == 404


@pytest.fixture(scope="module")
def beyond(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that asks for a token, as it does where other machines reach it."""
    with serving(replace(settings_in(tmp_path_factory.mktemp("beyond")), token=TOKEN)) as running:
        running.client.cookies.clear()
        yield running


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"authorization": "Bearer wrong"},
        {"authorization": TOKEN},
        {"cookie": "motif-token=wrong"},
        {"cookie": f"other={TOKEN}"},
    ],
)
def test_without_the_token_nothing_is_answered(beyond: Served, headers: dict[str, str]) -> None:
    for path in ("/", "/api/players", "/api/openapi.json"):
        assert beyond.get(path, headers=headers).status_code == 403


def test_the_token_opens_the_door(beyond: Served) -> None:
    assert beyond.get("/api/players", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 200
    assert beyond.get("/api/players", headers={"cookie": f"motif-token={TOKEN}"}).status_code == 200


def test_the_link_that_is_printed_sets_the_cookie_and_hides_the_token(beyond: Served) -> None:
    answer = beyond.get("/", params={"token": TOKEN}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    beyond.client.cookies.clear()
    assert beyond.get("/", params={"token": "wrong"}).status_code == 403


def test_a_machine_that_is_reached_by_its_number_is_known_and_by_a_strange_name_not(beyond: Served) -> None:
    headers = {"authorization": f"Bearer {TOKEN}"}
    assert beyond.get("/api/players", headers=headers | {"host": "192.168.0.7:8642"}).status_code == 200
    assert beyond.get("/api/players", headers=headers | {"host": "evil.example"}).status_code == 403


def test_it_never_listens_to_others_without_a_token(golden: Golden) -> None:
    with golden.raises(BadArgument):
        listen(Settings(host="0.0.0.0", port=0))


def test_an_unknown_host_is_not_blamed_on_the_port(golden: Golden) -> None:
    with golden.raises(BadArgument) as caught:
        listen(Settings(host="a..b", port=0, token="secret"))
    golden(caught.value.hint)


def test_a_port_in_use_is_reported(tmp_path: Path) -> None:
    taken = listen(Settings(port=0))
    try:
        with pytest.raises(BadArgument, match="cannot listen"):
            listen(Settings(port=taken.getsockname()[1]))
    finally:
        taken.close()


def test_the_link_says_where_it_is() -> None:
    assert address(Settings(port=8642)) == "http://127.0.0.1:8642"
    assert address(Settings(host="::1", port=1, token="t")) == "http://[::1]:1/?token=t"


def test_a_machine_that_listens_everywhere_is_called_by_an_address_that_others_reach() -> None:
    for host, brackets in (("0.0.0.0", ""), ("::", "[")):
        link = address(Settings(host=host, port=8642, token="t"))
        assert link.endswith(":8642/?token=t")
        assert "0.0.0.0" not in link
        assert "[::]" not in link
        assert brackets in link


def test_half_sent_headers_time_out_and_do_not_block_others(tmp_path: Path) -> None:
    bounds = Bounds(connections=8, header_seconds=1.0)
    with serving(replace(settings_in(tmp_path), bounds=bounds)) as running:
        url = running.client.base_url
        half = [socket.create_connection((url.host, url.port or 80), timeout=60) for _ in range(40)]
        try:
            for each in half:
                with suppress(OSError):
                    # Some are cut off already: there is room for eight.
                    each.sendall(b"GET /api/players HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            with httpx.Client(base_url=url, timeout=60, trust_env=False) as client:
                assert client.get("/api/players").status_code == 200
            # Each of them is cut off, sooner or later: without a word, or by a reset.
            for each in half:
                with suppress(ConnectionResetError):
                    assert each.recv(100) == b""
        finally:
            for each in half:
                each.close()
        assert running.get("/api/players").status_code == 200


def test_a_body_that_never_comes_is_refused_in_time(tmp_path: Path) -> None:
    with serving(replace(settings_in(tmp_path), bounds=Bounds(body_seconds=0.2))) as running:
        url = running.client.base_url
        with socket.create_connection((url.host, url.port or 80), timeout=60) as asking:
            asking.sendall(
                b"POST /api/explain HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                b"Content-Length: 100\r\n\r\n{"
            )
            assert asking.recv(100).startswith(b"HTTP/1.1 408 ")


FEW_FILES = """
import resource, sys
from dataclasses import replace
from pathlib import Path
from web.served import settings_in
from motif.web.app import serve
from motif.web.settings import Bounds
if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
    bounds = Bounds(connections=32, header_seconds=600)
    serve(replace(settings_in(Path(sys.argv[1])), bounds=bounds), lambda text: print(text, flush=True))
"""


def test_more_half_sent_headers_than_the_system_has_files_do_not_block_others(tmp_path: Path) -> None:
    """As 2,000 of them did where `ulimit -n` is 1024."""
    command = [sys.executable, "-c", FEW_FILES, str(tmp_path)]
    where = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    said = tmp_path / "said"
    with (
        said.open("w") as complaints,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints, text=True, env=where) as process,
    ):
        assert process.stdout is not None
        base = httpx.URL(process.stdout.readline().split()[-1])
        half = []
        try:
            for _ in range(300):
                half.append(socket.create_connection((base.host, base.port or 80), timeout=60))
                with suppress(OSError):
                    half[-1].sendall(b"GET / HTTP/1.1\r\n")
            assert httpx.get(base, timeout=60, trust_env=False).status_code == 200
        finally:
            for each in half:
                each.close()
            process.terminate()
            process.wait(120)
    assert "out of system resource" not in said.read_text()


def test_a_connection_serves_a_second_request_and_half_of_one_is_cut_off(tmp_path: Path) -> None:
    whole = b"GET /api/engine HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with serving(replace(settings_in(tmp_path), bounds=Bounds(header_seconds=2.0))) as running:
        url = running.client.base_url
        with socket.create_connection((url.host, url.port or 80), timeout=60) as asking, asking.makefile("rb") as heard:
            for _ in range(2):
                asking.sendall(whole)
                assert heard.readline() == b"HTTP/1.1 200 OK\r\n"
                length = 0
                while (line := heard.readline()) != b"\r\n":
                    name, _, value = line.partition(b":")
                    length = int(value) if name.lower() == b"content-length" else length
                heard.read(length)
            asking.sendall(whole[:30])
            with suppress(ConnectionResetError):
                assert heard.read() == b""
