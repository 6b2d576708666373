"""Feature sets: the numbers of their inputs, and their king buckets."""

from __future__ import annotations

import doctest

import pytest

from komadai import RangeError
from komadai.training import features as feature_sets
from komadai.training.features import HALFKP, FeatureSet, king_buckets


def test_the_examples_in_the_documentation_run() -> None:
    results = doctest.testmod(feature_sets)
    assert results.attempted
    assert results.failed == 0


@pytest.mark.parametrize("features", [FeatureSet(), HALFKP, king_buckets(9, mirrored=True)], ids=str)
def test_a_set_is_the_same_after_json(features: FeatureSet) -> None:
    assert FeatureSet.from_dict(features.to_dict()) == features


def test_sets_of_king_buckets() -> None:
    for mirrored, counts in ((True, (1, 3, 9, 45)), (False, (1, 3, 15, 81))):
        for count in counts:
            features = king_buckets(count, mirrored=mirrored)
            squares = range(45 if mirrored else 81)
            assert {features.bucket_of[square] for square in squares} == set(range(count))
    with pytest.raises(RangeError, match="one of 1, 3, 9, 45, got 7"):
        king_buckets(7, mirrored=True)
    with pytest.raises(RangeError, match="below 2"):
        FeatureSet(buckets=2, bucket_of=bytes([2]) * 81)
