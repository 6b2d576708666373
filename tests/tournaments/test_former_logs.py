"""Logs of earlier versions, whose settings had the fields of all kinds, give the same tournaments."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from komadai.tournaments import EventFile, as_json, decode_act, encode_act, replay

LOGS = sorted((Path(__file__).parents[1] / "data" / "tournaments").glob("*.event"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_former_log_gives_the_tournament_that_it_gave(path: Path) -> None:
    file = EventFile.open(path)
    assert as_json(file.event) == json.loads(path.with_suffix(".json").read_text("utf-8"))
    again = [decode_act(encode_act(act)) for act in file.log]
    assert replay(again) == file.event


def test_there_is_a_former_log_of_each_kind() -> None:
    first = [json.loads(path.read_text("utf-8").splitlines()[0]) for path in LOGS]
    assert {"swiss", "round-robin", "knockout", "title-match", "arena", "ladder", "league", "simul"} == {
        each["settings"]["system"] for each in first
    }
