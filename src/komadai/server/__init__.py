"""The server: games, clocks, engines and the page in the browser.

>>> from komadai.server import run                        # doctest: +SKIP
>>> run(port=8123)                                        # doctest: +SKIP

`komadai.server.app.create_app` gives the bare ASGI application. docs/wire.md describes
the messages between server and page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai.server.errors import StartError

if TYPE_CHECKING:
    from komadai.server.serve import run

__all__ = ["StartError", "run"]


def __getattr__(name: str) -> object:
    # Importing Litestar and SQLAlchemy takes half a second, and StartError does not need them.
    if name == "run":
        from komadai.server.serve import run

        return run
    raise AttributeError(f"module 'komadai.server' has no attribute {name!r}")
