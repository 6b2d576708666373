"""The clock of an event."""

from __future__ import annotations

CLOCK = {"main_ms": 600_000}
