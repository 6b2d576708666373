"""The error of a server that cannot start."""

from __future__ import annotations

from komadai.errors import KomadaiError


class StartError(KomadaiError):
    """The server cannot start with these settings; the message is shown in the terminal."""
