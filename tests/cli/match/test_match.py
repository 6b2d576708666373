"""``komadai match``, run as a command."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from komadai import kifu
from tests.match.engines import SCRIPTED
from tests.processes import started, until


def engine(*words: str) -> str:
    return shlex.join([sys.executable, SCRIPTED, *words])


def start(*arguments: str, folder: Path) -> AbstractContextManager[subprocess.Popen[str]]:
    return started(
        [sys.executable, "-m", "komadai", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "COLUMNS": "120", "XDG_CONFIG_HOME": str(folder / "config")},
    )


def run(*arguments: str, folder: Path, status: int = 0, seconds: float = 100) -> tuple[str, str]:
    with start(*arguments, folder=folder) as process:
        out, output = process.communicate(timeout=seconds)
    assert process.returncode == status, output
    return out, output


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


GAMES = ("--nodes", "10", "-j", "2")


def test_a_match_ends_with_a_table(tmp_path: Path) -> None:
    out, output = run("match", engine("none"), engine("resign", "2"), "-g", "4", *GAMES, folder=tmp_path)
    assert "4 – 0" in out
    assert "+4 =0 -0 in 4 games" in out
    assert "as Black +2 =0 -0, as White +2 =0 -0" in out
    assert "0 0 0 0 2" in out
    assert "resignation 4" in out
    assert "Faults   none" in out
    assert output == ""


def test_a_match_in_japanese_ends_with_a_japanese_table(tmp_path: Path) -> None:
    programs = (engine("none"), engine("crash", "2"))
    language = ("--sprt", "0", "10", "--name-a", "甲", "--name-b", "乙", "--lang", "ja")
    out, notes = run("match", *programs, "-g", "4", *GAMES, *language, folder=tmp_path)
    table = {line.split()[0]: line for line in out.splitlines()}
    assert "4勝0分0敗" in table["得点"]
    assert "先手番 2勝0分0敗、後手番 2勝0分0敗" in table["先後別"]
    assert "乙: 異常終了 4" in table["違反"]
    assert "未決着" in table["SPRT"]
    assert "平均" in table["終局"]
    for word in ("Match", "Score", "Faults", "games", "crash", "open", "moves"):
        assert word not in out
    assert notes == ""


def test_json_has_a_line_for_each_game_and_a_summary(tmp_path: Path) -> None:
    arguments = ("--name-a", "one", "--name-b", "two", "--sprt", "0", "10", "--json")
    out, _ = run(
        "match", engine("none"), engine("crash", "2"), "-g", "2", *GAMES, *arguments, folder=tmp_path
    )
    *games, summary = lines(out)
    assert {game["game"] for game in games} == {1, 2}
    first = next(game for game in games if game["game"] == 1)
    assert (first["black"], first["white"], first["winner"]) == ("one", "two", "black")
    assert (first["termination"], first["fault"]) == ("connection_lost", "crash")
    assert first["opening"].startswith("startpos moves ")
    assert len(first["moves"].split()) == len(first["times_ms"]) == len(first["scores"]) == 3
    assert (summary["wins"], summary["draws"], summary["losses"], summary["games"]) == (2, 0, 0, 2)
    assert summary["faults"] == {"two": {"crash": 2}}
    assert summary["sprt"]["decision"] is None
    assert summary["sprt"]["upper"] == pytest.approx(2.944, abs=1e-3)
    assert summary["elo"] is None  # all won: JSON knows no infinity


def test_an_engine_may_have_any_name(tmp_path: Path) -> None:
    names = ("--name-a", "x[/]", "--name-b", "b[old]")
    out, _ = run("match", engine("none"), engine("resign", "2"), "-g", "2", *GAMES, *names, folder=tmp_path)
    assert "x[/] – b[old]" in out


def test_a_match_in_a_folder_is_continued_by_the_same_command(tmp_path: Path) -> None:
    folder = tmp_path / "match"
    command = ("match", engine("none"), engine("resign", "2"), *GAMES, "-o", str(folder))
    run(*command, "-g", "2", folder=tmp_path)
    out, output = run(*command, "-g", "6", folder=tmp_path)
    assert "2 games played before" in output
    assert "in 6 games" in out
    records = sorted((folder / "games").iterdir())
    assert len(records) == 12
    game = next(iter(kifu.read_all(records[0])))
    assert game.headers["black"] == f"{Path(sys.executable).stem} A"
    _, output = run(*command, "-g", "6", "--max-moves", "99", folder=tmp_path, status=2)
    assert "belongs to another match: rules.max_moves was 320 and is 99 now" in output


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_shows_the_results_so_far_and_leaves_no_process(tmp_path: Path, how: signal.Signals) -> None:
    folder = tmp_path / "match"
    command = ("match", engine("slow"), engine("resign", "4"), *GAMES, "-g", "1000", "-o", str(folder))
    journal = folder / "games.jsonl"
    with start(*command, folder=tmp_path) as process:
        until(
            lambda: (
                process.poll() is not None or (journal.exists() and journal.read_bytes().count(b"\n") >= 3)
            ),
            "two games",
        )
        assert process.poll() is None
        process.send_signal(how)
        out, output = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "+" in out
    assert "Traceback" not in output
    games = journal.read_bytes().count(b"\n") - 1
    assert f"=0 -0 in {games} games" in out
    children = [
        path
        for path in Path("/proc").glob("[0-9]*/cmdline")
        if SCRIPTED.encode() in _read(path) and str(process.pid).encode() in _read(path.with_name("environ"))
    ]
    assert not children


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_engines_of_the_config_file_are_found_by_name(tmp_path: Path) -> None:
    config = tmp_path / "config" / "komadai" / "config.toml"
    config.parent.mkdir(parents=True)
    command = json.dumps([sys.executable, SCRIPTED, "resign"])
    config.write_text(f'[[engine]]\nname = "Loser"\ncommand = {command}\noptions = {{ Threads = 2 }}\n')
    out, _ = run("match", "Loser", engine("none"), "-g", "2", "--nodes", "10", "--json", folder=tmp_path)
    assert lines(out)[-1]["first"] == "Loser"
    assert lines(out)[-1]["losses"] == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("match", "nosuchengine", "komadai"), "no such program, and no engine of that name (komadai)"),
        (("match", "komadai", "komadai", "--option-a", "Nosuch=1"), "has no option 'Nosuch'"),
        (("match", "komadai", "komadai", "--time", "fast"), "got 'fast'"),
        (("match", "komadai", "komadai", "--sprt", "5", "0"), "expected the smaller one first"),
        (("match", "komadai", "komadai", "--impasse", "coin"), "--impasse: expected one of"),
        (("match", "komadai", "komadai", "--openings", "/nonexistent"), "/nonexistent"),
        (("match", "komadai", "komadai", "--time", "nodes=5,nodes=7"), "nodes given twice"),
        (("match", "komadai", "komadai", "--resign", "3", "0"), "--resign: expected 1 centipawn or more"),
        (("match", "komadai", "komadai", "--stall", "inf"), "--stall: expected 0.1 to 86400 seconds"),
        (("match", "komadai", "komadai", "--stall", "nan"), "--stall"),
        (("match", "komadai"), "two engines or more"),
        (("match", "a=komadai", "b=komadai", "--anchor", "a=nan"), "expected NAME=ELO"),
        (("match", "a=komadai", "b=komadai", "--anchor", "a=inf"), "expected NAME=ELO"),
        (("match", "komadai", "komadai", "-r", "1"), "each needs a name of its own (NAME=COMMAND)"),
        (("match", "komadai", "komadai {Level=2}", "--anchor", "x=1"), "expected NAME=ELO"),
        (("match", "a=komadai", "b=komadai", "c=komadai", "--sprt", "0", "5"), "--sprt: only for"),
    ],
)
def test_an_invalid_argument_is_one_line_of_error(
    tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    with start(*arguments, folder=tmp_path) as process:
        out, output = process.communicate(timeout=60)
    assert process.returncode in (1, 2)
    assert out == ""
    assert sentence in output
    assert output.count("\n") == 1


def test_engines_with_an_anchor_end_with_a_rating_list(tmp_path: Path) -> None:
    engines = [f"{engine('none')} {{Nickname=a}}", f"{engine('resign', '2')} {{Nickname=b}}"]
    stem = Path(sys.executable).stem
    out, _ = run("match", *engines, "-r", "2", *GAMES, "--anchor", f"{stem} Nickname=b=500", folder=tmp_path)
    first, second = out.splitlines()[1:3]
    assert first.startswith(f"1  {stem} Nickname=a")
    assert second.startswith(f"2  {stem} Nickname=b  500.0  anchor")
    assert "half a drawn game was added" in out


def test_a_rating_list_in_japanese_is_japanese(tmp_path: Path) -> None:
    engines = (f"甲={engine('none')}", f"乙={engine('resign', '2')}")
    arguments = ("--anchor", "乙=500", "--lang", "ja")
    out, _ = run("match", *engines, "-r", "1", *GAMES, *arguments, folder=tmp_path)
    headings, first, second, *notes = out.splitlines()
    assert headings.split() == ["エンジン", "Elo", "±", "局数", "得点", "次位より上", "違反"]
    assert first.startswith("1  甲 ")
    assert second.split()[:4] == ["2", "乙", "500.0", "基準"]
    assert "先手の有利" in notes[0]
    assert "引き分け半局を加え" in notes[1]


def test_the_rating_list_has_the_given_names(tmp_path: Path) -> None:
    engines = (f"[b]x={engine('none')}", f"b[old]={engine('resign', '2')}")
    out, _ = run("match", *engines, "-r", "1", *GAMES, folder=tmp_path)
    first, second = out.splitlines()[1:3]
    assert first.startswith("1  [b]x ")
    assert second.startswith("2  b[old] ")


def test_three_engines_meet_each_other_and_in_a_gauntlet_the_first_meets_the_others(tmp_path: Path) -> None:
    engines = (f"a={engine('none')}", f"b={engine('resign', '2')}", f"c={engine('resign', '4')}")
    for options, games in (((), 6), (("--gauntlet", "1"), 4)):
        out, _ = run("match", *engines, "-r", "1", *options, *GAMES, "--json", folder=tmp_path)
        assert lines(out)[-1]["games"] == games


def test_the_former_command_says_its_new_name(tmp_path: Path) -> None:
    engines = (f"a={engine('none')}", f"b={engine('resign', '2')}")
    out, notes = run("tournament", *engines, "-r", "1", *GAMES, "--json", folder=tmp_path)
    assert [each["name"] for each in lines(out)[-1]["ratings"]] == ["a", "b"]
    assert notes == "komadai: komadai tournament is now called komadai match\n"


def test_komadai_plays_itself_with_fixed_nodes(tmp_path: Path) -> None:
    out, _ = run(
        "match", "komadai", "komadai {Level=1}", "-g", "2", "--nodes", "200", "--json", folder=tmp_path
    )
    summary = lines(out)[-1]
    assert (summary["first"], summary["second"]) == ("komadai", "komadai Level=1")
    assert summary["games"] == 2
    assert summary["faults"] == {}


@pytest.mark.slow
@pytest.mark.timeout(400)  # gpsusi alone may take ten seconds to start
@pytest.mark.parametrize("name", ["fairy-stockfish", "gpsusi"])
def test_engines_of_debian_play_without_a_fault(tmp_path: Path, name: str) -> None:
    if not Path("/usr/games", name).exists():
        pytest.skip(f"{name} is not installed")
    out, _ = run(
        "match", "komadai", name, "-g", "2", "--byoyomi", "300", "--margin", "5000", "--max-moves", "30",
        "-j", "1", "--json", folder=tmp_path, seconds=380,
    )  # fmt: skip
    assert lines(out)[-1]["games"] == 2
    assert lines(out)[-1]["faults"] == {}
