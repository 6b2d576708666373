"""The keys of variants: a name with the options that are not at their defaults."""

from __future__ import annotations

import pytest

from komadai.errors import VariantError
from komadai.play.boards import board_of, read_key, variant_key, variant_of
from komadai.variants import NAMES, Board, Variant


def test_every_variant_with_its_defaults_is_known_by_its_name() -> None:
    for name in NAMES:
        assert variant_key(name, {}) == name
        assert variant_of(name) == Variant.named(name)


def test_every_value_of_every_option_is_read_back() -> None:
    for name in NAMES:
        for option in Variant.named(name).options:
            for value in option.values:
                chosen = {option.name: value.name}
                key = variant_key(name, chosen)
                assert read_key(key) == (name, {} if value.name == option.default else chosen)
                assert variant_of(key) == Variant.named(name, **chosen)


def test_a_board_has_the_rules_of_its_options() -> None:
    board = board_of("heian:board=9x9", Variant.named("heian", board="9x9").sfen)
    assert isinstance(board, Board)
    assert board.variant.ranks == 9


def test_an_option_that_does_not_exist_is_refused() -> None:
    for key in ("chu:rules=fide", "chu:size=12", "chess"):
        with pytest.raises(VariantError):
            variant_of(key)
