"""What stops a command although its input was right."""

from __future__ import annotations

from komadai.errors import KomadaiError


class Failure(KomadaiError):
    """The command could not do its work (a file not written, a port taken); the text says why."""
