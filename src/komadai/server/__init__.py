"""The server: games, clocks, engines and the page, for people with a browser.

>>> from komadai.server import run                        # doctest: +SKIP
>>> run(port=8123)                                        # doctest: +SKIP

`komadai.server.app.create_app` gives the bare ASGI application. docs/wire.md says what it
and the page tell each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai.server.errors import StartError

if TYPE_CHECKING:
    from komadai.server.serve import run

__all__ = ["StartError", "run"]


def __getattr__(name: str) -> object:
    # Litestar and SQLAlchemy take half a second; the terminal needs only the pure game.
    if name == "run":
        from komadai.server.serve import run

        return run
    raise AttributeError(f"module 'komadai.server' has no attribute {name!r}")
