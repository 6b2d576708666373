"""The sentences of a tournament's log."""

from __future__ import annotations

from typing import get_args

from komadai.server.tournaments.log_texts import TEXTS
from komadai.tournaments import acts


def test_each_act_has_a_sentence() -> None:
    assert set(TEXTS) == set(get_args(acts.Act))
