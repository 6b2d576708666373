"""``komadai train fit-weights``: weights of the handmade evaluation from files of positions."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from komadai.cli.main import run
from komadai.training.weight_fit import WeightFit, WeightFitProgress
from komadai.training.weights import Weights
from tests.training.positions import material_file

BUILT_IN = Path(__file__).parents[3] / "cpp" / "eval" / "handmade.weights"
OPTIONS = ["--epochs", "2", "--batch-size", "400"]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return str(material_file(tmp_path / "data.psv", 2000))


def test_weights_are_fitted_and_written(data: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["train", "fit-weights", data, "-o", "a.weights", *OPTIONS]) == 0
    printed = capsys.readouterr()
    assert printed.out == ""
    assert (
        "1,960 positions for training, 40 for validation; 8 steps; scores lower by 30; validation loss 0."
        in printed.err
    )
    assert printed.err.count("\nepoch ") == 2
    assert Weights.read(Path("a.weights")).plain.any()
    assert json.loads(Path("a.weights.json").read_text())["win_rate"]["scale"] == 520
    assert run(["train", "fit-weights", data, "-o", "b.weights", "--threads", "2", *OPTIONS]) == 0
    assert Path("a.weights").read_bytes() == Path("b.weights").read_bytes()


def test_a_fit_can_begin_with_other_weights(data: str, capsys: pytest.CaptureFixture[str]) -> None:
    start = ["--start", "built-in", "--rate", "0", "--json"]
    assert run(["train", "fit-weights", data, "-o", "a.weights", *start, *OPTIONS]) == 0
    epochs = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["epoch"] for each in epochs] == [1, 2]
    assert epochs[0]["validation_loss"] == epochs[1]["validation_loss"]
    assert Path("a.weights").read_bytes() == BUILT_IN.read_bytes()


def test_ctrl_c_writes_nothing(
    data: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = WeightFit.run

    def interrupted(fit: WeightFit) -> Iterator[WeightFitProgress]:
        for progress in whole(fit):
            signal.raise_signal(signal.SIGINT)
            yield progress

    monkeypatch.setattr(WeightFit, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(["train", "fit-weights", data, "-o", "a.weights", *OPTIONS])
    assert "interrupted; nothing was written" in capsys.readouterr().err
    assert not Path("a.weights").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.psv", "-o", "a.weights"], "missing.psv: cannot be read: No such file"),
        (["data.psv", "-o", "data.psv"], "data.psv"),
        (["data.psv", "-o", "a.weights", "--start", "data.psv"], "expected 'KOMADAI EVALUATION'"),
        (["data.psv", "-o", "data.psv/a.weights", "--epochs", "1"], "data.psv: cannot be written"),
    ],
)
def test_what_cannot_be_used_is_refused(
    data: str, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert run(["train", "fit-weights", *arguments]) != 0
    assert message in capsys.readouterr().err
