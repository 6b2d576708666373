"""Accounts with hashes that are cheap to compute."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from komadai.server.people import passwords


@pytest.fixture(scope="module", autouse=True)
def cheap_hashes() -> Iterator[None]:
    """Makes each hash take a millisecond in place of a tenth of a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "MEMORY_KIB", 64)
        patch.setattr(passwords, "PASSES", 1)
        yield
