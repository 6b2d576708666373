"""How many examples the longest tests compare: some in each run, all with ``make nightly``."""

from __future__ import annotations

import os
from typing import Final

NIGHTLY: Final = os.environ.get("KOMADAI_NIGHTLY") == "1"


def examples(usual: int, nightly: int) -> int:
    """The number of examples in this run."""
    return nightly if NIGHTLY else usual
