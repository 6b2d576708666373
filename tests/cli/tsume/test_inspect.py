"""``komadai tsume inspect``: reports as text, as JSON and as a record."""

from __future__ import annotations

import json

from komadai import Board, kifu
from tests.cli.tsume.tsume_command import MATE_IN_3, SHOWN_ONLY, tsume


def test_a_report_is_written_as_text_as_json_and_as_a_record() -> None:
    out, _ = tsume("inspect", "--lang", "ja", SHOWN_ONLY)
    assert out.startswith("完全作")
    report = json.loads(tsume("inspect", "--json", SHOWN_ONLY)[0])
    assert (report["verdict"], report["plies"], report["unique"]) == ("full", 3, True)
    game = kifu.read(tsume("inspect", "--kif", SHOWN_ONLY)[0], "kif")
    assert Board(game.sfen).sfen() == MATE_IN_3
