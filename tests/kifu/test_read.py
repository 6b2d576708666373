"""The format of a text is detected from its contents, even if the text is short."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from komadai import Board, kifu
from komadai.errors import RecordError
from komadai.kifu import FORMATS
from komadai.notation import bod
from tests.kifu.trees import random_tree

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"
DIAGRAM = bod.write(Board.handicap("two-piece"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("PI\n+\n", "csa"),
        ("PI82HI22KA\n-\n", "csa"),
        ("P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI *  *  *  *  * -KA * \n+\n", "csa"),
        ("P-51OU\nP+42KI00FU\nP-00AL\n+\n", "csa"),
        ("N+a\nN-b\n+\n", "csa"),
        ("'CSA encoding=UTF-8\nV3.0\n", "csa"),
        ("$EVENT:x\nPI\n+\n", "csa"),
        ("+7776FU\n-3334FU\n", "csa"),
        ("7776FU\n3334FU\n", "csa"),
        ("PI,+,+7776FU,-3334FU,%TORYO", "csa"),
        ("7776FU3334FU", "bonanza"),
        ("+7776FU-3334FU", "bonanza"),
        (f"{START} b - 1", "usi"),
        (f"{START} b -", "usi"),
        (f"sfen {START} b - 1\nsfen {START} w - 2\n", "usi"),
        (f"position sfen {START} b - 1 moves 7g7f", "usi"),
        ("position startpos", "usi"),
        ("startpos", "usi"),
        ("7g7f 3c3d 2g2f", "usi"),
        (DIAGRAM, "bod"),
        (f"作者：伊藤看寿\n{DIAGRAM}\n", "bod"),
        (f"手合割：その他\n{DIAGRAM}\n", "kif"),
        (f"{DIAGRAM}\n手数----指手---------消費時間--\n", "kif"),
        (f"{DIAGRAM}\n   1 ７六歩(77)\n", "kif"),
        (f"{DIAGRAM}\n▲７六歩\n", "ki2"),
        ("先手：羽生\n後手：谷川\n", "kif"),
        ("先手：羽生\n後手：谷川\n▲７六歩 △３四歩\n", "ki2"),
        ("手合割:平手\n   1 ７六歩(77)\n", "kif"),
        ("1 投了", "kif"),
        ("1. ７六歩(77)\n2. ３四歩(33)\n", "kif"),
        ("1手目 ７六歩(77)\n", "kif"),
        ("羽生 vs 谷川\n\n▲歩-76\t△歩-34\n▲Resigns\n", "western-text"),
        # The head of one format within that of another.
        ("startpos moves vs 谷川\n\n▲歩-76\t△歩-34\n▲Resigns\n", "western-text"),
        ("N-name~0.abc\nPI\n+\n", "csa"),
        ('{先手：a\n手数----}\n[Sente "b"]\n1. P-7f *\n', "psn"),
        ("hello", None),
        ("", None),
    ],
)
def test_a_short_text_is_enough_to_detect_the_format(text: str, expected: str | None) -> None:
    assert kifu.detect(text) == expected
    if expected:
        kifu.read(text)


@pytest.mark.parametrize("key", [key for key, each in FORMATS.items() if each.can_write])
def test_every_written_format_is_detected(key: str) -> None:
    write = FORMATS[key].write
    assert write is not None
    for seed in range(30):
        assert kifu.detect(write(random_tree(seed))) == key.removesuffix("3")


def test_a_diagram_is_a_game_without_moves() -> None:
    game = kifu.read(f"作品名：試作\n{DIAGRAM}")
    assert game.sfen == Board.handicap("two-piece").sfen()
    assert game.headers == {"作品名": "試作"}
    assert game.moves() == []


def test_each_position_of_a_list_is_a_game_without_moves() -> None:
    games = list(kifu.read_all(f"{START} b - 1\n\n# two\nsfen {START} w - 2 moves 3c3d\n"))
    assert [len(game.moves()) for game in games] == [0, 1]
    assert [game.sfen.split()[1] for game in games] == ["b", "w"]


def test_a_ki2_file_without_moves_is_ki2() -> None:
    game = kifu.Game(headers={"black": "甲"})
    for format in ("kif", "ki2"):
        assert kifu.detect(kifu.write(game, format)) == format


def test_a_record_can_be_text_bytes_a_path_or_an_open_file(tmp_path: Path) -> None:
    text = "startpos moves 7g7f 3c3d\n"
    file = tmp_path / "game.usi"
    file.write_text(text)
    with file.open("rb") as binary, file.open() as plain:
        for source in (text, text.encode(), bytearray(text.encode()), file, binary, plain, io.StringIO(text)):
            assert [move.usi() for move in kifu.read(source).moves()] == ["7g7f", "3c3d"]  # type: ignore[arg-type]


@pytest.mark.parametrize("source", ["game.kif", "/home/me/対局.KIFU", r"C:\games\1.csa", "a b.ki2"])
def test_a_file_name_is_refused_with_advice(source: str) -> None:
    for format in (None, "kif"):
        with pytest.raises(RecordError, match=r"give Path\("):
            kifu.read(source, format)


@pytest.mark.parametrize("source", [None, 7, ["7g7f"], object()])
def test_other_types_are_refused_by_name(source: object) -> None:
    with pytest.raises(RecordError, match="expected bytes, text, a Path or an open file"):
        kifu.read(source)  # type: ignore[call-overload]
