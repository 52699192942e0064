"""Connections that are not held for ever: whoever begins a request ends its headers in time, and only so many connect.

Where there are too many, the one that has waited longest without asking anything gives way, so that a thousand
half-sent requests keep nobody out.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

from motif.interfaces.web.settings import Bounds


def protocol_of(bounds: Bounds) -> type[asyncio.Protocol]:
    """The protocol of a server with these bounds."""
    silent: dict[Bounded, None] = {}

    class Bounded(H11Protocol):
        """A connection with a clock that runs while headers are awaited."""

        _clock: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._await_headers()
            if len(self.connections) > bounds.connections:
                # It is lost a moment later, and must not be chosen again until then.
                oldest = next(iter(silent))
                oldest._hear()
                oldest.transport.abort()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.cycle is not None and not self.cycle.response_complete:
                self._hear()
            elif self.conn.trailing_data[0]:
                # A second request on the same connection has begun.
                self._await_headers()

        def connection_lost(self, exc: Exception | None) -> None:
            self._hear()
            super().connection_lost(exc)

        def _await_headers(self) -> None:
            if self._clock is None:
                silent[self] = None
                self._clock = self.loop.call_later(bounds.header_seconds, self._give_up)

        def _hear(self) -> None:
            silent.pop(self, None)
            if self._clock is not None:
                self._clock.cancel()
                self._clock = None

        def _give_up(self) -> None:
            self.transport.abort()

    return Bounded
