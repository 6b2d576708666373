"""The corpora converted to each format and back: no difference, no warning."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from komadai import Move, kifu
from komadai.kifu import FORMATS, Game

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WRITTEN = [key for key, form in FORMATS.items() if form.can_write]
HOLDS = {
    # The losses of each format, for a CSA game with players, event, times and an ending.
    "kif": set(),
    "ki2": {"time"},
    "csa": set(),
    "csa3": set(),
    "jkf": set(),
    "psn": set(),
    "usen": {"time", "comment", "ending", "header", "engine"},
    "western-text": {"time", "comment", "ending", "header", "engine"},
    "western-numbered": {"time", "comment", "ending", "header", "engine"},
    "usi": {"time", "comment", "ending", "header", "engine"},
}


def games(folder: Path) -> Iterator[tuple[str, Game]]:
    for corpus in ("gsdb", "wcsc28"):
        for line in (folder / "games" / corpus / "games.jsonl").read_text("utf-8").splitlines():
            told = json.loads(line)
            game = Game(told.get("start") or Game().sfen)
            game.extend(map(Move.from_usi, told["moves"].split()))
            yield told["id"], game


@pytest.mark.parametrize("form", WRITTEN)
def test_every_game_survives_every_format(form: str, shared_data: Path) -> None:
    count = 0
    for name, game in games(shared_data):
        again = kifu.read(kifu.write(game, form), strict=True)
        assert (again.sfen, again.moves()) == (game.sfen, game.moves()), name
        count += 1
    assert count == 2392


@pytest.mark.parametrize("form", WRITTEN)
def test_a_championship_survives_every_format(form: str, shared_data: Path) -> None:
    """Only fields that the format cannot hold are missing afterwards, and they are reported before."""
    count = 0
    for path in sorted((shared_data / "games" / "wcsc28" / "csa").rglob("*.csa")):
        game = kifu.read(path)
        text = kifu.write(game, form)
        told = kifu.losses(game, text, form)
        unexpected = [each for each in told if not any(word in each for word in HOLDS[form])]
        assert unexpected == [], path.name
        back = kifu.read(kifu.write(kifu.read(text, strict=True), "csa"), strict=True)
        assert back.moves() == game.moves(), path.name
        if not told:
            assert kifu.losses(game, kifu.write(back, "csa3"), "csa3") == [], path.name
        count += 1
    assert count == 262
