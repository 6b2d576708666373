"""``komadai show`` with records of variants."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from komadai import kifu
from komadai.variants import Board
from tests.cli.records.shown import show

LION = "variant chu sfen 6k5/12/12/6p5/6p5/6N5/12/12/12/12/12/6K5 b - 1 moves 6f6e6f 6a6b 6f6d"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a short game of chu, with a variation, a comment and a resignation, as KIF."""
    game = kifu.read(LION, variants=True)
    game.headers |= {"black": "Ichiro", "white": "Jiro"}
    game.root.children[0].comment = "It does not move."
    (tmp_path / "chu.kif").write_text(kifu.write(game, "kif"), encoding="utf-8")
    return tmp_path


def test_the_position_the_moves_and_the_comment(folder: Path) -> None:
    run = show("chu.kif", "--ply", "1", cwd=folder)
    text = run.stdout.decode()
    assert run.returncode == 0, run.stderr
    assert "Chu shogi" in text
    assert "Ichiro" in text
    assert "▶    1  ▲Lnx!6e" in text
    assert "It does not move." in text
    assert text.count("獅") == 1
    assert text.count("v歩") == 1


def test_in_japanese_with_white_at_the_bottom(folder: Path) -> None:
    text = show("chu.kif", "--lang", "ja", "--flip", cwd=folder).stdout.decode()
    assert "中将棋" in text
    assert "▲６五・６六獅子" in text
    rows = [line for line in text.splitlines() if line.endswith((" 一", " 十二"))]
    assert [row.split()[-1] for row in rows] == ["十二", "一"]


@pytest.mark.parametrize("name", ["dobutsu", "taikyoku"])
def test_boards_of_any_size(tmp_path: Path, name: str) -> None:
    run = show("startpos", "--variant", name, cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    board = Board(name)
    text = run.stdout.decode()
    for rank in range(board.variant.ranks):
        assert f" {board.square_name(rank)[1:]}\n" in text


@pytest.mark.parametrize("faces", [(), ("--faces", "two")])
def test_a_picture(folder: Path, faces: tuple[str, ...]) -> None:
    run = show("chu.kif", "--svg", "-o", "chu.svg", *faces, cwd=folder)
    assert run.returncode == 0, run.stderr
    assert ElementTree.parse(folder / "chu.svg").getroot().tag.endswith("svg")


def test_a_png_has_the_proportions_of_the_board(folder: Path) -> None:
    run = show("chu.kif", "--png", "--size", "400", "-o", "chu.png", cwd=folder)
    assert run.returncode == 0, run.stderr
    with Image.open(folder / "chu.png") as picture:
        assert picture.width == 400
        assert 400 < picture.height < 480


@pytest.mark.parametrize("kind", ["--gif", "--html"])
def test_other_kinds_are_refused_by_name(folder: Path, kind: str) -> None:
    run = show("chu.kif", kind, cwd=folder)
    assert run.returncode == 2
    assert b"games of variants are shown" in run.stderr
    assert b"Traceback" not in run.stderr


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("chu.kif", "--ply", "9"), b"the game has 3 moves"),
        (("chu.kif", "--svg", "--faces", "yuji"), b"have the faces"),
        (("startpos", "--variant", "nosuch"), b"no variant is named nosuch"),
        (("startpos", "--variant", "nosuch.toml"), b"nosuch.toml"),
        (("variant", "nosuch", "startpos"), b"nosuch"),
    ],
)
def test_what_cannot_be_shown(folder: Path, words: tuple[str, ...], reason: bytes) -> None:
    run = show(*words, cwd=folder)
    assert run.returncode in (1, 2)
    assert reason in run.stderr
    assert b"Traceback" not in run.stderr
