"""Names the browser and system that began a session, in a few words, for the list of sessions."""

from __future__ import annotations

from typing import Final

# The first name found in the header counts: Edge calls itself Chrome, and Chrome calls itself Safari.
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrom", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def device_of(user_agent: str) -> str:
    """Such as "Firefox, Linux"; empty if the header names neither a browser nor a system."""
    parts = (
        next((name for sign, name in table if sign in user_agent), "") for table in (_BROWSERS, _SYSTEMS)
    )
    return ", ".join(part for part in parts if part)
