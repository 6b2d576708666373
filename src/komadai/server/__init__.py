"""The server: games, clocks, engines and the page, for people with a browser.

>>> from komadai.server import run                        # doctest: +SKIP
>>> run(port=8123)                                        # doctest: +SKIP

`komadai.server.app.create_app` gives the bare ASGI application. docs/wire.md says what it
and the page tell each other.
"""

from __future__ import annotations

from komadai.server.refusals import StartError
from komadai.server.serve import run

__all__ = ["StartError", "run"]
