"""The beeps of the last ten seconds, as on the page: one each second before a period or the game is lost."""

from __future__ import annotations

from typing import Final

from komadai.clock import ClockFace

URGENT_MS: Final = 10_000
_SECOND_MS: Final = 1_000


def next_change(face: ClockFace) -> tuple[int, bool]:
    """The milliseconds until the reading may beep or its phase ends, and whether it beeps then.

    Main time before byoyomi does not beep: nothing is lost at its end.
    """
    left = face.remaining_ms
    if face.phase == "main" and face.byoyomi_ms:
        return left, 0 < face.byoyomi_ms <= URGENT_MS
    if left > URGENT_MS:
        return left - URGENT_MS, True
    step = left % _SECOND_MS or _SECOND_MS
    return min(step, left), left - step >= _SECOND_MS
