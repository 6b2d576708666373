"""The table of formats: what can be read and written, and under which names."""

from __future__ import annotations

from pathlib import Path

import pytest

from komadai import Move, kifu
from komadai.errors import RecordError, UnknownStyleError
from komadai.kifu import FORMATS, Game

UNKNOWN = "expected a format of kif, western-text, ki2"


def usi(game: Game) -> str:
    return " ".join(map(str, game.moves()))


@pytest.fixture
def game() -> Game:
    made = Game()
    made.extend(map(Move.from_usi, ("7g7f", "3c3d")))
    made.root.children[0].comment = "One of the two usual moves."
    made.root.add(Move.from_usi("2g2f"))
    return made


def test_each_format_says_whether_it_can_be_read_and_written(game: Game) -> None:
    assert {key for key, each in FORMATS.items() if not each.can_read} == {"csa3"}
    assert {key for key, each in FORMATS.items() if not each.can_write} == {"bod", "bonanza"}
    for key, each in FORMATS.items():
        try:
            kifu.write(game, key)
        except UnknownStyleError:
            assert not each.can_write, key
        else:
            assert each.can_write, key
        try:
            kifu.read("", key)
        except UnknownStyleError:
            assert not each.can_read, key
        except RecordError:
            assert each.can_read, key


def test_the_former_name_of_western_text_stays_accepted(game: Game, tmp_path: Path) -> None:
    text = kifu.write(game, "western-text")
    assert kifu.write(game, "western") == text
    assert kifu.detect(text) == "western-text"
    path = tmp_path / "game.record"
    kifu.save(game, path, "western", lossy=True)
    assert path.read_text("utf-8") == text
    for found in (
        kifu.read(text, "western"),
        *kifu.read_all(text, "western"),
        *kifu.parse(text, kifu.GameBuilder(), "western"),
        *kifu.scan(path, format="western"),
    ):
        assert usi(found) == "7g7f 3c3d"
    assert kifu.losses(game, text, "western") == kifu.losses(game, text, "western-text")


def test_losses_by_the_name_of_a_format(game: Game) -> None:
    assert kifu.losses(game, "kif") == []
    for key in (*(key for key, each in FORMATS.items() if each.can_write), "western"):
        assert kifu.losses(game, key) == kifu.losses(game, kifu.write(game, key), key), key
    assert kifu.losses(game, "csa") == ["1 move in variations"]


@pytest.mark.parametrize("name", ["kfi", "bod", "KIF"])
def test_losses_refuses_a_name_in_which_nothing_can_be_written(game: Game, name: str) -> None:
    with pytest.raises(UnknownStyleError, match=f"{UNKNOWN}.*got '{name}'"):
        kifu.losses(game, name)


def test_losses_of_a_variant_by_the_name_of_a_format() -> None:
    game = kifu.VariantGame("minishogi")
    assert kifu.losses(game, "kif") == []
    with pytest.raises(UnknownStyleError, match="CSA cannot hold a game of minishogi"):
        kifu.losses(game, "csa")


def test_read_all_passes_over_what_cannot_be_read(tmp_path: Path) -> None:
    told: list[tuple[str, str]] = []

    def note(name: str, error: Exception) -> None:
        told.append((Path(name).name, type(error).__name__))

    broken, missing = tmp_path / "broken.kif", tmp_path / "missing.kif"
    broken.write_text("nothing", "utf-8")
    for source in (broken, missing, "nothing", b"nothing"):
        assert list(kifu.read_all(source, on_error=note)) == []
    with broken.open("rb") as file:
        assert list(kifu.read_all(file, on_error=note)) == []
    assert told == [
        ("broken.kif", "RecordError"), ("missing.kif", "FileNotFoundError"), ("record", "RecordError"),
        ("record", "RecordError"), ("broken.kif", "RecordError"),
    ]  # fmt: skip


def test_read_all_keeps_the_games_before_the_error() -> None:
    text = "startpos moves 7g7f\nstartpos moves 7g7f 9a9a\n"
    told: list[str] = []
    games = kifu.read_all(text, strict=True, on_error=lambda name, error: told.append(str(error)))
    assert [usi(game) for game in games] == ["7g7f"]
    assert len(told) == 1
    with pytest.raises(RecordError):
        list(kifu.read_all(text, strict=True))
