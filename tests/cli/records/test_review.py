"""``komadai review``: a game reviewed, as JSON, for people, and as files; many games into a folder."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from komadai import kifu
from komadai.cli.main import run
from komadai.kifu.tree.variant_game import VariantGame
from tests.match.ray_replacement import RayReplacement
from tests.processes import started

GAME = "startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d 4a3b 2d2c+"
"""Black gives the rook away with the last move."""


@pytest.fixture(autouse=True)
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Evaluations so far are stored here."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


def test_the_json_is_one_object_with_every_move(
    capsys: pytest.CaptureFixture[str], cache_folder: Path
) -> None:
    assert run(["review", GAME, "--nodes", "1000", "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    data = json.loads(line)
    assert data["nodes"] == 1000
    assert [each["usi"] for each in data["plies"]] == GAME.split()[2:]
    assert data["plies"][-1]["class"] == "blunder"
    assert not list(cache_folder.rglob("*.jsonl"))


def test_people_read_the_mistakes_in_their_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", GAME, "--nodes", "1000"]) == 0
    printed = capsys.readouterr().out
    assert "11 ▲R-2c+" in printed
    assert "Blunder: Black's win rate falls" in printed
    assert run(["review", GAME, "--nodes", "1000", "--lang", "ja"]) == 0
    printed = capsys.readouterr().out
    assert "11 ▲2三飛成" in printed
    assert "悪手。先手の勝率が" in printed


def test_the_kif_has_scores_comments_and_the_better_line_as_a_variation(tmp_path: Path) -> None:
    out = tmp_path / "reviewed.kif"
    assert run(["review", GAME, "--nodes", "1000", "--kif", str(out)]) == 0
    game = kifu.read(out)
    assert game.warnings == []
    nodes = list(game.main_line())
    assert [node.move.usi() for node in nodes if node.move] == GAME.split()[2:]
    assert all(len(node.analyses) == 1 for node in nodes)
    assert "Blunder" in nodes[-1].comment
    assert "Accuracy: Black" in game.root.comment
    (better,) = nodes[-2].variations
    assert better.move is not nodes[-1].move


def test_every_game_of_the_files_is_written_into_a_folder_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "two.usi"
    source.write_text("startpos moves 7g7f 3c3d\nstartpos moves 2g2f\n")
    out = tmp_path / "out"
    words = ["review", str(source), "--nodes", "100", "--out", str(out)]
    assert run(words) == 0
    assert sorted(each.name for each in out.iterdir()) == [
        "two-2.html", "two-2.json", "two-2.kif", "two.html", "two.json", "two.kif",
    ]  # fmt: skip
    assert len(json.loads((out / "two.json").read_text("utf-8"))["plies"]) == 2
    assert "2 games reviewed" in capsys.readouterr().err
    assert run(words) == 0
    assert "0 games reviewed, 2 reviewed before" in capsys.readouterr().err


def test_a_cluster_reviews_every_game_of_the_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ray = RayReplacement()
    monkeypatch.setitem(sys.modules, "ray", ray)
    for name, moves in (("one", 3), ("two", 5)):
        game = kifu.read(" ".join(GAME.split()[: 2 + moves]))
        (tmp_path / f"{name}.kif").write_text(kifu.write(game, "kif"), "utf-8")
    files = [str(tmp_path / "one.kif"), str(tmp_path / "two.kif")]
    command = ["review", *files, "--nodes", "500", "--out"]
    assert run([*command, str(tmp_path / "here")]) == 0
    assert run([*command, str(tmp_path / "there"), "--cluster", "auto"]) == 0
    assert "2 games reviewed" in capsys.readouterr().err
    assert len(ray.handles) == 2, "the games share the engines"
    for path in (tmp_path / "here").iterdir():
        assert (tmp_path / "there" / path.name).read_bytes() == path.read_bytes()
    assert run(["review", GAME, "--cluster", "nowhere:1"]) == 1
    assert "no cluster at 'nowhere:1'" in capsys.readouterr().err
    ray.join()


def test_a_game_of_a_variant_is_named_and_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "mini.kif"
    source.write_text(kifu.write(VariantGame("minishogi"), "kif"), encoding="utf-8")
    assert run(["review", str(source)]) == 2
    assert "not reviewed: this game has no evaluation" in capsys.readouterr().err
    assert run(["review", str(source), "--out", str(tmp_path / "out"), "--lang", "ja"]) == 1
    assert "この種類の将棋には評価関数がありません" in capsys.readouterr().err


def test_wrong_input_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "game.usi"
    source.write_text(GAME + "\n")
    assert run(["review", GAME, "--engine", "/no/such/engine"]) == 1
    assert "/no/such/engine" in capsys.readouterr().err
    assert run(["review", str(tmp_path / "none.kif")]) == 1
    assert run(["review", str(source), "--kif", str(source)]) == 2
    assert run(["review", str(source), "--out", str(source)]) == 2
    assert run(["review", str(source), "--json", "--out", str(tmp_path)]) == 2
    assert all(line.startswith("komadai: ") for line in capsys.readouterr().err.splitlines())


def test_after_ctrl_c_the_same_command_continues(tmp_path: Path, cache_folder: Path) -> None:
    words = [
        sys.executable,
        "-m",
        "komadai",
        "review",
        *GAME.split(),
        "--nodes",
        "300000",
        "-j",
        "1",
        "--json",
    ]
    environment = os.environ | {"LC_ALL": "C.UTF-8", "XDG_CACHE_HOME": str(cache_folder)}
    with started(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        while process.poll() is None and _evaluated(cache_folder) < 2:
            pass
        os.killpg(process.pid, signal.SIGINT)  # as a terminal sends it: to the engine, too
        output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert output == ""
    assert "the same command continues" in errors
    assert "Traceback" not in errors
    (journal,) = cache_folder.rglob("*.jsonl")
    assert len(journal.read_text().splitlines()) >= 3


def _evaluated(folder: Path) -> int:
    files = list(folder.rglob("*.jsonl"))
    return len(files[0].read_text().splitlines()) - 1 if files else 0
