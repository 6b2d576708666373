"""Lists that are spooled to disk and written as JSON."""

from __future__ import annotations

import io
import json

import pytest

from komadai.cli.shared.json_list import JsonList


@pytest.mark.parametrize("count", [0, 1, 2, 30_000])
def test_a_spooled_list_is_written_as_the_list(count: int) -> None:
    values: list[object] = [{"game": number, "lost": ["3 times", "\ud800 三\n"]} for number in range(count)]
    stream = io.StringIO()
    with JsonList() as spool:
        for value in values:
            spool.append(value)
        spool.write_to(stream)
    assert json.loads(stream.getvalue()) == values
