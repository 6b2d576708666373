"""The last ten seconds at the terminal beep, as on the page."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

from komadai import Color
from komadai.cli.play.beep import next_change
from komadai.clock import Clock, TimeControl


def beeps(control: str) -> list[int]:
    """The milliseconds of a turn at which a person who does not move hears a beep."""
    clock = Clock.new(TimeControl.parse(control)).start(Color.BLACK, 0)
    assert clock.deadline is not None
    heard, at = [], 0
    while at < clock.deadline:
        wait, beep = next_change(clock.face(Color.BLACK, at))
        at += wait
        if beep and at < clock.deadline:
            heard.append(at)
    return heard


def seconds(*numbers: int) -> list[int]:
    return [number * 1000 for number in numbers]


def test_the_last_ten_seconds_of_a_game_without_byoyomi_beep() -> None:
    assert beeps("15s") == seconds(*range(5, 15))


def test_main_time_before_byoyomi_is_silent_and_byoyomi_beeps() -> None:
    assert beeps("12s+30s") == seconds(*range(32, 42))


def test_each_byoyomi_period_beeps() -> None:
    assert beeps("0s+20s*2") == seconds(*range(10, 20), *range(30, 40))


def test_a_short_byoyomi_beeps_from_its_start() -> None:
    assert beeps("5s+3s") == seconds(5, 6, 7)


@pytest.mark.parametrize(("options", "rings"), [((), True), (("--no-beep",), False)])
def test_a_terminal_rings_unless_it_is_told_not_to(options: tuple[str, ...], rings: bool) -> None:
    end, terminal = pty.openpty()
    game = subprocess.Popen(
        [sys.executable, "-m", "komadai", "play", "--level", "1", "--clock", "4s", *options],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env=os.environ | {"TERM": "xterm", "LC_ALL": "C.UTF-8"},
    )
    os.close(terminal)
    shown = b""
    try:
        while data := os.read(end, 4096):
            shown += data
    except OSError:  # the terminal was closed with the game
        pass
    finally:
        os.close(end)
    assert game.wait() == 0
    assert b"White wins" in shown
    assert (b"\a" in shown) == rings
