"""The wire types of home engines for the page; the messages of a bridge are in `komadai.bridge.messages`."""

from __future__ import annotations

import msgspec


class HomeEngineView(msgspec.Struct, frozen=True, kw_only=True):
    """An engine on a machine of the account's owner that is connected now."""

    name: str
    """The name that its owner gave it."""
    engine: str
    """Its own name."""
    threads: int | None
    since_ms: int
    token: str
    """The id of the token with which it has connected."""
    searching: bool


class HomeEngineList(msgspec.Struct, frozen=True):
    """The account's home engines that are connected now, by name."""

    engines: list[HomeEngineView]
