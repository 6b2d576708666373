"""How far the layout of a page may shift."""

from __future__ import annotations

MAX_SHIFT = 0.02
"""The sum of a page's layout shifts, from its first paint to rest."""
