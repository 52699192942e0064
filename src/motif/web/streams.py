"""Show pages the state of long work while it changes, as server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Generic, TypeVar

from fastapi.responses import StreamingResponse

from motif.web.shapes import Shape

SECONDS_BETWEEN_EVENTS = 0.1
HEARTBEAT_SECONDS = 5.0
"""After this time a silent stream sends a comment, which shows that the work goes on."""

EVENTS: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
        "description": "Events called `state`, whose data is the whole state, until the work is over.",
    }
}


class State(Shape):
    """The state of long work."""

    @property
    def is_over(self) -> bool:
        raise NotImplementedError


S = TypeVar("S", bound=State)


class Followed(Generic[S]):
    """A long task in the server, followed by any number of pages; only the event loop changes its state."""

    def __init__(self, shape: S) -> None:
        self.shape = shape
        self.running: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()

    def update(self, **changes: Any) -> None:  # noqa: ANN401 - the fields of the state
        self.shape = self.shape.model_copy(update=changes)
        self._changed.set()
        self._changed = asyncio.Event()

    async def states(self) -> AsyncIterator[S | None]:
        """Yield the state now and after changes until the work is over; None if there was no change for a while."""
        seen: S | None = None
        while True:
            changed, shape = self._changed, self.shape
            if shape is not seen:
                seen = shape
                yield shape
                if shape.is_over:
                    return
                await asyncio.sleep(SECONDS_BETWEEN_EVENTS)
                continue
            try:
                await asyncio.wait_for(changed.wait(), HEARTBEAT_SECONDS)
            except TimeoutError:
                yield None

    def stream(self) -> StreamingResponse:
        """The states as server-sent events; a client may reconnect at any time."""
        return StreamingResponse(self._events(), media_type="text/event-stream")

    async def _events(self) -> AsyncIterator[str]:
        async for shape in self.states():
            if shape is None:
                yield ": still here\n\n"
            else:
                yield f"event: state\ndata: {shape.model_dump_json(by_alias=True)}\n\n"
