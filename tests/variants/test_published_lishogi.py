"""The numbers of legal moves in the tests of shogiops, lishogi's library, which is not in this repository.

The environment variable KOMADAI_SHOGIOPS names a checkout of github.com/WandererXII/shogiops; without it
these tests are skipped.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from komadai.variants import Board
from tests.variants.lishogi import texts_of_lishogi

CASE = re.compile(r"\[\s*'([^']+)',\s*(\d+),\s*(\d+)\s*\]")
MAX_POSITIONS = 3_000_000
"""Positions with more leaves are left out."""


def cases(name: str) -> list[tuple[str, int, int]]:
    """Position, depth and number of leaves of each case in a file of fixtures."""
    folder = os.environ.get("KOMADAI_SHOGIOPS", "")
    if not folder:
        pytest.skip("KOMADAI_SHOGIOPS does not name a checkout of github.com/WandererXII/shogiops")
    text = (Path(folder) / "test" / "fixtures" / f"{name}.ts").read_text("utf-8")
    return [(sfen, int(depth), int(leaves)) for sfen, depth, leaves in CASE.findall(text)]


@pytest.mark.parametrize(
    ("name", "variant"),
    [
        ("perftDobutsu", "dobutsu"),
        ("perftKyotoshogi", "kyoto"),
        ("perftMinishogi", "minishogi"),
        ("perftStandard", "shogi"),
    ],
)
def test_the_counts_are_those_of_lishogi(name: str, variant: str) -> None:
    counted = [case for case in cases(name) if case[2] <= MAX_POSITIONS]
    assert len(counted) > 200
    assert [case for case in counted if Board(variant, case[0]).perft(case[1]) != case[2]] == []


def test_the_numbers_of_legal_moves_of_chu_are_those_of_lishogi() -> None:
    counted = cases("perftChushogi")
    assert len(counted) > 200
    different = [case for case in counted if len(texts_of_lishogi(Board("chu", case[0]))) != case[2]]
    assert different == []
