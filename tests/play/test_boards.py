"""The keys of variants: a name with the options that are not at their defaults; the rules of a board."""

from __future__ import annotations

import pytest

import komadai
from komadai.errors import VariantError
from komadai.impasse import ImpasseRule
from komadai.play.boards import GameBoard, board_of, read_key, read_move, rules_of, variant_key, variant_of
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


def written(board: GameBoard, usi: str) -> tuple[object, ...]:
    """What the move captures, its texts, and how it is spoken in both languages."""
    rules, move = rules_of(board), read_move(board, usi)
    texts = rules.texts(board, move)
    return rules.captured(board, move), *texts, *rules.spoken(board, move, texts[0])


def test_a_move_of_shogi_has_three_notations() -> None:
    board = komadai.Board("4k4/9/4p4/4P4/9/9/9/9/4K4 b - 1")
    texts = "P", "▲5三歩成", "Px5c+", "Px53+", "pawn takes pawn on 5 c, promotes", "先手 ５三 歩 なり"
    assert written(board, "5d5c+") == texts


def test_a_lion_that_captures_twice_is_written_with_both_squares() -> None:
    board = Board("chu", "12/12/12/5gp5/5N6/12/12/12/12/12/12/k10K b - 1")
    texts = "P", "７四・６四獅子", "Lnx7dx6d", "Lnx7dx6d", "Lion 7d, 6d", "７四・６四獅子"
    assert written(board, "7e7d6d") == texts


def test_a_piece_that_is_dropped_captures_nothing() -> None:
    board = Board("minishogi", "4k/5/5/5/K4 b P 1")
    assert written(board, "P*3c") == (None, "３三歩兵打", "P*3c", "P*3c", "Pawn drop 3c", "３三歩兵打")


def test_only_shogi_has_a_rule_for_impasse() -> None:
    for rule in ImpasseRule:
        assert rules_of(komadai.Board()).impasse(rule) is rule
        assert rules_of(Board("minishogi")).impasse(rule) is ImpasseRule.NONE
