"""The errors of a session with a CSA server or client."""

from __future__ import annotations

from komadai.errors import KomadaiError


class CsaProtocolError(KomadaiError, ValueError):
    """A line or block of the other side does not follow the protocol."""


class CsaConnectionError(KomadaiError):
    """A server cannot be reached, or the connection to it was lost."""

    exit_status = 1


class CsaRefused(KomadaiError):
    """The server refuses the login."""
