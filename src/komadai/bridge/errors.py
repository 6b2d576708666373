"""Why a bridge ends."""

from __future__ import annotations

from komadai.errors import KomadaiError


class BridgeError(KomadaiError):
    """The bridge cannot go on. Its code is a key of ``komadai.message_texts.bridge.BRIDGE``."""

    exit_status = 1


class BridgeConnectionError(BridgeError):
    """The server cannot be reached, or the connection was lost."""


class BridgeRefused(BridgeError):
    """The server does not take the engine, and would not the next time: a wrong token, for example."""
