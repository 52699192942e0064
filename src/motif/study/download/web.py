"""Asking a site politely: one request at a time, a pause as long as it asks for, and a word for everything that fails.

Lichess wants a full minute of quiet after it says 429 (lichess.org/api, "Rate limiting"); Chess.com limits only those
who ask in parallel. The pause is an argument, so no test waits.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPException, HTTPResponse
from typing import TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from motif import __version__
from motif.errors import BadArgument, DownloadFailed

Received = TypeVar("Received")

PAUSE = 60
"""Seconds of quiet after a 429 that names no number."""

LONGEST_PAUSE = 15 * 60
MOST_PAUSES = 5
MOST_TRIES = 4
"""So often a request that broke off, or met a server in trouble, is repeated without anything new."""

LONGEST_LINE = 1 << 20
USER_AGENT = f"motif/{__version__} (studies a player's own games)"


class Unreachable(DownloadFailed):
    """Nobody answered at all: there is no network, or the site is down."""


class Cut(DownloadFailed):
    """The answer broke off; what came before it is good."""


class NotThere(DownloadFailed):
    """The site answered that there is no such thing."""


@dataclass(slots=True)
class Web:
    """How sites are asked."""

    sleep: Callable[[float], object] = time.sleep
    tell: Callable[[str], object] = lambda _: None
    timeout: float = 30.0
    _has_answered: bool = False

    def lines(self, address: str, headers: Mapping[str, str]) -> Iterator[bytes]:
        """An answer line by line as it comes; raises Cut where it breaks off."""
        with self._answer(address, headers) as answer:
            while line := _received(lambda: answer.readline(LONGEST_LINE), address):
                if len(line) == LONGEST_LINE:
                    raise DownloadFailed(f"{_host(address)} answers with a line that does not end")
                yield line

    def read(self, address: str, headers: Mapping[str, str], most: int) -> bytes:
        """A whole answer of at most so many bytes; raises Cut where it breaks off."""
        with self._answer(address, headers) as answer:
            content = _received(lambda: answer.read(most + 1), address)
        if len(content) > most:
            raise DownloadFailed(f"{_host(address)} answers with more than {most >> 20} MB")
        return content

    def repeat(self, ask: Callable[[], Received], held: Callable[[], int]) -> Received:
        """Ask again after every cut, as long as `held` grows from one to the next."""
        before, tries = held(), 0
        while True:
            try:
                return ask()
            except Cut as cut:
                tries = 1 if held() > before else tries + 1
                before = held()
                if tries == MOST_TRIES:
                    raise DownloadFailed(
                        f"{cut}, again and again", hint="what came is kept: the same command goes on from there"
                    ) from cut
                self.sleep(2**tries)

    @contextmanager
    def _answer(self, address: str, headers: Mapping[str, str]) -> Iterator[HTTPResponse]:
        pauses = troubles = 0
        while True:
            try:
                answer = self._ask(address, headers)
            except HTTPError as error:
                with error:
                    if error.code == HTTPStatus.TOO_MANY_REQUESTS and pauses < MOST_PAUSES:
                        pauses += 1
                        self._pause(_host(address), error.headers.get("Retry-After", ""))
                    elif error.code >= HTTPStatus.INTERNAL_SERVER_ERROR and troubles < MOST_TRIES - 1:
                        troubles += 1
                        self.sleep(2**troubles)
                    else:
                        raise _refusal(address, error) from None
            else:
                break
        with answer:
            yield answer

    def _ask(self, address: str, headers: Mapping[str, str]) -> HTTPResponse:
        request = Request(address, headers={"User-Agent": USER_AGENT})
        for name, value in headers.items():
            # A site that sends us elsewhere does not send our token there.
            request.add_unredirected_header(name, value)
        try:
            answer: HTTPResponse = urlopen(request, timeout=self.timeout)
        except HTTPError:
            self._has_answered = True
            raise
        except (URLError, OSError, HTTPException) as error:
            reason = getattr(error, "reason", None) or error
            words = f"{_host(address)} cannot be reached: {getattr(reason, 'strerror', None) or reason}"
            if self._has_answered:
                raise Cut(words) from error
            raise Unreachable(words, hint="is there a network? A file of games needs none") from error
        self._has_answered = True
        return answer

    def _pause(self, host: str, asked: str) -> None:
        seconds = max(PAUSE, int(asked)) if asked.isdecimal() else PAUSE
        if seconds > LONGEST_PAUSE:
            raise DownloadFailed(
                f"{host} asks for a pause of {seconds // 60} minutes", hint="what came is kept: try again then"
            )
        self.tell(f"{host} asks for a pause; going on in {seconds} seconds")
        self.sleep(seconds)


def _received(read: Callable[[], bytes], address: str) -> bytes:
    try:
        return read()
    except (OSError, HTTPException) as error:
        raise Cut(f"{_host(address)} broke off: {type(error).__name__}") from error


def _refusal(address: str, error: HTTPError) -> DownloadFailed | BadArgument:
    host = _host(address)
    if error.code in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE):
        return NotThere(f"{host} knows nothing there")
    if error.code == HTTPStatus.UNAUTHORIZED:
        return BadArgument(f"{host} does not accept the token", hint="correct LICHESS_TOKEN, or go without")
    if error.code == HTTPStatus.TOO_MANY_REQUESTS:
        return DownloadFailed(f"{host} still asks for a pause", hint="what came is kept: try again in an hour")
    return DownloadFailed(f"{host} refuses: {error.code} {error.reason}"[:200])


def _host(address: str) -> str:
    return urlsplit(address).netloc
