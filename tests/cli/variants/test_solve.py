"""``komadai variants solve``, run as a command."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from komadai.cli.main import run
from tests.variants.solve.tiny_variants import CHICK, DOBUTSU, definition


@pytest.fixture
def elephants(tmp_path: Path) -> Path:
    path = tmp_path / "elephants.toml"
    path.write_text(definition("elephants", 3, 4, "1ke/3/3/EK1", DOBUTSU, [{"id": "E", "betza": "F"}]))
    return path


def test_a_definition_file_is_solved(
    elephants: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["variants", "solve", str(elephants), "-o", str(tmp_path)]
    for _ in range(2):  # the second time from the table
        assert run([*command, "--json"]) == 0
        output = json.loads(capsys.readouterr().out)
        assert output["value"] == {"result": "draw", "plies": None}
        assert output["positions"] == 3614 + 3146 + 509
        assert (output["open_positions"], output["wins_at_once"], output["losses_at_once"]) == (
            3614,
            3146,
            509,
        )
        assert output["longest_win"] == 17
        assert Path(output["table"]) == tmp_path / "elephants.solved"
    assert run(command) == 0
    assert "3,614" in capsys.readouterr().out
    assert run(["--lang", "ja", *command]) == 0
    assert "引き分け" in capsys.readouterr().out


def test_fit_tells_what_can_be_solved(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["variants", "solve", "dobutsu", "--fit"]) == 0
    assert "dobutsu can be solved: 855,232,344 arrangements" in capsys.readouterr().out
    assert run(["variants", "solve", "micro", "--fit", "--json"]) == 1
    output = json.loads(capsys.readouterr().out)
    assert not output["solvable"]
    assert "solve-memory" in [each["code"] for each in output["problems"]]


@pytest.mark.parametrize(
    ("arguments", "status", "text"),
    [
        (["micro"], 1, "micro cannot be solved: "),
        (["dobutsu", "--memory", "10"], 1, "dobutsu cannot be solved: "),
        (["no-such-variant"], 2, "no-such-variant"),
        (["missing.toml"], 1, "missing.toml"),
    ],
)
def test_what_cannot_be_solved_gives_one_line(
    arguments: list[str], status: int, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["variants", "solve", *arguments, "-o", str(tmp_path)]) == status
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert text in error
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_saves_the_state_and_the_same_command_continues(
    number: signal.Signals, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "farm.toml"
    pieces: list[dict[str, object]] = [*CHICK, {"id": "E", "betza": "F"}]
    file.write_text(definition("farm", 3, 4, "1ke/1c1/1C1/EK1", DOBUTSU, pieces))
    command = ["variants", "solve", str(file), "-o", str(tmp_path)]
    process = subprocess.Popen(
        [sys.executable, "-m", "komadai", *command, "--threads", "1"], stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    assert "finding positions" in process.stderr.readline()
    process.send_signal(number)
    rest = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert "the same command continues" in rest
    assert (tmp_path / "farm.state").exists()
    assert run([*command, "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output["open_won"] + output["open_drawn"] + output["open_lost"] == output["open_positions"]
    assert not (tmp_path / "farm.state").exists()
