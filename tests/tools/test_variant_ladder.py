"""The tool that measures the levels of the engine for variants repeats its games and continues a journal."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import variant_ladder

from komadai.variants import Board

LEVELS = range(1, 3)


def test_a_journal_is_continued_with_the_games_that_it_lacks(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    for folder in (whole, broken):
        folder.mkdir()
    variant_ladder.play("dobutsu", LEVELS, 2, 100, whole)
    lines = (whole / "dobutsu.jsonl").read_text().splitlines()
    (broken / "dobutsu.jsonl").write_text("\n".join(lines[:4]) + "\n")
    variant_ladder.play("dobutsu", LEVELS, 2, 100, broken)
    assert (broken / "dobutsu.jsonl").read_text().splitlines() == lines
    assert len(lines) == 2 * len(variant_ladder.pairs(LEVELS)) == 6


def test_the_table_counts_games_for_the_first_of_a_pair() -> None:
    games = [{"pair": ["2", "1"], "score": score} for score in (1.0, 1.0, 0.5, 0.0)]
    assert variant_ladder.table("dobutsu", games).splitlines()[-1] == "| 2 – 1 | 2 | 1 | 1 | +89 |"


def test_the_greedy_player_takes_the_most_valuable_piece() -> None:
    board = Board("minishogi", "r3k/5/r4/P3p/K3R b - 1")
    choose = variant_ladder.player("greedy", "minishogi", 0, Random(1))
    move = choose(board)
    assert move is not None
    assert move.usi() == "5d5c"
