"""The statements that a server sends to its database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import sqlalchemy as sa


class Statements:
    """Counts the statements of requests, and of what they wait for; not those of the server's own tasks."""

    def __init__(self) -> None:
        self._counted: ContextVar[list[str] | None] = ContextVar("counted", default=None)
        self.last: list[str] = []

    @contextmanager
    def listening(self, app: Any) -> Iterator[None]:
        answering = app.asgi_handler

        async def counted(scope: Any, receive: Any, send: Any) -> None:
            if scope["type"] == "http":
                self.last = []
                self._counted.set(self.last)
            await answering(scope, receive, send)

        app.asgi_handler = counted
        sa.event.listen(sa.Engine, "before_cursor_execute", self._execute)
        try:
            yield
        finally:
            sa.event.remove(sa.Engine, "before_cursor_execute", self._execute)
            app.asgi_handler = answering

    async def of(self, call: Callable[[], Any]) -> list[str]:
        """The statements of a call within the server."""
        self.last = []
        self._counted.set(self.last)
        await call()
        return self.last

    def _execute(self, _connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        counted = self._counted.get()
        if counted is not None:
            counted.append(" ".join(statement.split()))
