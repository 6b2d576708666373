"""Ranks from ratings, the professional scale, and the handicaps between ranks."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from komadai.handicap import HANDICAPS
from komadai.ratings.handicaps import PROPOSED, RATED_OFFSETS, is_rated, proposed
from komadai.ratings.ranks import AMATEUR, FESA, PROFESSIONAL, Rank, RankTable, professional

DATA = Path(__file__).parents[3] / "shared" / "data" / "ranks_handicaps.json"


@pytest.mark.parametrize(
    ("rating", "english", "japanese"),
    [
        (0, "15 kyu", "15級"),
        (474.9, "15 kyu", "15級"),
        (475, "14 kyu", "14級"),
        (1500, "1 kyu", "1級"),
        (1550, "1 dan", "初段"),
        (1650, "2 dan", "二段"),
        (2274, "6 dan", "六段"),
        (2500, "8 dan", "八段"),
        (4000, "8 dan", "八段"),
    ],
)
def test_a_rating_has_a_rank(rating: float, english: str, japanese: str) -> None:
    rank = AMATEUR.rank(rating)
    assert (rank.english, rank.japanese) == (english, japanese)


@pytest.mark.parametrize("table", [AMATEUR, FESA], ids=lambda table: table.name)
def test_a_stronger_rank_begins_at_a_higher_rating(table: RankTable) -> None:
    for (weaker, low), (stronger, high) in pairwise(table.bounds):
        assert low < high
        assert stronger.grade == weaker.grade + 1
        assert table.rank(high) == stronger
        assert table.rank(high - 0.1) == weaker
        assert table.lowest_rating(stronger) == high


def test_a_rank_is_shown_when_the_rating_is_settled() -> None:
    assert AMATEUR.settled_rank(1600, 110) == Rank.dan(1)
    assert AMATEUR.settled_rank(1600, 110.1) is None


def test_the_professional_scale_ends_at_9_dan_and_has_two_offsets() -> None:
    assert (PROFESSIONAL[0], PROFESSIONAL[-1]) == (Rank.kyu(6), Rank.dan(9))
    assert professional(Rank.dan(4)) == Rank.kyu(6)
    assert professional(Rank.dan(8)) == Rank.kyu(2)
    assert professional(Rank.dan(3)) is None
    assert professional(Rank.dan(6), "hare") == Rank.dan(4)
    assert professional(Rank.dan(8), "hare") == Rank.dan(6)


@pytest.mark.parametrize(
    ("stronger", "weaker", "handicap"),
    [
        (Rank.dan(1), Rank.dan(1), "even"),
        (Rank.dan(1), Rank.kyu(1), "even"),
        (Rank.dan(2), Rank.kyu(1), "lance"),
        (Rank.dan(2), Rank.kyu(2), "bishop"),
        (Rank.kyu(1), Rank.kyu(5), "rook"),
        (Rank.dan(1), Rank.kyu(5), "rook-lance"),
        (Rank.dan(3), Rank.kyu(5), "two-piece"),
        (Rank.dan(3), Rank.kyu(7), "four-piece"),
        (Rank.dan(3), Rank.kyu(8), "six-piece"),
        (Rank.kyu(15), Rank.dan(8), "six-piece"),
    ],
)
def test_a_handicap_is_proposed_by_the_difference_of_ranks(
    stronger: Rank, weaker: Rank, handicap: str
) -> None:
    assert proposed(stronger, weaker) == proposed(weaker, stronger) == handicap


def test_every_handicap_of_the_tables_can_be_played() -> None:
    keys = {handicap.key for handicap in HANDICAPS}
    assert set(RATED_OFFSETS) <= keys
    assert {handicap for _, handicap in PROPOSED} <= keys
    assert is_rated("lance")
    assert not is_rated("ten-piece")
    assert list(RATED_OFFSETS.values()) == sorted(RATED_OFFSETS.values())


@pytest.mark.skipif(not DATA.is_file(), reason="needs shared/data")
def test_the_tables_are_those_of_the_sources() -> None:
    data: dict[str, Any] = json.loads(DATA.read_text("utf-8"))
    for table, rows in ((AMATEUR, data["lishogi"]["steps"]), (FESA, [])):
        for (rank, bound), (japanese, english, low, _) in zip(table.bounds, rows, strict=False):
            assert (rank.japanese, rank.english, bound) == (japanese, english, low)
    grades = sorted((low, name) for name, low, _, _ in data["fesa"]["grades"])
    assert [(bound, rank.english) for rank, bound in FESA.bounds] == grades
    offsets = data["handicap_by_elo_difference_mso2000"]["table"]
    assert [(name.replace("+", "-"), points) for name, points in offsets] == list(RATED_OFFSETS.items())[1:]
