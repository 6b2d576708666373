"""``komadai variants list``, ``show``, ``check`` and ``perft``."""

import json
from pathlib import Path

import pytest

from komadai.cli.main import run
from komadai.variants import NAMES

DEFINITION = """\
name = "tiny"
[board]
files = 3
ranks = 3
[[piece]]
id = "K"
name = "King"
betza = "K"
royal = true
[setup]
sfen = "1k1/3/1K1 b - 1"
"""


def output(capsys: pytest.CaptureFixture[str], *command: str) -> str:
    assert run(["variants", *command]) == 0
    return capsys.readouterr().out


def test_all_variants_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    listed = json.loads(output(capsys, "list", "--json"))
    assert [each["name"] for each in listed] == list(NAMES)
    chu = next(each for each in listed if each["name"] == "chu")
    assert (chu["files"], chu["ranks"], chu["pieces"], chu["drops"]) == (12, 12, 46, False)
    assert "中将棋" in output(capsys, "list", "--lang", "ja")


def test_a_variant_is_shown_with_its_pieces_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "show", "chu", "--lang", "en")
    assert "KNADcaKmcabK" in text
    assert "jcsa" in text
    shown = json.loads(output(capsys, "show", "chu", "--json"))
    assert {"id": "N", "betza": "KNADcaKmcabK"}.items() <= next(
        piece for piece in shown["pieces"] if piece["id"] == "N"
    ).items()


def test_a_variant_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "show", "tori", "--svg").startswith("<svg")


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(output(capsys, "perft", "dobutsu", "4", "--json"))["leaves"] == 976
    counted = json.loads(output(capsys, "perft", "dobutsu", "2", "--divide", "--json"))
    assert sum(counted["divide"].values()) == counted["leaves"] == 17
    sfen = "4k4/9/9/9/9/9/9/9/4K4 b - 1"
    assert json.loads(output(capsys, "perft", "shogi", "1", "--sfen", sfen, "--json"))["leaves"] == 5


def test_a_definition_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(DEFINITION, "utf-8")
    text = output(capsys, "check", str(path), "--lang", "en")
    assert "no mistakes" in text
    assert "  . o o o .\n  . o * o .\n  . o o o .\n" in text  # the king's moves
    assert "誤りはありません" in output(capsys, "check", str(path), "--lang", "ja")
    assert "K" in json.loads(output(capsys, "check", str(path), "--json"))["diagrams"]
    path.write_text(DEFINITION.replace('"K"\nroyal', '"Y"\nroyal'), "utf-8")
    assert run(["variants", "check", str(path), "--lang", "en"]) != 0
    error = capsys.readouterr().err
    assert "tiny.toml, line 8: piece K: betza: unknown atom Y" in error


def test_an_unknown_variant_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["variants", "show", "go", "--lang", "en"]) != 0
    assert "no variant is named go" in capsys.readouterr().err
