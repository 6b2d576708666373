"""The search declares and tries exactly where the library's rules say that this wins."""

from __future__ import annotations

import random

import pytest

from komadai import Board
from komadai._core import Search
from komadai.impasse import ImpasseRule, after_move, declare
from tests.rules.positions import position_near_a_try, position_with_kings_entered
from tests.search.thoughts import think


@pytest.mark.parametrize("rule", [ImpasseRule.POINTS_27, ImpasseRule.POINTS_24])
def test_the_search_declares_where_a_declaration_wins(rule: ImpasseRule) -> None:
    dice = random.Random(rule.value)
    wins = 0
    for _ in range(300):
        board = Board(position_with_kings_entered(dice).sfen())
        if not len(board.legal_moves):
            continue
        winning = declare(board, rule).winner is board.turn
        search = Search(4)
        search.arm()
        declares = search.go(board, depth=1, impasse=rule)[2]
        assert declares is winning, board.sfen()
        wins += winning
    assert wins >= 10


@pytest.mark.parametrize("rule", [ImpasseRule.TRY, ImpasseRule.TRY_ONE_KING])
def test_the_search_finds_a_try_exactly_where_one_wins(rule: ImpasseRule) -> None:
    dice = random.Random(rule.value)
    tries = 0
    for _ in range(300):
        board = Board(position_near_a_try(dice).sfen())
        ends = []
        for move in board.legal_moves:
            board.push(move)
            end = after_move(board, rule)
            ends.append(end is not None or board.outcome() is not None)
            tries += end is not None
            board.pop()
        _, report = think(board, depth=2, impasse=rule)
        assert (report["mate"] == 1) is any(ends), board.sfen()
    assert tries >= 10
