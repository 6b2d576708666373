"""The text of ``komadai --version``."""

from __future__ import annotations

import platform

import komadai


def versions() -> dict[str, str]:
    """The versions of Komadai and Python, and the platform."""
    return {
        "komadai": komadai.__version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
    }


def version_line() -> str:
    """The same as a line of text."""
    facts = versions()
    return f"Komadai {facts['komadai']} (Python {facts['python']}, {facts['platform']})"
