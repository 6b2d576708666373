"""``komadai train fit`` and ``quantize``: a network from files of positions, interrupted and resumed."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from komadai._core import Evaluation, built_in_weights
from komadai.cli.main import run
from komadai.training import network_file
from komadai.training.training_log import TrainingLog
from tests.training.positions import boards, material_file

OPTIONS = ["--width", "32", "--mirrored", "--epochs", "4", "--batch-size", "200", "--score-scale", "600"]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return str(material_file(tmp_path / "data.psv", 3000))


def test_a_network_is_trained_and_written(data: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["train", "fit", data, "-o", "a.net", "--licence", "MIT", *OPTIONS]) == 0
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "2,940 positions for training, 60 for validation; 56 steps" in printed.err
    assert printed.err.count("epoch ") == 4
    assert "0 weights were clipped" in printed.err
    network = network_file.read(Path("a.net"))
    assert network.width == 32
    assert network.features.mirrored
    assert network.description["licence"] == "MIT"
    assert network.description["win_rate"] == {"scale": 600.0, "draw_margin": 0.0}
    assert {each.name for each in Path("a.net.training").iterdir()} >= {
        "checkpoint.npz", "log.jsonl", "learning-curve.png",
    }  # fmt: skip

    checkpoint = "a.net.training/checkpoint.npz"
    assert run(["train", "quantize", checkpoint, "-o", "b.net", "--licence", "MIT"]) == 0
    assert Path("b.net").read_bytes() == Path("a.net").read_bytes()


def test_json_has_a_line_for_each_epoch_and_a_summary(data: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["train", "fit", data, "-o", "a.net", "--json", *OPTIONS]) == 0
    *epochs, summary = map(json.loads, capsys.readouterr().out.splitlines())
    assert [each["epoch"] for each in epochs] == [1, 2, 3, 4]
    assert epochs[3]["validation_loss"] == summary["validation_loss"]
    assert epochs[3]["loss"] == summary["loss"] < epochs[0]["loss"]
    assert summary["summary"] is True
    assert summary["steps"] == 56
    assert summary["clipped"]["weights"] == 0


def test_ctrl_c_leaves_a_checkpoint_and_the_resumed_training_gives_the_same_file(
    data: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["train", "fit", data, "-o", "whole.net", *OPTIONS]) == 0
    add = TrainingLog.add

    def add_and_interrupt(log: TrainingLog, entry: dict[str, Any]) -> None:
        add(log, entry)
        signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as patched:
        patched.setattr(TrainingLog, "add", add_and_interrupt)
        with pytest.raises(KeyboardInterrupt):
            run(["train", "fit", data, "-o", "a.net", *OPTIONS])
    assert "interrupted after step 14 of 56; continue with --resume" in capsys.readouterr().err
    assert not Path("a.net").exists()
    assert run(["train", "fit", data, "-o", "a.net", *OPTIONS]) == 2
    assert "the checkpoint exists already" in capsys.readouterr().err
    assert run(["train", "fit", data, "-o", "a.net", "--resume", "--threads", "2", *OPTIONS]) == 0
    assert "continuing after step 14" in capsys.readouterr().err
    assert Path("a.net").read_bytes() == Path("whole.net").read_bytes()
    # The training is complete: its network is written again.
    Path("a.net").unlink()
    assert run(["train", "fit", data, "-o", "a.net", "--resume", *OPTIONS]) == 0
    assert Path("a.net").read_bytes() == Path("whole.net").read_bytes()


def test_training_goes_on_from_a_network_of_the_same_shape(
    data: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["train", "fit", data, "-o", "a.net", *OPTIONS]) == 0
    assert run(["train", "fit", data, "-o", "b.net", "--start", "a.net", "--rate", "0", *OPTIONS]) == 0
    first, second = (network_file.read(Path(name)) for name in ("a.net", "b.net"))
    assert (first.weights == second.weights).all()
    capsys.readouterr()
    wider = ["--width", "64", "--mirrored"]
    assert run(["train", "fit", data, "-o", "c.net", "--start", "a.net", *wider]) == 2
    assert "start: expected a network of the shape" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["train", "fit", "none.psv", "-o", "a.net"], "none.psv: cannot be read: No such file"),
        (["train", "fit", "short.psv", "-o", "a.net"], "short.psv: expected records of 40 bytes"),
        (["train", "fit", "damaged.psv", "-o", "a.net"], "damaged.psv: record 7: game_result"),
        (["train", "fit", "data.psv", "-o", "data.psv"], "data.psv is one of the input files"),
        (["train", "fit", "data.psv", "-o", "data.psv/a.net"], "data.psv: cannot be written"),
        (["train", "fit", "data.psv", "-o", "a.net", "--width", "40"], "a multiple of 32"),
        (["train", "fit", "data.psv", "-o", "a.net", "--king-buckets", "9"], "one of 1, 3, 15, 81, got 9"),
        (["train", "fit", "data.psv", "-o", "a.net", "--start", "data.psv"], "expected 'KOMADAI NETWORK'"),
        (
            ["train", "fit", "data.psv", "-o", "a.net", "--folder", "data.psv"],
            "data.psv: cannot be written: File exists",
        ),
        (["train", "quantize", "none.npz", "-o", "a.net"], "none.npz: cannot be read: No such file"),
        (["train", "quantize", "data.psv", "-o", "a.net"], "not a checkpoint of a training"),
    ],
)
def test_bad_input_is_one_line(
    words: list[str], wrong: str, data: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("short.psv").write_bytes(bytes(39))
    damaged = bytearray(Path(data).read_bytes())
    damaged[7 * 40 + 38] = 9
    Path("damaged.psv").write_bytes(damaged)
    assert run(words) in (1, 2)
    error = capsys.readouterr().err.splitlines()[-1]
    assert error.startswith("komadai: ")
    assert wrong in error
    assert not Path("a.net").exists()


def test_japanese(data: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["train", "fit", data, "-o", "a.net", "--lang", "ja", *OPTIONS]) == 0
    error = capsys.readouterr().err
    assert "学習用 2,940局面、検証用 60局面、56ステップ" in error
    assert "エポック 4：損失" in error


def test_a_network_that_corrects_the_handmade_evaluation_begins_with_its_values(
    data: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = [*OPTIONS[:-2], "--rate", "0", "--json"]
    assert run(["train", "fit", data, "-o", "a.net", "--correct", "built-in", *options]) == 0
    network = network_file.read(Path("a.net"))
    assert network.corrected == built_in_weights()
    assert network.description["training"]["loss"]["value_scale"] == 950
    corrected, handmade = Evaluation("a.net"), Evaluation()
    for board in boards(30, seed=5):
        if not board.is_check():
            assert corrected.value(board) == handmade.value(board)
    # A checkpoint has the weights as well.
    checkpoint = "a.net.training/checkpoint.npz"
    assert run(["train", "quantize", checkpoint, "-o", "b.net"]) == 0
    assert network_file.read(Path("b.net")).corrected == built_in_weights()
    capsys.readouterr()
    assert run(["train", "fit", data, "-o", "c.net", "--correct", data, *OPTIONS]) == 1
    assert "expected 'KOMADAI EVALUATION'" in capsys.readouterr().err
