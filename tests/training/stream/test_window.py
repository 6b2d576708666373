"""The window keeps the newest positions, and an epoch takes at most ten of each game."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from komadai.errors import RangeError
from komadai.training.stream.window import GAME_POSITIONS, Window

HELD_OUT_GAME = 64


def records(game: int, count: int) -> bytes:
    """Records that begin with the numbers of their game and of their position."""
    rows = np.zeros((count, 10), np.uint32)
    rows[:, 0], rows[:, 1] = game, np.arange(count)
    return rows.tobytes()


def content(window: Window, places: np.ndarray) -> list[tuple[int, int]]:
    """Game and position of the records at these places."""
    rows = window.files.raw(0)[places].copy().view(np.uint32)
    return [(int(row[0]), int(row[1])) for row in rows]


def test_the_newest_positions_stay(tmp_path: Path) -> None:
    window = Window(tmp_path, 320)
    for game in range(1, 300):  # the file is written twice
        assert window.add(game, records(game, 9)) == 9
        window.flush()
    assert len(window) == 320
    assert {game for game, _ in content(window, window.epoch(1))} == set(range(264, 300))


def test_an_epoch_has_up_to_ten_positions_of_a_game(tmp_path: Path) -> None:
    window = Window(tmp_path, 3200)
    counts = {1: 1, 2: 9, 3: 10, 4: 11, 5: 40, 6: 100}
    for game, count in counts.items():
        window.add(game, records(game, count))
    found = content(window, window.epoch(1))
    assert len(set(found)) == len(found)
    assert Counter(game for game, _ in found) == {
        game: min(count, GAME_POSITIONS) for game, count in counts.items()
    }


def test_each_position_of_a_game_comes_up_in_some_epoch(tmp_path: Path) -> None:
    window = Window(tmp_path, 3200)
    window.add(1, records(1, 37))
    counts = Counter(position for seed in range(200) for _, position in content(window, window.epoch(seed)))
    assert set(counts) == set(range(37))
    assert max(counts.values()) < 3 * min(counts.values())


def test_games_that_are_held_out_are_not_in_an_epoch(tmp_path: Path) -> None:
    window = Window(tmp_path, 3200)
    for game in (HELD_OUT_GAME - 1, HELD_OUT_GAME, HELD_OUT_GAME + 1):
        window.add(game, records(game, 5))
    assert {game for game, _ in content(window, window.epoch(1))} == {HELD_OUT_GAME - 1, HELD_OUT_GAME + 1}
    assert content(window, window.held_out(3)) == [(HELD_OUT_GAME, 2), (HELD_OUT_GAME, 3), (HELD_OUT_GAME, 4)]


def test_epochs_of_the_same_window_differ(tmp_path: Path) -> None:
    window = Window(tmp_path, 3200)
    window.add(1, records(1, 100))
    assert content(window, window.epoch(1, 7)) == content(window, window.epoch(1, 7))
    assert content(window, window.epoch(1, 7)) != content(window, window.epoch(1, 8))


def test_an_empty_window_has_no_epoch(tmp_path: Path) -> None:
    window = Window(tmp_path, 320)
    assert len(window.epoch(1)) == len(window.held_out(10)) == 0


def test_what_was_not_flushed_does_no_harm(tmp_path: Path) -> None:
    window = Window(tmp_path, 320)
    for game in range(1, 300):
        window.add(game, records(game, 9))
        window.flush()
    before = content(window, np.sort(window.epoch(1)))
    flushed = window.flushed
    window.add(300, records(300, 1_000))  # and then a kill
    again = Window(tmp_path, 320, flushed)
    assert content(again, np.sort(again.epoch(1))) == before


@pytest.mark.skipif(not hasattr(os, "posix_fallocate"), reason="a POSIX call")
def test_the_room_on_the_disk_is_taken_at_once(tmp_path: Path) -> None:
    Window(tmp_path, 20_000)
    status = (tmp_path / "window.psv").stat()
    assert status.st_blocks * 512 >= status.st_size >= 20_000 * 40


def test_more_than_the_spare_room_must_be_flushed_first(tmp_path: Path) -> None:
    window = Window(tmp_path, 320)
    assert window.spare == 1_000
    window.add(1, records(1, 995))
    with pytest.raises(RangeError, match="up to 5 positions, got 6"):
        window.add(2, records(2, 6))
    window.flush()
    assert window.add(2, records(2, 6)) == 6
