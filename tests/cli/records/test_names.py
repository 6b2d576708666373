"""``komadai names``: the names of a game in the terminal and as JSON."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from komadai import kifu
from komadai.cli.main import run
from tests.study.naming.games import black_only

FOLDER = Path(__file__).parents[2] / "data" / "records"
KEYS = ["ply", "side", "kind", "id", "ja", "en", "until"]


@pytest.fixture
def mino(tmp_path: Path) -> Path:
    """A file with two games; in the second Black builds Mino."""
    path = tmp_path / "games.csa"
    played = black_only("7g7f 6g6f 2h6h 5i4h 4h3h 3h2h 3i3h 6i5h")
    path.write_text("/\n".join(kifu.write(each, "csa") for each in (kifu.Game(), played)), encoding="utf-8")
    return path


def listed(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    """What the command prints as JSON."""
    assert run(["names", *words, "--json"]) == 0
    printed: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return printed


def test_json_is_a_list_in_the_order_of_play(mino: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = listed(capsys, str(mino), "--game", "2")
    assert all(list(each) == KEYS for each in found)
    assert [(each["ply"], each["side"], each["kind"], each["id"]) for each in found] == [
        (5, "black", "opening", "shikenbisha"),
        (13, "black", "castle", "kata_mino"),
        (15, "black", "castle", "hon_mino"),
    ]


def test_the_table_is_in_both_languages(mino: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["names", str(mino), "--game", "2", "--lang", "en"]) == 0
    assert ["15", "Black", "castle", "Mino"] in [
        line.split() for line in capsys.readouterr().out.splitlines()
    ]
    assert run(["names", str(mino), "--game", "2", "--lang", "ja"]) == 0
    assert ["15", "先手", "囲い", "本美濃囲い"] in [
        line.split() for line in capsys.readouterr().out.splitlines()
    ]


def test_the_phases_are_below_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    sacrifice = "7g7f 8c8d 8h4d 8d8e 4d5c+ 4a3b 5c7a 6a7a"
    assert run(["names", "startpos", "moves", *sacrifice.split(), "--lang", "en"]) == 0
    assert "The middle game begins at move 7, the endgame at move 7." in capsys.readouterr().out


def test_a_game_without_moves_has_no_names(mino: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert listed(capsys, str(mino)) == []
    assert run(["names", str(mino), "--lang", "en"]) == 0
    assert capsys.readouterr().out == "no names found\n"


def test_a_game_in_an_archive(mino: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.write(mino, "games.csa")
    assert len(listed(capsys, str(tmp_path / "all.zip" / "games.csa"), "--game", "2")) == 3


def test_the_game_of_a_variant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mini.kif"
    path.write_text(kifu.write(kifu.VariantGame("minishogi"), "kif"), encoding="utf-8")
    assert run(["names", str(path), "--json", "--lang", "en"]) == 0
    printed = capsys.readouterr()
    assert printed.out == "[]\n"
    assert printed.err == "no names: names are only for games of shogi\n"
    assert run(["names", str(path), "--lang", "ja"]) == 0
    assert capsys.readouterr().err == "名前なし：本将棋の対局ではありません\n"


@pytest.mark.parametrize("name", sorted(each.name for each in FOLDER.iterdir() if each.suffix != ".json"))
def test_every_kind_of_record(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = run(["names", str(FOLDER / name), "--json"])
    printed = capsys.readouterr()
    if status == 0:
        json.loads(printed.out)
    else:  # one line that says why the file has no game
        assert status in (1, 2)
        assert printed.err.count("\n") == 1
    assert "Traceback" not in printed.err


@pytest.mark.parametrize(
    ("words", "status"), [(["missing.kif"], 1), (["games.csa", "--game", "9"], 2), (["games.csa", "x"], 2)]
)
def test_errors_are_one_line(
    words: list[str], status: int, mino: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(mino.parent)
    assert run(["names", *words]) == status
    assert capsys.readouterr().err.count("\n") == 1
