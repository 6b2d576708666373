"""Failures of commands whose input was right, and the text of an error in the current language."""

from __future__ import annotations

from komadai.errors import KomadaiError


class Failure(KomadaiError):
    "The command could not do its work: a file cannot be written, a port is taken. The text is the reason."


def error_text(error: Exception) -> str:
    """The text of an error. The library's errors are in English until they carry codes."""
    return str(error)
