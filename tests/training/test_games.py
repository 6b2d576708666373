"""Lines of training files: read, written, refused."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from komadai.training.games import NO_SCORE, TrainingDataError, TrainingGame, parse_line, read_games

GAME = TrainingGame(("7g7f", "3c3d"), 1.0, 1, (NO_SCORE, -12), "checkmate")


def test_a_line_says_the_same_when_it_is_read_again() -> None:
    assert parse_line(GAME.line()) == GAME


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("", "expected"),
        ("b mate 1\t7g7f", "expected"),
        ("x mate 1\t7g7f\t5", "expected"),
        ("b mate one\t7g7f\t5", "expected"),
        ("b mate 1\t7g7f 3c3d\t5", "a score for each of 2 moves, got 1"),
        ("b mate 1\t7g7f\tfive", "whole numbers"),
    ],
)
def test_other_lines_are_refused(line: str, wrong: str) -> None:
    with pytest.raises(TrainingDataError, match=wrong):
        parse_line(line)


def test_files_are_read_compressed_or_not_and_errors_name_the_line(tmp_path: Path) -> None:
    plain, packed = tmp_path / "games.tsv", tmp_path / "games.tsv.gz"
    text = GAME.line() + "\n\n" + GAME.line() + "\n"
    plain.write_text(text)
    packed.write_bytes(gzip.compress(text.encode()))
    assert list(read_games(plain)) == list(read_games(packed)) == [GAME, GAME]
    plain.write_text(text + "nonsense\n")
    with pytest.raises(TrainingDataError, match=r"games\.tsv: line 4: expected"):
        list(read_games(plain))


def test_of_json_lines_odds_games_and_games_without_a_result_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(
        '{"moves": "7g7f 3c3d", "result": "0-1"}\n'
        '{"moves": "7g7f", "result": ""}\n'
        '{"moves": "7g7f", "result": "1-0", "handicap": "lance"}\n'
    )
    assert list(read_games(path)) == [TrainingGame(("7g7f", "3c3d"), 0.0)]
