"""The report of a stream is a page with plots of the losses and of the strength."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from komadai.training.stream.report import page, write_report
from komadai.training.stream.stream import Progress
from tests.training.stream.streams import run

pytest.importorskip("matplotlib")


def match(step: int, against: int, elo: float | None) -> dict[str, Any]:
    intervals = {} if elo is None else {"elo_low": elo - 40, "elo_high": elo + 40}
    test = {} if against else {"sprt": {"llr": -2.95, "decision": "H0"}}
    return {
        "step": step, "against": against, "games": 200, "points": 70.5, "elo": elo, "seconds": 7200,
        **intervals, **test,
    }  # fmt: skip


def test_the_page_has_plots_and_a_table() -> None:
    progress = Progress(
        step=4_000,
        games=12_345,
        seconds=9_000,
        matches=[match(2_000, 0, None), match(4_000, 0, -105.2), match(4_000, 2_000, 60)],
        losses={"loss": 0.61234, "validation_loss": 0.62},
    )
    entries = [{"step": 100 * i, "loss": 0.7 - i / 1000, "validation_loss": 0.7} for i in range(1, 41)]
    text = page(progress, entries)
    assert text.count("<svg") == text.count("</svg>") == 2
    for expected in (
        "12,345",
        "2.5",
        "0.6123",
        "−" if "−105" in text else "-105",
        "70.5 – 129.5",
        "-2.95, H0",
    ):
        assert expected in text
    assert "<td>step 2,000</td>" in text


def test_a_stream_that_has_just_begun_has_a_report(tmp_path: Path) -> None:
    run(tmp_path, until=lambda stream, progress: True)
    assert write_report(tmp_path).read_text(encoding="utf-8").startswith("<!doctype html>")
    (tmp_path / "state.npz").unlink()  # only the snapshot is left
    write_report(tmp_path)
